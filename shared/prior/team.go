package prior

import (
	"strconv"

	"cairn/shared/risk"
)

// What other members of a team did counts less than what worked here, because it may not
// work here, or may be false. Their successes vote with a quarter of the weight. Until an
// action worked here, its confidence is bounded, and one that pays, sends, deletes,
// grants, signs or publishes is not suggested. Their failures warn of nothing.
const (
	teamWeight  = -2 * octave
	sureOfOne   = 6000 // the bound for what one member did, in 1/10000
	sureOfTwo   = 8000 // and two
	maxTeamSeen = 1024 // attempts of a target that are looked at, newest first
)

// foreign reports whether another member of a team recorded the session.
func (s *session) foreign() bool { return s.meta != nil && s.meta.From != nil }

// doers describes who did a candidate's action with success.
type doers struct {
	here     bool // somebody here
	sessions int  // of a team's members
	members  int
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
		case r.session != last:
			last = r.session
			s.sessions++
			authors[r.session.meta.From.Author] = true
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

// bound limits the confidence in what did not work here yet.
func (q *question) bound(c *candidate) int {
	switch s := q.doneBy(c); {
	case s.here || s.members == 0:
		return mostSure
	case s.members == 1:
		return sureOfOne
	}
	return sureOfTwo
}

// untried reports whether a candidate is risky and only members of a team did it.
func (q *question) untried(c *candidate) bool {
	s := q.doneBy(c)
	if s.here || s.members == 0 {
		return false
	}
	if c.name.Sensitive {
		return true
	}
	key := c.best.key
	if c.action != actionPress {
		key = ""
	}
	words := c.name.Name
	if words == "" {
		words = c.name.TestID // the name did not leave
	}
	return risk.Of(risk.Action{Role: c.name.Role, Name: words, Key: key}) != risk.None
}

// teamSays returns the end of a rationale: who did what was not done here yet.
func (q *question) teamSays(c *candidate) string {
	s := q.doneBy(c)
	if s.here || s.members == 0 {
		return ""
	}
	members := "1 member"
	if s.members > 1 {
		members = strconv.Itoa(s.members) + " members"
	}
	return "; team: " + sessions(s.sessions) + " of " + members + "; not yet done here"
}
