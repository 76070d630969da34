package core

import (
	"net/url"
	"slices"
	"strings"

	"cairn/shared/learn"
	"cairn/shared/types"
)

// Forget removes what f names, at once and exactly: no question finds a trace
// of it afterwards. The receipt counts what was removed.
func (c *Core) Forget(f types.Forget) types.ForgetReceipt {
	sessions, steps := c.Named(f)
	edits := c.NamedEdits(f, sessions, steps)
	f.Edits = edits.Edits
	for _, step := range steps {
		c.search.RemoveStep(step.StepID)
		c.prior.engine.RemoveStep(step.SessionID, step.StepID)
	}
	for _, id := range sessions {
		c.search.RemoveSession(id)
		c.prior.engine.RemoveSession(id)
		delete(c.prior.sessions, id)
	}
	c.recall.Forget(f)
	c.kb.Forget(sessions, steps, f.Edits)
	return types.ForgetReceipt{Sessions: len(sessions), Steps: len(steps), Edits: len(f.Edits)}
}

// NamedEdits says which edits go with the sessions and steps that [Core.Named]
// gives for f, and which come instead: what people wrote of a site that is
// forgotten, and decisions about what nothing else shows.
func (c *Core) NamedEdits(f types.Forget, sessions []string, steps []*types.Step) learn.Forgotten {
	named := c.kb.Named(f, sessions, steps)
	named.Edits = append(named.Edits, c.recall.EditsNamed(f, sessions, steps)...)
	return named
}

// Named says which sessions and steps Forget would remove, so that a store can
// delete the same ones. The steps lack what their pages showed. A session that loses its last step to an origin goes
// with it, because its goal and its launch speak of the site too.
func (c *Core) Named(f types.Forget) (sessions []string, steps []*types.Step) {
	switch {
	case f.StepID != "":
		if step := c.search.Step(f.StepID); step != nil {
			steps = []*types.Step{step}
		}
	case f.SessionID != "":
		if c.search.Session(f.SessionID) != nil {
			sessions, steps = []string{f.SessionID}, c.search.Outlines(f.SessionID)
		}
	case f.Origin != "":
		return c.namedByOrigin(originOf(f.Origin))
	case f.All:
		sessions = c.search.SessionIDs()
		for _, id := range sessions {
			steps = append(steps, c.search.Outlines(id)...)
		}
	}
	return sessions, steps
}

func (c *Core) namedByOrigin(origin string) (sessions []string, steps []*types.Step) {
	for _, id := range c.search.SessionIDs() {
		launch := c.search.Session(id).Launch
		about := launch != nil && launch.URL != "" && originOf(launch.URL) == origin
		_, was := slices.BinarySearch(c.search.PlacesOf(id), placeTouched+origin)
		if !about && !was {
			continue
		}
		all := c.search.Outlines(id)
		kept := 0
		for _, step := range all {
			if slices.Contains(touched(step), origin) {
				steps = append(steps, step)
			} else {
				kept++
			}
		}
		if kept == 0 && (len(all) > 0 || about) {
			sessions = append(sessions, id)
		}
	}
	return sessions, steps
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
