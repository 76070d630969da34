package heldout

import (
	"fmt"
	"strings"
	"time"

	"cairn/shared/types"
	"cairn/testdata/stores/gen"
)

// Sizes of the world, and frequencies in hundredths.
const (
	apps            = 40
	flowsPerApp     = 14
	stepsPerSession = 26 // on average
	nounsPerApp     = 10

	foreignApps  = 15
	noGoal       = 15 // sessions without a goal
	noFlow       = 50 // sessions without a flow tag
	otherVerb    = 45 // goals that use another word than the application
	otherNoun    = 25
	saysSite     = 35
	saysExtra    = 60
	failing      = 6
	withoutID    = 25
	wandering    = 25
	alsoDoes     = 30 // goals with a second task
	mostElements = 50
	mostRows     = 24
)

// Store is a generated store.
type Store struct {
	Sessions []gen.Session // oldest first

	of   []played // by session
	apps []*app
}

// played is the flow of one session.
type played struct {
	app  *app
	flow *flow
}

type app struct {
	site    string
	trade   trade
	foreign bool
	style   int
	verbs   [][]string
	nouns   [][]string
	screens map[string][]element // by name
	names   []string             // of screens
	flows   []*flow
}

type element struct{ id, role, name string }

// flow is a task of an application.
type flow struct {
	verb, noun []string // each with people's words for it
	extra      string
	path       []move
}

type move struct {
	screen string
	on     element
}

// New generates a store with at least this number of steps.
func New(seed uint64, steps int) *Store {
	s := &Store{}
	r := &dice{seed}
	for i := range apps {
		s.apps = append(s.apps, newApp(r, i))
	}
	want := max(1, steps/stepsPerSession)
	for made := 0; made < steps; {
		at := len(s.of)
		a := s.apps[skewed(r, len(s.apps))]
		p := played{a, a.flows[skewed(r, len(a.flows))]}
		one := p.session(r, at, gen.Start.Add(-time.Duration(want-at)*time.Hour))
		s.of, s.Sessions = append(s.of, p), append(s.Sessions, one)
		made += len(one.Steps)
	}
	return s
}

func newApp(r *dice, at int) *app {
	a := &app{site: sites[at%len(sites)], trade: trades[at%len(trades)], style: r.IntN(5), screens: map[string][]element{}}
	if chance(r, foreignApps) {
		a.trade, a.foreign = foreign[r.IntN(len(foreign))], true
	}
	for range nounsPerApp {
		a.nouns = append(a.nouns, pick(r, a.trade.nouns))
	}
	a.verbs = a.trade.verbs
	for _, noun := range a.nouns {
		for range 1 + r.IntN(3) {
			name := noun[0] + "/" + pick(r, views)
			if a.screens[name] == nil {
				a.names = append(a.names, name)
			}
			for range 3 + r.IntN(mostElements) {
				a.screens[name] = append(a.screens[name], a.anything(r, noun[0]))
			}
		}
	}
	for range flowsPerApp {
		a.flows = append(a.flows, a.flow(r))
	}
	return a
}

// anything returns a random element of a screen.
func (a *app) anything(r *dice, noun string) element {
	switch r.IntN(4) {
	case 0:
		return a.element(r, "button", pick(r, a.verbs)[0], noun)
	case 1:
		return a.element(r, "link", pick(r, a.nouns)[0], "nav")
	case 2:
		return a.element(r, "combobox", noun, pick(r, fields))
	}
	return a.element(r, "textbox", noun, pick(r, fields))
}

// element creates an element with a name in the application's style.
func (a *app) element(r *dice, role string, parts ...string) element {
	e := element{role: role, name: strings.ToUpper(parts[0][:1]) + strings.Join(parts, " ")[1:]}
	if parts[0][0] >= 0x80 {
		e.name = strings.Join(parts, " ")
	}
	if chance(r, withoutID) {
		return e
	}
	switch a.style {
	case 0:
		e.id = strings.Join(parts, "-") + "-" + role[:3]
	case 1:
		e.id = parts[0] + camel(parts[1:]) + camel([]string{role})
	case 2:
		e.id = parts[0] + "__" + strings.Join(parts[1:], "_") + "--" + role
	case 3:
		e.id = strings.ToLower(a.site[:3]) + ":" + strings.Join(parts, ".")
	default:
		e.id = "cy_" + strings.Join(parts, "_")
	}
	return e
}

func camel(parts []string) (out string) {
	for _, p := range parts {
		out += strings.ToUpper(p[:1]) + p[1:]
	}
	return out
}

func (a *app) flow(r *dice) *flow {
	f := &flow{verb: a.verbs[skewed(r, len(a.verbs))], noun: pick(r, a.nouns), extra: pick(r, a.trade.extras)}
	var own []string
	for _, name := range a.names {
		if strings.HasPrefix(name, f.noun[0]+"/") {
			own = append(own, name)
		}
	}
	at := pick(r, own)
	act := a.element(r, "button", f.verb[0], f.noun[0])
	a.screens[at] = append(a.screens[at], act)
	from := pick(r, a.names)
	f.path = append(f.path, move{from, pick(r, a.screens[from])})
	for range 1 + r.IntN(4) {
		f.path = append(f.path, move{at, pick(r, a.screens[at])})
	}
	f.path = append(f.path, move{at, act})
	end := pick(r, own)
	f.path = append(f.path, move{end, pick(r, a.screens[end])})
	return f
}

// session generates one run of the flow.
func (p played) session(r *dice, at int, created types.Time) gen.Session {
	id := fmt.Sprintf("far-%06d", at)
	meta := &types.Session{SchemaVersion: types.SchemaVersion, SessionID: id, CreatedAt: created, FlowTags: []string{}, Tags: []string{}}
	if !chance(r, noGoal) {
		meta.Goal = p.goal(r)
	}
	if !chance(r, noFlow) {
		meta.FlowTags = append(meta.FlowTags, p.flow.verb[0])
	}
	out := gen.Session{Meta: meta}
	for i := range stepsPerSession/2 + r.IntN(stepsPerSession) {
		m := p.flow.path[i%len(p.flow.path)]
		if chance(r, wandering) {
			m.on = pick(r, p.app.screens[m.screen])
		}
		step := p.app.step(r, m)
		step.SessionID, step.StepID = id, fmt.Sprintf("%s-%02d", id, i)
		step.Timestamp = created.Add(time.Duration(i) * 9 * time.Second)
		out.Steps = append(out.Steps, step)
	}
	return out
}

// goal words the flow as a person would.
func (p played) goal(r *dice) string {
	f := p.flow
	verb, noun := said(r, f.verb, otherVerb), said(r, f.noun, otherNoun)
	if chance(r, saysExtra) {
		noun = f.extra + " " + noun
	}
	goal := verb + " " + noun
	if !p.app.foreign {
		goal = pick(r, []string{verb + " a " + noun, verb + " the " + noun, "Try to " + verb + " every " + noun, noun + ": " + verb + " it"})
	}
	if chance(r, saysSite) {
		goal += " (" + p.app.site + ")"
	}
	if chance(r, alsoDoes) {
		goal += ", " + pick(r, p.app.verbs)[0] + " " + pick(r, p.app.nouns)[0]
	}
	return goal
}

// said returns the first word or, with the given frequency, another one.
func said(r *dice, words []string, other int) string {
	if len(words) > 1 && chance(r, other) {
		return pick(r, words[1:])
	}
	return words[0]
}

func (a *app) step(r *dice, m move) *types.Step {
	host := strings.ToLower(a.site) + ".test"
	o := &types.Observation{State: types.State{CurrentURL: "https://" + host + "/" + m.screen, CurrentScreen: "/" + m.screen,
		Title: a.site + " - " + m.screen, Origin: "https://" + host}}
	show := func(e element) {
		o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprint("e", len(o.A11y.Nodes)+1), Role: e.role, Name: e.name, TestID: e.id})
		if e.id != "" {
			o.TestIDs = append(o.TestIDs, types.TestID{TestID: e.id, Tag: "div", Visible: true, Role: e.role, Name: e.name})
		}
	}
	for _, e := range a.screens[m.screen] {
		show(e)
	}
	for range r.IntN(mostRows) {
		show(element{role: "cell", name: fmt.Sprintf("%s %d %s", pick(r, a.nouns)[0], r.IntN(5000), pick(r, fields))})
	}
	step := &types.Step{SchemaVersion: types.SchemaVersion, Actor: types.ActorObserved, Outcome: types.Outcome{OK: true}, Labels: []string{"interaction"},
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: m.on.id, Role: m.on.role, Name: m.on.name}}, Observation: o}
	if m.on.role == "textbox" {
		step.Tool.Name = "mm_type"
	}
	if chance(r, failing) {
		step.Outcome = types.Outcome{Error: types.Fault(types.Code(pick(r, failures)), "nothing happened", "")}
	}
	return step
}
