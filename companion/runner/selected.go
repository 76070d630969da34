package runner

import (
	"regexp"
	"slices"

	"cairn/shared/risk"
	"cairn/shared/types"
)

// onSelected matches names of controls that act on all selected rows of a list.
var onSelected = regexp.MustCompile(`(?i)\b(selected|checked|marked|ausgewählte[nrs]?|markierte[nrs]?|sélection|sélectionnée?s|selección|seleccionad[oa]s|selezionat[ie]|selecionad[oa]s|geselecteerde)\b`)

// alsoSelected stops once before a control that acts on the selected rows of a list, or deletes, if the run has selected rows
// there and the page shows others selected as well. Applications keep a selection.
func (r *run) alsoSelected() *halt {
	step := &r.flow.Steps[r.at]
	if r.named || step.Tool != "click" || len(step.Targets) == 0 || r.sight.Outline == nil || step.Risk != string(risk.Deletes) && !onSelected.MatchString(step.Targets[0].Name) {
		return nil
	}
	boxes := map[string]bool{} // whether each is checked
	for _, n := range r.sight.Page.A11y.Nodes {
		if n.Role == "checkbox" {
			boxes[n.Ref] = n.Checked == "true"
		}
	}
	lists := map[int]bool{}
	for _, it := range r.sight.Outline.Items {
		if _, is := boxes[it.Ref]; is && it.List > 0 && slices.Contains(r.fields, it.Ref) {
			lists[it.List] = true
		}
	}
	var others []string
	for _, it := range r.sight.Outline.Items {
		if lists[it.List] && boxes[it.Ref] && !slices.Contains(r.fields, it.Ref) {
			others = append(others, it.Ref)
		}
	}
	if len(others) == 0 {
		return nil
	}
	r.named = true
	return &halt{reason: types.FlowChanged, message: "other rows of the list are selected too", candidates: others[:min(len(others), maxCandidates)], hint: "Clear the selection of those that are not meant, and let the run go on."}
}
