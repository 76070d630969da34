package gateway

import "cairn/shared/types"

// A JavaScript dialog counts as a separate page while it is open. Its parts have the
// names that package pilot uses, so that both record the same steps.

// boxes maps the refs of a dialog's buttons to whether they accept.
var boxes = map[string]bool{"box3": true, "box4": false}

// boxed returns the page while a dialog is in front of it.
func boxed(p *page, d *types.Dialog) *page {
	under := p
	if p.under != nil {
		under = p.under
	}
	message := clip(d.Message)
	parts := []element{{role: "alertdialog", name: message, ref: "box1", flags: map[string]string{}},
		{depth: 1, role: "button", name: "OK", ref: "box3", flags: map[string]string{}}, {depth: 1, role: "button", name: "Cancel", ref: "box4", flags: map[string]string{}}}
	box := pageOf(p.obs.State.CurrentURL, p.obs.State.Title, parts)
	for i := range box.obs.A11y.Nodes[1:] {
		box.obs.A11y.Nodes[i+1].Path = []string{box.obs.A11y.Nodes[0].Label()}
	}
	box.dialog, box.under = d, under
	return box
}

// answers returns the action that answers the dialog in front of a page. Alerts ask
// nothing: package pilot answers them by itself, so the answer to one is no step.
func answers(p *page, accept bool) []deed {
	if p == nil || p.dialog == nil || p.dialog.Type != "confirm" && p.dialog.Type != "prompt" {
		return nil
	}
	if accept {
		return []deed{{tool: "click", ref: "box3"}}
	}
	return []deed{{tool: "click", ref: "box4"}}
}
