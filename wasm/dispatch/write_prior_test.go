package dispatch

import (
	"encoding/json"
	"math"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestPriorIsWrittenAsPackageJSONWritesIt compares with encoding/json.
func TestPriorIsWrittenAsPackageJSONWritesIt(t *testing.T) {
	hint := &types.A11yHint{Role: "button", Name: "Send <all> & \"more\""}
	for name, p := range map[string]types.PriorKnowledge{
		"nothing": {},
		"empty": {RelatedSessions: []types.SessionSummary{}, SimilarSteps: []types.SimilarStep{}, SuggestedNextActions: []types.SuggestedAction{},
			Query: types.PriorQuery{UsedFlowTags: []string{}}, Avoid: []types.Avoid{}},
		"bare": {RelatedSessions: []types.SessionSummary{{}, {Git: &types.Git{}}}, SimilarSteps: []types.SimilarStep{{}, {Target: &types.SimilarTarget{}, Labels: []string{}}},
			SuggestedNextActions: []types.SuggestedAction{{}, {PreferredTarget: types.PriorTarget{Type: types.TargetA11yHint}, FallbackTargets: []types.PriorTarget{}}}, Avoid: []types.Avoid{{}}},
		"whole": {SchemaVersion: 1, GeneratedAt: 1770091506007,
			Query: types.PriorQuery{WindowHours: 48, UsedFlowTags: []string{"send", ""}, CandidateSessions: 5, CandidateSteps: 120,
				UsedFilters: types.Filters{FlowTag: "send", Tag: "t", Screen: "home", SinceHours: 48, GitBranch: "b", Site: "s", Outcome: "ok"}},
			RelatedSessions: []types.SessionSummary{{SessionID: "mm-1", CreatedAt: -1, Goal: "g", FlowTags: []string{"a"}, Tags: []string{},
				Git: &types.Git{Branch: "b", Commit: "c", Dirty: true}}, {Git: &types.Git{Dirty: true}}},
			SimilarSteps: []types.SimilarStep{{SessionID: "mm-1", Timestamp: 7, Tool: "mm_click", Screen: "home", Snippet: "testId: a", Labels: []string{"interaction"},
				Target: &types.SimilarTarget{TestID: "a", Selector: "#a"}, Confidence: 23.0 / 29}, {Target: &types.SimilarTarget{Selector: "#a"}, Confidence: 1}},
			SuggestedNextActions: []types.SuggestedAction{{Rank: 1, Action: "click", Rationale: "r", Confidence: 0.7412,
				PreferredTarget: types.PriorTarget{Type: types.TargetTestID, Text: "a"}, FallbackTargets: []types.PriorTarget{{Type: types.TargetA11yHint, Hint: hint}, {Type: types.TargetSelector, Text: "a > b"}}}},
			Avoid: []types.Avoid{{Rationale: "r", Target: types.AvoidTarget{TestID: "t", Selector: "s", A11yHint: hint}, ErrorCode: types.CodeClickFailed, Frequency: 3},
				{Target: types.AvoidTarget{A11yHint: hint}}}},
	} {
		t.Run(name, func(t *testing.T) { samePrior(t, &p) })
	}
}

func samePrior(t *testing.T, p *types.PriorKnowledge) {
	t.Helper()
	want, err := json.Marshal(wire.CoreReply{Prior: p})
	if err != nil {
		t.Fatal(err)
	}
	if got := appendPrior(nil, p); string(got) != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// FuzzAppendPrior holds it to encoding/json for any text and number.
func FuzzAppendPrior(f *testing.F) {
	f.Add("", "", int64(0), 0.0, 0)
	f.Add("a\"<\u2028\xff", "b", int64(1770091506007), 0.8842, 3)
	f.Add("x", "\x00\x1f&", int64(-1), 1e-7, -2)
	f.Add("x", "y", int64(1), 1e21, 1)
	f.Fuzz(func(t *testing.T, a, b string, at int64, share float64, n int) {
		if math.IsNaN(share) || math.IsInf(share, 0) {
			t.Skip()
		}
		hint := &types.A11yHint{Role: a, Name: b}
		samePrior(t, &types.PriorKnowledge{SchemaVersion: n, GeneratedAt: types.Time(at),
			Query:           types.PriorQuery{WindowHours: n, UsedFlowTags: []string{a, b}, UsedFilters: types.Filters{FlowTag: a, Screen: b, SinceHours: n}},
			RelatedSessions: []types.SessionSummary{{SessionID: a, CreatedAt: types.Time(at), Goal: b, Git: &types.Git{Commit: a}}},
			SimilarSteps:    []types.SimilarStep{{Snippet: a, Labels: []string{b}, Target: &types.SimilarTarget{Selector: b}, Confidence: share}},
			SuggestedNextActions: []types.SuggestedAction{{Rank: n, Action: a, Rationale: b, Confidence: -share,
				PreferredTarget: types.PriorTarget{Type: a, Text: b}, FallbackTargets: []types.PriorTarget{{Type: types.TargetA11yHint, Hint: hint}}}},
			Avoid: []types.Avoid{{Rationale: a, Target: types.AvoidTarget{TestID: b, A11yHint: hint}, ErrorCode: types.Code(a), Frequency: n}}})
	})
}
