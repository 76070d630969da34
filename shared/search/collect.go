package search

import "slices"

// grown adds n zero values.
func grown(s []int32, n int) []int32 {
	s = slices.Grow(s, n)
	s = s[:len(s)+n]
	clear(s[len(s)-n:])
	return s
}

// about is the worth of what is known of a session to a term.
func (r *run) about(term int, session uint32) int {
	if row := r.rows[term]; row != noRow {
		return int(r.meta[row+int(session)])
	}
	return 0
}

// collect walks the postings of one term.
func (r *run) collect(i int) {
	t := &r.p.terms[i]
	cut := t.ofSteps
	r.rows = append(r.rows, noRow)
	if cut < len(t.hits) {
		r.rows[i] = len(r.meta)
		r.meta = grown(r.meta, len(r.sess))
		r.collectMeta(i, t, t.hits[cut:])
	}
	r.collectSteps(i, t, t.hits[:cut])
}

// collectMeta adds what a term finds in the sessions.
func (r *run) collectMeta(i int, t *term, hits []hit) {
	present := uint32(i + 1)
	r.touched = r.touched[:0]
	slot := field(fieldCount)
	for j := range hits {
		h := &hits[j]
		if h.slot != slot {
			slot = h.slot
			r.stamp++
		}
		for _, p := range h.posts {
			s := &r.sess[p.at]
			if s.slot == r.stamp {
				continue
			}
			s.slot = r.stamp
			if s.term != present {
				s.term, s.tags, s.goal = present, 0, 0
				r.touched = append(r.touched, p.at)
			}
			switch {
			case h.field == fieldGoal || h.field == fieldOrder:
				s.goal += h.worth
			case h.field == fieldBranch:
				s.branch = max(s.branch, h.worth)
			default:
				s.tags += h.worth
			}
		}
	}
	row := r.meta[r.rows[i]:]
	for _, n := range r.touched {
		s := &r.sess[n]
		worth := int(s.tags) + int(s.goal)*r.p.norm(r.x.sessions[n].length)/normUnit
		row[n] = int32(worth)
		s.sum += int32(worth)
		s.bound += int32(t.bounded(worth))
		if t.kind == asked {
			s.terms++
		}
	}
}

// collectSteps adds what a term could find in the steps of each block.
func (r *run) collectSteps(i int, t *term, hits []hit) {
	present := uint16(i + 1)
	r.touched = r.touched[:0]
	slot := field(fieldCount)
	for j := range hits {
		h := &hits[j]
		if h.slot != slot {
			slot = h.slot
			r.stamp++
		}
		for k := range h.posts {
			at := h.posts[k].at
			b := &r.blocks[at]
			if b.term != present {
				b.term, b.own = present, 0
				r.touched = append(r.touched, at)
			}
			if b.slot != r.stamp {
				b.slot = r.stamp
				b.own += h.worth
			}
		}
	}
	for _, n := range r.touched {
		b := &r.blocks[n]
		about := r.about(i, r.x.blocks[n].session.number)
		b.bound += int32(t.bounded(int(b.own)+about) - t.bounded(about))
		b.asked = b.asked || t.kind == asked
		b.terms |= 1 << i
	}
}
