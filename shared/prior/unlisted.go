package prior

import "strings"

// An observation lists a limited number of elements, and none that does not look like a
// control. Unlisted elements may still exist, but only where they were used: another page
// that does not list an element does not have it. An element that represents data (a row, an
// order, a page of many) is one of thousands like it. Unless the goal has a word for it, it
// is never the intended one (DESIGN 9.20).

// siteWide is on how many screens an unlisted element must have been used to count as a part
// of every screen: a cover, a frame's button.
const siteWide = 2

// anotherTask is the difference between goals, in sixteenths, from which on the data of one
// goal are not those of the other.
const anotherTask = 8

// mayBeHere reports whether a target that the page does not list may be suggested.
func (q *question) mayBeHere(c *candidate) bool {
	if c.here {
		return !c.unlisted || !q.otherData(c) || len(q.goal) == 0 || q.unlike(c.best.visit) < anotherTask
	}
	return c.hidden && !c.unlisted && !q.otherData(c) && c.target.usedOn(siteWide)
}

// unseen returns a note that the page does not list a suggested target; empty where it
// does, and for a wait.
func (q *question) unseen(c *candidate) string {
	switch {
	case c.listed || c.action == actionWaitFor:
		return ""
	case c.unlisted && q.obs.Truncated:
		return "; it lies beyond the elements looked at"
	}
	return "; this look does not show it"
}

// otherData reports whether a candidate's name has a number that the asker's goal
// lacks.
func (q *question) otherData(c *candidate) bool {
	if c.best.form == nil || c.replacement != nil {
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

// usedOn reports whether a target was used on at least screens screens.
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
