package learn

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"os"
	"reflect"
	"slices"
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
		item := &types.KBItem{KnowledgeID: c.KB, TrustScore: start}
		for i, want := range c.Expected {
			attach(item, types.Learning{OriginalError: fmt.Sprint(i), Timestamp: fmt.Sprint(i)})
			if math.Abs(item.TrustScore-want.Trust) > 1e-12 || len(item.KBLearnings) != want.Learnings {
				t.Errorf("%s after %d: %v and %d learnings, want %+v", c.ID, i+1, item.TrustScore, len(item.KBLearnings), want)
			}
		}
	}
	// wanted where the vectors differ: the same failure is one learning, and
	// success restores trust.
	item := &types.KBItem{KnowledgeID: "a", TrustScore: 0.6}
	for i := range 3 {
		attach(item, types.Learning{OriginalError: "gone", Timestamp: fmt.Sprintf("2026-01-0%dT00:00:00", i+1)})
	}
	if len(item.KBLearnings) != 1 || item.KBLearnings[0].Count != 3 {
		t.Errorf("duplicates did not merge: %+v", item.KBLearnings)
	}
	before := item.TrustScore
	if verified(item); item.TrustScore <= before || item.TrustScore >= before/trustFall {
		t.Errorf("trust went from %v to %v: up, and less than a failure takes", before, item.TrustScore)
	}
}

// handle failure: with a kb_source the learning goes to just that item; without
// one and without anything that fits, nowhere; under the name of an item that is
// not there it waits for that item.
func TestHandleFailureVectors(t *testing.T) {
	for _, c := range cases[struct {
		ID         string
		KBSource   string `json:"kb_source"`
		AttachedTo []string
	}](t, "kb_handle_failure.json") {
		b := New()
		put(t, b, &types.KBItem{KnowledgeID: "open_files", Description: "Open files", TrustScore: 1}, &types.KBItem{KnowledgeID: "other", Description: "x", TrustScore: 1})
		b.Learn(concatenating, act1(1, "Add Files", false, c.KBSource))
		for _, item := range b.Items() {
			want := 0
			if slices.Contains(c.AttachedTo, item.KnowledgeID) {
				want = 1
			}
			if len(item.KBLearnings) != want {
				t.Errorf("%s: %s has %d learnings, want %d", c.ID, item.KnowledgeID, len(item.KBLearnings), want)
			}
		}
	}
	b := New()
	b.Learn(concatenating, act1(1, "Add Files", false, "comes_later"))
	put(t, b, &types.KBItem{KnowledgeID: "comes_later", Description: "x", TrustScore: 1})
	if item := b.Item("comes_later"); len(item.KBLearnings) != 1 || item.TrustScore != 0.95 {
		t.Errorf("what failed under its name did not wait for the item: %+v", item)
	}
}

var edits int

// put writes items as a catalog does, after everything that was before.
func put(t *testing.T, b *Base, items ...*types.KBItem) {
	t.Helper()
	for _, item := range items {
		edits++
		e := &types.Edit{EditID: fmt.Sprintf("e-%d", edits), At: types.Time(edits), KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: item}}
		if err := b.Edit(e); err != nil {
			t.Fatal(err)
		}
	}
}

func load(t testing.TB, b *Base, catalog string) {
	t.Helper()
	items, err := ParseCatalog([]byte(catalog))
	if err != nil {
		t.Fatal(err)
	}
	for i, item := range items {
		if err := b.Edit(&types.Edit{EditID: fmt.Sprintf("c-%03d", i), At: 1, KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: item}}); err != nil {
			t.Fatal(err)
		}
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
	load(t, b, catalog)
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

func TestBadCatalogsAreRefusedWhole(t *testing.T) {
	for data, want := range map[string]string{
		``: "end of JSON", `{}`: "cannot unmarshal", `[null]`: "row 0 is null", `[{}]`: "row 0: knowledge_id", `[{"knowledge_id":"a"},{"knowledge_id":"a"}]`: "rows 0 and 1 have the same",
		`[{"knowledge_id":"a b\u0000"}]`: "plain text", `[{"knowledge_id":"a"},{"knowledge_id":"b","trust_score":"x"}]`: "row 1: json", strings.Repeat(" ", maxCatalog+1): "larger than",
		`[{"knowledge_id":"` + strings.Repeat("a", 129) + `"}]`: "128", `[{"knowledge_id":"a","description":"` + strings.Repeat("x", maxItemBytes) + `"}]`: "row 0: item \"a\" is larger",
		`[{"knowledge_id":"a","action_sequence":[` + strings.Repeat(`"x",`, maxSequence) + `"x"]}]`: "more than 100 actions", `[` + strings.Repeat(`{},`, maxItems) + `{}]`: "more than 10000 items",
		`[[]]`: "row 0: json", `[{"knowledge_id":["a"]}]`: "row 0: json", `[{"knowledge_id":"a\u202eb"}]`: "plain text",
	} {
		items, err := ParseCatalog([]byte(data))
		if fault := types.AsError(err); fault == nil || fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Message, want) || fault.Hint == "" {
			t.Errorf("%.60q: %v, want %q", data, err, want)
		}
		if len(items) != 0 {
			t.Errorf("%.40q: something was taken", data)
		}
	}
	items, err := ParseCatalog([]byte(`[{"knowledge_id":"bare"}, {"knowledge_id":"low","trust_score":-3}]`))
	if err != nil || items[0].TrustScore != 1 || items[0].ActionSequence == nil || items[1].TrustScore != 0.5 {
		t.Errorf("missing fields: %v %+v", err, items)
	}
}

// act1 is a step on the concatenation screen of a made-up application.
func act1(n int, name string, ok bool, source string) *types.Step {
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
	put(t, b,
		&types.KBItem{KnowledgeID: "concatenate_mode", Description: "Set the operation mode to concatenate", UILocation: "main", ActionSequence: []string{"click_menu('Concatenate')"}, TrustScore: 1},
		&types.KBItem{KnowledgeID: "save_output", Description: "Save the result", UILocation: "result", ActionSequence: []string{"click_button('Save')"}, TrustScore: 1})
	return b
}

var concatenating = &types.Session{SessionID: "mm-run-1", Goal: "Concatenate MF4 files"}

func TestFailureBecomesALearningAndCompletesItself(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, "concatenate_mode"))
	if item := b.Item("concatenate_mode"); len(item.KBLearnings) != 1 || item.KBLearnings[0].RecoveryApproach != "" {
		t.Fatalf("got %+v", item)
	}
	b.Learn(concatenating, act1(2, "Concatenate", true, ""))
	third := act1(3, "Start", true, "")
	third.After = &types.After{CurrentScreen: "result"}
	b.Learn(concatenating, third)
	b.Learn(concatenating, act1(4, "Unrelated", true, ""))
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
	// The next session goes the recovered way: trust rises again, and what was
	// learnt is verified.
	again := act1(5, "Concatenate", true, "concatenate_mode")
	again.SessionID = "mm-run-2"
	b.Learn(&types.Session{SessionID: "mm-run-2", Goal: "Concatenate"}, again)
	item = b.Item("concatenate_mode")
	if item.TrustScore != 0.95*1.02 || item.Uses != 2 || item.Wins != 1 || item.KBLearnings[0].Verified != 1 {
		t.Errorf("got %+v", item)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "worked again 1 time(s), last on 2026-01-16") {
		t.Errorf("got %s", text)
	}
}

func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	var steps []*types.Step
	for i := 1; i <= 12; i++ {
		step := act1(i, []string{"Concatenate", "Start", "Save"}[i%3], i%4 != 0, []string{"concatenate_mode", "", "save_output"}[i%3])
		step.SessionID = fmt.Sprintf("mm-run-%d", i/5)
		steps = append(steps, step)
	}
	var want string
	for seed := range 8 {
		edits = 0
		b := concatBase(t)
		for _, i := range rand.New(rand.NewSource(int64(seed))).Perm(len(steps)) {
			b.Learn(&types.Session{SessionID: steps[i].SessionID, Goal: "Concatenate"}, steps[i])
			b.Learn(&types.Session{SessionID: steps[i].SessionID, Goal: "Concatenate"}, steps[i])
			b.Items()
		}
		got, err := b.Catalog()
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(got)
		}
		if string(got) != want {
			t.Fatalf("seed %d:\n%s\n%s", seed, got, want)
		}
	}
}

func TestAPersonsHandsBecomeAHumanCorrection(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, "concatenate_mode"))
	hand := act1(2, "Concatenate", true, "")
	hand.Actor = types.ActorObserved
	b.Learn(concatenating, hand)
	l := b.Item("concatenate_mode").KBLearnings[0]
	if !l.Human() || l.CorrectedAction == nil || string(l.CorrectedAction.ToolArguments) != `{"name":"Concatenate","role":"tab"}` || l.RecoveryApproach != "" {
		t.Errorf("got %+v", l)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "✓ Corrected To: mm_click with args {'name': 'Concatenate', 'role': 'tab'}") {
		t.Errorf("got %s", text)
	}
}

func TestAPersonWhoTakesOverCorrectsTheAgentsLastAction(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Save", true, "save_output"))
	for n, name := range []string{"Save As", "Confirm"} {
		hand := act1(2+n, name, true, "")
		hand.Actor = types.ActorObserved
		b.Learn(concatenating, hand)
	}
	b.Learn(concatenating, act1(4, "Close", true, ""))
	item := b.Item("save_output")
	if len(item.KBLearnings) != 1 || item.TrustScore != 0.95 {
		t.Fatalf("got %+v", item)
	}
	l := item.KBLearnings[0]
	if l.HumanReasoning != `A person went on in the page: click tab "Save As" on screen main, then click tab "Confirm" on screen main` || l.OriginalError != "" ||
		string(l.OriginalAction.ToolArguments) != `{"name":"Save","role":"tab"}` || string(l.CorrectedAction.ToolArguments) != `{"name":"Save As","role":"tab"}` {
		t.Errorf("got %+v", l)
	}
	// On another screen, or much later, a person does something else.
	for name, spoil := range map[string]func(*types.Step){
		"elsewhere": func(s *types.Step) {
			s.Observation = &types.Observation{State: types.State{Origin: "https://app.test", CurrentScreen: "help"}}
		},
		"later": func(s *types.Step) { s.Timestamp += interruptTime + 1 },
		"other": func(s *types.Step) {
			s.Observation = &types.Observation{State: types.State{Origin: "https://else.test", CurrentScreen: "main"}}
		},
	} {
		b := concatBase(t)
		b.Learn(concatenating, act1(1, "Save", true, "save_output"))
		hand := act1(2, "Save As", true, "")
		hand.Actor = types.ActorObserved
		spoil(hand)
		b.Learn(concatenating, hand)
		if n := len(b.Item("save_output").KBLearnings); n != 0 {
			t.Errorf("%s: %d learnings", name, n)
		}
	}
}

func TestWithoutASourceTheGuessSaysThatItIsOne(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, ""))
	l := b.Item("concatenate_mode").KBLearnings
	if len(l) != 1 || l[0].Guess < surest || l[0].Guess > 1 {
		t.Fatalf("got %+v", l)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "attributed by a guess") {
		t.Errorf("got %s", text)
	}
	b.Learn(concatenating, act1(2, "Preferences", false, ""))
	lost := act1(3, "Concatenate", false, "concatenate_mode")
	lost.Outcome.Error.Code = types.CodeNoBrowser
	b.Learn(concatenating, lost)
	if n := len(b.Item("concatenate_mode").KBLearnings); n != 1 {
		t.Errorf("%d learnings: an unsure guess was made, or a lost browser held against an item", n)
	}
	r := b.Report()
	if r.Failures != 2 || r.Guessed != 1 || r.Silent != 1 || r.Attribution != nil || r.TrustCorrelation != nil {
		t.Errorf("got %+v", r)
	}
}

func TestConflictingLearningsAreAllShownNewestVerifiedFirst(t *testing.T) {
	b := concatBase(t)
	play := func(run, start int, instead string, source string) {
		session := &types.Session{SessionID: fmt.Sprintf("mm-run-%d", run), Goal: "Concatenate"}
		fail, ok := act1(start, "Concatenate", false, source), act1(start+1, instead, true, "")
		fail.SessionID, ok.SessionID = session.SessionID, session.SessionID
		if source != "" {
			b.Learn(session, fail)
		} else {
			ok.KBSource = "concatenate_mode"
		}
		b.Learn(session, ok)
	}
	play(1, 10, "By menu", "concatenate_mode")
	play(2, 20, "By tab", "concatenate_mode")
	order := func() (out []string) {
		for _, l := range Best(b.Item("concatenate_mode"), "https://app.test") {
			out = append(out, strings.Split(l.RecoveryApproach, `"`)[1])
		}
		return out
	}
	if got := order(); !slices.Equal(got, []string{"By tab", "By menu"}) {
		t.Errorf("got %q", got)
	}
	play(3, 30, "By menu", "")
	if got := order(); !slices.Equal(got, []string{"By menu", "By tab"}) {
		t.Errorf("after it was verified: %q", got)
	}
}

func TestNotesJoinTheLearningThatTheyAreAbout(t *testing.T) {
	b := concatBase(t)
	b.Learn(concatenating, act1(1, "Concatenate", false, "concatenate_mode"))
	b.Learn(concatenating, act1(2, "Concatenate", true, ""))
	e, err := b.Note(act1(3, "", true, "").Timestamp, "n-1", types.KBNoteRequest{KnowledgeID: "concatenate_mode", RecoveryApproach: "It is a tab\nnow", SessionID: "mm-run-1"})
	if err == nil {
		err = b.Edit(e)
	}
	if err != nil {
		t.Fatal(err)
	}
	item := b.Item("concatenate_mode")
	if len(item.KBLearnings) != 1 || item.TrustScore != 0.95 || item.KBLearnings[0].RecoveryApproach != `It is a tab now (Worked instead: click tab "Concatenate" on screen main)` {
		t.Errorf("got %+v", item)
	}
	e, err = b.Note(act1(4, "", true, "").Timestamp, "n-2", types.KBNoteRequest{KnowledgeID: "save_output", HumanReasoning: "Ask first", URL: "https://app.test/x?q=1"})
	if err == nil {
		err = b.Edit(e)
	}
	if l := b.Item("save_output").KBLearnings; err != nil || len(l) != 1 || l[0].HumanReasoning != "Ask first" || l[0].Origin != "https://app.test" || b.Item("save_output").TrustScore != 0.95 {
		t.Errorf("%v %+v", err, l)
	}
	for _, req := range []types.KBNoteRequest{{KnowledgeID: "nobody", RecoveryApproach: "x"}, {KnowledgeID: "save_output"}, {KnowledgeID: "save_output", RecoveryApproach: "\u202e \n"}} {
		if _, err := b.Note(5, "n", req); err == nil {
			t.Errorf("%+v was taken", req)
		}
	}
}

func TestEditsThatAreNone(t *testing.T) {
	item := &types.KBItem{KnowledgeID: "a"}
	for name, e := range map[string]*types.Edit{
		"nothing": nil, "no kb": {EditID: "e"}, "no id": {KB: &types.KBEdit{Op: types.KBConfirm, KnowledgeID: "a"}},
		"no item": {EditID: "e", KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: "a"}}, "another item": {EditID: "e", KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: "b", Item: item}},
		"no operation": {EditID: "e", KB: &types.KBEdit{KnowledgeID: "a"}}, "no learning": {EditID: "e", KB: &types.KBEdit{Op: types.KBNote, KnowledgeID: "a"}},
		"bad id": {EditID: "e", KB: &types.KBEdit{Op: types.KBDelete, KnowledgeID: "a\nb"}},
	} {
		if err := New().Edit(e); types.AsError(err) == nil || types.AsError(err).Code != types.CodeInvalidInput {
			t.Errorf("%s: %v", name, err)
		}
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
		put(t, b, item)
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

func typed(step *types.Step, text string) *types.Step {
	step.Tool.Input = map[string]any{"text": text}
	return step
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
		typed(step(3, "mm_type", "textbox", "Amount", "amount", "send", "", true), "0.1"),
		typed(step(4, "mm_type", "textbox", "Amount", "amount", "send", "", true), "0.1"),
		step(5, "mm_click", "button", "Confirm", "", "confirm", "activity", true),
	}
}

// played is a Base that saw sessions from beginning to end.
func played(sessions map[string]string, steps func(session string) []*types.Step) *Base {
	b := New()
	for id, goal := range sessions {
		s := &types.Session{SessionID: id, Goal: goal, EndedAt: 1000}
		b.PutSession(s)
		for _, step := range steps(id) {
			b.Learn(s, step)
		}
	}
	return b
}

func TestASessionThatReachedItsGoalLeavesADraft(t *testing.T) {
	b := played(map[string]string{"mm-a": "Send 0.1 ETH"}, sendSteps)
	if len(b.Items()) != 1 {
		t.Fatalf("got %d items", len(b.Items()))
	}
	item := b.Items()[0]
	want := []string{`click(testId="send", role="button", name="Send")`, `type(testId="amount", role="textbox", name="Amount", text={amount})`, `click(role="button", name="Confirm")`}
	if !reflect.DeepEqual(item.ActionSequence, want) || item.UILocation != "home → send → confirm" || item.OutputState != "activity" || item.Origin != "https://wallet.test" ||
		item.Status != StatusDraft || string(item.Parameters) != `{"amount":"Amount"}` || !reflect.DeepEqual(item.Prerequisites, []string{"on https://wallet.test", "on screen home"}) ||
		item.Description != "Send {amount} ETH" || item.KnowledgeID != "send_amount_eth_wallet_test" {
		t.Errorf("got %+v", item)
	}
	if text := Format(b.Items(), ""); !strings.Contains(text, "Holds On: https://wallet.test\nStatus: draft, worked once\n---") || strings.Contains(text, "0.1") {
		t.Errorf("got %s", text)
	}
	for name, spoil := range map[string]func(s *types.Session, steps []*types.Step){
		"no goal":     func(s *types.Session, _ []*types.Step) { s.Goal = "" },
		"ambient":     func(s *types.Session, _ []*types.Step) { s.Ambient = true },
		"not ended":   func(s *types.Session, _ []*types.Step) { s.EndedAt = 0 },
		"failed end":  func(_ *types.Session, steps []*types.Step) { steps[4].Outcome.OK = false },
		"two origins": func(_ *types.Session, steps []*types.Step) { steps[4].Observation.State.Origin = "https://x.test" },
	} {
		s, steps, b := &types.Session{SessionID: "mm-c", Goal: "Send", EndedAt: 9}, sendSteps("mm-c"), New()
		spoil(s, steps)
		b.PutSession(s)
		for _, step := range steps {
			b.Learn(s, step)
		}
		if len(b.Items()) != 0 {
			t.Errorf("%s: something was distilled", name)
		}
	}
}

func TestASecondSuccessOrAPersonConfirmsADraft(t *testing.T) {
	b := played(map[string]string{"mm-a": "Send 0.1 ETH", "mm-b": "Send 0.5 ETH"}, func(id string) []*types.Step {
		steps := sendSteps(id)
		if id == "mm-b" {
			steps[2].Tool.Input, steps[3].Tool.Input = map[string]any{"text": "0.5"}, map[string]any{"text": "0.5"}
			steps = steps[:5:5]
			detour := *steps[0]
			detour.StepID, detour.Tool.Target, detour.Timestamp = "d", &types.Target{Role: "link", Name: "Help"}, 1
			steps = append(steps, &detour)
		}
		return steps
	})
	if items := b.Items(); len(items) != 1 || items[0].Status != StatusConfirmed || len(items[0].ActionSequence) != 3 {
		t.Errorf("got %+v", items)
	}
	b = played(map[string]string{"mm-a": "Send 0.1 ETH"}, sendSteps)
	id := b.Items()[0].KnowledgeID
	for _, step := range []struct {
		op   types.KBOp
		want string
	}{{types.KBConfirm, StatusConfirmed}, {types.KBDelete, ""}} {
		edits++
		if err := b.Edit(&types.Edit{EditID: fmt.Sprint("p", edits), At: types.Time(5000 + edits), KB: &types.KBEdit{Op: step.op, KnowledgeID: id}}); err != nil {
			t.Fatal(err)
		}
		got := ""
		if item := b.Item(id); item != nil {
			got = item.Status
		}
		if got != step.want {
			t.Errorf("%s: %q", step.op, got)
		}
	}
	// A deleted recipe does not come back by itself.
	for _, step := range sendSteps("mm-z") {
		step.Timestamp += 1_000_000
		b.Learn(&types.Session{SessionID: "mm-z", Goal: "Send 0.1 ETH", EndedAt: 1}, step)
	}
	if len(b.Items()) != 0 {
		t.Errorf("got %+v", b.Items()[0])
	}
}

func TestReportCountsOrSaysNothing(t *testing.T) {
	b := New()
	for i := range 6 {
		put(t, b, &types.KBItem{KnowledgeID: fmt.Sprintf("k%d", i), Description: "x", TrustScore: 0.5 + float64(i)/10})
	}
	n := 0
	for i := range 6 {
		for use := range 10 {
			n += 10
			step := act1(n, fmt.Sprintf("b%d", use), use < 2*i, fmt.Sprintf("k%d", i))
			step.SessionID = fmt.Sprintf("mm-%d-%d", i, use)
			b.Learn(&types.Session{SessionID: step.SessionID, Goal: "g"}, step)
		}
	}
	r := b.Report()
	if r.TrustCorrelation == nil || *r.TrustCorrelation < 0.3 || r.Uses != 60 || r.Enriched == nil || *r.Enriched != 5.0/6 || r.Attribution == nil || *r.Attribution != 1 || r.Failures != 30 || r.Reuse == nil {
		t.Errorf("got %+v", r)
	}
	uses := 0
	for _, band := range r.Bands {
		uses += band.Uses
	}
	if uses != 60 {
		t.Errorf("bands hold %d uses", uses)
	}
	if r := New().Report(); r.Attribution != nil || r.Reuse != nil || r.TrustCorrelation != nil || r.Enriched != nil {
		t.Errorf("out of nothing: %+v", r)
	}
}

func TestForgetLeavesNoTrace(t *testing.T) {
	build := func(without func(session, step string) bool, skip ...string) *Base {
		edits = 0
		b := concatBase(t)
		for _, id := range []string{"mm-a", "mm-b"} {
			for _, step := range append(sendSteps(id), act1(90, "Concatenate", false, "concatenate_mode"), act1(91, "By tab", true, "")) {
				own := *step
				own.SessionID, own.StepID = id, id+step.StepID
				if !without(id, own.StepID) {
					b.Learn(&types.Session{SessionID: id, Goal: "Send 0.1 ETH to " + id}, &own)
				}
			}
		}
		for i, k := range []*types.KBEdit{
			{Op: types.KBNote, KnowledgeID: "save_output", SessionID: "mm-a", Learning: &types.Learning{HumanReasoning: "said in a"}},
			{Op: types.KBNote, KnowledgeID: "save_output", Learning: &types.Learning{HumanReasoning: "said of app", Origin: "https://app.test"}},
			{Op: types.KBPut, KnowledgeID: "mixed", Item: &types.KBItem{KnowledgeID: "mixed", KBLearnings: []types.Learning{{Task: "here", Origin: "https://app.test"}, {Task: "there", Origin: "https://else.test"}}}},
		} {
			if e := (&types.Edit{EditID: fmt.Sprint("x", i), At: types.Time(1900000000000 + i), KB: k}); !slices.Contains(skip, e.EditID) {
				if err := b.Edit(e); err != nil {
					t.Fatal(err)
				}
			}
		}
		return b
	}
	whole := func(string, string) bool { return false }
	for name, c := range map[string]struct {
		f        types.Forget
		sessions []string
		steps    []string
		want     *Base
		edits    []string
		instead  int
	}{
		"session": {types.Forget{SessionID: "mm-a"}, []string{"mm-a"}, nil, build(func(s, _ string) bool { return s == "mm-a" }, "x0"), []string{"x0"}, 0},
		"step":    {types.Forget{StepID: "mm-as-90"}, nil, []string{"mm-as-90"}, build(func(_, s string) bool { return s == "mm-as-90" }), nil, 0},
		"origin":  {types.Forget{Origin: "https://app.test"}, nil, []string{"mm-as-90", "mm-as-91", "mm-bs-90", "mm-bs-91"}, nil, []string{"x1", "x2"}, 1},
	} {
		b := build(whole)
		b.Items()
		var steps []*types.Step
		for _, id := range c.steps {
			steps = append(steps, &types.Step{StepID: id, SessionID: id[:4]})
		}
		gone := b.Named(c.f, c.sessions, steps)
		if !slices.Equal(gone.Edits, c.edits) || len(gone.Instead) != c.instead {
			t.Errorf("%s: named %v and %d instead", name, gone.Edits, len(gone.Instead))
		}
		b.Forget(c.sessions, steps, gone.Edits)
		for _, e := range gone.Instead {
			if err := b.Edit(e); err != nil {
				t.Fatal(err)
			}
		}
		got, _ := b.Catalog()
		if c.want != nil {
			if want, _ := c.want.Catalog(); string(got) != string(want) {
				t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
			}
		} else if strings.Contains(string(got), "app.test") || !strings.Contains(string(got), "there") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func FuzzCatalog(f *testing.F) {
	f.Add([]byte(catalog))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := ParseCatalog(data); err != nil {
			return
		}
		b := New()
		load(t, b, string(data))
		text := Format(b.Items(), "")
		if strings.ContainsAny(text, "\x00\x1b\u202e\u2028\r") || strings.Count(text, "\n---\nKB ID: ") != len(b.Items()) {
			t.Errorf("%q", text)
		}
		b.Search("send open file", "", 0)
		once, err := b.Catalog()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseCatalog(once); err != nil {
			t.Fatalf("our own catalog is refused: %v\n%s", err, once)
		}
		again := New()
		load(t, again, string(once))
		twice, _ := again.Catalog()
		if string(once) != string(twice) {
			t.Errorf("%s\n%s", once, twice)
		}
	})
}
