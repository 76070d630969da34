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

// The places of a step, of which the search engine keeps track for all: a
// letter for what the place is to whom, then its name.
const (
	placeOrigin  = "o" // where prior knowledge counts it
	placeSite    = "s" // whose card it adds to
	placeTouched = "t" // an origin that it was on, led to or names: what forgetting looks for
)

// placesOf names the places of a step.
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

// sites lets recall read the steps of a site where they are held.
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
			steps := slices.DeleteFunc(s.c.search.Steps(id), func(step *types.Step) bool { return s.c.names.Card(recall.SiteOf(step)) != site })
			if !yield(s.c.search.Session(id), steps) {
				return
			}
		}
	}
}

func (s sites) Tasks() iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, id := range slices.Sorted(slices.Values(s.c.search.SessionIDs())) {
			if meta := s.c.search.Session(id); meta.Done() && !meta.Ambient && meta.Goal != "" && !yield(meta.Goal, s.c.sitesOf(id)) {
				return
			}
		}
	}
}

// sitesOf are the sites where a session was.
func (c *Core) sitesOf(sessionID string) []string {
	var out []string
	for _, place := range c.search.PlacesOf(sessionID) {
		if name, ok := strings.CutPrefix(place, placeSite); ok {
			out = append(out, c.names.Card(name))
		}
	}
	return out
}

// siteOf returns the key under which evidence of an origin is found: the name of its site, else the origin itself
// (DESIGN 9.24).
func (c *Core) siteOf(origin string) string { return c.names.SiteOf(origin) }

// at lists the sessions at the places of a kind that have a key, in the order of their ids. Places are kept as the
// addresses that they were, so that a name may come and go.
func (c *Core) at(kind, key string, keyOf func(place string) string) []string {
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

// renamed makes everything that is keyed by origin find its evidence under the names that hold now.
func (c *Core) renamed() {
	c.prior = newSuggestions(c.siteOf, c.hider)
	c.recall.Renamed()
	c.kb.Renamed()
	c.flows = newFlows(c.flows.edits)
}

// suggestions is prior knowledge, which learns an origin when it is first asked
// about it: most origins never are.
type suggestions struct {
	engine   *prior.Engine
	sessions map[string]bool // those that it knows, with all their steps
	origins  map[string]bool // those whose sessions it knows, by siteOf
	acted    acted
}

func newSuggestions(siteOf func(origin string) string, names *capture.Hider) suggestions {
	return suggestions{engine: prior.For(siteOf, names), sessions: map[string]bool{}, origins: map[string]bool{}, acted: acted{}}
}

// Learn makes prior knowledge know more of what was done on the origin of a page:
// sessions until they have that many steps together. It says how many sessions
// are left. [Core.Prior] learns what is left at once, which takes a while where
// much was done; who lets others in meanwhile learns in parts before.
func (c *Core) Learn(page *types.State, steps int) (left int) {
	return c.learn(prior.Origin(page), steps)
}

func (c *Core) learn(origin string, steps int) (left int) {
	p, site := &c.prior, c.siteOf(origin)
	if origin == "" || p.origins[site] {
		return 0
	}
	for _, id := range c.at(placeOrigin, site, c.siteOf) {
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

// learnSession says how many steps it learned.
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
		c.noteActed(step)
		steps++
	}
	c.readTrace(meta, all)
	return steps
}

// learnStep tells prior knowledge of a step that was just taken in, where it
// knows the session or the origin.
func (c *Core) learnStep(step *types.Step) {
	p := &c.prior
	switch {
	case p.sessions[step.SessionID]:
		p.engine.PutStep(step)
		c.noteActed(step)
	case step.Observation != nil && p.origins[c.siteOf(prior.Origin(&step.Observation.State))]:
		c.learnSession(step.SessionID)
	}
}
