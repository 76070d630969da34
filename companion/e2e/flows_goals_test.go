package e2e

import (
	"encoding/json"
	"fmt"
	"time"

	"cairn/shared/types"
)

// words asks for the task in other words, and wants its flow first.
func (f *flowBench) words(c *flowCase) {
	call := f.known[c.name]
	if call == nil {
		return
	}
	for _, say := range c.say {
		goal := goalWith(say, c.params)
		m := f.a.metered()
		text, _ := m.call("kb_search", map[string]any{"query": goal, "url": f.proxy.url + c.start})
		r := flowResult{Part: "words", Outcome: flowRight}
		if got := offered(text); got == nil || got["flow"] != call["flow"] {
			line, _ := json.Marshal(got) // of strings
			r.Outcome, r.Note = flowWrong, fmt.Sprintf("%q gives %s", goal, line)
		}
		f.note(c, r, m.cost)
	}
}

// siblings asks for tasks that were never done, of another object: a suggestion with
// confidence must be right for it, and a run by its goal must do that or nothing.
func (f *flowBench) siblings(c *flowCase) {
	for _, s := range c.siblings {
		acts := s.acts
		if acts == nil {
			acts = c.acts
		}
		m := f.a.metered()
		f.begin("", "", "")
		m.call("mm_launch", map[string]any{"goal": s.goal, "url": f.proxy.url + c.start})
		f.awaitReady()
		r := flowResult{Part: "sibling", Outcome: flowRight}
		for _, x := range acts {
			x = x.filled(s.params)
			d := f.a.describe()
			if a := suggested(d.PriorKnowledge); a != nil && a.Confidence >= 0.5 && !f.meant(a, x) {
				r.Outcome = flowWrong
				r.Note += fmt.Sprintf("%q: at %s %s it suggests %s %s at %.2f; ", s.goal, x.do, x.at, a.Action, asJSON(f.t, a.PreferredTarget), a.Confidence)
			}
			if _, ok := m.perform(x, m.look(f.tab, x)); !ok {
				break
			}
			time.Sleep(200 * time.Millisecond)
		}
		m.call("mm_cleanup", map[string]any{"outcome": "failed"})
		f.note(c, r, m.cost)
		if s.acts != nil {
			continue
		}
		run, m2 := f.byGoal(c, s)
		f.note(c, run, m2)
	}
	for _, goal := range c.never {
		run, m := f.unlike(goal, c)
		f.note(c, run, m)
	}
}

// unlike runs whatever flow the goal of another task finds, and wants no change.
func (f *flowBench) unlike(goal string, c *flowCase) (flowResult, *cost) {
	m := f.a.metered()
	f.begin("", "", "")
	m.call("mm_launch", map[string]any{"url": f.proxy.url + c.start})
	f.awaitDrawn()
	before := f.state()
	text, _ := m.call("mm_run_flow", map[string]any{"goal": goal, "allowRisky": true})
	time.Sleep(time.Second) // a change may come late
	r := flowResult{Part: "sibling-run", Kind: "never", Outcome: flowRight}
	switch after := f.state(); {
	case after != before:
		r.Outcome, r.Note = flowWrong, fmt.Sprintf("%q: data are %q, were %q; %s", goal, after, before, clipped(reason(text), 300))
	case m.said():
		r.Outcome, r.Note = flowHollow, fmt.Sprintf("%q: %s", goal, clipped(reason(text), 300))
	}
	m.call("mm_cleanup", map[string]any{"outcome": "failed"})
	return r, m.cost
}

// byGoal runs whatever flow the goal finds.
func (f *flowBench) byGoal(c *flowCase, s sibling) (flowResult, *cost) {
	m := f.a.metered()
	f.begin("", "", "")
	before := f.data.state()
	m.call("mm_launch", map[string]any{"url": f.proxy.url + c.start})
	text, _ := m.call("mm_run_flow", map[string]any{"goal": s.goal, "allowRisky": true})
	r := f.judge(c, s.params, m.said(), before)
	if r.Outcome != flowRight {
		r.Note += "; " + clipped(reason(text), 500)
	}
	r.Part = "sibling-run"
	m.call("mm_cleanup", map[string]any{"outcome": "failed"})
	return r, m.cost
}

// meant reports whether a suggestion is for the wanted element.
func (f *flowBench) meant(a *types.SuggestedAction, x flowAct) bool {
	if "mm_"+a.Action != toolOf(x) {
		return false
	}
	on := map[string]any{}
	if hint := a.PreferredTarget.Hint; hint != nil {
		on["role"], on["name"] = hint.Role, hint.Name
	} else {
		on[string(a.PreferredTarget.Type)] = a.PreferredTarget.Text
	}
	if a.Within != nil {
		on["within"] = map[string]any{"name": a.Within.Name}
	}
	return f.same(on, "", x)
}
