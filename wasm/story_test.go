package main_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const look = `{"state":{"currentUrl":"http://wallet.example/#/home","title":"Wallet","origin":"http://wallet.example"},` +
	`"testIds":[{"testId":"send-button","tag":"button","visible":true,"role":"button","name":"Send"},{"testId":"lock","visible":false}],` +
	`"a11y":{"nodes":[{"ref":"e1","role":"heading","name":"Balance <1> & “more”","level":1},{"ref":"e2","role":"button","name":"Send","testId":"send-button","path":["main"]}]}}`

const rawStep = `{"schemaVersion":1,"stepId":"s-raw","sessionId":"s-wallet-b","timestamp":"2026-02-03T04:05:00.000Z",` +
	`"tool":{"name":"type","input":{"text":"hunter2","n":1.5},"target":{"testId":"password","role":"textbox","name":"Password","sensitive":true}},` +
	`"outcome":{"ok":true},"observation":` + look + `}`

const walletRecords = `{"seq":1,"session":{"schemaVersion":1,"sessionId":"s-wallet-a","createdAt":"2026-02-03T01:00:00.000Z","goal":"Send 0.1 ETH to another account","flowTags":["send"],"tags":["smoke"],"git":{"branch":"main"}},` +
	`"step":{"schemaVersion":1,"stepId":"s-a1","sessionId":"s-wallet-a","timestamp":"2026-02-03T01:00:01.000Z","tool":{"name":"mm_click","target":{"testId":"send-button","role":"button","name":"Send"}},"actor":"agent","outcome":{"ok":true},"labels":["navigation"],"observation":` + look + `,"after":{"currentScreen":"send"}}},` +
	`{"seq":2,"session":{"schemaVersion":1,"sessionId":"s-wallet-a","createdAt":"2026-02-03T01:00:00.000Z","flowTags":["send"],"tags":[]},` +
	`"step":{"schemaVersion":1,"stepId":"s-a2","sessionId":"s-wallet-a","timestamp":"2026-02-03T01:00:02.000Z","tool":{"name":"mm_type","input":{"text":"送金 café"},"target":{"testId":"amount"}},"outcome":{"ok":false,"error":{"code":"MM_TYPE_FAILED","message":"gone"}},"observation":` + look + `}},` +
	`{"seq":3,"step":{"stepId":"s-b1","sessionId":"s-wallet-b","timestamp":1770000000000,"tool":{"name":"click","target":{"role":"button","name":"Send"}},"outcome":{"ok":true},"observation":` + look + `}},` +
	`{"seq":4,"card":{"domain":"wallet.example","version":1,"patterns":[{"type":"task_intent","value":"send","description":"Home, then Send","confidence":0.8,"useCount":3,"lastUsedAt":1770000000000,"createdAt":1770000000000,"source":"manual"}],"createdAt":1770000000000,"updatedAt":1770000000000}},` +
	`{"seq":5}`

var (
	words   = []string{"send", "transfer", "tokens", "swap", "confirm", "account", "settings", "login", "amount", "送金", "café", "naïve", "über", "0.1", "x"}
	screens = []string{"home", "send", "confirm", "settings", "unknown", ""}
	tools   = []string{"mm_click", "mm_type", "mm_navigate", "click", "mm_wait_for"}
	roles   = []string{"button", "link", "textbox", "checkbox", "heading"}
)

// randomStory fills a core with a random store and asks it everything. The
// same seed tells the same story.
func randomStory(t *testing.T, seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, 1))
	at := types.Time(1770000000000)
	var records []wire.Record
	for s := range 4 + r.IntN(12) {
		session := randomSession(r, s, at)
		for n := range r.IntN(15) {
			at += types.Time(r.IntN(3_600_000))
			records = append(records, wire.Record{Seq: int64(len(records) + 1), Session: session, Step: randomStep(r, session.SessionID, n, at)})
		}
	}
	at += types.Time(r.IntN(20 * 24 * 3_600_000))
	story := []wire.CoreRequest{{Op: wire.OpPut, Now: at, Records: records}}
	for range 12 {
		story = append(story, randomQuestions(r, at)...)
	}
	var out []string
	for _, q := range story {
		text, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

func randomSession(r *rand.Rand, n int, at types.Time) *types.Session {
	s := &types.Session{SchemaVersion: 1, SessionID: fmt.Sprintf("s-rand-%d", n), CreatedAt: at, FlowTags: []string{}, Tags: []string{}}
	if r.IntN(3) > 0 {
		s.Goal = pick(r, words) + " " + pick(r, words)
		s.FlowTags = append(s.FlowTags, pick(r, words))
	}
	if r.IntN(3) == 0 {
		s.Git = &types.Git{Branch: pick(r, words)}
	}
	return s
}

func randomStep(r *rand.Rand, session string, n int, at types.Time) *types.Step {
	look := randomLook(r)
	target := &types.Target{Role: pick(r, roles), Name: pick(r, words)}
	if len(look.TestIDs) > 0 && r.IntN(3) > 0 {
		target.TestID = look.TestIDs[r.IntN(len(look.TestIDs))].TestID
	}
	step := &types.Step{
		SchemaVersion: 1, StepID: fmt.Sprintf("%s-%d", session, n), SessionID: session, Timestamp: at,
		Tool: types.Tool{Name: pick(r, tools), Target: target}, Actor: types.ActorObserved,
		Outcome: types.Outcome{OK: r.IntN(4) > 0}, Observation: look,
	}
	if r.IntN(2) == 0 {
		to := pick(r, screens)
		step.After = &types.After{CurrentURL: "http://" + pick(r, []string{"app.example", "login.example"}) + "/#/" + to, CurrentScreen: to}
	}
	if !step.Outcome.OK {
		step.Outcome.Error = types.Fault(types.CodeClickFailed, pick(r, words), "")
	}
	return step
}

func randomLook(r *rand.Rand) *types.Observation {
	screen := pick(r, screens)
	o := &types.Observation{
		State:   types.State{CurrentURL: "http://app.example/#/" + screen, CurrentScreen: screen, Origin: "http://app.example"},
		TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: []types.A11yNode{}},
	}
	for i := range r.IntN(8) {
		name := pick(r, words)
		o.TestIDs = append(o.TestIDs, types.TestID{TestID: name + "-" + pick(r, roles), Visible: r.IntN(5) > 0})
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i), Role: pick(r, roles), Name: name})
	}
	return o
}

func randomQuestions(r *rand.Rand, at types.Time) []wire.CoreRequest {
	session := fmt.Sprintf("s-rand-%d", r.IntN(8))
	filters := types.Filters{}
	if r.IntN(3) == 0 {
		filters = types.Filters{FlowTag: pick(r, words), SinceHours: r.IntN(800)}
	}
	scope := []types.Scope{{}, {Kind: types.ScopeAll}, {Kind: types.ScopeCurrent}, {Kind: types.ScopeSession, SessionID: session}}[r.IntN(4)]
	ranker := []string{"", "spec"}[r.IntN(2)]
	return []wire.CoreRequest{
		{Op: wire.OpSearch, Now: at, Search: &types.SearchRequest{Query: pick(r, words) + " " + pick(r, words), Scope: scope,
			Filters: filters, CurrentSessionID: session, Ranker: ranker, Explain: r.IntN(2) == 0}},
		{Op: wire.OpLast, Now: at, Last: &types.LastRequest{N: 1 + r.IntN(30), Scope: scope, Filters: filters, CurrentSessionID: session}},
		{Op: wire.OpSessions, Now: at, Sessions: &types.SessionsRequest{Limit: 1 + r.IntN(20), Filters: filters}},
		{Op: wire.OpRecipe, Now: at, Recipe: &wire.RecipeRequest{SessionID: session}},
		{Op: wire.OpPrior, Now: at, Prior: &types.PriorRequest{Observation: *randomLook(r), SessionID: session, Goal: pick(r, words)}},
		{Op: wire.OpRecall, Now: at, Recall: &types.RecallRequest{Domain: "app.example", TaskHint: pick(r, words)}},
		{Op: wire.OpMap, Now: at, Map: &types.SiteMapRequest{Domain: "app.example", Here: pick(r, screens), Screens: r.IntN(6)}},
		{Op: wire.OpCapture, Now: at, Capture: randomStep(r, session, 99, at)},
	}
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }
