package core

import (
	"net/url"
	"slices"
	"strings"

	"cairn/shared/learn"
	"cairn/shared/recall"
	"cairn/shared/types"
)

// Forget removes everything that f names, at once and exactly: no query finds a trace
// of it afterwards. The receipt counts the removals. The undoing of a deletion does
// nothing here: the core receives the records again.
func (c *Core) Forget(f types.Forget) types.ForgetReceipt {
	if f.Undo {
		return types.ForgetReceipt{}
	}
	sites := c.recall.Len()
	m := c.meaningOf(f)
	n := c.named(&m)
	f.Edits = n.Edits.Edits
	bySite := c.bySite(m, n)
	changed := c.sitesOfSteps(slices.Concat(n.Steps, n.Cleaned))
	// Their keeper has dropped them by now: see the comment on segments.
	for _, id := range n.Sessions {
		c.drop(c.segments.of[id])
	}
	for _, step := range slices.Concat(n.Steps, n.Cleaned) {
		c.drop(c.segments.of[step.SessionID])
		c.search.RemoveStep(step.StepID)
		c.prior.engine.RemoveStep(step.SessionID, step.StepID)
		c.forgetActed(step)
	}
	for _, id := range n.Sessions {
		c.search.RemoveSession(id)
		c.prior.engine.RemoveSession(id)
		delete(c.prior.sessions, id)
	}
	if bySite {
		c.recall.Forget(types.Forget{StepID: f.StepID, SessionID: f.SessionID, Origin: addressOf(m.site), All: f.All, Edits: f.Edits})
		for _, site := range n.Sites {
			c.recall.Forget(types.Forget{Origin: addressOf(site)})
		}
	} else {
		c.recall.Forget(types.Forget{Edits: f.Edits})
		c.recall.Changed(changed...)
	}
	c.learned().Forget(n.Sessions, n.Steps, f.Edits)
	c.flows.forget(f.Edits)
	if c.names.Forget(f.Edits) {
		c.renamed()
	}
	for _, step := range n.Cleaned {
		// It was accepted before, so it is accepted again.
		_ = c.PutStep(step)
	}
	return types.ForgetReceipt{Sessions: len(n.Sessions), Steps: len(n.Steps), Edits: len(f.Edits), Cleaned: len(n.Cleaned), Goals: len(n.Goals), Sites: max(0, sites-c.recall.Len())}
}

// bySite reports whether site memory can apply the request itself: it knows neither
// elements nor times.
func (c *Core) bySite(m meaning, n Named) bool {
	if m.StepID != "" || m.SessionID != "" {
		return true
	}
	if m.is != nil || m.From != 0 || m.To != 0 || m.Author != "" {
		return false
	}
	at := m.At
	m.At = 0
	return at == 0 || m.All || len(c.named(&m).Steps) == len(n.Steps)
}

// sitesOfSteps returns the sites whose cards the steps' sessions add to.
func (c *Core) sitesOfSteps(steps []*types.Step) (names []string) {
	done := map[string]bool{}
	for _, step := range steps {
		if !done[step.SessionID] {
			done[step.SessionID] = true
			names = append(names, c.sitesOf(step.SessionID)...)
		}
	}
	return names
}

// Named lists everything that a deletion request covers.
type Named struct {
	Sessions []string
	Steps    []*types.Step // without the contents of their pages
	// Cleaned holds the new form of steps that stay: without the element.
	Cleaned []*types.Step
	// Sites holds the domains whose cards are removed, with people's text on them.
	Sites []string
	// Goals holds the sessions that stay although their goal or tags name the element.
	Goals []string
	// Edits holds the removed edits of cards and KB items by people and agents, and their
	// replacements.
	Edits learn.Forgotten
}

// Named returns everything that Forget would remove, so that a store can delete the
// same. A session that loses its last step to an origin, an element or a period is
// removed too, because its goal and its launch concern the same.
func (c *Core) Named(f types.Forget) Named {
	m := c.meaningOf(f)
	return c.named(&m)
}

func (c *Core) named(m *meaning) (n Named) {
	within := func(at types.Time) bool { return at >= m.From && (m.To == 0 || at < m.To) }
	switch {
	case m.Author != "":
		n = c.namedByAuthor(m.Forget)
	case m.StepID != "":
		if step := c.search.Step(m.StepID); step != nil {
			n.Steps = []*types.Step{step}
		}
	case m.SessionID != "":
		if c.search.Session(m.SessionID) != nil {
			n.Sessions, n.Steps = []string{m.SessionID}, c.search.Outlines(m.SessionID)
		}
	case m.is != nil:
		n = c.namedBy(m.At, m.here, func(step *types.Step) bool {
			return slices.ContainsFunc(touched(step), m.here) && names(step.Tool.Target, m)
		}, nil)
		n.Cleaned = c.cleaned(m, n.Steps)
		n.Goals = c.goalsNaming(m, n.Sessions)
	case m.here != nil || m.From != 0 || m.To != 0:
		n = c.namedBy(m.At, m.here, func(step *types.Step) bool {
			return (m.here == nil || slices.ContainsFunc(touched(step), m.here)) && within(step.Timestamp)
		}, func(s *types.Session) bool {
			if m.here == nil {
				return within(s.CreatedAt)
			}
			return m.From == 0 && m.To == 0 && s.Launch != nil && s.Launch.URL != "" && m.here(originOf(s.Launch.URL))
		})
	case m.All:
		n.Sessions = c.search.SessionIDs()
		for _, id := range n.Sessions {
			n.Steps = append(n.Steps, c.search.Outlines(id)...)
		}
		for _, card := range c.recall.Cards() {
			n.Sites = append(n.Sites, card.Domain)
		}
	}
	if m.wholeSite() {
		n.Sites = c.sitesMeant(m)
	}
	n.Edits = c.namedEdits(m, n.Sessions, n.Steps)
	return n
}

// NamedEdits returns the edits that are removed with f's sessions and steps, and
// their replacements: people's text on a deleted site or element, and decisions about
// items that have no other evidence.
func (c *Core) NamedEdits(f types.Forget, sessions []string, steps []*types.Step) learn.Forgotten {
	m := c.meaningOf(f)
	return c.namedEdits(&m, sessions, steps)
}

func (c *Core) namedEdits(m *meaning, sessions []string, steps []*types.Step) learn.Forgotten {
	about := types.Forgetting{All: m.All && m.StepID == "" && m.SessionID == "" && m.here == nil, Edits: m.Edits}
	if m.StepID == "" && m.SessionID == "" && m.From == 0 && m.To == 0 { // otherwise text on the whole site stays
		about.Here, about.Said = m.here, m.said
		about.Site = m.isSite
	}
	named := c.learned().Named(about, sessions, steps)
	named.Edits = append(named.Edits, c.recall.EditsNamed(about, sessions, steps)...)
	named.Edits = append(named.Edits, c.flows.named(about)...)
	switch {
	case about.All:
		for _, e := range c.names.Edits() {
			named.Edits = append(named.Edits, e.EditID)
		}
	case m.wholeSite() && m.named != "":
		named.Edits = append(named.Edits, c.names.EditsOf(m.named)...)
	}
	return named
}

// sitesMeant returns the sites that are removed completely: a named one has people's text at each of its
// addresses.
func (c *Core) sitesMeant(m *meaning) (sites []string) {
	if m.site != "" {
		return []string{m.site}
	}
	for _, site := range append(c.recall.Written(), m.named) {
		if m.isSite(site) && !slices.Contains(sites, site) {
			sites = append(sites, site)
		}
	}
	return sites
}

// namedBy lists the steps that are covered, and the sessions of which nothing is
// left. A session without steps is listed when about returns true for it. With
// origins (here) it examines only sessions that were there.
func (c *Core) namedBy(at types.Time, here func(string) bool, means func(*types.Step) bool, about func(*types.Session) bool) (n Named) {
	for _, id := range c.search.SessionIDs() {
		session := c.search.Session(id)
		if here != nil && !c.wasAt(id, here) && (about == nil || !about(session)) {
			continue
		}
		all := c.search.Outlines(id)
		kept := 0
		for _, step := range all {
			if (at == 0 || step.Timestamp <= at) && means(step) {
				n.Steps = append(n.Steps, step)
			} else {
				kept++
			}
		}
		if kept == 0 && (len(all) > 0 || about != nil && (at == 0 || session.CreatedAt <= at) && about(session)) {
			n.Sessions = append(n.Sessions, id)
		}
	}
	return n
}

// wasAt reports whether a session touched one of some origins.
func (c *Core) wasAt(sessionID string, here func(string) bool) bool {
	return slices.ContainsFunc(c.search.PlacesOf(sessionID), func(place string) bool {
		origin, ok := strings.CutPrefix(place, placeTouched)
		return ok && here(origin)
	})
}

// cleaned returns copies of the remaining steps whose page names the element, without
// it.
func (c *Core) cleaned(m *meaning, gone []*types.Step) (out []*types.Step) {
	going := make(map[string]bool, len(gone))
	for _, step := range gone {
		going[step.StepID] = true
	}
	for _, id := range c.search.SessionIDs() {
		if !c.wasAt(id, m.here) {
			continue
		}
		for _, step := range c.search.Steps(id) {
			if going[step.StepID] || m.At != 0 && step.Timestamp > m.At || !slices.ContainsFunc(touched(step), m.here) {
				continue
			}
			if clean := without(step, m); clean != nil {
				out = append(out, clean)
			}
		}
	}
	return out
}

// originsOf returns a test for the origins of a deletion request: one origin or, for
// a host without a scheme, all of the site; nil for an empty string.
func originsOf(given string) func(origin string) bool {
	if given == "" {
		return nil
	}
	if strings.Contains(given, "://") {
		one := originOf(given)
		return func(origin string) bool { return origin == one }
	}
	site := recall.Site(addressOf(given))
	return func(origin string) bool { return site != "" && recall.Site(origin) == site }
}

// addressOf adds a scheme to a bare host.
func addressOf(given string) string {
	if given == "" || strings.Contains(given, "://") {
		return given
	}
	return "http://" + given
}

// touched returns the origins on which a step was taken, to which it led, and that
// its input names.
func touched(step *types.Step) (origins []string) {
	if o := step.Observation; o != nil {
		origins = append(origins, o.State.Origin, originOf(o.State.CurrentURL))
		if o.State.Embedder != "" {
			origins = append(origins, o.State.Embedder)
		}
	}
	if step.After != nil {
		origins = append(origins, originOf(step.After.CurrentURL))
	}
	if to, ok := step.Tool.Input["url"].(string); ok {
		origins = append(origins, originOf(to))
	}
	return origins
}

// originOf returns the origin of an address: scheme, host and port as in the address,
// in lower case. Other strings are returned unchanged.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return strings.ToLower(strings.TrimSuffix(address, "/"))
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}
