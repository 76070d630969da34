package runner

import (
	"fmt"
	"slices"

	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
)

// ofAnother says that the element of a step stands on the page or in the dialog of another thing than the step's values: the
// page may still show what it showed before, or ask about another row. It is empty where it does not.
func (r *run) ofAnother(step *types.FlowStep, f *found) string {
	nodes := r.sight.Page.A11y.Nodes
	at := slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Ref == f.node.Ref })
	if at < 0 || r.sight.Page.Truncated {
		return ""
	}
	nearest := flow.HeadingOf(nodes, at)
	for i := range step.Targets {
		t := &step.Targets[i]
		if !flow.About(t) {
			continue
		}
		about, err := flow.SubjectOf(t, r.values)
		switch {
		case err != nil:
		case about.Other(nearest):
			return fmt.Sprintf("%s stands under %.80q, and the step is about %.80q", labelOf(f.node.Role, f.node.Name), nearest, about.Text)
		case !about.In(nearest) && !slices.ContainsFunc(nodes, func(n types.A11yNode) bool {
			return about.In(n.Name) && n.Unseen != types.Hidden && n.Ref != f.node.Ref && heads(&n)
		}):
			return fmt.Sprintf("no heading of the page names %.80q, as one did above %s", about.Text, labelOf(f.node.Role, f.node.Name))
		}
	}
	return ""
}

// heads reports whether an element says what a part of the page is about.
func heads(n *types.A11yNode) bool { return flow.Heads(n.Role) || n.Role == "dialog" }

// namesAnother reports whether a message names none of the things that the run is about, and one beside which the page showed
// them before the last step: another row, or another link.
func (r *run) namesAnother(message string) bool {
	about := false
	for _, v := range r.shown() {
		if flow.Identifies(v) {
			if about = true; text.HoldsWords(message, v) {
				return false
			}
		}
	}
	if !about || r.before == nil {
		return false
	}
	others := map[string]bool{}
	for _, n := range r.before.A11y.Nodes {
		others[n.Name] = others[n.Name] || n.Role == "link"
	}
	if r.was != nil {
		for _, it := range r.was.Items {
			others[it.Text] = others[it.Text] || it.List > 0
		}
	}
	for i := range r.flow.Steps {
		for _, t := range r.flow.Steps[i].Targets {
			delete(others, t.Name) // a place to which the flow goes, or moves something
		}
	}
	for name, is := range others {
		if is && flow.Identifies(name) && text.HoldsWords(message, name) {
			return true
		}
	}
	return false
}
