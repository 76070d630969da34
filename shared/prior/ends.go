package prior

// endVotes returns the votes for no further action. If earlier sessions did nothing after
// the asker's last action, the asker may be finished too. They weigh like votes for the
// actions that followed it.
func (q *question) endVotes() (votes uint64) {
	last := q.trail.last
	t := targetOf(last)
	if t == nil || q.model.End == 0 {
		return 0
	}
	n, vain := 0, maxVain*maxSuccessors
	for i := len(t.records) - 1; i >= 0 && n < maxSuccessors && vain > 0; i-- {
		r := t.records[i]
		if r.session == q.trail.session || r.action != last.action || !r.moves() || !q.counts(r.visit) {
			vain--
			continue
		}
		n++
		if r.final() {
			votes += exp2(q.weighEnd(r))
			q.ended++
		} else {
			q.wentOn++
		}
	}
	return votes
}

// final reports whether nothing was done or tried after r, up to a pause or a change of
// origin.
func (r *record) final() bool {
	if r.idx+1 == len(r.session.records) {
		return true
	}
	n := r.session.records[r.idx+1]
	return !r.leadsTo(n.top, n.at)
}

// weighEnd returns the weight of r as the end. The page after r was not stored, so that it
// counts as the present one.
func (q *question) weighEnd(r *record) int {
	m := q.model
	w := m.End + m.Prev + q.sessionWeight(r)
	off := r.pos + 1 - q.trail.length
	if off < 0 {
		off = -off
	}
	return w + m.Position*min(off, 8)
}
