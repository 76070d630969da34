package core

import (
	"reflect"
	"testing"

	"cairn/shared/types"
)

func TestAdviceStatsTellWhatCameOfSuggestions(t *testing.T) {
	c := New()
	step := func(id, day, origin string, ok bool, a *types.Advice) {
		at, err := types.ParseTime(day + "T10:00:00Z")
		if err != nil {
			t.Fatal(err)
		}
		outcome := types.Outcome{OK: ok}
		if err := c.PutStep(&types.Step{StepID: id, SessionID: "mm-stats", Timestamp: at, Actor: types.ActorAgent, Advice: a, Outcome: outcome,
			Tool:        types.Tool{Name: "mm_click", Target: &types.Target{TestID: "x"}},
			Observation: &types.Observation{State: types.State{Origin: origin}}}); err != nil {
			t.Fatal(err)
		}
	}
	const a, b = "https://a.example", "https://b.example"
	step("s-1", "2026-01-01", a, true, nil)
	step("s-2", "2026-01-01", a, true, &types.Advice{Shown: 3, Confidence: 0.72, Rank: 1})
	step("s-3", "2026-01-02", a, false, &types.Advice{Shown: 3, Confidence: 0.78, Rank: 2})
	step("s-4", "2026-01-02", b, true, &types.Advice{Shown: 1, Confidence: 1})
	got := c.AdviceStats()
	want := types.AdviceStats{
		AdviceTally: types.AdviceTally{Steps: 4, Advised: 3, First: 1, Any: 2, Worked: 1, Failed: 1},
		Sites: []types.AdviceGroup{
			{Name: a, AdviceTally: types.AdviceTally{Steps: 3, Advised: 2, First: 1, Any: 2, Worked: 1, Failed: 1}},
			{Name: b, AdviceTally: types.AdviceTally{Steps: 1, Advised: 1}},
		},
		Days: []types.AdviceGroup{
			{Name: "2026-01-01", AdviceTally: types.AdviceTally{Steps: 2, Advised: 1, First: 1, Any: 1, Worked: 1}},
			{Name: "2026-01-02", AdviceTally: types.AdviceTally{Steps: 2, Advised: 2, Any: 1, Failed: 1}},
		},
		Calibration: []types.CalibrationBin{
			{From: 0.7, Given: 2, Followed: 1, Mean: 0.75},
			{From: 0.9, Given: 1, Mean: 1},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("stats are\n%+v\nwant\n%+v", got, want)
	}
	if got := c.AdviceOf("mm-stats"); got == nil || *got != want.AdviceTally {
		t.Errorf("the session's tally is %+v", got)
	}
	if got := c.AdviceOf("mm-none"); got != nil {
		t.Errorf("a session without advice has the tally %+v", got)
	}
}

func TestASuggestionIsFollowedByAnyStableName(t *testing.T) {
	suggestions := []types.SuggestedAction{
		{Action: "click", PreferredTarget: types.PriorTarget{Type: types.TargetTestID, Text: "send"},
			FallbackTargets: []types.PriorTarget{{Type: types.TargetA11yHint, Hint: &types.A11yHint{Role: "button", Name: "Send"}}}},
		{Action: "type", PreferredTarget: types.PriorTarget{Type: types.TargetSelector, Text: "#to"}},
	}
	for _, tc := range []struct {
		tool   string
		target *types.Target
		want   int
	}{
		{"mm_click", &types.Target{TestID: "send"}, 1},
		{"mm_click", &types.Target{Role: "button", Name: "Send"}, 1},
		{"mm_type", &types.Target{TestID: "send"}, 0},
		{"mm_type", &types.Target{Selector: "#to"}, 2},
		{"mm_click", &types.Target{Role: "link", Name: "Send"}, 0},
		{"mm_click", &types.Target{}, 0},
		{"mm_click", nil, 0},
	} {
		step := &types.Step{Tool: types.Tool{Name: tc.tool, Target: tc.target}}
		if got := types.Follows(step, suggestions); got != tc.want {
			t.Errorf("%s on %+v follows %d, want %d", tc.tool, tc.target, got, tc.want)
		}
	}
}
