package runner

import (
	"context"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// states holds, for each value, the ways in which pages showed it: the rows and texts that
// contain it.
type states map[string][]string

// maxStates bounds the values that are watched, and the ways kept for each.
const maxStates = 40

// proof returns the evidence on the present page, which is the recorded one, that the last step
// had its effect. An element that was there before the step is none, nor is the address where
// the step was done.
func (r *run) proof(ctx context.Context) tool.FlowProof {
	page := r.sight.Page
	if !r.onSite(r.sight) {
		return tool.ProofNone // a page of another site may have the same path and heading
	}
	for _, label := range r.flow.End.Appeared {
		label = filledLabel(label, r.values)
		if r.refused != nil && !r.reports(label) { // a page may show what it expects of its server
			continue
		}
		if r.seen[label] || !showsLabel(r.before, label) {
			return tool.ProofShown
		}
	}
	if r.refused != nil {
		return tool.ProofNone
	}
	if r.changed(page) || slices.ContainsFunc(slices.Collect(maps.Keys(r.seen)), r.reports) || r.reportsNow(page) {
		return tool.ProofShown
	}
	stayed := r.before == nil || routeOf(page.State.CurrentURL) == routeOf(r.before.State.CurrentURL)
	s := r.sight
	if s.Outline == nil {
		if texts, err := r.look(ctx, true); err == nil {
			s = texts
		}
	}
	if !r.picked && isPicked(s.Outline, r.on) {
		return tool.ProofShown
	}
	if s.Dialog == nil && !r.hidden(s.Page) && (r.states.differ(s, stayed, r.shown(), r.typed) || r.vanished(s) || stayed && r.formClosed(s) || r.saysDone(s.Outline)) {
		return tool.ProofShown
	}
	if !stayed && !empty(r.flow.End) {
		return tool.ProofAddress
	}
	return tool.ProofNone
}

// reports reports whether an element is a message of the page that speaks of neither an error, nor
// of work that goes on, nor of another thing.
func (r *run) reports(label string) bool {
	role, name := labelParts(label)
	return (role == "status" || role == "alert") && strings.ContainsFunc(name, unicode.IsLetter) && !speaksOfError(name) && !flow.Busy.MatchString(name) && !r.namesAnother(name)
}

// reportsNow reports whether a page shows such a message that it did not show before the last step.
func (r *run) reportsNow(page *types.Observation) bool {
	return slices.ContainsFunc(page.A11y.Nodes, func(n types.A11yNode) bool { return r.reports(labelOf(n.Role, n.Name)) && !shows(r.before, &n) })
}

// saysDone reports whether a page has a new text that says that something was done: many pages give their messages no role.
// That nothing was done, or somebody else did it, is no such message.
func (r *run) saysDone(o *types.Outline) bool {
	return o != nil && r.stood != nil && slices.ContainsFunc(o.Items, func(it types.OutlineItem) bool {
		text := strings.TrimSpace(it.Text)
		return it.Ref == "" && !r.stood[it.Text] && flow.Done.MatchString(text) && !speaksOfError(text) && !r.namesAnother(text) && !undone.MatchString(text)
	})
}

// undone matches messages about what was not done, or by others.
var undone = regexp.MustCompile(`(?i)\b(no|not|nothing|none|0|by|kein\pL*|nicht|nichts|aucun\pL*|pas|ning\pL+|nessun\pL*|nenhum\pL*|von)\b|n't\b|\?`)

// appearedAtEnd lists what came of the last step: first new elements of the page at the end that name a value which the
// run typed, because they say most; then those that the step brought, without messages about work that goes on.
func (r *run) appearedAtEnd(page *types.Observation) []string {
	var labels []string
	for _, n := range page.A11y.Nodes {
		named := slices.ContainsFunc(r.typed, func(value string) bool {
			return utf8.RuneCountInString(value) >= minNaming && strings.Contains(n.Name, value)
		})
		if label := labelOf(n.Role, n.Name); named && !shows(r.before, &n) && !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	for _, label := range r.result.Appeared {
		if _, name := labelParts(label); !flow.Busy.MatchString(name) && !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	return labels
}

// minNaming is the length of a value in characters from which a name that contains it is about it.
const minNaming = 3

// works reports whether a page says that the last step is still being done: by a message, or in the name that its
// control took meanwhile.
func (r *run) works(page *types.Observation) bool {
	if !r.moved || r.before == nil {
		return false
	}
	pressed := slices.IndexFunc(r.before.A11y.Nodes, func(n types.A11yNode) bool { return r.on != "" && n.Ref == r.on })
	name := ""
	if pressed >= 0 {
		name = r.before.A11y.Nodes[pressed].Name
	}
	return slices.ContainsFunc(page.A11y.Nodes, func(n types.A11yNode) bool {
		return n.Unseen != types.Hidden && flow.AtWork(n.Role, n.Name, name) && !shows(r.before, &n)
	})
}

// changed reports whether the element of the last step is in another state now: checked, open or
// filled in. That a field keeps another text says nothing: a page that saves by itself may not have saved it yet.
func (r *run) changed(page *types.Observation) bool {
	at := func(o *types.Observation) *types.A11yNode {
		i := -1
		if o != nil && r.on != "" {
			i = slices.IndexFunc(o.A11y.Nodes, func(n types.A11yNode) bool { return n.Ref == r.on })
		}
		if i < 0 {
			return nil
		}
		return &o.A11y.Nodes[i]
	}
	was, is := at(r.before), at(page)
	return was != nil && is != nil && was.Role == is.Role && was.Name == is.Name && (was.Checked != is.Checked || was.Expanded != is.Expanded || was.Filled != is.Filled)
}

// isPicked reports whether a page marks an element as the selected or current one.
func isPicked(o *types.Outline, ref string) bool {
	return o != nil && ref != "" && slices.ContainsFunc(o.Items, func(it types.OutlineItem) bool { return it.Ref == ref && it.Selected })
}

func showsLabel(page *types.Observation, label string) bool {
	return page != nil && slices.ContainsFunc(page.A11y.Nodes, func(n types.A11yNode) bool { return labelOf(n.Role, n.Name) == label })
}

// hidden reports whether a dialog hides a page.
func (r *run) hidden(page *types.Observation) bool {
	return slices.ContainsFunc(frontsOf(page), func(front string) bool { return !slices.Contains(r.beside, front) })
}

// watch notes how a page shows the values of a run, unless a dialog hides it.
func (r *run) watch(s *tool.Sight) {
	if s.Outline == nil || s.Dialog != nil || r.hidden(s.Page) {
		return
	}
	if r.states == nil {
		r.states, r.routes = states{}, map[string]string{}
	}
	shown := r.shown()
	rows := linesOf(s)
	route := routeOf(s.Page.State.CurrentURL)
	for _, v := range shown {
		if utf8.RuneCountInString(v) < 2 || len(r.states) >= maxStates && r.states[v] == nil || len(r.states[v]) >= maxStates {
			continue
		}
		now := stateOf(rows, v, shown)
		if !slices.Contains(r.states[v], now) {
			r.states[v] = append(r.states[v], now)
		}
		if delete(r.routes, v); now != "" {
			r.routes[v] = route
		}
	}
}

// vanished reports whether a page at rest shows a value no more that it showed before the last step, as after the
// deletion of a row. Lists that load again are empty for a moment. Where the run typed, its texts are the effect.
func (r *run) vanished(s *tool.Sight) bool {
	if s.Outline == nil || s.Loading || r.calm() < signTime || len(r.typed) > 0 {
		return false
	}
	shown, rows, route := r.shown(), linesOf(s), routeOf(s.Page.State.CurrentURL)
	for v, at := range r.routes {
		if at == route && stateOf(rows, v, shown) == "" {
			return true
		}
	}
	return false
}

// formClosed reports whether the last step pressed a button in a form that the run had filled, and both are gone from a page
// at rest. A form that the application refuses stays, or an error comes.
func (r *run) formClosed(s *tool.Sight) bool {
	if r.before == nil || s.Loading || r.calm() < signTime || asksLogin(s.Page) || slices.Contains(r.fields, r.on) {
		return false
	}
	filled := false
	for i := range r.before.A11y.Nodes {
		n := &r.before.A11y.Nodes[i]
		field := slices.Contains(r.fields, n.Ref)
		if (field || n.Ref == r.on) && shows(s.Page, n) {
			return false
		}
		filled = filled || field
	}
	return filled
}

// differ reports whether a page shows one of the values as no page before did, and speaks of no
// error there. That it shows one no more says something only where the run stayed on the page. Where
// the run typed, its texts are the effect: a row that changed and has none of them is no evidence.
func (w states) differ(s *tool.Sight, stayed bool, shown map[string]string, typed []string) bool {
	if s.Outline == nil {
		return false
	}
	rows := linesOf(s)
	for v, had := range w {
		now := stateOf(rows, v, shown)
		if (stayed || now != "") && !slices.Contains(had, now) && !speaksOfError(now) && (len(typed) == 0 || hasTyped(rows, v, typed)) {
			return true
		}
	}
	return false
}

// hasTyped reports whether a value is a typed text, or a row that contains it has one too.
func hasTyped(rows []*row, value string, typed []string) bool {
	return slices.Contains(typed, value) || slices.ContainsFunc(rows, func(r *row) bool {
		holds, _ := r.holds(value)
		return holds && slices.ContainsFunc(typed, func(t string) bool {
			has, _ := r.holds(t)
			return has || slices.ContainsFunc(r.parts, func(part string) bool { return saysSame(t, part) })
		})
	})
}

// linesOf returns the rows and texts of a page.
func linesOf(s *tool.Sight) []*row {
	_, rows := readRows(s.Outline, s.Page.A11y.Nodes)
	return rows
}

// stateOf returns those of a page's rows and texts that contain a value, without numbers, which may
// be times. A number that is one of the values shown is none.
func stateOf(rows []*row, value string, shown map[string]string) string {
	var lines []string
	values := slices.Collect(maps.Values(shown))
	for _, r := range rows {
		if holds, _ := r.holds(value); !holds {
			continue
		}
		parts := slices.Concat(r.parts, r.checked)
		for i, part := range parts {
			if !slices.Contains(values, part) {
				parts[i] = strings.Map(withoutDigits, part)
			}
		}
		if line := strings.Join(parts, " · "); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func withoutDigits(c rune) rune {
	if unicode.IsDigit(c) {
		return -1
	}
	return c
}
