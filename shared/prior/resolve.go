package prior

import (
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// A hidden name is resolved to the page's name in clear: the element with a name of the
// same hash, and with a test id of the same family. If several fit, it is the one that the
// asker's goal names. If the goal names none, the record is not suggested (DESIGN 9.20).

// fewestDigits is the least length of a number by which alone a goal can name an element:
// small numbers are in goals by chance.
const fewestDigits = 3

// showNode marks a page's element as shown under v.key, and its family.
func (v *pageView) showNode(node *types.A11yNode) *name {
	h := v.known.hider
	if h == nil {
		return v.show()
	}
	group := v.key[1]
	if hasDigit(string(v.key)) {
		n := v.show()
		v.showFamily(string(appendHiddenKey(nil, group, h.ID(node.Name))), node.Name)
		return n
	}
	v.key = appendHiddenKey(v.key[:0], group, h.ID(node.Name))
	n := v.show()
	n.shows(node.Name)
	return n
}

// showFamily marks a family as shown, if the lexicon has its key.
func (v *pageView) showFamily(key, member string) {
	if key == "" {
		return
	}
	if key[:1] == familyMark {
		key = testIDKey(key)
	}
	n := v.known.names[key]
	if n == nil {
		return
	}
	if n.number != v.number {
		n.nameView = nameView{number: v.number}
		v.families = append(v.families, n)
	}
	n.count++
	n.shows(member)
}

// shows records one of the names that the page shows under a key.
func (n *name) shows(live string) {
	if n.shownName == "" {
		n.shownName = live
	}
	n.several = n.several || n.shownName != live && nameKey("", n.shownName) != nameKey("", live)
}

// lookAway releases the page's names in clear, where names are hidden.
func (v *pageView) lookAway() {
	if v.known.hider == nil {
		return
	}
	for _, list := range [...][]*name{v.testIDs, v.names, v.families} {
		for _, n := range list {
			n.nameView = nameView{}
		}
	}
	for _, n := range v.unknown {
		n.key = ""
	}
	clear(v.unknown)
	clear(v.key[:cap(v.key)])
	v.elements = nil
}

// resolve returns a target as the page shows it now. It replaces hidden names by clear ones,
// and removes those for which the page has none or several.
func (q *question) resolve(t *types.Target) *types.Target {
	if !q.origin.veiled {
		return t
	}
	hidden, family := capture.IsHidden(t.Name), isFamily(t.TestID)
	if !hidden && !family {
		return t
	}
	out := *t
	if hidden {
		out.Name = ""
	}
	if family {
		out.TestID = ""
	}
	switch {
	case t.Name == "":
		out.TestID = q.memberShown(t.TestID)
	case q.view.count(nameKey(t.Role, t.Name)) > 0:
		if node := q.oneShown(t); node != nil {
			out.Name = node.Name
			if family && familyOf(node.TestID) == t.TestID {
				out.TestID = node.TestID
			} else if family && node.TestID == "" {
				out.TestID = q.memberShown(t.TestID)
			}
		} else {
			out.Selector = "" // it may be any of them
			if t.Row == "" {
				out.Name = ""
			}
		}
	case family && q.view.count(testIDKey(t.TestID)) > 0:
		out.Name, out.Selector = "", "" // the page shows others of its family
	}
	return &out
}

// oneShown returns the one element of the page that a target with hidden names may be,
// nil when there is none or more than one.
func (q *question) oneShown(t *types.Target) *types.A11yNode {
	key := q.origin.elements.hashed(nameKey(t.Role, t.Name))
	var fit []*types.A11yNode
	for i := range q.obs.A11y.Nodes[:min(len(q.obs.A11y.Nodes), maxPageNodes)] {
		n := &q.obs.A11y.Nodes[i]
		if q.isCalled(n, key) && agrees(n.TestID, t.TestID) && !slices.ContainsFunc(fit, func(o *types.A11yNode) bool { return sameElement(o, n) }) {
			fit = append(fit, n)
		}
	}
	if len(fit) == 1 && (!capture.IsHidden(t.Name) || q.mayMean(fit[0].Name)) {
		return fit[0]
	}
	if one := only(fit, func(n *types.A11yNode) bool { return q.singlesID(n.TestID) }); one != nil {
		return one
	}
	return only(fit, func(n *types.A11yNode) bool { return q.singles(n.Name) })
}

// only returns the one element of a list that a test accepts, nil for none or several.
func only(list []*types.A11yNode, pass func(*types.A11yNode) bool) (one *types.A11yNode) {
	for _, n := range list {
		if !pass(n) {
			continue
		}
		if one != nil {
			return nil
		}
		one = n
	}
	return one
}

// isCalled reports whether an element of the page has a name with a key.
func (q *question) isCalled(n *types.A11yNode, key string) bool {
	own := nameKey(n.Role, n.Name)
	if own == "" || own[1] != key[1] {
		return false
	}
	return own == key || key[0] == keyHidden && q.origin.elements.hider.ID(n.Name) == key[2:]
}

// agrees reports whether a test id of the page may be that of a target. Either may be
// unknown.
func agrees(live, stored string) bool {
	if isFamily(stored) {
		return live == "" || familyOf(live) == stored
	}
	return live == "" || stored == "" || live == stored
}

func sameElement(a, b *types.A11yNode) bool {
	return a.TestID == b.TestID && (a.Name == b.Name || nameKey("", a.Name) == nameKey("", b.Name))
}

// memberShown returns the one test id of a family that the page shows, or that the
// goal names; empty for none.
func (q *question) memberShown(family string) string {
	var members, named []string
	for i := range q.obs.TestIDs[:min(len(q.obs.TestIDs), maxPageNodes)] {
		id := &q.obs.TestIDs[i]
		if !id.Visible || familyOf(id.TestID) != family || slices.Contains(members, id.TestID) {
			continue
		}
		members = append(members, id.TestID)
		if q.singlesID(id.TestID) {
			named = append(named, id.TestID)
		}
	}
	switch {
	case len(named) == 1:
		return named[0]
	case len(members) == 1:
		return members[0]
	}
	return ""
}

// singles reports whether the asker's goal names an element among others that
// differ by numbers: it has all numbers of its name and half of its other words,
// and the match is not by chance.
func (q *question) singles(name string) bool {
	return len(name) <= maxName && q.saysNumbers(name) && q.saysWords(text.Tokenize(name), 2, longNumber(name))
}

// singlesID reports the same for a test id, of which the goal must have all words.
func (q *question) singlesID(id string) bool {
	return len(id) <= maxName && q.saysNumbers(id) && q.saysWords(text.TokenizeIdentifier(id), 1, longNumber(id))
}

// saysWords reports whether the goal has one in oneIn of the words without digits. Without
// such words it returns none.
func (q *question) saysWords(words []string, oneIn int, none bool) bool {
	said, all := 0, 0
	for _, w := range words {
		if hasDigit(w) {
			continue
		}
		if all++; kinIn(q.goal, text.Stem(w)) {
			said++
		}
	}
	if all == 0 {
		return none
	}
	return said > 0 && oneIn*said >= all
}

// saysNumbers reports whether the goal has all numbers of a name.
func (q *question) saysNumbers(name string) bool {
	said := numbers(q.wish)
	return !slices.ContainsFunc(numbers(name), func(n string) bool { return !slices.Contains(said, n) })
}

// wordsEnough is the number of words besides its numbers that identify a name's element.
const wordsEnough = 3

// mayMean reports whether the only name that fits can be the recorded one. A name that is
// little more than a number may be another element's, so that the asker's goal must contain
// it. Small numbers beside words are counts, which change.
func (q *question) mayMean(name string) bool {
	if !hasDigit(name) || q.singles(name) {
		return true
	}
	words := slices.DeleteFunc(text.Tokenize(cut(name, maxName)), hasDigit)
	return len(words) >= wordsEnough || len(words) > 0 && !longNumber(name) && !hasDigit(q.wish)
}

// numbers returns the numbers in a text as they are written.
func numbers(s string) []string {
	return strings.FieldsFunc(cut(s, maxGoal), func(r rune) bool { return !unicode.IsDigit(r) })
}

// longNumber reports whether a text has a number that is too long to be in a goal by chance.
func longNumber(s string) bool {
	return slices.ContainsFunc(numbers(s), func(n string) bool { return len(n) >= fewestDigits })
}

// maxCellWords bounds the words of a cell that are searched for in a goal.
const maxCellWords = 6

// clearCell returns the text of a cell that is stored as a hash: the page's text, else
// that of the asker's goal; empty for neither.
func (q *question) clearCell(cell string) string {
	h, id := q.origin.elements.hider, capture.HiddenID(cell)
	if h == nil || id == "" {
		return ""
	}
	shown := ""
	for i := range q.obs.A11y.Nodes[:min(len(q.obs.A11y.Nodes), maxPageNodes)] {
		n := &q.obs.A11y.Nodes[i]
		if n.Name == "" || len(n.Name) > maxCell || n.Name == shown || h.ID(n.Name) != id {
			continue
		}
		if named := q.singles(n.Name); named && (shown == "" || !q.singles(shown)) || !named && shown == "" {
			shown = n.Name
		} else if named {
			return "" // the goal names two
		}
	}
	if shown != "" {
		return shown
	}
	words := strings.Fields(cut(q.wish, maxGoal))
	for i := range words {
		for n := 1; n <= maxCellWords && i+n <= len(words); n++ {
			said := strings.Trim(strings.Join(words[i:i+n], " "), `.,;:!?"'()`)
			if said != "" && h.ID(said) == id {
				return said
			}
		}
	}
	return ""
}

// screenOf returns the screen of a record in the form that may be shown.
func (q *question) screenOf(r *record) string {
	switch {
	case !q.origin.hides() || r.place.screen == "":
		return r.place.screen
	case q.here(r):
		return q.obs.State.CurrentScreen
	}
	return capture.Shown(r.step.Observation.State.CurrentScreen)
}
