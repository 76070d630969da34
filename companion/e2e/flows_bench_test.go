package e2e

import (
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

// flowResult is the result of one measurement of one flow.
type flowResult struct {
	App, Flow, Part string
	Kind            string `json:",omitempty"` // of a drift
	Held, Own       bool
	Outcome         flowOutcome
	// Continue says that a careful person would have gone on.
	Continue bool   `json:",omitempty"`
	Helped   string `json:",omitempty"` // the outcome once an agent did the step where it stopped
	Calls    int    `json:",omitempty"`
	Tokens   int    `json:",omitempty"`
	Ms       int64  `json:",omitempty"`
	Note     string `json:",omitempty"`
}

// flowOutcome is judged by the application's own data.
type flowOutcome string

const (
	flowRight   flowOutcome = "right"
	flowStopped flowOutcome = "stopped" // said so, and did nothing but the first steps of the task
	flowWrong   flowOutcome = "WRONG"   // another change than the task's
	flowHollow  flowOutcome = "HOLLOW"  // reported done, and is not
)

// flowBench measures one application.
type flowBench struct {
	t     testing.TB
	app   *flowApp
	w     *world
	a     *agent
	data  flowData
	proxy *driftProxy
	tab   *flowTab
	count string // where tokens are counted; empty: they are not
	all   []flowResult
	known map[string]map[string]any // the ready-made call of each flow
	// stages are the data behind each act of a flow, as run 1 left them.
	stages map[string][]string
	// players play recordings of other tools.
	players *players
}

// allFlowApps are the applications with tasks.
func allFlowApps() []flowApp {
	return slices.Concat(ownFlowApps(), otherFlowApps(), heldFlowApps(), unseenFlowApps(), furtherFlowApps(), consoleFlowApps(), relayFlowApps(), panelFlowApps(), []flowApp{decapFlows()}, shelfFlowApps())
}

// BenchmarkFlows measures the worth of flows: FLOWS is a pattern of
// application/flow, FLOWS_PARTS the parts to be measured (all), FLOWS_OUT a file
// that each result is added to as one line of JSON, FLOWS_KEEP a directory that the sessions
// of each application are exported to, FLOWS_DISTILLED one for the flows that run 1 leaves:
// shared/flow/testdata/recorded has a copy of them. FLOWS_HANDS, with any text, has a person
// do run 1.
func BenchmarkFlows(b *testing.B) {
	only := regexp.MustCompile(os.Getenv("FLOWS"))
	counter := installed(b, "peers")
	copyFile(b, filepath.Join(repoRoot, "testdata", "apps", "peers", "tokens.mjs"), filepath.Join(counter, "tokens.mjs"))
	var all []flowResult
	for _, app := range allFlowApps() {
		app.flows = slices.DeleteFunc(app.flows, func(c flowCase) bool { return !only.MatchString(app.name + "/" + c.name) })
		if len(app.flows) == 0 {
			continue
		}
		b.Run(app.name, func(b *testing.B) {
			f, err := newFlowBench(b, &app)
			if err != nil {
				fmt.Printf("%s is left out: %v\n", app.name, err)
				return
			}
			f.count = counter
			f.measure()
			if dir := os.Getenv("FLOWS_KEEP"); dir != "" {
				f.w.mustCairn("export", filepath.Join(dir, app.name))
			}
			all = append(all, f.all...)
			for b.Loop() { // all is printed; there is no one number
			}
		})
	}
	fmt.Println(flowTable(all))
}

func newFlowBench(t testing.TB, app *flowApp) (*flowBench, error) {
	url, data, err := app.start(t)
	if err != nil {
		return nil, err
	}
	w := newWorld(t)
	w.start()
	f := &flowBench{t: t, app: app, w: w, data: data, proxy: startDriftProxy(t, url), known: map[string]map[string]any{}, stages: map[string][]string{}}
	f.tab = w.flowTab(f.proxy.url)
	f.a = w.stdioAgent("bench")
	return f, nil
}

// measure takes the parts in an order in which each finds the memory that it is about.
func (f *flowBench) measure() {
	first := f.first
	if os.Getenv("FLOWS_HANDS") != "" {
		first = f.byHand
	}
	parts := []struct {
		name string
		do   func(c *flowCase)
	}{{"run1", first}, {"run2", f.second}, {"onecall", f.oneCall}, {"params", f.otherValues}, {"next", f.step}, {"words", f.words}, {"siblings", f.siblings}, {"drifts", f.drifts}, {"repairs", f.repairs}, {"peers", f.peers}}
	wanted := os.Getenv("FLOWS_PARTS")
	for _, part := range parts {
		if wanted != "" && part.name != "run1" && !slices.Contains(strings.Split(wanted, ","), part.name) {
			continue
		}
		for i := range f.app.flows {
			part.do(&f.app.flows[i])
		}
		if dir := os.Getenv("FLOWS_DISTILLED"); dir != "" && part.name == "run1" {
			f.keep(filepath.Join(dir, f.app.name+".json"))
		}
	}
}

// keep writes the flows that are known to a file.
func (f *flowBench) keep(path string) {
	var listed []struct{ ID string }
	if err := json.Unmarshal([]byte(f.w.mustCairn("flow", "list", "--json")), &listed); err != nil {
		f.t.Fatal(err)
	}
	var flows []json.RawMessage
	for _, l := range listed {
		flows = append(flows, json.RawMessage(f.w.mustCairn("flow", "show", l.ID, "--json")))
	}
	kept, err := json.MarshalIndent(flows, "", " ")
	if err == nil {
		err = os.WriteFile(path, append(kept, '\n'), 0o644)
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

// note keeps a result, prints it, and adds it to the file.
func (f *flowBench) note(c *flowCase, r flowResult, said *cost) {
	r.App, r.Flow, r.Held, r.Own = f.app.name, c.name, f.app.held, f.app.own
	if said != nil {
		r.Calls, r.Ms = said.made, said.took.Milliseconds()
		if f.count != "" {
			r.Tokens = tokens(f.t, f.count, said.read.String())
		}
		r.Note = strings.Trim(strings.Join(append(said.note, r.Note), "; "), "; ")
	}
	f.all = append(f.all, r)
	line, err := json.Marshal(r)
	if err != nil {
		f.t.Fatal(err)
	}
	fmt.Printf("%s\n", line)
	if out := os.Getenv("FLOWS_OUT"); out != "" {
		file, err := os.OpenFile(out, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			f.t.Fatal(err)
		}
		defer file.Close()
		fmt.Fprintf(file, "%s\n", line)
	}
}

// begin puts the application back to where each run begins, changed in one way.
func (f *flowBench) begin(kind, pivot, row string) {
	f.tab.close()
	f.restart(kind, pivot, row)
}

// restart puts back the application's data, changed in one way.
func (f *flowBench) restart(kind, pivot, row string) {
	f.data.reset()
	f.data.drift(kind, row)
	var seed map[string]string
	if s, is := f.data.(seeded); is {
		seed = s.seed()
	} else if f.app.page != "" {
		seed = map[string]string{}
	}
	if f.changesRows(kind) {
		row = "" // its data have changed
	}
	f.proxy.drift(kind, pivot, row, seed)
}

func (f *flowBench) state() string {
	if f.app.page != "" {
		return withoutExtra(strings.TrimSpace(f.tab.eval(f.app.page)))
	}
	return f.data.state()
}

// settled returns the state once it is the wanted one, or has had time to become it.
func (f *flowBench) settled(want string) (state string) {
	// A page behind a JavaScript dialog does not answer before the look at it is given up.
	for until := time.Now().Add(5 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		if state = f.state(); state == want || time.Now().After(until) {
			return state
		}
	}
}

// wanted is the data at the end of a task.
func (c *flowCase) wanted(values map[string]string) string {
	if c.wants != nil {
		return c.wants(values)
	}
	return strings.TrimSpace(fillWords(c.want, values))
}

// goalWith returns a goal with values. A goal names no secret.
func goalWith(goal string, values map[string]string) string { return fillWords(goal, values) }

// first is the task as an agent does it that remembers nothing: it looks before
// each act.
func (f *flowBench) first(c *flowCase) {
	m := f.a.metered()
	f.begin("", "", "")
	m.call("mm_launch", map[string]any{"goal": goalWith(c.goal, c.params), "url": f.proxy.url + c.start})
	f.awaitReady()
	f.stages[c.name] = []string{f.state()}
	outcome := flowRight
	for _, x := range c.acts {
		x = x.filled(c.params)
		text, ok := m.perform(x, m.look(f.tab, x))
		if !ok {
			m.note = append(m.note, fmt.Sprintf("%s %q failed: %.300s", x.do, x.at, text))
			outcome = flowStopped
			break
		}
		time.Sleep(300 * time.Millisecond)
		f.stages[c.name] = append(f.stages[c.name], f.state())
	}
	want := c.wanted(c.params)
	got := f.settled(want)
	note := ""
	if got != want {
		note = fmt.Sprintf("data are %q, want %q", got, want)
	}
	if got != want && outcome == flowRight {
		outcome = flowWrong
	}
	// An agent knows that it could not do a step; that it did a wrong one, it may not know.
	m.call("mm_cleanup", map[string]any{"outcome": map[bool]string{true: "failed", false: "done"}[outcome == flowStopped]})
	f.note(c, flowResult{Part: "run1", Outcome: outcome, Note: note}, m.cost)
}

func (f *flowBench) awaitReady() {
	for range 100 {
		if f.app.ready == "" || f.tab.eval(`String(!!(`+f.app.ready+`))`) == "true" {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
}

// awaitDrawn waits for the start page of an application that keeps its data in the
// browser, where they are judged by the page. A changed page may never be ready.
func (f *flowBench) awaitDrawn() {
	for range 15 {
		if f.app.page == "" || f.state() != "" {
			return
		}
		time.Sleep(200 * time.Millisecond)
	}
}
