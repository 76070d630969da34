package pilot

import (
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

func TestMessagesThatAppear(t *testing.T) {
	message := types.A11yNode{Ref: "e9", Role: "alert", Name: "Not enough funds"}
	for name, c := range map[string]struct {
		text  string
		kind  string
		setUp func(r *rig)
	}{
		"an alert":         {"", tool.NotifyMessage, func(r *rig) { r.show(message) }},
		"one that says so": {"enough", tool.NotifyMessage, func(r *rig) { r.show(types.A11yNode{Role: "status", Name: "Ready"}, message) }},
		"a dialog":         {"", tool.NotifyDialog, func(r *rig) { r.show(types.A11yNode{Ref: "e9", Role: "dialog"}) }},
		"a box":            {"sure", tool.NotifyBox, func(r *rig) { r.input.dialogs = []types.Dialog{{Type: "confirm", Message: "Sure?"}} }},
		"a second like it": {"", tool.NotifyMessage, func(r *rig) { r.show(message, message) }},
	} {
		t.Run(name, func(t *testing.T) {
			r := withTabs(t)
			if name == "a second like it" {
				r.show(message)
			}
			if _, err := r.Type(t.Context(), tool.TypeInput{TargetInput: tool.TargetInput{Role: "textbox", Name: "Amount"}, Text: "1"}); err != nil {
				t.Fatal(err)
			}
			c.setUp(r)
			got, err := r.WaitForNotification(t.Context(), tool.NotifyInput{Text: c.text})
			if err != nil || len(got.Found) != 1 || got.Found[0].Kind != c.kind {
				t.Errorf("found %+v, %v", got, err)
			}
		})
	}
}

// show adds elements to every page.
func (r *rig) show(nodes ...types.A11yNode) {
	for _, page := range r.browser.tabs {
		kept := page.A11y.Nodes[:4:4]
		page.A11y.Nodes = append(kept, nodes...)
	}
}
