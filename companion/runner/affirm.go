package runner

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// A page may now ask for a confirmation of a step that it did not ask for when the step was
// recorded. The run has permission for the step, so it confirms a question that contains
// nothing else, with one yes and one no, and at most once per step. A question with
// information beyond the step and the task is left to the agent.

var (
	agrees  = regexp.MustCompile(`(?i)^(yes|ok|okay|confirm|continue|proceed|go (on|ahead)|i'm sure|yes,? (please|continue|proceed|confirm|go (on|ahead)|i'm sure|i am sure)|ja|ja,? (weiter|fortfahren)|fortfahren|weiter|bestätigen|oui|continuer|confirmer|sí|continuar|confirmar|sim|sì|continua|conferma|doorgaan|bevestigen)[.!]?$`)
	refuses = regexp.MustCompile(`(?i)^(no|cancel|abort|back|go back|keep|stay( here)?|no,? (cancel|stay|stay here|keep it|keep|go back|thanks)|never ?mind|not now|×|✕|✖|x|close|dismiss|nein|abbrechen|zurück|non|annuler|cancelar|não|annulla|annuleren|avbryt)[.!]?$`)
)

// sureWords are words of a question that only asks for a confirmation.
var sureWords = strings.Fields(`are you sure really absolutely certain please confirm confirmation do want wish would like to continue proceed go on ahead this that the a an it your is of with action
 sind sie sicher wirklich möchten wollen bitte bestätigen fortfahren diese dieser dies aktion êtes vous sûr voulez vraiment continuer confirmer está seguro desea continuar confirmar vuoi continuare sei sicuro weet je zeker`)

// lastingWords are words of a warning that a step cannot be undone. It says nothing new about a
// step that had to be permitted.
var lastingWords = text.Words(`will can can't cannot not be undone undo reversed reverted irreversible permanent permanently forever
 kann können nicht rückgängig gemacht werden endgültig irréversible définitivement permanentemente deshacer definitivamente`)

// affirm answers the question that the last step has caused, and reports whether it
// did.
func (r *run) affirm(ctx context.Context) bool {
	if r.affirmed || !r.moved || r.stood == nil {
		return false
	}
	s, err := r.look(ctx, true)
	if err != nil || s.Loading || s.Page.State.CurrentURL != r.before.State.CurrentURL || s.Dialog != nil && (s.Dialog.Type != "confirm" || r.answersNext()) {
		return false
	}
	yes := r.yes(s)
	if yes == nil {
		return false
	}
	r.affirmed = true
	result, err := r.press(ctx, yes, r.may)
	if err != nil {
		return false
	}
	if result != nil && result.After != nil {
		for _, label := range result.After.Appeared {
			if !showsLabel(r.before, label) { // else the question hid it
				r.seen[label] = true
			}
		}
	}
	r.arrived = now()
	return true
}

// answersNext reports whether the next step answers a JavaScript dialog, of which each session
// read the message.
func (r *run) answersNext() bool {
	if r.at >= len(r.flow.Steps) || r.at == r.did {
		return false
	}
	targets := r.flow.Steps[r.at].Targets
	return len(targets) > 0 && targets[0].Role == "button" && inBox(&targets[0]) && (targets[0].Name == "OK" || targets[0].Name == "Cancel")
}

// yes returns the control that confirms the question that the last step has caused: a dialog, or
// all that is new on the page. It returns nil for another kind of question, or none.
func (r *run) yes(s *tool.Sight) (yes *types.A11yNode) {
	front := r.asked(s.Page)
	if front == "" && len(dialogsSince(r.before, s.Page)) > 0 {
		return nil // it is one that the flow knows
	}
	said, refusals := front, 0
	var cancels []*types.A11yNode // refusals, or the yes to a step that is called so
	for i := range s.Page.A11y.Nodes {
		n := &s.Page.A11y.Nodes[i]
		if n.Unseen != "" || front != "" && !slices.Contains(n.Path, front) || front == "" && !isNew(r.before, n) {
			continue
		}
		name := strings.TrimSpace(n.Name)
		usable, again := n.Role == "button" && !n.Disabled && n.Origin == "", r.isLastName(name)
		switch {
		case n.Role == "button" && refuses.MatchString(name):
			refusals++
			if usable && again {
				cancels = append(cancels, n)
			}
		case usable && (agrees.MatchString(name) || again):
			if yes != nil {
				return nil
			}
			yes = n
		case n.Role == "heading" || n.Role == "paragraph" || n.Role == "text":
			said += " " + name
		default:
			return nil // it asks for more than a yes
		}
	}
	if yes == nil && len(cancels) == 1 {
		yes = cancels[0]
		refusals--
	}
	if yes == nil || refusals == 0 || s.Dialog == nil && (s.Outline == nil || r.pressesNext(yes.Name)) {
		return nil
	}
	if s.Dialog == nil { // else its message is all that it says
		for _, it := range s.Outline.Items {
			if it.Ref == "" && !r.stood[it.Text] {
				said += " " + it.Text
			}
		}
	}
	if front == "" && !asking.MatchString(said) || !r.saysNoMore(said) {
		return nil
	}
	return yes
}

// textsOf returns the texts of an outline, nil where there is none.
func textsOf(o *types.Outline) map[string]bool {
	if o == nil {
		return nil
	}
	texts := map[string]bool{}
	for _, it := range o.Items {
		texts[it.Text] = true
	}
	return texts
}

// isLastName reports whether a button has the name that the last step pressed.
func (r *run) isLastName(name string) bool {
	return slices.ContainsFunc(r.flow.Steps[r.did].Targets, func(t types.FlowTarget) bool { return flow.UsedAlike(t.Role, "button") && t.Name == name && name != "" })
}

// pressesNext reports whether the step behind the last one presses a button of that name: the question is a part of the flow.
func (r *run) pressesNext(name string) bool {
	next := r.did + 1
	return next < len(r.flow.Steps) && slices.ContainsFunc(r.flow.Steps[next].Targets, func(t types.FlowTarget) bool { return flow.UsedAlike(t.Role, "button") && t.Name == name })
}

// saysNoMore reports whether a text has only words of asking, of the step and of the task.
func (r *run) saysNoMore(said string) bool {
	step := &r.flow.Steps[r.did]
	known := slices.Concat(sureWords, text.Words(r.title()))
	if r.may != "" {
		known = append(known, lastingWords...)
	}
	for i := range step.Targets {
		if t, _, err := r.filled(&step.Targets[i]); err == nil {
			known = append(known, text.Words(t.Name+" "+t.Row)...)
		}
	}
	if value, err := flow.Fill(step.Value, r.values); err == nil {
		known = append(known, text.Words(value)...)
	}
	known = append(known, "dialog", "alertdialog")
	for i, w := range known {
		known[i] = strings.ToLower(w)
	}
	return !slices.ContainsFunc(text.Words(said), func(w string) bool {
		return strings.ContainsFunc(w, text.Alnum) && !slices.Contains(known, strings.ToLower(w))
	})
}

// offersCancel returns a button that appeared with the last step and cancels it, if no
// session recorded one: the application asks for a confirmation before it acts.
func (r *run) offersCancel(page *types.Observation) string {
	isNewYes := func(n types.A11yNode) bool {
		return n.Role == "button" && n.Unseen == "" && agrees.MatchString(strings.TrimSpace(n.Name)) && isNew(r.before, &n)
	}
	if len(r.flow.End.Appeared) >= endLabels && (r.before == nil || !slices.ContainsFunc(page.A11y.Nodes, isNewYes)) {
		return "" // it may be one of those that are not listed
	}
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		label := labelOf(n.Role, n.Name)
		if n.Role == "button" && n.Unseen == "" && takesBack.MatchString(n.Name) && (r.seen[label] || !shows(r.before, n)) && !slices.Contains(r.flow.End.Appeared, label) {
			return label
		}
	}
	return ""
}

// asksAgain reports whether a button that takes back is another one than before the last step,
// which may have answered a question that led to a second one.
func (r *run) asksAgain(page *types.Observation) bool {
	return r.before != nil && slices.ContainsFunc(page.A11y.Nodes, func(n types.A11yNode) bool {
		return n.Role == "button" && n.Unseen == "" && takesBack.MatchString(n.Name) && isNew(r.before, &n)
	})
}

// endLabels is the most labels of appeared elements that a flow stores.
const endLabels = 6

// takesBack matches the names of buttons that cancel an order.
var takesBack = regexp.MustCompile(`(?i)^\s*(cancel|abort|go back|no(,? (cancel|stay|stay here|keep it|keep|go back))?|nein|non|não|abbrechen|zurück|annuler|cancelar|annulla|annuleren|avbryt|取消|キャンセル)\s*[.!]?$`)
