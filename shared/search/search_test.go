package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// noon is the "now" of these tests.
var noon = types.At(time.Date(2026, 1, 16, 12, 0, 0, 0, time.UTC))

// rankers are the two that every expectation of the specs holds under.
var rankers = map[string]string{"default": "", "spec": RankerSpec}

func eachRanker(t *testing.T, run func(t *testing.T, ranker string)) {
	for name, r := range rankers {
		t.Run(name, func(t *testing.T) { run(t, r) })
	}
}

// store builds an engine from sessions and steps.
type store struct {
	*Engine
	n int
}

func newStore() *store { return &store{Engine: New()} }

func (s *store) session(id, goal string, tags ...string) *types.Session {
	meta := &types.Session{SessionID: id, CreatedAt: noon.Add(-time.Hour), Goal: goal, FlowTags: tags, Tags: []string{}}
	s.PutSession(meta)
	return meta
}

// step adds a click: target test id, screen, then accessible nodes as
// "role:name".
func (s *store) step(session, testID, screen string, nodes ...string) *types.Step {
	s.n++
	o := &types.Observation{State: types.State{CurrentScreen: screen}}
	for _, n := range nodes {
		role, name, _ := strings.Cut(n, ":")
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Role: role, Name: name})
	}
	step := &types.Step{SessionID: session, StepID: fmt.Sprintf("s%03d", s.n), Timestamp: noon.Add(time.Duration(s.n) * time.Second),
		Tool: types.Tool{Name: "mm_click"}, Outcome: types.Outcome{OK: true}, Observation: o}
	if testID != "" {
		step.Tool.Target = &types.Target{TestID: testID}
	}
	s.PutStep(step)
	return step
}

func (s *store) find(query, ranker string) []types.StepSummary {
	return s.Query(noon, types.SearchRequest{Query: query, Limit: 10, Ranker: ranker, Scope: types.Scope{Kind: types.ScopeAll}})
}

func ids(hits []types.StepSummary) string {
	var out []string
	for _, h := range hits {
		out = append(out, h.StepID)
	}
	return strings.Join(out, " ")
}

func TestAnyTokenFinds(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "")
		s.step("mm-one", "send-button", "home", "button:Send")
		if got := s.find("send flow ETH to account", ranker); len(got) != 1 {
			t.Errorf("found %d steps, want 1", len(got))
		}
	})
}

func TestCoverageRanksHigher(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "")
		s.step("mm-one", "send-button", "home")
		s.step("mm-one", "send-to-account", "home")
		if got := s.find("send account", ranker); ids(got) != "s002 s001" || !strings.Contains(got[0].Snippet, "send-to-account") {
			t.Errorf("ranked %v", got)
		}
	})
}

func TestGoalAndFlowTagsFindTheirSteps(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-send", "Send 0.1 ETH to another account", "send")
		s.session("mm-swap", "Test swap functionality", "swap")
		s.step("mm-swap", "action-button", "home")
		s.step("mm-send", "action-button", "home")
		for _, query := range []string{"send", "send ETH account", "transfer tokens", "send flow ETH to account"} {
			got := s.find(query, ranker)
			if len(got) == 0 || got[0].SessionID != "mm-send" || got[0].SessionGoal != "Send 0.1 ETH to another account" {
				t.Errorf("%q gives %v", query, got)
			}
		}
	})
}

// TestWhatOnlyTheSessionHasIsNamed finds a step by words that nothing of it has.
func TestWhatOnlyTheSessionHasIsNamed(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		meta := s.session("mm-one", "Renew the passport", "tx-confirmation")
		meta.Tags, meta.Git = []string{"nightly", "smoke"}, &types.Git{Branch: "feature/visas"}
		s.PutSession(meta)
		s.step("mm-one", "go", "home")
		for query, want := range map[string]string{
			"passport":               "goal:passport",
			"smoke":                  "tag:smoke",
			"confirmation":           "flowTag:tx-confirmation",
			"visas":                  "branch:feature/visas",
			"renew passport nightly": "goal:renew goal:passport tag:nightly",
			"passport home":          "screen:home", // the step has evidence of its own
		} {
			got := s.find(query, ranker)
			if len(got) != 1 || strings.Join(got[0].MatchedFields, " ") != want || !strings.HasPrefix(got[0].Snippet, "match: "+strings.Split(want, " ")[0]) {
				t.Errorf("%q gives %+v, want %s", query, got, want)
			}
		}
	})
}

// TestSpecFindsTagsByTheirParts is spec 001 section 4.2.1: a flow tag, and a tag,
// that has the word somewhere in it matches under the reference scorer.
func TestSpecFindsTagsByTheirParts(t *testing.T) {
	for _, c := range []struct {
		query, flow, tag string
		found            bool
	}{
		{"onboard", "onboarding", "", true},
		{"confirm", "tx-confirmation", "", true},
		{"sign", "design-review", "", true},
		{"board", "Onboarding", "", true},
		{"night", "", "nightly", true},
		{"passport", "passport-renewal", "", true},
		{"onboardings", "onboarding", "", false},
		{"swap", "send", "smoke", false},
	} {
		s := newStore()
		meta := s.session("mm-one", "", c.flow)
		meta.Tags = []string{c.tag}
		s.PutSession(meta)
		s.step("mm-one", "go", "home")
		got := s.find(c.query, RankerSpec)
		if (len(got) > 0) != c.found {
			t.Errorf("%q on flow tag %q and tag %q gives %+v", c.query, c.flow, c.tag, got)
		}
		if c.found && (len(got) == 0 || len(got[0].MatchedFields) == 0) {
			t.Errorf("%q on flow tag %q and tag %q names nothing", c.query, c.flow, c.tag)
		}
	}
}

func TestRecentSessionsFirstAmongEquals(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		old := s.session("mm-a-old", "Send tokens", "send")
		old.CreatedAt = noon.Add(-100 * time.Hour)
		s.PutSession(old)
		s.session("mm-new", "Send tokens", "send")
		s.step("mm-a-old", "", "home")
		s.step("mm-new", "", "home")
		if got := ids(s.find("send", ranker)); got != "s002 s001" {
			t.Errorf("ranked %s", got)
		}
	})
}

func TestEvidenceIsInTheSnippetOnce(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "")
		s.step("mm-one", "send-button", "home", "button:Send")
		for _, query := range []string{"send", "send button send-button"} {
			got := s.find(query, ranker)
			if len(got) != 1 || !strings.HasPrefix(got[0].Snippet, "match: testId:send-button") || !slices.Contains(got[0].MatchedFields, `a11y:button:"Send"`) {
				t.Fatalf("%q gives %+v", query, got)
			}
			seen := map[string]bool{}
			for _, f := range got[0].MatchedFields {
				if seen[f] {
					t.Errorf("%q: evidence %q is named twice", query, f)
				}
				seen[f] = true
			}
		}
	})
}

func TestIdentifiersAreFoundInParts(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "")
		s.step("mm-one", "coin-overview-send-button", "")
		s.step("mm-one", "sendTokenButton", "")
		s.step("mm-one", "nft2Tab", "")
		for query, want := range map[string]string{
			"token": "s002", "coin-overview": "s001", "nft2Tab": "s003", "tab": "s003", "sendTokenButton": "s002",
			"sendtokenbutton": "s002", "mm_click": "s001",
		} {
			if got := s.find(query, ranker); len(got) == 0 || got[0].StepID != want {
				t.Errorf("%q gives %s, want %s first", query, ids(got), want)
			}
		}
	})
}

func TestSynonymIsNoRole(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "")
		s.step("mm-one", "", "home", "link:Imprint")
		s.step("mm-one", "", "home", "button:Connect")
		if got := ids(s.find("connect", ranker)); got != "s002" {
			t.Errorf("found %s, want s002 alone", got)
		}
	})
}

func TestFailedStepsDoNotLead(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "Send money", "send")
		failed := *s.step("mm-one", "send-button", "home")
		s.RemoveStep(failed.StepID)
		failed.Outcome = types.Outcome{Error: types.Fault(types.CodeClickTimeout, "no reaction", "")}
		s.PutStep(&failed)
		s.step("mm-one", "send-button", "home")
		if got := ids(s.find("send", ranker)); got != "s002 s001" {
			t.Errorf("ranked %s", got)
		}
	})
}

func TestUnicodeQueriesFind(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-cjk", "在京东搜索手机并加入购物车")
		s.session("mm-cafe", "Order a café crème")
		s.session("mm-ru", "Отправить деньги")
		s.step("mm-cjk", "", "home")
		s.step("mm-cafe", "", "home")
		s.step("mm-ru", "", "home")
		for query, want := range map[string]string{"搜索手机": "s001", "cafe": "s002", "CAFÉ": "s002", "деньги": "s003"} {
			if got := ids(s.find(query, ranker)); got != want {
				t.Errorf("%q gives %s, want %s", query, got, want)
			}
		}
	})
}

func TestTyposAndPrefixesAreForgiven(t *testing.T) {
	s := newStore()
	s.session("mm-one", "Transfer the recurring payment")
	s.step("mm-one", "approve-invoice", "details")
	for query, found := range map[string]bool{
		"trasnfer": true, "recuring": true, "invioce": true, "appr": true, "recurrings": true, "paymetn": true,
		"ap": false, "trnsfre": false, "recruing": true, "zzzz": false,
	} {
		if got := s.find(query, ""); (len(got) > 0) != found {
			t.Errorf("%q finds %s; want a result: %v", query, ids(got), found)
		}
	}
}

func TestLiteralBeatsSynonymAndTypo(t *testing.T) {
	s := newStore()
	s.session("mm-a", "Transfer tokens")
	s.session("mm-b", "Send tokens")
	s.session("mm-c", "Sent tokens")
	for _, id := range []string{"mm-a", "mm-b", "mm-c"} {
		s.step(id, "", "home")
	}
	if got := s.find("send", ""); len(got) == 0 || got[0].SessionID != "mm-b" {
		t.Errorf("send gives %s", ids(got))
	}
	if got := s.find("transfer", ""); len(got) == 0 || got[0].SessionID != "mm-a" {
		t.Errorf("transfer gives %s", ids(got))
	}
}

func TestNothingMatchesNothing(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-one", "Send money to Alice", "send")
		s.step("mm-one", "send-button", "home", "button:Send")
		for _, query := range []string{
			"", "   ", "the flow test", "to the of a", "zzzz nothing", "constructor", "__proto__", "*", "*a*a*a*", "(?:x+x+)+y",
			"\x00\u202e", "\xff\xfe", "!!!", "🚀",
		} {
			if got := s.find(query, ranker); len(got) > 0 {
				t.Errorf("%q gives %s", query, ids(got))
			}
		}
	})
}

func TestFiltersComeBeforeRanking(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		a := s.session("mm-a", "Send money", "send")
		a.Tags, a.Git = []string{"smoke"}, &types.Git{Branch: "main"}
		b := s.session("mm-b", "Send mail", "mail")
		b.CreatedAt = noon.Add(-50 * time.Hour)
		s.PutSession(a)
		s.PutSession(b)
		s.PutSession(&types.Session{SessionID: "mm-c", Foreign: true, CreatedAt: noon})
		s.step("mm-a", "send-button", "home")
		s.step("mm-a", "send-confirm", "confirm")
		s.step("mm-b", "send-mail", "inbox")
		s.step("mm-c", "send-fax", "home")
		for _, c := range []struct {
			scope  types.Scope
			filter types.Filters
			want   int
		}{
			{types.Scope{Kind: types.ScopeAll}, types.Filters{}, 4},
			{types.Scope{Kind: types.ScopeAll}, types.Filters{FlowTag: "send"}, 2},
			{types.Scope{Kind: types.ScopeAll}, types.Filters{FlowTag: "sen"}, 0},
			{types.Scope{Kind: types.ScopeAll}, types.Filters{Tag: "smoke"}, 2},
			{types.Scope{Kind: types.ScopeAll}, types.Filters{GitBranch: "main"}, 2},
			{types.Scope{Kind: types.ScopeAll}, types.Filters{Screen: "home"}, 2},
			{types.Scope{Kind: types.ScopeAll}, types.Filters{Screen: "home", FlowTag: "send"}, 1},
			{types.Scope{Kind: types.ScopeAll}, types.Filters{SinceHours: 48}, 2},
			{types.Scope{Kind: types.ScopeCurrent}, types.Filters{}, 1},
			{types.Scope{Kind: types.ScopeSession, SessionID: "mm-a"}, types.Filters{}, 2},
			{types.Scope{Kind: types.ScopeSession, SessionID: "mm-none"}, types.Filters{}, 0},
		} {
			got := s.Query(noon, types.SearchRequest{Query: "send", Limit: 1, Scope: c.scope, Filters: c.filter, CurrentSessionID: "mm-b", Ranker: ranker})
			if len(got) != min(1, c.want) {
				t.Errorf("%+v %+v: limit 1 gives %d", c.scope, c.filter, len(got))
			}
			got = s.Query(noon, types.SearchRequest{Query: "send", Limit: 100, Scope: c.scope, Filters: c.filter, CurrentSessionID: "mm-b", Ranker: ranker})
			if len(got) != c.want {
				t.Errorf("%+v %+v: found %s, want %d", c.scope, c.filter, ids(got), c.want)
			}
		}
	})
}

func TestLastFiltersBeforeCounting(t *testing.T) {
	s := newStore()
	s.session("mm-a", "")
	s.session("mm-b", "")
	s.step("mm-a", "x", "home")
	s.step("mm-b", "y", "other")
	s.step("mm-b", "z", "other")
	got := s.Last(noon, types.LastRequest{N: 1, Scope: types.Scope{Kind: types.ScopeAll}, Filters: types.Filters{Screen: "home"}})
	if ids(got) != "s001" {
		t.Errorf("last step on home is %s, want s001", ids(got))
	}
	got = s.Last(noon, types.LastRequest{N: 2, Scope: types.Scope{Kind: types.ScopeAll}})
	if ids(got) != "s003 s002" {
		t.Errorf("last two are %s", ids(got))
	}
}

func TestForgottenIsNotFound(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		s := newStore()
		s.session("mm-a", "Send money")
		s.step("mm-a", "send-button", "home")
		s.step("mm-a", "send-confirm", "home")
		s.RemoveStep("s001")
		if got := ids(s.find("send", ranker)); got != "s002" {
			t.Errorf("found %s, want s002", got)
		}
		s.RemoveSession("mm-a")
		if got := s.find("send", ranker); len(got) > 0 {
			t.Errorf("found %s", ids(got))
		}
	})
}

func TestExplanationAddsUp(t *testing.T) {
	eachRanker(t, func(t *testing.T, ranker string) {
		e, now := fixture(t)
		for _, query := range []string{"send flow ETH to another account", "transfer tokens", "confrim", "coin-overview", "搜索手机"} {
			for _, h := range e.Query(now, types.SearchRequest{Query: query, Limit: 50, Ranker: ranker, Explain: true, Scope: types.Scope{Kind: types.ScopeAll}}) {
				sum := 0.0
				for _, r := range h.Explain {
					sum += r.Score
				}
				if sum != h.Score || h.Score <= 0 {
					t.Errorf("%q, %s: reasons add up to %v, score is %v: %v", query, h.StepID, sum, h.Score, h.Explain)
				}
			}
		}
	})
}

func TestRarity(t *testing.T) {
	for _, c := range []struct{ with, all, want int }{{1, 1, 27}, {0, 0, 64}, {10, 10, 4}, {1, 1000, 600}, {500, 1000, 64}} {
		if got := rarity(c.with, c.all); got != c.want {
			t.Errorf("rarity(%d, %d) = %d, want %d", c.with, c.all, got, c.want)
		}
	}
}

func TestOneSessionDoesNotFillTheList(t *testing.T) {
	s := newStore()
	for n := range 6 {
		id := fmt.Sprintf("mm-%d", n)
		s.session(id, "Send ETH")
		for range 90 {
			s.step(id, "send-button", "send")
		}
	}
	seen := map[string]int{}
	last := 0.0
	for i, h := range s.Query(noon, types.SearchRequest{Query: "send eth", Limit: 12, Explain: true, Scope: types.Scope{Kind: types.ScopeAll}}) {
		seen[h.SessionID]++
		if i > 0 && h.Score > last {
			t.Errorf("result %d scores %v after %v", i, h.Score, last)
		}
		last = h.Score
	}
	for id, n := range seen {
		if n != 2 {
			t.Errorf("%s has %d of 12 results, want 2", id, n)
		}
	}
	s.session("mm-other", "Receive tokens")
	s.step("mm-other", "receive-button", "home", "button:Send")
	if got := s.Query(noon, types.SearchRequest{Query: "send", Limit: 30, Scope: types.Scope{Kind: types.ScopeSession, SessionID: "mm-3"}}); len(got) != 30 {
		t.Errorf("one session alone gives %d results, want 30", len(got))
	}
}
