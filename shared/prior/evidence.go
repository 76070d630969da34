package prior

// Bounds of the evidence for a question, newest first. More evidence would not improve the
// answer, which must be ready within a millisecond.
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
	q.addNewest(q.origin.screens[q.screen], maxOnScreen)
	if t := targetOf(q.trail.last); t != nil {
		q.addSuccessors(t)
	}
	q.eachVisible(func(t *target) { q.addNewest(t.records, maxPerTarget) })
	for _, v := range q.likest {
		q.addVisit(v)
	}
	if s := q.trail.session; s != nil {
		q.addNewest(s.records, maxOwn)
	}
}

// addSuccessors adds the actions that followed the newest uses of t.
func (q *question) addSuccessors(t *target) {
	n, vain := 0, maxVain*maxSuccessors
	for i := len(t.records) - 1; i >= 0 && n < maxSuccessors && vain > 0; i-- {
		if next := t.records[i].next(); next != nil && q.addEvidence(next) {
			n++
		} else {
			vain--
		}
	}
}

// eachVisible calls f with the targets that the page shows, at most maxVisible.
func (q *question) eachVisible(f func(*target)) {
	for _, t := range q.visible {
		f(t)
	}
}

// maxVain bounds the records that are skipped in the search for usable ones, for each
// one that is wanted.
const maxVain = 8

// addNewest adds the newest records of a list, at most limit.
func (q *question) addNewest(list []*record, limit int) {
	vain := maxVain * limit
	for i := len(list) - 1; i >= 0 && limit > 0 && vain > 0; i-- {
		if q.addEvidence(list[i]) {
			limit--
		} else {
			vain--
		}
	}
}

// addVisit adds a session's part here, from its beginning.
func (q *question) addVisit(v *visit) {
	n := 0
	for _, r := range v.session.records {
		if n >= maxPerVisit {
			return
		}
		if r.visit == v && q.addEvidence(r) {
			n++
		}
	}
}

// addEvidence adds r to the evidence, once, and reports whether it counts.
func (q *question) addEvidence(r *record) bool {
	if !r.ok || r.aim == nil || r.visit.origin != q.origin || !q.counts(r.visit) {
		return false
	}
	if r.asked == q.number {
		return true
	}
	if r.session.foreign() && !q.votes(r) {
		return false
	}
	r.asked = q.number
	q.evidence = append(q.evidence, r)
	if !q.inPresentRound(r) {
		// Because of this bound, a clock that is ahead does not make all other evidence look old.
		q.newest = max(q.newest, min(r.at, q.now))
	}
	return true
}
