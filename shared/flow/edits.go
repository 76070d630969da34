package flow

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// edits holds the present state of people's edits to flows.
type edits struct {
	gone    map[string]bool // sessions that are excluded
	puts    []*put
	renames []*types.FlowEdit
}

// put is a flow that a person gave, and when.
type put struct {
	flow *types.Flow
	at   types.Time
}

func readEdits(all []*types.Edit) edits {
	e := edits{gone: map[string]bool{}}
	for _, edit := range all {
		f := edit.Flow
		if f == nil {
			continue
		}
		i := slices.IndexFunc(e.puts, func(p *put) bool { return p.flow.ID == f.ID })
		switch f.Op {
		case types.FlowPut:
			if f.Flow == nil {
				continue
			}
			own := *f.Flow
			own.ID, own.Runs, own.Evidence = f.ID, types.FlowRuns{}, nil
			if own.Source == "" {
				own.Source = types.FlowImported
			}
			if i < 0 {
				e.puts = append(e.puts, nil)
				i = len(e.puts) - 1
			}
			e.puts[i] = &put{&own, edit.At}
		case types.FlowRename:
			if i < 0 {
				e.renames = append(e.renames, f)
				continue
			}
			own := *e.puts[i].flow
			if own.ID = f.To; f.Title != "" {
				own.Title = f.Title
			}
			e.puts[i] = &put{&own, e.puts[i].at}
		case types.FlowForget:
			for _, id := range f.Sessions {
				e.gone[id] = true
			}
			if i >= 0 {
				e.puts = slices.Delete(e.puts, i, i+1)
			}
			// A flow that is later derived again under that name is another one.
			e.renames = slices.DeleteFunc(e.renames, func(r *types.FlowEdit) bool { return r.To == f.ID })
		}
	}
	return e
}

// put returns the flow that was given the id, nil where there is none.
func (e edits) put(id string) *put {
	for _, p := range e.puts {
		if p.flow.ID == id {
			return p
		}
	}
	return nil
}

// renamed returns the renamings of a flow, one after the other.
func (e edits) renamed(id string) (out []*types.FlowEdit) {
	for _, r := range e.renames {
		if r.ID == id {
			out = append(out, r)
			id = r.To
		}
	}
	return out
}

// Tally counts the runs of flows: those that a session records under a flow's id, and
// among them those with permission for the present steps.
func Tally(flows []*types.Flow, sessions []*types.Session) {
	byID := map[string]*types.Flow{}
	digests := map[string]string{}
	for _, f := range flows {
		byID[f.ID], digests[f.ID] = f, Digest(f)
		f.Runs = types.FlowRuns{}
	}
	for _, s := range sessions {
		for _, r := range s.FlowRuns {
			f := byID[r.Flow]
			if f == nil || r.To == 0 {
				continue
			}
			f.Runs.LastAt = max(f.Runs.LastAt, r.To)
			switch {
			case !r.OK:
				f.Runs.Stopped++
			default:
				f.Runs.OK++
				if r.Allowed && r.Digest == digests[f.ID] {
					f.Runs.Allowed++
				}
			}
		}
	}
}

// FitEdit returns an edit of a flow in the form to store: its flow can be run, and its texts
// pass the rules for stored text.
func FitEdit(e *types.FlowEdit) (*types.FlowEdit, error) {
	if !flowID(e.ID) {
		return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("%.40q is no name of a flow", e.ID), "Small letters, digits and hyphens.")
	}
	fit := types.FlowEdit{Op: e.Op, ID: e.ID, Site: capture.Clean(e.Site, maxName)}
	switch e.Op {
	case types.FlowPut:
		if e.Flow == nil {
			return nil, types.Fault(types.CodeInvalidInput, "there is no flow to put", "Give the flow.")
		}
		own := copied(e.Flow)
		own.ID, own.Runs, own.Evidence = e.ID, types.FlowRuns{}, nil
		if own.Source == "" {
			own.Source = types.FlowImported
		}
		clean(own)
		if err := Check(own); err != nil {
			return nil, err
		}
		fit.Flow, fit.Site = own, own.Site
	case types.FlowRename:
		if !flowID(e.To) {
			return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("%.40q is no name of a flow", e.To), "Small letters, digits and hyphens.")
		}
		fit.To, fit.Title = e.To, shown(e.Title, maxTitle)
	case types.FlowForget:
		fit.Sessions = slices.DeleteFunc(slices.Clone(e.Sessions), func(id string) bool { return capture.SessionID(id) != nil })
	default:
		return nil, types.Fault(types.CodeInvalidInput, fmt.Sprintf("%.40q can be done with no flow", e.Op), "put, rename or forget")
	}
	return &fit, nil
}

// copied returns a deep copy of a flow.
func copied(f *types.Flow) *types.Flow {
	out := new(types.Flow)
	text, _ := json.Marshal(f) // texts and numbers always encode
	_ = json.Unmarshal(text, out)
	return out
}

// TaughtBy returns the sessions from which a flow of a site is derived, including those that
// show another way to the same result.
func TaughtBy(traces []*Trace, all []*types.Edit, f *types.Flow) (ids []string) {
	said := readEdits(all)
	for _, t := range tasksOf(ordered(f.Site, traces, said), said) {
		if t.id != f.ID {
			continue
		}
		for _, trace := range slices.Concat(t.traces, t.runs) {
			ids = append(ids, trace.Session.SessionID)
		}
	}
	for _, t := range traces {
		if t.runs == f.ID && !slices.Contains(ids, t.Session.SessionID) {
			ids = append(ids, t.Session.SessionID)
		}
	}
	return ids
}

// Says reports whether is accepts any text of an edit.
func Says(e *types.FlowEdit, is func(text string) bool) bool {
	if is(e.Title) {
		return true
	}
	if e.Flow == nil {
		return false
	}
	texts := []string{e.Flow.Title}
	for i := range e.Flow.Steps {
		s := &e.Flow.Steps[i]
		texts = append(texts, s.Value)
		targets := s.Targets
		if s.To != nil && s.To.Target != nil {
			targets = append(slices.Clone(targets), *s.To.Target)
		}
		for _, t := range targets {
			texts = append(texts, t.TestID, t.Name, t.Row, t.Under, t.Selector)
			texts = append(texts, unsaid(t.Near)...)
		}
		texts = append(texts, unsaid(s.Screen.Appeared)...)
		texts = append(texts, unsaid(s.Expect.Appeared)...)
	}
	return slices.ContainsFunc(append(texts, unsaid(e.Flow.End.Appeared)...), is)
}

// unsaid returns the names in texts such as `button "Save"`.
func unsaid(all []string) (names []string) {
	for _, s := range all {
		_, name, _ := strings.Cut(s, ` "`)
		names = append(names, strings.TrimSuffix(name, `"`))
	}
	return names
}
