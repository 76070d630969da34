package prior

import "slices"

// trail is what the asking session has done so far: the order of things.
type trail struct {
	session *session // nil when it is not remembered
	last    *record  // the last action that worked, nil at the start
	length  int      // how many worked
	lap     int      // the first of the session's records that are of its present round
	done    map[doneKey]int
	tried   map[*target]int // failures since the story last moved
}

// doneKey counts an action apart from others on the same target: clicking into
// a field is not typing there.
type doneKey struct {
	target *target
	action action
}

// maxTrail bounds how much of a very long session is looked at.
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
		if len(moves) == 0 && !r.leadsTo(q.origin, q.now) {
			return
		}
		moves = append(moves, r)
		if r.prev == nil {
			first = i
			break
		}
	}
	slices.Reverse(moves)
	if n := q.lapOf(moves); n > 0 {
		first = len(rs)
		if n < len(moves) {
			first = moves[n].idx
		}
		t.lap, moves = first, moves[n:]
	}
	if n := len(moves); n > 0 {
		t.last, t.length = moves[n-1], moves[n-1].pos+1-moves[0].pos
	}
	t.done, t.tried = map[doneKey]int{}, map[*target]int{}
	for _, r := range rs[first:] {
		switch {
		case r.target == nil:
		case r.ok:
			t.done[doneKey{r.target, r.action}]++
		case t.last == nil || r.idx > t.last.idx:
			t.tried[r.target]++
		}
	}
}

// targetOf is r's target; nil for none and for arrivals (navigation, start).
func targetOf(r *record) *target {
	if r == nil {
		return nil
	}
	return r.target
}
