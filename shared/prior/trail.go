package prior

import "cairn/shared/types"

// trail is what the asking session has done so far: the order of things.
type trail struct {
	session *session // nil when it is not remembered
	last    *record  // the last action that worked, nil at the start
	length  int      // how many worked
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

// trailOf follows the session back from now to where it started on o.
func (e *Engine) trailOf(sessionID string, o *origin, now types.Time) trail {
	t := trail{session: e.sessions[sessionID]}
	if t.session == nil {
		return t
	}
	t.done, t.tried = map[doneKey]int{}, map[*target]int{}
	rs := t.session.records
	for i := len(rs) - 1; i >= max(0, len(rs)-maxTrail); i-- {
		r := rs[i]
		switch {
		case r.moves() && t.last == nil && !r.leadsTo(o, now):
			return t
		case r.moves() && t.last == nil:
			t.last, t.length = r, r.pos+1
		case !r.ok && t.last == nil && r.target != nil:
			t.tried[r.target]++
		}
		if k := (doneKey{r.target, r.action}); r.ok && r.target != nil && t.done[k] == 0 {
			t.done[k] = r.occ + 1
		}
		if r.moves() && r.prev == nil {
			break
		}
	}
	return t
}

// targetOf is r's target; nil for none and for arrivals (navigation, start).
func targetOf(r *record) *target {
	if r == nil {
		return nil
	}
	return r.target
}
