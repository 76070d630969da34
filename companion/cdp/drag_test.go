package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTheButtonNeverStaysDown drags where all goes well, where the end is not found, and
// where pressing or moving fails: the last event of each lets go at the right place.
func TestTheButtonNeverStaysDown(t *testing.T) {
	lost, late := errors.New("no such end"), errors.New("not now")
	for name, tc := range map[string]struct {
		end        error
		fails      string // the kind of event that fails
		after      int    // so many of it
		want       error
		last, from string
	}{
		"all goes well":         {nil, "", 0, nil, "mouseReleased 110,220", "mouseMoved 10,20"},
		"no end":                {lost, "", 0, lost, "mouseReleased 10,20", "mouseMoved 10,20"},
		"the press fails":       {nil, "mousePressed", 0, late, "mouseReleased 10,20", "mouseMoved 10,20"},
		"a move fails half way": {nil, "mouseMoved", 5, late, "mouseReleased 10,20", "mouseMoved 10,20"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake()
			seen := 0
			f.answer["Input.dispatchMouseEvent"] = func(p json.RawMessage) (string, error) {
				if tc.fails != "" && strings.Contains(string(p), tc.fails) {
					if seen++; seen > tc.after {
						return "", late
					}
				}
				return "{}", nil
			}
			err := newTestTab(t, f).Drag(t.Context(), 10, 20, func(context.Context) (float64, float64, error) { return 110, 220, tc.end })
			if !errors.Is(err, tc.want) {
				t.Errorf("the drag ends with %v, want %v", err, tc.want)
			}
			var did []string
			for _, p := range f.params {
				var m struct {
					Type string
					X, Y float64
				}
				if json.Unmarshal(p, &m) == nil && strings.HasPrefix(m.Type, "mouse") {
					did = append(did, fmt.Sprintf("%s %g,%g", m.Type, m.X, m.Y))
				}
			}
			if len(did) == 0 || did[0] != tc.from || did[len(did)-1] != tc.last || slices.Index(did, tc.last) != len(did)-1 {
				t.Errorf("the mouse did %v, want %s last", did, tc.last)
			}
		})
	}
}

func TestComplaintsAreErrorsSinceATime(t *testing.T) {
	w := &consoleWatch{since: 1000}
	for _, e := range []struct{ method, params string }{
		{"Runtime.consoleAPICalled", `{"type":"error","timestamp":999,"args":[{"type":"string","value":"before"}]}`},
		{"Runtime.consoleAPICalled", `{"type":"log","timestamp":1001,"args":[{"type":"string","value":"no error"}]}`},
		{"Runtime.consoleAPICalled", `{"type":"error","timestamp":1001,"args":[{"type":"string","value":"failed"},{"type":"number","value":42},{"type":"object","description":"Error: x\\n  at y"}]}`},
		{"Runtime.consoleAPICalled", `{"type":"error","timestamp":1001,"args":[]}`},
		{"Runtime.exceptionThrown", `{"timestamp":1002,"exceptionDetails":{"exceptionId":1,"text":"Uncaught","lineNumber":1,"columnNumber":1,"exception":{"type":"object","description":"TypeError: a is null\\n at z"}}}`},
		{"Runtime.exceptionThrown", `{"timestamp":1003,"exceptionDetails":{"exceptionId":2,"text":"Uncaught (in promise)","lineNumber":1,"columnNumber":1}}`},
		{"Runtime.exceptionThrown", `{"timestamp":"soon"}`},
		{"Runtime.executionContextCreated", `{}`},
	} {
		w.note(e.method, json.RawMessage(strings.ReplaceAll(e.params, `\\n`, `\n`)))
	}
	if want := []string{"failed 42 Error: x", "console.error", "TypeError: a is null", "Uncaught (in promise)"}; !slices.Equal(w.texts, want) {
		t.Errorf("complaints are %q, want %q", w.texts, want)
	}
}
