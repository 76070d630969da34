package search

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// The promises of specs 000 and 001 about search that no other test shows. (The
// examples for words are in shared/text, the weights in the vectors.)

// TestExpectedOutcomes is the table of spec 001 section 7.1.
func TestExpectedOutcomes(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-send", "Send 0.1 ETH to another account", "send")
		s.session("mm-unlock", "Open the wallet", "unlock")
		s.session("mm-none", "")
		s.step("mm-send", "", "confirm")
		s.step("mm-none", "action", "home", "button:Send")
		s.step("mm-unlock", "submit", "unlock")
		s.step("mm-none", "", "unlock")
		s.step("mm-none", "coin-overview-buy", "home")
		for query, want := range map[string][]string{
			"send flow ETH to account": {"s001", "s002"},
			"transfer tokens":          {"s001", "s002"},
			"unlock":                   {"s003", "s004"},
			"coin-overview":            {"s005"},
		} {
			got := strings.Fields(ids(s.find(query, ranker)))
			for _, id := range want {
				if !slices.Contains(got, id) || got[0] != want[0] {
					t.Errorf("%q gives %q, want %q first and among them", query, got, want)
				}
			}
		}
	})
}

// TestToolPrefixSaysNothing is spec 001 section 8.1.
func TestToolPrefixSaysNothing(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "")
		s.step("mm-one", "a", "home")
		typed := *s.step("mm-one", "b", "home")
		s.RemoveStep(typed.StepID)
		typed.Tool.Name = "mm_type"
		s.PutStep(&typed)
		for query, want := range map[string]string{"mm_click": "s001", "mm_type": "s002", "mm": "", "mcp": "", "mm mcp": ""} {
			if got := ids(s.find(query, ranker)); got != want {
				t.Errorf("%q gives %q, want %q", query, got, want)
			}
		}
	})
}

// TestTiesHaveOneOrder is spec 001 section 8.2: score, the newer session, the
// session's id; in whatever order the records came.
func TestTiesHaveOneOrder(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		sessions := []*types.Session{
			{SessionID: "mm-b", CreatedAt: noon.Add(-100 * time.Hour), Goal: "Send money"},
			{SessionID: "mm-c", CreatedAt: noon.Add(-90 * time.Hour), Goal: "Send money"},
			{SessionID: "mm-a", CreatedAt: noon.Add(-100 * time.Hour), Goal: "Send money"},
		}
		for range 2 {
			e := New()
			for _, m := range sessions {
				e.PutSession(m)
				for _, n := range []string{"2", "1"} {
					e.PutStep(&types.Step{SessionID: m.SessionID, StepID: m.SessionID + n, Timestamp: noon, Tool: types.Tool{Name: "mm_click"}, Outcome: types.Outcome{OK: true}})
				}
			}
			got := ids(e.Query(noon, types.SearchRequest{Query: "send money", Limit: 10, Ranker: ranker, Scope: types.Scope{Kind: types.ScopeAll}}))
			want := "mm-c1 mm-c2 mm-a1 mm-a2 mm-b1 mm-b2"
			if ranker == "" { // the steps of a session fade
				want = "mm-c1 mm-a1 mm-b1 mm-c2 mm-a2 mm-b2"
			}
			if got != want {
				t.Errorf("ranked %s, want %s", got, want)
			}
			slices.Reverse(sessions)
		}
	})
}

// TestASessionDoesNotCarryUnrelatedSteps wants a step's own words before
// those of its session.
func TestASessionDoesNotCarryUnrelatedSteps(t *testing.T) {
	s := newStore()
	s.session("mm-send", "Send money to Bob", "send")
	s.session("mm-none", "")
	for _, id := range []string{"mm-1", "mm-2", "mm-3"} {
		s.session(id, "Check the weather")
	}
	s.step("mm-send", "settings-button", "settings")
	s.step("mm-send", "send-button", "home")
	s.step("mm-none", "send-button", "home")
	s.step("mm-1", "sun", "home")
	if got := ids(s.find("send", "")); got != "s002 s003 s001" {
		t.Errorf("ranked %s", got)
	}
}

// TestWhatIsNotThereIsLeftOut keeps the additive fields additive (section 2.3).
func TestWhatIsNotThereIsLeftOut(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "", "send")
		s.step("mm-one", "", "")
		got := s.find("send", ranker)
		if len(got) != 1 {
			t.Fatalf("found %d steps, want 1", len(got))
		}
		data, err := json.Marshal(got[0])
		if err != nil {
			t.Fatal(err)
		}
		want := `{"sessionId":"mm-one","stepId":"s001","timestamp":"2026-01-16T12:00:01.000Z","tool":"mm_click","screen":"unknown","snippet":"match: flowTag:send","matchedFields":["flowTag:send"]}`
		if string(data) != want {
			t.Errorf("got %s\nwant %s", data, want)
		}
	})
}

// TestSnippetShowsThreeMatches is spec 001 section 4.3.4.
func TestSnippetShowsThreeMatches(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "")
		step := *s.step("mm-one", "send-button", "send", "button:Send")
		s.RemoveStep(step.StepID)
		step.Labels = []string{"interaction"}
		step.Tool.Name = "mm_send"
		s.PutStep(&step)
		got := s.find("send interaction", ranker)
		if len(got) != 1 || len(got[0].MatchedFields) != 5 ||
			got[0].Snippet != "match: tool:mm_send, screen:send, testId:send-button, testId: send-button, labels: interaction, screen: send" {
			t.Errorf("got %+v", got)
		}
	})
}

// TestFiltersAreExact is spec 000 section 5.1: no part of a tag or a branch is
// one, and every filter that is given holds. A tag is the same in any spelling.
func TestFiltersAreExact(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		m := s.session("mm-one", "Send money", "send", "tx-confirmation")
		m.Tags, m.Git = []string{"smoke"}, &types.Git{Branch: "feature/send"}
		s.PutSession(m)
		s.step("mm-one", "send-button", "home")
		for _, c := range []struct {
			filters types.Filters
			found   bool
		}{
			{types.Filters{FlowTag: "tx-confirmation", Tag: "smoke", GitBranch: "feature/send", Screen: "home", SinceHours: 1}, true},
			{types.Filters{FlowTag: "confirmation"}, false},
			{types.Filters{FlowTag: " SEND"}, true},
			{types.Filters{Tag: "Smoke "}, true},
			{types.Filters{GitBranch: "Feature/Send"}, false},
			{types.Filters{FlowTag: "smoke"}, false},
			{types.Filters{Tag: "send"}, false},
			{types.Filters{GitBranch: "feature"}, false},
			{types.Filters{Screen: "hom"}, false},
			{types.Filters{FlowTag: "send", Tag: "nightly"}, false},
		} {
			got := s.Query(noon, types.SearchRequest{Query: "send", Limit: 10, Ranker: ranker, Filters: c.filters, Scope: types.Scope{Kind: types.ScopeAll}})
			if len(got) > 0 != c.found {
				t.Errorf("%+v finds %s, want a result: %v", c.filters, ids(got), c.found)
			}
		}
	})
}

func TestAWordOfEverySessionFindsThem(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		for n := range 300 {
			id := fmt.Sprintf("mm-%d", n)
			s.session(id, "Pay the rent")
			s.step(id, "pay-now", "rent", "button:Pay")
			if got := s.find("pay", ranker); len(got) != min(n+1, 10) {
				t.Fatalf("%d of %d sessions are found", len(got), n+1)
			}
		}
	})
}
