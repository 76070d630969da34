package prior

import "strings"

// A look lists at most so many elements, and none that does not look like a
// control. What it does not list may be there all the same, but only where it was
// used: another page that does not list it has no such element. And what stands
// for data (a row, an order, a page of many) is one of thousands like it, so that
// without a word for it in the goal it is never the one that is meant (DESIGN
// 9.20).

// siteWide is on how many screens an element must have been used, all of which
// did not list it, to be taken for a part of every screen: a cover, a frame's
// button.
const siteWide = 2

// anotherTask is the unlikeness of goals, in sixteenths, from which on data of the
// one is not data of the other.
const anotherTask = 8

// mayBeHere reports whether a target that the page does not list may be suggested.
func (q *question) mayBeHere(c *candidate) bool {
	if c.here {
		return !c.beyond || !q.otherData(c) || len(q.goal) == 0 || q.unlike(c.best.visit) < anotherTask
	}
	return c.hidden && !c.beyond && !q.otherData(c) && c.target.usedOn(siteWide)
}

// unseen says of a suggested target that the page does not list it; empty where it
// does, and where one waits for it.
func (q *question) unseen(c *candidate) string {
	switch {
	case c.listed || c.action == actionWaitFor:
		return ""
	case c.beyond && q.obs.Truncated:
		return "; it lies beyond the elements looked at"
	}
	return "; this look does not show it"
}

// otherData reports whether a candidate's name has a number that the asker's goal
// lacks.
func (q *question) otherData(c *candidate) bool {
	if c.best.form == nil || c.stands != nil {
		return false
	}
	mine := q.mine(c.best.form)
	for i, w := range c.best.form.words {
		if mine&(1<<i) == 0 && numeric(w) && !strings.HasPrefix(w, hiddenWord) {
			return true
		}
	}
	return false
}

// usedOn reports whether a target was used on so many screens.
func (t *target) usedOn(screens int) bool {
	var seen []string
next:
	for i := len(t.records) - 1; i >= max(0, len(t.records)-maxOnScreen); i-- {
		r := t.records[i]
		if !r.ok || !known(r.place.screen) {
			continue
		}
		for _, s := range seen {
			if s == r.place.screen {
				continue next
			}
		}
		if seen = append(seen, r.place.screen); len(seen) == screens {
			return true
		}
	}
	return false
}
