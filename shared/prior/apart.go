package prior

import (
	"cmp"
	"slices"
	"strings"

	"cairn/shared/risk"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Confidence is in a step for the asker's goal (DESIGN 9.20). Two goals that each have
// words which the other lacks concern different things: another mail, another option,
// another version. Success with one goal then does not predict success with the other where
// the two differ: at an element that the other goal's words name, directly or by its row;
// at one of several equal elements, which only a position or a generated id distinguishes;
// where the page shows something that only the asker's words name; and where the page offers
// many choices and neither the goals nor most ways have a word of the asker's goal. There is no
// such evidence either for elements that no other session used, or only sessions that failed; for
// whole texts, of which a click may hit any part; and for elements that delete, if the asker's goal
// has no word for it. The step may still be the best known one, but a person or an agent should
// check it.

// Bounds of the confidence, in 1/10000, in a step that may suit only another goal.
const (
	// unsure is just below one half: more of these steps are right than wrong, but none may pass for sure.
	unsure = 4900
	// sureOfOneGoal is for the way of a single goal that is another task: by site, 52 % to 96 % of
	// such steps are right.
	sureOfOneGoal = 7500
)

// Tasks with nothing in common rarely go the same way on a page with many choices. A login or
// a consent has few, and a way that several goals went is likely to suit a further one.
const (
	manyChoices  = 9 // sixteenths of full room: seven elements
	severalGoals = 3
)

// boundFor returns the bound of the confidence in a candidate, by the goals that went its way.
func (q *question) boundFor(c *candidate) int {
	switch {
	case c.best == nil || c.others == 0 || c.inVain || isText(c.name) || q.likerGo(c):
		return unsure
	case c.replacement != nil || len(q.goal) == 0:
		return MostSure
	}
	row, other, _ := q.identity(c)
	twin := row == nil && q.isTwin(c)
	agrees, unlike, alike, uses, off := false, true, false, 0, 0
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
		likely := q.likelyTask(r.visit)
		if q.onWay(r.visit) == 0 && !likely {
			off++
		}
		unlike = unlike && q.unlike(r.visit) >= anotherTask && !likely
		alike = alike || likely || r.visit.likenessTo(q.look) >= alikeEnough
		uses++
	}
	lone := unlike && q.choices() >= manyChoices
	switch {
	case uses == 0:
		return MostSure
	case !agrees || !alike && q.deletesUnasked(c) || q.addsInstead(c) || unlike && (q.showsOwn(c) || q.waysPart(c)) || lone && 2*off > uses && c.went < severalGoals:
		return unsure
	case lone && c.went == 1:
		return sureOfOneGoal
	}
	return MostSure
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
	return c.name.Twins > 0 || q.equals(c.name.Role, c.name.Name) > 1
}

// equals returns how many elements of the page have a role and a name. A button is none of a link and a heading of its name;
// others may have changed their roles.
func (q *question) equals(role, name string) int {
	key := nameKey(role, name)
	all, own := q.view.count(key), 0
	if all < 2 || role != "button" {
		return all
	}
	key = q.origin.elements.hashed(key)
	for i := range q.obs.A11y.Nodes[:min(len(q.obs.A11y.Nodes), maxPageNodes)] {
		if n := &q.obs.A11y.Nodes[i]; n.Role == role && !n.Copy && q.isCalled(n, key) {
			own++
		}
	}
	return cmp.Or(own, all)
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

// isText reports whether a target is a whole text without a role: a click on it may hit any of the things in it.
func isText(t *types.Target) bool {
	return (t.Role == "generic" || passive(t.Role)) && len(text.Tokenize(t.Name)) > maxNameWords
}

// deletesUnasked reports whether a candidate deletes something, and the asker's goal has no word for that.
func (q *question) deletesUnasked(c *candidate) bool {
	deletes := func(name string) bool { return risk.Of(risk.Action{Role: "button", Name: name}) == risk.Deletes }
	return c.action == actionClick && deletes(c.name.Name) && !deletes(q.wish)
}

// addsInstead reports whether a candidate makes something new, and the asker's goal only deletes.
func (q *question) addsInstead(c *candidate) bool {
	adds := func(s string) bool {
		return slices.ContainsFunc(text.Words(s), func(w string) bool { return slices.Contains([]string{"new", "add", "create"}, w) })
	}
	return c.action == actionClick && adds(c.name.Name) && !adds(q.wish) && risk.Of(risk.Action{Role: "button", Name: q.wish}) == risk.Deletes
}
