package mcptools

import (
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
)

// spent counts a client's calls and estimates its tokens, to compare runs of a task.
// Calls are counted when they arrive, so that a call that ends a session belongs to it.
type spent struct{ calls, tokens atomic.Int64 }

// call counts a call with its arguments.
func (s *spent) call(args []byte) {
	s.calls.Add(1)
	s.tokens.Add(int64(tokenCost(string(args))))
}

// read counts the texts of an answer, which it returns.
func (s *spent) read(result *mcp.CallToolResult) *mcp.CallToolResult {
	for _, part := range result.Content {
		if text, is := part.(mcp.TextContent); is {
			s.tokens.Add(int64(tokenCost(text.Text)))
		}
	}
	return result
}

// drain returns the counts and starts from zero.
func (s *spent) drain() (calls, tokens int) {
	return int(s.calls.Swap(0)), int(s.tokens.Swap(0))
}
