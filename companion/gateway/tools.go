package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"cairn/companion/mcptools"
	"cairn/shared/types"
)

// ownTool is a tool that the gateway adds to the driver's.
type ownTool struct {
	name, about, schema string
	readOnly            bool
	answer              func(w *watcher, ctx context.Context, arguments []byte) (string, error)
}

// ownTools are all of them. Their names begin with memory_, so that an agent sees what
// they are beside the driver's.
var ownTools = []ownTool{
	{name: "memory_search", readOnly: true, answer: (*watcher).search,
		about:  "Search what was done on web pages in earlier sessions: actions, elements, screens, goals. Use it when the answers of the browser's tools do not say how a task was done before.",
		schema: `{"type":"object","properties":{"query":{"type":"string","description":"Words of the task or of an element's name"}},"required":["query"]}`},
}

// definition is the tool as tools/list has it.
func (t *ownTool) definition() []byte {
	line, err := json.Marshal(map[string]any{"name": t.name, "description": t.about, "inputSchema": json.RawMessage(t.schema),
		"annotations": map[string]any{"readOnlyHint": t.readOnly, "openWorldHint": !t.readOnly}})
	if err != nil {
		return nil // the schemas are constants
	}
	return line
}

// answer carries out a call of one of them.
func (w *watcher) answer(ctx context.Context, c call) (string, error) {
	for i := range ownTools {
		if t := &ownTools[i]; t.name == c.tool {
			return t.answer(w, ctx, c.arguments)
		}
	}
	return "", types.Fault(types.CodeInvalidInput, "there is no tool "+c.tool, "")
}

// arguments reads a call's arguments strictly, so that a wrong name is not ignored.
func arguments(given []byte, into any) error {
	if len(given) == 0 {
		given = []byte("{}")
	}
	in := json.NewDecoder(strings.NewReader(string(given)))
	in.DisallowUnknownFields()
	if err := in.Decode(into); err != nil {
		return types.Fault(types.CodeInvalidInput, "the arguments are not understood: "+strings.TrimPrefix(err.Error(), "json: "), "See the tool's input schema.")
	}
	return nil
}

// maxFound bounds the steps of a search's answer.
const maxFound = 8

func (w *watcher) search(ctx context.Context, given []byte) (string, error) {
	var in struct{ Query string }
	if err := arguments(given, &in); err != nil {
		return "", err
	}
	found, err := w.memory.Search(ctx, types.SearchRequest{Query: in.Query, Limit: maxFound})
	if err != nil {
		return "", fmt.Errorf("search memory: %w", err)
	}
	if len(found) == 0 {
		return "Nothing like it is remembered.", nil
	}
	var lines []string
	for i := range found {
		s := &found[i]
		line := mcptools.Quote(s.Snippet, 160)
		if s.SessionGoal != "" {
			line += " for the goal " + mcptools.Quote(s.SessionGoal, 100)
		}
		lines = append(lines, "- "+line)
	}
	return mcptools.Fence("", strings.Join(lines, "\n")), nil
}
