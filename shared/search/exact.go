package search

import (
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// exact is a filter value with its kind.
type exact struct {
	kind  filterKind
	value string
}

// filterKind names the filter that a value belongs to.
type filterKind uint8

const (
	exactScreen filterKind = iota
	exactSite
	exactOutcome // kinds up to here are posted for blocks, one bit per step
	exactFlowTag
	exactTag
	exactBranch // these are posted for sessions
)

// ofBlocks separates the kinds: those below it are posted for blocks.
const ofBlocks = exactFlowTag

// exacts holds the posting lists of filters.
type exacts map[exact]*posts

func (x exacts) set(e exact, at uint32, bit uint64) {
	l := x[e]
	if l == nil {
		l = &posts{}
		x[e] = l
	}
	l.set(at, bit)
}

func (x exacts) unset(e exact, at uint32, bit uint64) {
	l := x[e]
	if l == nil {
		return
	}
	if l.unset(at, bit); len(l.at) == 0 {
		delete(x, e)
	}
}

// posts returns where a value occurs.
func (x exacts) posts(e exact) posts {
	if l := x[e]; l != nil {
		return *l
	}
	return posts{}
}

// mask returns the steps of a block that have a value.
func (x exacts) mask(e exact, block uint32) (mask uint64) {
	for _, one := range e.each() {
		if l := x[one]; l != nil {
			mask |= l.mask(block)
		}
	}
	return mask
}

// each lists the accepted values: for a site, those of all its hosts.
func (e exact) each() []exact {
	if e.kind != exactSite || !strings.Contains(e.value, "\n") {
		return []exact{e}
	}
	var all []exact
	for _, host := range sitesIn(e.value) {
		all = append(all, exact{exactSite, host})
	}
	return all
}

// ofSession calls do for each value of a session that a filter can test.
func ofSession(m *types.Session, do func(exact)) {
	for _, tag := range m.FlowTags {
		do(exact{exactFlowTag, text.Tag(tag)})
	}
	for _, tag := range m.Tags {
		do(exact{exactTag, text.Tag(tag)})
	}
	if m.Git != nil {
		do(exact{exactBranch, m.Git.Branch})
	}
}

// ofStep calls do for each value of a step that a filter can test.
func ofStep(step *types.Step, do func(exact)) {
	screen, site := "", ""
	if o := step.Observation; o != nil {
		screen, site = o.State.CurrentScreen, siteOf(o.State.Origin)
	}
	do(exact{exactScreen, screen})
	do(exact{exactSite, site})
	do(exact{exactOutcome, outcomeOf(step)})
}

// siteOf returns the host of an origin, with its port if it has one.
func siteOf(origin string) string {
	_, host, found := strings.Cut(origin, "://")
	if !found {
		return origin
	}
	return host
}

func outcomeOf(step *types.Step) string {
	if step.Outcome.OK {
		return types.OutcomeOK
	}
	return types.OutcomeFailed
}

// onSteps lists the filters that test steps.
func onSteps(f types.Filters) (asked []exact) {
	for _, e := range []exact{{exactScreen, f.Screen}, {exactSite, f.Site}, {exactOutcome, f.Outcome}} {
		if e.value != "" {
			asked = append(asked, e)
		}
	}
	return asked
}

// rarest returns the shortest posting list of the filters on sessions; ok is false
// when there is no such filter.
func (x exacts) rarest(f types.Filters) (best posts, ok bool) {
	for _, e := range []exact{{exactFlowTag, f.FlowTag}, {exactTag, f.Tag}, {exactBranch, f.GitBranch}} {
		if e.value == "" {
			continue
		}
		if e.kind != exactBranch {
			e.value = text.Tag(e.value)
		}
		if l := x.posts(e); !ok || len(l.at) < len(best.at) {
			best, ok = l, true
		}
	}
	return best, ok
}
