package runner

import (
	"context"
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// inDialog reports whether an element is in a dialog.
func inDialog(n *types.A11yNode) bool {
	return slices.ContainsFunc(n.Path, isDialog)
}

func isDialog(path string) bool {
	return strings.HasPrefix(path, "dialog") || strings.HasPrefix(path, "alertdialog")
}

// leastPart is the least length of the name of a part of a page where that was shortened in the paths of its elements.
const leastPart = 20

// frontsOf returns the labels of a page's dialogs, in their order, as the paths of their elements have them:
// these name no dialog that has no name, and shorten a long one.
func frontsOf(page *types.Observation) (fronts []string) {
	add := func(label string) {
		if !slices.Contains(fronts, label) {
			fronts = append(fronts, label)
		}
	}
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		if n.Unseen != "" {
			continue
		}
		switch {
		case n.Role != "dialog" && n.Role != "alertdialog":
		case n.Name == "":
			add(n.Role)
		default:
			add(labelOf(n.Role, n.Name))
		}
		for _, p := range n.Path {
			if isDialog(p) {
				add(p)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(fronts), func(front string) bool {
		return slices.ContainsFunc(fronts, func(short string) bool {
			name := strings.TrimSuffix(short, `"`)
			return short != front && len(name)-strings.Index(name, `"`) > leastPart && strings.HasPrefix(front, name+" ")
		})
	})
}

// asked returns the dialog that the last step caused and that is not recorded for it: the
// page asks for more, and the step's purpose is not fulfilled yet.
func (r *run) asked(page *types.Observation) string {
	if !r.moved || r.before == nil || r.before.State.CurrentURL != page.State.CurrentURL {
		return ""
	}
	return r.unasked(page)
}

// unasked returns the dialog of a page that appeared since the last step and that is not
// recorded for it, nor has a control that is.
func (r *run) unasked(page *types.Observation) string {
	fronts, expected := dialogsSince(r.before, page), r.expected()
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		if expected[labelOf(n.Role, n.Name)] && !agrees.MatchString(n.Name) && !refuses.MatchString(n.Name) {
			fronts = slices.DeleteFunc(fronts, func(front string) bool { return slices.Contains(n.Path, front) })
		}
	}
	for label := range expected {
		if isDialog(label) {
			if at := r.closest(fronts, label); at >= 0 {
				fronts = slices.Delete(fronts, at, at+1)
			}
		}
	}
	fronts = slices.DeleteFunc(fronts, func(front string) bool { return slices.Contains(r.beside, front) })
	if len(fronts) == 0 {
		return ""
	}
	return fronts[0]
}

// putAside notes a new dialog that only tells something, as a toast does, and lies in front of nothing.
func (r *run) putAside(ctx context.Context, s *tool.Sight) {
	front := r.asked(s.Page)
	if front == "" || !onlyTells(s.Page, front) {
		return
	}
	if s.Outline == nil {
		var err error
		if s, err = r.look(ctx, true); err != nil || s.Outline == nil {
			return
		}
	}
	if !slices.ContainsFunc(s.Outline.Items, func(it types.OutlineItem) bool { return it.Covered }) {
		r.beside = append(slices.Clone(r.beside), front)
	}
}

// onlyTells reports whether a dialog asks for nothing and speaks of no failure: its only control closes it.
func onlyTells(page *types.Observation, front string) bool {
	closes := 0
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		if n.Unseen != "" || !slices.Contains(n.Path, front) {
			continue
		}
		switch name := strings.TrimSpace(n.Name); {
		case n.Role == "button" && flow.Dismissing.MatchString(name):
			closes++
		case !slices.Contains(saying, n.Role) || asking.MatchString(name) || speaksOfError(name):
			return false
		}
	}
	return closes == 1 && !asking.MatchString(front) && !speaksOfError(front)
}

// saying are the roles of elements that only say something.
var saying = []string{"heading", "paragraph", "text", "status", "alert", "img"}

// closest returns the index of the dialog that a recorded one is now: that of its name, else the
// first with half of its words, because a name may hold data; -1 for none.
func (r *run) closest(fronts []string, label string) int {
	label = filledLabel(label, r.values)
	if at := slices.Index(fronts, label); at >= 0 {
		return at
	}
	_, said, _ := strings.Cut(label, " ")
	was := words(strings.Trim(said, `"?.!`))
	return slices.IndexFunc(fronts, func(front string) bool {
		common := 0
		for _, w := range was {
			if text.HoldsWhole(front, w) {
				common++
			}
		}
		return 2*common >= len(was)
	})
}

// dialogsSince returns the dialogs of a page that an earlier observation did not have. An
// earlier dialog may lie behind them.
func dialogsSince(before, now *types.Observation) (since []string) {
	var was []string
	if before != nil {
		was = frontsOf(before)
	}
	for _, front := range frontsOf(now) {
		if !slices.Contains(was, front) {
			since = append(since, front)
		}
	}
	return since
}
