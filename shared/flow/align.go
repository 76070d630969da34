package flow

import (
	"slices"

	"cairn/shared/capture"
	"cairn/shared/risk"
)

// Scores for the common part of two acts, and costs of an act without a counterpart.
const (
	alike     = 3.0 // the same element by its test id, or by role and name
	akin      = 1.5 // another element of a kind to choose from
	placed    = 0.4 // another element in the same place
	apart     = -9.0
	gapCost   = 0.5
	sameShare = 0.5 // of the longer one: from this share on two ways count as one
)

// column is one step: the act of each trace, nil where it has none.
type column []*act

// first returns the act of the oldest trace that has one.
func (c column) first() *act { return c[slices.IndexFunc(c, func(a *act) bool { return a != nil })] }

// align aligns traces in columns, in their order.
func align(traces []*Trace) (columns []column) {
	for i, t := range traces {
		columns = beside(columns, t.acts, i)
	}
	return columns
}

// beside adds the n-th trace to the columns of those before.
func beside(columns []column, acts []*act, n int) (out []column) {
	table := alignment(columns, acts)
	i, j := 0, 0
	for i < len(columns) || j < len(acts) {
		switch {
		case i < len(columns) && j < len(acts) && table[i][j].match:
			out = append(out, append(slices.Clone(columns[i]), acts[j]))
			i, j = i+1, j+1
		case j < len(acts) && (i == len(columns) || table[i][j].skipAct):
			out = append(out, append(make(column, n), acts[j]))
			j++
		default:
			out = append(out, append(slices.Clone(columns[i]), nil))
			i++
		}
	}
	return out
}

// cell holds the best score for the part behind two positions.
type cell struct {
	score          float64
	match, skipAct bool
}

func alignment(columns []column, acts []*act) [][]cell {
	table := make([][]cell, len(columns)+1)
	for i := range table {
		table[i] = make([]cell, len(acts)+1)
	}
	for i := len(columns); i >= 0; i-- {
		for j := len(acts); j >= 0; j-- {
			switch {
			case i == len(columns) && j == len(acts):
			case i == len(columns):
				table[i][j] = cell{score: table[i][j+1].score - gapCost, skipAct: true}
			case j == len(acts):
				table[i][j] = cell{score: table[i+1][j].score - gapCost}
			default:
				table[i][j] = bestOf(table, i, j, columns[i].likeness(acts[j]))
			}
		}
	}
	return table
}

func bestOf(table [][]cell, i, j int, likeness float64) cell {
	best := cell{score: table[i+1][j+1].score + likeness, match: true}
	if s := table[i+1][j].score - gapCost; s > best.score {
		best = cell{score: s}
	}
	if s := table[i][j+1].score - gapCost; s > best.score {
		best = cell{score: s, skipAct: true}
	}
	return best
}

// likeness returns the likeness of an act to the nearest act of a column.
func (c column) likeness(a *act) float64 {
	best := apart
	for _, of := range c {
		if of != nil {
			best = max(best, likeness(of, a))
		}
	}
	return best
}

func likeness(a, b *act) float64 {
	if a.tool != b.tool || a.key != b.key || (a.target == nil) != (b.target == nil) || a.submit != b.submit && a.tool != "type" {
		return apart
	}
	if a.target == nil {
		if a.tool == "navigate" && capture.Route(a.value.text) != capture.Route(b.value.text) {
			return apart
		}
		return alike
	}
	s, t := a.target, b.target
	switch {
	case s.Origin != t.Origin:
		return apart
	case s.TestID != "" && s.TestID == t.TestID, s.Name != "" && s.Name == t.Name && (UsedAlike(s.Role, t.Role) || isText(s.Role) && isText(t.Role)):
		return alike
	case s.Name == "" && t.Name == "" && s.Role == t.Role && s.Selector != "" && s.Selector == t.Selector:
		return alike
	case s.Name == "" && t.Name == "" && s.Role == t.Role && len(a.near) >= leastNear && slices.Equal(a.near, b.near):
		return alike
	case s.Role == t.Role && s.Role != "" && (slices.Contains(choosing, s.Role) || slices.Contains(listed, s.Role) || s.Row != "" && t.Row != "" && s.RowRole == t.RowRole):
		return akin
	case s.Role == t.Role && a.before.route == b.before.route && a.before.route != "":
		return placed
	}
	return apart
}

// likeRoles are roles of elements that are used alike: a button may become a link, or an entry of a menu, a field for text a
// list, and a box a switch.
var likeRoles = [][]string{{"button", "link", "menuitem"}, {"textbox", "searchbox", "combobox"}, {"checkbox", "switch"}}

// UsedAlike reports whether elements of two roles are used alike.
func UsedAlike(a, b string) bool {
	return a == b || slices.ContainsFunc(likeRoles, func(all []string) bool { return slices.Contains(all, a) && slices.Contains(all, b) })
}

// isText reports whether an element has no role of its own. A page may show late that one acts like a control.
func isText(role string) bool { return role == "" || role == "generic" }

// sameWay reports whether two traces go one way: most of their acts are in the same
// columns. One of them may have needed no login.
func sameWay(a, b *Trace) bool {
	columns := align([]*Trace{a, b})
	both := 0.0
	for _, c := range columns {
		if c[0] != nil && c[1] != nil && !c[0].login {
			both += min(1, likeness(c[0], c[1])/akin)
		}
	}
	return both >= sameShare*float64(max(a.behindLogin(), b.behindLogin()))
}

// behindLogin counts the acts that are no part of a login.
func (t *Trace) behindLogin() (n int) {
	for _, a := range t.acts {
		n += one(!a.login)
	}
	return n
}

// mayBeMissing reports whether a step that some sessions did not need may be left out
// where its element is missing: it accepts or dismisses an overlay on the
// page.
func mayBeMissing(a *act) bool {
	return a.tool == "click" && a.risk == "" && a.target != nil && (a.dialog != "" || waves(a.target))
}

// onlyReveals reports whether the only effect of an act was to show the element of the next
// one: it opened a menu or a view, and chose nothing.
func onlyReveals(a *act) bool {
	return a.reveals && a.risk == risk.None && a.click == nil && slices.Contains([]string{"click", "hover"}, a.tool) &&
		!slices.Contains(choosing, a.target.Role) && !slices.Contains(Fields, a.target.Role) && !slices.Contains(ticked, a.target.Role)
}
