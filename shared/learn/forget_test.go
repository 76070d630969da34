package learn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

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
		f := types.Forgetting{}
		if c.f.Origin != "" {
			f.Here = func(origin string) bool { return origin == c.f.Origin }
		}
		gone := b.Named(f, c.sessions, steps)
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
