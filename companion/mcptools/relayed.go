package mcptools

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
)

// MethodInitialize is the client's introduction.
const MethodInitialize = string(mcp.MethodInitialize)

// MethodBegun is the line that a client gets before each of its requests is begun
// (ClientOptions.Announce); its id is the request's. It is for `cairn mcp` alone,
// which passes it on to nobody: a request that was not begun when a daemon ended
// can be put to the next one, whatever it does.
const MethodBegun = "cairn/begun"

// Repeatable reports whether a request changes nothing: neither a page, nor a
// session, nor what is remembered. Tools are named with the client's prefix.
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

// FaultAnswer answers a request that reaches no daemon: as a tool does, or as the
// protocol does.
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
