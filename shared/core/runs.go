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
	acts    []act // every attempt, whatever came of it
	looks   *int  // nil where they were not counted
}

// task is what is done again: the same goal, from the same site.
type task struct{ goal, origin string }

// act is what was done to which element, and whether it worked.
type act struct {
	tool, element string
	ok            bool
}

// readRun reads a session; a run without goal or actions is of no task.
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
		r.acts = append(r.acts, act{step.Tool.Name, elementOf(step.Tool.Target), step.Outcome.OK})
	}
	if s != nil && len(r.acts) > 0 {
		r.task.goal, r.looks = folded(s.Goal), s.Looks
	}
	return r
}

// folded is a goal without what does not make it another.
func folded(goal string) string { return strings.ToLower(strings.Join(strings.Fields(goal), " ")) }

// elementOf is the most stable name of a target.
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

// end is how many actions it took to the last one that worked, 0 when none did.
func (r run) end() int {
	for i := len(r.acts); i > 0; i-- {
		if r.acts[i-1].ok {
			return i
		}
	}
	return 0
}

// to is how many actions it took to do a for the last time, 0 when it was never
// done.
func (r run) to(a act) int {
	for i := len(r.acts); i > 0; i-- {
		if r.acts[i-1] == a {
			return i
		}
	}
	return 0
}

// runs are the first runs of all tasks.
type runs map[task]run

// saving is how much less a run took than the first one of its task, to the same
// end. It is measured, not estimated: a suggestion that was followed says nothing of
// what the agent would have done without it.
type saving struct {
	steps   int
	looks   int
	counted bool // looks were, in both
}

// saved compares r with the first run of its task. again is false where r is that
// first run, was not advised, or did not get there. Runs are to be asked about
// oldest first.
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

// savedBy asks the same of one session.
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
