package runner

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// effect waits for the recorded effect of the step that was just done. That effect is only a
// hint: a page on which the next step can be done with proof is accepted as well, once it is
// at rest.
func (r *run) effect(ctx context.Context) *halt {
	step := &r.flow.Steps[r.at]
	last := r.at+1 == len(r.flow.Steps)
	if last && empty(step.Expect) {
		return nil // the end of the flow is checked for it
	}
	for {
		s, err := r.look(ctx, !last && r.needsTexts(r.at+1))
		if err != nil {
			h := r.lost(ctx, err)
			h.done = true
			return h
		}
		if s.Dialog != nil {
			return nil // the next step checks whether it is expected
		}
		r.putAside(ctx, s)
		there := fitsScreen(step.Expect, &s.Page.State, r.values)
		came := appeared(step.Expect.Appeared, s.Page, r.seen, r.values)
		next := last || r.nextReady(ctx)
		rested := !s.Loading && (time.Since(r.arrived) > restTime || quiet(step))
		sign := !empty(step.Expect) && len(step.Expect.Appeared) > 0 || r.before != nil && s.Page.State.CurrentURL != r.before.State.CurrentURL
		if rested && r.asked(s.Page) != "" && r.affirm(ctx) {
			continue
		}
		switch {
		case !last && r.filters(step, s.Page) && (s.Loading || r.calm() < hintTime): // the list may still show the old rows
		case there && came && next && (sign || rested):
			return nil
		case there && came && rested && !last && (quiet(step) || len(r.seen) > 0 || !unchanged(r.before, s.Page)):
			return nil // the wait for the next step finds the obstacle
		case there && next && rested && !last && (r.someCame(step, s) || time.Since(r.arrived) > hintTime):
			return nil
		case r.complaint(s.Page) != "" && rested:
			return nil // the next step, or the end, reports it
		case !r.timeOver(s.Loading, false):
		case next && there:
			return nil
		case unchanged(r.before, s.Page) && len(r.seen) == 0 && step.Tool != "type" && step.Tool != "hover":
			if r.openedTab != "" {
				return &halt{reason: types.FlowNoEffect, message: "the step was done, and it opened another tab: " + r.openedTab, hint: "Do the rest there, or open its address in this tab and let the run go on.", done: true}
			}
			return &halt{reason: types.FlowNoEffect, message: "the step was done, and the page did not change", hint: "Look whether it was done. Do not do it again without that.", done: true}
		default:
			return nil // the next step reports the missing element
		}
		if !pause(ctx, r.between()) {
			h := cancelled(ctx)
			h.done = true
			return h
		}
	}
}

// quiet reports whether a step usually changes only its field, so that the next step need
// not wait for more.
func quiet(step *types.FlowStep) bool {
	return step.Tool == "hover" || step.Tool == "type" && !step.Submit || step.Tool == "upload"
}

// searches matches names of fields that choose the rows of a list while one types.
var searches = regexp.MustCompile(`(?i)search|filter|\bfind|such|recherch|filtr|busca|cerca|zoek|szuka|поиск|検索|搜索`)

// filters reports whether a step typed into a field that chooses the rows of a list, and the page has not reacted yet.
func (r *run) filters(step *types.FlowStep, page *types.Observation) bool {
	i := slices.IndexFunc(page.A11y.Nodes, func(n types.A11yNode) bool { return n.Ref == r.on })
	if step.Tool != "type" || step.Submit || r.before == nil || i < 0 {
		return false
	}
	others := func(o *types.Observation) *types.Observation { // the field itself shows the text at once
		but := *o
		but.A11y.Nodes = slices.DeleteFunc(slices.Clone(o.A11y.Nodes), func(n types.A11yNode) bool { return n.Ref == r.on })
		return &but
	}
	n := &page.A11y.Nodes[i]
	return (n.Role == "searchbox" || searches.MatchString(n.Name)) && unchanged(others(r.before), others(page))
}

// someCame reports whether a part of a step's recorded effect appeared. Without any, the
// page may be about to react.
func (r *run) someCame(step *types.FlowStep, s *tool.Sight) bool {
	if len(step.Expect.Appeared) == 0 {
		return true
	}
	for _, label := range step.Expect.Appeared {
		if appeared([]string{label}, s.Page, r.seen, r.values) {
			return true
		}
	}
	return false
}

// hintTime bounds the wait for the recorded effect of a step, if the next step can be done
// and no part of the effect appears.
const hintTime = 1500 * time.Millisecond

// restTime is the least wait for a page that shows no sign of an action's recorded
// effect.
const restTime = 300 * time.Millisecond

func empty(s types.FlowScreen) bool {
	return s.Path == "" && s.Screen == "" && len(s.Appeared) == 0
}

// nextReady reports whether the next required step, or an optional one before it, can be
// done on the present page.
func (r *run) nextReady(ctx context.Context) bool {
	for i := r.at + 1; i < len(r.flow.Steps); i++ {
		step := &r.flow.Steps[i]
		if fitsScreen(step.Screen, &r.sight.Page.State, r.values) || step.Tool == "navigate" {
			if len(step.Targets) == 0 {
				return true
			}
			if f, _ := r.find(ctx, i); f != nil {
				return true
			}
		}
		if !step.Optional {
			return false
		}
	}
	return true
}

// unchanged reports whether two observations show the same elements at the same address.
func unchanged(before, now *types.Observation) bool {
	if before == nil || before.State.CurrentURL != now.State.CurrentURL {
		return false
	}
	return slices.EqualFunc(before.A11y.Nodes, now.A11y.Nodes, func(a, b types.A11yNode) bool {
		return a.Role == b.Role && a.Name == b.Name && a.Checked == b.Checked && a.Expanded == b.Expanded && a.Disabled == b.Disabled && a.Filled == b.Filled
	})
}

// complaint returns an error that the page has shown since the last step, and that is not
// recorded for the step; empty for none.
func (r *run) complaint(page *types.Observation) string {
	if !r.moved {
		return ""
	}
	if q := r.refused; q != nil && q.Page && (q.Writes || q.Status >= http.StatusInternalServerError) {
		return "the server answered " + q.Request
	}
	expected := r.expected()
	for i := range page.A11y.Nodes {
		n := &page.A11y.Nodes[i]
		if n.Role != "alert" || n.Name == "" || expected[labelOf(n.Role, n.Name)] || !speaksOfError(n.Name) {
			continue
		}
		if r.seen[labelOf(n.Role, n.Name)] || !shows(r.before, n) {
			return labelOf(n.Role, n.Name)
		}
	}
	if r.hasTyped() {
		return "" // a field says that it is required until it has its value
	}
	for label := range r.seen {
		if r.sight.Dialog != nil && isDialog(label) && showsLabel(r.sight.Page, label) {
			continue // it waits for an answer and is no error, whatever its words
		}
		if role, name, _ := strings.Cut(label, " "); (role == "alert" || role == "alertdialog") && !expected[label] && speaksOfError(name) {
			return label
		}
	}
	return ""
}

// hasTyped reports whether the last step only filled a field.
func (r *run) hasTyped() bool {
	return r.at > 0 && r.flow.Steps[r.at-1].Tool == "type" && !r.flow.Steps[r.at-1].Submit
}

// expected returns the recorded effects of the last step, of the next one and of the flow.
func (r *run) expected() map[string]bool {
	all := map[string]bool{}
	add := func(labels []string) {
		for _, l := range labels {
			all[l] = true
		}
	}
	add(r.flow.End.Appeared)
	if r.at > 0 {
		add(r.flow.Steps[r.at-1].Expect.Appeared)
	}
	if r.at < len(r.flow.Steps) {
		add(r.flow.Steps[r.at].Expect.Appeared)
	}
	return all
}

func shows(page *types.Observation, n *types.A11yNode) bool {
	return page != nil && slices.ContainsFunc(page.A11y.Nodes, func(o types.A11yNode) bool { return o.Role == n.Role && o.Name == n.Name })
}

// isNew reports whether an earlier observation did not have an element. It may have had an equal,
// as a second question has the same answers as the first.
func isNew(before *types.Observation, n *types.A11yNode) bool {
	return before == nil || !slices.ContainsFunc(before.A11y.Nodes, func(o types.A11yNode) bool { return o.Ref == n.Ref && o.Role == n.Role && o.Name == n.Name })
}

// errorWords are words in failure messages, in the languages that most pages
// have.
var errorWords = strings.Fields(`error errors failed failure fail invalid incorrect wrong denied forbidden unauthorized expired required missing
 cannot can't couldn't unable rejected refused exceeded already unavailable oops problem exist exists duplicate
 fehler fehlgeschlagen ungültig falsch abgelehnt erforderlich ungueltig existiert bereits vergeben
 erreur échec invalide incorrecte refusé obligatoire existe déjà
 errore fallito non-valido errato obbligatorio esiste già
 inválido incorrecto falló fallido requerido obligatorio erro falhou inválida obrigatório
 fout mislukt ongeldig verplicht bestaat fel misslyckades ogiltig błąd niepoprawny ошибка 错误 失败 エラー 失敗 오류`)

// denials are phrases of failure messages of which no word alone speaks of a failure.
var denials = []string{"could not", "can not", "did not", "was not", "were not", "has not been", "not saved", "not possible", "konnte nicht", "konnten nicht", "kann nicht", "wurde nicht",
	"n'a pas", "n’a pas", "impossible de", "no se pudo", "no se ha podido", "no se puede", "non è stato", "impossibile", "não foi", "kon niet", "kunde inte"}

// speaksOfError reports whether a message states a failure.
func speaksOfError(message string) bool {
	message = strings.ToLower(message)
	if slices.ContainsFunc(denials, func(phrase string) bool { return strings.Contains(message, phrase) }) {
		return true
	}
	words := strings.FieldsFunc(message, func(r rune) bool { return strings.ContainsRune(" .,:;!?\"()\n\t", r) })
	for _, w := range errorWords {
		if slices.Contains(words, w) || w[0] >= 0x80 && strings.Contains(message, w) {
			return true
		}
	}
	return false
}
