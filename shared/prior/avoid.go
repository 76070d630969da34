package prior

import (
	"fmt"
	"sort"

	"cairn/shared/types"
)

// minFailures is how often a target must have failed to be warned of (spec 002
// section 6, step 6). Its failures must outweigh its successes, too: the bare
// rule is right 15 % of the time on recorded traces (DESIGN 9.2).
const minFailures = 2

// warning is a target that keeps failing.
type warning struct {
	target *target
	last   *record // newest failure
	failed int
	worked int
	code   types.Code
}

// failures finds the targets of this screen, or visible now, that failed at
// least twice and more often than they worked.
func (q *question) failures() map[*target]*warning {
	found := map[*target]*warning{}
	look := func(t *target) {
		if t == nil || found[t] != nil {
			return
		}
		if w := q.warn(t); w != nil {
			found[t] = w
		}
	}
	list := q.origin.screens[q.screen]
	if !known(q.screen) {
		list = nil
	}
	for i, n := len(list)-1, 0; i >= 0 && n < maxOnScreen; i, n = i-1, n+1 {
		if !list[i].ok {
			look(list[i].target)
		}
	}
	q.eachVisible(look)
	return found
}

// warn weighs a target's newest attempts.
func (q *question) warn(t *target) *warning {
	if t.failed < minFailures {
		return nil
	}
	ok, failed := q.tally(t)
	if failed < minFailures || failed <= ok {
		return nil
	}
	w := &warning{target: t, failed: failed, worked: ok}
	codes := map[types.Code]int{}
	most := 0
	for i, n := len(t.records)-1, 0; i >= 0 && n < ok+failed; i-- {
		r := t.records[i]
		if !q.counts(r.visit) {
			continue
		}
		n++
		if r.ok {
			continue
		}
		if w.last == nil {
			w.last = r
		}
		// On a tie the earliest code is named: it is the cause, what follows
		// often its echo.
		code := errorCode(r.step)
		if codes[code]++; codes[code] >= most {
			w.code, most = code, codes[code]
		}
	}
	return w
}

func errorCode(s *types.Step) types.Code {
	if s.Outcome.Error == nil || s.Outcome.Error.Code == "" {
		return types.CodeInternal
	}
	return s.Outcome.Error.Code
}

// warnings lists the worst first, then the newest.
func (q *question) warnings() []types.Avoid {
	list := make([]*warning, 0, len(q.avoid))
	for _, w := range q.avoid {
		list = append(list, w)
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.failed-a.worked != b.failed-b.worked {
			return a.failed-a.worked > b.failed-b.worked
		}
		return b.last.before(a.last)
	})
	var out []types.Avoid
	for _, w := range list {
		at, ok := avoidTarget(w.last.name)
		if !ok || len(out) == maxAvoid {
			continue
		}
		out = append(out, types.Avoid{Rationale: avoidRationale(w), Target: at, ErrorCode: w.code, Frequency: w.failed})
	}
	return out
}

func avoidRationale(w *warning) string {
	if w.worked == 0 {
		return fmt.Sprintf("Failed %d times here and never worked", w.failed)
	}
	return fmt.Sprintf("Failed %d times here and worked %d", w.failed, w.worked)
}

// avoidTarget names a failed target by its stable names.
func avoidTarget(t *types.Target) (types.AvoidTarget, bool) {
	out := types.AvoidTarget{TestID: fit(t.TestID), Selector: fit(t.Selector), A11yHint: hintOf(t)}
	if out.TestID != "" {
		out.Selector = ""
	}
	return out, out.TestID != "" || out.Selector != "" || out.A11yHint != nil
}
