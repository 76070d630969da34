package e2e

import (
	"strings"
	"testing"
)

// TestAKnownTaskRunsOnChangedPages lets an agent do two tasks on a mail list, and
// run them again by the call that it is offered: on the page as it was, with other
// values, and on pages that changed. The mails show the effects of a run.
func TestAKnownTaskRunsOnChangedPages(t *testing.T) {
	t.Parallel()
	app := ownFlowApps()[0]
	app.flows = app.flows[:2]
	f, err := newFlowBench(t, &app)
	if err != nil {
		t.Fatal(err)
	}
	for i := range app.flows {
		c := &app.flows[i]
		f.first(c)
		f.second(c)
		f.otherValues(c)
		if f.known[c.name] == nil {
			t.Fatalf("%s: no call was offered", c.name)
		}
		for _, kind := range map[string][]string{"star": {"row", "twin"}, "compose": {"decoy", "lazy"}}[c.name] {
			r, _ := f.drifted(c, flowDrift{kind: kind}, f.known[c.name], "failed")
			r.Part = "drift"
			f.all = append(f.all, r)
		}
	}
	for _, r := range f.all {
		stops := r.Part == "drift" && r.Outcome == flowStopped // without proof it may stop, and must where two rows fit
		if r.Outcome != flowRight && !stops || r.Kind == "twin" && r.Outcome != flowStopped || strings.Contains(r.Note, "reported as not done") {
			t.Errorf("%s, %s %s: %s: %s", r.Flow, r.Part, r.Kind, r.Outcome, r.Note)
		}
	}
}
