package recall

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Limits of a task intent: it is one line.
const (
	maxGoal     = 120 // characters
	maxRoute    = 6   // screens
	maxKeySteps = 5
	minActions  = 2 // a run with fewer actions is no route
)

// goal is the evidence of all runs towards one goal.
type goal struct {
	evidence evidence
	best     *run // the newest successful one, else the newest
	bestOK   bool
}

// noteIntent adds the route of a session to its goal on this site. Only launched sessions
// have a goal, and only completed ones are evidence for a route; one with the stated
// outcome failed is evidence against it (DESIGN 9.18).
func (d *deriver) noteIntent(r *run) {
	if r.session == nil || r.session.Ambient || r.session.Goal == "" || suspicious(r.session.Goal) || !r.session.Done() && r.session.Outcome != types.SessionFailed {
		return
	}
	actions, through := 0, false
	for _, step := range r.steps {
		if isElementAction(step) {
			actions++
			through = step.Outcome.OK
		}
	}
	if actions < minActions {
		return
	}
	through = through && r.session.Done()
	key := strings.Join(text.Words(strings.ToLower(goalOf(r))), " ")
	g := d.goals[key]
	if g == nil {
		g = &goal{}
		d.goals[key] = g
	}
	end := r.steps[len(r.steps)-1]
	g.evidence.events = append(g.evidence.events, event{end.Timestamp, through})
	g.evidence.agent = g.evidence.agent || end.Actor != types.ActorObserved
	if g.best == nil || through && !g.bestOK || through == g.bestOK && after(end, g.best.steps[len(g.best.steps)-1]) {
		g.best, g.bestOK = r, through
	}
}

// intents returns the task intents that ever succeeded, by goal.
func (d *deriver) intents() []types.Pattern {
	var out []types.Pattern
	for _, key := range slices.Sorted(maps.Keys(d.goals)) {
		g := d.goals[key]
		g.evidence.pattern = types.Pattern{Type: types.PatternTaskIntent, Value: intentWords(g.best), Description: capture.Clean(goalOf(g.best), maxGoal)}
		if p, ok := g.evidence.sum(); ok {
			out = append(out, p)
		}
	}
	return out
}

// intentWords describes a run in one line: goal, route, key steps, end. It contains no
// typed text, and of pages only the names of elements acted on.
func intentWords(r *run) string {
	parts := []string{capture.Clean(goalOf(r), maxGoal)}
	if route := routeOf(r); len(route) > 1 {
		parts = append(parts, strings.Join(route, " → "))
	}
	if steps := keySteps(r); len(steps) > 0 {
		parts = append(parts, strings.Join(steps, ", "))
	}
	last := r.steps[len(r.steps)-1]
	if screen := clearPlace(cmp.Or(screenAfter(last), screenOf(last))); last.Outcome.OK && screen != "" {
		parts = append(parts, "ends on "+screen)
	}
	return capture.Clean(strings.Join(parts, " | "), maxValue)
}

// goalOf returns a run's goal without the texts typed in it.
func goalOf(r *run) string {
	var typed []capture.Typed
	var names capture.Placeholders
	var before *types.Target // of the typing that a step corrects
	for _, step := range r.steps {
		if !isElementAction(step) {
			continue
		}
		words, ok := step.Tool.Input["text"].(string)
		if !ok || step.Tool.Target == nil {
			before = nil
			continue
		}
		field := capture.FieldName(step.Tool.Target)
		switch {
		case !step.Outcome.OK:
		case before != nil && *before == *step.Tool.Target:
			field = typed[len(typed)-1].Field
		default:
			field = names.Name(step.Tool.Target)
		}
		before = nil
		if step.Outcome.OK && !capture.Submits(step) {
			before = step.Tool.Target
		}
		typed = append(typed, capture.Typed{Field: field, Text: words})
	}
	return capture.WithoutTyped(r.session.Goal, typed)
}

// routeOf returns the screens that a run passed, the last ones if there are many.
func routeOf(r *run) []string {
	var route []string
	add := func(screen string) {
		if screen = clearPlace(screen); screen != "" && (len(route) == 0 || route[len(route)-1] != screen) {
			route = append(route, screen)
		}
	}
	for _, step := range r.steps {
		add(screenOf(step))
		if step.Outcome.OK {
			add(screenAfter(step))
		}
	}
	return route[max(0, len(route)-maxRoute):]
}

// keySteps returns the actions that made progress: those that led to another screen
// and the typing before them.
func keySteps(r *run) []string {
	var steps []string
	for _, step := range r.steps {
		t := step.Tool.Target
		if !isElementAction(step) || !step.Outcome.OK || t == nil || capture.ClearName(t.Name) == "" && t.TestID == "" || suspicious(t.Name) {
			continue
		}
		verb := toolName(step)
		moved := screenAfter(step) != "" && screenAfter(step) != screenOf(step)
		if verb != "type" && !moved && !slices.Contains(step.Labels, capture.LabelConfirmation) {
			continue
		}
		name := capture.Clean(cmp.Or(capture.ClearName(t.Name), t.TestID), maxLabel/2)
		words := fmt.Sprintf("%s %q", verb, name)
		if key := capture.Key(step); key != "" {
			words = fmt.Sprintf("press %s in %q", key, name)
		} else if capture.Submits(step) {
			words += " and press Enter"
		}
		if !slices.Contains(steps, words) {
			steps = append(steps, words)
		}
	}
	return steps[max(0, len(steps)-maxKeySteps):]
}
