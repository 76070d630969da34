package recall

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"cairn/shared/types"
)

// maxSites bounds how many sites a Book answers for; beyond, the one that was
// not used for the longest time is passed over. A person uses a few hundred.
const maxSites = 10000

// Book holds the cards of all sites. It is not safe for use by several
// goroutines at once.
//
// It keeps no card but the ones that people wrote: what steps say is derived
// from the steps themselves when a card is asked for, and kept until the site's
// next step. So a forgotten step leaves no trace, and the order in which steps
// arrive does not matter.
type Book struct {
	sites map[string]*site
	// where says on which sites a session was, so that news of it need not be
	// looked for everywhere: it comes with every step.
	where map[string][]*site
}

// site is one site's memory.
type site struct {
	written *types.KnowledgeCard // as a whole, by a person; nil when none
	edits   []*types.Edit        // by people, in the order of time
	runs    map[string]*run      // by session id
	card    *types.KnowledgeCard // derived; nil when it must be made anew
}

// run is what one session did on one site, oldest step first.
type run struct {
	session *types.Session
	steps   []*types.Step
}

// New is an empty Book.
func New() *Book {
	b := &Book{}
	b.Reset()
	return b
}

// Reset forgets everything.
func (b *Book) Reset() { b.sites, b.where = map[string]*site{}, map[string][]*site{} }

// PutSession updates what is known of a session (its goal, its end) after
// steps of it were learnt. Unknown sessions are ignored.
func (b *Book) PutSession(session *types.Session) {
	for _, s := range b.where[session.SessionID] {
		r := s.runs[session.SessionID]
		if r.session == nil || r.session.Goal != session.Goal || r.session.Ambient != session.Ambient {
			s.card = nil
		}
		r.session = session
	}
}

// Learn takes one recorded step, which the Book reads later and must not change.
// Steps of no site (a new tab, a local file) teach nothing.
func (b *Book) Learn(session *types.Session, step *types.Step) {
	name := siteOf(step)
	if name == "" {
		return
	}
	s := b.site(name)
	if s == nil {
		return
	}
	r := s.runs[step.SessionID]
	if r == nil {
		r = &run{session: session}
		s.runs[step.SessionID] = r
		b.where[step.SessionID] = append(b.where[step.SessionID], s)
	}
	i := sort.Search(len(r.steps), func(i int) bool { return after(r.steps[i], step) })
	r.steps = slices.Insert(r.steps, i, step)
	s.card = nil
}

// after is the order of steps: time, then id.
func after(a, b *types.Step) bool {
	return a.Timestamp > b.Timestamp || a.Timestamp == b.Timestamp && a.StepID > b.StepID
}

// site is the memory of a site, made when there is none; nil when there is no
// room.
func (b *Book) site(name string) *site {
	s := b.sites[name]
	if s == nil {
		if len(b.sites) >= maxSites {
			return nil
		}
		s = &site{runs: map[string]*run{}}
		b.sites[name] = s
	}
	return s
}

// Put keeps a card that a person wrote or imported; what was learnt from steps
// is added to it when it is read. Derived cards are never Put. A domain that
// cannot name a site is refused.
func (b *Book) Put(card *types.KnowledgeCard) error {
	name, ok := Domain(card.Domain)
	if !ok {
		return badDomain(card.Domain)
	}
	s := b.site(name)
	if s == nil {
		return types.Fault(types.CodeStoreFull, "there are too many sites", "Forget a site that is no longer needed.")
	}
	s.written, s.card = fitCard(card, name), nil
	return nil
}

// Forget removes exactly what came from the steps that f names, the edits that
// it lists, and with an origin also what people wrote of its site. The Book needs no help for it;
// remaining is unused and stands for engines that must learn anew.
func (b *Book) Forget(f types.Forget, _ iter.Seq2[*types.Session, *types.Step]) {
	if f.StepID == "" && f.SessionID == "" && f.Origin == "" {
		if f.All {
			b.Reset()
		}
		if f.All || len(f.Edits) == 0 {
			return
		}
	}
	forgotten := Site(f.Origin)
	for name, s := range b.sites {
		if f.StepID == "" && f.SessionID == "" && name == forgotten {
			s.written, s.edits, s.card = nil, nil, nil
		}
		if kept := slices.DeleteFunc(slices.Clone(s.edits), func(e *types.Edit) bool { return slices.Contains(f.Edits, e.EditID) }); len(kept) != len(s.edits) {
			s.edits, s.card = kept, nil
		}
		for id, r := range s.runs {
			kept := slices.DeleteFunc(slices.Clone(r.steps), func(step *types.Step) bool { return named(f, step) })
			if len(kept) != len(r.steps) {
				r.steps, s.card = kept, nil
			}
			if len(kept) == 0 {
				b.leave(id, s)
			}
		}
		if s.written == nil && len(s.edits) == 0 && len(s.runs) == 0 {
			delete(b.sites, name)
		}
	}
}

// leave forgets that a session was on a site.
func (b *Book) leave(id string, s *site) {
	delete(s.runs, id)
	b.where[id] = slices.DeleteFunc(b.where[id], func(other *site) bool { return other == s })
	if len(b.where[id]) == 0 {
		delete(b.where, id)
	}
}

// named reports whether f names a step: the first field that is set decides. A
// step is an origin's when it was taken there, led there or names it.
func named(f types.Forget, step *types.Step) bool {
	switch {
	case f.StepID == "" && f.SessionID == "" && f.Origin == "":
		return f.All
	case f.StepID != "":
		return step.StepID == f.StepID
	case f.SessionID != "":
		return step.SessionID == f.SessionID
	}
	origin := originOf(f.Origin)
	for _, address := range addresses(step) {
		if originOf(address) == origin {
			return true
		}
	}
	return false
}

// Card is the card of a site, or nil. The caller may keep it and must not
// change it.
func (b *Book) Card(domain string) *types.KnowledgeCard {
	name, ok := Domain(domain)
	if !ok {
		name = domain // a site of one word, as only recording makes them
	}
	return b.card(name)
}

func (b *Book) card(name string) *types.KnowledgeCard {
	s := b.sites[name]
	if s == nil {
		return nil
	}
	if s.card == nil {
		s.card = s.derive(name)
	}
	if len(s.card.Patterns) == 0 {
		return nil
	}
	return s.card
}

// Cards are all cards, by domain.
func (b *Book) Cards() []*types.KnowledgeCard {
	cards := make([]*types.KnowledgeCard, 0, len(b.sites))
	for name := range b.sites {
		if card := b.card(name); card != nil {
			cards = append(cards, card)
		}
	}
	slices.SortFunc(cards, func(a, b *types.KnowledgeCard) int { return cmp.Compare(a.Domain, b.Domain) })
	return cards
}

// Len counts the sites that something is known of, without making their cards.
func (b *Book) Len() int { return len(b.sites) }
