package prior

import (
	"slices"
	"strings"

	"cairn/shared/types"
)

// Goals that are a word or two apart mean things a word or two apart: who lists
// the heaps does to "List the heaps" what another did to "List the stones". Where
// the words that only the other goal has stand in the name of what its session
// used, and the page shows exactly one element of that name with words in their
// place that only the asker's goal has, the session's vote is for this
// counterpart. Likewise, what came after the one comes after the other.

// Bounds of the search for counterparts.
const (
	maxApart       = 6   // words that a goal may have of its own: beyond, it is not a variation
	maxCounterpart = 512 // elements of the page that are looked at
)

// variation is how another goal differs from the asker's: the words of each that
// the other lacks.
type variation struct{ theirs, mine []string }

// pageElement is one thing on the page by its words.
type pageElement struct {
	name  *types.Target
	group byte
	words []string
}

// varies compares a session's goal with the asker's, nil when there is nothing
// to swap.
func (q *question) varies(s *session) *variation {
	if len(q.goal) == 0 || len(s.goal) == 0 || s == q.trail.session || s.goalKey == q.goalKey {
		return nil
	}
	v, known := q.variations[s.goalKey]
	if known {
		return v
	}
	theirs, mine := lacking(s.goal, q.named), lacking(q.goal, s.goal)
	if n, m := len(theirs), len(mine); 0 < n && n <= maxApart && 0 < m && m <= maxApart {
		v = &variation{theirs, mine}
	}
	if q.variations == nil {
		q.variations = map[string]*variation{}
	}
	q.variations[s.goalKey] = v
	return v
}

// lacking are the words of a goal that have no kin in another.
func lacking(goal, other []string) (out []string) {
	for _, w := range goal {
		if !kinIn(other, w) {
			out = append(out, w)
		}
	}
	return out
}

func kinIn(words []string, w string) bool {
	return slices.ContainsFunc(words, func(x string) bool { return akin(x, w) })
}

// frame is a name without the words that are swapped, nil when it has none of
// them or nothing else.
func frame(words, swapped []string) []string {
	rest := lacking(words, swapped)
	if len(rest) == len(words) || len(rest) == 0 {
		return nil
	}
	return rest
}

func sameWords(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(w string) bool { return !slices.Contains(b, w) })
}

// counterpart is the element of the page that is to the asker's goal what r's
// target was to its own, nil when there is none or more than one.
func (q *question) counterpart(r *record) *pageElement {
	v := q.varies(r.session)
	if v == nil {
		return nil
	}
	key := counterpartKey{r.form, r.session.goalKey}
	if e, known := q.counterparts[key]; known {
		return e
	}
	var found *pageElement
	if rest := frame(r.form.words, v.theirs); rest != nil {
		found = q.framed(rest, v.mine, roleGroup(r.name.Role))
	}
	if q.counterparts == nil {
		q.counterparts = map[counterpartKey]*pageElement{}
	}
	q.counterparts[key] = found
	return found
}

// counterpartKey says whose counterpart it is, for which goal.
type counterpartKey struct {
	form *form
	goal string
}

// framed is the one element of the page whose name has a frame, and in its place
// words of the asker's.
func (q *question) framed(rest, mine []string, group byte) (found *pageElement) {
	for _, e := range q.shownElements() {
		if e.group != group || !sameWords(frame(e.words, mine), rest) {
			continue
		}
		if found != nil && primaryKey(found.name) != primaryKey(e.name) {
			return nil
		}
		found = e
	}
	return found
}

// shownElements are the elements of the page that can be acted on, by words.
func (q *question) shownElements() []*pageElement {
	if q.elements != nil {
		return q.elements
	}
	q.elements = []*pageElement{}
	for i := range q.obs.A11y.Nodes {
		n := &q.obs.A11y.Nodes[i]
		if i == maxPageNodes || len(q.elements) == maxCounterpart {
			break
		}
		if n.Disabled || passive(n.Role) || strings.TrimSpace(n.Name) == "" {
			continue
		}
		t := &types.Target{TestID: n.TestID, Role: n.Role, Name: n.Name}
		q.elements = append(q.elements, &pageElement{t, roleGroup(n.Role), targetWords(t)})
	}
	return q.elements
}

// standsFor reports whether what a session did last is the counterpart of what
// the asker did last.
func (q *question) standsFor(theirs, mine *record) bool {
	if theirs == nil || mine == nil || theirs.target == nil || mine.target == nil || theirs.action != mine.action {
		return false
	}
	v := q.varies(theirs.session)
	if v == nil {
		return false
	}
	rest := frame(theirs.form.words, v.theirs)
	return rest != nil && sameWords(rest, frame(mine.form.words, v.mine))
}
