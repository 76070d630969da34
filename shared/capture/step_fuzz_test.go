package capture

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	words "cairn/shared/text"
	"cairn/shared/types"
)

// FuzzStep captures anything that reads as a step: it is refused, or the captured step
// keeps the caps, hides nothing, and stays as it is when it is captured again, as
// the companion does with the extension's captured steps.
func FuzzStep(f *testing.F) {
	seed, err := json.Marshal(rawStep())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte(`{"sessionId":"mm-0001","tool":{"name":"click","target":{"name":"a\u0000\u202eb","role":"button"}},"observation":{"state":{"currentUrl":"javascript:alert(1)","title":"Password: hunter2"},"testIds":[{"testId":"\u200b"}],"a11y":{"nodes":[{"ref":"e1","name":"x"}]}}}`))
	f.Add([]byte(`{"sessionId":"mm-0001","stepId":"../x","tool":{"name":""}}`))
	rules := DefaultRules()
	f.Fuzz(func(t *testing.T, text []byte) {
		raw := new(types.Step)
		if len(text) > 1<<15 || json.Unmarshal(text, raw) != nil {
			return
		}
		once, err := Step(now, raw, rules)
		if err != nil {
			if types.AsError(err).Code != types.CodeInvalidInput {
				t.Fatal(err)
			}
			return
		}
		if o := once.Observation; o != nil {
			if len(o.A11y.Nodes) > maxNodes || len(o.TestIDs) > maxNodes || len(o.State.CurrentURL) > 2048 {
				t.Errorf("caps are broken: %d nodes, %d test ids, %d of address", len(o.A11y.Nodes), len(o.TestIDs), len(o.State.CurrentURL))
			}
			for _, n := range o.A11y.Nodes {
				if words.Hides(n.Name) || words.Hides(n.TestID) || utf8.RuneCountInString(n.Name) > maxName {
					t.Errorf("node %q [%q]", n.Name, n.TestID)
				}
			}
		}
		first, _ := json.Marshal(once)
		again, err := Step(now, once, rules)
		if err != nil {
			t.Fatalf("what was captured is refused: %v: %s", err, first)
		}
		if second, _ := json.Marshal(again); string(second) != string(first) {
			t.Errorf("captured again it changes:\n%s\n%s", first, second)
		}
	})
}
