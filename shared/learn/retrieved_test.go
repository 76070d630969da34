package learn

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestAGuessIsMadeAmongRetrievedItems: a failed click without a kb_source is laid
// to the item that kb_search gave for the session and that holds just that call;
// an item that was not given cannot be to blame.
func TestAGuessIsMadeAmongRetrievedItems(t *testing.T) {
	gone := func(tool string, target types.Target) *types.Step {
		s := act1(1, "", false, "")
		s.Tool = types.Tool{Name: tool, Target: &target}
		return s
	}
	for _, c := range []struct {
		name    string
		fetched []string
		step    *types.Step
		blamed  string
	}{
		{"by test id", []string{"open_gadget"}, gone("mm_click", types.Target{TestID: "gone-button"}), "open_gadget"},
		{"by selector", []string{"open_gadget", "other"}, gone("mm_click", types.Target{Selector: "#gone"}), "open_gadget"},
		{"by role and name", []string{"open_gadget"}, gone("mm_click", types.Target{Role: "button", Name: "Weg"}), "open_gadget"},
		{"another action on it", []string{"open_gadget"}, gone("mm_type", types.Target{TestID: "gone-button"}), ""},
		{"a part of its name", []string{"open_gadget"}, gone("mm_click", types.Target{TestID: "gone"}), ""},
		{"another item was retrieved", []string{"other"}, gone("mm_click", types.Target{TestID: "gone-button"}), ""},
		{"both hold the call", []string{"open_gadget", "twin"}, gone("mm_click", types.Target{TestID: "gone-button"}), ""},
		{"nobody knows what was retrieved", nil, gone("mm_click", types.Target{TestID: "gone-button"}), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := New()
			put(t, b, &types.KBItem{KnowledgeID: "open_gadget", Description: "Show the new gadget", TrustScore: 1, ActionSequence: []string{`click(testId="home")`, `click(testId="gone-button")`, `click(selector="#gone")`, `click(role="button", name="Weg")`}},
				&types.KBItem{KnowledgeID: "other", Description: "Something else", TrustScore: 1, ActionSequence: []string{`click(testId="else")`}},
				&types.KBItem{KnowledgeID: "twin", Description: "Hide the gadget", TrustScore: 1, ActionSequence: []string{`click(testId="gone-button")`}})
			s := &types.Session{SessionID: c.step.SessionID, Goal: "g", RetrievedKB: c.fetched}
			b.PutSession(s)
			b.Learn(s, c.step)
			for _, item := range b.Items() {
				if is := len(item.KBLearnings) == 1; is != (item.KnowledgeID == c.blamed) || is && item.KBLearnings[0].Guess < 0.8 {
					t.Errorf("%s has %+v", item.KnowledgeID, item.KBLearnings)
				}
			}
		})
	}
}

// TestAttributionIsMeasuredOverRetrievedItems: failures of sessions that had no
// items at hand say nothing of how well failures are attributed.
func TestAttributionIsMeasuredOverRetrievedItems(t *testing.T) {
	b := concatBase(t)
	play := func(id, source string, fetched []string) {
		for n := range 5 {
			s := &types.Session{SessionID: id, Goal: "g", RetrievedKB: fetched}
			b.PutSession(s)
			step := act1(n+1, "Concatenate", false, source)
			step.SessionID, step.StepID = id, id+step.StepID
			b.Learn(s, step)
		}
	}
	play("mm-without", "", nil)
	play("mm-named", "concatenate_mode", []string{"concatenate_mode"})
	play("mm-forgot", "", []string{"concatenate_mode"})
	if r := b.Report(); r.Failures != 10 || r.Attributed != 5 || r.Unfetched != 5 || *r.Attribution != 0.5 {
		t.Errorf("the report is %+v", r)
	}
}

// TestANoteKeepsEverythingThatWasSaid: the way that worked and a person's words stand
// beside each other and beside the failure, with the number of its step, or
// without one where no step is known.
func TestANoteKeepsEverythingThatWasSaid(t *testing.T) {
	said := types.KBNoteRequest{KnowledgeID: "save_output", RecoveryApproach: "press Ctrl+S", HumanReasoning: "the button moved",
		SessionID: concatenating.SessionID, URL: "https://app.test/x"}
	for _, c := range []struct {
		name         string
		failed       string // a click of the session that fails
		wants, lacks []string
	}{
		{"about the step that just failed", "Weird name", []string{"1. Human Correction at Step 2:\n   - Instead of: mm_click with args {'name': 'Weird name'", "   - Error: MM_TARGET_NOT_FOUND",
			"   - Human Said: the button moved\n", "   ✓ Recovery Approach: press Ctrl+S\n"}, []string{"N/A", "Step 0"}},
		{"about no step", "", []string{"1. Human Correction:\n   - Human Said: the button moved\n", "   ✓ Recovery Approach: press Ctrl+S\n"}, []string{"N/A", "Step 0", "Instead of", "Error"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := concatBase(t)
			first := act1(1, "Open", true, "")
			b.Learn(concatenating, first)
			if c.failed != "" {
				b.Learn(concatenating, act1(2, c.failed, false, ""))
			}
			note, err := b.Note(first.Timestamp.Add(recoveryTime/2*1e6), "e-note", said)
			if err != nil {
				t.Fatal(err)
			}
			if err := b.Edit(note); err != nil {
				t.Fatal(err)
			}
			text := Format([]*types.KBItem{b.Item("save_output")}, "https://app.test")
			for _, want := range c.wants {
				if !strings.Contains(text, want) {
					t.Errorf("the text lacks %q:\n%s", want, text)
				}
			}
			for _, lack := range c.lacks {
				if strings.Contains(text, lack) {
					t.Errorf("the text has %q:\n%s", lack, text)
				}
			}
		})
	}
}

// TestDocsAreNamedWhereThereAreSome: a learning without an answer points to related
// documents only if the item cites one, and then it stands below.
func TestDocsAreNamedWhereThereAreSome(t *testing.T) {
	for cited, below := range map[string]string{"GUI#Save": "RELATED DOCS:\n  - save: GUI#Save\n", "": "", "session mm-1": ""} {
		b := New()
		put(t, b, &types.KBItem{KnowledgeID: "save", Description: "Save the file", TrustScore: 1, DocCitation: cited, KBLearnings: []types.Learning{{StepNum: 1, OriginalError: "x", OriginalAction: types.KBAction{ToolName: "mm_click"}}}})
		found, err := b.Answer(types.KBSearchRequest{Query: "save the file"})
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(found.Text, "use related docs below"); has != (below != "") || !strings.HasSuffix(found.Text, below) || below == "" && strings.Contains(found.Text, "RELATED DOCS") {
			t.Errorf("citing %q the text is\n%s", cited, found.Text)
		}
	}
}
