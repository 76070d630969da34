package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"

	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/version"
)

// rpcClient is a minimal MCP client for the demo, which calls tools one after the other.
// It uses the daemon's socket itself, because `cairn mcp` would start another daemon when
// the demo's ends.
type rpcClient struct {
	conn net.Conn
	out  *bufio.Reader
	next int
}

// toolAnswer is the answer of a tool: the text for the model and the same content as
// typed data.
type toolAnswer struct {
	Text       string
	Structured struct {
		OK     bool            `json:"ok"`
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
}

func startRPCClient(ctx context.Context, h home.Dir, name string) (*rpcClient, error) {
	conn, err := net.Dial("unix", h.Socket())
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { conn.Close() }) // a call that waits for its answer ends, too
	control.WriteLine(conn, control.Request{Want: control.WantMCP, Prefix: "mm_"})
	c := &rpcClient{conn: conn, out: bufio.NewReader(conn)}
	if _, err := c.call("initialize", map[string]any{
		"protocolVersion": "2025-06-18",
		"capabilities":    map[string]any{},
		"clientInfo":      map[string]string{"name": name, "version": version.Commit},
	}); err != nil {
		conn.Close()
		return nil, err
	}
	control.WriteLine(conn, map[string]string{"jsonrpc": "2.0", "method": "notifications/initialized"})
	return c, nil
}

func (c *rpcClient) call(method string, params any) (json.RawMessage, error) {
	c.next++
	control.WriteLine(c.conn, map[string]any{"jsonrpc": "2.0", "id": c.next, "method": method, "params": params})
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		var reply struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  *struct {
				Message string `json:"message"`
			} `json:"error"`
		}
		if err := json.Unmarshal(line, &reply); err != nil || reply.ID != c.next {
			continue // a notification
		}
		if reply.Error != nil {
			return nil, fmt.Errorf("%s: %s", method, reply.Error.Message)
		}
		return reply.Result, nil
	}
}

// tool calls one tool; it returns a tool's failure as an error.
func (c *rpcClient) tool(name string, args map[string]any) (*toolAnswer, error) {
	if args == nil {
		args = map[string]any{}
	}
	raw, err := c.call("tools/call", map[string]any{"name": name, "arguments": args})
	if err != nil {
		return nil, err
	}
	var result struct {
		IsError bool `json:"isError"`
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		StructuredContent json.RawMessage `json:"structuredContent"`
	}
	if err := json.Unmarshal(raw, &result); err != nil {
		return nil, fmt.Errorf("%s: answer not understood: %w", name, err)
	}
	answer := &toolAnswer{}
	for _, part := range result.Content {
		answer.Text += part.Text
	}
	if len(result.StructuredContent) > 0 {
		if err := json.Unmarshal(result.StructuredContent, &answer.Structured); err != nil {
			return nil, fmt.Errorf("%s: structured answer not understood: %w", name, err)
		}
	}
	if result.IsError {
		return answer, fmt.Errorf("%s: %s", name, answer.Text)
	}
	return answer, nil
}
