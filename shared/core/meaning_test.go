package core

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
)

// sealedOf is an order without its names.
func sealedOf(t *testing.T, f types.Forget) types.Forget {
	t.Helper()
	f.Sealed = &types.Sealed{Key: "00112233445566778899aabbccddeeff"}
	out := New().Seal(f)
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"example", "gamma", "vault", "Vault", "button"} {
		if strings.Contains(string(text), name) {
			t.Errorf("the sealed order says %q: %s", name, text)
		}
	}
	if again := New().Seal(out); !reflect.DeepEqual(again, out) {
		t.Errorf("sealed twice: %+v", again)
	}
	return out
}

// vault returns a step beside an element, which its page, its results, an error
// and its suggestions all name.
func vault(id string, at types.Time) *types.Step {
	site := "https://a.example"
	s := step("mm-one", id, site, "pay")
	s.Timestamp = at
	s.Observation = &types.Observation{State: types.State{CurrentScreen: "home", CurrentURL: site, Origin: site},
		TestIDs: []types.TestID{{TestID: "secret-vault", Visible: true}, {TestID: "pay", Visible: true}},
		A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Vault of Ann", TestID: "secret-vault"}, {Ref: "e2", Role: "button", Name: "Pay", TestID: "pay"},
			{Ref: "e3", Role: "link", Name: "Inside", Path: []string{`group "Vault of Ann"`}}}}}
	s.After = &types.After{CurrentURL: site, Appeared: []string{`button "Vault of Ann"`, `button "Done"`}}
	s.Advice = &types.Advice{Shown: 2, Rank: 2, Given: []types.Given{{Action: "click", Target: types.Target{Role: "button", Name: "Vault of Ann"}}, {Action: "click", Target: types.Target{TestID: "pay"}}}}
	s.Tool.Target.RowRole, s.Tool.Target.Row = "row", "Vault of Ann · Open"
	s.Outcome = types.Outcome{Error: types.Fault(types.CodeTargetNotFound, `"Vault of Ann" lies over it`, "")}
	s.Tool.Input = map[string]any{"within": map[string]any{"selector": `[data-testid="secret-vault"]`}, "button": "left"}
	return s
}

func theVault() types.Forget {
	return types.Forget{Element: types.Element{Origin: "https://a.example", TestID: "secret-vault", Role: "button", Name: "Vault of Ann"}}
}

// TestNoPartOfAStepNamesAForgottenElement looks through all of it.
func TestNoPartOfAStepNamesAForgottenElement(t *testing.T) {
	for name, f := range map[string]types.Forget{"by name": theVault(), "sealed": sealedOf(t, theVault())} {
		c := New()
		put(t, c, vault("s2", 5))
		if got := c.Forget(f); got != (types.ForgetReceipt{Cleaned: 1}) {
			t.Errorf("%s: receipt %+v", name, got)
		}
		left, err := json.Marshal(c.Step("s2"))
		if err != nil || strings.Contains(string(left), "ault") || !strings.Contains(string(left), "Done") || !strings.Contains(string(left), `"left"`) || c.Step("s2").Advice.Rank != 2 {
			t.Errorf("%s left: %s, %v", name, left, err)
		}
	}
}

// TestGoalsThatNameAForgottenElementAreListed keeps them: they are somebody's own
// words. A sealed order knows them where they quote it.
func TestGoalsThatNameAForgottenElementAreListed(t *testing.T) {
	for goal, want := range map[string]struct{ named, sealed int }{
		`Open the "Vault of Ann"`: {1, 1},
		"Open the vault of Ann":   {1, 0},
		"secret-vault":            {1, 1},
		"Pay Ann":                 {},
		"":                        {},
	} {
		for name, f := range map[string]types.Forget{"by name": theVault(), "sealed": sealedOf(t, theVault())} {
			c := New()
			if err := c.PutSession(&types.Session{SessionID: "mm-one", CreatedAt: 1, Goal: goal, FlowTags: []string{}, Tags: []string{}}); err != nil {
				t.Fatal(err)
			}
			put(t, c, vault("s2", 5))
			expect := want.named
			if name == "sealed" {
				expect = want.sealed
			}
			if n := c.Named(f); len(n.Goals) != expect {
				t.Errorf("%q, %s: %q are listed, want %d", goal, name, n.Goals, expect)
			}
			if got := c.Forget(f); got.Goals != expect || c.Session("mm-one").Goal != goal {
				t.Errorf("%q, %s: receipt %+v", goal, name, got)
			}
		}
	}
}

func TestLateStepsAreHeldToOrders(t *testing.T) {
	at := types.Time(10)
	with := func(f types.Forget) types.Forget {
		f.At = at
		return f
	}
	for name, tt := range map[string]struct {
		order types.Forget
		step  *types.Step
		want  string // gone, clean or whole
	}{
		"an element beside":  {with(theVault()), vault("s1", 5), "clean"},
		"sealed":             {with(sealedOf(t, theVault())), vault("s1", 5), "clean"},
		"made after":         {with(theVault()), vault("s1", 11), "whole"},
		"on the element":     {with(sealedOf(t, types.Forget{Element: types.Element{Origin: "https://a.example", TestID: "pay"}})), vault("s1", 5), "gone"},
		"elsewhere":          {with(sealedOf(t, types.Forget{Element: types.Element{Origin: "https://b.example", TestID: "pay"}})), vault("s1", 5), "whole"},
		"its origin":         {with(sealedOf(t, types.Forget{Origin: "https://a.example"})), vault("s1", 5), "gone"},
		"another scheme":     {with(sealedOf(t, types.Forget{Origin: "http://a.example"})), vault("s1", 5), "whole"},
		"its site":           {with(sealedOf(t, types.Forget{Origin: "www.a.example"})), vault("s1", 5), "gone"},
		"its session":        {with(types.Forget{SessionID: "mm-one"}), vault("s1", 5), "gone"},
		"itself, begun late": {with(types.Forget{StepID: "s1"}), vault("s1", 11), "gone"},
		"a span":             {with(types.Forget{From: 1, To: 6}), vault("s1", 5), "gone"},
		"another span":       {with(types.Forget{From: 6}), vault("s1", 5), "whole"},
		"the origin's span":  {with(sealedOf(t, types.Forget{Origin: "https://a.example", From: 6})), vault("s1", 5), "whole"},
		"everything":         {with(types.Forget{All: true}), vault("s1", 5), "gone"},
		"taken back":         {with(types.Forget{All: true, Undo: true}), vault("s1", 5), "whole"},
		"a key alone":        {with(types.Forget{Sealed: &types.Sealed{Key: "00"}}), vault("s1", 5), "whole"},
	} {
		got := "gone"
		if left := New().ApplyDeletions([]types.Forget{tt.order}, tt.step); left == tt.step {
			got = "whole"
		} else if left != nil {
			got = "clean"
			if text, _ := json.Marshal(left); strings.Contains(string(text), "ault") {
				t.Errorf("%s left %s", name, text)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// TestEditsNameNoForgottenElement: learnings that retention wrote down, recipes
// and people's own words name elements too.
func TestEditsNameNoForgottenElement(t *testing.T) {
	fill := func() *Core {
		c := New()
		item := &types.KBItem{KnowledgeID: "k", ActionSequence: []string{`click(testId="secret-vault")`, `click(testId="pay")`}, TrustScore: 0.95, Origin: "https://a.example",
			KBLearnings: []types.Learning{{Task: "of it", Origin: "https://a.example", OriginalAction: types.KBAction{ToolName: "mm_click", ToolArguments: json.RawMessage(`{"testId":"secret-vault"}`)}},
				{Task: "of another", Origin: "https://a.example", RecoveryApproach: `Worked instead: click button "Pay"`}}}
		for i, e := range []*types.Edit{
			{KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: "k", Item: item}},
			{KB: &types.KBEdit{Op: types.KBNote, KnowledgeID: "k", Learning: &types.Learning{HumanReasoning: `never press "Vault of Ann"`, Origin: "https://a.example"}}},
			{Card: &types.CardEdit{Op: types.CardAdd, Domain: "a.example", Pattern: &types.Pattern{Type: types.PatternSelector, Value: `[data-testid="secret-vault"]`, Description: "where it is"}}},
			{Card: &types.CardEdit{Op: types.CardAdd, Domain: "a.example", Pattern: &types.Pattern{Type: types.PatternSelector, Value: `[data-testid="pay"]`, Description: "pays"}}},
		} {
			e.EditID, e.At = fmt.Sprint("e", i), types.Time(i+1)
			if err := c.PutEdit(e); err != nil {
				t.Fatal(err)
			}
		}
		return c
	}
	for name, f := range map[string]types.Forget{"by name": theVault(), "sealed": sealedOf(t, theVault())} {
		c := fill()
		n := c.Named(f)
		if got := c.Forget(f); got.Edits != 3 || len(n.Edits.Instead) != 1 {
			t.Errorf("%s: receipt %+v, %d instead", name, got, len(n.Edits.Instead))
		}
		for _, e := range n.Edits.Instead {
			if err := c.PutEdit(e); err != nil {
				t.Fatal(err)
			}
		}
		text, err := json.Marshal(c.Edits())
		if err != nil || strings.Contains(string(text), "ault") || !strings.Contains(string(text), "of another") || !strings.Contains(string(text), "pays") {
			t.Errorf("%s: left %s, %v", name, text, err)
		}
	}
}
