package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// tape records a session for tests: each action on a page that shows some elements.
type tape struct {
	session *types.Session
	steps   []*types.Step
	url     string
	nodes   []types.A11yNode
	actor   types.Actor
}

const site = "https://app.test"

// record begins a session that is done at its end. Sessions are an hour apart by n.
func record(n int, goal string) *tape {
	at := types.Time(1_700_000_000_000 + n*3_600_000)
	return &tape{actor: types.ActorAgent, session: &types.Session{SchemaVersion: 1, SessionID: fmt.Sprintf("mm-%04d", n), CreatedAt: at, Goal: goal,
		FlowTags: []string{}, Tags: []string{}, Statement: types.Statement{Outcome: types.SessionDone, OutcomeBy: types.StatedByAgent, OutcomeAt: at}}}
}

// on sets the page: a path, and elements as role "name".
func (t *tape) on(path string, elements ...string) *tape {
	t.url, t.nodes = site+path, nil
	for i, e := range elements {
		role, name, _ := strings.Cut(e, " ")
		t.nodes = append(t.nodes, types.A11yNode{Ref: fmt.Sprint("e", i), Role: role, Name: strings.Trim(name, `"`)})
	}
	return t
}

// states says of elements of the page that they are pressed or not: the first of them is.
func (t *tape) states(at ...int) *tape {
	for i, n := range at {
		t.nodes[n].Checked = map[bool]string{true: "true", false: "false"}[i == 0]
	}
	return t
}

// do adds an action on an element of the page, which may be changed further.
func (t *tape) do(tool, element string, change ...func(*types.Step)) *tape {
	role, name, _ := strings.Cut(element, " ")
	s := &types.Step{SchemaVersion: 1, StepID: fmt.Sprintf("%s-%03d", t.session.SessionID, len(t.steps)), SessionID: t.session.SessionID, Actor: t.actor,
		Timestamp: t.session.CreatedAt + types.Time(1000*(len(t.steps)+1)), Outcome: types.Outcome{OK: true}, Tool: types.Tool{Name: "mm_" + tool, Input: map[string]any{}},
		Observation: &types.Observation{State: types.State{CurrentURL: t.url, Origin: site, CurrentScreen: strings.Trim(strings.TrimPrefix(t.url, site), "/")},
			TestIDs: []types.TestID{}, A11y: types.A11y{Nodes: t.nodes}}}
	if element != "" {
		s.Tool.Target = &types.Target{Role: role, Name: strings.Trim(name, `"`)}
		for _, n := range t.nodes {
			if n.Role == role && n.Name == s.Tool.Target.Name {
				s.Tool.Target.Twins++
			}
		}
		s.Tool.Target.Twins = max(0, s.Tool.Target.Twins-1)
		if s.Tool.Target.Name == "" {
			s.Tool.Target.Twins = 0 // as package capture counts
		}
	}
	for _, c := range change {
		c(s)
	}
	t.steps = append(t.steps, s)
	return t
}

func (t *tape) click(element string, change ...func(*types.Step)) *tape {
	return t.do("click", element, change...)
}

func (t *tape) write(element, text string, change ...func(*types.Step)) *tape {
	t.do("type", element, append([]func(*types.Step){func(s *types.Step) { s.Tool.Input["text"] = text }}, change...)...)
	t.nodes = slices.Clone(t.nodes)
	for i := range t.nodes {
		if n := &t.nodes[i]; n.Role+` "`+n.Name+`"` == element {
			n.Filled = true
		}
	}
	return t
}

func (t *tape) open(path string) *tape {
	return t.do("navigate", "", func(s *types.Step) {
		s.Tool.Input["url"] = site + path
		if t.url == "" {
			s.Observation.State = types.State{CurrentURL: "about:blank"}
		}
	})
}

func (t *tape) press(key string) *tape {
	return t.do("press", "", func(s *types.Step) { s.Tool.Input["key"] = key })
}

// Changes of a step.
func submit(s *types.Step) { s.Tool.Input["submit"] = true }
func failed(s *types.Step) { s.Outcome = types.Outcome{Error: &types.Error{Code: "MM_CLICK_FAILED"}} }
func fails(code types.Code) func(*types.Step) {
	return func(s *types.Step) { s.Outcome = types.Outcome{Error: &types.Error{Code: code}} }
}
func lost(s *types.Step)      { s.Outcome = types.Outcome{Error: &types.Error{Code: types.CodeClickLost}} }
func sensitive(s *types.Step) { s.Tool.Target.Sensitive = true }
func fromList(s *types.Step)  { s.Tool.Target.Tag = "select" }
func unkept(s *types.Step)    { s.Tool.TextRedacted = true; delete(s.Tool.Input, "text") }

func testID(id string) func(*types.Step) { return func(s *types.Step) { s.Tool.Target.TestID = id } }

func nth(n int) func(*types.Step) {
	return func(s *types.Step) { s.Tool.Input["nth"] = n }
}

// onto is where a drag ends.
func onto(role, name string) func(*types.Step) {
	return func(s *types.Step) {
		s.Tool.Input["to"] = map[string]any{"role": role, "name": name, "selector": "#" + name}
	}
}

func row(text string) func(*types.Step) {
	return func(s *types.Step) { s.Tool.Target.RowRole, s.Tool.Target.Row = "row", text }
}

// among puts the element into a part of the page with texts.
func among(texts, selector string) func(*types.Step) {
	return func(s *types.Step) { s.Tool.Target.Row, s.Tool.Target.Selector = texts, selector }
}

// shows makes the element one that nothing but its text names.
func shows(text string) func(*types.Step) {
	return func(s *types.Step) {
		s.Tool.Target = &types.Target{Name: text, Tag: "div", Selector: "li:nth-child(2)"}
	}
}

// inDialog puts all of the page into its first element.
func inDialog(dialog string) func(*types.Step) {
	return func(s *types.Step) {
		s.Observation.A11y.Nodes = slices.Clone(s.Observation.A11y.Nodes)
		for i := range s.Observation.A11y.Nodes[1:] {
			s.Observation.A11y.Nodes[i+1].Path = []string{dialog}
		}
	}
}

// inList puts the options into the element before them.
func inList(s *types.Step) {
	s.Observation.A11y.Nodes = slices.Clone(s.Observation.A11y.Nodes)
	for i := range s.Observation.A11y.Nodes {
		if n := &s.Observation.A11y.Nodes[i]; n.Role == "option" {
			n.Path = []string{"combobox"}
		}
	}
}

// inPart puts the element into a part of the page.
func inPart(part string) func(*types.Step) {
	return func(s *types.Step) {
		s.Observation.A11y.Nodes = slices.Clone(s.Observation.A11y.Nodes)
		for i := range s.Observation.A11y.Nodes {
			if n := &s.Observation.A11y.Nodes[i]; n.Role == s.Tool.Target.Role && n.Name == s.Tool.Target.Name {
				n.Path = []string{part}
			}
		}
	}
}

func led(path string, appeared ...string) func(*types.Step) {
	return func(s *types.Step) {
		s.After = &types.After{CurrentURL: site + path, CurrentScreen: strings.Trim(path, "/"), Appeared: appeared, Load: "same"}
	}
}

func (t *tape) run() Run { return Run{t.session, t.steps} }

func distil(tapes ...*tape) []*types.Flow {
	var runs []Run
	for _, t := range tapes {
		runs = append(runs, t.run())
	}
	return distilRuns(runs)
}

// distilRuns builds the flows of a site from its runs, the newest evidence last.
func distilRuns(runs []Run) []*types.Flow {
	var traces []*Trace
	for _, run := range runs {
		if t := Read(run, func(origin string) string { return origin }); t != nil {
			traces = append(traces, t)
		}
	}
	return Join(site, traces, nil, nil)
}

// listing is a flow in lines.
func listing(f *types.Flow) string {
	if f == nil {
		return "none"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\nat %s\n", f.ID, f.Title, f.Start)
	for _, p := range f.Params {
		fmt.Fprintf(&b, "%s %s", p.Kind, p.Name)
		if len(p.Options) > 0 {
			fmt.Fprintf(&b, " of %s", strings.Join(p.Options, ", "))
		}
		if p.Optional {
			b.WriteString(", optional")
		}
		b.WriteString("\n")
	}
	for i := range f.Steps {
		s := &f.Steps[i]
		fmt.Fprintf(&b, "%d. %s", i+1, Words(f, i, nil))
		for _, t := range s.Targets[min(1, len(s.Targets)):] {
			fmt.Fprintf(&b, " or %s", targetWords(&t, func(s string) string { return s }))
		}
		if s.Optional {
			b.WriteString(", optional")
		}
		if s.Risk != "" {
			b.WriteString(", " + s.Risk)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// only is the one flow that is expected.
func only(t *testing.T, flows []*types.Flow) *types.Flow {
	t.Helper()
	if len(flows) != 1 {
		t.Fatalf("there are %d flows, want 1: %v", len(flows), flows)
	}
	return flows[0]
}
