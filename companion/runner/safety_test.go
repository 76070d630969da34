package runner

import (
	"context"
	"slices"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestNoStepIsDoneElsewhere changes what a step needs besides its element: its page, its site, its time and its end.
func TestNoStepIsDoneElsewhere(t *testing.T) {
	instead := func(at int, with ...string) []string { return slices.Replace(slices.Clone(all), at, at+1, with...) }
	fault := func(code types.Code, times int) []error {
		return slices.Repeat([]error{types.Fault(code, "no", "")}, times)
	}
	drag := func(w *world, end *types.FlowTarget) {
		w.flow.Steps[1].Tool, w.flow.Steps[1].To = "drag", &types.FlowDrop{Target: end}
	}
	for _, tc := range []runCase{
		{name: "the elements on another page", with: func(w *world) { w.pages["form"].path, w.flow.Steps[1].Expect = "/other", types.FlowScreen{} },
			reason: types.FlowScreenGone, step: 3, did: all[:2], says: "/other"},
		{name: "the elements on another site", with: func(w *world) {
			w.pages["form"].origin, w.flow.Steps[1].Expect, w.flow.Steps[2].Screen = "https://evil.test", types.FlowScreen{}, types.FlowScreen{}
		}, reason: types.FlowScreenGone, step: 3, did: all[:2], says: "another site: https://evil.test"},
		{name: "an address is opened from each page", with: func(w *world) {
			w.flow.Steps[1] = types.FlowStep{Tool: "navigate", Value: "/invite", Screen: types.FlowScreen{Path: "/other"}}
		}, did: instead(1, "navigate /invite")},
		{name: "a way back", with: func(w *world) {
			w.flow.Steps = slices.Insert(w.flow.Steps, 2, types.FlowStep{Tool: "back", Screen: types.FlowScreen{Path: "/invite"}}, w.flow.Steps[1])
			w.pages["form"].leads[""] = "team"
		}, did: instead(1, "click Invite", "back", "click Invite")},
		{name: "a list that is only opened", with: func(w *world) {
			w.flow.Steps[3].Tool, w.flow.Steps[3].Value, w.flow.Params, w.flow.Title = "click", "", w.flow.Params[:1], "Invite"
			w.values = map[string]string{"email": "ann@x.com"}
		}, did: instead(3, "click Role")},
		{name: "a field with suggestions", with: func(w *world) {
			w.pages["form"].nodes = slices.Insert(w.pages["form"].nodes, 2, node("option", "bob@x.com", "in=listbox"))
		}},
		{name: "a list that is too long to be shown", with: func(w *world) {
			w.pages["form"].nodes = slices.Insert(slices.Delete(w.pages["form"].nodes, 4, 5), 4, slices.Repeat([]types.A11yNode{node("option", "Guest", "in=combobox")}, maxListed)...)
			w.flow.Steps[4].Targets[0].Near = nil
		}},
		{name: "a question of a page that is drawn late", with: func(w *world) {
			w.pages["form"].late = 5
			asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
		}, did: append(slices.Clone(all), "click Yes")},
		{name: "an element that is drawn again", with: func(w *world) { w.refuse = map[string][]error{"click Invite": fault(types.CodeStaleRef, 2)} }},
		{name: "an element that is drawn again and again", with: func(w *world) { w.refuse = map[string][]error{"click Invite": fault(types.CodeStaleRef, maxTries)} },
			reason: types.FlowChanged, step: 2, did: all[:1]},
		{name: "a field whose row says something else since the texts were read", with: func(w *world) { w.reused = map[string]int{"type Email": 0} }},
		{name: "an element that moves a while", with: func(w *world) { w.refuse = map[string][]error{"click Invite": fault(types.CodeTargetNotActable, 3)} }},
		{name: "an element of the page's own origin", with: func(w *world) { w.flow.Steps[1].Targets[0].Origin = testSite }},
		{name: "an element of another origin", with: func(w *world) { w.flow.Steps[1].Targets[0].Origin = "https://pay.test" }, reason: types.FlowMissing, step: 2, did: all[:1]},
		{name: "one that is gone, and one with an equal", with: func(w *world) {
			w.flow.Steps[1].Targets = []types.FlowTarget{{Role: "button", Name: "Gone"}, {Role: "button", Name: "Open"}}
		}, reason: types.FlowAmbiguous, step: 2, did: all[:1]},
		{name: "a double click", with: func(w *world) {
			w.flow.Steps[1].Click = &types.Clicking{Count: 2}
			w.before = func(what string) {
				if what == "click Invite" && w.how.Count != 2 {
					t.Errorf("it clicked %+v", w.how)
				}
			}
		}},
		{name: "several options of a list", with: func(w *world) {
			w.pages["form"].nodes[2].Role, w.flow.Steps[3].Targets[0].Role = "listbox", "listbox"
			w.values = map[string]string{"email": "ann@x.com", "role": "Member\nAdmin"}
			w.before = func(what string) {
				if what == "type Role" && (w.typed.Text != "" || len(w.typed.Options) != 2) {
					t.Errorf("it typed %+v", w.typed)
				}
			}
		}},
		{name: "a drag", with: func(w *world) { drag(w, &types.FlowTarget{Role: "heading", Name: "Team"}) }, did: instead(1, "drag Invite")},
		{name: "a drag to one of two", with: func(w *world) { drag(w, &types.FlowTarget{Role: "button", Name: "Open"}) }, reason: types.FlowAmbiguous, step: 2, did: all[:1]},
		{name: "a drag whose end needs a value", with: func(w *world) {
			drag(w, &types.FlowTarget{Role: "button", Name: "Open {name}"})
			w.flow.Params = append(w.flow.Params, types.FlowParam{Name: "name", Kind: types.FlowText, Optional: true})
		}, reason: types.FlowNeedsParam, step: 2, did: all[:1]},
		{name: "two elements that sessions used", with: func(w *world) {
			w.flow.Steps[1].Targets = append(w.flow.Steps[1].Targets, types.FlowTarget{Role: "link", Name: "Help"})
		}, reason: types.FlowAmbiguous, step: 2, did: all[:1], says: "two elements"},
		{name: "a click without an effect amid the way", with: func(w *world) { delete(w.pages["team"].leads, "Invite") }, reason: types.FlowNoEffect, step: 2, did: all[:2]},
		{name: "an error that is gone again", with: func(w *world) { w.appears = map[string][]string{"click Send invitation": {`alert "Sending failed"`}} },
			reason: types.FlowError, step: 5, says: "Sending failed"},
		{name: "a day of a calendar", with: func(w *world) {
			w.pages["home"].nodes = append(w.pages["home"].nodes, node("button", "Saturday, June 5, 2027"), node("button", "Monday, July 5, 2027"), node("button", "Delete the backup of June 5"))
			w.pages["home"].leads = map[string]string{"Saturday, June 5, 2027": "team"}
			w.flow.Steps[0].Targets = []types.FlowTarget{{Role: "button", Name: "{day}"}}
			w.flow.Params = append(w.flow.Params, types.FlowParam{Name: "day", Kind: types.FlowChoice})
			w.values = map[string]string{"email": ann["email"], "role": ann["role"], "day": "5 June"}
		}, did: instead(0, "click Saturday, June 5, 2027")},
		{name: "a day of two years", with: func(w *world) {
			w.pages["home"].nodes = append(w.pages["home"].nodes, node("button", "Saturday, June 5, 2027"), node("button", "Monday, June 5, 2028"))
			w.flow.Steps[0].Targets = []types.FlowTarget{{Role: "button", Name: "{day}"}}
			w.flow.Params = append(w.flow.Params, types.FlowParam{Name: "day", Kind: types.FlowChoice})
			w.values = map[string]string{"email": ann["email"], "role": ann["role"], "day": "5 June"}
		}, reason: types.FlowMissing, step: 1, did: all[:0]},
		{name: "a name in capitals", with: func(w *world) {
			w.pages["home"].nodes[0].Name, w.pages["home"].leads = "TEAM", map[string]string{"TEAM": "team"}
			w.pages["home"].nodes[1].Name = "HELP"
		}, did: instead(0, "click TEAM")},
		{name: "a name in capitals beside one in small letters", with: func(w *world) {
			w.pages["home"].nodes[0].Name = "TEAM"
			w.pages["home"].nodes = append(w.pages["home"].nodes, node("link", "team"))
		}, reason: types.FlowMissing, step: 1, did: all[:0]},
		{name: "a field that says it is required until it is filled", with: func(w *world) {
			w.appears = map[string][]string{"type Email": {`alert "This value is required"`}}
		}},
		{name: "a field that refuses its text", with: func(w *world) {
			form := w.pages["form"]
			form.leads["Email"] = "refused"
			w.pages["refused"] = &fakePage{path: form.path, leads: form.leads, nodes: append(slices.Clone(form.nodes), node("alert", "This value is invalid"))}
		}, reason: types.FlowError, step: 4, did: all[:3], says: "invalid"},
		{name: "an error in a box that is gone again", with: func(w *world) {
			w.appears = map[string][]string{"click Send invitation": {`alertdialog "Sending failed"`}}
		},
			reason: types.FlowError, step: 5, says: "Sending failed"},
		{name: "an error that was recorded", with: func(w *world) {
			w.appears = map[string][]string{"click Send invitation": {`alert "Required: an answer"`}}
			w.flow.End.Appeared = []string{`alert "Required: an answer"`}
		}},
		{name: "an error that the first page has", with: func(w *world) {
			w.pages["home"].nodes = append(w.pages["home"].nodes, node("alert", "An error occurred"))
		}},
		{name: "an error before an optional step", with: func(w *world) {
			w.pages["form"].nodes = append(w.pages["form"].nodes, node("alert", "An error occurred"))
			w.flow.Steps = slices.Insert(w.flow.Steps, 2, types.FlowStep{Tool: "click", Optional: true, Targets: []types.FlowTarget{{Role: "button", Name: "Got it"}}})
		}, reason: types.FlowError, step: 3, did: all[:2]},
		{name: "an optional step that the next one needs", with: func(w *world) {
			form := w.pages["form"]
			w.pages["rest"] = &fakePage{path: form.path, leads: form.leads, nodes: form.nodes}
			w.pages["form"] = &fakePage{path: form.path, leads: map[string]string{"Got it": "rest"}, nodes: append(slices.Clone(form.nodes[2:]), node("button", "Got it"))}
			w.flow.Steps = slices.Insert(w.flow.Steps, 2, types.FlowStep{Tool: "click", Optional: true, Targets: []types.FlowTarget{{Role: "button", Name: "Got it"}}})
		}, did: instead(1, "click Invite", "click Got it")},
	} {
		tc.run(t)
	}
}

// TestWhyAStepFailed wants an action that may have been done never to be taken for one that was not.
func TestWhyAStepFailed(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	const cover = "close or finish what covers it first"
	for _, x := range []struct {
		ctx    context.Context
		begun  bool
		code   types.Code
		hint   string
		reason types.FlowReason
		done   bool
	}{
		{code: types.CodeConfirmation, reason: types.FlowRisky},
		{ctx: gone, code: types.CodeConfirmation, reason: types.FlowRisky},
		{ctx: gone, code: types.CodeClickTimeout, reason: types.FlowCancelled},
		{code: types.CodeTargetNotActable, hint: cover, reason: types.FlowDialog},
		{code: types.CodeTargetNotActable, reason: types.FlowChanged},
		{code: types.CodeStaleRef, reason: types.FlowChanged},
		{code: types.CodeTargetNotFound, reason: types.FlowMissing},
		{code: types.CodeTargetAmbiguous, reason: types.FlowAmbiguous},
		{code: types.CodeInvalidInput, reason: types.FlowNeedsParam},
		{code: types.CodeNoBrowser, reason: types.FlowFailed},
		{begun: true, code: types.CodeTargetNotActable, hint: cover, reason: types.FlowDialog},
		{begun: true, code: types.CodeTargetNotActable, reason: types.FlowChanged},
		{begun: true, code: types.CodeTypeFailed, reason: types.FlowNeedsParam},
		{begun: true, code: types.CodeActionDenied, reason: types.FlowFailed},
		{begun: true, code: types.CodeUploadFailed, reason: types.FlowFailed},
		{begun: true, code: types.CodeNavigationFailed, reason: types.FlowFailed, done: true},
		{begun: true, code: types.CodeClickTimeout, reason: types.FlowUnknown, done: true},
		{ctx: gone, begun: true, code: types.CodeNoBrowser, reason: types.FlowUnknown, done: true},
	} {
		if x.ctx == nil {
			x.ctx = t.Context()
		}
		r := &run{flow: &types.Flow{Steps: make([]types.FlowStep, 1)}}
		if h := r.failed(x.ctx, types.Fault(x.code, "no", x.hint), &tool.Proof{Begun: x.begun}); h.reason != x.reason || h.done != x.done {
			t.Errorf("%s, begun %t: %s, done %t; want %s, %t", x.code, x.begun, h.reason, h.done, x.reason, x.done)
		}
	}
}

// TestAddressesOfSteps wants no value to lead to another site.
func TestAddressesOfSteps(t *testing.T) {
	for _, x := range []struct{ value, x, want string }{
		{"/team/{x}", "a b", "https://demo.test/team/a%20b"},
		{"https://app.test/team?q={x}", "a", "https://demo.test/team?q=a"},
		{"https://pay.test/{x}", "a", "https://pay.test/a"},
		{"https://{x}/team", "evil.test", ""},
		{"https://{x}.pay.test/team", "evil", ""},
		{"//{x}/team", "evil.test", ""},
		{"//evil.test/team", "", ""},
		{"{x}", "//evil.test", ""},
		{"{x}", "javascript:alert(1)", ""},
		{"team", "", ""},
	} {
		r := &run{base: "https://demo.test", flow: &types.Flow{Site: testSite}, values: map[string]string{"x": x.x}}
		if got, err := r.address(&types.FlowStep{Value: x.value}); got != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%s with %s: %q, %v; want %q", x.value, x.x, got, err, x.want)
		}
	}
}

// TestSitesOfARun wants a run to go on only where it runs, or where its flow went before.
func TestSitesOfARun(t *testing.T) {
	r := &run{base: "https://demo.test", at: 1, o: Options{Origins: []string{"https://beta.test/"}},
		flow: &types.Flow{Steps: []types.FlowStep{{Tool: "navigate", Value: "https://pay.test/a"}, {Tool: "navigate", Value: "https://later.test"}}}}
	for url, want := range map[string]bool{"https://demo.test/a": true, "https://pay.test/b": true, "https://later.test": false, "https://beta.test/c": true, "http://demo.test/a": false, "https://evil.test": false, "about:blank": true} {
		if got := r.onSite(&tool.Sight{Page: &types.Observation{State: types.State{CurrentURL: url}}}); got != want {
			t.Errorf("%s: %t", url, got)
		}
	}
}

// probed is a page that finds elements by what the query names: "id:a", "css:#a", "name:A" or "text:A".
type probed struct {
	Driver
	at map[string]types.Target
}

func (p probed) Point(_ context.Context, in tool.TargetInput) (*types.Target, error) {
	for key, value := range map[string]string{"id": in.TestID, "css": in.Selector, "name": in.Name, "text": in.Text} {
		if at, is := p.at[key+":"+value]; is && value != "" {
			return &at, nil
		}
	}
	return nil, types.Fault(types.CodeTargetNotFound, "no element", "")
}

// TestElementsThatALookDoesNotList asks the page for them.
func TestElementsThatALookDoesNotList(t *testing.T) {
	at := func(key, role, name, id string) map[string]types.Target {
		return map[string]types.Target{key: {A11yRef: "e9", Role: role, Name: name, TestID: id}}
	}
	save := types.FlowTarget{Role: "button", Name: "Save", Selector: "#save", Near: []string{`button "Back"`, `link "Help"`}}
	byID := save
	byID.TestID = "save"
	place := []types.A11yNode{node("button", "Back"), node("button", "Archive"), node("link", "Help")}
	place[1].Ref = "e9"
	framed := at("css:#save", "button", "Save", "")
	one := framed["css:#save"]
	one.Origin = "https://ads.test"
	framed["css:#save"] = one
	for name, x := range map[string]struct {
		target types.FlowTarget
		nodes  []types.A11yNode
		ids    []string
		at     map[string]types.Target
		cut    bool // the page is larger than the look
		front  bool // a dialog is in front
		want   string
	}{
		"by its test id":                    {target: byID, ids: []string{"save"}, at: at("id:save", "button", "Save", "save"), want: "e9"},
		"by its test id, with a role alike": {target: byID, ids: []string{"save"}, at: at("id:save", "link", "Save", "save"), want: "e9"},
		"its test id on another role":       {target: byID, ids: []string{"save"}, at: at("id:save", "textbox", "Save", "save"), want: "missing"},
		"its test id with another name":     {target: byID, ids: []string{"save"}, at: at("id:save", "button", "Delete", "save"), want: "missing"},
		"its test id twice":                 {target: byID, ids: []string{"save", "save"}, at: at("id:save", "button", "Save", "save"), want: "missing"},
		"a test id that is not listed":      {target: byID, at: at("id:save", "button", "Save", "save"), want: "missing"},
		"the same on a large page":          {target: byID, at: at("id:save", "button", "Save", "save"), cut: true, want: "e9"},
		"by its name on a large page":       {target: save, at: at("name:Save", "button", "Save", ""), cut: true, want: "e9"},
		"by its name on a small page":       {target: save, at: at("name:Save", "button", "Save", ""), want: "missing"},
		"its name with another test id":     {target: byID, at: at("name:Save", "button", "Save", "other"), cut: true, want: "missing"},
		"behind a dialog":                   {target: save, at: at("css:#save", "button", "Save", ""), front: true, want: "missing"},
		"by its selector":                   {target: save, at: at("css:#save", "button", "Save", ""), want: "e9"},
		"in another frame":                  {target: save, at: framed, want: "missing"},
		"its selector on another role":      {target: save, at: at("css:#save", "link", "Save", ""), want: "missing"},
		"its selector with a test id":       {target: byID, at: at("css:#save", "button", "Save", "other"), want: "missing"},
		"another name in its place":         {target: save, nodes: place, at: at("css:#save", "button", "Archive", ""), want: "e9"},
		"another name elsewhere":            {target: save, at: at("css:#save", "button", "Archive", ""), want: "missing"},
		"a numbered selector":               {target: types.FlowTarget{Role: "button", Name: "Save", Selector: "#row-2", Near: save.Near}, nodes: place, at: at("css:#row-2", "button", "Archive", ""), want: "missing"},
		"a place among its equals":          {target: types.FlowTarget{Role: "button", Name: "Save", Selector: "li:nth-child(2)"}, at: at("css:li:nth-child(2)", "button", "Save", ""), want: "missing"},
		"an id alone":                       {target: types.FlowTarget{Selector: "#save"}, at: at("css:#save", "button", "Anything", ""), want: "e9"},
		"a text":                            {target: types.FlowTarget{Name: "Team 7", Tag: "div"}, at: at("text:Team 7", "", "Team 7", ""), want: "e9"},
		"a text behind a dialog":            {target: types.FlowTarget{Name: "Team 7", Tag: "div"}, at: at("text:Team 7", "", "Team 7", ""), front: true, want: "missing"},
		"a row that only a mouse drags":     {target: types.FlowTarget{Role: "listitem", Name: "Ann"}, at: at("text:Ann", "listitem", "Ann", ""), want: "e9"},
		"a text of another role":            {target: types.FlowTarget{Role: "listitem", Name: "Ann"}, at: at("text:Ann", "link", "Ann", ""), want: "missing"},
		"a row that had an equal":           {target: types.FlowTarget{Role: "listitem", Name: "Ann", Twins: 1}, at: at("text:Ann", "listitem", "Ann", ""), want: "missing"},
	} {
		t.Run(name, func(t *testing.T) {
			page := &types.Observation{A11y: types.A11y{Nodes: x.nodes}, Truncated: x.cut}
			for _, id := range x.ids {
				page.TestIDs = append(page.TestIDs, types.TestID{TestID: id})
			}
			r := &run{driver: probed{at: x.at}, flow: &types.Flow{}, sight: &tool.Sight{Page: page, Outline: &types.Outline{}}}
			if x.front {
				r.sight.Dialog = &types.Dialog{}
			}
			found, doubt := r.findOne(t.Context(), &x.target, false)
			expectFound(t, found, doubt, x.want)
		})
	}
}
