package e2e

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"cairn/shared/types"
)

// nextLine is the line that an acting tool's answer ends with on a known way.
var nextLine = regexp.MustCompile(`(?m)^next \((0\.\d\d)\): (mm_\w+) (\{.*?\})(?: \w+ "(.*)")?$`)

// TestTheNextStepNeedsNoLook does a task once. Who comes with the same goal then, and
// goes step by step, describes the first screen alone and does from there on only the step
// at the end of each answer, as it stands there.
func TestTheNextStepNeedsNoLook(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	w.sendFirst()

	b := w.stdioAgent("agent-b")
	b.launch(map[string]any{"url": w.site, "goal": "Send 0.1 ETH to another account", "flowTags": []string{"send"}})
	words := map[string]string{"password": password, "recipient": "0x2f00aa11", "amount": "0.1"}
	if !b.follow(b.describe(), words) {
		t.Fatal("nothing is suggested on the first screen")
	}
	last := b.last
	for i, step := range sendFlow[1:] {
		m := nextLine.FindStringSubmatch(last.Text)
		if m == nil {
			t.Fatalf("the answer to step %d says no next step: %s", i+1, last.Text)
		}
		if want := step.args["testId"]; m[2] != step.tool || want != nil && !strings.Contains(m[3], `"testId":"`+want.(string)+`"`) {
			t.Fatalf("after step %d the next is %s, want %s %v", i+1, m[0], step.tool, step.args)
		}
		args := map[string]any{}
		if err := json.Unmarshal([]byte(m[3]), &args); err != nil {
			t.Fatalf("%s: %v", m[0], err)
		}
		if m[2] == "mm_type" {
			for word, text := range words {
				if strings.Contains(strings.ToLower(m[3]+m[4]), word) {
					args["text"] = text
				}
			}
		}
		last = b.do(m[2], args)
	}
	d := b.describe()
	var sent bool
	for _, n := range d.A11y.Nodes {
		sent = sent || strings.HasPrefix(n.Name, "Sent ETH 70")
	}
	if d.State.CurrentScreen != "activity" || !sent || b.calls["mm_describe_screen"] != 2 {
		t.Errorf("B stands on screen %q after %d looks, the transfer is there: %v", d.State.CurrentScreen, b.calls["mm_describe_screen"]-1, sent)
	}
	b.do("mm_cleanup", map[string]any{"outcome": "done"})
	var stats types.AdviceStats
	if err := json.Unmarshal([]byte(w.mustCairn("stats", "--json")), &stats); err != nil {
		t.Fatal(err)
	}
	if stats.Advised != len(sendFlow) || stats.First != len(sendFlow) || stats.Worked != len(sendFlow) {
		t.Errorf("%d steps were advised, %d followed and %d worked, want %d of each", stats.Advised, stats.First, stats.Worked, len(sendFlow))
	}
}
