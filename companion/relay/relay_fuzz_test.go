package relay

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzHeadOf reads the heads of messages between an MCP client and the daemon:
// a whole one is read as by encoding/json.
func FuzzHeadOf(f *testing.F) {
	for _, seed := range []string{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"id":"a","result":{"x":[1]}}`, `{"result":{},"id":2}`, `{"id":null,"error":{}}`, `[]`, `{"id":`, `{"method":7}`, ``} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		head := headOf(line)
		var whole map[string]json.RawMessage
		if json.Unmarshal(line, &whole) != nil || head.ID == nil {
			return
		}
		if _, ok := whole["id"]; !ok || !json.Valid(head.ID) {
			t.Errorf("of %q the id is %q", line, head.ID)
		}
		if again := headOf(line); !bytes.Equal(again.ID, head.ID) || again.Method != head.Method {
			t.Errorf("%q is read as %+v, then as %+v", line, head, again)
		}
	})
}
