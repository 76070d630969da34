package learn

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
)

func cases[T any](t *testing.T, name string) []T {
	t.Helper()
	data, err := os.ReadFile("../../testdata/vectors/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []T }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

func TestFormatVectors(t *testing.T) {
	for _, c := range cases[struct {
		ID, Expected string
		Items        []*types.KBItem
	}](t, "kb_format.json") {
		if got := Format(c.Items, ""); got != c.Expected {
			t.Errorf("%s:\n got  %q\n want %q", c.ID, got, c.Expected)
		}
	}
}

func TestTrustVectors(t *testing.T) {
	for _, c := range cases[struct {
		ID, KB   string
		Times    int
		Expected []struct {
			Trust     float64
			Learnings int
		}
	}](t, "kb_trust.json") {
		start := 1.0
		if c.KB == "low" {
			start = 0.51
		}
		b := New()
		if err := b.Put(&types.KBItem{KnowledgeID: c.KB, TrustScore: start}); err != nil {
			t.Fatal(err)
		}
		for i, want := range c.Expected {
			if err := b.Attach(c.KB, types.Learning{OriginalError: fmt.Sprint(i)}); err != nil {
				t.Fatal(err)
			}
			item := b.Item(c.KB)
			if math.Abs(item.TrustScore-want.Trust) > 1e-12 || len(item.KBLearnings) != want.Learnings {
				t.Errorf("%s after %d: %v and %d learnings, want %+v", c.ID, i+1, item.TrustScore, len(item.KBLearnings), want)
			}
		}
	}
	// wanted where the vectors differ: the same failure is one learning, success
	// restores trust, an unknown item is told of.
	b := New()
	_ = b.Put(&types.KBItem{KnowledgeID: "a", TrustScore: 0.6})
	for range 3 {
		_ = b.Attach("a", types.Learning{OriginalError: "gone", Timestamp: "2026-01-01T00:00:00"})
	}
	item := b.Item("a")
	if len(item.KBLearnings) != 1 || item.KBLearnings[0].Count != 3 {
		t.Errorf("duplicates did not merge: %+v", item.KBLearnings)
	}
	before := item.TrustScore
	if verified(item); item.TrustScore <= before || item.TrustScore >= before/trustFall {
		t.Errorf("trust went from %v to %v: up, and less than a failure takes", before, item.TrustScore)
	}
	if err := b.Attach("nobody", types.Learning{}); types.AsError(err) == nil || types.AsError(err).Code != types.CodeNotFound {
		t.Errorf("got %v", err)
	}
}

const catalog = `[
 {"knowledge_id": "open_files", "description": "Open one or more MDF files using the File → Open command.", "ui_location": "Menu → File → Open",
  "action_sequence": ["click_menu('File')", "select_option('Open')"], "shortcut": "Ctrl+O", "prerequisites": ["app_open"], "output_state": "file(s)_opened",
  "doc_citation": "GUI#Menu", "parameters": {"files": ["a", 1]}, "their_own": {"x": [1, 2]},
  "kb_learnings": [{"task": "t", "step_num": 5, "original_action": {"tool_name": "Click-Tool", "tool_arguments": {"loc": ["last_state:button:Add Files"], "b": true, "a": null}, "reasoning": "r", "kb_source": "open_files"},
   "original_error": "gone", "recovery_approach": "Used <File> & Open", "timestamp": "2025-01-19T14:30:00"}], "trust_score": 0.95},
 {"knowledge_id": "save", "description": "Save", "ui_location": "", "action_sequence": [], "shortcut": null, "prerequisites": [], "output_state": "", "doc_citation": "", "parameters": {}, "kb_learnings": [], "trust_score": 1}
]`

func TestCatalogSurvivesTheRoundTrip(t *testing.T) {
	b := New()
	if err := b.Load([]byte(catalog)); err != nil {
		t.Fatal(err)
	}
	out, err := b.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	var want, got any
	if err := json.Unmarshal([]byte(catalog), &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %s", out)
	}
	if !strings.Contains(string(out), "Used <File> & Open") {
		t.Error("the catalog is not readable")
	}
}

func TestLoadRefusesBadCatalogsWhole(t *testing.T) {
	for data, want := range map[string]string{
		``: "end of JSON", `{}`: "cannot unmarshal", `[null]`: "row 0 is null", `[{}]`: "row 0", `[{"knowledge_id":"a"},{"knowledge_id":"a"}]`: "rows 0 and 1",
		`[{"knowledge_id":"a b\u0000"}]`: "plain text", `[{"knowledge_id":"a","trust_score":"x"}]`: "trust_score", strings.Repeat(" ", maxCatalog+1): "larger",
		`[{"knowledge_id":"` + strings.Repeat("a", 129) + `"}]`: "128",
	} {
		b := New()
		err := b.Load([]byte(data))
		if fault := types.AsError(err); fault == nil || fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Message, want) || fault.Hint == "" {
			t.Errorf("%.40q: %v, want %q", data, err, want)
		}
		if len(b.Items()) != 0 {
			t.Errorf("%.40q: something was taken", data)
		}
	}
	b := New()
	if err := b.Load([]byte(`[{"knowledge_id":"bare"}]`)); err != nil || b.Item("bare").TrustScore != 1 || b.Item("bare").ActionSequence == nil {
		t.Errorf("missing fields: %v %+v", err, b.Item("bare"))
	}
}

// act is a step on the concatenation screen of a made-up application.
func act(n int, name string, ok bool, source string) *types.Step {
	s := &types.Step{StepID: fmt.Sprintf("s-%d", n), SessionID: "mm-run-1", Timestamp: types.Time(1768564800000 + n*1000), Actor: types.ActorAgent, KBSource: source,
		Tool:        types.Tool{Name: "mm_click", Target: &types.Target{Role: "tab", Name: name}},
		Observation: &types.Observation{State: types.State{Origin: "https://app.test", CurrentScreen: "main"}}, Outcome: types.Outcome{OK: ok}}
	if !ok {
		s.Tool.Target.Role = "menuitem"
		s.Outcome.Error = types.Fault(types.CodeTargetNotFound, "Concatenate menu not found", "")
	}
	return s
}

func concatBase(t *testing.T) *Base {
	b := New()
	for _, item := range []*types.KBItem{
		{KnowledgeID: "concatenate_mode", Description: "Set the operation mode to concatenate", UILocation: "main", ActionSequence: []string{"click_menu('Concatenate')"}, TrustScore: 1},
		{KnowledgeID: "save_output", Description: "Save the result", UILocation: "result", ActionSequence: []string{"click_button('Save')"}, TrustScore: 1},
	} {
		if err := b.Put(item); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

var concatenating = &types.Session{SessionID: "mm-run-1", Goal: "Concatenate MF4 files"}

func TestFailureBecomesALearningAndCompletesItself(t *testing.T) {
	b := concatBase(t)
	if changed := b.Observe(concatenating, act(1, "Concatenate", false, "concatenate_mode")); len(changed) != 1 {
		t.Fatalf("changed %v", changed)
	}
	b.Observe(concatenating, act(2, "Concatenate", true, ""))
	third := act(3, "Start", true, "")
	third.After = &types.After{CurrentScreen: "result"}
	b.Observe(concatenating, third)
	b.Observe(concatenating, act(4, "Unrelated", true, ""))
	b.End("mm-run-1")
	item := b.Item("concatenate_mode")
	if item.TrustScore != 0.95 || item.Uses != 1 || item.Wins != 0 || len(item.KBLearnings) != 1 {
		t.Fatalf("got %+v", item)
	}
	l := item.KBLearnings[0]
	if l.Task != "Concatenate MF4 files" || l.StepNum != 1 || l.OriginalError != "MM_TARGET_NOT_FOUND: Concatenate menu not found" || l.Screen != "main" || l.Origin != "https://app.test" || l.Guess != 0 ||
		l.RecoveryApproach != `Worked instead: click tab "Concatenate" on screen main, then click tab "Start" on screen main` {
		t.Errorf("got %+v", l)
	}
	text := Format(b.Items(), "https://app.test")
	for _, want := range []string{"   ✓ Recovery Approach: Worked instead: click tab \"Concatenate\" on screen main, then", "Failure at Step 1:", "mm_click with args {'name': 'Concatenate', 'role': 'menuitem'}"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	if text := Format(b.Items(), "https://other.test"); strings.Contains(text, "Recovery") {
		t.Error("advice of one origin was shown for another")
	}
	// The next session goes the recovered way: trust rises again.
	b.Observe(concatenating, act(5, "Concatenate", true, "concatenate_mode"))
	b.End("mm-run-1")
	if item.TrustScore != 0.95*1.02 || item.Uses != 2 || item.Wins != 1 {
		t.Errorf("got %+v", item)
	}
}

func TestAPersonsHandsBecomeAHumanCorrection(t *testing.T) {
	b := concatBase(t)
	b.Observe(concatenating, act(1, "Concatenate", false, "concatenate_mode"))
	hand := act(2, "Concatenate", true, "")
	hand.Actor = types.ActorObserved
	b.Observe(concatenating, hand)
	l := b.Item("concatenate_mode").KBLearnings[0]
	if !l.Human() || l.CorrectedAction == nil || string(l.CorrectedAction.ToolArguments) != `{"name":"Concatenate","role":"tab"}` || l.RecoveryApproach != "" {
		t.Errorf("got %+v", l)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "✓ Corrected To: mm_click with args {'name': 'Concatenate', 'role': 'tab'}") {
		t.Errorf("got %s", text)
	}
}

func TestWithoutASourceTheGuessSaysThatItIsOne(t *testing.T) {
	b := concatBase(t)
	b.Observe(concatenating, act(1, "Concatenate", false, ""))
	l := b.Item("concatenate_mode").KBLearnings
	if len(l) != 1 || l[0].Guess < surest || l[0].Guess > 1 {
		t.Fatalf("got %+v", l)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "attributed by a guess") {
		t.Errorf("got %s", text)
	}
	if changed := b.Observe(concatenating, act(2, "Preferences", false, "")); changed != nil {
		t.Errorf("an unsure guess was made: %+v", changed[0])
	}
	lost := act(3, "Concatenate", false, "concatenate_mode")
	lost.Outcome.Error.Code = types.CodeNoBrowser
	if changed := b.Observe(concatenating, lost); changed != nil {
		t.Error("a lost browser was held against an item")
	}
	r := b.Report()
	if r.Failures != 2 || r.Guessed != 1 || r.Silent != 1 || r.Attribution != nil || r.TrustCorrelation != nil {
		t.Errorf("got %+v", r)
	}
}

func TestSearchRanksByRelevanceTimesTrust(t *testing.T) {
	b := New()
	for _, item := range []*types.KBItem{
		{KnowledgeID: "send_eth", Description: "Send ETH to another account", TrustScore: 0.6},
		{KnowledgeID: "send_token", Description: "Send a token to another account", TrustScore: 1},
		{KnowledgeID: "delete_invoices", Description: "Delete all invoices", TrustScore: 1},
		{KnowledgeID: "elsewhere", Description: "Send ETH", TrustScore: 1, Origin: "https://other.test"},
	} {
		if err := b.Put(item); err != nil {
			t.Fatal(err)
		}
	}
	ids := func(hits []Hit) (out []string) {
		for _, h := range hits {
			out = append(out, h.Item.KnowledgeID)
		}
		return out
	}
	if got := ids(b.Search("transfer to an account", "https://app.test", 0)); !reflect.DeepEqual(got, []string{"send_token", "send_eth"}) {
		t.Errorf("got %q", got)
	}
	if got := b.Search("zzzz nothing", "", 0); got != nil {
		t.Errorf("nothing matches nothing, got %v", ids(got))
	}
	if got := b.Search("", "", 0); got != nil {
		t.Errorf("got %v", ids(got))
	}
}

func sendSteps(session string) []*types.Step {
	step := func(n int, tool, role, name, id, from, to string, ok bool) *types.Step {
		s := &types.Step{StepID: fmt.Sprint(n), SessionID: session, Timestamp: types.Time(n), Tool: types.Tool{Name: tool, Target: &types.Target{Role: role, Name: name, TestID: id}},
			Outcome: types.Outcome{OK: ok}, Observation: &types.Observation{State: types.State{Origin: "https://wallet.test", CurrentScreen: from}}}
		if to != "" {
			s.After = &types.After{CurrentScreen: to}
		}
		return s
	}
	return []*types.Step{
		step(1, "mm_click", "button", "Send", "send", "home", "send", true),
		step(2, "mm_click", "button", "Nothing", "", "send", "", false),
		step(3, "mm_type", "textbox", "Amount", "amount", "send", "", true),
		step(4, "mm_type", "textbox", "Amount", "amount", "send", "", true),
		step(5, "mm_click", "button", "Confirm", "", "confirm", "activity", true),
	}
}

func TestDistillMakesADraftThatASecondSuccessConfirms(t *testing.T) {
	session := &types.Session{SessionID: "mm-a", Goal: "Send 0.1 ETH"}
	item := Distill(session, sendSteps("mm-a"))
	if item == nil {
		t.Fatal("nothing was distilled")
	}
	want := []string{`click(testId="send", role="button", name="Send")`, `type(testId="amount", role="textbox", name="Amount", text={amount})`, `click(role="button", name="Confirm")`}
	if !reflect.DeepEqual(item.ActionSequence, want) || item.UILocation != "home → send → confirm" || item.OutputState != "activity" || item.Origin != "https://wallet.test" ||
		item.Status != StatusDraft || string(item.Parameters) != `{"amount":"Amount"}` || !reflect.DeepEqual(item.Prerequisites, []string{"on screen home"}) {
		t.Errorf("got %+v", item)
	}
	b := New()
	b.Propose(item)
	if again := b.Propose(Distill(session, sendSteps("mm-a"))); again.Status != StatusDraft {
		t.Error("the same session confirmed itself")
	}
	if now := b.Propose(Distill(&types.Session{SessionID: "mm-b", Goal: "Send 0.1 ETH"}, sendSteps("mm-b"))); now.Status != StatusConfirmed || len(b.Items()) != 1 {
		t.Errorf("got %+v", now)
	}
	for name, spoil := range map[string]func(s *types.Session, steps []*types.Step){
		"no goal":     func(s *types.Session, _ []*types.Step) { s.Goal = "" },
		"ambient":     func(s *types.Session, _ []*types.Step) { s.Ambient = true },
		"failed end":  func(_ *types.Session, steps []*types.Step) { steps[4].Outcome.OK = false },
		"two origins": func(_ *types.Session, steps []*types.Step) { steps[4].Observation.State.Origin = "https://x.test" },
	} {
		s, steps := &types.Session{SessionID: "mm-c", Goal: "Send"}, sendSteps("mm-c")
		spoil(s, steps)
		if Distill(s, steps) != nil {
			t.Errorf("%s: something was distilled", name)
		}
	}
}

func TestReportCountsOrSaysNothing(t *testing.T) {
	b := New()
	for i := range 6 {
		_ = b.Put(&types.KBItem{KnowledgeID: fmt.Sprintf("k%d", i), Description: "x", TrustScore: 0.5 + float64(i)/10, Uses: 10, Wins: 2 * i})
	}
	_ = b.Attach("k0", types.Learning{OriginalError: "e"})
	r := b.Report()
	if r.TrustCorrelation == nil || *r.TrustCorrelation < 0.9 || r.Enriched == nil || *r.Enriched != 1.0/6 || r.Attribution != nil {
		t.Errorf("got %+v", r)
	}
}

func FuzzCatalog(f *testing.F) {
	f.Add([]byte(catalog))
	f.Fuzz(func(t *testing.T, data []byte) {
		b := New()
		if b.Load(data) != nil {
			return
		}
		Format(b.Items(), "")
		b.Search("send open file", "", 0)
		once, err := b.Catalog()
		if err != nil {
			t.Fatal(err)
		}
		again := New()
		if err := again.Load(once); err != nil {
			t.Fatalf("our own catalog is refused: %v\n%s", err, once)
		}
		twice, _ := again.Catalog()
		if string(once) != string(twice) {
			t.Errorf("%s\n%s", once, twice)
		}
	})
}
