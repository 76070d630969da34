package prior

import (
	"slices"
	"strings"
)

// Confidence is in a step for the asker's goal (DESIGN 9.20). Two goals that each have
// words which the other lacks concern different things: another mail, another option,
// another version. Success with one goal then does not predict success with the other where
// the two differ: at an element that the other goal's words name, directly or by its row;
// at one of several equal elements, which only a position or a generated id distinguishes;
// where the page shows something that only the asker's words name; and where the page offers
// many choices and neither the goals nor the elements of that way have a word of the asker's
// goal. Elements that no other session used give no such evidence either. The step may still be the best known one, but a
// person or an agent should check it.

// Unsure bounds the confidence, in 1/10000, in a step that may suit only another goal. More of
// these steps are right than wrong, but none may pass for sure: it is just below one half.
const Unsure = 4900

// Tasks with nothing in common rarely go the same way on a page with many choices. A login or
// a consent has few, and a way that several goals went is likely to suit a further one.
const (
	manyChoices  = 9 // sixteenths of full room: seven elements
	severalGoals = 3
)

// forThisGoal reports whether the evidence for a candidate holds for the asker's goal.
func (q *question) forThisGoal(c *candidate) bool {
	switch {
	case c.best == nil || c.others == 0 || q.likerGo(c):
		return false
	case c.replacement != nil || len(q.goal) == 0 || q.inPresentRound(c.best):
		return true
	}
	row, other, _ := q.identity(c)
	twin := row == nil && q.isTwin(c)
	known, agrees, unlike, off := false, false, true, true
	var way []string // the words of a goal that went this way and differs from the asker's
	for _, r := range q.usesOf(c) {
		goal := r.session.goal
		foreign := q.lacking(goal)
		switch {
		case q.partsAt(r) || !other && q.partsInRow(r, foreign):
		case !twin || len(foreign) == 0 || !lacks(goal, q.goal):
			agrees = true
		case c.target.key[0] == keyName: // of equals any may have been meant
		case way != nil && lacks(way, goal) && lacks(goal, way):
			agrees = true // different goals went the same way
		default:
			way = goal
		}
		known, unlike, off = true, unlike && q.unlike(r.visit) >= anotherTask, off && q.onWay(r.visit) == 0 && !q.likelyTask(r.visit)
	}
	return !known || agrees && !(unlike && (off && c.went < severalGoals && q.choices() >= manyChoices || q.showsOwn(c) || q.waysPart(c)))
}

// waysPart reports whether most sessions did something else at the asker's position.
func (q *question) waysPart(c *candidate) bool {
	along, apart := 0, 0
	for _, r := range q.evidence {
		switch {
		case q.inPresentRound(r) || len(r.session.goal) == 0 || targetOf(r.prev) != targetOf(q.trail.last) || keyOf(r.prev) != keyOf(q.trail.last) || !q.here(r):
		case r.aim == c.target && r.action == c.action:
			along++
		default:
			apart++
		}
	}
	return apart > along
}

// usesOf returns the newest uses of a candidate by sessions with a goal.
func (q *question) usesOf(c *candidate) (list []*record) {
	all := c.target.records
	for i := len(all) - 1; i >= max(0, len(all)-maxTally); i-- {
		if r := all[i]; r.ok && r.action == c.action && !q.inPresentRound(r) && len(r.session.goal) > 0 && q.counts(r.visit) {
			list = append(list, r)
		}
	}
	return list
}

// partsAt reports whether words of another goal that the asker's goal lacks name the
// element that its session used in r.
func (q *question) partsAt(r *record) bool { return r.form != nil && r.named&^q.mine(r.form) != 0 }

// partsInRow reports whether such words identify the row of r's element.
func (q *question) partsInRow(r *record, foreign []string) bool {
	return slices.ContainsFunc(q.rowCells(r.name), func(cell string) bool { return saysAny(foreign, cell) })
}

// lacking returns the words of another goal that the asker's goal neither has nor means.
func (q *question) lacking(other []string) (words []string) {
	for _, w := range other {
		if !kinIn(q.named, w) {
			words = append(words, w)
		}
	}
	return words
}

// lacks reports whether a goal lacks a word of another.
func lacks(goal, other []string) bool {
	for _, w := range other {
		if !kinIn(goal, w) {
			return true
		}
	}
	return false
}

// isTwin reports whether a candidate's element has equals on the page, or had some.
func (q *question) isTwin(c *candidate) bool {
	return c.name.Twins > 0 || q.view.count(nameKey(c.name.Role, c.name.Name)) > 1
}

// showsOwn reports whether the page shows another clickable element that the asker's goal
// names in full, by a word that is not in the goals that went the candidate's way.
func (q *question) showsOwn(c *candidate) bool {
	key, other := primaryKey(c.name), c.best.session.goal
	for i := range q.shownElements() {
		e := &q.view.elements[i]
		if e.group == 'i' || int(e.mine) != 1<<len(e.words)-1 || primaryKey(e.name) == key {
			continue
		}
		for _, w := range e.words {
			if !kinIn(other, w) && !strings.Contains(q.origin.name, w) {
				return true
			}
		}
	}
	return false
}
