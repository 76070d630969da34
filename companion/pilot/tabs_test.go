package pilot

import (
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// withTabs is a rig whose browser tells which session a tab belongs to.
func withTabs(t *testing.T) *rig {
	r := launched(t)
	r.browser.answer[wire.KindTabList] = func(wire.Envelope) (*wire.Reply, error) {
		reply := &wire.Reply{Tabs: []wire.Tab{{TabID: 1, URL: "http://private.example/"}}}
		for id := range r.browser.tabs {
			reply.Tabs = append(reply.Tabs, wire.Tab{TabID: id, URL: "http://127.0.0.1:1/", Title: "Wallet", SessionID: r.SessionID(), WindowID: id / 10})
		}
		return reply, nil
	}
	return r
}

// popUp opens a tab of the session by itself.
func (r *rig) popUp(id int) { r.browser.tabs[id] = home() }

func TestTabsOfTheSession(t *testing.T) {
	r := withTabs(t)
	r.popUp(20)
	got, err := r.Tabs(t.Context(), types.TabsInput{Action: types.TabsList})
	if err != nil || len(got.Tabs) != 2 || got.Others != 1 || got.Tab.TabID != 8 {
		t.Fatalf("list is %+v, %v", got, err)
	}
	if got, err = r.Tabs(t.Context(), types.TabsInput{Action: types.TabsSwitch, TabID: 20}); err != nil || got.Tab.TabID != 20 || got.Tab.Screen != "home" {
		t.Fatalf("after switching: %+v, %v", got, err)
	}
	for _, c := range r.browser.calls {
		if c.Bind != nil && (!c.Bind.Show || c.Bind.TabID != 20 || c.Bind.Session == nil) {
			t.Errorf("bind is %+v", c.Bind)
		}
	}
	if got, err = r.Tabs(t.Context(), types.TabsInput{Action: types.TabsClose}); err != nil || got.Tab.TabID != 8 || len(got.Tabs) != 1 {
		t.Fatalf("after closing: %+v, %v", got, err)
	}
	if got, err = r.Tabs(t.Context(), types.TabsInput{Action: types.TabsClose, TabID: 8}); err != nil || got.Tab != nil || len(got.Tabs) != 0 {
		t.Errorf("after closing the last: %+v, %v", got, err)
	}
}

func TestTabsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		in   types.TabsInput
		code types.Code
	}{
		"of others":  {types.TabsInput{Action: types.TabsSwitch, TabID: 1}, types.CodeNotFound},
		"unknown":    {types.TabsInput{Action: types.TabsClose, TabID: 99}, types.CodeNotFound},
		"no such":    {types.TabsInput{Action: types.TabsSwitch}, types.CodeNotFound},
		"no action":  {types.TabsInput{}, types.CodeInvalidInput},
		"no session": {types.TabsInput{Action: types.TabsList}, types.CodeNoSession},
	} {
		t.Run(name, func(t *testing.T) {
			r := withTabs(t)
			if c.code == types.CodeNoSession {
				r = newRig(t)
			}
			_, err := r.Tabs(t.Context(), c.in)
			wantCode(t, err, c.code)
		})
	}
}

func TestAnActionTellsWhatItOpened(t *testing.T) {
	r := withTabs(t)
	r.input.then = func() { r.popUp(20) }
	got, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send")})
	if err != nil || len(got.Opened) != 1 || got.Opened[0].TabID != 20 || got.Tab.TabID != 8 {
		t.Fatalf("opened %+v, %v", got, err)
	}
	news, err := r.WaitForNotification(t.Context(), types.NotifyInput{})
	if err != nil || len(news.Found) != 1 || news.Found[0].Kind != types.NotifyTab || news.Found[0].Tab.TabID != 20 {
		t.Fatalf("found %+v, %v", news, err)
	}
	_, err = r.WaitForNotification(t.Context(), types.NotifyInput{ActInput: types.ActInput{TimeoutMs: 20}})
	wantCode(t, err, types.CodeWaitTimeout)
	if n := len(r.memory.steps); n != 3 || r.memory.steps[1].Tool.Name != "mm_wait_for_notification" || r.memory.steps[2].Outcome.OK {
		t.Errorf("%d steps are recorded", n)
	}
}

func TestAClosedTabLeadsBack(t *testing.T) {
	r := withTabs(t)
	r.popUp(20)
	if _, err := r.Tabs(t.Context(), types.TabsInput{Action: types.TabsSwitch, TabID: 20}); err != nil {
		t.Fatal(err)
	}
	r.input.then = func() { delete(r.browser.tabs, 20) }
	got, err := r.Click(t.Context(), types.ClickInput{TargetInput: byTestID("send")})
	if err != nil || !got.TabClosed || got.ClosedTabID != 20 || got.Tab.TabID != 8 {
		t.Errorf("after the tab closed: %+v, %v", got, err)
	}
}

func TestMessagesThatAppear(t *testing.T) {
	message := types.A11yNode{Ref: "e9", Role: "alert", Name: "Not enough funds"}
	for name, c := range map[string]struct {
		text  string
		kind  string
		setUp func(r *rig)
	}{
		"an alert":         {"", types.NotifyMessage, func(r *rig) { r.show(message) }},
		"one that says so": {"enough", types.NotifyMessage, func(r *rig) { r.show(types.A11yNode{Role: "status", Name: "Ready"}, message) }},
		"a dialog":         {"", types.NotifyDialog, func(r *rig) { r.show(types.A11yNode{Ref: "e9", Role: "dialog"}) }},
		"a box":            {"sure", types.NotifyBox, func(r *rig) { r.input.dialogs = []types.Dialog{{Type: "confirm", Message: "Sure?"}} }},
		"a second like it": {"", types.NotifyMessage, func(r *rig) { r.show(message, message) }},
	} {
		t.Run(name, func(t *testing.T) {
			r := withTabs(t)
			if name == "a second like it" {
				r.show(message)
			}
			if _, err := r.Type(t.Context(), types.TypeInput{TargetInput: types.TargetInput{Role: "textbox", Name: "Amount"}, Text: "1"}); err != nil {
				t.Fatal(err)
			}
			c.setUp(r)
			got, err := r.WaitForNotification(t.Context(), types.NotifyInput{Text: c.text})
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

func TestPartsOfADescription(t *testing.T) {
	long := func(o *types.Observation) {
		for _, name := range []string{"Ann", "Bob", "Eve"} {
			o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "e-" + name, Role: "link", Name: name, Path: []string{`navigation "People"`}})
		}
	}
	for name, c := range map[string]struct {
		in   types.DescribeInput
		refs string
		code types.Code
	}{
		"find":                 {types.DescribeInput{Find: "people bob"}, "e-Bob", ""},
		"find by test id":      {types.DescribeInput{Find: "SEND"}, "e1", ""},
		"find nothing":         {types.DescribeInput{Find: "zoe"}, "", ""},
		"expand a region":      {types.DescribeInput{Expand: "people"}, "e-Ann e-Bob e-Eve", ""},
		"expand from a ref on": {types.DescribeInput{Expand: "e-Bob"}, "e-Bob e-Eve", ""},
		"find in a region":     {types.DescribeInput{Expand: "navigation", Find: "eve"}, "e-Eve", ""},
		"no such region":       {types.DescribeInput{Expand: "aside"}, "", types.CodeNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			for _, page := range r.browser.tabs {
				long(page)
			}
			r.memory.prior = &types.PriorKnowledge{}
			got, err := r.Describe(t.Context(), c.in)
			if c.code != "" {
				wantCode(t, err, c.code)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var refs []string
			for _, n := range got.A11y.Nodes {
				refs = append(refs, n.Ref)
			}
			if strings.Join(refs, " ") != c.refs || got.Total != 7 || got.PriorKnowledge != nil {
				t.Errorf("got %v of %d, want %s", refs, got.Total, c.refs)
			}
		})
	}
}

// TestPartsBeyondALook asks for what a look at a large page leaves out.
func TestPartsBeyondALook(t *testing.T) {
	row := types.A11yNode{Ref: "e900", Role: "row", Name: "Zoe Edit"}
	edit := types.A11yNode{Ref: "e901", Role: "button", Name: "Edit", TestID: "edit-zoe", Path: []string{`row "Zoe Edit"`}}
	for name, c := range map[string]struct {
		in      types.DescribeInput
		partial bool // more fits than was found
		seek    wire.Seek
		refs    string
		code    types.Code
	}{
		"a row by its text":              {in: types.DescribeInput{Find: "zoe"}, seek: wire.Seek{Find: "zoe"}, refs: "e900 e901"},
		"all that fits, and more":        {in: types.DescribeInput{Find: "e"}, partial: true, seek: wire.Seek{Find: "e"}, refs: "e900 e901 e1 e2 e3 e4"},
		"what follows a ref of the look": {in: types.DescribeInput{Expand: "e1"}, seek: wire.Seek{From: "e1"}, refs: "e900 e901"},
		"what follows a ref beyond it":   {in: types.DescribeInput{Expand: "e900"}, seek: wire.Seek{From: "e900"}, refs: "e900 e901"},
		"what follows it with a word":    {in: types.DescribeInput{Expand: "e900", Find: "button"}, seek: wire.Seek{Find: "button", From: "e900"}, refs: "e901"},
		"a region is not sought":         {in: types.DescribeInput{Expand: "main"}, code: types.CodeNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			r := launched(t)
			var sought wire.Seek
			r.browser.answer[wire.KindObserve] = func(e wire.Envelope) (*wire.Reply, error) {
				look := *home()
				look.Truncated = true
				if e.Observe.Seek != nil {
					sought = *e.Observe.Seek
					look.Truncated, look.A11y.Nodes = c.partial, []types.A11yNode{row, edit}
					look.TestIDs = []types.TestID{{TestID: "edit-zoe", Role: "button", Visible: true}}
				}
				return &wire.Reply{Page: &wire.Page{Observation: look}}, nil
			}
			got, err := r.Describe(t.Context(), c.in)
			if sought != c.seek {
				t.Errorf("sought %+v, want %+v", sought, c.seek)
			}
			if c.code != "" {
				wantCode(t, err, c.code)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var refs []string
			for _, n := range got.A11y.Nodes {
				refs = append(refs, n.Ref)
			}
			if strings.Join(refs, " ") != c.refs || got.Truncated != c.partial || len(got.TestIDs.Items) != 1 {
				t.Errorf("got %v, test ids %v, truncated %v, want %s", refs, got.TestIDs.Items, got.Truncated, c.refs)
			}
		})
	}
}

func TestDifferencesOfDescriptions(t *testing.T) {
	r := launched(t)
	look := func() *types.DescribeResult {
		t.Helper()
		got, err := r.Describe(t.Context(), types.DescribeInput{Diff: true})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := look(); got.Changes != nil || len(got.A11y.Nodes) != 4 {
		t.Errorf("the first look is %+v", got)
	}
	if got := look(); got.Changes == nil || got.Changes.Unchanged != 4 || len(got.A11y.Nodes) != 0 {
		t.Errorf("nothing changed, but it is %+v", got)
	}
	for _, page := range r.browser.tabs {
		nodes := append([]types.A11yNode{}, page.A11y.Nodes[1:]...)
		nodes[0].Filled = true
		page.A11y.Nodes = append(nodes, types.A11yNode{Ref: "e9", Role: "status", Name: "Saved"})
	}
	got := look()
	if c := got.Changes; c == nil || strings.Join(c.Added, " ") != "e9" || strings.Join(c.Changed, " ") != "e2" || len(c.Gone) != 1 || c.Gone[0].Ref != "e1" || c.Unchanged != 2 {
		t.Errorf("changes are %+v", got.Changes)
	}
	if _, err := r.Navigate(t.Context(), types.NavigateInput{URL: "http://127.0.0.1:1/"}); err != nil {
		t.Fatal(err)
	}
	if got := look(); got.Changes != nil {
		t.Errorf("after a navigation changes are %+v", got.Changes)
	}
}
