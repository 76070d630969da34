package runner

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/types"
)

// maxTurned bounds the pages of a list that are searched for the row of one step.
const maxTurned = 5

var (
	nextPage  = regexp.MustCompile(`(?i)^((go to |show )?(the )?(next|older)( page)?|nächste( seite)?|(page )?suivante?|(página )?siguiente|(pagina )?successiva|volgende( pagina)?|[›»>→])$`)
	otherPage = regexp.MustCompile(`(?i)^((go to )?(the )?(previous|newer|last|first|page \d+|\d+)( page)?)$`)
	ofPages   = regexp.MustCompile(`(?i)pag(e|ina)|seite|página`)
)

// pager returns the control that shows the next page of a list, nil where there is none, and whether the
// list has several pages. Such a control is called by pages, or stands in a navigation that is: a Next
// elsewhere may lead on in a form.
func pager(nodes []types.A11yNode) (next *types.A11yNode, several bool) {
	for i := range nodes {
		n := &nodes[i]
		name := strings.TrimSpace(n.Name)
		leads := nextPage.MatchString(name)
		within := slices.ContainsFunc(n.Path, func(p string) bool { return strings.HasPrefix(p, "navigation") && ofPages.MatchString(p) })
		if n.Role != "button" && n.Role != "link" || n.Unseen != "" || !leads && !otherPage.MatchString(name) || !ofPages.MatchString(name) && !within {
			continue
		}
		several = true
		if leads && !n.Disabled && !inDialog(n) {
			switch {
			case next == nil:
				next = n
			case next.Role != n.Role || next.Name != n.Name: // else the list has one above and one below
				return nil, true
			}
		}
	}
	return next, several
}

// turn shows the next page of the list that should have the row of the next step. If this page has
// that row, only the element in it is late or gone.
func (r *run) turn(ctx context.Context) bool {
	step := &r.flow.Steps[r.at]
	if r.turned >= maxTurned || r.sight.Dialog != nil || len(step.Targets) == 0 || step.Targets[0].Row == "" && len(step.Targets[0].Rows) == 0 {
		return false
	}
	if t, _, err := r.filled(&step.Targets[0]); err != nil || slices.ContainsFunc(linesOf(r.sight), func(line *row) bool {
		_, whole := line.holds(rowText(t))
		return whole && len(line.parts) > 1
	}) {
		return false
	}
	next, _ := pager(r.sight.Page.Part(step.Targets[0].Origin).A11y.Nodes)
	if next == nil || !r.pressed(ctx, next) {
		return false
	}
	r.turned++
	r.patient(ctx)
	return true
}

// rowText returns the text that a target's row contains: that by which it is found, or its own name.
func rowText(t *types.FlowTarget) string { return cmp.Or(t.Row, t.Name) }

// differs reports whether a row says other things than the row in which sessions
// did the step for the same value, in a list of several pages: that row may be on another page.
func (s *scene) differs(t *types.FlowTarget, now *row) (differs bool) {
	if _, several := pager(s.nodes); now == nil || !several {
		return false
	}
	for _, row := range t.Rows {
		cells, others, kept := capture.RowCells(row), 0, 0
		if !flow.HoldsRow(rowText(t), cells...) {
			continue
		}
		enough, words := 2, len(cells) == 1
		if words { // some of its words are those of all rows
			cells, enough = strings.Fields(row), 3
		}
		for _, cell := range cells {
			part := flow.HoldsRow(cell, rowText(t)) // as a user's name is of the full name: the row's text holds it in any row
			if cell == t.Name || strings.HasSuffix(cell, "…") || capture.IsHidden(cell) || part && words || flow.HoldsRow(rowText(t), cell) {
				continue
			}
			cell = strings.TrimFunc(cell, isMark) // a page may hide marks in it, for readers of the screen
			others += min(len(cell), 1)
			if holds, whole := now.holds(cell); cell != "" && holds && (whole || !part) {
				kept++
			}
		}
		if 4*kept >= enough*others {
			return false
		}
		differs = true
	}
	return differs
}
