package flow

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// maxEvidence bounds the sessions of one task from which its flow is built, the newest.
const maxEvidence = 20

// Join builds the flows of a site from its traces, and applies people's edits in the order
// of time. It does not count runs: see [Tally]. before may hold the flows of an earlier call,
// and holds the present ones afterwards.
func Join(site string, traces []*Trace, edits []*types.Edit, before Cache) []*types.Flow {
	said := readEdits(edits)
	traces = ordered(site, traces, said)
	var flows []*types.Flow
	tasks := tasksOf(traces, said)
	for _, t := range tasks {
		if f := before.flow(site, t); f != nil {
			flows = append(flows, f)
		}
	}
	for _, p := range said.puts {
		if p.flow.Site == site {
			flows = append(flows, repaired(p.flow, runsOf(traces, said, p.flow.ID)))
		}
	}
	slices.SortFunc(flows, func(a, b *types.Flow) int { return cmp.Compare(a.ID, b.ID) })
	return flows
}

// ordered returns the traces of a site that may be used, in the order of time.
func ordered(site string, traces []*Trace, said edits) []*Trace {
	traces = slices.DeleteFunc(slices.Clone(traces), func(t *Trace) bool { return t == nil || t.Site != site || said.gone[t.Session.SessionID] })
	slices.SortFunc(traces, func(a, b *Trace) int {
		return cmp.Or(cmp.Compare(a.last, b.last), cmp.Compare(a.Session.SessionID, b.Session.SessionID))
	})
	return traces
}

// Cache caches the flows of tasks with their traces, so that the next session rebuilds only
// one flow of a site. It may be nil.
type Cache map[string]cached

type cached struct {
	traces []*Trace
	title  string
	flow   types.Flow
	none   bool
}

// flow returns the flow of a task, nil where its traces are not enough.
func (m Cache) flow(site string, t *task) *types.Flow {
	of := slices.Concat(t.traces, t.runs)
	known, ok := m[t.id]
	if !ok || known.title != t.title || !slices.Equal(known.traces, of) {
		known = cached{traces: of, title: t.title}
		if f := t.flow(site); f != nil {
			known.flow = *f
		} else {
			known.none = true
		}
		if m != nil {
			m[t.id] = known
		}
	}
	if known.none {
		return nil
	}
	f := known.flow
	return &f
}

// task holds the sessions with the same goal in the same words, whatever the
// values.
type task struct {
	id, title string // title if a person gave one
	traces    []*Trace
	runs      []*Trace // runs of its flow
}

// tasksOf gathers the traces of each task, in the order of their first ones.
func tasksOf(traces []*Trace, said edits) (tasks []*task) {
	byKey, ids := map[string]*task{}, map[string]bool{}
	add := func(t *Trace) {
		key := wordKey(t.title)
		if byKey[key] == nil {
			byKey[key] = &task{id: unused(slug(t.title), ids)}
			tasks = append(tasks, byKey[key])
		}
		byKey[key].traces = append(byKey[key].traces, t)
	}
	var runs []*Trace
	for _, t := range traces {
		if t.runs == "" {
			add(t)
		} else {
			runs = append(runs, t)
		}
	}
	named := map[string]*task{}
	for _, t := range tasks {
		named[t.id] = t
		for _, r := range said.renamed(t.id) {
			t.id, t.title = r.To, cmp.Or(r.Title, t.title)
			named[t.id] = t
		}
	}
	tasks = slices.DeleteFunc(tasks, func(t *task) bool { return said.put(t.id) != nil })
	for _, t := range runs {
		switch of := named[t.runs]; {
		case of != nil:
			of.runs = append(of.runs, t)
		case said.put(t.runs) == nil:
			add(t) // of a flow without other traces
		}
	}
	return tasks
}

// unused returns an id that no flow has yet, with a number at its end if necessary.
func unused(id string, ids map[string]bool) string {
	out := id
	for i := 2; ids[out]; i++ {
		out = fmt.Sprintf("%s-%d", id, i)
	}
	ids[out] = true
	return out
}

// flow returns the flow of a task: the way with the most evidence, the newest of
// equals.
func (t *task) flow(site string) *types.Flow {
	var ways [][]*Trace
	for _, trace := range t.traces {
		i := slices.IndexFunc(ways, func(way []*Trace) bool { return sameWay(way[len(way)-1], trace) })
		if i < 0 {
			ways = append(ways, nil)
			i = len(ways) - 1
		}
		ways[i] = append(ways[i], trace)
	}
	way := slices.MaxFunc(ways, func(a, b []*Trace) int {
		return cmp.Or(cmp.Compare(min(len(a), 2), min(len(b), 2)), cmp.Compare(a[len(a)-1].last, b[len(b)-1].last))
	})
	way = append(slices.Clone(way), t.runs...)
	slices.SortStableFunc(way, func(a, b *Trace) int { return cmp.Compare(a.last, b.last) })
	way = way[max(0, len(way)-maxEvidence):]
	f := joined(site, way)
	if f == nil {
		return nil
	}
	f.ID = t.id
	if t.title != "" {
		f.Title = t.title
	}
	if clean(f); Check(f) != nil {
		return nil
	}
	return f
}

// joined returns the flow of traces that go one way, with its version.
func joined(site string, way []*Trace) (f *types.Flow) {
	var columns []column
	version, digest := 0, ""
	for i, t := range way {
		columns = beside(columns, t.acts, i)
		f = build(site, way[:i+1], columns)
		if d := Digest(f); d != digest {
			version, digest = version+1, d
		}
	}
	f.Version = version
	return f
}

// runsOf returns the runs of a flow that a person put, after it was put.
func runsOf(traces []*Trace, said edits, id string) (runs []*Trace) {
	for _, t := range traces {
		if p := said.put(id); t.runs == id && p != nil && t.last > p.at {
			runs = append(runs, t)
		}
	}
	return runs
}

// repaired returns a flow that a person put, with the replacements that its successful runs
// found for missing elements.
func repaired(f *types.Flow, runs []*Trace) *types.Flow {
	out := *f
	out.Steps = slices.Clone(f.Steps)
	out.Version = max(1, f.Version)
	for _, run := range runs {
		columns := beside(beside(nil, asActs(&out), 0), run.acts, 1)
		at := 0
		for _, c := range columns {
			if c[0] == nil {
				continue
			}
			s := &out.Steps[at]
			at++
			if c[1] == nil || c[1].target == nil || len(s.Targets) == 0 || len(paramsIn(s.Targets[0].Name+s.Targets[0].Row+strictly(&s.Targets[0]))) > 0 {
				continue
			}
			s.Targets = withTarget(slices.Clone(s.Targets), target(c[1]))
		}
		out.Evidence = append(slices.Clone(out.Evidence), run.Session.SessionID)
	}
	if Digest(&out) != Digest(f) {
		out.Version++
	}
	return &out
}

// asActs returns the steps of a flow as acts, so that others can be aligned with them.
func asActs(f *types.Flow) (acts []*act) {
	for i := range f.Steps {
		s := &f.Steps[i]
		a := &act{tool: s.Tool, key: s.Key, submit: s.Submit, before: place{url: "site://here" + s.Screen.Path}}
		a.before.route = s.Screen.Path
		if s.Tool == "navigate" {
			a.value.text = s.Value
		}
		if len(s.Targets) > 0 {
			t := s.Targets[0]
			a.target = &types.Target{TestID: t.TestID, Role: t.Role, Name: t.Name, Selector: t.Selector, Origin: t.Origin, Row: t.Row, RowRole: t.RowRole}
		}
		acts = append(acts, a)
	}
	return acts
}

// particles are small words that change the meaning of a verb: log in.
var particles = []string{"in", "out", "on", "off", "up", "down"}

// slug returns an id for a title, from its distinctive words.
func slug(title string) string {
	var out []string
	n := 0
	for _, w := range wordsAt(title) {
		small := (text.Stopword(w.folded) || text.Light(w.folded)) && !slices.Contains(particles, w.folded)
		if small {
			continue
		}
		for _, p := range strings.FieldsFunc(w.folded, func(r rune) bool { return !text.InWord(r) }) {
			if slices.Contains(out, p) {
				continue // {folder_label} after "label"
			}
			if n += len([]rune(p)) + 1; n > maxID-4 {
				return cmp.Or(strings.Join(out, "-"), "flow")
			}
			out = append(out, p)
		}
	}
	return cmp.Or(strings.Join(out, "-"), "flow")
}
