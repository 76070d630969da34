package pack

import (
	"encoding/json"
	"strings"
	"testing"

	"cairn/shared/types"
)

// odd are steps with everything that a step can have, and with nothing.
func odd() []*types.Step {
	full := &types.Step{
		SchemaVersion: 1, StepID: "s-1", SessionID: "mm-one", Timestamp: 1770000000123, Actor: types.ActorAgent, Clock: "skewed",
		KBSource: "kb-1", DurationMs: 1234, Labels: []string{"navigation", ""},
		Tool: types.Tool{Name: "mm_type", TextRedacted: true, TextLength: 12,
			Input:  map[string]any{"text": "送金 café", "n": 1.5, "deep": map[string]any{"a": []any{nil, true, "x"}}, "": ""},
			Target: &types.Target{TestID: "send", Selector: "#send", A11yRef: "e3", Role: "button", Name: "Send", Tag: "button", Sensitive: true}},
		Outcome: types.Outcome{Error: &types.Error{Code: types.CodeClickFailed, Message: "gone", Hint: "look again"}},
		Observation: &types.Observation{
			State: types.State{CurrentURL: "https://a.example/#/x", CurrentScreen: "x", Title: "T", Origin: "https://a.example", Embedder: "https://top.example"}, Truncated: true,
			Frames:  []types.State{{CurrentURL: "https://b.example/", CurrentScreen: "/", Title: "B", Origin: "https://b.example", Embedder: "https://a.example"}},
			TestIDs: []types.TestID{{TestID: "send", Tag: "button", Visible: true, Role: "button", Name: "Send", Origin: "https://b.example"}, {}, {TestID: "send", Tag: "button", Visible: true, Role: "button", Name: "Send"}},
			A11y: types.A11y{Nodes: []types.A11yNode{
				{Ref: "e1", Role: "heading", Name: "A", Level: 2, Path: []string{"main", "dialog \"X\""}},
				{Ref: "e2", Role: "checkbox", Name: "B", Checked: "mixed", Expanded: "false", Disabled: true, Filled: true, Sensitive: true, Offscreen: true, TestID: "b"},
				{Ref: "f3e12", Role: "link", Path: []string{"main"}, Origin: "https://b.example"},
			}},
		},
		After:  &types.After{CurrentURL: "https://a.example/#/y", CurrentScreen: "y", Title: "Y", Appeared: []string{`button "Z"`}, Load: "same"},
		Advice: &types.Advice{Shown: 3, Confidence: 0.25, Rank: 1},
	}
	same := *full
	same.StepID = "s-2"
	sequence := *full
	sequence.Observation = &types.Observation{TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e7"}, {Ref: "e8"}, {Ref: "e2000000"}, {Ref: "e0"}}}}
	strange := *full
	strange.Observation = &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e007"}, {Ref: ""}, {Ref: "e"}, {Ref: "e99999999999999999999"}}}}
	framed := types.Target{TestID: "x", Origin: "https://b.example", RowRole: "listitem", Row: "送金 12", Twins: 3, RowNth: 2, RowOf: 3, Column: "数量", Hint: "trash"}
	return []*types.Step{full, {}, &same, &sequence, &strange,
		{Tool: types.Tool{Target: &framed}, Advice: &types.Advice{Given: []types.Given{{Action: "click", Target: framed}, {Target: types.Target{Row: "y"}}}}},
		{StepID: "s-3", Timestamp: -5, Labels: []string{}, Observation: &types.Observation{}, After: &types.After{}, Advice: &types.Advice{}},
		{Tool: types.Tool{Input: map[string]any{}, Target: &types.Target{}}, Outcome: types.Outcome{OK: true}}}
}

func text(t *testing.T, v any) string {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestStepsComeOutAsTheyWentIn(t *testing.T) {
	w := NewWriter()
	for i, s := range odd() {
		if err := w.Add(s); err != nil {
			t.Fatal(err)
		}
		if got, want := text(t, w.Step(i)), text(t, s); got != want {
			t.Errorf("while written, step %d is\n%s\nwant\n%s", i, got, want)
		}
	}
	p, err := Open(w.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if p.Len() != len(odd()) {
		t.Fatalf("%d steps", p.Len())
	}
	for i, s := range odd() {
		if got, want := text(t, p.Step(i)), text(t, s); got != want {
			t.Errorf("opened, step %d is\n%s\nwant\n%s", i, got, want)
		}
		id, session, at, ok := p.Head(i)
		if id != s.StepID || session != s.SessionID || at != s.Timestamp || ok != s.Outcome.OK {
			t.Errorf("the head of step %d is %q %q %d %v", i, id, session, at, ok)
		}
	}
}

func TestAnOutlineLeavesThePageOut(t *testing.T) {
	w := NewWriter()
	full := odd()[0]
	if err := w.Add(full); err != nil {
		t.Fatal(err)
	}
	want := *full
	want.Observation = &types.Observation{State: full.Observation.State, Truncated: true}
	if got := text(t, w.Outline(0)); got != text(t, &want) {
		t.Errorf("got %s", got)
	}
}

func TestTheSamePageIsKeptOnce(t *testing.T) {
	w := NewWriter()
	for range 100 {
		if err := w.Add(odd()[0]); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.observations.len(); n != 1 {
		t.Errorf("%d pages", n)
	}
	if got := len(w.Bytes()); got > 100*100+600 {
		t.Errorf("%d bytes for 100 steps on one page", got)
	}
}

func TestAPageBeyondAllBoundsIsCut(t *testing.T) {
	w := NewWriter()
	if err := w.Add(&types.Step{Observation: &types.Observation{TestIDs: make([]types.TestID, maxElements+1)}}); err != nil {
		t.Fatal(err)
	}
	if o := w.Step(0).Observation; len(o.TestIDs) != maxElements || !o.Truncated {
		t.Errorf("%d test ids, truncated %v", len(o.TestIDs), o.Truncated)
	}
}

func TestAddRefusesWhatJSONCannotTell(t *testing.T) {
	w := NewWriter()
	bad := &types.Step{Tool: types.Tool{Input: map[string]any{"f": func() {}}}}
	if err := w.Add(bad); err == nil || !strings.Contains(err.Error(), `input "f"`) {
		t.Errorf("got %v", err)
	}
	if err := w.Add(odd()[0]); err != nil || w.Len() != 1 || text(t, w.Step(0)) != text(t, odd()[0]) {
		t.Errorf("what was refused left something behind: %v", err)
	}
}

func TestStepsThatAreNotThereAreEmpty(t *testing.T) {
	if got := text(t, NewWriter().Step(3)); got != text(t, &types.Step{SchemaVersion: 1}) {
		t.Errorf("got %s", got)
	}
}

func TestOpenRefusesWhatIsNoPack(t *testing.T) {
	w := NewWriter()
	for _, s := range odd() {
		if err := w.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	good := w.Bytes()
	for n := range good {
		if _, err := Open(good[:n]); err == nil {
			t.Fatalf("took the first %d of %d bytes", n, len(good))
		}
	}
	if _, err := Open(append(good, 0)); err == nil {
		t.Error("took a byte too many")
	}
	if _, err := Open([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}); err == nil {
		t.Error("took a table of 2^63 entries")
	}
}

// TestRoomIsUsedAgain reads steps into the same memory: nothing of one is left in
// the next.
func TestRoomIsUsedAgain(t *testing.T) {
	w := NewWriter()
	for _, s := range odd() {
		if err := w.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	var room Scratch
	for range 2 {
		for i := range w.Len() {
			if got, want := text(t, w.OutlineIn(&room, i)), text(t, w.Outline(i)); got != want {
				t.Errorf("step %d reads\n%s\nwant\n%s", i, got, want)
			}
		}
	}
}

// FuzzOpen holds reading to its promise: whatever the bytes say, no panic, no
// step that JSON cannot tell.
func FuzzOpen(f *testing.F) {
	w := NewWriter()
	for _, s := range odd() {
		if err := w.Add(s); err != nil {
			f.Fatal(err)
		}
	}
	f.Add(w.Bytes())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Open(data)
		if err != nil {
			return
		}
		for i := range min(p.Len(), 50) {
			text(t, p.Step(i))
			p.Head(i)
			p.Page(i).FirstTestID([]uint32{0}, func(string) bool { return false })
			p.Page(i).FirstNode([]uint32{0}, func(_, _ string) bool { return false })
		}
	})
}
