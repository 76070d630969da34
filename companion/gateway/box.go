package gateway

import (
	"fmt"

	"cairn/shared/types"
)

// A JavaScript dialog is a page of its own meanwhile, with the names that package pilot
// gives its parts, so that steps on it are the same however they were recorded.

// boxes are the refs of a dialog's buttons, and whether they accept.
var boxes = map[string]bool{"box3": true, "box4": false}

// boxed is the page while a dialog is in front of it.
func boxed(p *page, d *types.Dialog) *page {
	under := p
	if p.under != nil {
		under = p.under
	}
	message := clip(d.Message)
	path := []element{{role: "alertdialog", name: message, ref: "box1", flags: map[string]string{}},
		{depth: 1, role: "button", name: "OK", ref: "box3", flags: map[string]string{}}, {depth: 1, role: "button", name: "Cancel", ref: "box4", flags: map[string]string{}}}
	box := pageOf(p.obs.State.CurrentURL, p.obs.State.Title, path)
	for i := range box.obs.A11y.Nodes[1:] {
		box.obs.A11y.Nodes[i+1].Path = []string{fmt.Sprintf("alertdialog %q", message)}
	}
	box.dialog, box.under = d, under
	return box
}

// answers is the action of answering the dialog in front of a page. Alerts ask nothing:
// package pilot answers them by itself, so that answering one is no step.
func answers(p *page, accept bool) []deed {
	if p == nil || p.dialog == nil || p.dialog.Type != "confirm" && p.dialog.Type != "prompt" {
		return nil
	}
	if accept {
		return []deed{{tool: "click", ref: "box3"}}
	}
	return []deed{{tool: "click", ref: "box4"}}
}
