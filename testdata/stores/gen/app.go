package gen

import (
	"fmt"
	"strings"

	"cairn/shared/types"
)

// app is an imaginary application.
type app struct {
	name    string
	style   int // the spelling of its test ids
	nouns   []string
	nav     []*element
	screens []*screen
	tasks   []*task
	records int // on most screens, with different texts each time; zero in a plain world
}

// screen is a place of an application with its permanent contents.
type screen struct {
	name     string
	route    string
	noun     string
	elements []*element
	rows     int // list rows, with different names each time
}

// element is a control that can be acted on.
type element struct {
	testID, role, name string
}

// task is something that people do in an application.
type task struct {
	verb     *verb
	noun     string
	modifier string
	path     []move
}

// move is one action of a task.
type move struct {
	screen *screen
	on     *element
}

// Sizes of an application.
const (
	nounsPerApp     = 9
	navElements     = 6
	leastElements   = 4
	elementsSpread  = 34
	rowsSpread      = 30
	errorPercent    = 6
	untestedPercent = 15 // elements without a test id
	modifierPercent = 40
	synonymPercent  = 40 // goals that use another word than the application
	chattierPercent = 50 // goals with a reason
	typedFieldsMost = 3
)

func newApp(r *random, at int) *app {
	a := &app{name: pick(r, syllables) + pick(r, syllables) + fmt.Sprint(at%10), style: r.below(3)}
	for len(a.nouns) < nounsPerApp {
		a.nouns = append(a.nouns, pickSkewed(r, nouns))
	}
	for i := range navElements {
		a.nav = append(a.nav, a.element(r, "link", "nav", a.nouns[i]))
	}
	for _, noun := range a.nouns {
		for _, kind := range screenKinds[:3+r.below(len(screenKinds)-2)] {
			a.screens = append(a.screens, a.screen(r, noun, kind))
		}
	}
	for range tasksPerApp {
		a.tasks = append(a.tasks, a.task(r))
	}
	return a
}

func (a *app) screen(r *random, noun, kind string) *screen {
	s := &screen{name: noun + "-" + kind, route: "/" + noun + "/" + kind, noun: noun}
	s.elements = append(s.elements, a.nav...)
	for range leastElements + r.below(elementsSpread) {
		if r.chance(60) {
			s.elements = append(s.elements, a.element(r, "button", pickSkewed(r, verbs).word, noun))
		} else {
			s.elements = append(s.elements, a.element(r, "textbox", noun, pick(r, attributes)))
		}
	}
	if kind == "list" || kind == "history" {
		s.rows = r.below(rowsSpread)
	}
	return s
}

// element creates an element with a name in the application's style.
func (a *app) element(r *random, role string, parts ...string) *element {
	e := &element{role: role, name: title(strings.Join(parts, " "))}
	if r.chance(untestedPercent) {
		return e
	}
	parts = append(parts, map[string]string{"link": "link", "button": "button", "textbox": "input"}[role])
	switch a.style {
	case 0:
		e.testID = strings.Join(parts, "-")
	case 1:
		e.testID = strings.Join(parts, "_")
	default:
		for i := 1; i < len(parts); i++ {
			parts[i] = title(parts[i])
		}
		e.testID = strings.Join(parts, "")
	}
	return e
}

// task creates a path: to a screen of the noun, through some fields, to the button
// that completes the task, and a confirmation.
func (a *app) task(r *random) *task {
	t := &task{verb: &verbs[r.skewed(len(verbs))], noun: pick(r, a.nouns)}
	if r.chance(modifierPercent) {
		t.modifier = pick(r, modifiers)
	}
	var own []*screen
	for _, s := range a.screens {
		if s.noun == t.noun {
			own = append(own, s)
		}
	}
	main := pick(r, own)
	act := a.element(r, "button", t.verb.word, t.noun)
	main.elements = append(main.elements, act)
	t.path = append(t.path, move{pick(r, a.screens), pick(r, a.nav)})
	for range 1 + r.below(typedFieldsMost) {
		field := a.element(r, "textbox", t.noun, pick(r, attributes))
		main.elements = append(main.elements, field)
		t.path = append(t.path, move{main, field})
	}
	t.path = append(t.path, move{main, act})
	last := pick(r, own)
	t.path = append(t.path, move{last, pick(r, last.elements)})
	return t
}

// wander returns a random action on a screen.
func (s *screen) wander(r *random) move { return move{s, pick(r, s.elements)} }

// goal words the task as a person would.
func (t *task) goal(r *random, a *app) string {
	verb := t.verb.word
	if r.chance(synonymPercent) {
		verb = pick(r, t.verb.synonym)
	}
	parts := []string{title(verb), "the", t.modifier, t.noun}
	if r.chance(chattierPercent) {
		parts = append(parts, "of", pick(r, people), "in", title(a.name))
	}
	if r.chance(chattierPercent / 2) {
		parts = append(parts, "and check the", pick(r, attributes))
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// step returns the move as a recorded step.
func (m move) step(r *random, a *app) *types.Step {
	step := &types.Step{
		SchemaVersion: types.SchemaVersion,
		Actor:         types.ActorAgent,
		Outcome:       types.Outcome{OK: true},
		Labels:        []string{"interaction"},
		Tool:          types.Tool{Name: "mm_click", Target: m.on.target()},
		Observation:   m.screen.observe(r, a),
	}
	if m.on.role == "textbox" {
		step.Tool.Name = "mm_type"
	}
	if r.chance(errorPercent) {
		step.Outcome = types.Outcome{Error: types.Fault(types.Code(pick(r, errorCodes)), "the element did not react", "")}
		step.Labels = append(step.Labels, "error-recovery")
	}
	return step
}

func (e *element) target() *types.Target {
	return &types.Target{TestID: e.testID, Role: e.role, Name: e.name}
}

// observe returns the screen's contents: the permanent ones, and rows that differ
// each time.
func (s *screen) observe(r *random, a *app) *types.Observation {
	o := &types.Observation{State: types.State{
		CurrentURL:    "https://" + a.name + ".example/#" + s.route,
		CurrentScreen: s.name,
		Title:         title(s.noun) + " | " + title(a.name),
		Origin:        "https://" + a.name + ".example",
	}}
	show := func(e *element) {
		ref := fmt.Sprintf("e%d", len(o.A11y.Nodes)+1)
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: ref, Role: e.role, Name: e.name, TestID: e.testID})
		if e.testID != "" {
			o.TestIDs = append(o.TestIDs, types.TestID{TestID: e.testID, Tag: "div", Visible: true, Role: e.role, Name: e.name})
		}
	}
	show(&element{role: "heading", name: title(s.noun) + " " + s.name[len(s.noun)+1:]})
	for _, e := range s.elements {
		show(e)
	}
	for i := range s.rows {
		name := fmt.Sprintf("%s %d %s", title(s.noun), r.below(10000), pick(r, people))
		show(&element{role: "row", name: name, testID: fmt.Sprintf("%s-row-%d", s.noun, i)})
	}
	if a.records > 0 {
		for i := range r.below(a.records) {
			e := &element{role: pick(r, recordRoles), name: record(r)}
			if i%recordsPerID == 0 {
				e.testID = fmt.Sprintf("%s-item-%d", s.noun, i)
			}
			show(e)
		}
	}
	return o
}
