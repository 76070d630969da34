package recall

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// The values of KnowledgeCard.SiteType.
const (
	siteSPA = "spa"
	siteSSR = "ssr"
)

// derive makes a site's card from its steps and from what a person wrote.
func (b *Book) derive(name string, written *types.KnowledgeCard) *types.KnowledgeCard {
	d := &deriver{found: map[patternKey]*evidence{}, goals: map[string]*goal{}}
	for session, steps := range b.steps.Runs(name) {
		d.run(&run{session, steps})
	}
	patterns := d.patterns()
	card := &types.KnowledgeCard{Domain: name, Version: 1, SiteType: d.siteType(), CreatedAt: d.first, UpdatedAt: d.last}
	if w := written; w != nil {
		patterns = merge(w.Patterns, patterns)
		card.Version = max(1, w.Version)
		card.SiteType = cmp.Or(w.SiteType, card.SiteType)
		card.RequiresLogin = w.RequiresLogin
		card.CreatedAt = earliest(w.CreatedAt, card.CreatedAt)
		card.UpdatedAt = max(w.UpdatedAt, card.UpdatedAt)
	}
	card.Patterns = strongest(patterns, card.UpdatedAt)
	for i := range card.Patterns {
		if p := &card.Patterns[i]; p.Type == types.PatternLoginRequired && effective(p, card.UpdatedAt) >= contextFloor {
			card.RequiresLogin = true
		}
	}
	return card
}

func earliest(a, b types.Time) types.Time {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// deriver gathers the evidence of all runs on a site.
type deriver struct {
	found       map[patternKey]*evidence
	goals       map[string]*goal
	layouts     map[string]*layout // by screen
	first, last types.Time
	soft, hard  int // changes of route within a document, and by loading one
}

// run takes one session's steps in the order of time.
func (d *deriver) run(r *run) {
	var before *types.Step
	for _, step := range r.steps {
		d.first, d.last = earliest(d.first, step.Timestamp), max(d.last, step.Timestamp)
		d.element(step)
		d.path(step)
		d.wall(step, before)
		d.loading(step)
		d.look(step)
		before = step
	}
	d.intent(r)
}

// note adds a use to the evidence of a pattern. describe is what the newest
// success says of it.
func (d *deriver) note(p types.Pattern, step *types.Step, ok bool) {
	p.Value = capture.Clean(p.Value, maxValue)
	p.Description = capture.Clean(p.Description, maxDescription)
	p.URLPattern = capture.Clean(p.URLPattern, maxURLPattern)
	e := d.found[keyOf(&p)]
	if e == nil {
		e = &evidence{pattern: p}
		d.found[keyOf(&p)] = e
	}
	if ok && p.Description != "" {
		e.pattern.Description = p.Description
	}
	e.events = append(e.events, event{step.Timestamp, ok})
	e.agent = e.agent || ok && step.Actor != types.ActorObserved
}

// patterns sums up the evidence, in an order that is always the same.
func (d *deriver) patterns() []types.Pattern {
	d.describeScreens()
	d.describeLoading()
	out := d.intents()
	for _, e := range d.found {
		if p, ok := e.sum(); ok {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b types.Pattern) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(b.UseCount, a.UseCount), cmp.Compare(a.Value, b.Value), cmp.Compare(a.URLPattern, b.URLPattern))
	})
	return out
}

// element learns the target of an action: it worked here, or it did not.
func (d *deriver) element(step *types.Step) {
	t := step.Tool.Target
	if !acting(step) || t.Empty() || screenOf(step) == "" || suspicious(t.Name) {
		return
	}
	value := elementValue(t)
	if value == "" || !step.Outcome.OK && !targetFault(step.Outcome.Error) {
		return
	}
	d.note(types.Pattern{Type: types.PatternSelector, Value: value, Description: elementWords(t), URLPattern: screenOf(step)}, step, step.Outcome.OK)
}

// elementValue names an element so that a tool can use it: by test id, selector,
// or role and name. The same element always has the same value.
func elementValue(t *types.Target) string {
	switch {
	case strings.HasPrefix(t.Selector, "[data-") && t.TestID != "":
		return t.Selector // the attribute that the site really uses
	case t.TestID != "":
		return fmt.Sprintf("[data-testid=%q]", t.TestID)
	case t.Selector != "":
		return t.Selector
	case t.Role != "" && t.Name != "":
		return fmt.Sprintf("role=%s[name=%q]", t.Role, t.Name)
	}
	return ""
}

// elementWords is how a person would call an element.
func elementWords(t *types.Target) string {
	role := cmp.Or(t.Role, t.Tag, "element")
	if t.Name == "" {
		return role
	}
	return fmt.Sprintf("%s %q", role, capture.Clean(t.Name, maxLabel))
}

// maxLabel is how much of an element's name is said, in characters: labels are
// shorter, and content is not what a card is for.
const maxLabel = 60

// path learns a way from one screen to the next.
func (d *deriver) path(step *types.Step) {
	from, to := screenOf(step), landedOn(step)
	if !step.Outcome.OK || to == "" || from == to || SiteOf(step) != Site(step.After.CurrentURL) {
		return
	}
	t := step.Tool.Target
	switch {
	case t != nil && from != "" && acting(step) && !suspicious(t.Name):
		d.note(types.Pattern{Type: types.PatternNavigationPath, Value: from + " → " + to, Description: elementWords(t), URLPattern: from}, step, true)
	case tool(step) == "navigate":
		d.note(types.Pattern{Type: types.PatternNavigationPath, Value: pathOf(step.After.CurrentURL), Description: to}, step, true)
	}
}

// wall learns that a site wants people to sign in: somebody went somewhere and
// came out on a page that asks for a password.
func (d *deriver) wall(step, before *types.Step) {
	here := screenOf(step)
	if here == "" || !asksPassword(step.Observation) {
		return
	}
	wanted := ""
	switch {
	case before == nil:
		wanted = returnAddress(step.Observation.State.CurrentURL)
	case tool(before) == "navigate":
		wanted = wantedScreen(before)
	case landedOn(before) == here && screenOf(before) != here && !signInWords(before.Tool.Target):
		wanted = screenOf(before)
	}
	if wanted != "" && wanted != here {
		d.note(types.Pattern{Type: types.PatternLoginRequired, Value: here, Description: "asked to sign in on the way to " + wanted}, step, true)
	}
}

// loading counts how the site changes from one screen to the next.
func (d *deriver) loading(step *types.Step) {
	if step.After == nil || step.Observation == nil || tool(step) == "navigate" {
		return
	}
	from, to := step.Observation.State.CurrentURL, step.After.CurrentURL
	if from == to || to == "" || originOf(from) != originOf(to) {
		return
	}
	switch {
	case step.After.Load == "new":
		d.hard++
	case step.After.Load == "same", fragmentRoute(from) != fragmentRoute(to):
		d.soft++
		d.note(types.Pattern{Type: types.PatternSPAHint, Value: siteSPA}, step, true)
	}
}

func (d *deriver) siteType() string {
	switch {
	case d.soft > d.hard:
		return siteSPA
	case d.hard > 0:
		return siteSSR
	}
	return ""
}

// describeLoading words the hint, or takes it back where the site loads
// documents after all.
func (d *deriver) describeLoading() {
	key := patternKey{kind: types.PatternSPAHint, value: siteSPA}
	e := d.found[key]
	if e == nil {
		return
	}
	if d.siteType() != siteSPA {
		delete(d.found, key)
		return
	}
	e.pattern.Description = "routes change without a page load; wait for the new screen"
}
