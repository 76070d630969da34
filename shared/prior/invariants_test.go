package prior

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"cairn/shared/text"
	"cairn/shared/types"
)

// checkAnswer checks the invariants of every answer: the caps, the
// exact shape, no ref of another document, nothing both suggested and warned
// of.
func checkAnswer(t testing.TB, p *types.PriorKnowledge) {
	t.Helper()
	if p == nil {
		return
	}
	if p.SchemaVersion != 1 {
		t.Errorf("schemaVersion %d", p.SchemaVersion)
	}
	if len(p.RelatedSessions) > 5 || len(p.SimilarSteps) > 10 || len(p.SuggestedNextActions) > 5 || len(p.Avoid) > 5 {
		t.Errorf("caps broken: %d related, %d similar, %d suggested, %d avoid",
			len(p.RelatedSessions), len(p.SimilarSteps), len(p.SuggestedNextActions), len(p.Avoid))
	}
	if len(p.SimilarSteps)+len(p.SuggestedNextActions)+len(p.Avoid) == 0 {
		t.Error("an answer that says nothing")
	}
	if w := p.Query.WindowHours; w != shortWindow && w != longWindow || p.Query.UsedFilters.SinceHours != w {
		t.Errorf("window %d h, filter %d h", w, p.Query.UsedFilters.SinceHours)
	}
	warned := map[string]bool{}
	for _, a := range p.Avoid {
		if a.Frequency < 2 || a.ErrorCode == "" || a.Target == (types.AvoidTarget{}) {
			t.Errorf("warning %+v", a)
		}
		for _, key := range avoidKeys(a.Target) {
			warned[key] = true
		}
	}
	last := 1.0
	for i, s := range p.SuggestedNextActions {
		checkSuggestion(t, s)
		if s.Rank != i+1 || s.Confidence > last {
			t.Errorf("suggestion %d has rank %d and confidence %v after %v", i, s.Rank, s.Confidence, last)
		}
		last = s.Confidence
		for _, target := range append([]types.PriorTarget{s.PreferredTarget}, s.FallbackTargets...) {
			if warned[targetKeyOf(target)] {
				t.Errorf("%+v is suggested and warned of", target)
			}
		}
	}
	for _, s := range p.SimilarSteps {
		if s.Confidence < float64(simFloor)/simMax || s.Confidence > 1 {
			t.Errorf("similar step with confidence %v", s.Confidence)
		}
		if strings.Contains(s.Snippet, "ref: ") {
			t.Errorf("snippet %q speaks of a ref", s.Snippet)
		}
	}
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{`"a11yRef"`, "null"} {
		if strings.Contains(string(b), bad+",") || strings.Contains(string(b), bad+":") {
			t.Errorf("answer has %s: %s", bad, b)
		}
	}
	if len(b) > maxAnswer {
		t.Errorf("answer of %d bytes", len(b))
	}
}

// maxAnswer bounds every answer, whatever is remembered.
const maxAnswer = 40_000

func checkSuggestion(t testing.TB, s types.SuggestedAction) {
	t.Helper()
	if !slices.Contains([]string{"click", "type", "wait_for", "navigate", "wait_for_notification", "press", "drag", "upload"}, s.Action) || (s.Action == "press") != (s.Key != "") {
		t.Errorf("action %q", s.Action)
	}
	if s.Confidence <= 0 || s.Confidence > 1 || math.Round(s.Confidence*10000) != s.Confidence*10000 && math.Abs(math.Round(s.Confidence*10000)/10000-s.Confidence) > 1e-12 {
		t.Errorf("confidence %v", s.Confidence)
	}
	for _, target := range append([]types.PriorTarget{s.PreferredTarget}, s.FallbackTargets...) {
		if text.AddressesModel(target.Text) || target.Hint != nil && text.AddressesModel(target.Hint.Name) {
			t.Errorf("target %+v speaks to its reader", target)
		}
		switch target.Type {
		case types.TargetTestID, types.TargetSelector:
			if target.Text == "" || len(target.Text) > maxTarget {
				t.Errorf("target %+v", target)
			}
		case types.TargetURL, types.TargetText:
			if len(target.Text) > maxTarget || (target.Type == types.TargetURL) != (s.Action == "navigate") || (target.Type == types.TargetText) != (s.Action == "wait_for_notification") {
				t.Errorf("target %+v of %s", target, s.Action)
			}
		case types.TargetA11yHint:
			if target.Hint == nil || target.Hint.Role == "" || strings.TrimSpace(target.Hint.Name) == "" || len(target.Hint.Name) > maxHintName {
				t.Errorf("target %+v", target.Hint)
			}
		default:
			t.Errorf("target type %q", target.Type)
		}
	}
}

// avoidKeys returns all names of a warning's target.
func avoidKeys(a types.AvoidTarget) []string {
	keys := []string{testIDKey(a.TestID), selectorKey(a.Selector)}
	if a.A11yHint != nil {
		keys = append(keys, nameKey(a.A11yHint.Role, a.A11yHint.Name))
	}
	return slices.DeleteFunc(keys, func(k string) bool { return k == "" })
}

func targetKeyOf(p types.PriorTarget) string {
	switch p.Type {
	case types.TargetTestID:
		return testIDKey(p.Text)
	case types.TargetA11yHint:
		return nameKey(p.Hint.Role, p.Hint.Name)
	}
	return selectorKey(p.Text)
}
