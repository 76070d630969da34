package prior

import (
	"cmp"
	"slices"

	"cairn/shared/capture"
)

// rank scores the candidates, drops those that cannot be acted on and orders
// the rest, best first.
func (q *question) rank() {
	total, doubt, top := exp2(q.model.Unknown)+q.endVotes(), uint64(0), uint64(0)
	for i := range q.candidates {
		c := &q.candidates[i]
		votes := c.choose()
		if c.best == nil {
			continue
		}
		if c.name = c.replacement; c.name == nil {
			c.name = q.resolve(c.best.name)
		}
		standing := exp2(q.standing(c))
		c.score = mulVote(votes, standing)
		doubt += c.doubtOf(standing)
		top = max(top, c.score)
	}
	for i := range q.candidates {
		c := &q.candidates[i]
		if c.target.failed > 0 && c.score > top/negligible {
			ok, failed := q.tally(c.target)
			c.score = c.score / uint64(ok+failed+1) * uint64(ok+1)
		}
		total += c.score
		if c.best != nil && q.usable(c) {
			q.ranked = append(q.ranked, c)
		}
	}
	for _, c := range q.fresh(doubt) {
		if !c.spare {
			total += c.score
		}
		q.ranked = append(q.ranked, &c)
	}
	total += doubt
	left := q.settle(q.ranked, doubt)
	for _, c := range q.ranked {
		c.share = ratio(c.score, total)
	}
	known := slices.ContainsFunc(q.ranked, func(c *candidate) bool { return c.share >= floorFirst && !c.spare })
	slices.SortStableFunc(q.ranked, func(a, b *candidate) int {
		if order := cmp.Or(a.class(known)-b.class(known), cmp.Compare(b.score, a.score)); order != 0 {
			return order
		}
		if a.best != nil && b.best != nil && a.best != b.best {
			if b.best.before(a.best) {
				return -1
			}
			return 1
		}
		return 0
	})
	q.promise(total, left)
}

// class returns the candidate's class, in whose order candidates are given: where none has
// enough votes, those that were never used come after those that were. Spare ones are last.
func (c *candidate) class(known bool) (n int) {
	if c.spare {
		n += 2
	}
	if c.best == nil && (c.spare || !known) {
		n++
	}
	return n
}

// choose selects the action on the target and adds up its votes. Waiting for an element that
// is shown already is no action.
func (c *candidate) choose() (sum uint64) {
	for a := range c.ways {
		w := &c.ways[a]
		if w.votes == 0 || action(a) == actionWaitFor && c.listed {
			continue
		}
		sum += w.votes
		if c.best == nil || w.votes > c.ways[c.action].votes {
			c.action, c.best = action(a), w.best
		}
	}
	return sum
}

// usable reports whether a candidate may be suggested: it is not to be avoided, it is not
// gone from a page that listed it before, and others did it, or the asker has already
// repeated it. An action that the asker alone did, and once, is spare: it fills free lines, unless it
// was the last action, which the asker would repeat endlessly.
func (q *question) usable(c *candidate) bool {
	if c.others == 0 && q.done(c.target, c.action) < 2 {
		if c.spare = c.listed && c.target != targetOf(q.trail.last); !c.spare {
			return false
		}
	}
	if !c.listed && !q.mayBeHere(c) || c.target.ofPage() && !q.pageMay(c) {
		return false
	}
	return q.avoid[c.target] == nil && c.score > 0 && (!q.vanished(c) || c.renamed() && !q.another(c))
}

// vanished reports whether the page lists elements, and listed the target whenever it was used,
// but does not now. Targets of a wait are expected to be missing. A target beyond the listed
// elements of a longer page may be there again.
func (q *question) vanished(c *candidate) bool {
	return !c.listed && !c.hidden && !(c.unlisted && q.obs.Truncated) && c.action != actionWaitFor && len(q.view.testIDs)+len(q.view.names) > 0
}

// another reports whether a candidate contains words of another goal. If the page does not
// list it, it is not the asker's element even if it exists.
func (q *question) another(c *candidate) bool {
	return c.replacement == nil && q.foreignWords(c.best) != 0
}

// renamed reports whether a candidate that is gone under its name may still be
// there under its selector.
func (c *candidate) renamed() bool {
	return c.name.TestID == "" && c.name.Selector != "" && !capture.Positional(c.name.Selector)
}

// standing returns the weight of the target's present state on the page and in the trail.
func (q *question) standing(c *candidate) int {
	m := q.model
	w := 0
	switch {
	case c.listed:
	case q.vanished(c) && c.renamed():
		w += m.Renamed
	case q.vanished(c):
		w += m.Gone
	default:
		w += m.Unlisted
	}
	if !c.listed && !c.here {
		w += m.Astray
	}
	if n := q.tried(c.target); n > 0 {
		w += m.Tried * min(n, 3)
	}
	if now := q.view.ofTarget(c.target); now != nil && !now.several {
		if now.disabled {
			w += m.Disabled
		}
		if c.action == actionType && now.filled {
			w += m.Filled
		}
	}
	return w + q.resultWeight(c)
}

// negligible divides the highest score. Failures of a candidate below that part of it do
// not change the answer.
const negligible = 256

// maxTally bounds the attempts on a target that are weighed, newest first.
const maxTally = 32

// tally counts a target's newest attempts within the window.
func (q *question) tally(t *target) (ok, failed int) {
	if t.counted != q.number {
		t.counted = q.number
		t.ok, t.bad = q.countAttempts(t)
	}
	return t.ok, t.bad
}

func (q *question) countAttempts(t *target) (ok, failed int) {
	for i := len(t.records) - 1; i >= max(0, len(t.records)-maxVain*maxTally) && ok+failed < maxTally; i-- {
		switch r := t.records[i]; {
		case !q.counts(r.visit) || !r.ok && r.session.foreign():
		case r.ok:
			ok++
		default:
			failed++
		}
	}
	return ok, failed
}
