package core

import (
	"cmp"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/prior"
	"cairn/shared/recall"
	"cairn/shared/types"
)

// Bounds of the search for a known application at another address; they limit the cost per observed
// page.
const (
	likeOrigins  = 12 // addresses, most recently used first
	likeSessions = 3  // of each, the newest
	likeSteps    = 40 // of each session, the newest
)

// A page resembles those of another address if two of three agree: its title, its screen (the home screen does not
// count), and its elements, of which likeElements and half of all must be known there.
const (
	likeElements = 3
	likeMarks    = 2
)

// Resembles returns the known application on this machine that a page at an unnamed loopback address resembles, or
// nil. It is a hint to a person: evidence is not shared before the addresses have one name (DESIGN 9.24).
func (c *Core) Resembles(page *types.Observation) *types.Resemblance {
	origin := prior.Origin(&page.State)
	if !recall.OnThisMachine(origin) || c.siteOf(origin) != origin {
		return nil
	}
	var best *types.Resemblance
	most := 0
	for _, other := range c.otherApps(origin) {
		like, marks := c.seenAt(other).likeness(page, c.hider)
		if marks < likeMarks || marks <= most {
			continue
		}
		like.Here, like.Origin = origin, other
		if name := c.siteOf(other); name != other {
			like.Site = name
		}
		best, most = &like, marks
	}
	return best
}

// otherApps lists the other origins on this machine that have steps, most recently used first.
func (c *Core) otherApps(origin string) []string {
	latest := map[string]types.Time{}
	c.search.Places(func(place string) {
		if other, ok := strings.CutPrefix(place, placeOrigin); ok && other != origin && recall.OnThisMachine(other) {
			for _, id := range c.search.At(place) {
				latest[other] = max(latest[other], c.search.Session(id).CreatedAt)
			}
		}
	})
	all := make([]string, 0, len(latest))
	for other := range latest {
		all = append(all, other)
	}
	slices.SortFunc(all, func(a, b string) int { return cmp.Or(cmp.Compare(latest[b], latest[a]), cmp.Compare(a, b)) })
	return all[:min(len(all), likeOrigins)]
}

// appearance holds the titles, screens and elements of an origin's pages.
type appearance struct{ titles, screens, elements map[string]bool }

func (c *Core) seenAt(origin string) appearance {
	a := appearance{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	ids := c.search.At(placeOrigin + origin)
	slices.SortFunc(ids, func(x, y string) int {
		return cmp.Or(cmp.Compare(c.search.Session(y).CreatedAt, c.search.Session(x).CreatedAt), cmp.Compare(x, y))
	})
	for _, id := range ids[:min(len(ids), likeSessions)] {
		steps := c.search.Steps(id)
		for _, step := range steps[max(0, len(steps)-likeSteps):] {
			if o := step.Observation; o != nil && prior.Origin(&o.State) == origin {
				a.titles[o.State.Title], a.screens[o.State.CurrentScreen] = true, true
				for _, e := range elementsOf(o) {
					a.elements[e] = true
				}
			}
		}
	}
	return a
}

// likeness compares a page with an appearance, which may contain hashes, and counts the marks that agree.
func (a appearance) likeness(page *types.Observation, h *capture.Hider) (like types.Resemblance, marks int) {
	title, screen := page.State.Title, page.State.CurrentScreen
	like.Title = title != "" && (a.titles[title] || h.Keyed() && a.titles[h.Hide(title)])
	like.Route = screen != types.UnknownScreen && screen != capture.HomeScreen &&
		(a.screens[screen] || h.Keyed() && a.screens[h.Screen(screen, page.State.CurrentURL)])
	mine := elementsOf(page)
	like.Elements = len(mine)
	for _, e := range mine {
		kind, name, _ := strings.Cut(e, " ")
		if a.elements[e] || h.Keyed() && (kind == elementID && a.elements[elementID+" "+capture.MaskedTestID(name)] || a.elements[kind+" "+h.Hide(name)]) {
			like.Shared++
		}
	}
	for _, agrees := range []bool{like.Title, like.Route, like.Shared >= likeElements && 2*like.Shared >= like.Elements} {
		if agrees {
			marks++
		}
	}
	return like, marks
}

// elementID replaces the role of an element that has a test id.
const elementID = "testid"

// elementsOf lists the elements of a page once each: by test id, or else by role and name.
func elementsOf(o *types.Observation) (all []string) {
	for _, t := range o.TestIDs {
		all = append(all, elementID+" "+t.TestID)
	}
	for _, n := range o.A11y.Nodes {
		if n.TestID == "" && n.Name != "" {
			all = append(all, n.Role+" "+n.Name)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
