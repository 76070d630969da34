// Package siblings holds applications with their sessions, and people who come
// with the same aim in other words, or with one for another object. Tests compare the
// suggestions for them.
package siblings

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

//go:embed siblings.txt
var file string

// Day is when everything was done.
var Day = types.At(time.Date(2026, 1, 16, 8, 0, 0, 0, time.UTC))

// Domain is one application. Held ones were not looked at while rules were chosen.
type Domain struct {
	Name  string
	Held  bool
	Aims  []Aim
	pages map[string]*page
}

// The kinds of Aim.
const (
	Did    = "did"    // a session that is remembered
	Again  = "again"  // the same aim once more
	Ask    = "ask"    // an aim for another object
	Retold = "retold" // the aim of one of many sessions, in other words
)

// Aim is a session with a goal.
type Aim struct {
	Kind, Goal string
	Steps      []Step
}

// Step is an action on an element of a page.
type Step struct {
	Page, Tool string
	element    element
}

type page struct {
	path     string
	elements []element
}

type element struct{ role, name, testID, rowRole, row string }

var (
	elementLine = regexp.MustCompile(`^(\w+) "([^"]*)"(?: \[([\w-]+)\])?(?: in (\w+) "([^"]*)")?$`)
	stepLine    = regexp.MustCompile(`^(\w+) (click|type) (\w+) "([^"]*)"(?: \[([\w-]+)\])?(?: in "([^"]*)")?$`)
)

// Read reads all of them; the beginning of siblings.txt says how it is written.
func Read(t testing.TB) (all []*Domain) {
	t.Helper()
	var d *Domain
	var p *page
	bases := map[string]*page{}
	for i, line := range strings.Split(file, "\n") {
		words := strings.Fields(line)
		switch line = strings.TrimSpace(line); {
		case len(words) == 0 || words[0] == "#":
		case words[0] == "domain":
			d = &Domain{Name: words[1], Held: words[2] == "held", pages: map[string]*page{}}
			all, bases = append(all, d), map[string]*page{}
		case words[0] == "page" && len(words) == 3:
			p = &page{path: words[2]}
			if under := bases[p.path]; under != nil { // a menu or dialog lies on its page
				p.elements = append(p.elements, under.elements...)
			} else {
				bases[p.path] = p
			}
			d.pages[words[1]] = p
		case words[0] == Did || words[0] == Again || words[0] == Ask || words[0] == Retold:
			var goal string
			if _, err := fmt.Sscanf(line[len(words[0]):], "%q", &goal); err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			d.Aims, p = append(d.Aims, Aim{Kind: words[0], Goal: goal}), nil
		case p != nil:
			m := elementLine.FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("line %d is no element: %s", i+1, line)
			}
			p.elements = append(p.elements, element{m[1], m[2], m[3], m[4], m[5]})
		default:
			m := stepLine.FindStringSubmatch(line)
			if m == nil || d.pages[m[1]] == nil {
				t.Fatalf("line %d is no step: %s", i+1, line)
			}
			e := d.pages[m[1]].find(m[3], m[4], m[5], m[6])
			if e == nil {
				t.Fatalf("line %d: the page has none or several: %s", i+1, line)
			}
			a := &d.Aims[len(d.Aims)-1]
			a.Steps = append(a.Steps, Step{m[1], m[2], *e})
		}
	}
	return all
}

// find is the one element that a step means, nil for none or several.
func (p *page) find(role, name, testID, row string) (found *element) {
	for i := range p.elements {
		e := &p.elements[i]
		if e.role != role || e.name != name || testID != "" && e.testID != testID || !strings.Contains(e.row, row) {
			continue
		}
		if found != nil {
			return nil
		}
		found = e
	}
	return found
}

func (p *page) equals(e *element) (n int) {
	for i := range p.elements {
		if p.elements[i].role == e.role && p.elements[i].name == e.name {
			n++
		}
	}
	return n
}

func (d *Domain) origin() string { return "https://" + d.Name + ".example" }

// Observe returns the observation of a page.
func (d *Domain) Observe(name string) *types.Observation {
	p := d.pages[name]
	o := &types.Observation{State: types.State{CurrentURL: d.origin() + p.path, CurrentScreen: cmp.Or(strings.Trim(p.path, "/#"), "start"), Origin: d.origin(), Title: d.Name}}
	for i, e := range p.elements {
		if e.testID != "" {
			o.TestIDs = append(o.TestIDs, types.TestID{TestID: e.testID, Visible: true, Role: e.role, Name: e.name})
		}
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i+1), Role: e.role, Name: e.name, TestID: e.testID})
	}
	return o
}

// Session is the session of an aim.
func (d *Domain) Session(id string, at types.Time, a Aim) *types.Session {
	s := &types.Session{SchemaVersion: types.SchemaVersion, SessionID: id, CreatedAt: at, Goal: a.Goal, FlowTags: []string{}, Tags: []string{}, Launch: &types.Launch{URL: d.Observe(a.Steps[0].Page).State.CurrentURL}}
	if a.Kind == Did {
		s.Statement = types.Statement{Outcome: types.SessionDone}
	}
	return s
}

// Step is the n-th step of a session, a second after the one before, as it is remembered.
func (d *Domain) Step(id string, at types.Time, n int, s Step) *types.Step {
	e := s.element
	target := &types.Target{Role: e.role, Name: e.name, TestID: e.testID, RowRole: e.rowRole, Row: e.row, Twins: d.pages[s.Page].equals(&e) - 1}
	return &types.Step{SchemaVersion: types.SchemaVersion, StepID: fmt.Sprintf("%s-%d", id, n), SessionID: id, Timestamp: at.Add(time.Duration(n+1) * time.Second), Actor: types.ActorAgent,
		Outcome: types.Outcome{OK: true}, Tool: types.Tool{Name: "mm_" + s.Tool, Target: target}, Observation: d.Observe(s.Page)}
}

// Meant reports whether a suggestion is for the element of a step, and no other.
func (d *Domain) Meant(s *types.SuggestedAction, step Step) bool {
	e := &step.element
	if s.Action != step.Tool || s.Within != nil && !strings.Contains(e.row, s.Within.Name) {
		return false
	}
	switch p := s.PreferredTarget; p.Type {
	case types.TargetTestID:
		return p.Text == e.testID
	case types.TargetA11yHint:
		return p.Hint.Role == e.role && p.Hint.Name == e.name && (s.Within != nil || d.pages[step.Page].equals(e) == 1)
	}
	return false
}

// Memory is the tested memory.
type Memory interface {
	PutSession(*types.Session)
	PutStep(*types.Step)
	Suggest(now types.Time, req types.PriorRequest) *types.PriorKnowledge
}

// Sureness counts first suggestions: how many steps there were, for how many the first
// was right, how many of those were sure, and how many were sure and wrong.
type Sureness struct{ Steps, Right, Sure, Wrong int }

func (c Sureness) String() string {
	return fmt.Sprintf("%3d steps, first right %3d (sure %3d), sure and wrong %2d", c.Steps, c.Right, c.Sure, c.Wrong)
}

// surely is the confidence from which a suggestion is taken for sure.
const surely = 0.5

// Measure has everybody come to a memory of their own of the sessions, and counts by
// kind and half, as in "ask held".
func Measure(t testing.TB, memory func() Memory) map[string]Sureness {
	t.Helper()
	sums := map[string]Sureness{}
	for _, d := range Read(t) {
		half := " chosen"
		if d.Held {
			half = " held"
		}
		for _, a := range d.Aims {
			if a.Kind == Did {
				continue
			}
			sum, c := sums[a.Kind+half], d.compare(t, memory(), a)
			sums[a.Kind+half] = Sureness{sum.Steps + c.Steps, sum.Right + c.Right, sum.Sure + c.Sure, sum.Wrong + c.Wrong}
		}
	}
	return sums
}

// compare has a session go its way and compares each step with the first suggestion.
func (d *Domain) compare(t testing.TB, m Memory, a Aim) (c Sureness) {
	n := 0
	for _, was := range d.Aims {
		if was.Kind != Did {
			continue
		}
		n++
		id, at := fmt.Sprint("did-", n), Day.Add(time.Duration(n)*time.Hour)
		m.PutSession(d.Session(id, at, was))
		for i, s := range was.Steps {
			m.PutStep(d.Step(id, at, i, s))
		}
	}
	at := Day.Add(20 * time.Hour)
	m.PutSession(d.Session("asker", at, a))
	for i, s := range a.Steps {
		c.Steps++
		known := m.Suggest(at.Add(time.Duration(i+1)*time.Second), types.PriorRequest{Observation: *d.Observe(s.Page), SessionID: "asker", Goal: a.Goal})
		if known != nil && len(known.SuggestedNextActions) > 0 {
			first := &known.SuggestedNextActions[0]
			right, sure := d.Meant(first, s), first.Confidence >= surely
			switch {
			case right && sure:
				c.Right, c.Sure = c.Right+1, c.Sure+1
			case right:
				c.Right++
			case sure:
				c.Wrong++
				t.Logf("%s, %q, step %d: %.2f for %s", d.Name, a.Goal, i+1, first.Confidence, shown(first))
			}
		}
		m.PutStep(d.Step("asker", at, i, s))
	}
	return c
}

func shown(s *types.SuggestedAction) string {
	out := s.Action + " " + s.PreferredTarget.Text
	if h := s.PreferredTarget.Hint; h != nil {
		out += h.Role + " " + h.Name
	}
	if s.Within != nil {
		out += " in " + s.Within.Name
	}
	return out + "; " + s.Rationale
}

// Want fails the test where fewer first suggestions than wanted are right or sure, or
// more are sure and wrong.
func Want(t testing.TB, got, want map[string]Sureness) {
	t.Helper()
	for key, least := range want {
		c := got[key]
		t.Logf("%-13s %s", key, c)
		if c.Wrong > least.Wrong || c.Right < least.Right || c.Sure < least.Sure {
			t.Errorf("%s: %s, want %s", key, c, least)
		}
	}
}
