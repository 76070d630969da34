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
	t := r.p.terms[i]
	cut := t.ofSteps
	r.rows = append(r.rows, noRow)
	if cut < len(t.hits) {
		r.rows[i] = len(r.meta)
		r.meta = grown(r.meta, len(r.sess))
		r.collectMeta(i, t, cut)
	}
	r.collectSteps(i, t, t.hits[:cut])
}

// collectMeta adds what a term finds in the sessions.
func (r *run) collectMeta(i int, t *term, from int) {
	present := uint32(i + 1)
	r.touched = r.touched[:0]
	slot := field(fieldCount)
	for j := from; j < len(t.hits); j++ {
		h := &t.hits[j]
		if h.slot != slot {
			slot = h.slot
			r.stamp++
		}
		for _, n := range t.posts[j].at {
			s := &r.sess[n]
			if s.slot == r.stamp {
				continue
			}
			s.slot = r.stamp
			if s.term != present {
				s.term, s.tags, s.goal = present, 0, 0
				r.touched = append(r.touched, n)
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
		s.covered += int32(one(t.sought && worth > 0))
	}
}

// collectSteps adds what a term could find in the steps of each block. It looks
// at more than all else of a query together: what the loop needs is at hand.
func (r *run) collectSteps(i int, t *term, hits []hit) {
	present := uint16(i + 1)
	blocks, touched, stamp := r.blocks, r.touched[:0], r.stamp
	slot := field(fieldCount)
	for j := range hits {
		h := &hits[j]
		if h.slot != slot {
			slot = h.slot
			stamp++
		}
		worth := h.worth
		for _, at := range t.posts[j].at {
			b := &blocks[at]
			if b.term != present {
				b.term, b.own = present, 0
				touched = append(touched, at)
			}
			if b.slot != stamp {
				b.slot = stamp
				b.own += worth
			}
		}
	}
	r.touched, r.stamp = touched, stamp
	asked, bit := t.kind == asked, uint64(1)<<i
	known := r.rows[i] != noRow
	for _, n := range touched {
		b := &blocks[n]
		about := 0
		if known {
			about = r.about(i, r.x.owners[n])
		}
		b.bound += int32(t.bounded(int(b.own)+about) - t.bounded(about))
		b.asked = b.asked || asked
		b.terms |= bit
	}
}
