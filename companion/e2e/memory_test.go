package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// task is the wish of a scripted agent, as a person would say it: the elements to act
// on, by their names on the page, and the texts to write there.
type task struct {
	name, goal string
	wants      []want
}

type want struct {
	name string // accessible name, or a part of it
	role string // where the name alone is not enough
	text string // to write, for fields
}

// application is a web application with a task that is done twice, and another
// that memory has never seen.
type application struct {
	name, url    string
	known, novel task
}

// run counts the costs of a task.
type run struct {
	steps, lookups, wrong int
	looks                 int             // descriptions
	read                  strings.Builder // the texts that the agent was given to read
	took                  time.Duration   // from launch to cleanup
	done                  bool
	beyond                float64 // once it was done, the confidence of the last suggestion
}

// calls counts tool calls: besides those of steps, launch and cleanup.
func (r *run) calls() int { return r.steps + r.looks + r.lookups + 2 }

// The columns of the bench's table.
const (
	costHead = "%-11s %-26s %-10s %6s %6s %9s %7s %8s %8s %s\n"
	costRow  = "%-11s %-26s %-10s %6d %6d %9d %7d %8d %8.1f %s\n"
)

// BenchmarkValue lets an agent that knows nothing of a page do tasks on five
// applications, two of which this project did not write. It follows the next step that
// an answer ends with; without one it describes the page, follows the first suggestion
// wherever one is given, and looks for its target otherwise. Run 2 against run 1, the
// same as a flow in one call, and a task that memory has never seen with memory against
// the same without. The last lines are of cairn stats, which estimates tokens.
func BenchmarkValue(b *testing.B) {
	dir := installed(b, "peers")
	copyFile(b, filepath.Join(repoRoot, "testdata", "apps", "peers", "tokens.mjs"), filepath.Join(dir, "tokens.mjs"))
	table := fmt.Sprintf(costHead, "app", "task", "memory", "calls", "looks", "look-ups", "wrong", "tokens", "seconds", "outcome")
	stats := ""
	for _, app := range applications(b) {
		bare := newWorld(b)
		bare.start()
		novelBare := bare.perform(app.url, app.novel)
		bare.closeBrowser()
		bare.stopDaemon()

		w := newWorld(b)
		w.start()
		for _, r := range []struct {
			task   task
			memory string
			run    func() *run
		}{
			{app.known, "none", func() *run { return w.perform(app.url, app.known) }},
			{app.known, "one run", func() *run { return w.perform(app.url, app.known) }},
			{app.known, "two runs", func() *run { return w.perform(app.url, app.known) }},
			{app.known, "as a flow", func() *run { return w.runKnown(app.url, app.known) }},
			{app.novel, "none", func() *run { return novelBare }},
			{app.novel, "of another", func() *run { return w.perform(app.url, app.novel) }},
		} {
			got := r.run()
			outcome := "done"
			if !got.done {
				outcome = "NOT DONE"
			} else if got.beyond > 0 {
				outcome = fmt.Sprintf("done, led on at %.2f", got.beyond)
			}
			table += fmt.Sprintf(costRow, app.name, r.task.name, r.memory, got.calls(), got.looks, got.lookups, got.wrong, tokens(b, dir, got.read.String()), got.took.Seconds(), outcome)
		}
		stats += "\n" + app.name + ", " + head(w.mustCairn("stats"), 3)
		w.closeBrowser()
		w.stopDaemon()
	}
	fmt.Println("\n" + table + stats)
	for b.Loop() { // all is printed; there is no one number
	}
}

// perform does a task in a session of its own. It is done when all that was
// wanted was done, in its order.
func (w *world) perform(url string, t task) *run {
	w.t.Helper()
	a := w.stdioAgent("scripted")
	led := a.launch(map[string]any{"url": url, "goal": t.goal}).Next // by the last answer
	r := &run{}
	began := time.Now()
	r.read.WriteString(a.last.Text)
	a.awaitSight(t.wants[0])
	i := 0
	for i < len(t.wants) && r.steps < 3*len(t.wants)+3 {
		next := t.wants[i]
		r.steps++
		s := led
		if led = nil; s == nil {
			r.looks++
			d, text := a.describeText()
			r.read.WriteString(text)
			s = suggested(d.PriorKnowledge)
		}
		if s != nil {
			did := a.try(s, next.text)
			r.read.WriteString(a.last.Text)
			if did != nil && next.is(s.Action, did.Target) {
				i, led = i+1, did.Next
			} else {
				r.wrong++ // it failed, or was a detour: the wanted action is still to be done
				to, _ := json.Marshal(s.PreferredTarget)
				fmt.Printf("   led astray from %q by %s %s %.2f: %s\n", next.name, s.Action, to, s.Confidence, s.Rationale)
			}
			continue
		}
		r.lookups++
		ref, text := a.lookUp(next)
		r.read.WriteString(text)
		if ref == "" {
			// It is not here: a wrong turn was taken. Back to the start.
			a.do("mm_navigate", map[string]any{"url": url})
			r.wrong++
			i = 0
			continue
		}
		toolName, args := "mm_click", map[string]any{"a11yRef": ref}
		if next.text != "" {
			toolName, args["text"] = "mm_type", next.text
		}
		got := a.call(toolName, args)
		r.read.WriteString(got.Text)
		if !got.OK {
			r.wrong++
			fmt.Printf("   %s %q failed: %s\n", toolName, next.name, got.Text)
			continue
		}
		var did tool.ActResult
		got.into(a.t, &did)
		i, led = i+1, did.Next
	}
	if r.done = i == len(t.wants); r.done {
		d, _ := a.describeText()
		if s := suggested(d.PriorKnowledge); s != nil {
			r.beyond = s.Confidence
		}
	}
	outcome := types.SessionFailed
	if r.done {
		outcome = types.SessionDone
	}
	a.do("mm_cleanup", map[string]any{"outcome": outcome})
	r.took = time.Since(began)
	return r
}

// runKnown does a task with the call that mm_launch offers, if it offers one.
func (w *world) runKnown(url string, t task) *run {
	w.t.Helper()
	a := w.stdioAgent("scripted")
	r := &run{}
	began := time.Now()
	call := a.launch(map[string]any{"url": url, "goal": t.goal}).Flow
	r.read.WriteString(a.last.Text)
	if call != nil {
		params := map[string]string{}
		maps.Copy(params, call.Params)
		for _, name := range call.Missing {
			params[name] = t.valueOf(name)
		}
		r.steps++
		got := a.call("mm_run_flow", map[string]any{"flow": call.Flow, "params": params, "allowRisky": true})
		r.read.WriteString(got.Text)
		r.done = got.OK && strings.HasPrefix(got.Text, "done")
		if !r.done {
			fmt.Printf("   mm_run_flow %v: %s\n", params, got.Text)
		}
	} else {
		fmt.Printf("   no flow is offered: %s\n", a.last.Text)
	}
	outcome := types.SessionFailed
	if r.done {
		outcome = types.SessionDone
	}
	a.do("mm_cleanup", map[string]any{"outcome": outcome})
	r.took = time.Since(began)
	return r
}

// valueOf returns the task's text for a parameter of a flow, by the name of its field.
func (t task) valueOf(param string) string {
	for _, w := range t.wants {
		if w.text != "" && strings.Contains(param, strings.ToLower(strings.ReplaceAll(w.name, " ", "_"))) {
			return w.text
		}
	}
	return ""
}

// awaitSight waits until the page shows the first element of the task: a page that
// is still loading would be cheap to read, with or without memory.
func (a *agent) awaitSight(w want) {
	a.t.Helper()
	for range 100 {
		if ref, _ := a.lookUp(w); ref != "" {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// describeText describes, and returns the text to read.
func (a *agent) describeText() (described, string) {
	a.t.Helper()
	var d described
	got := a.do("mm_describe_screen", nil)
	got.into(a.t, &d)
	return d, got.Text
}

// suggested is the first suggestion, nil for none.
func suggested(p *types.PriorKnowledge) *types.SuggestedAction {
	if p == nil || len(p.SuggestedNextActions) == 0 {
		return nil
	}
	return &p.SuggestedNextActions[0]
}

// try does a suggestion, and returns the result, nil when it failed.
func (a *agent) try(s *types.SuggestedAction, text string) *tool.ActResult {
	args := map[string]any{}
	if hint := s.PreferredTarget.Hint; hint != nil {
		args["role"], args["name"] = hint.Role, hint.Name
	} else {
		args[s.PreferredTarget.Type] = s.PreferredTarget.Text
	}
	if s.Action == "type" {
		if text == "" {
			text = "x"
		}
		args["text"] = text
	}
	got := a.call("mm_"+s.Action, args)
	if !got.OK {
		fmt.Printf("   %s %v failed: %s\n", s.Action, args, got.Text)
		return nil
	}
	did := &tool.ActResult{}
	got.into(a.t, did)
	return did
}

// is reports whether an action on t was the wanted one.
func (w want) is(action string, t *types.Target) bool {
	return t != nil && (action == "type") == (w.text != "") && w.named(t.Name) && (w.role == "" || w.role == t.Role)
}

// named reports whether a name is the wanted one: pages write some in capitals.
func (w want) named(name string) bool {
	return strings.Contains(strings.ToLower(name), strings.ToLower(w.name))
}

// lookUp finds the wanted element among all of the page's.
func (a *agent) lookUp(w want) (ref, text string) {
	a.t.Helper()
	got := a.do("mm_accessibility_snapshot", map[string]any{"find": w.name})
	var found tool.SnapshotResult
	got.into(a.t, &found)
	for _, n := range found.Nodes {
		if w.named(n.Name) && (w.role == "" || w.role == n.Role) && n.Role != "heading" {
			return n.Ref, got.Text
		}
	}
	return "", got.Text
}

func applications(b *testing.B) []application {
	b.Helper()
	wallet := newWorld(b).site
	return []application{
		{"mail", serve(b, newlyReset(&mailApp{})),
			task{"write a mail", "Send a mail to ada@example.org with the subject Lunch and the text At noon?", []want{{"Compose", "button", ""},
				{"To", "textbox", "ada@example.org"}, {"Subject", "textbox", "Lunch"}, {"Message", "textbox", "At noon?"}, {"Send", "button", ""}}},
			task{"answer a mail", "Answer the mail Seminar on Friday with I will come.", []want{{"Seminar on Friday", "link", ""}, {"Reply", "button", ""},
				{"Your answer", "textbox", "I will come."}, {"Send", "button", ""}}}},
		{"invoices", serve(b, newlyReset(&ledgerApp{})),
			task{"settings", "Set the currency to Krone with reminders and the footer Thanks", []want{{"Settings", "link", ""}, {"Krone", "radio", ""},
				{"Send reminders", "checkbox", ""}, {"Footer", "textbox", "Thanks"}, {"Save settings", "button", ""}}},
			task{"a new invoice", "Make an invoice for Elm Press over Paper", []want{{"New invoice", "link", ""}, {"Customer", "", "Elm Press"}, {"Line item", "", "Paper"}}}},
		{"wallet", wallet,
			task{"send", "Send 0.1 ETH to another account", []want{{"Password", "textbox", password}, {"Unlock", "button", ""}, {"Send", "button", ""},
				{"Recipient", "", "0x9c41"}, {"Amount", "", "0.1"}, {"Continue", "", ""}, {"Confirm", "button", ""}, {"Approve", "button", ""}}},
			task{"hide small balances", "Hide small balances in the settings", []want{{"Password", "textbox", password}, {"Unlock", "button", ""},
				{"Settings", "link", ""}, {"Hide small balances", "checkbox", ""}}}},
		{"verdaccio", startVerdaccio(b),
			task{"versions of a package", "See the versions of the package cairn-fixture-stone", []want{{"cairn-fixture-stone", "", ""}, {"Versions", "tab", ""}}},
			task{"dependencies of a package", "See what the package cairn-fixture-stone depends on", []want{{"cairn-fixture-stone", "", ""}, {"Dependencies", "tab", ""}}}},
		{"swagger-ui", startSwagger(b),
			task{"try to list stones", "Try the request that lists the stones", []want{{"List the stones", "", ""}, {"Try it out", "button", ""}, {"Execute", "button", ""}}},
			task{"try to list heaps", "Try the request that lists the heaps", []want{{"List the heaps", "", ""}, {"Try it out", "button", ""}, {"Execute", "button", ""}}}},
	}
}

// head returns the first lines of a text.
func head(text string, lines int) string {
	all := strings.SplitAfter(text, "\n")
	return strings.Join(all[:min(lines, len(all))], "")
}

// newlyReset returns an application with its first data.
func newlyReset(app ownApp) ownApp {
	app.reset()
	return app
}

// startSwagger serves Swagger UI with a small description of an interface.
func startSwagger(t testing.TB) (url string) {
	t.Helper()
	dir := filepath.Join(installed(t, "swagger-ui"), "node_modules", "swagger-ui-dist")
	for _, name := range []string{"openapi.json", "swagger-initializer.js"} {
		copyFile(t, filepath.Join(repoRoot, "testdata", "apps", "swagger-ui", name), filepath.Join(dir, name))
	}
	return serve(t, http.FileServer(http.Dir(dir))) + "/"
}
