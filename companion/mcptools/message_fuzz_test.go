package mcptools

import (
	"encoding/json"
	"errors"
	"testing"
)

// FuzzReadMessage reads arbitrary bytes as a message of MCP: an accepted message is one
// JSON object with a method or an answer, a refused one is a fault with a code.
func FuzzReadMessage(f *testing.F) {
	for _, text := range []string{initializeMessage, `{"jsonrpc":"2.0","id":1,"METHOD":"x"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"a":[{}]}}}`, `[{}]`, `{"id":null}`, `{"jsonrpc":"2.0","id":{},"method":"x"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := readMessage(data)
		if err != nil {
			var fault *protocolFault
			if !errors.As(err, &fault) || fault.code == 0 {
				t.Fatalf("%q is refused by %v", data, err)
			}
			return
		}
		if !json.Valid(m.raw) || m.raw[0] != '{' {
			t.Fatalf("%q was taken", data)
		}
	})
}

const initializeMessage = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`
