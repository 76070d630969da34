package recall

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"cairn/shared/types"
)

// maxSites bounds the number of sites when a person adds a new one. A person uses a few
// hundred.
const maxSites = 10000

// Book holds the cards of all sites. It is not safe for use by several
// goroutines at once.
//
// It stores only the edits of people. It derives the rest of a card from the
// site's steps on demand, and caches it until the next step. So a deleted step leaves
// no trace, and the order in which steps arrive does not matter.
type Book struct {
	steps Steps
	names *Names // names of sites; sites with one name share evidence
	sites map[string]*site
}

// Steps supplies the steps of sessions, by site (see [SiteOf]).
type Steps interface {
	// Sites returns the sites of all steps, in any order.
	Sites() []string
	// Runs returns the sessions on a site in the order of their ids, each with its
	// steps there, oldest first.
	Runs(site string) iter.Seq2[*types.Session, []*types.Step]
	// Tasks returns the goals of sessions that are done, in the order of the sessions'
	// ids, each with the sites that the session was on.
	Tasks() iter.Seq2[string, []string]
}

// site is the stored and cached data of one site.
type site struct {
	edits []*types.Edit        // by people, in chronological order
	card  *types.KnowledgeCard // derived; nil if stale
}

// run holds the steps of one session on one site, oldest first.
type run struct {
	session *types.Session
	steps   []*types.Step
}

// Over returns a Book that reads its steps from steps. Report each change to the Book
// ([Book.Learn], [Book.Changed], [Book.Forget]) after steps has it.
func Over(steps Steps, names *Names) *Book {
	return &Book{steps: steps, names: names, sites: map[string]*site{}}
}

// Renamed invalidates the cached cards after site names have changed.
func (b *Book) Renamed() {
	for _, s := range b.sites {
		s.card = nil
	}
}

// resolve returns the name of the card of a domain, which may be a user's word for the site.
func (b *Book) resolve(domain string) string {
	if b.names.Named(domain) {
		return domain
	}
	name, _ := domainOrWord(domain)
	return b.names.Card(name)
}

// key returns the name of the card that the edits of a site belong to.
func (b *Book) key(site string) string {
	if b.names.Named(site) {
		return site
	}
	return b.names.Card(site)
}

// collect returns the stored data of a site. For a named one it joins the edits of all its addresses.
func (b *Book) collect(name string) *site {
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
		}
	}
	slices.SortFunc(all.edits, func(a, b *types.Edit) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.EditID, b.EditID))
	})
	return all
}

// Written returns the sites with edits of people, under the address or name that they gave.
func (b *Book) Written() (sites []string) {
	for name, s := range b.sites {
		if len(s.edits) > 0 {
			sites = append(sites, name)
		}
	}
	slices.Sort(sites)
	return sites
}

// Changed invalidates the cached cards of sites whose sessions have changed.
func (b *Book) Changed(sites ...string) {
	for _, name := range sites {
		if s := b.sites[name]; s != nil {
			s.card = nil
		}
	}
}

// Learn adds one recorded step, which must not change later. It ignores steps without a
// site (a new tab, a local file).
func (b *Book) Learn(step *types.Step) {
	name := SiteOf(step)
	if name == "" {
		return
	}
	b.Changed(b.names.Card(name))
}

// after reports whether a is later than b: by time, then by id.
func after(a, b *types.Step) bool {
	return a.Timestamp > b.Timestamp || a.Timestamp == b.Timestamp && a.StepID > b.StepID
}

// site returns the data of a site, and creates them if there are none.
func (b *Book) site(name string) *site {
	s := b.sites[name]
	if s == nil {
		s = &site{}
		b.sites[name] = s
	}
	return s
}

// Forget removes the edits that f lists, and with an origin also the edits of its site.
// It invalidates all cached cards, because the steps under them are deleted elsewhere.
func (b *Book) Forget(f types.Forget) {
	everything := f.StepID == "" && f.SessionID == "" && f.Origin == ""
	if everything && !f.All && len(f.Edits) == 0 {
		return
	}
	forgotten := Site(f.Origin)
	for name, s := range b.sites {
		s.card = nil
		if everything && f.All || f.StepID == "" && f.SessionID == "" && name == forgotten {
			s.edits = nil
		}
		s.edits = slices.DeleteFunc(slices.Clone(s.edits), func(e *types.Edit) bool { return slices.Contains(f.Edits, e.EditID) })
		if len(s.edits) == 0 {
			delete(b.sites, name)
		}
	}
}

func (b *Book) runs(name string) map[string]*run {
	runs := map[string]*run{}
	for session, steps := range b.steps.Runs(name) {
		runs[session.SessionID] = &run{session, steps}
	}
	return runs
}

// Card returns the card of a site, or nil. The caller may keep it but must not change
// it.
func (b *Book) Card(domain string) *types.KnowledgeCard {
	name := b.resolve(domain)
	return b.card(name)
}

func (b *Book) card(name string) *types.KnowledgeCard {
	s := b.collect(name)
	if s.card == nil {
		s.card = b.derive(name, s)
	}
	if len(s.edits) == 0 && s.card.UpdatedAt == 0 {
		return nil // do not cache a card for a site without steps
	}
	b.site(name).card = s.card
	if len(s.card.Patterns) == 0 {
		return nil
	}
	return s.card
}

// Cards returns all cards, by domain.
func (b *Book) Cards() []*types.KnowledgeCard {
	var cards []*types.KnowledgeCard
	for _, name := range b.Names() {
		if card := b.card(name); card != nil {
			cards = append(cards, card)
		}
	}
	return cards
}

// Len counts the known sites without deriving their cards.
func (b *Book) Len() int { return len(b.Names()) }

// Names returns the known sites in order.
func (b *Book) Names() []string {
	names := slices.Clone(b.steps.Sites())
	for _, name := range b.Written() {
		names = append(names, b.key(name))
	}
	slices.Sort(names)
	return slices.Compact(names)
}
