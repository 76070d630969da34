package pilot

import (
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

// TestADragHasOneEnd drags to an element or by an offset within the window, and presses nothing for any other end.
func TestADragHasOneEnd(t *testing.T) {
	n := func(i int) *int { return &i }
	end := tool.TargetInput{Role: "textbox", Name: "Amount"}
	for name, c := range map[string]struct {
		to   tool.DropInput
		want string
		code types.Code
	}{
		"to an element":              {tool.DropInput{TargetInput: end}, "drag 10,20 to 10,20", ""},
		"by an offset":               {tool.DropInput{X: n(100), Y: n(0)}, "drag 10,20 to 110,20", ""},
		"to the edge":                {tool.DropInput{X: n(-10), Y: n(-20)}, "drag 10,20 to 0,0", ""},
		"nowhere":                    {tool.DropInput{}, "", types.CodeInvalidInput},
		"without y":                  {tool.DropInput{X: n(1)}, "", types.CodeInvalidInput},
		"without x":                  {tool.DropInput{Y: n(1)}, "", types.CodeInvalidInput},
		"to where it is":             {tool.DropInput{X: n(0), Y: n(0)}, "", types.CodeInvalidInput},
		"to an element by an offset": {tool.DropInput{TargetInput: end, X: n(1), Y: n(1)}, "", types.CodeInvalidInput},
		"to a point by an offset":    {tool.DropInput{At: &types.Point{}, X: n(1), Y: n(1)}, "", types.CodeInvalidInput},
		"out of the window's left":   {tool.DropInput{X: n(-11), Y: n(0)}, "", types.CodeInvalidInput},
		"out of the window's top":    {tool.DropInput{X: n(0), Y: n(-21)}, "", types.CodeInvalidInput},
		"out of the window's right":  {tool.DropInput{X: n(790), Y: n(0)}, "", types.CodeInvalidInput},
		"out of the window's foot":   {tool.DropInput{X: n(0), Y: n(580)}, "", types.CodeInvalidInput},
		"to what is not there":       {tool.DropInput{TargetInput: tool.TargetInput{Role: "button", Name: "None"}}, "", types.CodeTargetNotFound},
	} {
		r := launched(t)
		r.browser.answer[wire.KindSettle] = func(e wire.Envelope) (*wire.Reply, error) {
			return &wire.Reply{Page: &wire.Page{TabID: e.Settle.TabID, Observation: *home(), Hit: true}}, nil
		}
		_, err := r.Drag(t.Context(), tool.DragInput{TargetInput: tool.TargetInput{TestID: "send"}, To: c.to})
		did := slices.DeleteFunc(slices.Clone(r.input.did), func(s string) bool { return strings.HasPrefix(s, "navigate") })
		if got := strings.Join(did, ", "); got != c.want || (err != nil) != (c.code != "") || err != nil && types.AsError(err).Code != c.code {
			t.Errorf("%s: it did %q, %v", name, got, err)
		}
	}
	r := bounded(t)
	r.browser.answer[wire.KindLocate] = func(e wire.Envelope) (*wire.Reply, error) {
		located := &wire.Located{Ref: "e1", Target: types.Target{TestID: e.Locate.Target.TestID}, Matches: 1}
		if e.Locate.For == "drop" {
			located.Target.Origin = "https://admin.pay.test"
		}
		return &wire.Reply{Located: located}, nil
	}
	_, err := r.Drag(t.Context(), tool.DragInput{TargetInput: tool.TargetInput{TestID: "send"}, To: tool.DropInput{TargetInput: tool.TargetInput{TestID: "x"}}})
	if wantCode(t, err, types.CodeActionDenied); len(r.input.did) > 0 {
		t.Errorf("it did %q", r.input.did)
	}
}
