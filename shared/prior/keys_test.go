package prior

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestKeysAreSuggestedInTheirOrder leads a search by Enter, two arrows and a
// shortcut that is no element's.
func TestKeysAreSuggestedInTheirOrder(t *testing.T) {
	query := &types.Target{Role: "searchbox", Name: "Find"}
	page := &types.Observation{
		State: types.State{CurrentScreen: "search", CurrentURL: "https://shop.test/search", Origin: "https://shop.test"},
		A11y:  types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "searchbox", Name: "Find"}, {Ref: "e2", Role: "button", Name: "Cart"}}},
	}
	way := []struct {
		tool   string
		target *types.Target
		input  map[string]any
		want   string
	}{
		{"mm_type", query, map[string]any{"text": "lamp", "submit": true}, "type then Enter"},
		{"mm_press", query, map[string]any{"key": "ArrowDown"}, "press ArrowDown"},
		{"mm_press", query, map[string]any{"key": "ArrowDown"}, "press ArrowDown"},
		{"mm_press", query, map[string]any{"key": "Enter"}, "press Enter"},
		{"mm_press", nil, map[string]any{"key": "Control+k"}, "press Control+k at body"},
	}
	e := New()
	play := func(session string, from time.Duration, steps int) {
		e.PutSession(&types.Session{SessionID: session, CreatedAt: day.Add(from), Goal: "Find a lamp"})
		for i := range steps {
			st := step(session, fmt.Sprintf("%s-%d", session, i), day.Add(from+time.Duration(i)*time.Second), way[i].tool, way[i].target, page)
			st.Tool.Input = way[i].input
			e.PutStep(st)
		}
	}
	play("a", 0, len(way))
	play("b", time.Minute, len(way))
	for i, w := range way {
		asker := fmt.Sprintf("asker-%d", i)
		play(asker, time.Hour, i)
		p := e.Suggest(day.Add(time.Hour+time.Minute), types.PriorRequest{Observation: *page, SessionID: asker})
		checkAnswer(t, p)
		e.RemoveSession(asker)
		if p == nil || len(p.SuggestedNextActions) == 0 {
			t.Fatalf("step %d: nothing is suggested", i+1)
		}
		s := p.SuggestedNextActions[0]
		got := s.Action
		if s.Submit {
			got += " then Enter"
		}
		if s.Key != "" {
			got += " " + s.Key
		}
		if s.PreferredTarget.Text != "" {
			got += " at " + s.PreferredTarget.Text
		}
		if got != w.want {
			t.Errorf("step %d: %s is suggested, want %s", i+1, got, w.want)
		}
	}
}
