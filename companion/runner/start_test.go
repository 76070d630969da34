package runner

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestAStartWithoutItsValueIsNotNeededOnItsPage runs a flow whose start address lost a value, in
// a session that stands on a page.
func TestAStartWithoutItsValueIsNotNeededOnItsPage(t *testing.T) {
	for name, x := range map[string]struct {
		at   string
		late int  // looks until the page is drawn
		none bool // no session has begun
		on   string
		want types.FlowReason
	}{
		"its page":                   {at: "home"},
		"its page, drawn late":       {at: "home", late: 20},
		"another page":               {at: "member", want: types.FlowNeedsParam},
		"its page of another site":   {at: "home", on: "https://other.test", want: types.FlowNeedsParam},
		"its page, before a session": {at: "home", none: true},
		"another, before a session":  {at: "member", none: true, want: types.FlowNeedsParam},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				f.Start = "/?at={at}"
				f.Params = append(f.Params, types.FlowParam{Name: "at", Kind: types.FlowText, Optional: true})
				h := newFakeDriver(t, pages)
				if h.at, h.open = x.at, x.none; !x.none {
					h.session = "mm-1"
				}
				pages[x.at].late, pages[x.at].origin = x.late, x.on
				result, err := New(h, NewBook()).Run(t.Context(), f, ann, Options{AllowRisky: true})
				switch {
				case x.none && x.want != "":
					if err == nil || !strings.Contains(types.AsError(err).Hint, "/?at={at}") {
						t.Errorf("the page to open is not said: %v", err)
					}
				case err != nil:
					t.Fatal(err)
				case x.want == "" && (result.Status != tool.FlowDone || !result.Verified):
					t.Errorf("the run ended with %+v, %+v", result, result.Stop)
				case x.want != "" && (result.Stop == nil || result.Stop.Reason != x.want || !strings.Contains(result.Stop.Message, "at") || len(h.did) > 0):
					t.Errorf("the run did %q and ended with %+v", h.did, result.Stop)
				}
			})
		})
	}
}

// TestARunOpensItsPageWhereTheWayInLedElsewhere runs a flow on an application that returns to the page that was used last.
func TestARunOpensItsPageWhereTheWayInLedElsewhere(t *testing.T) {
	opened := []string{"click Team", "navigate /team"}
	for name, x := range map[string]struct {
		at   func(pages map[string]*fakePage, f *types.Flow) // how it differs
		did  []string
		want types.FlowReason
	}{
		"elsewhere": {did: append(opened, all[1:]...)},
		"a page with the token of a service among its fields": {at: func(pages map[string]*fakePage, _ *types.Flow) {
			pages["last"].nodes = append(pages["form"].nodes[:3:3], node("textbox", "Descriptor"), node("textbox", "Address"), node("textbox", "Access token", "secret"))
		}, did: append(opened, all[1:]...)},
		"a login":        {at: func(pages map[string]*fakePage, _ *types.Flow) { pages["last"] = pages["login"] }, did: opened[:1], want: types.FlowScreenGone},
		"another site":   {at: func(pages map[string]*fakePage, _ *types.Flow) { pages["last"].origin = "https://other.test" }, did: opened[:1], want: types.FlowScreenGone},
		"a page of data": {at: func(_ map[string]*fakePage, f *types.Flow) { f.Steps[1].Screen.Path = "/team/*" }, did: opened[:1], want: types.FlowScreenGone},
		"after a deed":   {at: func(_ map[string]*fakePage, f *types.Flow) { f.Steps[0].Risk = "sends" }, did: opened[:1], want: types.FlowScreenGone},
		"the same page":  {at: func(pages map[string]*fakePage, _ *types.Flow) { pages["last"].path = "/" }, did: opened[:1], want: types.FlowScreenGone},
		"after a later step": {at: func(pages map[string]*fakePage, _ *types.Flow) {
			pages["home"].leads["Team"], pages["team"].leads["Invite"] = "team", "last"
		}, did: []string{"click Team", "click Invite"}, want: types.FlowScreenGone},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				pages["last"] = &fakePage{path: "/settings", nodes: []types.A11yNode{node("heading", "Settings")}}
				pages["home"].leads["Team"] = "last"
				if x.at != nil {
					x.at(pages, f)
				}
				h := newFakeDriver(t, pages)
				h.session, h.at = "mm-1", "home"
				result, err := New(h, NewBook()).Run(t.Context(), f, ann, Options{AllowRisky: true})
				if err != nil {
					t.Fatal(err)
				}
				reason := types.FlowReason("")
				if result.Stop != nil {
					reason = result.Stop.Reason
				}
				if !slices.Equal(h.did, x.did) || reason != x.want {
					t.Errorf("did %q, and ended with %+v", h.did, result.Stop)
				}
			})
		})
	}
}

// TestARunNamesAllValuesThatItLacks begins a run without them, and wants an answer without the page, which says nothing of
// them.
func TestARunNamesAllValuesThatItLacks(t *testing.T) {
	f := &types.Flow{ID: "add", Title: "Add {name}", Site: testSite, Start: "/form", Params: []types.FlowParam{{Name: "name", Kind: types.FlowText}, {Name: "size", Kind: types.FlowText}},
		Steps: []types.FlowStep{
			{Tool: "click", Targets: []types.FlowTarget{{Role: "button", Name: "New"}}},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Name"}}, Value: "{name}"},
			{Tool: "type", Targets: []types.FlowTarget{{Role: "textbox", Name: "Size"}}, Value: "{size}"}}}
	for want, values := range map[string]map[string]string{"parameters name, size have no values": nil, "parameter size has no value": {"name": "a"}} {
		h := newFakeDriver(t, map[string]*fakePage{"form": {path: "/form", nodes: []types.A11yNode{node("button", "New"), node("textbox", "Name"), node("textbox", "Size")}}})
		h.session, h.at = "mm-1", "form"
		result, err := New(h, NewBook()).Run(t.Context(), f, values, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if result.Stop == nil || result.Stop.Message != want || len(result.Stop.Params) != 2-len(values) || result.Look != nil || len(h.did) > 0 {
			t.Errorf("the run ends with %+v, look %t; want %s", result.Stop, result.Look != nil, want)
		}
	}
}

// TestARunTakesTheWayInWhereItLeads runs a flow on an application that opens at its start the team that was used last.
func TestARunTakesTheWayInWhereItLeads(t *testing.T) {
	for name, x := range map[string]struct {
		last func(last *fakePage, f *types.Flow) // how it differs
		did  []string
		want types.FlowReason
	}{
		"another team": {did: all},
		"no link":      {last: func(last *fakePage, _ *types.Flow) { last.nodes = last.nodes[1:] }, want: types.FlowScreenGone},
		"another page": {last: func(last *fakePage, _ *types.Flow) { last.path = "/settings" }, want: types.FlowScreenGone},
		"another page, and one team": {last: func(last *fakePage, f *types.Flow) {
			last.path, f.Steps[1].Screen.Path = "/news", "/teams/8"
		}, did: all},
		"a step on another page": {last: func(last *fakePage, f *types.Flow) {
			last.path, f.Steps[1].Screen.Path = "/news", "/"
		}, want: types.FlowScreenGone},
		"a way that sends":  {last: func(_ *fakePage, f *types.Flow) { f.Steps[0].Risk = "sends" }, want: types.FlowScreenGone},
		"another neighbour": {last: func(last *fakePage, _ *types.Flow) { last.nodes[1].Name = "Pricing" }, want: types.FlowScreenGone},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				pages["last"] = &fakePage{path: "/teams/7", nodes: []types.A11yNode{node("link", "Team"), node("link", "Help"), node("heading", "Another team")}, leads: map[string]string{"Team": "team"}}
				pages["home"].turns, pages["home"].into, pages["team"].path = 1, "last", "/teams/8"
				f.Steps[1].Screen.Path, f.Steps[0].Expect.Path = "/teams/*", "/teams/*"
				if x.last != nil {
					x.last(pages["last"], f)
				}
				h := newFakeDriver(t, pages)
				result, err := New(h, NewBook()).Run(t.Context(), f, ann, Options{AllowRisky: true})
				if err != nil {
					t.Fatal(err)
				}
				reason := types.FlowReason("")
				if result.Stop != nil {
					reason = result.Stop.Reason
				}
				if !slices.Equal(h.did[1:], x.did) || reason != x.want {
					t.Errorf("did %q, and ended with %+v", h.did, result.Stop)
				}
			})
		})
	}
}
