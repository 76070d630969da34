package demo

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"

	"cairn/companion/home"
	"cairn/companion/version"
)

// rpcClient is a minimal MCP client for the demo: it starts `cairn mcp` like any
// client and calls tools one after the other.
type rpcClient struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
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

func startRPCClient(h home.Dir, name string) (*rpcClient, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "mcp", "--data", string(h))
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start cairn mcp: %w", err)
	}
	c := &rpcClient{cmd: cmd, in: in, out: bufio.NewReader(out)}
	if _, err := c.call("initialize", map[string]any{
		"protocolVersion": "2025-06-18",
		"capabilities":    map[string]any{},
		"clientInfo":      map[string]string{"name": name, "version": version.Commit},
	}); err != nil {
		c.close()
		return nil, err
	}
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return c, err
}

// close ends the client by closing its side.
func (c *rpcClient) close() {
	c.in.Close()
	_ = c.cmd.Wait()
}

func (c *rpcClient) call(method string, params any) (json.RawMessage, error) {
	c.next++
	request, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.next, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if _, err := c.in.Write(append(request, '\n')); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
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
