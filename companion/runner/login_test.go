package runner

import (
	"maps"
	"slices"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// withLogin puts a login before the steps of a flow. signedIn says whether the first page is shown without it.
func withLogin(pages map[string]*fakePage, f *types.Flow, signedIn bool) {
	f.Params = append(f.Params, types.FlowParam{Name: "user", Kind: types.FlowText}, types.FlowParam{Name: "password", Kind: types.FlowSecret})
	at := types.FlowScreen{Path: "/login"}
	f.Steps = slices.Insert(f.Steps, 0,
		types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "link", Name: "Sign in"}}, Screen: types.FlowScreen{Path: "/"}, Expect: at},
		types.FlowStep{Tool: "type", Value: "{user}", Targets: []types.FlowTarget{{Role: "textbox", Name: "User name"}}, Screen: at},
		types.FlowStep{Tool: "type", Value: "{password}", Targets: []types.FlowTarget{{Role: "textbox", Name: "Password", Sensitive: true}}, Screen: at},
		types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "Go"}}, Screen: at, Expect: types.FlowScreen{Path: "/"}})
	pages["login"].nodes = []types.A11yNode{node("textbox", "User name"), node("textbox", "Password", "secret"), node("button", "Go")}
	pages["login"].leads = map[string]string{"Go": "home"}
	if !signedIn {
		front := &fakePage{path: "/", nodes: []types.A11yNode{node("link", "Sign in")}, leads: map[string]string{"Sign in": "login"}}
		pages["front"], pages["home"].path = front, "/home"
		f.Steps[4].Screen.Path = "/home"
	}
}

// TestALoginIsLeftOutWhereOneIsSignedIn runs a flow that was recorded with a login.
func TestALoginIsLeftOutWhereOneIsSignedIn(t *testing.T) {
	login := []string{"click Sign in", "type User name", "type Password", "click Go"}
	open := []string{"navigate /"}
	for name, x := range map[string]struct {
		signedIn bool
		values   map[string]string
		with     func(pages map[string]*fakePage)
		dry      bool
		only     bool // the flow ends with the login
		did      []string
		reason   types.FlowReason
		step     int
	}{
		"signed in":                           {signedIn: true, did: append(open, all...)},
		"signed in, as that person":           {signedIn: true, values: map[string]string{"user": "ann", "password": "hidden"}, with: show("link", "ann"), did: append(open, all...)},
		"signed in, perhaps as another":       {signedIn: true, values: map[string]string{"user": "ann"}, with: show("link", "bob"), did: open, reason: types.FlowMissing, step: 1},
		"not signed in":                       {values: map[string]string{"user": "ann", "password": "hidden"}, did: append(login, all...)},
		"not signed in, without a value":      {reason: types.FlowNeedsParam, step: 2},
		"not signed in, without a value, dry": {dry: true, reason: types.FlowNeedsParam, step: 2},
		"the start leads to the login": {values: map[string]string{"user": "ann", "password": "hidden"}, with: func(pages map[string]*fakePage) {
			pages["front"].nodes, pages["front"].turns, pages["front"].into = nil, 2, "login"
		}, did: slices.Concat(open, login[1:], all)},
		"the name is enough": {values: map[string]string{"user": "ann", "password": "hidden"}, with: func(pages map[string]*fakePage) {
			pages["login"].nodes = pages["login"].nodes[:1]
			pages["login"].leads["User name"] = "home"
		}, did: slices.Concat(login[:2], all)},
		"the name is not enough": {values: map[string]string{"user": "ann", "password": "hidden"}, with: func(pages map[string]*fakePage) {
			pages["login"].leads["User name"] = "half"
			pages["half"] = &fakePage{path: "/home", nodes: append(pages["login"].nodes[:1:1], pages["home"].nodes...)}
		}, did: login[:2], reason: types.FlowScreenGone, step: 3},
		"it only signs in":                {signedIn: true, only: true, values: map[string]string{"user": "ann", "password": "hidden"}, with: show("link", "ann"), did: open},
		"it only signs in another":        {signedIn: true, only: true, values: map[string]string{"user": "ann", "password": "hidden"}, with: show("link", "bob"), did: open, reason: types.FlowMissing, step: 1},
		"a page that asks for a password": {signedIn: true, with: show("textbox", "Password"), did: open, reason: types.FlowScreenGone, step: 1},
		"two of the next step":            {signedIn: true, with: show("link", "Team"), did: open, reason: types.FlowMissing, step: 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				withLogin(pages, f, x.signedIn)
				if x.with != nil {
					x.with(pages)
				}
				if x.only {
					f.Title, f.Params = "Sign in", f.Params[len(f.Params)-2:]
					f.Steps, f.End = f.Steps[:4], types.FlowScreen{Path: "/", Appeared: []string{`link "Team"`}}
				}
				h := newFakeDriver(t, pages)
				h.session, h.at = "mm-1", map[bool]string{true: "home", false: "front"}[x.signedIn]
				values := map[string]string{}
				if !x.only {
					values = maps.Clone(ann)
				}
				maps.Copy(values, x.values)
				result, err := New(h, NewBook()).Run(t.Context(), f, values, Options{AllowRisky: true, DryRun: x.dry})
				if err != nil {
					t.Fatal(err)
				}
				var stop tool.FlowStop
				if result.Stop != nil {
					stop = *result.Stop
				}
				if !slices.Equal(h.did, x.did) || stop.Reason != x.reason || stop.Step != x.step {
					t.Errorf("did %q, stopped with %+v", h.did, stop)
				}
				if x.signedIn && x.reason == "" && !slices.Equal(result.Skipped, []int{1, 2, 3, 4}) {
					t.Errorf("left out %v", result.Skipped)
				}
			})
		})
	}
}

// show adds an element to the first page.
func show(role, name string) func(map[string]*fakePage) {
	return func(pages map[string]*fakePage) {
		n := node(role, name)
		n.Sensitive = role == "textbox"
		pages["home"].nodes = append(pages["home"].nodes, n)
	}
}
