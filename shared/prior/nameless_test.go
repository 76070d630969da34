package prior

import (
	"fmt"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestTheStepAfterANamelessOneIsNotGivenForIt asks where the next step was typing into a field
// that nothing tells from others: the button that was pressed afterwards is no answer.
func TestTheStepAfterANamelessOneIsNotGivenForIt(t *testing.T) {
	field := types.A11yNode{Ref: "e7", Role: "textbox"}
	empty, dialog := page(walletOrigin, "files", button("New folder"), button("Upload")), page(walletOrigin, "name", button("OK"), button("Cancel"))
	dialog.A11y.Nodes = append(dialog.A11y.Nodes, field, types.A11yNode{Ref: "e8", Role: "textbox"})
	e := New()
	add := func(id string, at types.Time, ends bool) {
		e.PutSession(&types.Session{SessionID: id, CreatedAt: at, Goal: "Add a folder"})
		e.PutStep(step(id, "1", at.Add(time.Second), "mm_click", &types.Target{Role: "button", Name: "New folder"}, empty))
		if ends {
			e.PutStep(step(id, "2", at.Add(2*time.Second), "mm_type", &types.Target{Role: "textbox", A11yRef: "e7"}, dialog))
			e.PutStep(step(id, "3", at.Add(3*time.Second), "mm_click", &types.Target{Role: "button", Name: "OK"}, dialog))
		}
	}
	for i := range 3 {
		add(fmt.Sprint("earlier-", i), day.Add(time.Duration(i)*time.Minute), true)
	}
	add("now", day.Add(time.Hour), false)
	p := e.Suggest(day.Add(time.Hour+time.Minute), types.PriorRequest{Observation: *dialog, Goal: "Add a folder", SessionID: "now"})
	if p != nil && len(p.SuggestedNextActions) > 0 && p.SuggestedNextActions[0].Confidence >= 0.5 {
		t.Errorf("suggests %+v", p.SuggestedNextActions[0])
	}
}
