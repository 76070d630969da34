package core

import (
	"reflect"
	"strconv"
	"strings"
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
		AdviceTally: types.AdviceTally{Steps: 4, Advised: 3, Promised: 0.833, First: 1, Any: 2, Worked: 1, Failed: 1},
		Sites: []types.AdviceGroup{
			{Name: a, AdviceTally: types.AdviceTally{Steps: 3, Advised: 2, Promised: 0.75, First: 1, Any: 2, Worked: 1, Failed: 1}},
			{Name: b, AdviceTally: types.AdviceTally{Steps: 1, Advised: 1, Promised: 1}},
		},
		Days: []types.AdviceGroup{
			{Name: "2026-01-01", AdviceTally: types.AdviceTally{Steps: 2, Advised: 1, Promised: 0.72, First: 1, Any: 1, Worked: 1}},
			{Name: "2026-01-02", AdviceTally: types.AdviceTally{Steps: 2, Advised: 2, Promised: 0.89, Any: 1, Failed: 1}},
		},
		Calibration: []types.CalibrationBin{
			{From: 0.7, Given: 2, Followed: 1, Mean: 0.75},
			{From: 0.9, Given: 1, Mean: 1},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("stats are\n%+v\nwant\n%+v", got, want)
	}
	if got := c.AdviceOf("mm-stats"); got == nil || got.AdviceTally != want.AdviceTally || !reflect.DeepEqual(got.Here, want) {
		t.Errorf("the session has %+v", got)
	}
	if got := c.AdviceOf("mm-none"); got != nil {
		t.Errorf("a session without advice has the tally %+v", got)
	}
}

// TestStepsSavedAreCountedAgainstTheFirstRun plays a task again in several ways.
func TestStepsSavedAreCountedAgainstTheFirstRun(t *testing.T) {
	const site = "https://a.example"
	cases := []struct {
		name, goal, origin string
		unsuggested        bool
		clicks             string // an element a letter; a capital failed
		again, saved       int
	}{
		{"straight through", "Send  ETH", site, false, "acd", 1, 3},
		{"with detours of its own", "send eth", site, false, "abbbbbbd", 1, -2},
		{"going on beyond the end", "send eth", site, false, "acdee", 1, 3},
		{"not to the end", "send eth", site, false, "ac", 0, 0},
		{"to a failure at the end", "send eth", site, false, "acD", 0, 0},
		{"another task", "receive eth", site, false, "acd", 0, 0},
		{"on another site", "send eth", "https://b.example", false, "acd", 0, 0},
		{"without advice", "send eth", site, true, "acd", 0, 0},
		{"without a goal", "", site, false, "acd", 0, 0},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			c := New()
			play := func(id string, at types.Time, goal, origin, clicks string, advice *types.Advice) {
				looks := 10 - len(clicks) // a look less for each action more: only the count decides
				if err := c.PutSession(&types.Session{SessionID: id, CreatedAt: at, Goal: goal, Cost: types.Cost{Looks: &looks}}); err != nil {
					t.Fatal(err)
				}
				for i, letter := range clicks {
					name := strings.ToLower(string(letter))
					if err := c.PutStep(&types.Step{StepID: id + "-" + strconv.Itoa(i), SessionID: id, Timestamp: at + types.Time(i+1), Actor: types.ActorAgent,
						Advice: advice, Outcome: types.Outcome{OK: name == string(letter)}, Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: name}},
						Observation: &types.Observation{State: types.State{Origin: origin}}}); err != nil {
						t.Fatal(err)
					}
				}
			}
			play("mm-first", 1000, "Send ETH", site, "aBbacd", nil)
			advice := &types.Advice{Shown: 1, Confidence: 0.5}
			if tc.unsuggested {
				advice = nil
			}
			play("mm-second", 2000, tc.goal, tc.origin, tc.clicks, advice)
			if got := c.AdviceStats(); got.Again != tc.again || got.StepsSaved != tc.saved {
				t.Errorf("%d runs again saved %d steps, want %d and %d", got.Again, got.StepsSaved, tc.again, tc.saved)
			} else if want := tc.again * (len(tc.clicks) - len("aBbacd")); got.LooksSaved != want || got.Counted != tc.again {
				t.Errorf("%d counted runs saved %d looks, want %d and %d", got.Counted, got.LooksSaved, tc.again, want)
			}
			if got := c.AdviceOf("mm-second"); got != nil && (got.Again != tc.again || got.StepsSaved != tc.saved) {
				t.Errorf("the session: %d, %d", got.Again, got.StepsSaved)
			}
		})
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
