package recall

import (
	"iter"
	"maps"
	"slices"
	"sort"

	"cairn/shared/types"
)

// memorySteps holds the steps of a Book that has no other source.
type memorySteps struct {
	sites map[string]map[string]*run // by site, then by session
}

func newMemorySteps() *memorySteps { return &memorySteps{sites: map[string]map[string]*run{}} }

func (s *memorySteps) Sites() []string { return slices.Collect(maps.Keys(s.sites)) }

func (s *memorySteps) Runs(site string) iter.Seq2[*types.Session, []*types.Step] {
	return func(yield func(*types.Session, []*types.Step) bool) {
		runs := s.sites[site]
		for _, id := range slices.Sorted(maps.Keys(runs)) {
			if !yield(runs[id].session, runs[id].steps) {
				return
			}
		}
	}
}

func (s *memorySteps) Tasks() iter.Seq2[string, []string] {
	goals, sites := map[string]string{}, map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(s.sites)) {
		for id, r := range s.sites[name] {
			if r.session.Done() && !r.session.Ambient && r.session.Goal != "" {
				goals[id], sites[id] = r.session.Goal, append(sites[id], name)
			}
		}
	}
	return func(yield func(string, []string) bool) {
		for _, id := range slices.Sorted(maps.Keys(goals)) {
			if !yield(goals[id], sites[id]) {
				return
			}
		}
	}
}

func (s *memorySteps) learn(name string, session *types.Session, step *types.Step) {
	if s.sites[name] == nil {
		s.sites[name] = map[string]*run{}
	}
	r := s.sites[name][step.SessionID]
	if r == nil {
		r = &run{session: session}
		s.sites[name][step.SessionID] = r
	}
	i := sort.Search(len(r.steps), func(i int) bool { return after(r.steps[i], step) })
	r.steps = slices.Insert(r.steps, i, step)
}

// put replaces a session and returns its sites.
func (s *memorySteps) put(session *types.Session) (sites []string) {
	for name, runs := range s.sites {
		if r := runs[session.SessionID]; r != nil {
			r.session = session
			sites = append(sites, name)
		}
	}
	return sites
}

func (s *memorySteps) forget(f types.Forget) {
	for name, runs := range s.sites {
		for id, r := range runs {
			r.steps = slices.DeleteFunc(slices.Clone(r.steps), func(step *types.Step) bool { return coversStep(f, step) })
			if len(r.steps) == 0 {
				delete(runs, id)
			}
		}
		if len(runs) == 0 {
			delete(s.sites, name)
		}
	}
}
