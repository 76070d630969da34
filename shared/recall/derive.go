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

// The values of KnowledgeCard.SiteType.
const (
	siteSPA = "spa"
	siteSSR = "ssr"
)

// derive builds a site's card from its steps and its edits.
func (b *Book) derive(name string, s *site) *types.KnowledgeCard {
	versions := s.states()
	said := versions[len(versions)-1]
	d := gather(b.runs(name), said.since)
	written := d.written(said.patterns)
	patterns := d.patterns()
	card := &types.KnowledgeCard{Domain: name, Version: said.version, SiteType: cmp.Or(said.siteType, d.siteType()), RequiresLogin: said.needLogin,
		CreatedAt: d.first, UpdatedAt: d.last}
	if len(s.edits) > 0 {
		card.CreatedAt = earliest(card.CreatedAt, s.edits[0].At)
		card.UpdatedAt = max(card.UpdatedAt, said.at)
	}
	mine := map[types.PatternKey]bool{}
	for i := range written {
		mine[written[i].Key()] = true
	}
	patterns = slices.DeleteFunc(patterns, func(p types.Pattern) bool { return said.deleted[p.Key()] || mine[p.Key()] })
	patterns = append(written, patterns...)
	for i := range patterns {
		patterns[i].Pinned = said.pinned[patterns[i].Key()]
	}
	card.Patterns = keepStrongest(patterns, card.UpdatedAt)
	for i := range card.Patterns {
		if p := &card.Patterns[i]; p.Type == types.PatternLoginRequired && effective(p, card.UpdatedAt) >= contextFloor {
			card.RequiresLogin = true
		}
	}
	return card
}

// gather collects the evidence in the runs, without steps before since.
func gather(runs map[string]*run, since types.Time) *deriver {
	d := &deriver{found: map[types.PatternKey]*evidence{}, goals: map[string]*goal{}, worked: map[element]types.Pattern{}}
	for _, id := range slices.Sorted(maps.Keys(runs)) {
		r := runs[id]
		if since > 0 {
			r = &run{r.session, slices.DeleteFunc(slices.Clone(r.steps), func(step *types.Step) bool { return step.Timestamp <= since })}
		}
		if len(r.steps) > 0 {
			d.run(r)
		}
	}
	d.addMisses()
	return d
}

// written returns the patterns that people wrote, combined with the evidence from steps:
// they too lose confidence with failures and gain it with successes. One without a URL
// pattern applies to every page.
func (d *deriver) written(patterns []types.Pattern) []types.Pattern {
	out := make([]types.Pattern, 0, len(patterns))
	for _, p := range patterns {
		e := &evidence{pattern: p, written: true}
		for key, found := range d.found {
			if key.Type == p.Type && key.Value == p.Value && (p.URLPattern == "" || key.URLPattern == p.URLPattern) {
				e.events = append(e.events, found.events...)
			}
		}
		delete(d.found, p.Key())
		if p, ok := e.sum(); ok {
			out = append(out, p)
		}
	}
	return out
}

func earliest(a, b types.Time) types.Time {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// deriver collects the evidence of all runs on a site.
type deriver struct {
	found       map[types.PatternKey]*evidence
	goals       map[string]*goal
	worked      map[element]types.Pattern
	failedSteps []*types.Step
	layouts     map[string]*layout // by screen
	first, last types.Time
	soft, hard  int // changes of route within a document, and by loading one
}

// run adds the evidence of one session's steps in chronological order.
func (d *deriver) run(r *run) {
	var before *types.Step
	for _, step := range r.steps {
		d.first, d.last = earliest(d.first, step.Timestamp), max(d.last, step.Timestamp)
		d.noteElement(step)
		d.notePath(step)
		d.noteLogin(r.session, step, before)
		d.noteLoading(step)
		d.noteScreen(step)
		before = step
	}
	d.noteIntent(r)
}

// addUse adds a use to the evidence of a pattern. A success may extend its
// description.
func (d *deriver) addUse(p types.Pattern, step *types.Step, ok bool) {
	p.Value = capture.Clean(p.Value, maxValue)
	p.Description = capture.Clean(p.Description, maxDescription)
	p.URLPattern = capture.Clean(p.URLPattern, maxURLPattern)
	e := d.found[p.Key()]
	if e == nil {
		e = &evidence{pattern: p}
		d.found[p.Key()] = e
	}
	if ok && p.Description != "" && !strings.HasPrefix(e.pattern.Description, p.Description+" ") { // the description with the name is the longer one
		e.pattern.Description = p.Description
	}
	e.events = append(e.events, event{step.Timestamp, ok})
	e.agent = e.agent || ok && step.Actor != types.ActorObserved
}

// patterns sums up the evidence in a deterministic order.
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

// noteElement adds evidence for or against the target of an action.
func (d *deriver) noteElement(step *types.Step) {
	t := step.Tool.Target
	if !isElementAction(step) || t.Empty() || screenOf(step) == "" || suspicious(t.Name) {
		return
	}
	p := types.Pattern{Type: types.PatternSelector, Value: elementValue(t), Description: elementWords(t), URLPattern: clearPlace(screenOf(step))}
	switch {
	case p.Value == "":
	case step.Outcome.OK:
		d.addUse(p, step, true)
		d.worked[element{screenOf(step), t.TestID, t.Selector, t.Role, t.Name}] = p
	case step.Outcome.Error.ConcernsElement():
		d.failedSteps = append(d.failedSteps, step)
	}
}

// element identifies an element that worked on a screen by all its names.
type element struct{ screen, testID, selector, role, name string }

// addMisses adds failures to the elements that the callers meant. A caller that named an
// element by its name alone did not know its selector, but it is the same element.
func (d *deriver) addMisses() {
	for _, step := range d.failedSteps {
		t := step.Tool.Target
		meant := map[types.PatternKey]bool{}
		for e, p := range d.worked {
			if e.screen == screenOf(step) && e.matches(t) && !meant[p.Key()] {
				meant[p.Key()] = true
				d.addUse(p, step, false)
			}
		}
		if own := (types.Pattern{Type: types.PatternSelector, Value: elementValue(t), URLPattern: clearPlace(screenOf(step))}); !meant[own.Key()] {
			d.addUse(own, step, false) // a person may have written it
		}
	}
}

// matches reports whether a failed target names the element, by the first of test id,
// selector, and role and name that the target has.
func (e element) matches(failed *types.Target) bool {
	switch {
	case failed.TestID != "":
		return failed.TestID == e.testID
	case failed.Selector != "":
		return failed.Selector == e.selector
	}
	return failed.Role == e.role && failed.Name == e.name && failed.Name != ""
}

// elementValue names an element in a form that tools accept: by test id, selector, or
// role and name. The same element always has the same value.
func elementValue(t *types.Target) string {
	switch {
	case strings.HasPrefix(t.Selector, "[data-") && t.TestID != "":
		return t.Selector // the attribute that the site uses
	case t.TestID != "" && !capture.IsMasked(t.TestID):
		return fmt.Sprintf("[data-testid=%q]", t.TestID)
	case t.Selector != "" && !capture.Positional(t.Selector):
		return t.Selector
	case t.Role != "" && capture.ClearName(t.Name) != "":
		return fmt.Sprintf("role=%s[name=%q]", t.Role, t.Name)
	}
	return ""
}

// elementWords describes an element for a person.
func elementWords(t *types.Target) string {
	role := cmp.Or(t.Role, t.Tag, "element")
	if capture.ClearName(t.Name) == "" {
		return role
	}
	return fmt.Sprintf("%s %q", role, capture.Clean(t.Name, maxLabel))
}

// maxLabel bounds an element's name in a card, in characters: labels are shorter, and
// cards should not contain content.
const maxLabel = 60

// clearPlace returns the name of a screen or an address if no part is hidden, else
// "": a reader could not find it by the rest.
func clearPlace(place string) string {
	if capture.ClearPlace(place) {
		return place
	}
	return ""
}

// notePath adds evidence for a transition between two named screens.
func (d *deriver) notePath(step *types.Step) {
	from, to := clearPlace(screenOf(step)), clearPlace(screenAfter(step))
	if !step.Outcome.OK || to == "" || from == to || SiteOf(step) != Site(step.After.CurrentURL) {
		return
	}
	t := step.Tool.Target
	switch {
	case t != nil && from != "" && isElementAction(step) && !suspicious(t.Name):
		d.addUse(types.Pattern{Type: types.PatternNavigationPath, Value: from + " → " + to, Description: elementWords(t), URLPattern: from}, step, true)
	case toolName(step) == "navigate" && capture.ClearPlace(step.After.CurrentURL):
		d.addUse(types.Pattern{Type: types.PatternNavigationPath, Value: pathOf(step.After.CurrentURL), Description: to}, step, true)
	}
}

// noteLogin adds evidence that a site requires a login: a step that led elsewhere ended on
// a page that asks for a password.
func (d *deriver) noteLogin(session *types.Session, step, before *types.Step) {
	here := clearPlace(screenOf(step))
	if here == "" || !asksPassword(step) {
		return
	}
	wanted := ""
	switch {
	case before == nil:
		wanted = cmp.Or(launchScreen(session, step), returnAddress(step.Observation.State.CurrentURL))
	case toolName(before) == "navigate":
		wanted = navigatedScreen(before)
	case screenAfter(before) == here && screenOf(before) != here && !signInWords(before.Tool.Target):
		wanted = screenOf(before)
	}
	if wanted == "" || wanted == here {
		return
	}
	if !capture.ClearPlace(wanted) {
		wanted = "another page"
	}
	d.addUse(types.Pattern{Type: types.PatternLoginRequired, Value: here, Description: "asked to sign in on the way to " + wanted}, step, true)
}

// noteLoading counts how the site changes from one screen to the next.
func (d *deriver) noteLoading(step *types.Step) {
	if step.After == nil || step.Observation == nil || toolName(step) == "navigate" {
		return
	}
	from, to := step.Observation.State.CurrentURL, step.After.CurrentURL
	if from == to || to == "" || text.Origin(from) != text.Origin(to) {
		return
	}
	switch {
	case step.After.Load == "new":
		d.hard++
	case step.After.Load == "same", fragmentRoute(from) != fragmentRoute(to):
		d.soft++
		d.addUse(types.Pattern{Type: types.PatternSPAHint, Value: siteSPA}, step, true)
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

// describeLoading describes the hint, or removes it if the site mostly loads documents.
func (d *deriver) describeLoading() {
	key := types.PatternKey{Type: types.PatternSPAHint, Value: siteSPA}
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
