package search

import "slices"

// grown appends n zero values.
func grown(s []int32, n int) []int32 {
	s = slices.Grow(s, n)
	s = s[:len(s)+n]
	clear(s[len(s)-n:])
	return s
}

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

func (r *run) collectMeta(i int, t *term, from int) {
	before := r.stamp
	r.touched = r.touched[:0]
	slot := field(fieldCount)
	for j := from; j < len(t.hits); j++ {
		h := &t.hits[j]
		if h.slot != slot {
			slot = h.slot
			r.stamp++
		}
		for _, n := range h.list.at {
			s := &r.sess[n]
			if s.slot == r.stamp {
				continue
			}
			if s.slot <= before {
				s.tags, s.goal = 0, 0
				r.touched = append(r.touched, n)
			}
			s.slot = r.stamp
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
		if t.pair {
			s.pairs += int32(t.bounded(worth))
		} else {
			s.bound += int32(t.bounded(worth))
		}
		if t.kind == asked {
			s.terms++
		}
		if t.sought && worth > 0 {
			s.covered |= 1 << i
		}
	}
}

// collectSteps adds the most that a term can find in the steps of each block, and
// chains the term's postings to the block. This loop takes most of a query's time, so
// its data is in local variables.
func (r *run) collectSteps(i int, t *term, hits []hit) {
	r.touched = slices.Grow(r.touched[:0], len(r.blocks)+1)
	blocks, touched, count := r.blocks, r.touched[:len(r.blocks)+1], 0
	stamp, before := r.stamp, r.stamp
	slot := field(fieldCount)
	for j := range hits {
		h := &hits[j]
		if h.slot != slot {
			slot = h.slot
			stamp++
		}
		at := h.list.at
		from := len(r.links)
		r.chains = append(r.chains, chain{term: int32(i), hit: int32(j), from: uint32(from)})
		r.links = slices.Grow(r.links, len(at))[:from+len(at)]
		links := r.links[from:]
		for k, n := range at {
			b := &blocks[n]
			links[k] = b.link
			b.link = uint32(from + k + 1)
			// Without a branch, because a CPU cannot predict which blocks were found before.
			touched[count] = n
			own, worth := b.termBound, h.worth
			if b.slot <= before {
				own = 0
				count++
			}
			if b.slot == stamp {
				worth = 0
			}
			b.slot = stamp
			b.termBound = own + worth
		}
	}
	r.stamp = stamp
	asked, bit := t.kind == asked, uint64(1)<<i
	known := r.rows[i] != noRow
	last, lastAbout, gain := int32(0), 0, int32(0) // many blocks share these values
	for _, n := range touched[:count] {
		b := &blocks[n]
		about := 0
		if known {
			about = r.about(i, r.x.owners[n])
		}
		if b.termBound != last || about != lastAbout {
			last, lastAbout = b.termBound, about
			gain = int32(t.bounded(int(last)+about) - t.bounded(about))
		}
		b.bound += gain
		b.asked = b.asked || asked
		b.terms |= bit
	}
}
