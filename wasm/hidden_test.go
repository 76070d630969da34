package main_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/wasm/dispatch"
)

// both puts every question to the Wasm file and to the native build.
type both struct {
	t      *testing.T
	wasm   *module
	native *dispatch.Dispatcher
}

// ask is the native reply, which the other one's equals, and its text.
func (b *both) ask(req wire.CoreRequest) (*wire.CoreReply, string) {
	b.t.Helper()
	if req.Now == 0 {
		req.Now = hiddenNow
	}
	text, err := json.Marshal(req)
	if err != nil {
		b.t.Fatal(err)
	}
	out := b.native.Call(text)
	if got := b.wasm.Call(text); !bytes.Equal(got, out) {
		b.t.Fatalf("%s: wasm   %s\nnative %s", req.Op, got, out)
	}
	reply := new(wire.CoreReply)
	if err := json.Unmarshal(out, reply); err != nil || reply.Error != nil || len(reply.Rejected) > 0 {
		b.t.Fatalf("%s: %s, %v", req.Op, out, err)
	}
	return reply, string(out)
}

const hiddenNow = types.Time(1_770_000_000_000)

// shopping returns the steps of a session in a shop: it opened somebody's order and failed
// to cancel it at first.
func shopping(session string, at types.Time) (steps []*types.Step) {
	const shop = "https://shop.example/"
	nodes := []types.A11yNode{{Ref: "e1", Role: "link", Name: "Janneke de Wit", TestID: "customer-4711"}, {Ref: "e2", Role: "button", Name: "Cancel", TestID: "cancel"}, {Ref: "e3", Role: "row", Name: "Order 1720 lantern"},
		{Ref: "e4", Role: "textbox", Name: "Password", Sensitive: true}, {Ref: "e5", Role: "link", Name: "Orders", Path: []string{`navigation "Main of Janneke"`}}}
	do := func(tool string, target *types.Target, from, to string, input map[string]any) *types.Step {
		at = at.Add(time.Second)
		s := &types.Step{SchemaVersion: 1, StepID: fmt.Sprintf("%s-step%d", session, len(steps)), SessionID: session, Timestamp: at, Actor: types.ActorAgent,
			Tool: types.Tool{Name: tool, Target: target, Input: input}, Outcome: types.Outcome{OK: true},
			Observation: &types.Observation{State: types.State{CurrentURL: shop + from, Title: "Orders of Janneke", Origin: "https://shop.example"}, TestIDs: []types.TestID{{TestID: "customer-4711", Role: "link", Name: "Janneke de Wit"}}, A11y: types.A11y{Nodes: nodes}},
			After:       &types.After{CurrentURL: shop + to, Title: "Orders of Janneke", Load: "new", Appeared: []string{`link "Janneke de Wit"`}}}
		steps = append(steps, s)
		return s
	}
	do("mm_click", &types.Target{Role: "link", Name: "Orders"}, "start", "orders", nil)
	do("mm_click", &types.Target{Role: "link", Name: "Janneke de Wit", TestID: "customer-4711", Twins: 1, RowRole: "row", Row: "Janneke de Wit · Order 1720"}, "orders", "orders/janneke?tab=lantern", nil)
	failed := do("mm_click", &types.Target{Role: "link", Name: "Cancel the lantern"}, "orders/janneke?tab=lantern", "orders/janneke?tab=lantern", nil)
	failed.Outcome = types.Outcome{Error: types.Fault(types.CodeTargetNotFound, `there is no link "Cancel the lantern"`, `There is "Janneke de Wit".`)}
	do("mm_type", &types.Target{Role: "textbox", Name: "Reason"}, "orders/janneke?tab=lantern", "orders/janneke?tab=lantern", map[string]any{"text": "too late"})
	do("mm_click", &types.Target{Role: "button", Name: "Cancel", TestID: "cancel"}, "orders/janneke?tab=lantern", "orders", nil)
	return steps
}

// stocked returns a core with a session of the form [types.KeepNeeded], and where
// mixed says so one that keeps everything of the same shop. The needed steps are
// returned.
func stocked(t *testing.T, mixed bool) (b *both, steps []types.Step) {
	t.Helper()
	b = &both{t, newModule(t), dispatch.New()}
	b.ask(wire.CoreRequest{Op: wire.OpNameKey, NameKey: base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", capture.NameKeyBytes)))})
	for i, keep := range []types.Keep{types.KeepNeeded, types.KeepFull} {
		if keep == types.KeepFull && !mixed {
			continue
		}
		id := fmt.Sprintf("mm-shop%d", i)
		session := &types.Session{SchemaVersion: 1, SessionID: id, CreatedAt: hiddenNow.Add(-time.Duration(i+1) * time.Hour), EndedAt: hiddenNow.Add(-time.Minute), Goal: "Cancel an order", FlowTags: []string{"cancel"}, Tags: []string{},
			Statement: types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: hiddenNow}}
		for _, raw := range shopping(id, session.CreatedAt) {
			reply, _ := b.ask(wire.CoreRequest{Op: wire.OpCapture, Capture: raw, Keep: keep})
			b.ask(wire.CoreRequest{Op: wire.OpPut, Records: []wire.Record{{Session: session, Step: reply.Step}}})
			if keep == types.KeepNeeded {
				steps = append(steps, *reply.Step)
			}
		}
	}
	return b, steps
}

// hashes matches the parts of hidden names and hidden segments.
var hashes = regexp.MustCompile(`\[hidden|~[A-Za-z0-9_-]{6}`)

// TestNoAnswerShowsAHash asks everything that people and agents are answered.
func TestNoAnswerShowsAHash(t *testing.T) {
	for _, mixed := range []bool{false, true} {
		b, steps := stocked(t, mixed)
		if text, _ := json.Marshal(steps); len(hashes.FindAll(text, -1)) < 50 {
			t.Fatalf("the steps hide too little to be a test: %s", text)
		}
		look := shopping("mm-look", hiddenNow)[1].Observation
		questions := map[string]wire.CoreRequest{
			"last":      {Op: wire.OpLast, Last: &types.LastRequest{Scope: types.Scope{Kind: types.ScopeAll}}},
			"sessions":  {Op: wire.OpSessions, Sessions: &types.SessionsRequest{}},
			"recipe":    {Op: wire.OpRecipe, Recipe: &wire.RecipeRequest{SessionID: "mm-shop0"}},
			"prior":     {Op: wire.OpPrior, Prior: &types.PriorRequest{Observation: *look, Goal: "Cancel an order"}},
			"recall":    {Op: wire.OpRecall, Recall: &types.RecallRequest{Domain: "shop.example", TaskHint: "cancel an order"}},
			"recall zh": {Op: wire.OpRecall, Recall: &types.RecallRequest{URL: "https://shop.example/orders/janneke", Language: "zh"}},
			"cards":     {Op: wire.OpCards, Cards: &wire.CardsRequest{Domain: "shop.example"}},
			"kb":        {Op: wire.OpKB, KB: &wire.KBRequest{}},
			"kb query":  {Op: wire.OpKB, KB: &wire.KBRequest{Query: "cancel order"}},
			"stats":     {Op: wire.OpStats},
			"sites":     {Op: wire.OpSites},
			"flows":     {Op: wire.OpFlows, Flows: &wire.FlowsRequest{}},
			"flows at":  {Op: wire.OpFlows, Flows: &wire.FlowsRequest{URL: "https://shop.example/orders"}},
		}
		for _, query := range []string{"cancel", "janneke", "lantern", "orders", "password", "reason", "customer", "hidden", "target not found"} {
			for _, ranker := range []string{"", "spec"} {
				questions["search "+query+ranker] = wire.CoreRequest{Op: wire.OpSearch, Search: &types.SearchRequest{Query: query, Explain: true, Ranker: ranker}}
			}
		}
		for _, format := range []string{"recorder", "playwright", "skill"} {
			questions["export "+format] = wire.CoreRequest{Op: wire.OpExport, Export: &wire.ExportRequest{SessionID: "mm-shop0", Format: format}}
		}
		said := map[string]string{}
		for name, q := range questions {
			_, text := b.ask(q)
			said[name] = text
			if found := hashes.FindString(text); found != "" {
				t.Errorf("mixed %v, %s shows %q:\n%s", mixed, name, found, text)
			}
			if !mixed && strings.Contains(text, "Janneke") {
				t.Errorf("%s names what is not kept:\n%s", name, text)
			}
		}
		for name, says := range map[string]string{
			"recipe": `link (name not kept); on screen: …`, "search janneke": `link:(name not kept)`, "kb": `name=(name not kept)`, "recall": `[data-testid=\"cancel\"]`,
			"export playwright": "// Left out: click on an element of the role link", "export skill": "the link (name not kept)", "export recorder": "of 4 steps are missing", "last": "link: (name not kept)",
		} {
			if !strings.Contains(said[name], says) {
				t.Errorf("mixed %v, %s does not say %q:\n%s", mixed, name, says, said[name])
			}
		}
	}
}

// TestForgettingHiddenNamesThroughTheDoor: an order in clear or by a hidden name
// finds both forms, and so does its seal for steps that come late.
func TestForgettingHiddenNamesThroughTheDoor(t *testing.T) {
	_, steps := stocked(t, false)
	hidden := steps[1].Tool.Target.Name
	for name, e := range map[string]types.Element{"in clear": {Role: "link", Name: "Janneke de Wit"}, "hidden": {Role: "link", Name: hidden}, "by test id": {TestID: "customer-####"}} {
		b, steps := stocked(t, true)
		e.Origin = "https://shop.example"
		reply, _ := b.ask(wire.CoreRequest{Op: wire.OpNamed, Named: &types.Forget{Element: e, At: hiddenNow, Sealed: &types.Sealed{Key: strings.Repeat("ab", 16)}}})
		n := reply.Named
		if len(n.Steps) != 2 || len(n.Sessions) != 0 || len(n.Cleaned) != 8 || !n.Order.Sealed.OfElement() {
			t.Errorf("%s: %d steps, %d sessions, %d cleaned, order %+v", name, len(n.Steps), len(n.Sessions), len(n.Cleaned), n.Order)
		}
		late, _ := b.ask(wire.CoreRequest{Op: wire.OpLate, Late: &wire.LateRequest{Orders: []types.Forget{*n.Order}, Steps: steps}})
		for i, l := range late.Late {
			if l.Gone != (i == 1) || (l.Clean != nil) == l.Gone {
				t.Errorf("%s: late step %d is gone %v, cleaned %v", name, i, l.Gone, l.Clean != nil)
			}
		}
		b.ask(wire.CoreRequest{Op: wire.OpPut, Records: []wire.Record{{Forget: &types.Forget{Element: e, At: hiddenNow}}}})
		reply, text := b.ask(wire.CoreRequest{Op: wire.OpTimeline, Timeline: &wire.TimelineRequest{}})
		if len(reply.Timeline) != 8 || e.Name != "" && (strings.Contains(text, capture.HiddenID(hidden)) || strings.Contains(text, `"Janneke de Wit"`)) {
			t.Errorf("%s: %d steps are left: %s", name, len(reply.Timeline), text)
		}
	}
}
