package mcptools

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
)

// MethodInitialize is the method of a client's first request.
const MethodInitialize = string(mcp.MethodInitialize)

// MethodBegun is sent before each request starts (ClientOptions.Announce), with the
// request's id. Only `cairn mcp` receives it: after a daemon's end it can repeat
// requests that were not started, even if they change something.
const MethodBegun = "cairn/begun"

// Repeatable reports whether a request changes neither page, session nor memory. Tools
// are named with the client's prefix.
func Repeatable(method, name, prefix string) bool {
	if method != string(mcp.MethodToolsCall) {
		return true
	}
	names := renamer(prefix)
	for _, t := range tools {
		if names.tool(t.name) == name {
			return t.readOnly
		}
	}
	return true // there is no such tool, which is all that is answered
}

// FaultAnswer answers a request that reaches no daemon, as a tool's error or a
// protocol error.
func FaultAnswer(id json.RawMessage, method, prefix string, err error) []byte {
	var answer mcp.JSONRPCMessage = refusal(&message{id: id}, err)
	if method == string(mcp.MethodToolsCall) {
		answer = mcp.JSONRPCResponse{JSONRPC: mcp.JSONRPC_VERSION, ID: requestID(id), Result: failed(renamer(prefix), err)}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return []byte(`{"jsonrpc":"2.0","error":{"code":-32603,"message":"the answer cannot be written"}}`) // impossible: it is made of texts
	}
	return text
}
