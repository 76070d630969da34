package main

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

func TestFoundStepsHaveTheNamesOfElementsFirst(t *testing.T) {
	const origin = "https://app.example"
	for _, tt := range []struct {
		step  types.StepSummary
		text  string
		facts string
	}{
		{types.StepSummary{Tool: "mm_click", Screen: "home", Detail: &types.StepDetail{Origin: origin, TestID: "coin-send", Role: "button", Name: "Send", OK: true}}, "Clicked “Send” on home", "app.example, test id coin-send"},
		{types.StepSummary{Tool: "mm_click", Screen: "home", Detail: &types.StepDetail{Origin: origin, TestID: "coin-send", Role: "button", Name: "Send"}}, "Clicked “Send” on home", "failed, app.example, test id coin-send"},
		{types.StepSummary{Tool: "mm_type", Screen: types.UnknownScreen, Detail: &types.StepDetail{Origin: "http://127.0.0.1:3000", TestID: "note", OK: true}}, "Typed into note", "127.0.0.1:3000"},
		{types.StepSummary{Tool: "mm_click", Screen: "orders/~AbCdEg~", Detail: &types.StepDetail{Role: "link", Name: "[hidden:AbCdEg]", OK: true}}, "Clicked link (name not kept) on orders/…", ""},
		{types.StepSummary{Tool: "mm_press", Screen: "home", Snippet: "key: Enter", Detail: &types.StepDetail{OK: true}}, "Pressed (key: Enter) on home", ""},
		{types.StepSummary{Tool: "mm_press", Screen: "home", Snippet: "match: page, key: Control+k, screen: home", Detail: &types.StepDetail{Name: "Search", OK: true}}, "Pressed Control+k in “Search” on home", ""},
		{types.StepSummary{Tool: "mm_new", Screen: "home", Snippet: "a snippet"}, "mm_new (a snippet) on home", ""},
	} {
		if got := actionText(&tt.step); got != tt.text {
			t.Errorf("%+v is %q, want %q", tt.step, got, tt.text)
		}
		if got := strings.Join(factsOf(&tt.step), ", "); got != tt.facts {
			t.Errorf("%q has the facts %q, want %q", tt.text, got, tt.facts)
		}
	}
}

func TestEqualStepsAreFoundOnce(t *testing.T) {
	step := func(id, snippet string, at types.Time, ok bool) types.StepSummary {
		return types.StepSummary{SessionID: id, Tool: "mm_press", Screen: "home", Snippet: snippet, Timestamp: at, Detail: &types.StepDetail{Role: "textbox", Name: "Search", OK: ok}}
	}
	steps := []types.StepSummary{step("mm-1", "key: Enter", 7, false), step("mm-2", "match: screen:home, key: Enter", 5, true), step("mm-1", "key: Escape", 6, true), step("mm-1", "match: goal:home, key: Enter", 9, true)}
	got := folded(steps)
	if len(got) != 3 || got[0].times != 2 || got[0].Timestamp != 9 || got[0].SessionID != "mm-1" || got[1].times != 1 || got[2].Detail.OK {
		t.Errorf("folded as %+v", got)
	}
	if all := unfolded(steps); len(all) != len(steps) {
		t.Errorf("%d of %d steps are explained", len(all), len(steps))
	}
}

func TestUnknownSitesNameThoseOfTheSameHost(t *testing.T) {
	cards := []types.KnowledgeCard{{Domain: "127.0.0.1:3000"}, {Domain: "shop.example"}, {Domain: "127.0.0.1:4000"}}
	for site, want := range map[string]string{"127.0.0.1": "127.0.0.1:3000 127.0.0.1:4000", "http://127.0.0.1:5000/home": "127.0.0.1:3000 127.0.0.1:4000", "shop.example:8080": "shop.example", "example": "", "": ""} {
		if got := strings.Join(sameHost(cards, site), " "); got != want {
			t.Errorf("for %q it names %q, want %q", site, got, want)
		}
	}
}
