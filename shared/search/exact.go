package search

import (
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// exact is a value that a filter may ask for, with its kind.
type exact struct {
	kind  filterKind
	value string
}

// filterKind says which filter a value is for.
type filterKind uint8

const (
	exactScreen filterKind = iota
	exactSite
	exactOutcome // so far posted for blocks, a bit a step
	exactFlowTag
	exactTag
	exactBranch // these are posted for sessions
)

// ofBlocks are the kinds that are posted for blocks: those below it.
const ofBlocks = exactFlowTag

// exacts are the posting lists of filters.
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

// posts is where a value stands.
func (x exacts) posts(e exact) posts {
	if l := x[e]; l != nil {
		return *l
	}
	return posts{}
}

// mask is which steps of a block have a value.
func (x exacts) mask(e exact, block uint32) (mask uint64) {
	for _, one := range e.each() {
		if l := x[one]; l != nil {
			mask |= l.mask(block)
		}
	}
	return mask
}

// each lists the values of which any will do: those of the hosts of one site.
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

// ofSession calls do for what filters may ask of a session.
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

// ofStep calls do for what filters may ask of a step.
func ofStep(step *types.Step, do func(exact)) {
	screen, site := "", ""
	if o := step.Observation; o != nil {
		screen, site = o.State.CurrentScreen, siteOf(o.State.Origin)
	}
	do(exact{exactScreen, screen})
	do(exact{exactSite, site})
	do(exact{exactOutcome, outcomeOf(step)})
}

// siteOf is the host of an origin, with its port where it has one.
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

// onSteps lists the filters that look at steps.
func onSteps(f types.Filters) (asked []exact) {
	for _, e := range []exact{{exactScreen, f.Screen}, {exactSite, f.Site}, {exactOutcome, f.Outcome}} {
		if e.value != "" {
			asked = append(asked, e)
		}
	}
	return asked
}

// rarest is the shortest posting list of the filters on sessions; ok is false
// where there is no such filter.
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
