package prior

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"cairn/shared/types"
)

// tagged lets a session with flow tags and no goal press something on the shared
// home screen.
func tagged(e *Engine, n int, label string, tags ...string) {
	r := newRun(e, types.Session{SessionID: fmt.Sprintf("%s-%d", label, n), CreatedAt: day.Add(time.Duration(n) * time.Minute), FlowTags: tags})
	r.act(wallet, "home", "click", label, true)
}

// askTagged asks on the home screen for a session with flow tags.
func askTagged(e *Engine, tags ...string) *types.PriorKnowledge {
	return newRun(e, types.Session{SessionID: "asker", CreatedAt: day.Add(time.Hour), FlowTags: tags}).ask(wallet, "home")
}

// TestFlowTagsNeverShutOut has one earlier session with a flow tag, and askers
// with the same in other spellings, with another, with a blank one and with none.
func TestFlowTagsNeverShutOut(t *testing.T) {
	first := map[string]float64{}
	for _, tags := range [][]string{{"settings"}, {"Settings"}, {" SETTINGS\t"}, {"send"}, {"  "}, nil} {
		e := New()
		tagged(e, 0, "nav-settings", "settings")
		p := askTagged(e, tags...)
		if p == nil || len(p.SuggestedNextActions) == 0 || labelOf(p.SuggestedNextActions[0]) != "nav-settings" || len(p.SimilarSteps) != 1 || len(p.RelatedSessions) != 1 || p.Query.CandidateSessions != 1 {
			t.Fatalf("tags %q: got %+v", tags, p)
		}
		checkAnswer(t, p)
		first[fmt.Sprintf("%q", tags)] = p.SuggestedNextActions[0].Confidence
	}
	if same := first[`["settings"]`]; first[`["Settings"]`] != same || first[`[" SETTINGS\t"]`] != same || first[`["send"]`] >= same {
		t.Errorf("confidence by tags: %v", first)
	}
}

// TestFlowTagsPrefer has many sessions of another flow, all newer than the one of
// the asker's.
func TestFlowTagsPrefer(t *testing.T) {
	e := New()
	tagged(e, 0, "coin-send", "Send")
	for i := range 10 {
		tagged(e, i+1, "nav-settings", "settings")
	}
	p := askTagged(e, "send ")
	if labelOf(p.SuggestedNextActions[0]) != "coin-send" || p.RelatedSessions[0].SessionID != "coin-send-0" || p.SimilarSteps[0].SessionID != "coin-send-0" {
		t.Errorf("the asker's own flow is not first: %+v", p)
	}
	if len(p.SuggestedNextActions) < 2 || labelOf(p.SuggestedNextActions[1]) != "nav-settings" || len(p.RelatedSessions) != maxRelated || p.Query.CandidateSessions != 11 {
		t.Errorf("the other flow is shut out: %+v", p)
	}
}

// TestAllFlowTagsAreUsed asks with two flow tags, each of another session, and one
// that is there twice.
func TestAllFlowTagsAreUsed(t *testing.T) {
	e := New()
	tagged(e, 0, "coin-send", "send")
	tagged(e, 1, "coin-swap", "swap")
	tagged(e, 2, "nav-settings")
	p := askTagged(e, "send", "Swap", "SEND")
	if !slices.Equal(p.Query.UsedFlowTags, []string{"send", "Swap"}) || p.Query.UsedFilters.FlowTag != "send" {
		t.Errorf("used flow tags %q, filter %q", p.Query.UsedFlowTags, p.Query.UsedFilters.FlowTag)
	}
	var related []string
	for _, s := range p.RelatedSessions {
		related = append(related, s.SessionID)
	}
	if want := []string{"coin-swap-1", "coin-send-0", "nav-settings-2"}; p.Query.CandidateSessions != 3 || p.Query.CandidateSteps != 3 || !slices.Equal(related, want) {
		t.Errorf("%d sessions and %d steps, related %v, want %v", p.Query.CandidateSessions, p.Query.CandidateSteps, related, want)
	}
}
