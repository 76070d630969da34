package types

import (
	"encoding/json"
	"testing"
)

// FuzzUnions reads arbitrary JSON as the types that have a form of their own: a value
// that is read is written as JSON that reads the same.
func FuzzUnions(f *testing.F) {
	for _, text := range []string{`"current"`, `{"sessionId":"mm-0001"}`, `{"type":"testId","value":"a"}`, `{"type":"a11yHint","value":{"role":"button","name":"b"}}`, `null`, `{"sessionId":null}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if scope := new(Scope); json.Unmarshal(text, scope) == nil {
			same(t, scope, new(Scope))
		}
		if target := new(PriorTarget); json.Unmarshal(text, target) == nil && target.Type != "" {
			same(t, target, new(PriorTarget))
		}
		if item := new(KBItem); json.Unmarshal(text, item) == nil {
			if _, err := json.Marshal(item); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// same writes a value and reads it back.
func same[T any](t *testing.T, v, back *T) {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, back); err != nil {
		t.Fatalf("%s was written and is not read: %v", text, err)
	}
	again, err := json.Marshal(back)
	if err != nil || string(again) != string(text) {
		t.Fatalf("%s became %s (%v)", text, again, err)
	}
}
