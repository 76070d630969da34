package prior

import (
	"math/bits"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Goals that are a word or two apart mean things a word or two apart: who lists
// the heaps does to "List the heaps" what another did to "List the stones". Where
// the words that only the other goal has stand in the name of what its session
// used, and the page shows exactly one element of that name with words in their
// place that only the asker's goal has, the session's vote is for this
// counterpart. Likewise, what came after the one comes after the other. Where they are
// the whole name, as of an option, the counterpart is what the asker's goal names in
// full, if the goals are alike otherwise.

// Bounds of the search for counterparts.
const (
	maxApart       = 6   // words of a name that may be others: beyond, it is not a variation
	maxCounterpart = 512 // elements of the page that are looked at
)

// pageElement is one thing on the page that the asker's goal has a word for.
type pageElement struct {
	name  *types.Target
	group byte
	words []string
	mine  uint16 // which of them the asker's goal has

	// The same as hidden names have them.
	hidden     []string
	hiddenMine uint16
}

// counterpart is the element of the page that is to the asker's goal what r's
// target was to its own, nil when there is none or more than one.
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
		if whole(f, foreign) {
			f.pair = q.otherChoice(f, r)
		} else {
			f.pair = q.framed(f, foreign, r.session, roleGroup(r.name.Role))
		}
		if f.pair != nil && q.usedBoth(r, f.pair) {
			f.pair = nil
		}
	}
	return f.pair
}

// foreignWords marks the words of r's target that its own session's goal has and
// the asker's lacks: what may be another word for the asker. 0 when there are
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

// usedBoth reports whether r's session used an element besides r's: it is then another
// thing, and no counterpart. New issue and Create issue are two steps of one task.
func (q *question) usedBoth(r *record, e *pageElement) bool {
	t := q.origin.elements.target(primaryKey(e.name))
	if t == nil || t == r.aim {
		return false
	}
	list := r.session.records
	for _, o := range list[max(0, r.idx-maxLookBack):min(len(list), r.idx+maxLookBack)] {
		if o.aim == t && o.ok {
			return true
		}
	}
	return false
}

// numberedApart reports whether a name has a number that neither goal has: the words
// that differ are then not all that says which thing it is. Whoever approves the
// invoice of Acme does not mean approve-1043 since another rejected reject-1043.
func (q *question) numberedApart(f *form, foreign uint16) bool {
	mine := q.mine(f)
	for i, w := range f.words {
		if (foreign|mine)&(1<<i) == 0 && numeric(w) && !strings.HasPrefix(w, hiddenWord) {
			return true
		}
	}
	return false
}

// framed is the one element of the page that has the words of a name, but for
// those that are marked, and in their place words that the asker's goal has and
// the other lacks.
func (q *question) framed(f *form, foreign uint16, other *session, group byte) (found *pageElement) {
	for i := range q.view.elements {
		e := &q.view.elements[i]
		words, mine := e.words, e.mine
		if f.hidden {
			words, mine = e.hidden, e.hiddenMine
		}
		if e.group != group || !varies(f.words, foreign, words, own(words, mine, other.goalFor(f))) {
			continue
		}
		if found != nil && primaryKey(found.name) != primaryKey(e.name) {
			return nil
		}
		found = e
	}
	return found
}

// whole reports whether a name is all words that the asker's goal lacks.
func whole(f *form, foreign uint16) bool { return bits.OnesCount16(foreign) == len(f.words) }

// otherChoice is the one element of the page with the role of what another session
// used, and of which the asker's goal has the whole name, not all of it in common with
// the other goal: Light for Dark.
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
		if e.name.Role != r.name.Role || !allNamed(words, mine, r.session.goalFor(f)) || !q.says(e.name.Name) {
			continue
		}
		if found != nil && primaryKey(found.name) != primaryKey(e.name) {
			return nil
		}
		found = e
	}
	return found
}

// says reports whether the asker's goal has a name as one phrase: New issue is not what
// "Close the issue … with the comment New driver" is about.
func (q *question) says(name string) bool {
	return capture.IsHidden(name) || text.HoldsWords(q.wish, name)
}

// allNamed reports whether all words are marked, and one of them is not another goal's.
func allNamed(words []string, marked uint16, other []string) bool {
	return bits.OnesCount16(marked) == len(words) && own(words, marked, other) != 0
}

// own leaves of the marked words those that another goal lacks.
func own(words []string, marked uint16, other []string) uint16 {
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

// varies reports whether two names are the same but for the marked words, of
// which either must have some.
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

// shownElements are the elements of the page that can be acted on and that the
// asker's goal has a word for. The page keeps them: within a wider window they
// are the same.
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

// standsFor reports whether what a session did last is the counterpart of what
// the asker did last.
func (q *question) standsFor(theirs, mine *record) bool {
	if theirs == nil || mine == nil || theirs.form == nil || mine.form == nil || theirs.action != mine.action {
		return false
	}
	if inAnotherRow(theirs.name, mine.name) {
		return true
	}
	foreign, goal := q.foreignWords(theirs), theirs.session.goalFor(mine.form)
	switch {
	case foreign == 0:
		return false
	case whole(theirs.form, foreign):
		return theirs.name.Role == mine.name.Role && allNamed(mine.form.words, q.mine(mine.form), goal) && q.says(mine.name.Name) && q.unlike(theirs.visit) < anotherTask
	}
	return varies(theirs.form.words, foreign, mine.form.words, own(mine.form.words, q.mine(mine.form), goal))
}

// inAnotherRow reports whether two targets are the same part of two rows: of one role
// and name, or each the one of its row that no other row has, as the link of a mail.
func inAnotherRow(a, b *types.Target) bool {
	if a.Row == "" || b.Row == "" || a.Role != b.Role || a.RowRole != b.RowRole {
		return false
	}
	return a.Name == b.Name || a.Twins == 0 && b.Twins == 0
}
