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

// derive makes a site's card from its steps and from what people wrote.
func (b *Book) derive(name string, s *site) *types.KnowledgeCard {
	versions := s.said()
	said := versions[len(versions)-1]
	d := gather(b.runs(name), said.since)
	written := d.written(said.patterns)
	patterns := d.patterns()
	card := &types.KnowledgeCard{Domain: name, Version: said.version, SiteType: cmp.Or(said.siteType, d.siteType()), RequiresLogin: said.needLogin,
		CreatedAt: d.first, UpdatedAt: d.last}
	if w := s.written; w != nil && said.since <= w.UpdatedAt {
		patterns = merge(w.Patterns, patterns)
		card.SiteType = cmp.Or(said.siteType, w.SiteType, card.SiteType)
		card.RequiresLogin = card.RequiresLogin || w.RequiresLogin
		card.CreatedAt = earliest(w.CreatedAt, card.CreatedAt)
		card.UpdatedAt = max(w.UpdatedAt, card.UpdatedAt)
	}
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
	card.Patterns = strongest(patterns, card.UpdatedAt)
	for i := range card.Patterns {
		if p := &card.Patterns[i]; p.Type == types.PatternLoginRequired && effective(p, card.UpdatedAt) >= contextFloor {
			card.RequiresLogin = true
		}
	}
	return card
}

// gather collects what runs show, without what was before since.
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
	d.misses()
	return d
}

// written are the patterns that people wrote, with what steps say of them: they
// too lose confidence when they fail and gain it when they work. One without a
// URL pattern is meant on every page.
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

// deriver gathers the evidence of all runs on a site.
type deriver struct {
	found       map[types.PatternKey]*evidence
	goals       map[string]*goal
	worked      map[element]types.Pattern
	missed      []*types.Step
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
		d.wall(r.session, step, before)
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
	e := d.found[p.Key()]
	if e == nil {
		e = &evidence{pattern: p}
		d.found[p.Key()] = e
	}
	if ok && p.Description != "" && !strings.HasPrefix(e.pattern.Description, p.Description+" ") { // which says more: with the name
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
	p := types.Pattern{Type: types.PatternSelector, Value: elementValue(t), Description: elementWords(t), URLPattern: clearPlace(screenOf(step))}
	switch {
	case p.Value == "":
	case step.Outcome.OK:
		d.note(p, step, true)
		d.worked[element{screenOf(step), t.TestID, t.Selector, t.Role, t.Name}] = p
	case targetFault(step.Outcome.Error):
		d.missed = append(d.missed, step)
	}
}

// element is one that worked on a screen, by all its names.
type element struct{ screen, testID, selector, role, name string }

// misses holds failures against the elements that were meant. Who asked for an
// element by its name alone knew nothing of its selector, but what failed is the
// same element.
func (d *deriver) misses() {
	for _, step := range d.missed {
		t := step.Tool.Target
		meant := map[types.PatternKey]bool{}
		for e, p := range d.worked {
			if e.screen == screenOf(step) && e.askedBy(t) && !meant[p.Key()] {
				meant[p.Key()] = true
				d.note(p, step, false)
			}
		}
		if own := (types.Pattern{Type: types.PatternSelector, Value: elementValue(t), URLPattern: clearPlace(screenOf(step))}); !meant[own.Key()] {
			d.note(own, step, false) // a person may have written it
		}
	}
}

// askedBy reports whether a failed target names the element, in the way in which
// it was asked for.
func (e element) askedBy(failed *types.Target) bool {
	switch {
	case failed.TestID != "":
		return failed.TestID == e.testID
	case failed.Selector != "":
		return failed.Selector == e.selector
	}
	return failed.Role == e.role && failed.Name == e.name && failed.Name != ""
}

// elementValue names an element so that a tool can use it: by test id, selector,
// or role and name. The same element always has the same value.
func elementValue(t *types.Target) string {
	switch {
	case strings.HasPrefix(t.Selector, "[data-") && t.TestID != "":
		return t.Selector // the attribute that the site really uses
	case t.TestID != "" && !capture.IsMasked(t.TestID):
		return fmt.Sprintf("[data-testid=%q]", t.TestID)
	case t.Selector != "" && !capture.Positional(t.Selector):
		return t.Selector
	case t.Role != "" && capture.ClearName(t.Name) != "":
		return fmt.Sprintf("role=%s[name=%q]", t.Role, t.Name)
	}
	return ""
}

// elementWords is how a person would call an element.
func elementWords(t *types.Target) string {
	role := cmp.Or(t.Role, t.Tag, "element")
	if capture.ClearName(t.Name) == "" {
		return role
	}
	return fmt.Sprintf("%s %q", role, capture.Clean(t.Name, maxLabel))
}

// maxLabel is how much of an element's name is said, in characters: labels are
// shorter, and content is not what a card is for.
const maxLabel = 60

// clearPlace returns the name of a screen or an address if all of it is kept, else
// "": a reader could not find it by the rest.
func clearPlace(place string) string {
	if capture.ClearPlace(place) {
		return place
	}
	return ""
}

// path learns a way from one screen to the next, where both have a name.
func (d *deriver) path(step *types.Step) {
	from, to := clearPlace(screenOf(step)), clearPlace(landedOn(step))
	if !step.Outcome.OK || to == "" || from == to || SiteOf(step) != Site(step.After.CurrentURL) {
		return
	}
	t := step.Tool.Target
	switch {
	case t != nil && from != "" && acting(step) && !suspicious(t.Name):
		d.note(types.Pattern{Type: types.PatternNavigationPath, Value: from + " → " + to, Description: elementWords(t), URLPattern: from}, step, true)
	case tool(step) == "navigate" && capture.ClearPlace(step.After.CurrentURL):
		d.note(types.Pattern{Type: types.PatternNavigationPath, Value: pathOf(step.After.CurrentURL), Description: to}, step, true)
	}
}

// wall learns that a site wants people to sign in: somebody went somewhere and
// came out on a page that asks for a password.
func (d *deriver) wall(session *types.Session, step, before *types.Step) {
	here := clearPlace(screenOf(step))
	if here == "" || !asksPassword(step) {
		return
	}
	wanted := ""
	switch {
	case before == nil:
		wanted = cmp.Or(launchScreen(session, step), returnAddress(step.Observation.State.CurrentURL))
	case tool(before) == "navigate":
		wanted = wantedScreen(before)
	case landedOn(before) == here && screenOf(before) != here && !signInWords(before.Tool.Target):
		wanted = screenOf(before)
	}
	if wanted == "" || wanted == here {
		return
	}
	if !capture.ClearPlace(wanted) {
		wanted = "another page"
	}
	d.note(types.Pattern{Type: types.PatternLoginRequired, Value: here, Description: "asked to sign in on the way to " + wanted}, step, true)
}

// loading counts how the site changes from one screen to the next.
func (d *deriver) loading(step *types.Step) {
	if step.After == nil || step.Observation == nil || tool(step) == "navigate" {
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
