package prior

import (
	"math/bits"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Goals that differ by a word or two concern things that differ by a word or two: the
// counterpart of "the stones" in "List the stones" is "the heaps" in "List the heaps". If
// words that only the other goal has are in the name of the element that its session used,
// and the page shows exactly one element of that name with words of only the asker's goal
// in their place, the session's vote is for this counterpart. Likewise, steps that followed
// the one follow the other. If the words are the whole name, as of an option, the
// counterpart is the element that the asker's goal names in full, provided that the goals
// are alike otherwise.

// Bounds of the search for counterparts.
const (
	maxApart       = 6   // words of a name that may differ: beyond, it is not a variation
	maxCounterpart = 512 // elements of the page that are searched
)

// pageElement is an element of the page that the asker's goal has a word for.
type pageElement struct {
	name  *types.Target
	group byte
	words []string
	mine  uint16 // the words that the asker's goal has

	// The same words in the form of hidden names.
	hidden     []string
	hiddenMine uint16
}

// counterpart returns the element of the page that corresponds, for the asker's goal, to
// r's target for its goal. It returns nil when there is none or more than one.
func (q *question) counterpart(r *record) *pageElement {
	foreign := q.foreignWords(r)
	if foreign == 0 || r.aim.ofPage() || len(q.shownElements()) == 0 {
		return nil
	}
	f := r.form
	if q.numberedApart(f, foreign) {
		return nil
	}
	if f.paired != q.look || f.variant != r.session.goalKey {
		f.paired, f.variant = q.look, r.session.goalKey
		if allForeign(f, foreign) {
			f.pair = q.otherChoice(f, r)
		} else {
			f.pair = q.framed(f, foreign, r.session, roleGroup(r.name.Role))
		}
	}
	return f.pair
}

// foreignWords returns a mask of the words of r's target that its session's goal has and
// the asker's lacks. The asker may use other words in their place. It is 0 when there are
// none or too many.
func (q *question) foreignWords(r *record) uint16 {
	if len(q.goal) == 0 || r.form == nil || r.named == 0 || r.session == q.trail.session {
		return 0
	}
	foreign := r.named &^ q.mine(r.form)
	if bits.OnesCount16(foreign) > maxApart {
		return 0
	}
	return foreign
}

// numberedApart reports whether a name has a number that neither goal has. Then the number
// also identifies the element, besides the words that differ. An approval of Acme's
// invoice does not mean approve-1043 because another session rejected reject-1043.
func (q *question) numberedApart(f *form, foreign uint16) bool {
	mine := q.mine(f)
	for i, w := range f.words {
		if (foreign|mine)&(1<<i) == 0 && numeric(w) && !strings.HasPrefix(w, hiddenWord) {
			return true
		}
	}
	return false
}

// framed returns the one element of the page that has the unmasked words of a name and, in
// place of the masked ones, words that the asker's goal has and the other goal lacks.
func (q *question) framed(f *form, foreign uint16, other *session, group byte) (found *pageElement) {
	for i := range q.view.elements {
		e := &q.view.elements[i]
		words, mine := e.words, e.mine
		if f.hidden {
			words, mine = e.hidden, e.hiddenMine
		}
		if e.group != group || !varies(f.words, foreign, words, uniqueWords(words, mine, other.goalFor(f))) {
			continue
		}
		if found != nil && primaryKey(found.name) != primaryKey(e.name) {
			return nil
		}
		found = e
	}
	return found
}

// allForeign reports whether the asker's goal lacks all words of a name.
func allForeign(f *form, foreign uint16) bool { return bits.OnesCount16(foreign) == len(f.words) }

// otherChoice returns the one element of the page with the role of the other session's
// element whose whole name is in the asker's goal, but not all of it in the other goal:
// Light for Dark.
func (q *question) otherChoice(f *form, r *record) (found *pageElement) {
	if q.unlike(r.visit) >= anotherTask {
		return nil
	}
	for i := range q.view.elements {
		e := &q.view.elements[i]
		words, mine := e.words, e.mine
		if f.hidden {
			words, mine = e.hidden, e.hiddenMine
		}
		if e.name.Role != r.name.Role || !allNamed(words, mine, r.session.goalFor(f)) || !q.goalNames(e.name.Name) {
			continue
		}
		if found != nil && primaryKey(found.name) != primaryKey(e.name) {
			return nil
		}
		found = e
	}
	return found
}

// goalNames reports whether the asker's goal contains a name as one phrase. "Close the issue …
// with the comment New driver" does not contain New issue.
func (q *question) goalNames(name string) bool {
	return capture.IsHidden(name) || text.HoldsWords(q.wish, name)
}

// allNamed reports whether all words are masked, and another goal lacks at least one of them.
func allNamed(words []string, marked uint16, other []string) bool {
	return bits.OnesCount16(marked) == len(words) && uniqueWords(words, marked, other) != 0
}

// uniqueWords returns the masked words that another goal lacks.
func uniqueWords(words []string, marked uint16, other []string) uint16 {
	for i, w := range words {
		if marked&(1<<i) != 0 && kinIn(other, w) {
			marked &^= 1 << i
		}
	}
	return marked
}

func kinIn(words []string, w string) bool {
	for _, x := range words {
		if akin(x, w) {
			return true
		}
	}
	return false
}

// varies reports whether two names are the same except for the masked words. Each name
// must have some.
func varies(a []string, inA uint16, b []string, inB uint16) bool {
	if inA == 0 || inB == 0 || len(a)-bits.OnesCount16(inA) != len(b)-bits.OnesCount16(inB) {
		return false
	}
	for i, w := range a {
		if inA&(1<<i) != 0 {
			continue
		}
		if at := slices.Index(b, w); at < 0 || inB&(1<<at) != 0 {
			return false
		}
	}
	return true
}

// shownElements returns the elements of the page that can be acted on and share a word
// with the asker's goal. The page view caches them, because a wider window does not
// change them.
func (q *question) shownElements() []pageElement {
	if q.view.elements != nil {
		return q.view.elements
	}
	q.view.elements = []pageElement{}
	for i := range q.obs.A11y.Nodes {
		n := &q.obs.A11y.Nodes[i]
		if i == maxCounterpart {
			break
		}
		if n.Disabled || passive(n.Role) || strings.TrimSpace(n.Name) == "" {
			continue
		}
		t := &types.Target{TestID: n.TestID, Role: n.Role, Name: n.Name}
		words := targetWords(t)
		if mine := namedBy(q.goal, words); mine != 0 {
			e := pageElement{name: t, group: roleGroup(n.Role), words: words, mine: mine}
			if q.origin.hides() {
				e.hidden = q.origin.elements.hiddenWords(t)
				e.hiddenMine = namedBy(q.named, e.hidden)
			}
			q.view.elements = append(q.view.elements, e)
		}
	}
	return q.view.elements
}

// standsFor reports whether a session's last action is the counterpart of the asker's last
// action.
func (q *question) standsFor(theirs, mine *record) bool {
	if theirs == nil || mine == nil || theirs.form == nil || mine.form == nil || theirs.action != mine.action {
		return false
	}
	if inAnotherRow(theirs.name, mine.name) && (mine.action != actionType || theirs.name.Name == mine.name.Name) {
		return true
	}
	foreign, goal := q.foreignWords(theirs), theirs.session.goalFor(mine.form)
	switch {
	case foreign == 0:
		return false
	case allForeign(theirs.form, foreign):
		return theirs.name.Role == mine.name.Role && allNamed(mine.form.words, q.mine(mine.form), goal) && q.goalNames(mine.name.Name) && q.unlike(theirs.visit) < anotherTask
	}
	return varies(theirs.form.words, foreign, mine.form.words, uniqueWords(mine.form.words, q.mine(mine.form), goal))
}

// inAnotherRow reports whether two targets are the same part of two rows: they share role
// and name, or each is the only one of its kind in its row, such as the link of a mail.
func inAnotherRow(a, b *types.Target) bool {
	if a.Row == "" || b.Row == "" || isLabel(a) || isLabel(b) || a.Role != b.Role || a.RowRole != b.RowRole {
		return false
	}
	return a.Name == b.Name || a.Row != b.Row && a.Twins == 0 && b.Twins == 0
}

// isLabel reports whether a target's row is a label around it: To and Subject are two
// fields of one form.
func isLabel(t *types.Target) bool { return t.RowRole == "" && t.Row == t.Name }
