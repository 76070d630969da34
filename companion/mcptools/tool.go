package mcptools

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"cairn/shared/types"
)

// definition is one tool for agents. Names and texts have the prefix mm_.
type definition struct {
	name        string
	description string
	readOnly    bool
	destructive bool
	openWorld   bool // reaches pages, not Cairn's memory alone
	memory      bool // works without a browser: offered beside another driver, too
	extra       bool // a task can be done without it: left out of CoreTools
	own         bool // the schema is ours, not a spec's: published in short
	step        bool // may be a step of mm_run_steps
	run         func(ctx context.Context, c *call) (answer, error)
}

// call is one use of a tool.
type call struct {
	*Server
	client   *session
	names    renamer
	withheld []string        // tools that the client is not offered
	args     json.RawMessage // checked against the schema
	full     bool            // the client asked for all of the JSON
	amid     bool            // another step follows in the same call
}

// envelope is the structured form of every answer (spec 000 section 5.5).
type envelope struct {
	OK bool `json:"ok"`
	// Notice marks page data in the JSON.
	Notice string       `json:"notice,omitempty"`
	Result any          `json:"result,omitempty"`
	Error  *types.Error `json:"error,omitempty"`
	// Cut lists the omitted parts of the result.
	Cut string `json:"cut,omitempty"`
}

// tools lists all tools in their published order.
var tools = concat(screenTools, actTools, carryTools, newsTools, runTools, flowTools, sessionTools, knowledgeTools, siteTools, kbTools)

func concat(lists ...[]*definition) (all []*definition) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

func typed[In any](fn func(ctx context.Context, c *call, in In) (answer, error)) func(context.Context, *call) (answer, error) {
	return func(ctx context.Context, c *call) (answer, error) {
		var in In
		if err := json.Unmarshal(c.args, &in); err != nil {
			return answer{}, types.Invalid("the arguments do not decode: "+err.Error(), "send them as the tool's schema says")
		}
		if act, is := any(&in).(interface{ LookAhead() }); is && !c.amid {
			act.LookAhead()
		}
		return fn(ctx, c, in)
	}
}

// handler returns the function for mcp-go: it checks the arguments, runs the tool and
// wraps the result or panic.
func (s *Server) handler(t *definition, names renamer, withheld []string, schema *schema) server.ToolHandlerFunc {
	return func(ctx context.Context, _ mcp.CallToolRequest) (result *mcp.CallToolResult, _ error) {
		defer func() {
			if r := recover(); r != nil {
				s.log.Error("tool panicked", "tool", t.name, "panic", r, "stack", string(debug.Stack()))
				result = failed(names, types.Fault(types.CodeInternal, fmt.Sprintf("%s crashed", t.name), "try again; the cause is in Cairn's log"))
			}
		}()
		c, err := s.prepare(ctx, schema)
		if err != nil {
			return failed(names, err), nil
		}
		c.names, c.withheld = names, withheld
		c.client.spent.call(c.args)
		a, err := t.do(ctx, c)
		if err != nil {
			return c.client.spent.read(failed(names, err)), nil
		}
		return c.client.spent.read(succeeded(names, a, c.full)), nil
	}
}

// prepare finds the client and validates its arguments.
func (s *Server) prepare(ctx context.Context, schema *schema) (*call, error) {
	client, m := sessionOf(ctx), messageOf(ctx)
	if client == nil || m == nil {
		return nil, types.Fault(types.CodeInternal, "the call has no session", "connect again")
	}
	if !client.rate.allow(s.backend.Now()) {
		return nil, types.Fault(types.CodeRateLimited, fmt.Sprintf("more than %d calls a second", callsPerSecond), "wait a second, then go on one call at a time")
	}
	if m.fault != nil {
		return nil, m.fault
	}
	args := m.args
	if len(args) == 0 {
		args = json.RawMessage("{}")
	}
	args, full, err := takeDetail(args)
	if err != nil {
		return nil, err
	}
	args = plainNumbers(args)
	if err := schema.check("", args); err != nil {
		return nil, err
	}
	return &call{Server: s, client: client, args: args, full: full}, nil
}

// callable removes advice to use a tool that the client does not have.
func (c *call) callable(advice []string) []string {
	return slices.DeleteFunc(slices.Clone(advice), func(line string) bool {
		return slices.ContainsFunc(c.withheld, func(tool string) bool { return strings.Contains(line, tool) })
	})
}

func succeeded(names renamer, a answer, full bool) *mcp.CallToolResult {
	text := names.text(a.text())
	result := &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent(text)}, StructuredContent: a.structured(text, full)}
	if a.image != nil {
		result.Content = append(result.Content, mcp.NewImageContent(base64.StdEncoding.EncodeToString(a.image.Data), a.image.MIME))
	}
	return result
}

func failed(names renamer, err error) *mcp.CallToolResult {
	fault := cleanFault(names, err)
	return &mcp.CallToolResult{
		Content:           []mcp.Content{mcp.NewTextContent(faultAnswer(fault).text())},
		StructuredContent: envelope{Notice: notice, Error: &fault},
		IsError:           true,
	}
}
