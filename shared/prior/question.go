package prior

import (
	"slices"

	"cairn/shared/types"
)

// question is one call of Suggest on its way.
type question struct {
	model  *Model
	number uint64 // scratch fields with this number are this question's
	now    types.Time
	hours  int        // the window
	since  types.Time // sessions older than this do not count
	origin *origin

	obs    *types.Observation
	screen string
	route  []string
	view   *pageView
	shown  int // elements of the page that take part in overlap

	trail  trail
	goal   []string // words of the asker's goal
	named  []string // the same with their synonyms
	flow   []string // the asker's flow tags
	branch string
	likest []*visit // sessions with the most similar goals

	evidence   []*record
	newest     types.Time // of the evidence of other sessions
	avoid      map[*target]*warning
	candidates []candidate
	bySelector map[string]int // candidates that the page does not list, by selector
}

// candidate is a target with the votes for it.
type candidate struct {
	target *target
	ways   [actionNotification + 1]way
	action action        // with the most votes
	best   *record       // the record of that action with the heaviest vote, nil when fresh
	name   *types.Target // what it is called
	here   bool          // used on this screen
	hidden bool          // used before while the page did not list it
	listed bool          // seen now
	score  uint64
	prob   int // share of all votes, in 1/10000

	// Why: earlier sessions that did it next, first, on this screen; records of
	// other sessions in all.
	follows, opens, onScreen, others int
	counted                          *session // the last one counted
}

// way is one of the things that were done with a target.
type way struct {
	votes uint64
	best  *record // the record with the heaviest vote
	top   uint64  // and that vote
}

// Bounds of the evidence that is heard, newest first: with more there would be
// nothing to gain, and the answer must come within a millisecond.
const (
	maxOnScreen   = 128 // done on this screen
	maxSuccessors = 64  // done after the asker's last action
	maxPerTarget  = 4   // of each target that is visible now
	maxVisible    = 80  // targets that are visible now
	maxPerVisit   = 64  // of each session with a goal like the asker's
	maxOwn        = 16  // of the asker's own
)

// gather collects the evidence.
func (q *question) gather() {
	q.hearNewest(q.origin.screens[q.screen], maxOnScreen)
	if t := targetOf(q.trail.last); t != nil {
		n := 0
		for i := len(t.records) - 1; i >= 0 && n < maxSuccessors; i-- {
			if next := t.records[i].next(); next != nil && q.hear(next) {
				n++
			}
		}
	}
	q.eachVisible(func(t *target) { q.hearNewest(t.records, maxPerTarget) })
	for _, v := range q.likest {
		q.hearVisit(v)
	}
	if s := q.trail.session; s != nil {
		q.hearNewest(s.records, maxOwn)
	}
}

// eachVisible calls f with the targets that the page shows, at most maxVisible.
func (q *question) eachVisible(f func(*target)) {
	n := 0
	for _, keys := range [][]string{q.view.testIDs, q.view.names} {
		for _, k := range keys {
			if t := q.origin.targets[k]; t != nil && n < maxVisible {
				n++
				f(t)
			}
			for _, t := range q.origin.aliases[k] {
				if n < maxVisible {
					n++
					f(t)
				}
			}
		}
	}
}

func (q *question) hearNewest(list []*record, limit int) {
	for i := len(list) - 1; i >= 0 && limit > 0; i-- {
		if q.hear(list[i]) {
			limit--
		}
	}
}

func (q *question) hearVisit(v *visit) {
	n := 0
	for _, r := range v.session.records {
		if n >= maxPerVisit {
			return
		}
		if r.visit == v && q.hear(r) {
			n++
		}
	}
}

// hear takes r in evidence, once, and reports whether it counts.
func (q *question) hear(r *record) bool {
	if !r.ok || r.target == nil || r.visit.origin != q.origin || !q.counts(r.visit) {
		return false
	}
	if r.asked == q.number {
		return true
	}
	r.asked = q.number
	q.evidence = append(q.evidence, r)
	if r.session != q.trail.session {
		// A clock that runs ahead must not make all else look old.
		q.newest = max(q.newest, min(r.step.Timestamp, q.now))
	}
	return true
}

// vote adds up the evidence by target. What the asker did itself counts beside
// what others did. Alone it counts only while the asker goes round in circles
// on one screen: elsewhere it would merely be told what it knows.
func (q *question) vote() {
	others := slices.ContainsFunc(q.evidence, func(r *record) bool { return r.session != q.trail.session })
	if !others && (q.trail.last == nil || !sameScreen(q.trail.last.screen, q.screen)) {
		q.evidence = nil
	}
	for _, r := range q.evidence {
		v := exp2(q.weigh(r))
		c := q.candidate(r)
		way := &c.ways[r.action]
		way.votes += v
		if v > way.top || v == way.top && way.best.before(r) {
			way.top, way.best = v, r
		}
		c.note(q, r)
	}
}

// candidate finds the candidate that r votes for. Elements that are not listed
// under their name now may still be there under another: where a selector names
// them, they are one by their selector.
func (q *question) candidate(r *record) *candidate {
	t := r.target
	if t.asked != q.number {
		t.asked, t.cand = q.number, -1
		t.listed = q.lists(t)
		if sel := r.name.Selector; sel != "" && !t.listed && t.key[0] != keyTestID {
			if i, ok := q.bySelector[sel]; ok {
				t.cand = i
			} else {
				q.bySelector[sel] = len(q.candidates)
			}
		}
		if t.cand < 0 {
			t.cand = len(q.candidates)
			q.candidates = append(q.candidates, candidate{target: t, listed: t.listed})
		}
	}
	return &q.candidates[t.cand]
}

// note counts r for the rationale. Evidence comes newest first, so that the
// records of a session mostly stand together; it is a count to show, not to
// weigh.
func (c *candidate) note(q *question, r *record) {
	c.hidden = c.hidden || !r.inPage
	c.here = c.here || sameScreen(r.screen, q.screen)
	if r.session == q.trail.session {
		return
	}
	c.others++
	if r.session == c.counted || !sameScreen(r.screen, q.screen) {
		return
	}
	c.counted = r.session
	c.onScreen++
	switch mine := targetOf(q.trail.last); {
	case mine != targetOf(r.prev):
	case mine != nil:
		c.follows++
	default:
		c.opens++
	}
}

// weigh is the weight of one piece of evidence.
func (q *question) weigh(r *record) int {
	m := q.model
	w := 0
	if sameScreen(r.screen, q.screen) {
		w += m.Screen
	}
	w += m.Page * q.overlap(r.page)
	if r.action == actionWaitFor {
		w += m.Waiting
	}
	w += q.order(r)
	if len(q.goal) > 0 {
		mine := q.naming(r.form, q.mine(r.form))
		w += m.Named*mine + m.Foreign*max(0, q.naming(r.form, r.named)-mine)
	}
	w += m.Goal * r.visit.likenessTo(q.number)
	if meta := r.session.meta; r.session != q.trail.session {
		if sharesAny(meta.FlowTags, q.flow) {
			w += m.FlowTag
		}
		if q.branch != "" && meta.Git != nil && meta.Git.Branch == q.branch {
			w += m.Branch
		}
	}
	hours := max(0, int64(q.newest-r.step.Timestamp)) / 3_600_000
	w += m.Age * log2(uint64(hours+1)) / octave
	return w
}

// order weighs where r stood among its session's actions against where the
// asker stands.
func (q *question) order(r *record) int {
	m := q.model
	w := 0
	mine, theirs := targetOf(q.trail.last), targetOf(r.prev)
	switch {
	case mine == nil && theirs == nil:
		w += m.Start
	case mine == theirs:
		w += m.Prev
	}
	if r.occ < q.trail.done[doneKey{r.target, r.action}] {
		w += m.Done
	}
	off := r.pos - q.trail.length
	if off < 0 {
		off = -off
	}
	return w + m.Position*min(off, 8)
}

// overlap is how much of the pages is the same: shared elements over all, in
// sixteenths.
func (q *question) overlap(p *pageSet) int {
	if p == nil {
		return 0
	}
	if p.asked == q.number {
		return p.overlap
	}
	p.asked = q.number
	n := 0
	for _, id := range p.testIDs {
		if q.origin.elements.seen[id] == q.number {
			n++
		}
	}
	for _, id := range p.names {
		if q.origin.elements.seen[id] == q.number {
			n++
		}
	}
	p.overlap = 16 * n / max(1, len(p.testIDs)+len(p.names)+q.shown-n)
	return p.overlap
}

// see marks the elements that the page shows now.
func (q *question) see() {
	in := q.origin.elements
	for _, keys := range [][]string{q.view.testIDs, q.view.names} {
		keys = keys[:min(len(keys), maxPageElements)]
		q.shown += len(keys)
		for _, k := range keys {
			if id, ok := in.ids[k]; ok {
				in.seen[id] = q.number
			}
		}
	}
}

func sharesAny(a, b []string) bool {
	for _, x := range a {
		if slices.Contains(b, x) {
			return true
		}
	}
	return false
}
