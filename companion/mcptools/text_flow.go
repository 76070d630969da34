package mcptools

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

const (
	// doneBudget bounds the answer of a successful run, in tokens.
	doneBudget = 150
	// maxRemaining bounds the listed remaining steps.
	maxRemaining = 6
	maxFlowValue = 60 // characters of a parameter's value that are repeated
	maxFlowStep  = 120
	maxFlowTitle = 80
)

func flowLine(f *types.FlowCall) string {
	if f == nil {
		return ""
	}
	about := []string{steps(f.Steps), flowRuns(f.Runs)}
	if len(f.Login) > 0 {
		about = append(about, words(f.Login)+" only if signed out")
	}
	if len(f.Missing) > 0 {
		about = append(about, "asks: "+words(f.Missing))
	}
	if len(f.Risk) > 0 {
		about = append(about, "needs allowRisky: "+words(f.Risk))
	}
	switch f.Source {
	case types.FlowRepository:
		about = append(about, "a file of this repository")
	case types.FlowImported:
		about = append(about, "imported")
	case types.FlowTeam:
		about = append(about, "team: "+text.Clip(f.Team, 40))
	}
	offer := "known flow"
	if !Known(f) {
		offer = "similar flow, check that it is the task"
		if f.Title != "" {
			offer = "similar flow, check that " + Quote(f.Title, maxFlowTitle) + " is the task"
		}
		if len(f.Unexplained) > 0 {
			offer += ": it has nothing for " + words(f.Unexplained)
		}
	}
	return offer + ": mm_run_flow " + flowArgs(f) + " (" + strings.Join(about, ", ") + ")"
}

func flowArgs(f *types.FlowCall) string {
	args := struct {
		Flow   string            `json:"flow"`
		Params map[string]string `json:"params,omitempty"`
		DryRun bool              `json:"dryRun,omitempty"`
	}{Flow: text.Clip(f.Flow, 100), DryRun: !Known(f)}
	for name, value := range f.Params {
		if args.Params == nil {
			args.Params = map[string]string{}
		}
		args.Params[text.Clip(name, maxParamKey)] = text.Clip(value, 500)
	}
	return argument(args)
}

// words lists identifiers.
func words(all []string) string {
	var out []string
	for _, s := range all {
		out = append(out, quoteUnlessID(s, 40))
	}
	return strings.Join(out, ", ")
}

func flowRuns(r types.FlowRuns) string {
	said := fmt.Sprintf("ran %d times", r.OK)
	switch r.OK {
	case 0:
		said = "not run yet"
	case 1:
		said = "ran once"
	}
	if r.Stopped > 0 {
		said += fmt.Sprintf(", stopped %d", r.Stopped)
	}
	return said
}

// ordersIn reports whether a part of a flow's call reads as an instruction.
func ordersIn(f *types.FlowCall) bool {
	parts := slices.Concat([]string{f.Flow, f.Title}, f.Missing, f.Risk, f.Unexplained)
	for name, value := range f.Params {
		parts = append(parts, name, value)
	}
	return slices.ContainsFunc(parts, text.AddressesModel) || text.AddressesModel(flowArgs(f))
}

// flowAnswer returns the text for the end of a run: short after success, else with all
// that is needed to continue by hand.
func flowAnswer(c *call, r *tool.FlowResult) answer {
	switch r.Status {
	case tool.FlowDone:
		return doneFlow(r, r.SessionID != "" && c.client.currentSession() == "")
	case tool.FlowDry:
		if r.Stop == nil {
			return dryFlow(r)
		}
	}
	return stoppedFlow(c, r)
}

// doneFlow returns the answer of a completed run, at most doneBudget tokens: new
// elements are cut first. A session that the run launched has ended, if the end is
// verified.
func doneFlow(r *tool.FlowResult, ended bool) answer {
	head := own("done: all %s in %s, %s", ownText(steps(r.Total)), flowTime(r.DurationMs), ownText(r.Proof.Words()))
	if !r.Verified {
		head = own("all %s done in %s, %s", ownText(steps(r.Total)), flowTime(r.DurationMs), ownText(r.Proof.Words()))
	}
	if ended {
		head += "; its session ended as done"
	}
	if len(r.Skipped) > 0 {
		head += own("; %d left out", len(r.Skipped))
	}
	page := []string{"flow " + quoteUnlessID(r.Flow, 40) + usedParams(r.Params)}
	if shown := whatShows(tool.TabInfo{Screen: r.Tab.Screen}); shown != "" {
		page = append(page, "now "+shown)
	}
	if line := appearedLine(r.Appeared); line != "" {
		page = append(page, line)
	}
	a := answer{result: r, head: head, page: strings.Join(page, "\n"), from: text.Origin(r.Tab.URL)}
	for len(page) > 1 && tokenCost(a.text()) > doneBudget {
		page = page[:len(page)-1]
		a.page = strings.Join(page, "\n")
	}
	if over := tokenCost(a.text()) - doneBudget; over > 0 {
		a.page = "flow " + quoteUnlessID(r.Flow, 40)
	}
	a.brief = briefly(r)
	return a
}

// appearedLine lists the elements that appeared at the end of a run.
func appearedLine(appeared []string) string {
	var out []string
	for _, a := range tellingFirst(appeared)[:min(2, len(appeared))] {
		out = append(out, quotedLabel(a))
	}
	if len(out) == 0 {
		return ""
	}
	return "appeared: " + strings.Join(out, ", ")
}

// usedParams lists the values of a run's parameters.
func usedParams(params map[string]string) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(params)) {
		out = append(out, quoteUnlessID(name, 40)+" "+quoted(params[name], maxFlowValue))
	}
	if len(out) == 0 {
		return ""
	}
	return " with " + strings.Join(out, ", ")
}

func flowTime(ms int64) ownText {
	return own("%.1f s", (time.Duration(ms) * time.Millisecond).Seconds())
}

func dryFlow(r *tool.FlowResult) answer {
	head, page := unfinished(r)
	return answer{result: r, brief: briefly(r), head: head, page: strings.TrimSpace("flow " + quoteUnlessID(r.Flow, 40) + usedParams(r.Params) + "\n" + page)}
}

// Unfinished describes a run that stopped before its last step: the reason and the way to go on, and in
// texts of the page the remaining steps.
func Unfinished(r *tool.FlowResult) (own, page string) {
	head, page := unfinished(r)
	return string(head), page
}

func unfinished(r *tool.FlowResult) (head ownText, page string) {
	s := r.Stop
	if s == nil && r.Status == tool.FlowDry {
		return own("dry run, nothing was done: all values are there, and nothing speaks against its %s", ownText(steps(r.Total))), remainingText(r)
	}
	head = own("paused before step %d of %d, as until says", r.Done+1, r.Total)
	next := ownText(`mm_run_flow {"continue":true}`)
	var said []string
	if s != nil {
		head, next, said = own("%s step %d of %d: %s", stoppedWhere(s.Reason), s.Step, r.Total, string(s.Reason)), goOn(s), stopText(s)
		switch {
		case r.Status == tool.FlowDry:
			next = "it was a dry run, and nothing was done"
		case r.SessionID == "":
			next = "nothing was begun; make the same call with what is missing"
		}
	}
	return head + "\ngo on: " + next, strings.TrimSpace(strings.Join(append(said, remainingText(r)), "\n"))
}

// stoppedFlow returns the answer of a stopped run: reason, next step, remaining steps,
// and the page as mm_describe_screen shows it.
func stoppedFlow(c *call, r *tool.FlowResult) answer {
	a := answer{result: r}
	head, page := unfinished(r)
	a.head, a.page = head, strings.TrimSpace("flow "+quoteUnlessID(r.Flow, 40)+usedParams(r.Params)+"\n"+page)
	if r.Look != nil {
		r.Look.Flow = nil // its call is in the head
		budget := describeBudget - tokenCost(a.page) - tokenCost(string(a.head))
		look := describeAnswer(c.backend.Now(), tool.DescribeInput{Budget: budget}, r.Look, "", c.done)
		a.page += "\n\n" + look.page
		a.from = look.from
	}
	a.brief = briefly(r)
	return a
}

// stoppedWhere states whether the step was started.
func stoppedWhere(why types.FlowReason) ownText {
	switch why {
	case types.FlowFailed, types.FlowUnknown:
		return "stopped at"
	case types.FlowDoneBefore:
		return "nothing was done, because of"
	case types.FlowNoEffect:
		return "stopped behind"
	}
	return "stopped before"
}

// stopText returns the reason of a stop, which may name elements of the page.
func stopText(s *tool.FlowStop) []string {
	said := []string{"why: " + withoutOrders(text.Clip(s.Message, maxFaultText))}
	if s.Hint != "" {
		said = append(said, "hint: "+withoutOrders(text.Clip(s.Hint, maxFaultText)))
	}
	if len(s.Candidates) > 0 {
		said = append(said, "it could be "+words(s.Candidates[:min(5, len(s.Candidates))]))
	}
	return said
}

func goOn(s *tool.FlowStop) ownText {
	const again = `mm_run_flow {"continue":true}`
	switch s.Reason {
	case types.FlowNeedsParam:
		return own(`mm_run_flow {"continue":true,"params":%s}`, ownText(valuesFor(s.Params)))
	case types.FlowRisky:
		return `only where the task asks for just that: mm_run_flow {"continue":true,"allowRisky":true}`
	case types.FlowCancelled:
		return again
	case types.FlowUnknown:
		return own("see whether step %d was done, do it only if not, then %s", s.Step, ownText(again))
	case types.FlowDoneBefore:
		all := own("see whether the task is done; to do all of it once more, %s", ownText(again))
		if s.Later > 0 {
			all += own("; to do only the rest, mm_run_flow {\"continue\":true,\"from\":%d}", s.Later)
		}
		return all
	case types.FlowNoEffect:
		return own("see whether step %d came to what it should, mend that, then %s", s.Step, ownText(again))
	}
	if s.Later > 0 {
		return own("do step %d yourself, then %s; or, if the task does not need the steps before %d now (a login, a notice), mm_run_flow {\"continue\":true,\"from\":%d}", s.Step, ownText(again), s.Later, s.Later)
	}
	return own("do step %d yourself, then %s", s.Step, ownText(again))
}

// valuesFor returns the JSON of a run's values, to be filled in. It leaves out names that are no identifiers, as they
// may hold a page's words.
func valuesFor(params []string) string {
	var list []string
	for _, p := range params {
		if identifier.MatchString(p) {
			list = append(list, fmt.Sprintf(`"%s":"…"`, p))
		}
	}
	if len(list) == 0 {
		return `{"…":"…"}`
	}
	return "{" + strings.Join(list, ",") + "}"
}

func remainingText(r *tool.FlowResult) string {
	if len(r.Remaining) == 0 {
		return ""
	}
	lines := []string{fmt.Sprintf("%d of %s done; left:", r.Done, steps(r.Total))}
	for i, s := range r.Remaining {
		if i == maxRemaining {
			lines = append(lines, fmt.Sprintf("and %d more", len(r.Remaining)-i))
			break
		}
		lines = append(lines, fmt.Sprintf("%d. %s", r.Done+1+i, withoutOrders(text.Clip(s, maxFlowStep))))
	}
	return strings.Join(lines, "\n")
}

// briefFlow returns the JSON of a run with the content of its text.
type briefFlow struct {
	Flow       string            `json:"flow"`
	Status     tool.FlowStatus   `json:"status"`
	Params     map[string]string `json:"params,omitempty"`
	Done       int               `json:"done"`
	Total      int               `json:"total"`
	Stop       *tool.FlowStop    `json:"stop,omitempty"`
	Verified   bool              `json:"verified"`
	Proof      tool.FlowProof    `json:"proof,omitempty"`
	Appeared   []string          `json:"appeared,omitempty"`
	DurationMs int64             `json:"durationMs"`
	SessionID  string            `json:"sessionId,omitempty"`
	Remaining  []string          `json:"remaining,omitempty"`
	Look       *briefDescribe    `json:"look,omitempty"`
}

func briefly(r *tool.FlowResult) briefFlow {
	b := briefFlow{Flow: r.Flow, Status: r.Status, Params: maps.Clone(r.Params), Done: r.Done, Total: r.Total, Stop: r.Stop, Verified: r.Verified, Proof: r.Proof, Appeared: r.Appeared[:min(2, len(r.Appeared))],
		DurationMs: r.DurationMs, SessionID: r.SessionID, Remaining: r.Remaining[:min(maxRemaining, len(r.Remaining))]}
	maps.DeleteFunc(b.Params, func(name, _ string) bool { return quoteUnlessID(name, maxParamKey) != name }) // no name of a parameter
	if r.Look != nil {
		look := briefDescription(tool.DescribeInput{}, r.Look)
		b.Look = &look
	}
	return b
}
