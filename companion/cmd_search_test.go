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
		deed  string
		facts string
	}{
		{types.StepSummary{Tool: "mm_click", Screen: "home", Detail: &types.StepDetail{Origin: origin, TestID: "coin-send", Role: "button", Name: "Send", OK: true}}, "Clicked “Send” on home", "app.example, test id coin-send"},
		{types.StepSummary{Tool: "mm_click", Screen: "home", Detail: &types.StepDetail{Origin: origin, TestID: "coin-send", Role: "button", Name: "Send"}}, "Clicked “Send” on home", "failed, app.example, test id coin-send"},
		{types.StepSummary{Tool: "mm_type", Screen: types.UnknownScreen, Detail: &types.StepDetail{Origin: "http://127.0.0.1:3000", TestID: "note", OK: true}}, "Typed into note", "127.0.0.1:3000"},
		{types.StepSummary{Tool: "mm_click", Screen: "orders/~AbCdEg~", Detail: &types.StepDetail{Role: "link", Name: "[hidden:AbCdEg]", OK: true}}, "Clicked link (name not kept) on orders/…", ""},
		{types.StepSummary{Tool: "mm_press", Screen: "home", Snippet: "key: Enter", Detail: &types.StepDetail{OK: true}}, "Pressed (key: Enter) on home", ""},
		{types.StepSummary{Tool: "mm_new", Screen: "home", Snippet: "a snippet"}, "mm_new (a snippet) on home", ""},
	} {
		if got := deedOf(&tt.step); got != tt.deed {
			t.Errorf("%+v is %q, want %q", tt.step, got, tt.deed)
		}
		if got := strings.Join(factsOf(&tt.step), ", "); got != tt.facts {
			t.Errorf("%q has the facts %q, want %q", tt.deed, got, tt.facts)
		}
	}
}
