package runner

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// inviting is a site on which members are invited, and the flow that does it.
func inviting() (map[string]*fakePage, *types.Flow) {
	pages := map[string]*fakePage{
		"home": {path: "/", nodes: []types.A11yNode{node("link", "Team"), node("link", "Help")}, leads: map[string]string{"Team": "team"}},
		"team": {path: "/team", nodes: []types.A11yNode{node("link", "Help"), node("heading", "Team"), node("link", "Invite", "id=invite"), node("button", "Open", "id=open"), node("button", "Open", "id=open")},
			rows: map[string][]string{"e4": {"ann@x.com", "Member"}, "e5": {"bob@x.com", "Member"}}, leads: map[string]string{"Invite": "form", "Open": "member"}},
		"form": {path: "/invite", nodes: []types.A11yNode{node("heading", "Invite"), node("textbox", "Email"), node("combobox", "Role"), node("option", "Member", "in=combobox"), node("option", "Admin", "in=combobox"), node("button", "Send invitation", "id=send")},
			leads: map[string]string{"Send invitation": "sent"}},
		"sent":   {path: "/team/sent", nodes: []types.A11yNode{node("link", "Help"), node("status", "Invitation sent"), node("button", "Done")}, leads: map[string]string{"Done": "team"}},
		"member": {path: "/member", nodes: []types.A11yNode{node("heading", "Member")}},
		"login":  {path: "/login", nodes: []types.A11yNode{node("textbox", "Password", "secret")}},
	}
	f := &types.Flow{ID: "invite", Title: "Invite {email} as {role}", Site: testSite, Start: "/",
		Params: []types.FlowParam{{Name: "email", Kind: types.FlowText}, {Name: "role", Kind: types.FlowChoice}},
		Steps: []types.FlowStep{
			{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Name: "Team", Near: []string{`link "Help"`}}}, Screen: types.FlowScreen{Path: "/"}, Expect: types.FlowScreen{Path: "/team"}},
			{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Name: "Invite", TestID: "invite", Near: []string{`heading "Team"`}}}, Screen: types.FlowScreen{Path: "/team"}, Expect: types.FlowScreen{Path: "/invite"}},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Email", Tag: "input"}}, Value: "{email}", Screen: types.FlowScreen{Path: "/invite"}},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "combobox", Name: "Role"}}, Value: "{role}", Screen: types.FlowScreen{Path: "/invite"}},
			{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Send invitation", TestID: "send", Near: []string{`heading "Invite"`, `textbox "Email"`}}}, Risk: "sends", Screen: types.FlowScreen{Path: "/invite"}, Expect: types.FlowScreen{Path: "/team/sent", Appeared: []string{`status "Invitation sent"`}}},
		},
		End: types.FlowScreen{Path: "/team/sent", Appeared: []string{`status "Invitation sent"`}}}
	return pages, f
}

var ann = map[string]string{"email": "ann@x.com", "role": "Admin"}

// renames has the first step's link called differently, between its neighbours.
func renames(pages map[string]*fakePage, f *types.Flow, name string) {
	home := pages["home"]
	home.nodes = []types.A11yNode{node("link", "Home"), node("link", name), node("link", "Help")}
	home.leads = map[string]string{name: "team"}
	f.Steps[0].Targets = []types.FlowTarget{{Role: "link", Name: "Create team", Near: []string{`link "Home"`, `link "Help"`}}}
}

// asksFirst puts a question in front of the last step's effect. The first answer leads
// on, the others lead back.
func asksFirst(h *fakeDriver, question string, answers ...string) {
	form := h.pages["form"]
	sure := &fakePage{path: form.path, nodes: slices.Clone(form.nodes), leads: map[string]string{answers[0]: form.leads["Send invitation"]}}
	for _, a := range answers {
		sure.nodes = append(sure.nodes, node("button", a, `in=dialog "`+question+`"`))
	}
	h.pages["sure"], form.leads = sure, map[string]string{"Send invitation": "sure"}
}

// tells has the last step lead to the same page with a message in a dialog, which may lie in front of it.
func tells(h *fakeDriver, f *types.Flow, message string, front bool, controls ...string) {
	f.End = types.FlowScreen{Path: "/invite", Appeared: []string{`link "Guests"`}}
	f.Steps[4].Expect = f.End
	form, in := h.pages["form"], `in=alertdialog "`+message+`"`
	informed := &fakePage{path: "/invite", nodes: append(slices.Clone(form.nodes), node("link", "Guests"), node("alertdialog", message), node("text", message, in))}
	for _, c := range controls {
		informed.nodes = append(informed.nodes, node("button", c, in))
	}
	if front {
		informed.front = &types.Overlay{Role: "alertdialog", Name: message}
	}
	h.pages["informed"], form.leads["Send invitation"] = informed, "informed"
}

// opensMenu puts a menu in front of the second step, which pressed its entry New member. Its
// entries lead to the form.
func opensMenu(h *fakeDriver, f *types.Flow, entries ...string) {
	h.pages["team"].nodes = append(h.pages["team"].nodes, node("button", "People"))
	h.pages["team"].leads = map[string]string{"People": "menu"}
	menu := &fakePage{path: "/team", nodes: slices.Clone(h.pages["team"].nodes), leads: map[string]string{}}
	for _, e := range entries {
		menu.nodes = append(menu.nodes, node("menuitem", e))
		menu.leads[e] = "form"
	}
	h.pages["menu"] = menu
	press := types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "People"}}, Screen: types.FlowScreen{Path: "/team"}}
	f.Steps[1].Targets = []types.FlowTarget{{Role: "menuitem", Name: "New member"}}
	f.Steps = slices.Insert(f.Steps, 1, press)
}

// closesMenu is opensMenu with a menu that is closed again at the next look. Opening it showed one entry.
func closesMenu(w *world, shown string) {
	opensMenu(w.fakeDriver, w.flow, "New member")
	w.pages["menu"].turns, w.pages["menu"].into = 1, "team"
	w.appears = map[string][]string{"click People": {shown}}
}

// cancels is asksFirst about a last step that is called Cancel.
func cancels(w *world, answers ...string) {
	form := w.pages["form"]
	asksFirst(w.fakeDriver, "Are you sure?", answers...)
	form.nodes[5], form.leads = node("button", "Cancel", "id=send"), map[string]string{"Cancel": "sure"}
	w.pages["sure"].nodes[5] = form.nodes[5]
	w.flow.Steps[4].Targets[0].Name = "Cancel"
}

// answersWith is asksFirst on a page that shows the effect by a message alone, which goes soon.
func answersWith(w *world, message string) {
	asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
	w.flow.Steps[4].Expect, w.flow.End = types.FlowScreen{}, types.FlowScreen{Path: "/invite"}
	w.pages["sure"].leads["Yes"] = "asked"
	w.pages["asked"] = &fakePage{path: "/invite", nodes: w.pages["form"].nodes}
	w.appears = map[string][]string{"click Yes": {message}}
}

// asksInPage is asksFirst with a question that is no dialog.
func asksInPage(h *fakeDriver, question string, answers ...string) {
	asksFirst(h, "", answers...)
	sure := h.pages["sure"]
	for i := range answers {
		sure.nodes[len(sure.nodes)-1-i].Path = nil
	}
	sure.rows = map[string][]string{"e1": {question}}
}

// switches adds a step that sets a switch, which is in a state now.
func switches(h *fakeDriver, f *types.Flow, to, now string) {
	f.Steps = slices.Insert(f.Steps, 1, types.FlowStep{Tool: "click", Sets: to, Targets: []types.FlowTarget{{Role: "switch", Name: "Guests"}}})
	h.pages["team"].nodes = append(h.pages["team"].nodes, node("switch", "Guests", "checked="+now))
}

// folds puts a section in front of the form, whose heading is pressed before it is filled in.
func folds(h *fakeDriver, f *types.Flow, section ...types.A11yNode) {
	form := h.pages["form"]
	rest := []types.A11yNode{node("combobox", "Role"), node("option", "Member", "in=combobox"), node("option", "Admin", "in=combobox"), node("button", "Send invitation", "id=send")}
	open := &fakePage{path: form.path, leads: form.leads, nodes: append([]types.A11yNode{node("heading", "Guests"), node("textbox", "Email")}, rest...)}
	h.pages["form"] = &fakePage{path: form.path, leads: map[string]string{"Guests": "open", "Send invitation": "sent"}, nodes: append(section, rest...)}
	h.pages["open"] = open
	press := types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "heading", Name: "Guests"}}, Screen: types.FlowScreen{Path: "/invite"}}
	f.Steps = slices.Insert(f.Steps, 2, press)
	f.Steps[5].Targets[0].Near = nil
}

// confirms puts a JavaScript dialog in front of the last step's effect, and a step behind
// it that accepts one of which a session read the known text.
func confirms(h *fakeDriver, f *types.Flow, message, known string) {
	form := h.pages["form"]
	asks := `alertdialog "` + message + `"`
	h.pages["sure"] = &fakePage{path: form.path, dialog: &types.Dialog{Type: "confirm", Message: message, Open: true}, leads: map[string]string{"OK": "sent", "Cancel": "form"},
		nodes: []types.A11yNode{node("alertdialog", message), node("button", "OK", "in="+asks), node("button", "Cancel", "in="+asks)}}
	form.leads = map[string]string{"Send invitation": "sure"}
	last := &f.Steps[len(f.Steps)-1]
	f.Steps = append(f.Steps, types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "OK", Under: known, Nth: 1, Of: 1}}, Expect: last.Expect})
	last.Expect = types.FlowScreen{}
}

// asksInBox puts a JavaScript dialog that no session read in front of the last step's effect.
func asksInBox(h *fakeDriver, f *types.Flow, message, kind string) {
	confirms(h, f, message, "")
	f.Steps = f.Steps[:5]
	h.pages["sure"].dialog.Type = kind
}

// pages has the second step done in a row, which the next page of the list shows.
func pages(h *fakeDriver, f *types.Flow, next types.A11yNode) {
	f.Steps[1].Targets = []types.FlowTarget{{Role: "button", Name: "Choose", Row: "Easel", RowRole: "row"}}
	team := h.pages["team"]
	h.pages["more"] = &fakePage{path: team.path, nodes: []types.A11yNode{node("heading", "Team"), node("button", "Choose")}, rows: map[string][]string{"e2": {"Easel"}}, leads: map[string]string{"Choose": "form"}}
	team.nodes, team.rows, team.leads = append(team.nodes, next), nil, map[string]string{next.Name: "more"}
}

// leadsTo puts the form into a dialog that the second step led to, and that has another name now.
func leadsTo(h *fakeDriver, f *types.Flow, was, now string) {
	h.pages["form"].path = h.pages["team"].path
	for i := range h.pages["form"].nodes {
		h.pages["form"].nodes[i].Path = append([]string{now}, h.pages["form"].nodes[i].Path...)
	}
	f.Steps[1].Expect = types.FlowScreen{Path: "/team", Appeared: []string{was}}
	for i := 2; i < len(f.Steps); i++ {
		f.Steps[i].Screen.Path = "/team"
	}
}

// world is a site, a flow and a call.
type world struct {
	*fakeDriver
	flow   *types.Flow
	values map[string]string
	o      Options
}

// runCase is a change of the world, and how the run ends then.
type runCase struct {
	name   string
	with   func(w *world)
	reason types.FlowReason // empty where the run is done
	step   int
	did    []string // all where nil
	says   string
}

// all is what the run of inviting does.
var all = []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation"}

// setsLast has a switch set at the end, after which another page may come by itself.
func setsLast(w *world, then string) {
	w.flow.End = types.FlowScreen{}
	w.pages["home"].nodes = append(w.pages["home"].nodes, node("switch", "Guests", "checked=false"))
	on := slices.Clone(w.pages["home"].nodes)
	on[2] = node("switch", "Guests", "checked=true")
	w.pages["on"] = &fakePage{path: "/on", nodes: on}
	if then != "" {
		w.pages["on"].turns, w.pages["on"].into = 4, then
	}
	w.pages["home"].leads["Guests"] = "on"
	if then == "team" {
		w.flow.End.Path = "/team"
	}
	w.pages["team"].nodes = w.pages["team"].nodes[:2]
	w.flow.Title, w.flow.Params, w.values = "Switch guests on", nil, nil
	w.flow.Steps = []types.FlowStep{{Tool: "click", Sets: flow.SetsOn, Targets: []types.FlowTarget{{Role: "switch", Name: "Guests"}}}}
}

// chosen is the same with a role that is chosen by a press.
var chosen = []string{"click Team", "click Invite", "type Email", "click Admin", "click Send invitation"}

// chooses has a value chosen by a press instead of in a list; mark is the name of the page that shows it.
func chooses(w *world, value, mark string) {
	w.values = map[string]string{"email": "ann@x.com", "role": value}
	w.flow.Steps[3] = types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "option", Name: "{role}"}}, Screen: types.FlowScreen{Path: "/invite"}}
	w.pages["chosen"] = &fakePage{path: "/invite", nodes: w.pages["form"].nodes, picked: "e5", leads: w.pages["form"].leads}
	w.pages["late"] = &fakePage{path: "/invite", nodes: w.pages["form"].nodes, leads: w.pages["form"].leads, turns: 8, into: "chosen"}
	w.pages["form"].leads = map[string]string{"Admin": mark, "Send invitation": "sent"}
}

// TestRuns changes the site, the flow or the call, and wants the exact end of the run.
func TestRuns(t *testing.T) {
	for _, tc := range []runCase{
		{name: "nothing changed"},
		{name: "an element on another line of its card", with: func(w *world) {
			w.flow.Steps[1].Targets[0] = types.FlowTarget{Role: "link", Name: "Invite", RowRole: "article", Row: "Team", Twins: 2}
			w.pages["team"].cards = map[string]string{"e3": "Team"}
			w.pages["team"].rows["e3"] = []string{"Team"}
		}},
		{name: "what the last step opens stands elsewhere", with: func(w *world) {
			w.flow.Steps[1].Expect.Appeared = []string{`textbox "Email"`}
			w.flow.Steps[2].Targets[0].Near = []string{`link "A"`, `link "B"`}
		}},
		{name: "what was there before stands elsewhere", with: func(w *world) {
			w.flow.Steps[1].Expect.Appeared = []string{`textbox "Email"`}
			w.flow.Steps[2].Targets[0].Near = []string{`link "A"`, `link "B"`}
			w.pages["team"].nodes = append(w.pages["team"].nodes, node("textbox", "Email"))
		}, reason: types.FlowChanged, step: 3, did: all[:2]},
		{name: "what no step was seen to open stands elsewhere", with: func(w *world) {
			w.flow.Steps[2].Targets[0].Near = []string{`link "A"`, `link "B"`}
		}, reason: types.FlowChanged, step: 3, did: all[:2]},
		{name: "what shows under the mouse", with: func(w *world) {
			w.fail = map[string]error{"click Invite": types.Fault(types.CodeTargetNotActable, "it is beyond the edge of the viewport", "mm_hover it first, or look at the page again")}
			w.fakeDriver.hovered = func() { delete(w.fail, "click Invite") }
		}},
		{name: "what the mouse does not show", with: func(w *world) {
			w.fail = map[string]error{"click Invite": types.Fault(types.CodeTargetNotActable, "it only shows under the mouse", "mm_hover it first")}
		}, reason: types.FlowChanged, step: 2, did: all[:1], says: "under the mouse"},
		{name: "a switch that stays as it was set", with: func(w *world) { setsLast(w, "") }, did: []string{"click Guests"}},
		{name: "a switch that the application takes back", with: func(w *world) { setsLast(w, "home") }, reason: types.FlowNoEffect, step: 1, did: []string{"click Guests"}, says: "took the last one back"},
		{name: "a switch that is gone once it is set", with: func(w *world) { setsLast(w, "team") }, did: []string{"click Guests"}},
		{name: "a value that is chosen by a press", with: func(w *world) { chooses(w, "Admin", "chosen") }, did: chosen},
		{name: "a value in other letters than the page has", with: func(w *world) { chooses(w, "admin", "chosen") }, did: chosen},
		{name: "a press of which the page shows something late", with: func(w *world) { chooses(w, "Admin", "late") }, did: chosen},
		{name: "a press that chooses what was chosen", with: func(w *world) { chooses(w, "Admin", ""); w.pages["form"].picked = "e5" }, did: chosen},
		{name: "a press that the page does not show", with: func(w *world) { chooses(w, "Admin", "") }, reason: types.FlowNoEffect, step: 4, did: chosen[:4], says: "shows nothing of the press"},
		{name: "a page that loads slowly", with: func(w *world) { w.pages["team"].loading, w.pages["team"].late = 40, 40 }},
		{name: "a page that draws late", with: func(w *world) { w.pages["form"].late = 12 }},
		{name: "a page that reacts late with all of the next step on it", with: func(w *world) {
			w.flow.Steps[1].Expect = types.FlowScreen{Path: "/team", Appeared: []string{`textbox "Email"`}}
			for i := 2; i < 5; i++ {
				w.flow.Steps[i].Screen = types.FlowScreen{}
			}
			w.flow.Steps[2].Targets[0] = types.FlowTarget{Role: "link", Name: "Invite", TestID: "invite"}
			w.flow.Steps[2].Tool, w.flow.Steps[2].Value = "click", ""
			w.flow.Steps[3].Targets[0] = types.FlowTarget{Role: "textbox", Name: "Email"}
			w.flow.Steps[3].Value = "{email} {role}"
			w.pages["waiting"] = &fakePage{path: "/team", nodes: w.pages["team"].nodes, turns: 12, into: "there"}
			w.pages["there"] = &fakePage{path: "/team", nodes: append(slices.Clone(w.pages["team"].nodes), node("textbox", "Email")), leads: map[string]string{"Invite": "form"}}
			w.pages["team"].leads["Invite"] = "waiting"
		}, did: []string{"click Team", "click Invite", "click Invite", "type Email", "click Send invitation"}},
		{name: "a page that stays empty", with: func(w *world) { w.pages["form"].late = 1e6 }, reason: types.FlowMissing, step: 3, did: all[:2], says: `textbox "Email"`},
		{name: "a lost test id", with: func(w *world) { w.pages["team"].nodes[2].TestID = "" }},
		{name: "a lost test id in another place", with: func(w *world) {
			w.pages["team"].nodes = []types.A11yNode{node("link", "Invite"), node("img", "Logo")}
		}, reason: types.FlowChanged, step: 2, did: all[:1]},
		{name: "a changed text", with: func(w *world) {
			w.pages["team"].nodes[2].Name = "Create member"
			w.pages["team"].leads["Create member"] = "form"
		},
			did: []string{"click Team", "click Create member", "type Email", "type Role", "click Send invitation"}},
		{name: "a changed text that says the contrary", with: func(w *world) { w.pages["team"].nodes[2].Name = "Disinvite" }, reason: types.FlowChanged, step: 2, did: all[:1], says: "contrary"},
		{name: "a changed text that nothing but its place names", with: func(w *world) { renames(w.pages, w.flow, "Add team") },
			did: []string{"click Add team", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "another thing in its place", with: func(w *world) { renames(w.pages, w.flow, "Add payment") }, reason: types.FlowMissing, step: 1, did: []string{}},
		{name: "all of them in its place", with: func(w *world) { renames(w.pages, w.flow, "Create all teams") }, reason: types.FlowMissing, step: 1, did: []string{}},
		{name: "the contrary in its place", with: func(w *world) { renames(w.pages, w.flow, "Uncreate team") }, reason: types.FlowMissing, step: 1, did: []string{}},
		{name: "two in its place", with: func(w *world) {
			renames(w.pages, w.flow, "Add team")
			w.pages["home"].nodes = slices.Insert(w.pages["home"].nodes, 1, node("link", "Make team"))
		}, reason: types.FlowMissing, step: 1, did: []string{}},
		{name: "another text in its place until it is drawn", with: func(w *world) {
			renames(w.pages, w.flow, "Add team")
			w.pages["drawn"] = &fakePage{path: "/", nodes: slices.Clone(w.pages["home"].nodes), leads: map[string]string{"Create team": "team"}}
			w.pages["drawn"].nodes[1] = node("link", "Create team")
			w.pages["home"].turns, w.pages["home"].into = 8, "drawn"
		}, did: []string{"click Create team", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "a changed text and test id", with: func(w *world) { w.pages["team"].nodes[2] = node("link", "Create member", "id=add") }, reason: types.FlowMissing, step: 2, did: all[:1]},
		{name: "a section that is open already", with: func(w *world) { folds(w.fakeDriver, w.flow, node("heading", "Guests"), node("textbox", "Email")) },
			did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "a section that is closed", with: func(w *world) { folds(w.fakeDriver, w.flow, node("heading", "Guests")) },
			did: []string{"click Team", "click Invite", "click Guests", "type Email", "type Role", "click Send invitation"}},
		{name: "another section that is open", with: func(w *world) {
			folds(w.fakeDriver, w.flow, node("heading", "Guests"), node("heading", "Members"), node("textbox", "Email"))
		}, did: []string{"click Team", "click Invite", "click Guests", "type Email", "type Role", "click Send invitation"}},
		{name: "a menu that is open already", with: func(w *world) {
			folds(w.fakeDriver, w.flow, node("button", "Guests", "expanded=true"), node("textbox", "Email"))
			w.flow.Steps[2].Targets[0].Role = "button"
		}, did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "a confirm that says what it said", with: func(w *world) { confirms(w.fakeDriver, w.flow, "Invite ann@x.com?", "Invite {email}?") },
			did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation", "click OK"}},
		{name: "a confirm with words of errors", with: func(w *world) {
			confirms(w.fakeDriver, w.flow, "Sure? It cannot be undone.", "Sure? It cannot be undone.")
			w.appears = map[string][]string{"click Send invitation": {`alertdialog "Sure? It cannot be undone."`}}
		}, did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation", "click OK"}},
		{name: "a confirm of two lines", with: func(w *world) {
			confirms(w.fakeDriver, w.flow, "Sure? It cannot be undone.", "Sure? It cannot be undone.")
			w.pages["sure"].dialog.Message = "Sure?\nIt cannot be undone." // observations have it in one
			w.appears = map[string][]string{"click Send invitation": {`alertdialog "Sure? It cannot be undone."`}}
		}, did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation", "click OK"}},
		{name: "a confirm that says something else", with: func(w *world) { confirms(w.fakeDriver, w.flow, "Invite all of x.com?", "Invite {email}?") },
			reason: types.FlowDialog, step: 6, did: all, says: "Invite all of x.com?"},
		{name: "a confirm that no session answered", with: func(w *world) {
			asksInBox(w.fakeDriver, w.flow, "Are you sure you want to invite ann@x.com?", "confirm")
		},
			did: append(slices.Clone(all), "click OK")},
		{name: "a confirm before a question of the page's own", with: func(w *world) {
			asksInBox(w.fakeDriver, w.flow, "Are you sure?", "confirm")
			own := &fakePage{path: "/invite", nodes: []types.A11yNode{node("button", "OK"), node("button", "Keep it")}, leads: map[string]string{"OK": "sent"}}
			w.pages["own"], w.pages["sure"].leads["OK"] = own, "own"
			last := &w.flow.Steps[4]
			w.flow.Steps = append(w.flow.Steps, types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "OK"}}, Expect: last.Expect})
			w.flow.Steps[4].Expect = types.FlowScreen{}
		}, did: append(slices.Clone(all), "click OK", "click OK")},
		{name: "a confirm that no session answered, about another", with: func(w *world) { asksInBox(w.fakeDriver, w.flow, "Invite bob@x.com?", "confirm") },
			reason: types.FlowNoEffect, step: 5, did: all, says: "a dialog asks for more"},
		{name: "a prompt that no session answered", with: func(w *world) { asksInBox(w.fakeDriver, w.flow, "Invite ann@x.com?", "prompt") },
			reason: types.FlowNoEffect, step: 5, did: all, says: "a dialog asks for more"},
		{name: "a warning about what was permitted", with: func(w *world) {
			asksInBox(w.fakeDriver, w.flow, "Sure? This can't be undone.", "confirm")
		}, did: append(slices.Clone(all), "click OK")},
		{name: "a warning about what needed no permission", with: func(w *world) {
			asksInBox(w.fakeDriver, w.flow, "Sure? This can't be undone.", "confirm")
			w.flow.Steps[4].Risk = ""
		},
			reason: types.FlowNoEffect, step: 5, did: all, says: "undone"},
		{name: "a text that no look lists", with: func(w *world) {
			w.pages["home"].texts = map[string]int{"Team 7": 1}
			w.pages["home"].leads["Team 7"] = "team"
			w.flow.Steps[0].Targets[0] = types.FlowTarget{Name: "Team 7", Tag: "div"}
		}, did: []string{"click Team 7", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "a text that is there twice", with: func(w *world) {
			w.pages["home"].texts = map[string]int{"Team 7": 2}
			w.flow.Steps[0].Targets[0] = types.FlowTarget{Name: "Team 7", Tag: "div"}
		}, reason: types.FlowAmbiguous, step: 1, did: []string{}, says: "several elements show the text"},
		{name: "a text that is gone", with: func(w *world) { w.flow.Steps[0].Targets[0] = types.FlowTarget{Name: "Team 7", Tag: "div"} }, reason: types.FlowMissing, step: 1, did: []string{}},
		{name: "a decoy with the name", with: func(w *world) {
			w.pages["home"].nodes = []types.A11yNode{node("link", "Team"), node("link", "Team"), node("link", "Help")}
		}, reason: types.FlowAmbiguous, step: 1, did: []string{}},
		{name: "a decoy far away", with: func(w *world) {
			far := []types.A11yNode{node("link", "Team")}
			for range 8 {
				far = append(far, node("img", "Ad"))
			}
			w.pages["home"].nodes = append(far, w.pages["home"].nodes...)
		}},
		{name: "a decoy without the test id", with: func(w *world) {
			w.pages["team"].nodes = slices.Insert(w.pages["team"].nodes, 2, node("link", "Invite"))
		}},
		{name: "a decoy with the test id", with: func(w *world) {
			w.pages["team"].nodes = slices.Insert(w.pages["team"].nodes, 2, node("link", "Invite", "id=invite"))
		}, reason: types.FlowAmbiguous, step: 2, did: all[:1]},
		{name: "the name went to another test id", with: func(w *world) {
			w.pages["team"].nodes[2] = node("link", "Remove", "id=invite")
			w.pages["team"].nodes = append(w.pages["team"].nodes, node("img", "a"), node("img", "b"), node("img", "c"), node("img", "d"), node("img", "e"), node("img", "f"), node("link", "Invite", "id=other"))
		}, reason: types.FlowAmbiguous, step: 2, did: all[:1]},
		{name: "a login that expired", with: func(w *world) { w.pages["home"].leads["Team"] = "login" }, reason: types.FlowScreenGone, step: 2, did: all[:1], says: "login"},
		{name: "a field that is no login's, although the browser is kept from filling it in", with: func(w *world) {
			w.pages["team"].nodes = []types.A11yNode{node("heading", "Team"), node("textbox", "Search", "secret")}
		}, reason: types.FlowMissing, step: 2, did: all[:1]},
		{name: "another dialog than the recorded one", with: func(w *world) {
			leadsTo(w.fakeDriver, w.flow, `dialog "Invite a member"`, `dialog "Discard your draft?"`)
		}, reason: types.FlowDialog, step: 3, did: all[:2]},
		{name: "the recorded dialog with other data in its name", with: func(w *world) {
			leadsTo(w.fakeDriver, w.flow, `dialog "Invite to room 4"`, `dialog "Invite to room 5"`)
		}},
		{name: "an entry of a menu in place of the button that it leads to", with: func(w *world) {
			team := w.pages["team"]
			w.flow.Steps[1].Targets, w.flow.Steps[1].Expect = []types.FlowTarget{{Role: "menuitem", Name: "Invite"}}, types.FlowScreen{}
			w.flow.Steps = slices.Insert(w.flow.Steps, 2, types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Invite"}}})
			team.nodes[2] = node("menuitem", "Invite")
			w.pages["asks"] = &fakePage{path: "/team", nodes: append(slices.Clone(team.nodes), node("heading", "Are you well?")), leads: map[string]string{"Invite": "form"}}
			team.leads = map[string]string{"Invite": "asks"}
		}, reason: types.FlowMissing, step: 3, did: all[:2]},
		{name: "the same with a menu on the page", with: func(w *world) {
			team := w.pages["team"]
			w.flow.Steps[1].Targets, w.flow.Steps[1].Expect = []types.FlowTarget{{Role: "menuitem", Name: "Invite"}}, types.FlowScreen{}
			w.flow.Steps = slices.Insert(w.flow.Steps, 2, types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Invite"}}})
			team.nodes[2] = node("menuitem", "Invite")
			w.pages["asks"] = &fakePage{path: "/team", nodes: append(slices.Clone(team.nodes), node("button", "More")), leads: map[string]string{"Invite": "form"}}
			team.leads = map[string]string{"Invite": "asks"}
		}, reason: types.FlowMissing, step: 3, did: append(slices.Clone(all[:2]), "click More")},
		{name: "a new dialog with a control that came then", with: func(w *world) {
			w.pages["sent"].path, w.pages["sent"].nodes[2].Path = "/invite", []string{`dialog "News"`}
			w.flow.Steps[4].Expect, w.flow.End = types.FlowScreen{}, types.FlowScreen{Path: "/invite", Appeared: []string{`button "Done"`}}
		}},
		{name: "a decoy beside the recorded dialog", with: func(w *world) {
			leadsTo(w.fakeDriver, w.flow, `dialog "Invite"`, `dialog "Invite"`)
			twin := node("textbox", "Email")
			w.pages["form"].nodes = append([]types.A11yNode{twin}, w.pages["form"].nodes...)
			w.before = func(what string) {
				if what == "type Email" && w.acting != "e3" {
					t.Errorf("it typed into %s", w.acting)
				}
			}
		}},
		{name: "a decoy in another dialog that came", with: func(w *world) {
			leadsTo(w.fakeDriver, w.flow, `dialog "Invite"`, `dialog "Offers"`)
			w.pages["form"].nodes = append(w.pages["form"].nodes, node("textbox", "Email"))
		}, reason: types.FlowDialog, step: 3, did: all[:2]},
		{name: "a question at an end that shows much", with: func(w *world) {
			asksInPage(w.fakeDriver, "Send ann@x.com an invitation, and a bill?", "Yes", "No")
			w.pages["sure"].nodes = append(w.pages["sure"].nodes, w.pages["sent"].nodes...)
			w.pages["sure"].path = w.pages["sent"].path
			w.flow.End.Appeared = append(w.flow.End.Appeared, `link "Help"`, `button "Done"`, `link "Help"`, `button "Done"`, `link "Help"`)
		}, reason: types.FlowNoEffect, step: 5, says: "asks whether to go on"},
		{name: "a login in place of the page", with: func(w *world) { w.pages["team"].nodes = w.pages["login"].nodes }, reason: types.FlowScreenGone, step: 2, did: all[:1], says: "login"},
		{name: "a row of a list of pages, whose element is gone", with: func(w *world) {
			pages(w.fakeDriver, w.flow, node("button", "Next page"))
			w.pages["team"].rows = map[string][]string{"e1": {"Easel", "33"}}
		}, reason: types.FlowMissing, step: 2, did: all[:1]},
		{name: "a row on another page of the list", with: func(w *world) { pages(w.fakeDriver, w.flow, node("button", "Next page")) },
			did: []string{"click Team", "click Next page", "click Choose", "type Email", "type Role", "click Send invitation"}},
		{name: "a row on another page of a list that says so above and below", with: func(w *world) {
			pages(w.fakeDriver, w.flow, node("button", "Next page"))
			w.pages["team"].nodes = append(w.pages["team"].nodes, node("button", "Next page"))
		}, did: []string{"click Team", "click Next page", "click Choose", "type Email", "type Role", "click Send invitation"}},
		{name: "a row on another page of one of two lists", with: func(w *world) {
			pages(w.fakeDriver, w.flow, node("button", "Next page"))
			w.pages["team"].nodes = append(w.pages["team"].nodes, node("button", "Go to next page"))
		}, reason: types.FlowMissing, step: 2, did: all[:1]},
		{name: "a row on none of many pages", with: func(w *world) {
			pages(w.fakeDriver, w.flow, node("button", "Next page"))
			w.pages["team"].leads["Next page"] = "team"
		}, reason: types.FlowMissing, step: 2, did: append(slices.Clone(all[:1]), slices.Repeat([]string{"click Next page"}, maxTurned)...)},
		{name: "an element of no row beside a list of pages", with: func(w *world) { w.pages["team"].nodes[2] = node("button", "Next page") }, reason: types.FlowMissing, step: 2, did: all[:1]},
		{name: "a row that may be behind a form", with: func(w *world) { pages(w.fakeDriver, w.flow, node("button", "Next")) }, reason: types.FlowMissing, step: 2, did: all[:1]},
		{name: "a page that asks whether to go on", with: func(w *world) {
			w.pages["sent"].nodes = append(w.pages["sent"].nodes, node("button", "Look again", ""), node("button", "Cancel", ""))
		}, reason: types.FlowNoEffect, step: 5, says: "asks whether to go on"},
		{name: "a button to take back that was there", with: func(w *world) {
			for _, page := range []string{"form", "sent"} {
				w.pages[page].nodes = append(w.pages[page].nodes, node("button", "Cancel", ""))
			}
		}},
		{name: "a click without an effect", with: func(w *world) { delete(w.pages["form"].leads, "Send invitation") }, reason: types.FlowNoEffect, step: 5},
		{name: "an error in place of the end", with: func(w *world) {
			w.pages["form"].leads["Send invitation"] = "failed"
			w.pages["failed"] = &fakePage{path: "/team/sent", nodes: []types.A11yNode{node("alert", "This address is invalid")}}
		}, reason: types.FlowError, step: 5, says: "invalid"},
		{name: "a dialog that asks for more", with: func(w *world) {
			w.pages["form"].leads["Send invitation"] = "sure"
			w.pages["sure"] = &fakePage{path: "/team/sent", nodes: []types.A11yNode{node("dialog", "Are you sure?"), node("button", "Yes", `in=dialog "Are you sure?"`)}}
		}, reason: types.FlowNoEffect, step: 5, says: "Are you sure?"},
		{name: "a question whether it is sure", with: func(w *world) { asksFirst(w.fakeDriver, "Are you sure?", "Yes, go on", "No, stay here") },
			did: append(slices.Clone(all), "click Yes, go on")},
		{name: "a question that the next step answers", with: func(w *world) {
			asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
			w.flow.Steps[4].Expect = types.FlowScreen{Path: "/invite"}
			w.flow.Steps = append(w.flow.Steps, types.FlowStep{Tool: "click", Screen: types.FlowScreen{Path: "/invite"}, Targets: []types.FlowTarget{{Role: "button", Name: "Yes"}}})
		}, did: append(slices.Clone(all), "click Yes")},
		{name: "a question that names the step", with: func(w *world) {
			asksFirst(w.fakeDriver, "Send the invitation?", "Send invitation", "Cancel")
			w.flow.Steps[4].Targets[0].Name = "Send invitation"
		}, did: append(slices.Clone(all), "click Send invitation")},
		{name: "a question about a step that is called Cancel, with OK", with: func(w *world) { cancels(w, "OK", "Cancel") }, did: append(slices.Clone(all[:4]), "click Cancel", "click OK")},
		{name: "the same, with the step's name as the yes", with: func(w *world) { cancels(w, "Cancel", "Back") }, did: append(slices.Clone(all[:4]), "click Cancel", "click Cancel")},
		{name: "the same, with no other answer", with: func(w *world) { cancels(w, "Cancel") }, did: append(slices.Clone(all[:4]), "click Cancel"), reason: types.FlowNoEffect, step: 5},
		{name: "a message that comes with the answer to a question, and goes", with: func(w *world) { answersWith(w, `status "Invitation sent"`) }, did: append(slices.Clone(all), "click Yes")},
		{name: "an error that comes with the answer to a question, and goes", with: func(w *world) { answersWith(w, `alert "The invitation failed"`) },
			did: append(slices.Clone(all), "click Yes"), reason: types.FlowError, step: 5, says: "failed"},
		{name: "a question that says more", with: func(w *world) { asksFirst(w.fakeDriver, "Are you sure? All members get a mail.", "Yes", "No") }, reason: types.FlowNoEffect, step: 5, says: "Are you sure?"},
		{name: "a question with a number", with: func(w *world) { asksFirst(w.fakeDriver, "Continue with 5?", "Yes", "No") }, reason: types.FlowNoEffect, step: 5},
		{name: "a question without a no", with: func(w *world) { asksFirst(w.fakeDriver, "Are you sure?", "Yes") }, reason: types.FlowNoEffect, step: 5},
		{name: "a question with two ways to say yes", with: func(w *world) { asksFirst(w.fakeDriver, "Are you sure?", "Yes", "OK", "No") }, reason: types.FlowNoEffect, step: 5},
		{name: "a question with a field", with: func(w *world) {
			asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
			w.pages["sure"].nodes = append(w.pages["sure"].nodes, node("textbox", "Reason", `in=dialog "Are you sure?"`))
		}, reason: types.FlowNoEffect, step: 5},
		{name: "a question whose yes does more", with: func(w *world) {
			asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
			w.risks["Yes"] = "pays"
		}, reason: types.FlowNoEffect, step: 5},
		{name: "a question that comes again", with: func(w *world) {
			asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
			delete(w.pages["sure"].leads, "Yes")
		}, did: append(slices.Clone(all), "click Yes"), reason: types.FlowNoEffect, step: 5},
		{name: "a dialog on the same page that asks for more", with: func(w *world) {
			w.flow.Steps[4].Expect, w.flow.End = types.FlowScreen{Path: "/invite"}, types.FlowScreen{Path: "/invite"}
			w.pages["form"].leads["Send invitation"] = "sure"
			w.pages["sure"] = &fakePage{path: "/invite", nodes: append([]types.A11yNode{node("dialog", "Are you sure?")}, w.pages["form"].nodes...)}
		}, reason: types.FlowNoEffect, step: 5, says: "Are you sure?"},
		{name: "a dialog that only tells something", with: func(w *world) { tells(w.fakeDriver, w.flow, "Invited", false, "Close") }, did: all},
		{name: "one that lies in front of the page", with: func(w *world) { tells(w.fakeDriver, w.flow, "Invited", true, "Close") }, did: all, reason: types.FlowNoEffect, step: 5, says: "Invited"},
		{name: "one that speaks of a failure", with: func(w *world) { tells(w.fakeDriver, w.flow, "The invitation failed", false, "Close") }, did: all, reason: types.FlowNoEffect, step: 5},
		{name: "one that can be answered", with: func(w *world) { tells(w.fakeDriver, w.flow, "Invited", false, "Close", "Finish") }, did: all, reason: types.FlowNoEffect, step: 5},
		{name: "a dialog in front of another", with: func(w *world) {
			w.flow.Steps[4].Expect, w.flow.End = types.FlowScreen{Path: "/invite"}, types.FlowScreen{Path: "/invite"}
			form := w.pages["form"]
			form.nodes = append([]types.A11yNode{node("dialog", "Invite a member")}, form.nodes...)
			form.leads["Send invitation"] = "sure"
			w.pages["sure"] = &fakePage{path: "/invite", nodes: append(slices.Clone(form.nodes), node("dialog", "All members hear of it"), node("button", "Yes", `in=dialog "All members hear of it"`))}
		}, reason: types.FlowNoEffect, step: 5, says: "All members"},
		{name: "a second dialog beside the one that it led to", with: func(w *world) {
			form := w.pages["form"]
			w.flow.Steps[4].Expect = types.FlowScreen{Path: "/invite", Appeared: []string{`dialog "Sent"`}}
			w.flow.End = w.flow.Steps[4].Expect
			form.leads["Send invitation"] = "sure"
			w.pages["sure"] = &fakePage{path: "/invite", nodes: append(slices.Clone(form.nodes), node("dialog", "Sent"), node("dialog", "All members hear of it"))}
		}, reason: types.FlowNoEffect, step: 5, says: "All members"},
		{name: "a question that is no dialog", with: func(w *world) { asksInPage(w.fakeDriver, "Really send the invitation to ann@x.com?", "Yes", "No") },
			did: append(slices.Clone(all), "click Yes")},
		{name: "a question that is no dialog, about another", with: func(w *world) { asksInPage(w.fakeDriver, "Really send the invitation to bob@x.com?", "Yes", "No") },
			reason: types.FlowNoEffect, step: 5},
		{name: "a question that is no dialog, at the recorded address", with: func(w *world) {
			asksInPage(w.fakeDriver, "Send to ann@x.com and all others?", "Yes", "No")
			w.flow.Steps[4].Expect, w.flow.End = types.FlowScreen{}, types.FlowScreen{Path: "/invite"}
		}, reason: types.FlowNoEffect, step: 5, says: "whether to go on"},
		{name: "a question that the flow ends with", with: func(w *world) {
			asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
			w.flow.Steps[4].Expect, w.flow.End = types.FlowScreen{}, types.FlowScreen{Path: "/invite", Appeared: []string{`dialog "Are you sure?"`}}
			w.pages["sure"].nodes = append(w.pages["sure"].nodes, node("dialog", "Are you sure?"))
		}, did: all, reason: types.FlowNoEffect, step: 5, says: "whether to go on"},
		{name: "the same without an element of its own", with: func(w *world) {
			asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
			w.flow.Steps[4].Expect, w.flow.End = types.FlowScreen{}, types.FlowScreen{Path: "/invite", Appeared: []string{`dialog "Are you sure?"`}}
			w.pages["sure"].nodes = append(w.pages["sure"].nodes, node("heading", "Are you sure?", `in=dialog "Are you sure?"`))
		}, did: all, reason: types.FlowNoEffect, step: 5, says: "whether to go on"},
		{name: "a second question with the answers of the first", with: func(w *world) {
			asksInPage(w.fakeDriver, "Send?", "Yes", "No")
			first, last := w.pages["sure"], &w.flow.Steps[4]
			w.pages["again"] = &fakePage{path: first.path, leads: first.leads, nodes: slices.Insert(slices.Clone(first.nodes), len(first.nodes)-2, node("heading", "Are you sure?"))}
			first.leads = map[string]string{"Yes": "again"}
			w.flow.Steps = append(w.flow.Steps, types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Yes"}}, Screen: types.FlowScreen{Path: first.path}, Expect: last.Expect})
			w.flow.Steps[4].Expect = types.FlowScreen{}
		}, did: append(slices.Clone(all), "click Yes", "click Yes")},
		{name: "new buttons that ask nothing", with: func(w *world) { asksInPage(w.fakeDriver, "Invitation", "OK", "Cancel") }, reason: types.FlowNoEffect, step: 5},
		{name: "a question behind which the page said more before", with: func(w *world) {
			asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
			w.pages["form"].rows = map[string][]string{"e1": {"All members are listed here."}}
			w.pages["sure"].rows = w.pages["form"].rows
		}, did: append(slices.Clone(all), "click Yes")},
		{name: "a question beside which the page says more", with: func(w *world) {
			asksFirst(w.fakeDriver, "Are you sure?", "Yes", "No")
			w.pages["sure"].rows = map[string][]string{"e1": {"All members get a mail."}}
		}, reason: types.FlowNoEffect, step: 5},
		{name: "a dialog amid the way", with: func(w *world) {
			w.flow.Steps[1].Expect = types.FlowScreen{}
			w.flow.Steps[2].Screen = types.FlowScreen{}
			w.flow.Steps[2].Targets[0] = types.FlowTarget{Role: "textbox", Name: "Find"}
			w.pages["team"].nodes = append(w.pages["team"].nodes, node("textbox", "Find"))
			w.pages["team"].leads["Invite"] = "sure"
			w.pages["sure"] = &fakePage{path: "/team", nodes: append([]types.A11yNode{node("dialog", "Are you sure?")}, w.pages["team"].nodes...)}
		}, reason: types.FlowDialog, step: 3, did: all[:2], says: "Are you sure?"},
		{name: "an error amid the way", with: func(w *world) {
			w.pages["team"].leads["Invite"] = "failed"
			w.pages["failed"] = &fakePage{path: "/invite", nodes: append([]types.A11yNode{node("alert", "An error occurred")}, w.pages["form"].nodes...)}
		}, reason: types.FlowError, step: 3, did: all[:2]},
		{name: "a JavaScript dialog", with: func(w *world) {
			w.pages["team"].dialog = &types.Dialog{Type: "confirm", Message: "Leave?", Open: true}
		}, reason: types.FlowDialog, step: 2, did: all[:1], says: "Leave?"},
		{name: "a menu that closes before its entry is pressed", with: func(w *world) { closesMenu(w, `menuitem "New member"`) },
			did: []string{"click Team", "click People", "click People", "click New member", "type Email", "type Role", "click Send invitation"}},
		{name: "a menu that did not have the entry", with: func(w *world) { closesMenu(w, `menuitem "Leave"`) }, reason: types.FlowMissing, step: 3, did: []string{"click Team", "click People"}},
		{name: "a menu that closes again", with: func(w *world) {
			closesMenu(w, `menuitem "New member"`)
			w.pages["team"].leads["People"] = "team"
		}, reason: types.FlowMissing, step: 3, did: []string{"click Team", "click People", "click People"}},
		{name: "a menu whose button does more", with: func(w *world) {
			closesMenu(w, `menuitem "New member"`)
			w.flow.Steps[1].Risk = "sends"
		}, reason: types.FlowMissing, step: 3, did: []string{"click Team", "click People"}},
		{name: "an entry of a menu is called otherwise", with: func(w *world) { opensMenu(w.fakeDriver, w.flow, "Create member", "Leave") },
			did: append([]string{"click Team", "click People", "click Create member"}, all[2:]...)},
		{name: "two entries of a menu mean the same", with: func(w *world) { opensMenu(w.fakeDriver, w.flow, "Create member", "Make member") },
			did: []string{"click Team", "click People"}, reason: types.FlowMissing, step: 3},
		{name: "an entry of a menu means something else", with: func(w *world) { opensMenu(w.fakeDriver, w.flow, "Remove member", "Leave") },
			did: []string{"click Team", "click People"}, reason: types.FlowMissing, step: 3},
		{name: "what is called otherwise was there before", with: func(w *world) {
			opensMenu(w.fakeDriver, w.flow, "Leave", "Rename")
			w.pages["team"].nodes = append(w.pages["team"].nodes, node("menuitem", "Create member"))
			w.pages["menu"].nodes = append(w.pages["menu"].nodes, node("menuitem", "Create member"))
		}, did: []string{"click Team", "click People"}, reason: types.FlowMissing, step: 3},
		{name: "a sheet by the name of the row shows what it showed", with: func(w *world) {
			opensMenu(w.fakeDriver, w.flow, "Create member", "Leave")
			w.flow.Steps[1].Expect.Appeared = []string{`menuitem "Leave"`}
			for i := range w.pages["menu"].nodes {
				if n := &w.pages["menu"].nodes[i]; n.Role == "menuitem" {
					n.Path = []string{`dialog "Ann"`}
				}
			}
		}, did: append([]string{"click Team", "click People", "click Create member"}, all[2:]...)},
		{name: "an entry with an equal outside of its menu", with: func(w *world) {
			opensMenu(w.fakeDriver, w.flow, "Leave", "New member")
			menu := w.pages["menu"].nodes
			for i := range 2 {
				menu[len(menu)-1-i].Path = []string{`menu "People"`}
			}
			w.pages["team"].nodes = slices.Insert(w.pages["team"].nodes, 0, node("menuitem", "New member"))
			w.pages["menu"].nodes = append([]types.A11yNode{node("menuitem", "New member")}, menu...)
			w.before = func(what string) {
				if what == "click New member" && w.acting == "e1" {
					t.Error("it pressed the equal")
				}
			}
		}, did: append([]string{"click Team", "click People", "click New member"}, all[2:]...)},
		{name: "it moved into a menu", with: func(w *world) {
			open := append(slices.Clone(w.pages["team"].nodes), node("button", "More", "expanded=true"))
			w.pages["open"] = &fakePage{path: "/team", nodes: open, leads: w.pages["team"].leads}
			w.pages["team"].nodes = []types.A11yNode{node("link", "Help"), node("heading", "Team"), node("button", "More", "expanded=false")}
			w.pages["team"].leads = map[string]string{"More": "open"}
		}, did: []string{"click Team", "click More", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "it moved into a menu as an entry of it", with: func(w *world) {
			w.pages["open"] = &fakePage{path: "/team", nodes: []types.A11yNode{node("button", "More", "expanded=true"), node("menuitem", "Invite")}, leads: map[string]string{"Invite": "form"}}
			w.pages["team"].nodes = []types.A11yNode{node("button", "More", "expanded=false")}
			w.pages["team"].leads = map[string]string{"More": "open"}
		}, did: []string{"click Team", "click More", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "it moved out of a menu", with: func(w *world) {
			w.flow.Steps = slices.Insert(w.flow.Steps, 1, types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "More"}}, Screen: types.FlowScreen{Path: "/team"}})
			w.flow.Steps[2].Targets = []types.FlowTarget{{Role: "menuitem", Name: "Invite", Near: []string{`button "More"`, `heading "Team"`}}}
		}},
		{name: "it is in no menu", with: func(w *world) {
			w.pages["team"].nodes = []types.A11yNode{node("link", "Help"), node("heading", "Team"), node("button", "More", "expanded=false"), node("button", "Actions")}
		}, reason: types.FlowMissing, step: 2, did: all[:1]},
		{name: "a disabled button", with: func(w *world) { w.pages["form"].nodes[5].Disabled = true }, reason: types.FlowChanged, step: 5, did: all[:4], says: "disabled"},
		{name: "no leave for what sends", with: func(w *world) { w.o.AllowRisky = false }, reason: types.FlowRisky, step: 5, did: all[:4]},
		{name: "leave from earlier runs", with: func(w *world) { w.o.AllowRisky, w.flow.Runs.Allowed = false, 2 }},
		{name: "leave from one run", with: func(w *world) { w.o.AllowRisky, w.flow.Runs.Allowed = false, 1 }, reason: types.FlowRisky, step: 5, did: all[:4]},
		{name: "a risk that was not there", with: func(w *world) { w.risks["Invite"] = "grants" }, reason: types.FlowRisky, step: 2, did: all[:1], says: "was learnt"},
		{name: "another risk than before", with: func(w *world) { w.risks["Send invitation"] = "pays" }, reason: types.FlowRisky, step: 5, did: all[:4], says: "was learnt"},
		{name: "a parameter is missing", with: func(w *world) { w.values = map[string]string{"role": "Admin"} }, reason: types.FlowNeedsParam, step: 3, did: []string{}, says: "email"},
		{name: "an option that there is not", with: func(w *world) { w.values = map[string]string{"email": "a@x.com", "role": "Owner"} }, reason: types.FlowNeedsParam, step: 4, did: all[:3], says: "Admin"},
		{name: "two lines for a field of one", with: func(w *world) { w.values = map[string]string{"email": "a@x.com\nRole: Admin", "role": "Admin"} }, reason: types.FlowNeedsParam, step: 3, did: all[:2]},
		{name: "a failed click", with: func(w *world) { w.fail["click Invite"] = types.Fault(types.CodeClickTimeout, "it took longer", "") }, reason: types.FlowUnknown, step: 2, did: all[:1]},
		{name: "the browser went away", with: func(w *world) {
			w.before = func(what string) { w.gone = w.gone || what == "click Invite" }
			w.fail["click Invite"] = types.Fault(types.CodeNoBrowser, "no browser", "")
		}, reason: types.FlowUnknown, step: 2, did: all[:1]},
		{name: "the tab was closed between steps", with: func(w *world) { w.before = func(what string) { w.gone = what == "click Team" } }, reason: types.FlowFailed, step: 1, did: all[:1]},
		{name: "a field for secrets no more", with: func(w *world) {
			w.flow.Params[0].Kind = types.FlowSecret
		}, reason: types.FlowChanged, step: 3, did: all[:2]},
		{name: "an optional step that is not there", with: func(w *world) {
			w.flow.Steps = slices.Insert(w.flow.Steps, 1, types.FlowStep{Tool: "click", Optional: true, Targets: []types.FlowTarget{{Role: "button", Name: "Got it"}}})
		}},
		{name: "an optional step that is not there, before one with a decoy", with: func(w *world) {
			w.flow.Steps = slices.Insert(w.flow.Steps, 0, types.FlowStep{Tool: "click", Optional: true, Targets: []types.FlowTarget{{Role: "button", Name: "Close"}}})
			w.pages["home"].nodes = append(w.pages["home"].nodes, node("link", "Team"))
		}, reason: types.FlowAmbiguous, step: 2, did: []string{}, says: "2 elements are link"},
		{name: "an optional step in a dialog", with: func(w *world) {
			w.flow.Steps = slices.Insert(w.flow.Steps, 1, types.FlowStep{Tool: "click", Optional: true, Targets: []types.FlowTarget{{Role: "button", Name: "Got it"}}})
			w.pages["team"].nodes = append(w.pages["team"].nodes, node("button", "Got it", `in=dialog "Hello"`))
		}, did: []string{"click Team", "click Got it", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "a switch that is on already", with: func(w *world) { switches(w.fakeDriver, w.flow, "on", "true") }},
		{name: "a button that is pressed already", with: func(w *world) {
			switches(w.fakeDriver, w.flow, "on", "true")
			w.flow.Steps[1].Targets[0].Role, w.pages["team"].nodes[len(w.pages["team"].nodes)-1].Role = "button", "button"
		}},
		{name: "a switch that is off already", with: func(w *world) { switches(w.fakeDriver, w.flow, "off", "false") }},
		{name: "a switch that is off", with: func(w *world) { switches(w.fakeDriver, w.flow, "on", "false") }, did: []string{"click Team", "click Guests", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "a switch without a state", with: func(w *world) { switches(w.fakeDriver, w.flow, "on", "") }, did: []string{"click Team", "click Guests", "click Invite", "type Email", "type Role", "click Send invitation"}},
	} {
		tc.run(t)
	}
}

func (tc *runCase) run(t *testing.T) {
	t.Run(tc.name, func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			pages, f := inviting()
			w := &world{fakeDriver: newFakeDriver(t, pages), flow: f, values: ann, o: Options{AllowRisky: true}}
			if tc.with != nil {
				tc.with(w)
			}
			result, err := New(w.fakeDriver, NewBook()).Run(t.Context(), w.flow, w.values, w.o)
			if err != nil {
				t.Fatal(err)
			}
			did := w.did
			if len(did) > 0 && strings.HasPrefix(did[0], "launch") {
				did = did[1:]
			}
			want := tc.did
			if want == nil {
				want = all
			}
			if !slices.Equal(did, want) {
				t.Errorf("it did %q, want %q", did, want)
			}
			if tc.reason == "" {
				if result.Status != tool.FlowDone || !result.Verified || result.Stop != nil || result.Done != len(w.flow.Steps) || w.session != "" || w.ended[0].Outcome != types.SessionDone {
					t.Errorf("the run ended with %+v, %+v", result, result.Stop)
				}
				return
			}
			if result.Status != tool.FlowStopped || result.Stop == nil || result.Stop.Reason != tc.reason || result.Stop.Step != tc.step || !strings.Contains(result.Stop.Message, tc.says) || result.Verified {
				t.Errorf("the run ended with %+v, %+v", result, result.Stop)
			}
			if last := len(w.runs) - 1; last >= 0 && (w.runs[last].OK || w.runs[last].To == 0 || !slices.Equal(w.runs[last].Stops, []types.FlowReason{tc.reason})) {
				t.Errorf("the session remembers %+v", w.runs)
			}
		})
	})
}

// TestCallsThatAreRefused begin nothing.
func TestCallsThatAreRefused(t *testing.T) {
	for _, tc := range []struct {
		name string
		with func(h *fakeDriver, f *types.Flow, values map[string]string, o *Options)
		code types.Code
	}{
		{"a value for no parameter", func(_ *fakeDriver, _ *types.Flow, v map[string]string, _ *Options) { v["phone"] = "1" }, types.CodeInvalidInput},
		{"until beyond the end", func(_ *fakeDriver, _ *types.Flow, _ map[string]string, o *Options) { o.Until = 6 }, types.CodeInvalidInput},
		{"no address for the site", func(_ *fakeDriver, f *types.Flow, _ map[string]string, _ *Options) { f.Site = "shop" }, types.CodeInvalidInput},
		{"an address that is none", func(_ *fakeDriver, _ *types.Flow, _ map[string]string, o *Options) { o.URL = "app" }, types.CodeInvalidInput},
		{"a flow with an unknown step", func(_ *fakeDriver, f *types.Flow, _ map[string]string, _ *Options) { f.Steps[0].Tool = "eval" }, types.CodeInvalidInput},
		{"no browser", func(h *fakeDriver, _ *types.Flow, _ map[string]string, _ *Options) {
			h.fail["launch"] = types.Fault(types.CodeNoBrowser, "no browser", "")
		}, types.CodeNoBrowser},
	} {
		t.Run(tc.name, func(t *testing.T) {
			pages, f := inviting()
			h := newFakeDriver(t, pages)
			values := map[string]string{"email": "a@x.com", "role": "Admin"}
			o := Options{}
			tc.with(h, f, values, &o)
			_, err := New(h, NewBook()).Run(t.Context(), f, values, o)
			var fault *types.Error
			if !errors.As(err, &fault) || fault.Code != tc.code || len(h.did) > 0 {
				t.Errorf("it answers %v and did %q", err, h.did)
			}
		})
	}
}

// TestOneRunAtATime: a second call of the agent, and another agent with the same flow
// in the same browser, are refused while one runs.
func TestOneRunAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pages, f := inviting()
		h, other := newFakeDriver(t, pages), newFakeDriver(t, pages)
		book := NewBook()
		r, r2 := New(h, book), New(other, book)
		h.before = func(what string) {
			if what != "click Invite" {
				return
			}
			for _, second := range []*Runner{r, r2} {
				if _, err := second.Run(context.Background(), f, ann, Options{AllowRisky: true}); err == nil {
					t.Error("a second run began")
				}
			}
		}
		result, err := r.Run(t.Context(), f, ann, Options{AllowRisky: true})
		if err != nil || !result.Verified || len(other.did) > 0 {
			t.Errorf("the first run ended with %+v, %v", result, err)
		}
		other.pages = pages
		if result, err := r2.Run(t.Context(), f, ann, Options{AllowRisky: true}); err != nil || !result.Verified {
			t.Errorf("the run behind it ended with %+v, %v", result, err)
		}
	})
}

// TestContinue stops a run, lets the agent do something, and wants the run to go on at
// the right step. Nothing is done twice.
func TestContinue(t *testing.T) {
	for _, tc := range []struct {
		name   string
		before func(h *fakeDriver)
		agent  func(h *fakeDriver)
		values map[string]string
		o      Options
		did    []string
		reason types.FlowReason
	}{
		{name: "the agent did the step", before: func(h *fakeDriver) { h.pages["team"].nodes[2] = node("link", "Create member") },
			agent: func(h *fakeDriver) {
				h.at = "form"
				h.deeds = append(h.deeds, types.Tool{Name: "mm_click", Target: &types.Target{Role: "link", Name: "Create member"}})
			},
			o: Options{AllowRisky: true}, did: []string{"click Team", "type Email", "type Role", "click Send invitation"}},
		{name: "the agent removed what was in the way", before: func(h *fakeDriver) {
			h.pages["team"].dialog = &types.Dialog{Type: "confirm", Message: "Leave?"}
		}, agent: func(h *fakeDriver) {
			h.pages["team"].dialog = nil
			h.deeds = append(h.deeds, types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: "OK"}})
		}, o: Options{AllowRisky: true}, did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "the agent gives leave", agent: func(*fakeDriver) {}, o: Options{AllowRisky: true}, did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "the agent gives leave for a risk that was not there", before: func(h *fakeDriver) { h.risks["Invite"] = "grants" }, agent: func(*fakeDriver) {}, o: Options{AllowRisky: true}, did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "the agent gives leave for one risk, and another comes", before: func(h *fakeDriver) { h.risks["Invite"] = "grants" }, agent: func(h *fakeDriver) { h.risks["Invite"] = "pays" }, o: Options{AllowRisky: true}, did: []string{"click Team"}, reason: types.FlowRisky},
		{name: "the agent did what is risky", agent: func(h *fakeDriver) {
			h.at = "sent"
			h.deeds = append(h.deeds, types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: "Send invitation", TestID: "send"}})
		}, did: []string{"click Team", "click Invite", "type Email", "type Role"}},
		{name: "it may have been done", before: func(h *fakeDriver) {
			h.fail["click Send invitation"] = types.Fault(types.CodeClickTimeout, "it took longer", "")
			h.before = func(what string) {
				if what == "click Send invitation" {
					h.at = "sent"
				}
			}
		}, agent: func(h *fakeDriver) { h.fail = map[string]error{} }, o: Options{AllowRisky: true}, did: []string{"click Team", "click Invite", "type Email", "type Role"}},
		{name: "the agent filled the field in", before: func(h *fakeDriver) { h.pages["form"].nodes[1] = node("textbox", "Mail") },
			agent: func(h *fakeDriver) {
				h.deeds = append(h.deeds, types.Tool{Name: "mm_type", Target: &types.Target{Role: "textbox", Name: "Mail"}})
			},
			o: Options{AllowRisky: true}, did: []string{"click Team", "click Invite", "type Role", "click Send invitation"}},
		{name: "a person did the step, unseen, and says so", before: func(h *fakeDriver) { h.pages["team"].nodes[2] = node("link", "Create member") },
			agent: func(h *fakeDriver) { h.at = "form" }, o: Options{AllowRisky: true, Past: true}, did: []string{"click Team", "type Email", "type Role", "click Send invitation"}},
		{name: "a person did the step, unseen", before: func(h *fakeDriver) { h.pages["team"].nodes[2] = node("link", "Create member") },
			agent: func(h *fakeDriver) { h.at = "form" }, o: Options{AllowRisky: true}, did: []string{"click Team", "type Email", "type Role", "click Send invitation"}},
		{name: "the agent only moved over it", before: func(h *fakeDriver) { h.pages["team"].nodes[2].Disabled = true },
			agent: func(h *fakeDriver) {
				h.pages["team"].nodes[2].Disabled = false
				h.deeds = append(h.deeds, types.Tool{Name: "mm_hover", Target: &types.Target{Role: "link", Name: "Invite", TestID: "invite"}})
			}, o: Options{AllowRisky: true}, did: all},
		{name: "the agent did it, and the page still offers it", before: func(h *fakeDriver) { h.pages["team"].nodes[2].Disabled = true },
			agent: func(h *fakeDriver) {
				h.pages["team"].nodes[2].Disabled = false
				h.deeds = append(h.deeds, types.Tool{Name: "mm_click", Target: &types.Target{Role: "link", Name: "Invite", TestID: "invite"}})
			}, o: Options{AllowRisky: true}, did: all[:1], reason: types.FlowScreenGone},
		{name: "the agent filled the field in by a button", before: func(h *fakeDriver) { h.pages["form"].nodes[1] = node("textbox", "Mail") },
			agent: func(h *fakeDriver) {
				h.deeds = append(h.deeds, types.Tool{Name: "mm_click", Target: &types.Target{Role: "button", Name: "Use mine"}})
			}, o: Options{AllowRisky: true}, did: []string{"click Team", "click Invite", "type Role", "click Send invitation"}},
		{name: "nothing changed", before: func(h *fakeDriver) { h.pages["team"].nodes[2] = node("link", "Create member") }, agent: func(*fakeDriver) {},
			o: Options{AllowRisky: true}, did: []string{"click Team"}, reason: types.FlowMissing},
		{name: "a value that was missing", agent: func(*fakeDriver) {}, values: map[string]string{"role": ""}, o: Options{AllowRisky: true}, did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation"}},
		{name: "another option", before: nil, agent: func(*fakeDriver) {}, values: map[string]string{"role": "Owner"}, o: Options{AllowRisky: true}, did: []string{"click Team", "click Invite", "type Email", "type Role", "click Send invitation"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				h := newFakeDriver(t, pages)
				h.session, h.at = "mm-1", "home"
				if tc.before != nil {
					tc.before(h)
				}
				r := New(h, NewBook())
				values := map[string]string{"email": "ann@x.com", "role": "Admin"}
				given := tc.values
				if given != nil {
					values["role"], given = given["role"], map[string]string{"role": "Admin"}
					if values["role"] == "" {
						delete(values, "role")
					}
				}
				first := tc.o
				if strings.Contains(tc.name, "leave") || strings.Contains(tc.name, "risky") {
					first.AllowRisky = false
				}
				stopped, err := r.Run(t.Context(), f, values, first)
				if err != nil || stopped.Status != tool.FlowStopped || r.Waiting() != f {
					t.Fatalf("the run ended with %+v, %v", stopped, err)
				}
				tc.agent(h)
				result, err := r.Continue(t.Context(), given, tc.o)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(h.did, tc.did) {
					t.Errorf("it did %q, want %q", h.did, tc.did)
				}
				if tc.reason == "" && (!result.Verified || r.Waiting() != nil) || tc.reason != "" && (result.Stop == nil || result.Stop.Reason != tc.reason) {
					t.Errorf("it ended with %+v, %+v", result, result.Stop)
				}
				if tc.reason == "" {
					if _, err := r.Continue(t.Context(), nil, tc.o); err == nil {
						t.Error("a run that has ended goes on")
					}
				}
			})
		})
	}
}
