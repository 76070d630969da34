package core

import (
	"iter"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/prior"
	"cairn/shared/recall"
	"cairn/shared/types"
)

// The places of a step, which the search engine indexes: a letter for the kind of
// place, then its name.
const (
	placeOrigin  = "o" // for prior knowledge
	placeSite    = "s" // for the site's card
	placeTouched = "t" // an origin that it was on, led to or names: for deletion
)

func placesOf(step *types.Step) []string {
	var out []string
	add := func(kind, name string) {
		if place := kind + name; name != "" && !slices.Contains(out, place) {
			out = append(out, place)
		}
	}
	if o := step.Observation; o != nil {
		add(placeOrigin, prior.Origin(&o.State))
	}
	add(placeSite, recall.SiteOf(step))
	for _, origin := range touched(step) {
		add(placeTouched, origin)
	}
	return out
}

// sites lets recall read the stored steps of a site.
type sites struct{ c *Core }

func (s sites) Sites() []string {
	var out []string
	s.c.search.Places(func(place string) {
		if name, ok := strings.CutPrefix(place, placeSite); ok {
			out = append(out, s.c.names.Card(name))
		}
	})
	slices.Sort(out)
	return slices.Compact(out)
}

func (s sites) Runs(site string) iter.Seq2[*types.Session, []*types.Step] {
	return func(yield func(*types.Session, []*types.Step) bool) {
		for _, id := range s.c.at(placeSite, site, s.c.names.Card) {
			if !yield(s.c.search.Session(id), s.c.stepsOn(site, s.c.search.Steps(id))) {
				return
			}
		}
	}
}

// stepsOn returns those of a session's steps that were done on a site. It reuses the list.
func (c *Core) stepsOn(site string, steps []*types.Step) []*types.Step {
	return slices.DeleteFunc(steps, func(step *types.Step) bool { return c.names.Card(recall.SiteOf(step)) != site })
}

func (s sites) Tasks() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, id := range slices.Sorted(slices.Values(s.c.search.SessionIDs())) {
			if meta := s.c.search.Session(id); meta.From == nil && meta.Done() && !meta.Ambient && meta.Goal != "" && !yield(meta.Goal, s.c.sitesOf(id)) {
				return
			}
		}
	}
}

func (c *Core) sitesOf(sessionID string) []string {
	var out []string
	for _, place := range c.search.PlacesOf(sessionID) {
		if name, ok := strings.CutPrefix(place, placeSite); ok {
			out = append(out, c.names.Card(name))
		}
	}
	return out
}

// siteOf returns the key for evidence of an origin: the name of its site, else the origin itself (DESIGN 9.24).
func (c *Core) siteOf(origin string) string { return c.names.SiteOf(origin) }

// at lists this person's own sessions at the places of a kind that have a key, in the order of their ids. Sessions of other
// members of a team are neither flows nor site memory until they were done here.
func (c *Core) at(kind, key string, keyOf func(place string) string) []string {
	return slices.DeleteFunc(c.allAt(kind, key, keyOf), func(id string) bool { return c.search.Session(id).From != nil })
}

// allAt is at with the sessions of a team's other members. Places are stored as addresses, so that names may change.
func (c *Core) allAt(kind, key string, keyOf func(place string) string) []string {
	if !c.names.Named(key) && !strings.HasSuffix(key, recall.OneWordPort) {
		return c.search.At(kind + key)
	}
	var ids []string
	c.search.Places(func(place string) {
		if name, ok := strings.CutPrefix(place, kind); ok && keyOf(name) == key {
			ids = append(ids, c.search.At(place)...)
		}
	})
	slices.Sort(ids)
	return slices.Compact(ids)
}

// renamed recomputes everything that is keyed by origin under the present names.
func (c *Core) renamed() {
	c.prior = newSuggestions(c.siteOf, c.hider)
	c.recall.Renamed()
	c.kb.Renamed()
	c.flows = newFlows(c.flows.edits)
}

// suggestions is prior knowledge. It reads an origin's sessions on the first request,
// because most origins are never requested.
type suggestions struct {
	engine   *prior.Engine
	sessions map[string]bool // sessions read, with all their steps
	origins  map[string]bool // origins whose sessions were read, by siteOf
	acted    acted
}

func newSuggestions(siteOf func(origin string) string, names *capture.Hider) suggestions {
	return suggestions{engine: prior.For(siteOf, names), sessions: map[string]bool{}, origins: map[string]bool{}, acted: acted{}}
}

// Learn reads sessions on the origin of a page into prior knowledge, until they have
// that many steps together. It returns the number of unread sessions. [Core.Prior]
// reads the rest at once, which takes long for a busy origin. Callers that share a
// lock call Learn in parts before.
func (c *Core) Learn(page *types.State, steps int) (left int) {
	return c.learn(prior.Origin(page), steps)
}

func (c *Core) learn(origin string, steps int) (left int) {
	p, site := &c.prior, c.siteOf(origin)
	if origin == "" || p.origins[site] {
		return 0
	}
	for _, id := range c.allAt(placeOrigin, site, c.siteOf) {
		switch {
		case p.sessions[id]:
		case steps <= 0:
			left++
		default:
			steps -= c.learnSession(id)
		}
	}
	p.origins[site] = left == 0
	return left
}

func (c *Core) learnSession(id string) (steps int) {
	p, meta := &c.prior, c.search.Session(id)
	if meta == nil || p.sessions[id] {
		return 0
	}
	p.sessions[id] = true
	p.engine.PutSession(meta)
	all := c.search.Steps(id)
	for _, step := range all {
		p.engine.PutStep(step)
		if meta.From == nil {
			c.noteActed(step)
		}
		steps++
	}
	c.readTrace(meta, all)
	return steps
}

// learnStep adds a new step to prior knowledge, if that has read the session or the
// origin.
func (c *Core) learnStep(step *types.Step) {
	p := &c.prior
	switch {
	case p.sessions[step.SessionID]:
		p.engine.PutStep(step)
		if c.search.Session(step.SessionID).From == nil {
			c.noteActed(step)
		}
	case step.Observation != nil && p.origins[c.siteOf(prior.Origin(&step.Observation.State))]:
		c.learnSession(step.SessionID)
	}
}
