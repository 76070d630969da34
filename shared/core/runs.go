package core

import (
	"slices"
	"strings"

	"cairn/shared/types"
)

// run is an agent's session as an attempt at a task.
type run struct {
	task    task
	began   types.Time
	advised bool
	acts    []runAction // every attempt, successful or not
	looks   *int        // nil if they were not counted
}

// task identifies repeated work: the same goal, from the same site.
type task struct{ goal, origin string }

// runAction is an action on an element, and whether it succeeded.
type runAction struct {
	tool, element string
	ok            bool
}

// readRun reads a session; a run without goal or actions belongs to no task.
func readRun(s *types.Session, steps []*types.Step) run {
	r := run{}
	for _, step := range steps {
		if !advisable(step) {
			continue
		}
		if len(r.acts) == 0 {
			r.task.origin, r.began = originOfStep(step), step.Timestamp
		}
		r.advised = r.advised || advised(step)
		r.acts = append(r.acts, runAction{step.Tool.Name, elementOf(step.Tool.Target), step.Outcome.OK})
	}
	if s != nil && len(r.acts) > 0 {
		r.task.goal, r.looks = folded(s.Goal), s.Looks
	}
	return r
}

// folded returns a goal without differences in case and spacing.
func folded(goal string) string { return strings.ToLower(strings.Join(strings.Fields(goal), " ")) }

// elementOf returns the most stable name of a target.
func elementOf(t *types.Target) string {
	switch {
	case t == nil:
		return ""
	case t.TestID != "":
		return "testId " + t.TestID
	case t.Name != "":
		return t.Role + " " + t.Name
	}
	return t.Selector
}

// end returns the number of actions up to the last successful one, 0 when none
// succeeded.
func (r run) end() int {
	for i := len(r.acts); i > 0; i-- {
		if r.acts[i-1].ok {
			return i
		}
	}
	return 0
}

// to returns the number of actions up to the last time of a, 0 when a never occurred.
func (r run) to(a runAction) int {
	for i := len(r.acts); i > 0; i-- {
		if r.acts[i-1] == a {
			return i
		}
	}
	return 0
}

// runs maps each task to its first run.
type runs map[task]run

// saving is the difference between a run and the first one of its task, to the same
// end. It is measured, not estimated: a followed suggestion is no evidence for the
// agent's behaviour without it.
type saving struct {
	steps   int
	looks   int
	counted bool // looks were counted in both
}

// saved compares r with the first run of its task. again is false if r is that first
// run, had no advice, or did not reach the end. The caller passes runs oldest first.
func (first runs) saved(r run) (saved saving, again bool) {
	if r.task.goal == "" {
		return saving{}, false
	}
	before, known := first[r.task]
	if !known {
		if r.end() > 0 {
			first[r.task] = r
		}
		return saving{}, false
	}
	took := r.to(before.acts[before.end()-1])
	if took == 0 || !r.advised {
		return saving{}, false
	}
	saved.steps = before.end() - took
	if before.looks != nil && r.looks != nil {
		saved.looks, saved.counted = *before.looks-*r.looks, true
	}
	return saved, true
}

func (c *Core) savedBy(sessionID string) (saved saving, again bool) {
	first := runs{}
	r := readRun(c.search.Session(sessionID), c.search.Outlines(sessionID))
	for _, id := range slices.Backward(c.search.SessionIDs()) {
		if id == sessionID {
			break
		}
		if s := c.search.Session(id); folded(s.Goal) == r.task.goal {
			first.saved(readRun(s, c.search.Outlines(id)))
		}
	}
	return first.saved(r)
}
