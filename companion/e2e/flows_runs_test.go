package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"
)

var (
	similarTitle = regexp.MustCompile(`similar flow, check that "([^"]+)" is the task`)
	asksFor      = regexp.MustCompile(`asks: ([\w, -]+?)(?:, needs|\)|, an? |, imported)`)
)

// second is the same task again, by the call that mm_launch gives.
func (f *flowBench) second(c *flowCase) {
	r, m := f.byLine(c, c.params)
	r.Part = "run2"
	f.note(c, r, m)
}

// otherValues is the task with other parameters, by the call that mm_launch gives.
func (f *flowBench) otherValues(c *flowCase) {
	r, m := f.byLine(c, c.others)
	r.Part = "params"
	f.note(c, r, m)
}

// oneCall is the task again by its goal and address alone: the run launches itself, and
// a verified end closes its session. An application with its data in the page is left out, because its tab closes too.
func (f *flowBench) oneCall(c *flowCase) {
	if f.app.page != "" {
		return
	}
	m := f.a.metered()
	f.begin("", "", "")
	before := f.data.state()
	text, _ := m.call("mm_run_flow", map[string]any{"goal": goalWith(c.goal, c.params), "url": f.proxy.url + c.start, "allowRisky": true})
	cost := m.cost
	r := f.judge(c, c.params, m.said(), before)
	r.Part = "onecall"
	if r.Outcome != flowRight {
		r.Note = strings.TrimPrefix(r.Note+"; said: "+clipped(reason(text), 300), "; ")
	}
	f.note(c, r, cost)
	_, _ = f.a.metered().call("mm_cleanup", map[string]any{"outcome": "abandoned"}) // of a run that is not verified
}

func (f *flowBench) byLine(c *flowCase, values map[string]string) (flowResult, *cost) {
	m := f.a.metered()
	f.begin("", "", "")
	before := f.data.state()
	said, _ := m.call("mm_launch", map[string]any{"goal": goalWith(c.goal, values), "url": f.proxy.url + c.start})
	call := f.ready(said, goalWith(c.goal, values), values)
	if call == nil {
		m.call("mm_cleanup", map[string]any{"outcome": "failed"})
		return flowResult{Outcome: flowStopped, Note: "no known flow: " + clipped(said, 200)}, m.cost
	}
	if call["dryRun"] == true { // as similar
		text, _ := m.call("mm_run_flow", call)
		if delete(call, "dryRun"); !c.reads(said) {
			r := f.judge(c, values, false, before)
			r.Note = "only a similar flow: " + clipped(reason(text), 300)
			m.call("mm_cleanup", map[string]any{"outcome": "failed"})
			return r, m.cost
		}
	}
	if f.known[c.name] == nil {
		f.known[c.name] = call
	}
	text, _ := m.call("mm_run_flow", call)
	r := f.judge(c, values, m.said(), before)
	if r.Outcome != flowRight {
		args, _ := json.Marshal(call) // of strings
		r.Note = strings.TrimPrefix(r.Note+fmt.Sprintf("; called with %s; said: %s", args, clipped(reason(text), 600)), "; ")
		if id, is := call["flow"].(string); is && os.Getenv("FLOWS_SHOW") != "" {
			shown, _ := f.w.cairn("flow", "show", id, "--json")
			fmt.Printf("      %s\n", shown)
		}
	}
	outcome := "done"
	if r.Outcome != flowRight {
		outcome = "failed"
	}
	m.call("mm_cleanup", map[string]any{"outcome": outcome})
	return r, m.cost
}

// reads reports whether the title of a similar flow is the task's goal, as an agent sees
// that reads both: the title has no word that the goal does not have.
func (c *flowCase) reads(offer string) bool {
	title := similarTitle.FindStringSubmatch(offer)
	if title == nil {
		return false
	}
	goal := strings.Fields(c.goal)
	return !slices.ContainsFunc(strings.Fields(title[1]), func(w string) bool { return !strings.Contains(w, "{") && !slices.Contains(goal, w) })
}

// ready returns the offered call, with the agent's own values filled in, as the line
// asks for it.
func (f *flowBench) ready(said, goal string, values map[string]string) map[string]any {
	call := offered(said)
	if call == nil {
		return nil
	}
	_, line, _ := strings.Cut(said, "mm_run_flow ")
	line, _, _ = strings.Cut(line, "\n")
	params := map[string]any{}
	if had, is := call["params"].(map[string]any); is {
		maps.Copy(params, had)
	}
	if m := asksFor.FindStringSubmatch(line); m != nil {
		var open []string // parameters with the name of no value
		for _, name := range strings.Split(m[1], ", ") {
			if v := closest(name, values); v != "" {
				params[name] = v
			} else {
				open = append(open, name)
			}
		}
		left := unused(goal, values, params)
		for i := range min(len(open), len(left)) {
			params[open[i]] = left[i] // an agent knows the values that are left over of its task
		}
	}
	if len(params) > 0 {
		call["params"] = params
	}
	if strings.Contains(line, "allowRisky") {
		call["allowRisky"] = true
	}
	return call
}

// unused are the values of a task that no parameter has, as a goal names them.
func unused(goal string, values map[string]string, params map[string]any) (left []string) {
	for _, v := range values {
		if !slices.ContainsFunc(slices.Collect(maps.Values(params)), func(p any) bool { return p == v }) {
			left = append(left, v)
		}
	}
	slices.SortFunc(left, func(a, b string) int { return strings.Index(goal, a) - strings.Index(goal, b) })
	return left
}

// closest is the value that an agent means by a parameter's name.
func closest(name string, values map[string]string) string {
	for k, v := range values {
		if strings.Contains(strings.ToLower(name), k) || strings.Contains(k, strings.ToLower(name)) {
			return v
		}
	}
	return ""
}

// judge says how a run ended, by the application's data.
func (f *flowBench) judge(c *flowCase, values map[string]string, saidDone bool, before string) flowResult {
	return f.verdict(c, values, saidDone, before, f.settled(c.wanted(values)))
}

func (f *flowBench) verdict(c *flowCase, values map[string]string, saidDone bool, before, got string) flowResult {
	want := c.wanted(values)
	hits := f.proxy.hits()
	switch {
	case got == want && before == want && !saidDone && hits == 0:
		return flowResult{Outcome: flowStopped} // the drift left nothing to do
	case hits > 0:
		return flowResult{Outcome: flowWrong, Note: fmt.Sprintf("%d hits on a decoy", hits)}
	case got == want && saidDone:
		return flowResult{Outcome: flowRight}
	case got == want:
		return flowResult{Outcome: flowRight, Note: "reported as not done"}
	case f.underway(c, got, values) || got == before:
		if saidDone {
			return flowResult{Outcome: flowHollow, Note: fmt.Sprintf("data are %q, want %q", got, want)}
		}
		return flowResult{Outcome: flowStopped}
	}
	return flowResult{Outcome: flowWrong, Note: fmt.Sprintf("data are %q, want %q", got, want)}
}

// underway reports whether the data are those of a task that was begun: as run 1
// left them behind one of its acts, with other values in them. The data at its end
// are none of these: with other values, they are the wrong task done again.
func (f *flowBench) underway(c *flowCase, got string, values map[string]string) bool {
	stages := f.stages[c.name]
	for _, stage := range stages {
		if stage == stages[len(stages)-1] {
			break
		}
		for name, v := range c.params {
			if v != "" {
				stage = strings.ReplaceAll(stage, v, values[name])
			}
		}
		if got == stage {
			return true
		}
	}
	return f.app.page != "" && (got == "" || len(stages) > 0 && got == stages[0])
}

// step does the task again step by step: the agent does the step that the answer before
// suggests, if it is the wanted one, and looks if there is none.
func (f *flowBench) step(c *flowCase) {
	m := f.a.metered()
	f.begin("", "", "")
	text, _ := m.call("mm_launch", map[string]any{"goal": goalWith(c.goal, c.params), "url": f.proxy.url + c.start})
	f.awaitReady()
	looks, astray, ok := 0, 0, true
	for _, x := range c.acts {
		x = x.filled(c.params)
		on := f.next(text, x)
		if on == nil {
			if nextLine.MatchString(text) {
				astray++
				m.note = append(m.note, fmt.Sprintf("%q, want %s %s", nextLine.FindString(text), x.do, x.at))
			}
			looks++
			on = m.look(f.tab, x)
		}
		if text, ok = m.perform(x, on); !ok {
			m.note = append(m.note, fmt.Sprintf("%s %s failed: %.300s", x.do, x.at, text))
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	r := f.judge(c, c.params, ok, f.stages[c.name][0])
	m.call("mm_cleanup", map[string]any{"outcome": "done"})
	r.Part, r.Note = "next", strings.TrimPrefix(r.Note+fmt.Sprintf("; %d looks for %d acts, %d led astray", looks, len(c.acts), astray), "; ")
	f.note(c, r, m.cost)
}

// next returns the target of an answer's next step, if it is the wanted one.
func (f *flowBench) next(text string, x flowAct) map[string]any {
	m := nextLine.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	var args map[string]any
	if json.Unmarshal([]byte(m[3]), &args) != nil || m[2] != toolOf(x) {
		return nil
	}
	on := map[string]any{}
	for _, key := range []string{"testId", "selector", "role", "name", "a11yRef", "within", "text"} {
		if v, has := args[key]; has && (key != "text" || m[2] != "mm_type") {
			on[key] = v
		}
	}
	if !f.same(on, m[4], x) {
		return nil
	}
	return on
}

// same reports whether a target is the element that an act is about, as somebody
// sees it who looks at the page.
func (f *flowBench) same(on map[string]any, name string, x flowAct) bool {
	said, _ := json.Marshal(on) // decoded from JSON
	return f.tab.eval(fmt.Sprintf(`(() => {
		const el = window.__pick(%q), on = %s, name = %q;
		if (!el) return 'false';
		const own = (e) => [e.getAttribute('aria-label'), e.innerText, e.getAttribute('placeholder'), e.getAttribute('title'), e.getAttribute('alt'), e.labels?.[0]?.innerText, document.getElementById(e.getAttribute('aria-labelledby')?.split(' ')[0])?.innerText, e.value].map((s) => String(s ?? '').replace(/\s+/g, ' ').trim()).filter(Boolean);
		const row = on.within?.name ?? on.within?.text;
		if (row && !el.closest('tr, li, [role=row], [role=listitem], fieldset, section, form, dialog, [role=dialog]')?.innerText.toLowerCase().includes(row.toLowerCase())) return 'false';
		for (const e of [el, el.parentElement, el.querySelector('*')].filter(Boolean)) {
			if (on.testId) { if (e.dataset.testid === on.testId) return 'true'; continue; }
			if (on.selector) { try { if (e === document.querySelector(on.selector)) return 'true'; } catch {} continue; }
			const want = on.name ?? on.text ?? name;
			if (want && own(e).some((n) => n.toLowerCase() === want.toLowerCase() || n.toLowerCase().includes(want.toLowerCase()))) return 'true';
		}
		return 'false';
	})()`, x.at, said, name)) == "true"
}

func toolOf(x flowAct) string {
	switch x.do {
	case "type", "press", "hover", "drag":
		return "mm_" + x.do
	}
	return "mm_click"
}
