package mcptools

import (
	"encoding/json"
	"testing"
)

func TestWholeNumbersInAnySpelling(t *testing.T) {
	for given, want := range map[string]string{
		`20`: `20`, `20.0`: `20`, `20.00`: `20`, `2e1`: `20`, `2E+1`: `20`, `1.5e1`: `15`, `200e-1`: `20`, `0.0`: `0`, `-3.0`: `-3`,
		`20.5`: `20.5`, `1.5`: `1.5`, `-0`: `-0`, `-0.0`: `-0.0`, `1e-400`: `1e-400`, `1e999`: `1e999`, `9007199254740993.0`: `9007199254740993.0`, `20.0000000000000000001`: `20.0000000000000000001`,
		`9223372036854775808`:                                `9223372036854775808`,
		`{"a":[1.0,"1.0","\\",2.0,"\"3.0"],"4.0":{"b":5.0}}`: `{"a":[1,"1.0","\\",2,"\"3.0"],"4.0":{"b":5}}`,
		`"20.0"`: `"20.0"`, `null`: `null`, `{}`: `{}`, ``: ``,
	} {
		if got := string(plainNumbers(json.RawMessage(given))); got != want {
			t.Errorf("%s becomes %s, want %s", given, got, want)
		}
	}
}

func FuzzPlainNumbers(f *testing.F) {
	f.Add(`{"a":[1.0,"x\\",2e3]}`)
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			t.Skip()
		}
		var before, after any
		if json.Unmarshal([]byte(text), &before) != nil {
			t.Skip() // a number beyond all bounds
		}
		if err := json.Unmarshal(plainNumbers(json.RawMessage(text)), &after); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		a, _ := json.Marshal(before)
		b, _ := json.Marshal(after)
		if string(a) != string(b) {
			t.Errorf("%q becomes another value: %s, was %s", text, b, a)
		}
	})
}
