package recall

import (
	"iter"
	"maps"
	"slices"
	"sort"

	"cairn/shared/text"
	"cairn/shared/types"
)

// localBook is a Book with the steps that it reads, for tests of this package. In
// the product, package core holds them.
type localBook struct {
	*Book
	local *memorySteps
}

// New returns an empty localBook.
func New() *localBook {
	local := newMemorySteps()
	return &localBook{Over(local, &Names{}), local}
}

// Put stores a card that a person imports.
func (b *localBook) Put(card *types.KnowledgeCard) error {
	return b.Edit(&types.Edit{EditID: "put " + card.Domain, At: vectorNow, Card: &types.CardEdit{Op: types.CardPut, Domain: card.Domain, Card: card}})
}

func (b *localBook) PutSession(session *types.Session) { b.Changed(b.local.put(session)...) }

func (b *localBook) Learn(session *types.Session, step *types.Step) {
	if name := SiteOf(step); name != "" {
		b.local.learn(name, session, step)
	}
	b.Book.Learn(step)
}

func (b *localBook) Forget(f types.Forget) {
	if f.StepID != "" || f.SessionID != "" || f.Origin != "" || f.All {
		b.local.forget(f)
	}
	b.Book.Forget(f)
}

// memorySteps holds the steps of a localBook.
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

// coversStep reports whether f covers a step: the first field that is set decides. A
// step belongs to an origin if it was taken there, led there or names it.
func coversStep(f types.Forget, step *types.Step) bool {
	switch {
	case f.StepID == "" && f.SessionID == "" && f.Origin == "":
		return f.All
	case f.StepID != "":
		return step.StepID == f.StepID
	case f.SessionID != "":
		return step.SessionID == f.SessionID
	}
	origin := text.Origin(f.Origin)
	for _, address := range addresses(step) {
		if text.Origin(address) == origin {
			return true
		}
	}
	return false
}

// addresses returns the addresses in a step: of its page, of the page it led to, and of
// its navigation.
func addresses(step *types.Step) []string {
	var out []string
	if o := step.Observation; o != nil {
		out = append(out, o.State.Origin, o.State.CurrentURL)
	}
	if step.After != nil {
		out = append(out, step.After.CurrentURL)
	}
	if to, ok := step.Tool.Input["url"].(string); ok {
		out = append(out, to)
	}
	return out
}
