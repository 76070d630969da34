package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// gatewayAgent is a scripted agent that works with a wrapped driver and reads only its
// answers. A snapshot is read until the page changes, as an agent does that
// pays for each.
type gatewayAgent struct {
	*cost
	f        *flowBench
	c        *rawClient
	d        *benchDriver
	snapshot string // "" if the page may have changed since
	seen     string // the last snapshot
	added    string // by the gateway to the last answer
	looks    int    // snapshots and searches
	// steps, offered and right count the acts, the suggestions before them, and the
	// suggestions that were for the act's element.
	steps, offered, right int
}

// gatewayRun is one measured run of a flow.
type gatewayRun struct {
	App, Flow, Part             string
	Outcome                     flowOutcome
	Calls, Tokens, Looks        int
	Steps, Offered, Right, Acts int    `json:",omitempty"`
	Note                        string `json:",omitempty"`
}

func (a *gatewayAgent) call(tool string, given map[string]any) (text string, ok bool) {
	a.f.t.Helper()
	said, err := json.Marshal(given)
	if err != nil {
		a.f.t.Fatal(err)
	}
	line, text, added := a.c.call(tool, string(said))
	a.made++
	fmt.Fprintf(&a.read, "%s %s\n%s\n%s\n", tool, said, text, added)
	if os.Getenv("FLOWS_TALK") != "" {
		fmt.Printf("      %s %s\n        %s\n", tool, said, strings.ReplaceAll(clipped(text, 2500)+added, "\n", "\n        "))
	}
	if !strings.HasPrefix(tool, "memory_") {
		a.added = added
	}
	if acted := tool == a.d.click("").tool || tool == a.d.enter.tool && tool != ""; strings.Contains(text, "- [Snapshot](") || acted && !strings.Contains(text, "### Snapshot") {
		a.snapshot = ""
	}
	if _, shown, ok := strings.Cut(text, a.d.section); ok && a.d.section != "" {
		a.snapshot = a.d.asAria(shown)
		a.seen = a.snapshot
	}
	return text, !strings.Contains(string(line), `"isError":true`)
}

// judge evaluates JavaScript in the page, past the agent: it is no call of its task.
func (a *gatewayAgent) judge(function, ref string) string {
	call := a.d.evaluate(function, ref)
	if call.tool == "" {
		return "unknown"
	}
	said, err := json.Marshal(call.given)
	if err != nil {
		a.f.t.Fatal(err)
	}
	_, text, _ := a.c.call(call.tool, string(said))
	var value any
	if json.Unmarshal([]byte(a.d.value(text)), &value) != nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(value))
}

// do makes a call.
func (a *gatewayAgent) do(c benchCall) bool {
	_, ok := a.call(c.tool, c.given)
	return ok
}

func (a *gatewayAgent) state() string {
	if a.f.app.page == "" {
		return a.f.data.state()
	}
	return a.judge("() => "+a.f.app.page, "")
}

// settled is the application's data once they are the task's, or after a while.
func (a *gatewayAgent) settled(want string) (state string) {
	for range 20 {
		if state = a.state(); state == want {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
	return state
}

// begin puts the application back and states the task, with its start page open.
func (a *gatewayAgent) begin(c *flowCase, values map[string]string) string {
	a.f.restart("", "", "")
	text, _ := a.call("memory_goal", map[string]any{"goal": goalWith(c.goal, values)})
	return text
}

func (a *gatewayAgent) open(c *flowCase) {
	a.do(a.d.open(a.f.proxy.url + c.start))
	for range 50 {
		if a.f.app.ready == "" || a.judge("() => !!("+a.f.app.ready+")", "") == "true" {
			break
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// perform does an act on an element, in the driver's own words.
func (a *gatewayAgent) perform(x flowAct, ref string) bool {
	switch {
	case x.do == "double" && a.d.double != nil:
		return a.do(a.d.double(ref))
	case x.do != "type":
		return a.do(a.d.click(ref))
	case strings.Contains(a.snapshot, "ref="+ref+"]") && a.chooses(ref):
		return a.do(a.d.choose(ref, x.text))
	}
	return a.do(a.d.write(ref, x.text, x.enter)) && (!x.enter || a.d.enter.tool == "" || a.do(a.d.enter))
}

// survey looks at the page.
func (a *gatewayAgent) survey() {
	a.snapshot, _ = a.call(a.d.look.tool, a.d.look.given)
	a.snapshot = a.d.asAria(a.snapshot)
	a.seen = a.snapshot
	a.looks++
}

var suggestedNext = regexp.MustCompile(`(?m)^next \([0-9.]+\): (\w+) (\{.*\})(?: in the row (".*"))?$`)

// follow does the suggestion of the last answer, if its words fit the act.
func (a *gatewayAgent) follow(x flowAct) bool {
	a.steps++
	m := suggestedNext.FindStringSubmatch(a.added)
	if m == nil && (a.snapshot == "" || fitting(a.snapshot, x, "") == "") { // the page must be read in any case
		a.survey()
		m = suggestedNext.FindStringSubmatch(a.added)
	}
	if m == nil {
		a.note = append(a.note, "none for "+x.at)
		return false
	}
	var given map[string]any
	if err := json.Unmarshal([]byte(m[2]), &given); err != nil {
		a.f.t.Fatal(err)
	}
	a.offered++
	ref := strings.TrimPrefix(fmt.Sprint(given[a.d.refOf]), "@")
	element := strings.ToLower(fmt.Sprint(given["element"]))
	if given["element"] == nil {
		for _, h := range ariaHandles(a.snapshot) {
			if h.ref == ref {
				element = h.own
			}
		}
	}
	element += " " + strings.ToLower(m[3])
	isTyping := m[1] == a.d.typing || m[1] == a.d.chosen
	is := a.relation(x.at, ref)
	fits := len(x.words) == 0
	for _, either := range strings.Split(strings.ToLower(strings.Join(x.words[:min(1, len(x.words))], "")), "|") {
		fits = fits || holds(element, either)
	}
	on := slices.Contains([]string{"same", "inside", "around"}, is)
	if is == "unknown" { // then the agent's own reading decides
		on = fitting(a.seen, x, "") == ref
	}
	if typed := x.do == "type"; on && typed == isTyping {
		a.right++
	} else {
		a.note = append(a.note, fmt.Sprintf("suggested %s %s for %s", m[1], m[2], x.at))
	}
	if typed := x.do == "type"; !fits || typed != isTyping {
		return false
	}
	if _, has := given[a.d.writes]; has {
		given[a.d.writes] = x.text
	}
	if _, has := given["values"]; has {
		given["values"] = []string{x.text}
	}
	if m[1] == a.d.typing && x.enter && a.d.enter.tool == "" {
		given["submit"] = true
	}
	ok := a.do(benchCall{m[1], given})
	if ok && x.enter && a.d.enter.tool != "" {
		ok = a.do(a.pressing())
	}
	return ok
}

// pressing is the call of the Enter key, in the words of the last answer if that suggests it.
func (a *gatewayAgent) pressing() benchCall {
	var given map[string]any
	m := suggestedNext.FindStringSubmatch(a.added)
	if m == nil || m[1] != a.d.enter.tool || json.Unmarshal([]byte(m[2]), &given) != nil || given["key"] != a.d.enter.given["key"] {
		return a.d.enter
	}
	return benchCall{m[1], given}
}

// gatewayRun does one run of a task with a driver of its own, so that no page of an earlier
// run is open, and judges it by the application's own data.
func (f *flowBench) gatewayRun(start func() *rawClient, d *benchDriver, one *flowCase, part string) gatewayRun {
	c := start()
	defer c.close()
	a := &gatewayAgent{cost: &cost{}, f: f, c: c, d: d}
	r := gatewayRun{App: f.app.name, Flow: one.name, Part: part, Acts: len(one.acts)}
	values := one.params
	if part == "other" {
		values = one.others
	}
	said := a.begin(one, values)
	before, recorded, done := a.state(), false, true
	switch part {
	case "flow", "other":
		call := f.ready(strings.ReplaceAll(said, "memory_run_flow", "mm_run_flow"), goalWith(one.goal, values), values)
		if call == nil {
			a.open(one)
			call = f.ready(strings.ReplaceAll(a.added, "memory_run_flow", "mm_run_flow"), goalWith(one.goal, values), values)
		}
		if call == nil {
			a.note, done = append(a.note, "no flow is offered: "+clipped(said+a.added, 300)), false
			break
		}
		text, _ := a.call("memory_run_flow", call)
		recorded = strings.Contains(text, "recorded as done")
		if done = strings.HasPrefix(text, "done:") || strings.HasPrefix(text, "all "); !strings.HasPrefix(text, "done:") {
			a.note = append(a.note, "it says: "+clipped(text, 600))
		}
	default:
		a.open(one)
		for _, x := range one.acts {
			x = x.filled(values)
			if x.do == "answer" {
				a.do(a.d.accept)
				continue
			}
			if part == "again" && a.follow(x) {
				continue
			}
			if ref := a.look(x, ""); !a.perform(x, ref) {
				if a.snapshot = ""; !a.perform(x, a.look(x, ref)) { // the page was another than the one that was read, or something else takes clicks
					a.note = append(a.note, "failed: "+x.at)
				}
			}
			time.Sleep(200 * time.Millisecond)
		}
	}
	want := one.wanted(values)
	got := a.settled(want)
	outcome := "done"
	r.Outcome = flowRight
	if got != want {
		outcome = "failed"
		switch r.Outcome = flowWrong; {
		case !done && (got == before || f.app.page != ""): // before its page is open, data in a page are not known
			r.Outcome = flowStopped
		case got == before:
			r.Outcome = flowHollow
		}
		a.note = append(a.note, fmt.Sprintf("data are %q, want %q", got, want))
	}
	if !recorded {
		a.call("memory_goal", map[string]any{"outcome": outcome})
	}
	r.Calls, r.Looks, r.Steps, r.Offered, r.Right, r.Note = a.made, a.looks, a.steps, a.offered, a.right, strings.Join(a.note, "; ")
	if d.end.tool != "" {
		a.c.call(d.end.tool, "{}")
	}
	if said := c.err.String(); strings.Contains(said, "cairn:") {
		f.t.Errorf("the gateway says: %s", said)
	}
	r.Tokens = tokens(f.t, f.count, a.read.String())
	line, err := json.Marshal(r)
	if err != nil {
		f.t.Fatal(err)
	}
	fmt.Printf("%s\n", line)
	return r
}

// gatewayApps are the applications that are measured with each driver.
var gatewayApps = []string{"mail", "invoices", "issues", "verdaccio", "swagger", "todomvc", "react-admin", "element-plus", "antd"}

// BenchmarkGatewayFlows lets a scripted agent with a wrapped driver do each task of the
// applications twice step by step, then as a flow, and as a flow with other values. GATEWAY_FLOWS is a pattern of
// application/flow, GATEWAY_DRIVER one of benchDrivers.
func BenchmarkGatewayFlows(b *testing.B) {
	only := regexp.MustCompile(os.Getenv("GATEWAY_FLOWS"))
	driver, ok := benchDrivers[cmp.Or(os.Getenv("GATEWAY_DRIVER"), "playwright")]
	if !ok {
		b.Fatal("GATEWAY_DRIVER is none of benchDrivers")
	}
	counter := installed(b, "peers")
	copyFile(b, filepath.Join(repoRoot, "testdata", "apps", "peers", "tokens.mjs"), filepath.Join(counter, "tokens.mjs"))
	var all []gatewayRun
	for _, app := range allFlowApps() {
		app.flows = slices.DeleteFunc(app.flows, func(c flowCase) bool { return !only.MatchString(app.name + "/" + c.name) })
		if len(app.flows) == 0 || only.String() == "" && !slices.Contains(gatewayApps, app.name) {
			continue
		}
		b.Run(app.name, func(b *testing.B) {
			url, data, err := app.start(b)
			if err != nil {
				fmt.Printf("%s is left out: %v\n", app.name, err)
				return
			}
			w := newWorld(b)
			w.startDaemon("--headless")
			f := &flowBench{t: b, app: &app, w: w, data: data, proxy: startDriftProxy(b, url), count: counter}
			start := func() *rawClient {
				var env []string
				if driver.env != nil {
					env = driver.env(b)
				}
				c := startRaw(b, b.TempDir(), env, append([]string{w.binary, "mcp", "--data", w.home, "--wrap", "--"}, driver.command(b)...)...)
				c.ask("tools/list", `{}`)
				return c
			}
			for _, part := range []string{"first", "again", "flow", "other"} {
				for i := range app.flows {
					all = append(all, f.gatewayRun(start, &driver, &app.flows[i], part))
				}
			}
			if os.Getenv("FLOWS_SHOW") != "" {
				fmt.Println(w.mustCairn("flow", "list"))
				var listed []struct{ ID string }
				if err := json.Unmarshal([]byte(w.mustCairn("flow", "list", "--json")), &listed); err != nil {
					b.Fatal(err)
				}
				for _, one := range listed {
					fmt.Println(w.mustCairn("flow", "show", one.ID))
				}
			}
			for b.Loop() { // all is printed; there is no one number
			}
		})
	}
	fmt.Println(gatewayTable(all))
}

// gatewayTable compares later runs with the first ones.
func gatewayTable(all []gatewayRun) string {
	sums, apps := map[string]*gatewayRun{}, map[string]bool{}
	runs, right := map[string]int{}, map[string]int{}
	for _, r := range all {
		apps[r.App] = true
		s := sums[r.Part]
		if s == nil {
			s = &gatewayRun{}
			sums[r.Part] = s
		}
		s.Calls, s.Tokens, s.Looks, s.Steps, s.Offered, s.Right = s.Calls+r.Calls, s.Tokens+r.Tokens, s.Looks+r.Looks, s.Steps+r.Steps, s.Offered+r.Offered, s.Right+r.Right
		runs[r.Part]++
		if r.Outcome == flowRight {
			right[r.Part]++
		}
	}
	var out strings.Builder
	for _, part := range []string{"first", "again", "flow", "other"} {
		if s := sums[part]; s != nil {
			fmt.Fprintf(&out, "%-6s %d flows on %d applications, %d end in the right state; %d calls, %d looks, %d tokens\n", part, runs[part], len(apps), right[part], s.Calls, s.Looks, s.Tokens)
		}
	}
	first, again, flow := sums["first"], sums["again"], sums["flow"]
	if first == nil || again == nil || flow == nil {
		return out.String()
	}
	ratio := func(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
	for _, line := range []struct {
		name, target string
		got          float64
	}{
		{"second run: looks relative to the first", "<= 0.5", ratio(again.Looks, first.Looks)},
		{"memory_run_flow: calls relative to the first run", "<= 0.3", ratio(flow.Calls, first.Calls)},
		{"memory_run_flow: tokens relative to the first run", "<= 0.15", ratio(flow.Tokens, first.Tokens)},
		{"first suggestion right, of those given", ">= 0.9", ratio(again.Right, again.Offered)},
		{"first suggestion right, of all steps", "", ratio(again.Right, again.Steps)},
	} {
		fmt.Fprintf(&out, "%-55s %-8s %.2f\n", line.name, line.target, line.got)
	}
	return out.String()
}
