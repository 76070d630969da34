package core

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"cairn/shared/learn"
	"cairn/shared/recall"
	"cairn/shared/types"
)

// Forget removes what f names, at once and exactly: no question finds a trace
// of it afterwards. The receipt counts what was removed. Taking a forgetting
// back is nothing to the core: it is told the records again.
func (c *Core) Forget(f types.Forget) types.ForgetReceipt {
	if f.Undo {
		return types.ForgetReceipt{}
	}
	sites := c.recall.Len()
	n := c.Named(f)
	f.Edits = n.Edits.Edits
	bySite := c.bySite(f, n)
	changed := c.sitesOfSteps(slices.Concat(n.Steps, n.Cleaned))
	// Their keeper has dropped them by now: see what a segment is.
	for _, id := range n.Sessions {
		c.drop(c.segments.of[id])
	}
	for _, step := range slices.Concat(n.Steps, n.Cleaned) {
		c.drop(c.segments.of[step.SessionID])
		c.search.RemoveStep(step.StepID)
		c.prior.engine.RemoveStep(step.SessionID, step.StepID)
	}
	for _, id := range n.Sessions {
		c.search.RemoveSession(id)
		c.prior.engine.RemoveSession(id)
		delete(c.prior.sessions, id)
	}
	if bySite {
		f.Origin = addressOf(f.Origin)
		c.recall.Forget(f)
	} else {
		c.recall.Forget(types.Forget{Edits: f.Edits})
		c.recall.Changed(changed...)
	}
	c.learned().Forget(n.Sessions, n.Steps, f.Edits)
	for _, step := range n.Cleaned {
		// It was taken before, so it is taken again.
		_ = c.PutStep(step)
	}
	return types.ForgetReceipt{Sessions: len(n.Sessions), Steps: len(n.Steps), Edits: len(f.Edits), Cleaned: len(n.Cleaned), Sites: max(0, sites-c.recall.Len())}
}

// bySite reports whether site memory can tell by itself what f means: it knows
// neither elements nor times.
func (c *Core) bySite(f types.Forget, n Named) bool {
	if f.StepID != "" || f.SessionID != "" {
		return true
	}
	if f.Element != (types.Element{}) || f.From != 0 || f.To != 0 {
		return false
	}
	at := f.At
	f.At = 0
	return at == 0 || f.All || len(c.Named(f).Steps) == len(n.Steps)
}

// sitesOfSteps are the sites whose cards the steps' sessions add to.
func (c *Core) sitesOfSteps(steps []*types.Step) (names []string) {
	done := map[string]bool{}
	for _, step := range steps {
		if !done[step.SessionID] {
			done[step.SessionID] = true
			names = append(names, c.sitesOf(step.SessionID)...)
		}
	}
	return names
}

// Named is what a forgetting means, spelt out.
type Named struct {
	Sessions []string
	Steps    []*types.Step // without what their pages showed
	// Cleaned are steps that stay, as they are to be: without the element.
	Cleaned []*types.Step
	// Sites are the domains whose cards go, with what a person wrote there.
	Sites []string
	// Edits are what people and agents said of cards and KB items that goes too,
	// and what comes instead.
	Edits learn.Forgotten
}

// Named says what Forget would remove, so that a store can delete the same. A
// session that loses its last step to an origin, an element or a span of time
// goes with it, because its goal and its launch speak of that too.
func (c *Core) Named(f types.Forget) (n Named) {
	switch {
	case f.StepID != "":
		if step := c.search.Step(f.StepID); step != nil {
			n.Steps = []*types.Step{step}
		}
	case f.SessionID != "":
		if c.search.Session(f.SessionID) != nil {
			n.Sessions, n.Steps = []string{f.SessionID}, c.search.Outlines(f.SessionID)
		}
	case f.Element != (types.Element{}):
		here := originsOf(f.Element.Origin)
		n = c.namedBy(f.At, here, func(step *types.Step) bool {
			return slices.ContainsFunc(touched(step), here) && names(step.Tool.Target, f.Element)
		}, nil)
		n.Cleaned = c.cleaned(f, here, n.Steps)
	case f.Origin != "" || f.From != 0 || f.To != 0:
		here := originsOf(f.Origin)
		n = c.namedBy(f.At, here, func(step *types.Step) bool {
			return (here == nil || slices.ContainsFunc(touched(step), here)) && step.Timestamp >= f.From && (f.To == 0 || step.Timestamp < f.To)
		}, func(s *types.Session) bool {
			if here == nil {
				return s.CreatedAt >= f.From && (f.To == 0 || s.CreatedAt < f.To)
			}
			return f.From == 0 && f.To == 0 && s.Launch != nil && s.Launch.URL != "" && here(originOf(s.Launch.URL))
		})
	case f.All:
		n.Sessions = c.search.SessionIDs()
		for _, id := range n.Sessions {
			n.Steps = append(n.Steps, c.search.Outlines(id)...)
		}
		for _, card := range c.recall.Cards() {
			n.Sites = append(n.Sites, card.Domain)
		}
	}
	if f.StepID == "" && f.SessionID == "" && f.Element == (types.Element{}) && f.Origin != "" && f.From == 0 && f.To == 0 {
		n.Sites = []string{recall.Site(addressOf(f.Origin))}
	}
	n.Edits = c.NamedEdits(f, n.Sessions, n.Steps)
	return n
}

// NamedEdits says which edits go with sessions and steps that f means, and
// which come instead: what people wrote of a site that is forgotten, and
// decisions about what nothing else shows.
func (c *Core) NamedEdits(f types.Forget, sessions []string, steps []*types.Step) learn.Forgotten {
	if f.From != 0 || f.To != 0 {
		f.Origin = "" // what was said of the whole site stays
	}
	f.Origin = addressOf(f.Origin)
	named := c.learned().Named(f, sessions, steps)
	named.Edits = append(named.Edits, c.recall.EditsNamed(f, sessions, steps)...)
	return named
}

// namedBy names the steps that are meant, and the sessions of which nothing is
// left. One that never had a step goes when about says that it is meant. With
// origins (here) only sessions that were there are looked at.
func (c *Core) namedBy(at types.Time, here func(string) bool, means func(*types.Step) bool, about func(*types.Session) bool) (n Named) {
	for _, id := range c.search.SessionIDs() {
		session := c.search.Session(id)
		if here != nil && !c.wasAt(id, here) && (about == nil || !about(session)) {
			continue
		}
		all := c.search.Outlines(id)
		kept := 0
		for _, step := range all {
			if (at == 0 || step.Timestamp <= at) && means(step) {
				n.Steps = append(n.Steps, step)
			} else {
				kept++
			}
		}
		if kept == 0 && (len(all) > 0 || about != nil && (at == 0 || session.CreatedAt <= at) && about(session)) {
			n.Sessions = append(n.Sessions, id)
		}
	}
	return n
}

// wasAt reports whether a session touched one of some origins.
func (c *Core) wasAt(sessionID string, here func(string) bool) bool {
	return slices.ContainsFunc(c.search.PlacesOf(sessionID), func(place string) bool {
		origin, ok := strings.CutPrefix(place, placeTouched)
		return ok && here(origin)
	})
}

// cleaned are copies of the steps beside those that go whose page names the
// element, without it.
func (c *Core) cleaned(f types.Forget, here func(string) bool, gone []*types.Step) (out []*types.Step) {
	going := make(map[string]bool, len(gone))
	for _, step := range gone {
		going[step.StepID] = true
	}
	for _, id := range c.search.SessionIDs() {
		if !c.wasAt(id, here) {
			continue
		}
		for _, step := range c.search.Steps(id) {
			if going[step.StepID] || f.At != 0 && step.Timestamp > f.At || !slices.ContainsFunc(touched(step), here) {
				continue
			}
			if clean := without(step, f.Element); clean != nil {
				out = append(out, clean)
			}
		}
	}
	return out
}

// without is a copy of a step whose page does not name the element, nil when
// it did not.
func without(step *types.Step, e types.Element) *types.Step {
	out, found := *step, false
	if o := step.Observation; o != nil {
		seen := *o
		is := func(n types.A11yNode) bool { return isElement(e, n.TestID, n.Role, n.Name) }
		if slices.ContainsFunc(o.A11y.Nodes, is) {
			seen.A11y.Nodes, found = slices.DeleteFunc(slices.Clone(o.A11y.Nodes), is), true
		}
		listed := func(t types.TestID) bool { return isElement(e, t.TestID, t.Role, t.Name) }
		if slices.ContainsFunc(o.TestIDs, listed) {
			seen.TestIDs, found = slices.DeleteFunc(slices.Clone(o.TestIDs), listed), true
		}
		out.Observation = &seen
	}
	if a := step.After; a != nil && e.Name != "" {
		said := func(s string) bool { return s == fmt.Sprintf("%s %q", e.Role, e.Name) }
		if slices.ContainsFunc(a.Appeared, said) {
			after := *a
			after.Appeared, found = slices.DeleteFunc(slices.Clone(a.Appeared), said), true
			out.After = &after
		}
	}
	if !found {
		return nil
	}
	return &out
}

// originsOf tells which origins a forgetting means: one, or where it gives a
// host without a scheme all of the site; nil where it gives none.
func originsOf(given string) func(origin string) bool {
	if given == "" {
		return nil
	}
	if strings.Contains(given, "://") {
		one := originOf(given)
		return func(origin string) bool { return origin == one }
	}
	site := recall.Site(addressOf(given))
	return func(origin string) bool { return site != "" && recall.Site(origin) == site }
}

// addressOf gives a bare host a scheme.
func addressOf(given string) string {
	if given == "" || strings.Contains(given, "://") {
		return given
	}
	return "http://" + given
}

// names reports whether a target is the element.
func names(t *types.Target, e types.Element) bool {
	return t != nil && isElement(e, t.TestID, t.Role, t.Name)
}

// isElement reports whether what has this test id, or this role and name, is
// the element.
func isElement(e types.Element, testID, role, name string) bool {
	return e.TestID != "" && testID == e.TestID || e.Name != "" && role == e.Role && name == e.Name
}

// touched are the origins on which a step was taken, where it led, and that it
// names in its input.
func touched(step *types.Step) (origins []string) {
	if o := step.Observation; o != nil {
		origins = append(origins, o.State.Origin, originOf(o.State.CurrentURL))
	}
	if step.After != nil {
		origins = append(origins, originOf(step.After.CurrentURL))
	}
	if to, ok := step.Tool.Input["url"].(string); ok {
		origins = append(origins, originOf(to))
	}
	return origins
}

// originOf is the origin of an address: scheme, host and port as the address
// has them, in lower case. What is no address is its own origin.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return strings.ToLower(strings.TrimSuffix(address, "/"))
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}
