package prior

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// A row of a list is data: its text identifies it, never its position (DESIGN 9.20). An
// element in a row is suggested only if the asker's goal names that row. If only the row
// distinguishes the element from its equals, the suggestion is the element within the row
// that has this text. A selector that counts positions is not accepted as a name.

// maxCell is the longest text of a cell that names a row.
const maxCell = 80

// identity returns the row to search within for a candidate, nil for none, and whether it
// differs from those in which it was used. ok is false where the candidate is data and the
// goal does not name it.
func (q *question) identity(c *candidate) (row *types.A11yHint, other, ok bool) {
	if c.best == nil || c.replacement != nil {
		return nil, false, true // the goal itself names the proposed element
	}
	if q.oneOfEquals(c.name) {
		for _, t := range q.calledAlike(c) {
			if cell := q.namedCell(q.rowCells(t)); cell != "" && t.RowRole != "" {
				return &types.A11yHint{Role: t.RowRole, Name: cell}, false, true
			}
		}
		row = q.otherRow(c)
		return row, row != nil, row != nil
	}
	if !isData(c.name) && !isData(c.best.name) || isChoice(c.name) && q.choseIt(c) {
		return nil, false, true
	}
	return nil, false, q.namedCell(append([]string{c.name.Name}, q.rowCells(c.name)...)) != ""
}

// otherRow returns the row that corresponds, for the asker's goal, to a candidate's row for
// its goal: the asker's goal names exactly one of the page's elements like the one whose text
// identified the used row. What became of that text may be the task: where the page does not
// show it any more, the element may be any. It returns nil for none.
func (q *question) otherRow(c *candidate) *types.A11yHint {
	used := c.name
	foreign := q.lacking(c.best.session.goal)
	if used.RowRole == "" || len(foreign) == 0 || q.inPresentRound(c.best) {
		return nil
	}
	for _, cell := range q.rowCells(used) {
		if role, one := q.roleOf(cell); one && saysAny(foreign, cell) {
			if name := q.namedAmong(role, c.best.session.goal); name != "" {
				return &types.A11yHint{Role: used.RowRole, Name: name}
			}
		}
	}
	return nil
}

// roleOf returns the role of the element that has a text as its name, empty where the page has
// none. one is false where it has several.
func (q *question) roleOf(name string) (role string, one bool) {
	for i := range q.obs.A11y.Nodes[:min(len(q.obs.A11y.Nodes), maxPageNodes)] {
		if n := &q.obs.A11y.Nodes[i]; n.Name == name {
			if role != "" {
				return "", false
			}
			role = n.Role
		}
	}
	return role, true
}

// namedAmong returns the name of the one element of a role, or of any, that the asker's goal names,
// by a word that the other goal lacks; empty for none or several.
func (q *question) namedAmong(role string, other []string) (name string) {
	for i := range q.obs.A11y.Nodes[:min(len(q.obs.A11y.Nodes), maxPageNodes)] {
		n := &q.obs.A11y.Nodes[i]
		if role != "" && n.Role != role || n.Name == "" || len(n.Name) > maxCell || usableText(n.Name) == "" || !q.names(n.Name) {
			continue
		}
		words := targetWords(&types.Target{Role: n.Role, Name: n.Name})
		if uniqueWords(words, namedBy(q.goal, words), other) == 0 {
			continue
		}
		if name != "" && name != n.Name {
			return ""
		}
		name = n.Name
	}
	return name
}

// saysAny reports whether a text has one of the given words.
func saysAny(words []string, s string) bool {
	for _, w := range wordsOf(cut(s, maxCell)) {
		if kinIn(words, text.Stem(w)) {
			return true
		}
	}
	return false
}

// oneOfEquals reports whether only its row distinguishes a target from others.
func (q *question) oneOfEquals(t *types.Target) bool {
	switch {
	case t.Row == "":
		return false
	case t.TestID != "":
		return q.view.count(testIDKey(t.TestID)) > 1
	}
	return t.Twins > 0 || q.equals(t.Role, t.Name) > 1
}

// isData reports whether a target is a row, an option, or an element in a row
// that has a number.
func isData(t *types.Target) bool {
	switch t.Role {
	case "row", "cell", "gridcell", "option", "treeitem", "listitem":
		return true
	}
	return t.Row != "" && (numeric(t.Name) || numeric(t.TestID) || isFamily(t.TestID))
}

// isChoice reports whether a target is one of a control's choices, which stay the
// same while rows come and go.
func isChoice(t *types.Target) bool {
	switch t.Role {
	case "option", "treeitem", "listitem":
		return t.Row == ""
	}
	return false
}

// choseIt reports whether a session with exactly the asker's goal used a candidate. Such a
// goal has no other value to name.
func (q *question) choseIt(c *candidate) bool {
	goal := strings.Join(q.goal, " ")
	for i := len(c.target.records) - 1; goal != "" && i >= max(0, len(c.target.records)-maxTally); i-- {
		r := c.target.records[i]
		if r.ok && r.action == c.action && r.session.goalKey == goal && q.counts(r.visit) {
			return true
		}
	}
	return false
}

// calledAlike returns a candidate's targets as its newest records name them, that of
// its best record first: the rows in which it was used.
func (q *question) calledAlike(c *candidate) []*types.Target {
	out := []*types.Target{c.name}
	for i := len(c.target.records) - 1; i >= max(0, len(c.target.records)-maxTally); i-- {
		if r := c.target.records[i]; r.ok && r.action == c.action && r.name.Row != "" && q.counts(r.visit) {
			out = append(out, r.name)
		}
	}
	return out
}

// rowCells returns the texts that identify a target's row.
func (q *question) rowCells(t *types.Target) []string {
	cells := capture.RowCells(t.Row)
	for i, cell := range cells[:min(len(cells), capture.NamingCells)] {
		if capture.IsHidden(cell) {
			cells[i] = q.clearCell(cell)
		}
	}
	return slices.DeleteFunc(cells[:min(len(cells), capture.NamingCells)], func(cell string) bool { return cell == "" || cell == t.Name })
}

// namedCell returns the first text that the asker's goal names, empty for none: the goal
// has all of its numbers and half of its words, not counting the goal's own verb.
func (q *question) namedCell(cells []string) string {
	for _, cell := range cells {
		if len(cell) <= maxCell && usableText(cell) != "" && q.names(cell) {
			return cell
		}
	}
	return ""
}

func (q *question) names(cell string) bool {
	named, all := 0, 0
	for _, w := range wordsOf(cell) {
		w = text.Stem(w)
		all++
		switch {
		case w == q.wishVerb(): // archive all mails names no folder Archive
		case kinIn(q.goal, w):
			named++
		case numeric(w):
			return false
		}
	}
	return named > 0 && 2*named >= all
}

// wishVerb returns the verb with which the asker's goal begins, empty for none.
func (q *question) wishVerb() string {
	if len(q.goal) > 0 && text.Verb(q.goal[0]) {
		return q.goal[0]
	}
	return ""
}

// lasts reports whether a selector may be in an answer: it does not count positions, and
// every session here found the candidate by it. A selector that changes between visits was
// generated.
func (q *question) lasts(c *candidate, selector string) bool {
	if capture.Positional(selector) {
		return false
	}
	for i := len(c.target.records) - 1; c.best != nil && i >= max(0, len(c.target.records)-maxTally); i-- {
		r := c.target.records[i]
		other := r.name.Selector
		if r.ok && r.place == c.best.place && r.form == c.best.form && other != "" && other != selector && !capture.Positional(other) {
			return false
		}
	}
	return true
}
