package core

import (
	"slices"
	"strings"

	"cairn/shared/prior"
	"cairn/shared/share"
	"cairn/shared/text"
	"cairn/shared/types"
)

// RecordedHere returns the sessions that were recorded here, and the number of their steps.
func (c *Core) RecordedHere(visit func(s *types.Session, steps int, last types.Time)) {
	c.search.Each(func(s *types.Session, steps int, last types.Time) {
		if s.From == nil {
			visit(s, steps, last)
		}
	})
}

// RecordedElsewhere returns the sessions that a team's other members recorded, with the number of their steps, in all and
// by origin.
func (c *Core) RecordedElsewhere(visit func(s *types.Session, steps int, origins map[string]int)) {
	c.search.Each(func(s *types.Session, steps int, _ types.Time) {
		if s.From == nil {
			return
		}
		origins := map[string]int{}
		c.Touched(s.SessionID, func(origin string) { origins[origin] = steps })
		if len(origins) > 1 {
			clear(origins)
			for _, step := range c.search.Outlines(s.SessionID) {
				origins[share.Origin(step)]++
			}
		}
		visit(s, steps, origins)
	})
}

// OfAuthor returns the sessions that a member of a team recorded.
func (c *Core) OfAuthor(author string) (out []*types.Session) {
	c.search.Each(func(s *types.Session, _ int, _ types.Time) {
		if s.From != nil && s.From.Author == author {
			out = append(out, s)
		}
	})
	return out
}

// Authors returns the results of suggestions of a team's members, on the sites that were
// asked about.
func (c *Core) Authors(now types.Time) map[string]prior.AuthorResults {
	return c.prior.engine.Authors(now)
}

// TeamSessions counts the sessions of a team's members on an origin, and the members.
func (c *Core) TeamSessions(origin string) (sessions, members int) {
	authors := map[string]bool{}
	for _, id := range c.allAt(placeTouched, origin, originOf) {
		if s := c.search.Session(id); s.From != nil {
			authors[s.From.Author] = true
			sessions++
		}
	}
	return sessions, len(authors)
}

// ForgetsSite reports whether a deletion request covers all of an origin.
func (c *Core) ForgetsSite(f types.Forget, origin string) bool {
	if f.StepID != "" || f.SessionID != "" || f.All || f.Author != "" || f.From != 0 || f.To != 0 {
		return false
	}
	m := c.meaningOf(f)
	return m.is == nil && m.here != nil && m.here(origin)
}

// Count returns the number of a session's steps.
func (c *Core) Count(sessionID string) int { return c.search.Count(sessionID) }

// ToShare returns a session's steps at each origin on which they may leave, in their
// order.
func (c *Core) ToShare(sessionID string) map[string][]*types.Step {
	steps := c.search.Steps(sessionID)
	share.Sort(steps)
	out := map[string][]*types.Step{}
	for _, step := range steps {
		if origin := share.Origin(step); origin != "" {
			out[origin] = append(out[origin], step)
		}
	}
	return out
}

// At calls visit with the sessions that touched an origin, this person's and other members'.
func (c *Core) At(origin string, visit func(s *types.Session)) {
	for _, id := range c.allAt(placeTouched, origin, originOf) {
		visit(c.search.Session(id))
	}
}

// PatternSaid reports whether a person here named the addresses of a pattern, or unnamed them.
func (c *Core) PatternSaid(name, pattern string) bool {
	return slices.ContainsFunc(c.names.Edits(), func(e *types.Edit) bool {
		return slices.Contains(e.Site.Patterns, pattern) || e.Site.Op == types.SiteUnname && e.Site.Name == name && len(e.Site.Patterns) == 0
	})
}

// Touched calls visit with the origins that a session touched; it reads no step.
func (c *Core) Touched(sessionID string, visit func(origin string)) {
	for _, place := range c.search.PlacesOf(sessionID) {
		if origin, ok := strings.CutPrefix(place, placeTouched); ok {
			visit(origin)
		}
	}
}

// Origins lists the origins that sessions touched.
func (c *Core) Origins() (out []string) {
	c.search.Places(func(place string) {
		if origin, ok := strings.CutPrefix(place, placeTouched); ok {
			out = append(out, origin)
		}
	})
	return out
}

// Acted returns a function that reports whether a session other than the given one, recorded here,
// acted on an element of that name at an origin. It reads the origin's sessions once.
func (c *Core) Acted(origin string) func(sessionID, name string) bool {
	by := map[string]string{} // the session of a name, severalSessions for more
	for _, id := range c.at(placeTouched, origin, originOf) {
		for _, step := range c.search.Outlines(id) {
			if step.Tool.Target == nil || share.Origin(step) != origin {
				continue
			}
			switch name := step.Tool.Target.Name; by[name] {
			case "":
				by[name] = id
			case id:
			default:
				by[name] = severalSessions
			}
		}
	}
	return func(sessionID, name string) bool { return by[name] != "" && by[name] != sessionID }
}

// teamAt says how much other members of a team did on a site, and is empty for nothing.
func (c *Core) teamAt(site string) string {
	members, sessions, own, who := map[string]bool{}, 0, false, ""
	for _, id := range c.allAt(placeSite, site, c.names.Card) {
		if from := c.search.Session(id).From; from != nil {
			members[from.Author], who = true, from.Who()
			sessions += from.Times()
		} else {
			own = true
		}
	}
	if sessions == 0 {
		return ""
	}
	if len(members) > 1 {
		who = text.Counted(len(members), "member")
	}
	said := "team: " + text.Counted(sessions, "session") + " of " + who
	if !own {
		said += "; not yet done here"
	}
	return said
}

// namedByAuthor lists the records of a team's member that a request covers. A session
// that loses its last step goes too.
func (c *Core) namedByAuthor(f types.Forget) (n Named) {
	for _, id := range c.search.SessionIDs() {
		session := c.search.Session(id)
		if session.From == nil || session.From.Author != f.Author {
			continue
		}
		all, left := c.search.Outlines(id), 0
		for _, step := range all {
			if CoversShared(f, session, step) {
				n.Steps = append(n.Steps, step)
			} else {
				left++
			}
		}
		if left == 0 && len(all) > 0 || CoversShared(f, session, nil) {
			n.Sessions = append(n.Sessions, id)
		}
	}
	return n
}

// CoversShared reports whether the request of a team's member covers a session, or one
// of its steps. Others' records are never covered.
func CoversShared(f types.Forget, session *types.Session, step *types.Step) bool {
	if f.Author == "" || session == nil || session.From == nil || session.From.Author != f.Author {
		return false
	}
	return len(f.IDs) == 0 && session.CreatedAt <= f.At || slices.Contains(f.IDs, session.SessionID) || step != nil && slices.Contains(f.IDs, step.StepID)
}
