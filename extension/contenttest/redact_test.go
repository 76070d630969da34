package contenttest

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

// TestRedactsAsTheCore holds the page's engine to the answers of package
// shared/redact.
func TestRedactsAsTheCore(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../shared/redact/testdata/engine.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Fn      string
		In, Out any
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	tb := open(t, "other.html")
	var got []any
	tb.eval(string("("+string(data)+").map((c) => Cairn.redact[c.fn](c.in))"), &got)
	for i, c := range cases {
		if !reflect.DeepEqual(got[i], c.Out) {
			t.Errorf("%s(%q) = %q, want %q", c.Fn, c.In, got[i], c.Out)
		}
	}
}
