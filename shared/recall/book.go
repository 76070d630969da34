package recall

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"cairn/shared/text"
	"cairn/shared/types"
)

// maxSites bounds how many sites there may be when a person writes of a new one.
// A person uses a few hundred.
const maxSites = 10000

// Book holds the cards of all sites. It is not safe for use by several
// goroutines at once.
//
// It keeps no card but the ones that people wrote: what steps say is derived
// from the steps themselves when a card is asked for, and kept until the site's
// next step. So a forgotten step leaves no trace, and the order in which steps
// arrive does not matter.
type Book struct {
	steps Steps
	names *Names // of sites, whose evidence is shared
	own   *shelf // steps, where nobody else holds them; else nil
	sites map[string]*site
}

// Steps holds what sessions did, by site (see [SiteOf]).
type Steps interface {
	// Sites are the sites of all steps, in any order.
	Sites() []string
	// Runs are the sessions on a site in the order of their ids, each with its
	// steps there, oldest first.
	Runs(site string) iter.Seq2[*types.Session, []*types.Step]
	// Tasks are the goals of sessions that are done, in the order of the sessions'
	// ids, each with the sites that the session was on.
	Tasks() iter.Seq2[string, []string]
}

// site is what the Book itself knows of one site.
type site struct {
	written *types.KnowledgeCard // as a whole, by a person; nil when none
	edits   []*types.Edit        // by people, in the order of time
	card    *types.KnowledgeCard // derived; nil when it must be made anew
}

// run is what one session did on one site, oldest step first.
type run struct {
	session *types.Session
	steps   []*types.Step
}

// New is an empty Book that holds the steps itself.
func New() *Book {
	own := newShelf()
	return &Book{steps: own, own: own, names: &Names{}, sites: map[string]*site{}}
}

// Over is a Book of steps that are held elsewhere. It is told of every change
// as any other is, after the holder was.
func Over(steps Steps, names *Names) *Book {
	return &Book{steps: steps, names: names, sites: map[string]*site{}}
}

// Renamed says that addresses are called otherwise than before.
func (b *Book) Renamed() {
	for _, s := range b.sites {
		s.card = nil
	}
}

// resolve returns the name of the card of a domain that somebody names; ok is false for what cannot name a site.
func (b *Book) resolve(domain string) (name string, ok bool) {
	if b.names.Named(domain) {
		return domain, true
	}
	name, ok = domainOrWord(domain)
	return b.names.Card(name), ok
}

// key returns the name of the card to which words of a site belong.
func (b *Book) key(site string) string {
	if b.names.Named(site) {
		return site
	}
	return b.names.Card(site)
}

// whole is what people wrote of a site. That of a named one is what they wrote of each of its addresses.
func (b *Book) whole(name string) *site {
	own := b.sites[name]
	if own == nil {
		own = &site{}
	}
	if !b.names.Named(name) {
		return own
	}
	all := &site{card: own.card}
	for _, address := range slices.Sorted(maps.Keys(b.sites)) {
		if s := b.sites[address]; b.key(address) == name {
			all.edits = append(all.edits, s.edits...)
			if all.written == nil {
				all.written = s.written
			}
		}
	}
	slices.SortFunc(all.edits, func(a, b *types.Edit) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.EditID, b.EditID))
	})
	return all
}

// Written are the sites that people wrote of, each under the address or the name that they gave.
func (b *Book) Written() (sites []string) {
	for name, s := range b.sites {
		if s.written != nil || len(s.edits) > 0 {
			sites = append(sites, name)
		}
	}
	slices.Sort(sites)
	return sites
}

// PutSession updates what is known of a session (its goal, its end) after steps
// of it were learnt, in a Book that stands alone. Unknown sessions are ignored.
func (b *Book) PutSession(session *types.Session) {
	if b.own != nil {
		b.Changed(b.own.put(session)...)
	}
}

// Changed says that the sessions of some sites are not what they were.
func (b *Book) Changed(sites ...string) {
	for _, name := range sites {
		if s := b.sites[name]; s != nil {
			s.card = nil
		}
	}
}

// Learn takes one recorded step, which the Book reads later and must not change.
// Steps of no site (a new tab, a local file) teach nothing.
func (b *Book) Learn(session *types.Session, step *types.Step) {
	name := SiteOf(step)
	if name == "" {
		return
	}
	if b.own != nil {
		b.own.learn(name, session, step)
	}
	b.Changed(b.names.Card(name))
}

// after is the order of steps: time, then id.
func after(a, b *types.Step) bool {
	return a.Timestamp > b.Timestamp || a.Timestamp == b.Timestamp && a.StepID > b.StepID
}

// site is what is kept of a site, made when there is nothing.
func (b *Book) site(name string) *site {
	s := b.sites[name]
	if s == nil {
		s = &site{}
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
	if b.sites[name] == nil && b.Len() >= maxSites {
		return types.Fault(types.CodeStoreFull, "there are too many sites", "Forget a site that is no longer needed.")
	}
	b.site(name).written = fitCard(card, name)
	b.Changed(name, b.names.Card(name))
	return nil
}

// Forget removes exactly what came from the steps that f names, the edits that
// it lists, and with an origin also what people wrote of its site.
func (b *Book) Forget(f types.Forget) {
	everything := f.StepID == "" && f.SessionID == "" && f.Origin == ""
	if everything && !f.All && len(f.Edits) == 0 {
		return
	}
	if b.own != nil {
		b.own.forget(f)
	}
	forgotten := Site(f.Origin)
	for name, s := range b.sites {
		s.card = nil
		if everything && f.All || f.StepID == "" && f.SessionID == "" && name == forgotten {
			s.written, s.edits = nil, nil
		}
		s.edits = slices.DeleteFunc(slices.Clone(s.edits), func(e *types.Edit) bool { return slices.Contains(f.Edits, e.EditID) })
		if s.written == nil && len(s.edits) == 0 {
			delete(b.sites, name)
		}
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
	origin := text.Origin(f.Origin)
	for _, address := range addresses(step) {
		if text.Origin(address) == origin {
			return true
		}
	}
	return false
}

// runs are the sessions on a site, by id.
func (b *Book) runs(name string) map[string]*run {
	runs := map[string]*run{}
	for session, steps := range b.steps.Runs(name) {
		runs[session.SessionID] = &run{session, steps}
	}
	return runs
}

// Card is the card of a site, or nil. The caller may keep it and must not
// change it.
func (b *Book) Card(domain string) *types.KnowledgeCard {
	name, _ := b.resolve(domain)
	return b.card(name)
}

func (b *Book) card(name string) *types.KnowledgeCard {
	s := b.whole(name)
	if s.card == nil {
		s.card = b.derive(name, s)
	}
	if s.written == nil && len(s.edits) == 0 && s.card.UpdatedAt == 0 {
		return nil // nothing is kept of sites where nobody was
	}
	b.site(name).card = s.card
	if len(s.card.Patterns) == 0 {
		return nil
	}
	return s.card
}

// Cards are all cards, by domain.
func (b *Book) Cards() []*types.KnowledgeCard {
	var cards []*types.KnowledgeCard
	for _, name := range b.Names() {
		if card := b.card(name); card != nil {
			cards = append(cards, card)
		}
	}
	return cards
}

// Len counts the sites that something is known of, without making their cards.
func (b *Book) Len() int { return len(b.Names()) }

// Names are the sites that something is known of, in order.
func (b *Book) Names() []string {
	names := slices.Clone(b.steps.Sites())
	for _, name := range b.Written() {
		names = append(names, b.key(name))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
