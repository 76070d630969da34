package prior

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

func (e *Engine) trailOf(sessionID string) trail {
	t := trail{done: map[doneKey]int{}, tried: map[*target]int{}}
	t.session = e.sessions[sessionID]
	if t.session == nil {
		return t
	}
	rs := t.session.records
	for i := len(rs) - 1; i >= 0; i-- {
		r := rs[i]
		if t.last == nil && !r.ok && r.target != nil {
			t.tried[r.target]++
		}
		if !r.ok {
			continue
		}
		if r.moves() && t.last == nil {
			t.last, t.length = r, r.pos+1
		}
		if r.target == nil {
			continue
		}
		k := doneKey{r.target, r.action}
		if _, seen := t.done[k]; !seen {
			t.done[k] = r.occ + 1
		}
		if len(rs)-i > maxTrail {
			break
		}
	}
	return t
}

// maxTrail bounds how much of a very long session is looked at.
const maxTrail = 256

// targetOf is r's target; nil for none and for arrivals (navigation, start).
func targetOf(r *record) *target {
	if r == nil {
		return nil
	}
	return r.target
}
