package prior

import "slices"

// trail holds the asking session's actions so far, in order.
type trail struct {
	session *session // nil when it has no records
	last    *record  // the last action that worked, nil at the start
	length  int      // how many worked
	round   int      // index of the first record of the session's present round
}

// done returns how often the asker did an action on a target. A click into a field does
// not count as typing there.
func (q *question) done(t *target, a action) int {
	if t == nil || t.trailed != q.number {
		return 0
	}
	return t.done[a]
}

// tried returns the asker's failed attempts since its session last moved on.
func (q *question) tried(t *target) int {
	if t == nil || t.trailed != q.number {
		return 0
	}
	return t.tried
}

// maxTrail bounds the part of a very long session that is read.
const maxTrail = 256

// follow traces the asker's session back from now to where its present round
// started on the origin.
func (q *question) follow() {
	t := &q.trail
	if t.session == nil {
		return
	}
	rs := t.session.records
	first := max(0, len(rs)-maxTrail)
	var moves []*record // newest first
	for i := len(rs) - 1; i >= first; i-- {
		r := rs[i]
		if !r.moves() {
			continue
		}
		if len(moves) == 0 && !r.leadsTo(q.top, q.now) {
			return
		}
		moves = append(moves, r)
		if r.prev == nil {
			first = i
			break
		}
	}
	slices.Reverse(moves)
	if n := q.roundOf(moves); n > 0 {
		first = moves[n].idx
		t.round, moves = first, moves[n:]
	}
	if n := len(moves); n > 0 {
		t.last, t.length = moves[n-1], moves[n-1].pos+1-moves[0].pos
	}
	for _, r := range rs[first:] {
		at := r.aim
		if at == nil {
			continue
		}
		if at.trailed != q.number {
			at.trailed, at.done, at.tried = q.number, [actions]int{}, 0
		}
		if r.ok {
			at.done[r.action]++
		} else if t.last == nil || r.idx > t.last.idx {
			at.tried++
		}
	}
}

// keyOf returns the pressed key, "" for any other action.
func keyOf(r *record) string {
	if r == nil {
		return ""
	}
	return r.key
}

// targetOf returns r's target; nil for none and for arrivals (navigation, start).
func targetOf(r *record) *target {
	if r == nil {
		return nil
	}
	return r.target
}
