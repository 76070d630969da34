package main

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"
)

// FuzzHeadOf reads the heads of messages between an MCP client and the daemon:
// of a whole one, what encoding/json would say.
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

// FuzzInstant reads what people give for a time.
func FuzzInstant(f *testing.F) {
	for _, seed := range []string{"2h", "2026-02-03", "2026-02-03T04:05", "2026-02-03 04:05", "2026-02-03T04:05:06+01:00", "-1h", "yesterday", "9999999h"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		at, err := instant(text, now)
		if err != nil && at != 0 {
			t.Errorf("%q is refused, and %d", text, at)
		}
		if err == nil && text == "" && at != 0 {
			t.Errorf("nothing is %d", at)
		}
	})
}
