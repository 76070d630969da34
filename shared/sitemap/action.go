package sitemap

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// actionKey identifies an action by its looks for people, so that actions without a visible
// difference are counted together.
type actionKey struct{ screen, tool, role, name, key string }

// action is all that was done with one element of a screen.
type action struct {
	actionKey
	// testIDs and selectors are the names by which failed attempts may call the element.
	testIDs, selectors map[string]bool
	to                 map[string]*types.MapTally // by screen
	lastOK             types.Time
}

// failure is a failed step, until the element that it meant is known.
type failure struct {
	step *types.Step
	key  actionKey
	to   string
}

func (a *action) failed() (n int) {
	for _, t := range a.to {
		n += t.Failed
	}
	return n
}

// addAction adds a step's action on a screen. Waiting is no action.
func (b *builder) addAction(step *types.Step, from, to string) {
	tool := toolOf(step)
	if tool == "" || strings.HasPrefix(tool, "wait_for") {
		return
	}
	t := step.Tool.Target
	key := actionKey{screen: from, tool: tool, name: elementName(t)}
	if t != nil {
		key.role = capture.Clean(t.Role, maxKey)
	}
	if pressed, ok := step.Tool.Input[capture.InputKey].(string); ok && strings.HasPrefix(tool, "press") {
		key.key = capture.Clean(pressed, maxKey)
	}
	if !step.Outcome.OK {
		if step.Outcome.Error.ConcernsElement() {
			b.failures = append(b.failures, failure{step, key, to})
		}
		return
	}
	a := b.action(key)
	if t != nil && t.TestID != "" {
		a.testIDs[t.TestID] = true
	}
	if t != nil && t.Selector != "" {
		a.selectors[t.Selector] = true
	}
	a.lastOK = max(a.lastOK, step.Timestamp)
	count(a.tally(to), step)
}

func (b *builder) action(key actionKey) *action {
	a := b.actions[key]
	if a == nil {
		a = &action{actionKey: key, testIDs: map[string]bool{}, selectors: map[string]bool{}, to: map[string]*types.MapTally{}}
		b.actions[key] = a
	}
	return a
}

func (a *action) tally(to string) *types.MapTally {
	if a.to[to] == nil {
		a.to[to] = &types.MapTally{}
	}
	return a.to[to]
}

func count(t *types.MapTally, step *types.Step) {
	if step.Actor == types.ActorAgent {
		t.Agent++
	} else {
		t.Person++
	}
	t.LastAt = max(t.LastAt, step.Timestamp)
	if step.Outcome.OK {
		t.OK++
		return
	}
	t.Failed++
	if step.Timestamp < t.LastFailedAt {
		return
	}
	t.LastFailedAt, t.Code = step.Timestamp, ""
	if err := step.Outcome.Error; err != nil {
		t.Code = err.Code
	}
}

// attributeFailures adds each failure to the action that it meant, and there to the
// screen to which that action leads most often. A failure of an element that never
// worked stays on its screen.
func (b *builder) attributeFailures() {
	byScreen := map[string][]*action{}
	for _, a := range b.actions {
		byScreen[a.screen] = append(byScreen[a.screen], a)
	}
	for _, list := range byScreen {
		slices.SortFunc(list, func(x, y *action) int { return compareKeys(x.actionKey, y.actionKey) })
	}
	for _, f := range b.failures {
		a := b.actions[f.key]
		if a == nil {
			if i := slices.IndexFunc(byScreen[f.key.screen], func(a *action) bool { return a.meant(f) }); i >= 0 {
				a = byScreen[f.key.screen][i]
			}
		}
		if a == nil {
			a = b.action(f.key)
		}
		count(a.tally(a.leadsTo()), f.step)
	}
}

// meant reports whether a failed step names the element of an action: by the first of
// test id, selector, and role and name that it has.
func (a *action) meant(f failure) bool {
	t := f.step.Tool.Target
	switch {
	case t == nil || a.tool != f.key.tool || a.key != f.key.key:
		return false
	case t.TestID != "":
		return a.testIDs[t.TestID]
	case t.Selector != "":
		return a.selectors[t.Selector]
	}
	return f.key.name != "" && a.name == f.key.name && (f.key.role == "" || a.role == f.key.role)
}

// leadsTo returns the screen to which the action led most often, its own if it never
// worked.
func (a *action) leadsTo() string {
	best := a.screen
	for _, to := range slices.Sorted(maps.Keys(a.to)) {
		if t := a.to[to]; t.OK > 0 && (a.to[best] == nil || t.OK > a.to[best].OK) {
			best = to
		}
	}
	return best
}

func compareKeys(a, b actionKey) int {
	return cmp.Or(cmp.Compare(a.screen, b.screen), cmp.Compare(a.name, b.name), cmp.Compare(a.role, b.role), cmp.Compare(a.tool, b.tool), cmp.Compare(a.key, b.key))
}

func toolOf(step *types.Step) string { return strings.TrimPrefix(step.Tool.Name, capture.ToolPrefix) }
