package e2e

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// agent is a real MCP client.
type agent struct {
	t      testing.TB
	client *client.Client
	calls  map[string]int
	last   *answer // of the last call
}

// stdioAgent starts `cairn mcp` as MCP clients do.
func (w *world) stdioAgent(name string, args ...string) *agent {
	w.t.Helper()
	c, err := client.NewStdioMCPClient(cairnBinary, nil, append([]string{"mcp", "--data", w.home}, args...)...)
	if err != nil {
		w.t.Fatal(err)
	}
	return w.greet(c, name)
}

// httpAgent connects over Streamable HTTP.
func (w *world) httpAgent(name, token string) *agent {
	w.t.Helper()
	c, err := client.NewStreamableHttpClient(w.mcpURL(), transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	if err != nil {
		w.t.Fatal(err)
	}
	if err := c.Start(context.Background()); err != nil {
		w.t.Fatal(err)
	}
	return w.greet(c, name)
}

func (w *world) greet(c *client.Client, name string) *agent {
	w.t.Helper()
	w.t.Cleanup(func() { _ = c.Close() })
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	hello.Params.ClientInfo = mcp.Implementation{Name: name, Version: "1"}
	if _, err := c.Initialize(ctx, hello); err != nil {
		w.t.Fatalf("initialize: %v", err)
	}
	return &agent{t: w.t, client: c, calls: map[string]int{}}
}

// answer is a tool's answer.
type answer struct {
	Text   string
	OK     bool            `json:"ok"`
	Result json.RawMessage `json:"result"`
	Error  *types.Error    `json:"error"`
}

// into decodes the typed result.
func (a *answer) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(a.Result, v); err != nil {
		t.Fatalf("result %s: %v", a.Result, err)
	}
}

// call calls a tool, whatever it answers.
func (a *agent) call(tool string, args map[string]any) *answer {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	defer cancel()
	var req mcp.CallToolRequest
	all := map[string]any{"detail": "full"} // tests read the complete JSON
	maps.Copy(all, args)
	req.Params.Name, req.Params.Arguments = tool, all
	a.calls[tool]++
	res, err := a.client.CallTool(ctx, req)
	if err != nil {
		a.t.Fatalf("%s %v: %v", tool, args, err)
	}
	got := &answer{}
	a.last = got
	if res.StructuredContent != nil {
		data, err := json.Marshal(res.StructuredContent)
		if err == nil {
			err = json.Unmarshal(data, got)
		}
		if err != nil {
			a.t.Fatalf("%s: structured content: %v", tool, err)
		}
	}
	for _, part := range res.Content {
		if text, ok := part.(mcp.TextContent); ok {
			got.Text += text.Text
		}
	}
	if res.IsError == got.OK {
		a.t.Errorf("%s: isError %v with ok %v", tool, res.IsError, got.OK)
	}
	return got
}

// do calls a tool that must succeed. A page may take long to load here.
func (a *agent) do(tool string, args map[string]any) *answer {
	a.t.Helper()
	if _, given := args["timeoutMs"]; !given && (tool == "mm_navigate" || tool == "mm_launch") {
		args = within(longTime, args)
	}
	got := a.call(tool, args)
	// Reading a busy page again is harmless, and the error's hint asks for it.
	for end := time.Now().Add(patience); tool == "mm_describe_screen" && got.busy() && time.Now().Before(end); {
		got = a.call(tool, args)
	}
	if !got.OK {
		a.t.Fatalf("%s %v failed: %s", tool, args, got.Text)
	}
	return got
}

// busy reports that the page did not answer in time. Large pages on a loaded machine do not.
func (a *answer) busy() bool {
	return a.Error != nil && a.Error.Code == types.CodePageGone && strings.Contains(a.Text, "does not answer")
}

const (
	briefTime = 1000 // for things that must not come, in ms
	longTime  = 60_000
)

// within returns args with a time for the call.
func within(ms int, args map[string]any) map[string]any {
	timed := map[string]any{"timeoutMs": ms}
	for name, value := range args {
		if name != "timeoutMs" {
			timed[name] = value
		}
	}
	return timed
}

// doInTime calls a tool that uses up the time that args give it, and must succeed.
// The time grows where the machine is too slow for it.
func (a *agent) doInTime(tool string, args map[string]any) *answer {
	a.t.Helper()
	for ms := args["timeoutMs"].(int); ms < longTime; ms *= 4 {
		if got := a.call(tool, within(ms, args)); got.OK {
			return got
		}
	}
	return a.do(tool, within(longTime, args))
}

// fails calls a tool that must fail with code, a hint, and says in message and hint.
func (a *agent) fails(code types.Code, tool string, args map[string]any, says ...string) *answer {
	a.t.Helper()
	got, _ := a.failsInTime(code, tool, args, says...)
	return got
}

// failsInTime calls a tool that must fail with code, a hint, and says in message and
// hint. A time that args give it grows where it fails in another way: the machine may
// have been too slow to find out why.
func (a *agent) failsInTime(code types.Code, tool string, args map[string]any, says ...string) (got *answer, tries int) {
	a.t.Helper()
	for {
		got = a.call(tool, args)
		tries++
		if !got.OK && got.Error != nil && got.Error.Code == code && got.Error.Hint != "" && !slices.ContainsFunc(says, func(part string) bool {
			return !strings.Contains(got.Error.Message+"\n"+got.Error.Hint, part)
		}) {
			return got, tries
		}
		ms, timed := args["timeoutMs"].(int)
		if got.OK || !timed || ms >= longTime {
			a.t.Fatalf("%s %v answered %s, want %s with a hint, and %q", tool, args, got.Text, code, says)
		}
		args = within(min(4*ms, longTime), args)
	}
}

// described is the result of mm_describe_screen.
type described struct {
	State          types.State           `json:"state"`
	TestIDs        tool.TestIDItems      `json:"testIds"`
	A11y           types.A11y            `json:"a11y"`
	PriorKnowledge *types.PriorKnowledge `json:"priorKnowledge"`
}

// observation returns the described page, as the core is asked about it.
func (d described) observation() types.Observation {
	return types.Observation{State: d.State, TestIDs: d.TestIDs.Items, A11y: d.A11y}
}

func (a *agent) describe() described {
	a.t.Helper()
	var d described
	a.do("mm_describe_screen", nil).into(a.t, &d)
	return d
}

// follow does the first suggestion, writing the agent's own
// words for its task into fields. It reports false when there is none.
func (a *agent) follow(d described, words map[string]string) bool {
	a.t.Helper()
	if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 {
		return false
	}
	s := d.PriorKnowledge.SuggestedNextActions[0]
	args, name := map[string]any{}, s.PreferredTarget.Text
	if hint := s.PreferredTarget.Hint; hint != nil {
		args["role"], args["name"], name = hint.Role, hint.Name, hint.Name
	} else {
		args[s.PreferredTarget.Type] = s.PreferredTarget.Text
	}
	if s.Action == "type" {
		args["text"] = "something"
		for word, text := range words {
			if strings.Contains(strings.ToLower(name), word) {
				args["text"] = text
			}
		}
	}
	if s.Submit {
		args["submit"] = true
	}
	a.do("mm_"+s.Action, args)
	return true
}

// tryHTTP reports whether a client with token is let in.
func (w *world) tryHTTP(token string) error {
	c, err := client.NewStreamableHttpClient(w.mcpURL(), transport.WithHTTPHeaders(map[string]string{"Authorization": "Bearer " + token}))
	if err != nil {
		return err
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := c.Start(ctx); err != nil {
		return err
	}
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = mcp.LATEST_PROTOCOL_VERSION
	_, err = c.Initialize(ctx, hello)
	return err
}
