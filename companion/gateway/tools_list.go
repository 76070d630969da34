package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// addTools adds the gateway's own tools to the last page of the driver's.
func (w *watcher) addTools(m *message, result map[string]span) []byte {
	if result == nil {
		return m.line
	}
	more, _ := w.learn(m.result.of(m.line))
	if len(more) == 0 {
		return m.line
	}
	return appended(m.line, result["tools"], bytes.Join(more, []byte(",")))
}

// learn notes the driver's tools on a page of their list. It returns the gateway's own for the last
// page, and the cursor of the next.
func (w *watcher) learn(list []byte) (own [][]byte, next string) {
	var page struct {
		Tools []struct {
			Name        string
			InputSchema struct{ Properties map[string]json.RawMessage }
			Annotations struct{ ReadOnlyHint bool }
		}
		NextCursor string
	}
	if json.Unmarshal(list, &page) != nil {
		return nil, ""
	}
	w.mu.Lock()
	for _, tool := range page.Tools {
		w.offered[tool.Name] = false
		w.looking[tool.Name] = tool.Annotations.ReadOnlyHint && !strings.HasPrefix(tool.Name, "webmcp_") // whose pages say it
		w.params[tool.Name] = slices.Collect(maps.Keys(tool.InputSchema.Properties))
	}
	w.mu.Unlock()
	if page.NextCursor != "" || page.Tools == nil {
		return nil, page.NextCursor
	}
	w.knows()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, tool := range ownTools {
		if known, has := w.offered[tool.name]; (!has || known) && (!tool.acts || w.adapt != nil) {
			w.offered[tool.name] = true
			own = append(own, tool.definition())
		}
	}
	return own, ""
}

// maxPages bounds the pages of the driver's tools that the gateway asks for itself.
const maxPages = 50

// list asks the driver for its tools: a client that kept the list of an earlier session calls
// without asking for it.
func (w *watcher) list(ctx context.Context) {
	cursor := ""
	for page := range maxPages {
		request := transport.JSONRPCRequest{JSONRPC: mcp.JSONRPC_VERSION, ID: mcp.NewRequestId(fmt.Sprint("list-", page)), Method: "tools/list", Params: map[string]any{}}
		if cursor != "" {
			request.Params = map[string]any{"cursor": cursor}
		}
		response, err := w.own.SendRequest(ctx, request)
		if err != nil || response.Error != nil {
			return // the driver then answers the call
		}
		if _, cursor = w.learn(response.Result); cursor == "" {
			return
		}
	}
}

// owns reports whether a tool is the gateway's.
func (w *watcher) owns(tool string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.offered[tool]
}

// mayOwn reports whether a tool is the gateway's, or has the name of one and the driver's tools
// are not known.
func (w *watcher) mayOwn(tool string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.offered[tool] || len(w.offered) == 0 && slices.ContainsFunc(ownTools, func(t ownTool) bool { return t.name == tool })
}
