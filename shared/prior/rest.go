package prior

import "slices"

// The words of a goal that name a session's earlier actions are already done. A session that
// has opened the mail "Seminar on Friday" shares the word seminar with one that answered
// that mail, and still moves it as others moved theirs. So the remaining words of both
// goals decide which way continues for the asker's goal.

// Bounds for the remaining words of goals, in sixteenths of their joint words.
const (
	leastRest = 4 // from which on it decides the way
	clearRest = 2 // by which one way fits clearly better
)

// likerGo reports whether sessions whose goals have more in common with the asker's
// went another way than a candidate's, from the asker's position. If no session went the
// candidate's way directly from there, any session counts.
func (q *question) likerGo(c *candidate) bool {
	if len(q.goal) == 0 {
		return false
	}
	var mine []string
	along, apart := -1, -1
	for _, r := range q.evidence {
		if q.inPresentRound(r) || len(r.session.goal) == 0 || !q.follows(r) || !q.here(r) {
			continue
		}
		if mine == nil {
			mine = rest(q.goal, q.trail.last)
		}
		if like := q.likeness(mine, rest(r.session.goal, r.prev)); q.votesFor(r, c) {
			along = max(along, like)
		} else {
			apart = max(apart, like)
		}
	}
	if along < 0 {
		return apart >= 0
	}
	return apart >= leastRest && apart >= along+clearRest
}

// follows reports whether r came after the asker's last action, or its counterpart.
func (q *question) follows(r *record) bool {
	mine, theirs := q.trail.last, r.prev
	return targetOf(mine) == targetOf(theirs) && keyOf(mine) == keyOf(theirs) || q.standsFor(theirs, mine)
}

// votesFor reports whether r votes for a candidate.
func (q *question) votesFor(r *record, c *candidate) bool {
	if r.action != c.action {
		return false
	}
	if e := q.counterpart(r); e != nil {
		return c.replacement != nil && primaryKey(e.name) == primaryKey(c.replacement)
	}
	return r.aim == c.target
}

// rest returns the words of a goal that name no element used up to a record.
func rest(goal []string, last *record) []string {
	left := slices.Clone(goal)
	for n := 0; last != nil && n < maxLookBack; n, last = n+1, last.prev {
		if f := last.form; f != nil {
			left = slices.DeleteFunc(left, func(w string) bool { return kinIn(f.words, w) })
		}
	}
	return left
}

// likeness returns the common part of two lists of words, in sixteenths of their weight.
func (q *question) likeness(a, b []string) int {
	shared, all := 0, 0
	for _, w := range a {
		all += q.content(w)
	}
	for _, w := range b {
		if kinIn(a, w) {
			shared += q.content(w)
		} else {
			all += q.content(w)
		}
	}
	return 16 * shared / max(1, all)
}
