package prior

import (
	"strconv"

	"cairn/shared/risk"
	"cairn/shared/types"
)

// Actions of a team's other members count less than actions here, because they may not
// work here, or may be false. Until an action worked here, its confidence is bounded. One
// that pays, sends, deletes, grants, signs or publishes needs two members, and is never
// suggested with confidence. Members' failures warn of nothing.
const (
	sureOfOne   = 6000 // the bound for an action of one member, in 1/10000
	sureOfTwo   = 8000 // and two
	sureOfRisk  = 4000 // and for a risky one
	maxTeamSeen = 1024 // attempts of a target that are looked at, newest first
)

// teamWeight returns the weight of an author's sessions, beside the sessions recorded here.
func (q *question) teamWeight(author string) int {
	w := q.trust(author).weight
	if q.lived {
		w += q.model.Team
	}
	return w
}

// foreign reports whether another member of a team recorded the session.
func (s *session) foreign() bool { return s.meta != nil && s.meta.From != nil }

// doers describes who did a candidate's action with success.
type doers struct {
	here     bool // somebody here
	sessions int  // of a team's members
	members  int
	author   *types.From // one of them
}

// doneBy counts the sessions of others behind a candidate.
func (q *question) doneBy(c *candidate) (s doers) {
	if c.best == nil || !q.team {
		return doers{here: true} // nobody did it, or there is no team
	}
	authors := map[string]bool{}
	var last *session
	count := func(r *record) {
		switch {
		case !r.ok || r.action != c.action:
		case !r.session.foreign():
			s.here = true
		case r.session != last && r.session.known():
			from := r.session.meta.From
			if q.trust(from.Author).aside {
				return
			}
			last = r.session
			s.sessions += from.Times()
			authors[from.Author], s.author = true, from
		}
	}
	for i := len(c.target.records) - 1; i >= max(0, len(c.target.records)-maxTeamSeen) && !s.here; i-- {
		count(c.target.records[i])
	}
	if c.target != c.best.aim {
		count(c.best) // it stands for another element
	}
	s.members = len(authors)
	return s
}

// bound limits the confidence in an action that did not work here yet.
func (q *question) bound(c *candidate) int {
	switch s := q.doneBy(c); {
	case s.here || s.members == 0:
		return MostSure
	case q.risky(c):
		return sureOfRisk
	case s.members == 1:
		return sureOfOne
	}
	return sureOfTwo
}

// risky reports whether a candidate pays, sends, deletes, grants, signs or publishes, or
// fills a sensitive field.
func (q *question) risky(c *candidate) bool {
	if c.name.Sensitive {
		return true
	}
	key := ""
	if c.action == actionPress {
		key = c.best.key
	}
	words := c.name.Name
	if words == "" {
		words = c.name.TestID // the name did not leave
	}
	return risk.Of(risk.Action{Role: c.name.Role, Name: words, Key: key}) != risk.None
}

// untried reports whether a candidate is risky and a single member of a team did it.
func (q *question) untried(c *candidate) bool {
	s := q.doneBy(c)
	return !s.here && s.members == 1 && q.risky(c)
}

// teamSays returns the end of a rationale, which names the members behind an action not done here yet, and the
// author if there is one.
func (q *question) teamSays(c *candidate) (says, by string) {
	s := q.doneBy(c)
	switch {
	case s.here || s.members == 0:
		return "", ""
	case s.members == 1:
		return "; team: " + sessions(s.sessions) + " of " + s.author.Who() + "; not yet done here", s.author.Author
	}
	return "; team: " + sessions(s.sessions) + " of " + strconv.Itoa(s.members) + " members; not yet done here", ""
}
