package e2e

import (
	"strings"
	"testing"
)

// TestOnlyDoneSessionsAreOfferedAsDone lets agents set out for a goal, take two
// steps and end in every way. Nothing but a stated outcome of done makes kb_search,
// recall_site_memory or the first description of a later session offer that goal
// as a task that was done here.
func TestOnlyDoneSessionsAreOfferedAsDone(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	const goal = "Pay the quarterly invoice from the wallet"
	begin := func(name string) (*agent, string) {
		a := w.stdioAgent(name)
		id := a.launch(map[string]any{"url": w.site, "goal": goal, "flowTags": []string{"send"}}).SessionID
		a.unlock()
		return a, id
	}
	offered := func() (where []string) {
		t.Helper()
		asker := w.stdioAgent("asker")
		asker.launch(map[string]any{"url": w.site, "goal": goal})
		_, text := asker.describeText()
		done := strings.Contains(text, "tasks done here") || strings.Contains(text, `known flow: mm_run_flow {"flow":"pay-quarterly-invoice`)
		if done && strings.Contains(text, "quarterly invoice") {
			where = append(where, "describe")
		}
		if strings.Contains(text, "quarterly invoice") && !strings.Contains(text, "(tried)") && !done {
			t.Errorf("a description names the goal of a tried session without saying so:\n%s", text)
		}
		if strings.Contains(asker.do("kb_search", map[string]any{"query": goal}).Text, "Description: Pay the quarterly invoice") {
			where = append(where, "kb_search")
		}
		if strings.Contains(asker.do("recall_site_memory", map[string]any{"url": w.site, "task_hint": goal}).Text, "Task: Pay the quarterly invoice") {
			where = append(where, "recall_site_memory")
		}
		asker.do("mm_cleanup", map[string]any{"outcome": "abandoned"})
		return where
	}
	silent := ""
	for _, c := range []struct {
		name string
		end  func(a *agent)
	}{
		{"silent", func(a *agent) { a.do("mm_cleanup", nil) }},
		{"abandoned", func(a *agent) { a.do("mm_cleanup", map[string]any{"outcome": "abandoned", "evidence": "out of time"}) }},
		{"failed", func(a *agent) { a.do("mm_cleanup", map[string]any{"outcome": "failed", "evidence": "no such invoice"}) }},
		{"looping", func(a *agent) {
			for range 4 {
				a.do("mm_click", map[string]any{"testId": "coin-overview-send"})
				a.do("mm_navigate", map[string]any{"url": w.site})
				a.do("mm_wait_for", map[string]any{"testId": "coin-overview-send"})
			}
			a.do("mm_cleanup", nil)
		}},
		{"its client left", func(a *agent) { _ = a.client.Close() }},
		{"crashed", func(*agent) {
			w.killDaemon()
			w.startDaemon()
			w.waitLinked()
		}},
	} {
		a, id := begin(c.name)
		c.end(a)
		if where := offered(); len(where) > 0 {
			t.Errorf("%s: the goal is offered as done by %q", c.name, where)
		}
		if c.name == "silent" {
			silent = id
		}
	}
	if text := w.mustCairn("sessions", "--limit", "50"); strings.Contains(text, "  done  ") || !strings.Contains(text, "tried, abandoned") {
		t.Errorf("cairn sessions says\n%s", text)
	}
	w.mustCairn("sessions", "outcome", silent, "done", "--evidence", "the invoice is paid")
	if where := offered(); len(where) != 3 {
		t.Errorf("a person says that it is done, and it is offered by %q alone", where)
	}
	w.mustCairn("sessions", "outcome", silent, "unknown")
	if where := offered(); len(where) > 0 {
		t.Errorf("it was taken back, and is still offered by %q", where)
	}
	a, _ := begin("done")
	a.do("mm_cleanup", map[string]any{"outcome": "done", "evidence": "the invoice is paid"})
	if where := offered(); len(where) != 3 {
		t.Errorf("the agent says that it is done, and it is offered by %q alone", where)
	}
}
