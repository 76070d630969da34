package prior

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestDragsAreSuggestedWithTheirEnd drags a card on a board, draws on a canvas and gives
// a file, and asks again where the ends are there, gone, or there twice.
func TestDragsAreSuggestedWithTheirEnd(t *testing.T) {
	page := func(nodes ...types.A11yNode) *types.Observation {
		nodes = append([]types.A11yNode{{Ref: "e1", Role: "button", Name: "Card"}, {Ref: "e2", Role: "button", Name: "Papers"}, {Ref: "e3", Role: "img", Name: "Drawing"}}, nodes...)
		return &types.Observation{
			State: types.State{CurrentScreen: "board", CurrentURL: "https://board.test/", Origin: "https://board.test"},
			A11y:  types.A11y{Nodes: nodes},
		}
	}
	done := types.A11yNode{Ref: "e4", Role: "region", Name: "Done"}
	card, drawing := &types.Target{Role: "button", Name: "Card"}, &types.Target{Role: "img", Name: "Drawing"}
	onDone := map[string]any{"role": "region", "name": "Done", "selector": "body > div:nth-of-type(2)"}
	for _, tc := range []struct {
		name   string
		tool   string
		target *types.Target
		input  map[string]any
		now    *types.Observation
		want   string // action, at, to; empty for no suggestion
	}{
		{"an end that is there", "mm_drag", card, map[string]any{"to": onDone}, page(done), `drag null {"role":"region","name":"Done"}`},
		{"an end that is gone", "mm_drag", card, map[string]any{"to": onDone}, page(), ``},
		{"an end that is there twice", "mm_drag", card, map[string]any{"to": onDone}, page(done, done), ``},
		{"an end with a selector that is no place", "mm_drag", card, map[string]any{"to": map[string]any{"selector": "#done", "at": map[string]any{"x": 4.0, "y": 5.0}}}, page(), `drag null {"selector":"#done","at":{"x":4,"y":5}}`},
		{"an offset", "mm_drag", drawing, map[string]any{"at": map[string]any{"x": 1.0, "y": 2.0}, "to": map[string]any{"x": 30.0, "y": -4.0}}, page(), `drag {"x":1,"y":2} {"x":30,"y":-4}`},
		{"no end", "mm_drag", card, nil, page(done), ``},
		{"files of an agent", "mm_upload", &types.Target{Role: "button", Name: "Papers"}, map[string]any{"files": []any{"secret.pdf"}}, page(), `upload null null`},
		{"files of a person", "mm_upload", &types.Target{Role: "button", Name: "Papers"}, map[string]any{"files": 2.0}, page(), `upload null null`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := New()
			for n, session := range []string{"a", "b"} {
				at := day.Add(time.Duration(n) * time.Minute)
				e.PutSession(&types.Session{SessionID: session, CreatedAt: at, Goal: "Sort the board"})
				st := step(session, session+"-1", at, tc.tool, tc.target, page(done))
				st.Tool.Input = tc.input
				e.PutStep(st)
			}
			e.PutSession(&types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), Goal: "Sort the board"})
			p := e.Suggest(day.Add(time.Hour), types.PriorRequest{Observation: *tc.now, SessionID: "asker"})
			checkAnswer(t, p)
			got := ""
			if p != nil && len(p.SuggestedNextActions) > 0 {
				s := p.SuggestedNextActions[0]
				at, _ := json.Marshal(s.At)
				to, _ := json.Marshal(s.To)
				got = fmt.Sprintf("%s %s %s", s.Action, at, to)
			}
			if got != tc.want {
				t.Errorf("suggested is %q, want %q", got, tc.want)
			}
		})
	}
}
