package runner

import (
	"slices"
	"testing"

	"cairn/shared/types"
)

// TestLayersInFront puts a layer in front of the second step's page. Its elements, or those of a banner and
// behind it, are not covered.
func TestLayersInFront(t *testing.T) {
	within := func(front string, controls ...string) (nodes []types.A11yNode) {
		for _, c := range controls {
			nodes = append(nodes, node("button", c, `in=dialog "`+front+`"`))
		}
		return nodes
	}
	bare := func(controls ...string) (nodes []types.A11yNode) {
		for _, c := range controls {
			nodes = append(nodes, node("button", c))
		}
		return nodes
	}
	cookies := func(controls ...string) []types.A11yNode {
		return append([]types.A11yNode{node("heading", "We use cookies")}, bare(controls...)...)
	}
	off := cookies("Reject all")
	off[1].Disabled = true
	for _, x := range []struct {
		name  string
		front types.Overlay
		nodes []types.A11yNode
		with  func(w *world)
		press []string // nil where the run stops in front of it
		says  types.FlowReason
	}{
		{name: "cookies are refused", front: types.Overlay{Name: "We use cookies"}, nodes: cookies("Accept all", "Reject all"), press: []string{"click Reject all"}},
		{name: "a layer without a name", nodes: cookies("Accept all", "Reject all"), press: []string{"click Reject all"}},
		{name: "a banner without a refusal", nodes: cookies("Settings", "Close"), press: []string{"click Close"}},
		{name: "a banner with a text", nodes: bare("Settings", "Reject all"), with: func(w *world) { w.pages["team"].rows = map[string][]string{"e6": {"We use cookies."}} }, press: []string{"click Reject all"}},
		{name: "cookies that can only be accepted", front: types.Overlay{Name: "We use cookies"}, nodes: cookies("Accept all")},
		{name: "a button that the application has elsewhere", front: types.Overlay{Name: "We use cookies"}, nodes: cookies("Accept all", "1", "2", "3", "4", "5", "Reject")},
		{name: "a button behind a link to the policy", nodes: []types.A11yNode{node("link", "Privacy"), node("button", "Close")}},
		{name: "a button behind a text that is covered", nodes: bare("Close"), with: func(w *world) { w.pages["team"].rows = map[string][]string{"e5": {"Cookies"}} }},
		{name: "a covered button", nodes: cookies("Reject all"), with: func(w *world) { w.pages["team"].banner = 0 }},
		{name: "a layer that is no banner", front: types.Overlay{Name: "See the new look"}, nodes: bare("Close")},
		{name: "two ways to refuse", nodes: cookies("Reject all", "Decline")},
		{name: "a refusal that is not possible", nodes: off},
		{name: "a notice", front: types.Overlay{Role: "dialog", Name: "See the new look"}, nodes: within("See the new look", "Close"), press: []string{"click Close"}},
		{name: "a notice that comes again", front: types.Overlay{Role: "dialog", Name: "See the new look"}, nodes: within("See the new look", "Close"), with: func(w *world) {
			w.after = func(string) error { w.dropped = false; return nil }
		}, press: []string{"click Close", "click Close"}, says: types.FlowDialog},
		{name: "a question", front: types.Overlay{Role: "dialog", Name: "Delete the draft?"}, nodes: within("Delete the draft?", "Close")},
		{name: "a form that the flow fills in", front: types.Overlay{Role: "dialog", Name: "New"}, nodes: append(within("New", "Close"), node("textbox", "Email", `in=dialog "New"`))},
		{name: "a part with a test id of the flow", front: types.Overlay{Role: "dialog", Name: "New"}, nodes: append(within("New", "Close"), node("generic", "", `in=dialog "New"`, "id=send"))},
		{name: "a dialog about cookies", front: types.Overlay{Role: "dialog", Name: "Your cookies?"}, nodes: within("Your cookies?", "OK", "Decline", "Close"), press: []string{"click Decline"}},
		{name: "a dialog about cookies that can be closed", front: types.Overlay{Role: "dialog", Name: "Your cookies?"}, nodes: within("Your cookies?", "OK", "Close"), press: []string{"click Close"}},
		{name: "a form about privacy that the flow fills in", front: types.Overlay{Role: "dialog", Name: "Privacy"}, nodes: append(within("Privacy", "Close"), node("textbox", "Email", `in=dialog "Privacy"`))},
		{name: "what the last step opened", front: types.Overlay{Role: "dialog", Name: "Tracking"}, nodes: within("Tracking", "Close"), with: func(w *world) {
			w.session, w.at, w.pages["home"].path, w.flow.Steps[0].Screen.Path = "mm-1", "home", "/team", "/team"
		}},
	} {
		tc := runCase{name: x.name, did: append(append(slices.Clone(all[:1]), x.press...), all[1:]...), reason: x.says, with: func(w *world) {
			team := w.pages["team"]
			team.front, team.nodes = &x.front, append(team.nodes, x.nodes...)
			if x.front.Role == "" {
				team.banner = len(x.nodes)
			}
			if x.with != nil {
				x.with(w)
			}
		}}
		if x.press == nil || x.says != "" {
			tc.did, tc.reason, tc.step = append(slices.Clone(all[:1]), x.press...), types.FlowDialog, 2
		}
		tc.run(t)
	}
}

// TestTheMenuThatMayHoldIt has the second step's element in no place that shows. The n-th menu leads to a page with it.
func TestTheMenuThatMayHoldIt(t *testing.T) {
	opened := append([]string{"click Team", "click More"}, all[1:]...)
	more := node("button", "More", "expanded=false")
	for _, x := range []struct {
		name  string
		nodes []types.A11yNode
		rows  map[string][]string
		row   string // of the target
		menu  string // the ref of the pressed one
		with  func(w *world)
		did   []string
	}{
		{name: "the only one", nodes: []types.A11yNode{node("heading", "Team"), more}, menu: "e2", did: opened},
		{name: "the one beside its neighbour", nodes: []types.A11yNode{more, node("img", "1"), node("img", "2"), node("img", "3"), node("img", "4"), node("img", "5"), node("img", "6"), node("heading", "Team"), more}, menu: "e9", did: opened},
		{name: "that of its row", nodes: []types.A11yNode{more, more}, rows: map[string][]string{"e1": {"Anvil"}, "e2": {"Easel"}}, row: "Easel", menu: "e2", did: opened},
		{name: "that of another row", nodes: []types.A11yNode{more}, rows: map[string][]string{"e1": {"Anvil"}}, row: "Easel", did: all[:1]},
		{name: "one that does not have it", nodes: []types.A11yNode{more}, menu: "e1", with: func(w *world) { w.pages["team"].leads = nil }, did: opened[:2]},
	} {
		tc := runCase{name: x.name, did: x.did, with: func(w *world) {
			w.flow.Steps[1].Targets[0].Row = x.row
			open := append(slices.Clone(x.nodes), node("link", "Invite"))
			w.pages["open"] = &fakePage{path: "/team", nodes: open, leads: map[string]string{"Invite": "form"}, rows: map[string][]string{}}
			for ref, row := range x.rows {
				w.pages["open"].rows[ref] = row
			}
			w.pages["open"].rows[map[int]string{1: "e2", 2: "e3"}[len(x.nodes)]] = []string{x.row}
			w.pages["team"].nodes, w.pages["team"].rows, w.pages["team"].leads = x.nodes, x.rows, map[string]string{"More": "open"}
			w.before = func(what string) {
				if what == "click More" && w.acting != x.menu {
					t.Errorf("%s: it opened %s", x.name, w.acting)
				}
			}
			if x.with != nil {
				x.with(w)
			}
		}}
		if len(x.did) < len(opened) {
			tc.reason, tc.step = types.FlowMissing, 2
		}
		tc.run(t)
	}
}

// TestAnAnswerIsPressedWhereItWasSeen shows another question with the same answer before the press.
func TestAnAnswerIsPressedWhereItWasSeen(t *testing.T) {
	h := newFakeDriver(t, map[string]*fakePage{"first": {nodes: []types.A11yNode{node("heading", "Send?"), node("button", "Yes"), node("button", "No")}},
		"other": {nodes: []types.A11yNode{node("heading", "Delete?"), node("button", "Yes"), node("button", "No")}}})
	h.session, h.at = "mm-1", "first"
	r := &run{driver: h, flow: &types.Flow{}}
	s, err := r.look(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	if h.at = "other"; r.pressed(t.Context(), &s.Page.A11y.Nodes[1]) {
		t.Error("it answered another question")
	}
	if h.at = "first"; !r.pressed(t.Context(), &s.Page.A11y.Nodes[1]) {
		t.Error("it did not answer")
	}
}
