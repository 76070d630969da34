package core

import (
	"net/url"
	"slices"
	"strings"

	"cairn/shared/learn"
	"cairn/shared/recall"
	"cairn/shared/types"
)

// Forget removes what f names, at once and exactly: no question finds a trace
// of it afterwards. The receipt counts what was removed. Taking a forgetting
// back is nothing to the core: it receives the records again.
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
	// Their keeper has dropped them by now: see what a segment is.
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
		// It was taken before, so it is taken again.
		_ = c.PutStep(step)
	}
	return types.ForgetReceipt{Sessions: len(n.Sessions), Steps: len(n.Steps), Edits: len(f.Edits), Cleaned: len(n.Cleaned), Goals: len(n.Goals), Sites: max(0, sites-c.recall.Len())}
}

// bySite reports whether site memory can tell by itself what f means: it knows
// neither elements nor times.
func (c *Core) bySite(m meaning, n Named) bool {
	if m.StepID != "" || m.SessionID != "" {
		return true
	}
	if m.is != nil || m.From != 0 || m.To != 0 {
		return false
	}
	at := m.At
	m.At = 0
	return at == 0 || m.All || len(c.named(&m).Steps) == len(n.Steps)
}

// sitesOfSteps are the sites whose cards the steps' sessions add to.
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

// Named is what a forgetting means, spelt out.
type Named struct {
	Sessions []string
	Steps    []*types.Step // without what their pages showed
	// Cleaned are steps that stay, as they are to be: without the element.
	Cleaned []*types.Step
	// Sites are the domains whose cards go, with what a person wrote there.
	Sites []string
	// Goals are the sessions that stay though their goal or tags name the element.
	Goals []string
	// Edits are what people and agents said of cards and KB items that goes too,
	// and what comes instead.
	Edits learn.Forgotten
}

// Named says what Forget would remove, so that a store can delete the same. A
// session that loses its last step to an origin, an element or a span of time
// goes with it, because its goal and its launch speak of that too.
func (c *Core) Named(f types.Forget) Named {
	m := c.meaningOf(f)
	return c.named(&m)
}

func (c *Core) named(m *meaning) (n Named) {
	within := func(at types.Time) bool { return at >= m.From && (m.To == 0 || at < m.To) }
	switch {
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
	if m.whole() {
		n.Sites = c.sitesMeant(m)
	}
	n.Edits = c.namedEdits(m, n.Sessions, n.Steps)
	return n
}

// NamedEdits says which edits go with sessions and steps that f means, and
// which come instead: what people wrote of a site or of an element that is
// forgotten, and decisions about what nothing else shows.
func (c *Core) NamedEdits(f types.Forget, sessions []string, steps []*types.Step) learn.Forgotten {
	m := c.meaningOf(f)
	return c.namedEdits(&m, sessions, steps)
}

func (c *Core) namedEdits(m *meaning, sessions []string, steps []*types.Step) learn.Forgotten {
	about := types.Forgetting{All: m.All && m.StepID == "" && m.SessionID == "" && m.here == nil, Edits: m.Edits}
	if m.StepID == "" && m.SessionID == "" && m.From == 0 && m.To == 0 { // else what was said of the whole site stays
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
	case m.whole() && m.named != "":
		named.Edits = append(named.Edits, c.names.EditsOf(m.named)...)
	}
	return named
}

// sitesMeant are the sites of which everything goes: a named one has words of people at each of its addresses.
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

// namedBy names the steps that are meant, and the sessions of which nothing is
// left. One that never had a step goes when about says that it is meant. With
// origins (here) only sessions that were there are looked at.
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

// cleaned are copies of the steps beside those that go whose page names the
// element, without it.
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

// originsOf tells which origins a forgetting means: one, or where it gives a
// host without a scheme all of the site; nil where it gives none.
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

// addressOf gives a bare host a scheme.
func addressOf(given string) string {
	if given == "" || strings.Contains(given, "://") {
		return given
	}
	return "http://" + given
}

// touched are the origins on which a step was taken, where it led, and that it
// names in its input.
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

// originOf is the origin of an address: scheme, host and port as the address
// has them, in lower case. What is no address is its own origin.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return strings.ToLower(strings.TrimSuffix(address, "/"))
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}
