package prior

import (
	"fmt"
	"sort"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// minFailures is the number of failures from which a target is warned of (spec 002
// section 6, step 6). Its failures must also outweigh its successes, because the bare
// rule is right 15 % of the time on recorded traces (DESIGN 9.2).
//
// The course of earlier attempts predicts whether the next one fails. A failure followed
// by a success was temporary, or its cause is gone. Failures since the last success count,
// a few for each session: one that failed ten times is no better evidence than one that
// failed three times. The asker's failures count until its session moves on, since the page
// may be ready then, and weigh most, because they are from this very page.
//
// So warnings nearly always concern the present session: 57 of 58 on recorded sessions
// did, and 50 of them were right. The one warning from other sessions alone was wrong:
// their failures are weak evidence for the next session.
const (
	minFailures = 2
	maxTries    = 3 // of each kind that count for a session
	maxTriers   = 6 // sessions that are evaluated, newest first
	freshWeight = 4 // weight of a failure of the asker, relative to one of others
)

// warning holds a target that keeps failing. It is excluded from suggestions. The answer
// lists its pairs of target and error code (spec 002 section 6, step 6).
type warning struct {
	target *target
	last   *record            // newest failure
	failed int                // failures that count
	worked int                // attempts that worked, of those evaluated
	codes  map[types.Code]int // failures that count
}

// failures returns the targets of this screen, or visible now, that keep failing.
func (q *question) failures() map[*target]*warning {
	found := map[*target]*warning{}
	look := func(t *target) {
		if t == nil || t.failed < minFailures || found[t] != nil {
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
			look(list[i].aim)
		}
	}
	q.eachVisible(look)
	return found
}

// warn evaluates a target's newest attempts. It returns nil when they do not justify a warning.
func (q *question) warn(t *target) *warning {
	a := attempts{warning: warning{target: t, codes: map[types.Code]int{}}}
	for i := len(t.records) - 1; i >= max(0, len(t.records)-maxVain*maxTally) && a.count < maxTally; i-- {
		r := t.records[i]
		if !q.speaks(r) {
			continue
		}
		if mine := r.session == q.trail.session; !a.add(r, mine, mine && !q.sinceMove(r)) {
			break
		}
	}
	if !a.against() {
		return nil
	}
	return &a.warning
}

// speaks reports whether an attempt is evidence about its target here: it was made on
// this screen, or the target is shown now, and a failure was caused by the target.
// A team's other members give none.
func (q *question) speaks(r *record) bool {
	return q.counts(r.visit) && !r.session.foreign() && (q.here(r) || r.aim.seen == q.look) && (r.ok || !q.excused(r) && !q.guessed(r))
}

// guessed reports whether an attempt failed with a name that this screen never had. The
// agent invented that name, so there is nothing to avoid.
func (q *question) guessed(r *record) bool { return neverFound(r) && !q.everSeen(r.aim) }

// neverFound reports whether r's element was searched for and not found.
func neverFound(r *record) bool {
	if r.ok {
		return false
	}
	code := errorCode(r.step)
	return code == types.CodeTargetNotFound || code == types.CodeWaitTimeout
}

// everSeen reports whether a target was ever on this screen: it is shown now, an
// attempt found it, or a page listed it.
func (q *question) everSeen(t *target) bool {
	if t.seen == q.look {
		return true
	}
	if t.sought != q.number {
		t.sought, t.found = q.number, q.attemptFound(t) || q.pageListed(t)
	}
	return t.found
}

// attemptFound reports whether an attempt on this screen found a target.
func (q *question) attemptFound(t *target) bool {
	for i := len(t.records) - 1; i >= max(0, len(t.records)-maxCounted); i-- {
		if r := t.records[i]; q.here(r) && (r.inPage || !neverFound(r)) {
			return true
		}
	}
	return false
}

// pageListed reports whether one of the newest pages of this screen listed a
// target, by any of its names.
func (q *question) pageListed(t *target) bool {
	list := q.origin.screens[q.screen]
	for i := len(list) - 1; i >= max(0, len(list)-maxOnScreen); i-- {
		if p := list[i].page; p != nil && q.origin.listedOn(p, t) {
			return true
		}
	}
	return false
}

// attempts weighs attempts on a target, newest first.
type attempts struct {
	warning
	count   int
	of      *session // whose attempts are being evaluated
	did     int      // how many of them worked
	tried   int      // how many of them count as failed
	triers  int
	fresh   int // failures of the asker
	ok, bad int // weights
}

// add evaluates one more attempt, and reports whether to continue. An attempt of the
// asker is stale if its session has moved on since.
func (a *attempts) add(r *record, mine, stale bool) bool {
	if r.session != a.of {
		if a.triers == maxTriers {
			return false
		}
		a.of, a.did, a.tried = r.session, 0, 0
		a.triers++
	}
	a.count++
	switch {
	case r.ok:
		a.worked++
		if a.did++; a.did <= maxTries {
			a.ok++
		}
	case a.worked > 0 || stale:
	case mine:
		a.note(r)
		a.fresh++
		a.bad += freshWeight
	default:
		a.note(r)
		if a.tried++; a.tried <= maxTries {
			a.bad++
		}
	}
	return true
}

// note counts a failure.
func (a *attempts) note(r *record) {
	a.failed++
	if a.last == nil {
		a.last = r
	}
	a.codes[errorCode(r.step)]++
}

// against reports whether the attempts justify a warning. A single failure of the asker
// does not where other sessions succeeded.
func (a *attempts) against() bool {
	return a.failed >= minFailures && a.bad > a.ok && !(a.fresh == 1 && a.worked > 0)
}

// sinceMove reports whether the asker did r after its session last moved on.
func (q *question) sinceMove(r *record) bool {
	return q.trail.last == nil || r.idx > q.trail.last.idx
}

// excused reports whether the target did not cause a failure: the browser or the page was
// gone, a ref was no longer valid, or the target was missing then and is shown now.
func (q *question) excused(r *record) bool {
	switch errorCode(r.step) {
	case types.CodeStaleRef, types.CodeNoBrowser, types.CodePageGone, types.CodePageCrashed, types.CodePageDenied, types.CodeActionDenied, types.CodeCoreDied, types.CodeNoSession,
		types.CodeNavigationFailed, types.CodeNavigationTimeout, types.CodeRateLimited, types.CodeInvalidInput:
		return true
	case types.CodeTargetNotFound:
		return r.aim.seen == q.look && !r.inPage
	}
	return false
}

func errorCode(s *types.Step) types.Code {
	if s.Outcome.Error == nil || s.Outcome.Error.Code == "" {
		return types.CodeInternal
	}
	return s.Outcome.Error.Code
}

// pair holds a target's attempts that concern one error code.
type pair struct {
	code   types.Code
	last   *record // the newest failure
	failed int     // how often, in the window
	since  int     // of these, how often since the target last worked
	worked int     // how often the target worked
}

// pairs counts a target's attempts by error code. It returns only the codes that occurred
// often enough for a warning.
func (q *question) pairs(w *warning) (list []*pair) {
	byCode := map[types.Code]*pair{}
	for code, n := range w.codes {
		if n >= minFailures {
			byCode[code] = &pair{code: code}
		}
	}
	worked, t := 0, w.target
	for i := len(t.records) - 1; i >= max(0, len(t.records)-maxCounted); i-- {
		r := t.records[i]
		if !q.speaks(r) {
			continue
		}
		if r.ok {
			worked++
			continue
		}
		p := byCode[errorCode(r.step)]
		if p == nil {
			continue
		}
		if p.failed++; p.last == nil {
			p.last = r
			list = append(list, p)
		}
		if worked == 0 {
			p.since++
		}
	}
	for _, p := range list {
		p.worked = worked
	}
	return list
}

// warnings returns the warnings, those with most failures beyond successes first, then the
// newest.
func (q *question) warnings() []types.Avoid {
	var list []*pair
	for _, w := range q.avoid {
		list = append(list, q.pairs(w)...)
	}
	sort.Slice(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.failed-a.worked != b.failed-b.worked {
			return a.failed-a.worked > b.failed-b.worked
		}
		return b.last.before(a.last)
	})
	var out []types.Avoid
	for _, p := range list {
		at, ok := avoidTarget(q.resolve(p.last.name))
		if !ok || len(out) == maxAvoid {
			continue
		}
		out = append(out, types.Avoid{Rationale: p.rationale(), Target: at, ErrorCode: p.code, Frequency: p.failed})
	}
	return out
}

func (p *pair) rationale() string {
	switch {
	case p.worked == 0:
		return fmt.Sprintf("Failed %d times here and never worked", p.failed)
	case p.since == p.failed:
		return fmt.Sprintf("Failed %d times here since it last worked", p.failed)
	}
	return fmt.Sprintf("Failed %d times here, %d of them since it last worked", p.failed, p.since)
}

// avoidTarget returns a failed target with its stable names.
func avoidTarget(t *types.Target) (types.AvoidTarget, bool) {
	out := types.AvoidTarget{TestID: usableText(t.TestID), Selector: usableText(t.Selector), A11yHint: hintOf(t)}
	if out.TestID != "" || capture.Positional(out.Selector) {
		out.Selector = ""
	}
	return out, out.TestID != "" || out.Selector != "" || out.A11yHint != nil
}
