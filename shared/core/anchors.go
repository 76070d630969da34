package core

import (
	"slices"

	"cairn/shared/types"
)

const (
	// maxAnchored bounds an answer: if an element had more names than this under one
	// anchor, none of them identifies it.
	maxAnchored = 8
	// besideReach is the number of neighbours noted on either side of an element, in the
	// order of the page.
	besideReach = 3
)

// Anchors returns the recorded forms of the element with that test id or selector on
// a screen, the newest first. Only successful steps of the same origin and screen
// count, and only those with the element's role and name. Unknown screens resemble no
// screen (DESIGN 4), so they have no anchors.
func (c *Core) Anchors(req types.AnchorRequest) []types.Anchored {
	if req.Origin == "" || req.Screen == "" || req.Screen == types.UnknownScreen || req.TestID == "" && req.Selector == "" {
		return nil
	}
	var found []*types.Step
	if req.Origin == types.OpaqueOrigin {
		return nil // shared by frames that have nothing else in common
	}
	site := c.siteOf(req.Origin)
	for _, id := range c.at(placeOrigin, site, c.siteOf) {
		for _, step := range c.search.Outlines(id) {
			if anchoredBy(step, req) && c.siteOf(step.Observation.State.Origin) == site {
				found = append(found, step)
			}
		}
	}
	slices.SortFunc(found, func(a, b *types.Step) int {
		if a.Timestamp != b.Timestamp {
			return int(min(max(b.Timestamp-a.Timestamp, -1), 1))
		}
		if a.StepID < b.StepID {
			return -1
		}
		return 1
	})
	return c.distinct(found)
}

// anchoredBy reports whether a step acted on the requested element.
func anchoredBy(s *types.Step, req types.AnchorRequest) bool {
	t := s.Tool.Target
	if t == nil || !s.Outcome.OK || s.Observation == nil || t.Role == "" || t.Name == "" {
		return false
	}
	if req.TestID != "" && t.TestID != req.TestID || req.TestID == "" && t.Selector != req.Selector {
		return false
	}
	at := &s.Observation.State
	return at.CurrentScreen == req.Screen
}

// distinct describes each role and name once, by its newest step.
func (c *Core) distinct(steps []*types.Step) []types.Anchored {
	type key struct{ role, name string }
	at := map[key]int{}
	var all []types.Anchored
	for _, s := range steps {
		k := key{s.Tool.Target.Role, s.Tool.Target.Name}
		if i, known := at[k]; known {
			all[i].Times++
			continue
		}
		if len(all) == maxAnchored {
			continue
		}
		at[k] = len(all)
		all = append(all, anchored(c.search.Step(s.StepID)))
	}
	return all
}

func anchored(s *types.Step) types.Anchored {
	t := *s.Tool.Target
	a := types.Anchored{Target: t, Times: 1, LastSeen: s.Timestamp}
	nodes := s.Observation.A11y.Nodes
	self := -1
	for i := range nodes {
		n := &nodes[i]
		if n.Role != t.Role || n.Name != t.Name {
			continue
		}
		if n.TestID == t.TestID && self < 0 {
			self = i
		} else {
			a.Twins++
		}
	}
	for _, id := range s.Observation.TestIDs {
		if id.TestID != t.TestID && !slices.Contains(a.Others, id.TestID) {
			a.Others = append(a.Others, id.TestID)
		}
	}
	if self < 0 {
		return a
	}
	a.Path = nodes[self].Path
	a.Beside = Neighbours(nodes, self)
	return a
}

// Neighbours names the elements around node i of an observation, the nearest first. It
// skips elements without a name.
func Neighbours(nodes []types.A11yNode, i int) []string {
	var labels []string
	for d := 1; d <= besideReach; d++ {
		for _, j := range []int{i - d, i + d} {
			if j >= 0 && j < len(nodes) && nodes[j].Name != "" {
				labels = append(labels, nodes[j].Role+` "`+nodes[j].Name+`"`)
			}
		}
	}
	return labels
}
