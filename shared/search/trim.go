package search

// Trim gives back what the lists of postings have taken and do not need. Those
// that were joined from many segments have room to grow, and lie in memory that
// they share with what they were: half of it is of no more use. It is worth it
// once, when all segments are attached; it needs as much again while it works.
func (e *Engine) Trim() {
	e.index.kept.clear() // they may name the lists of before
	var room room
	for _, w := range e.index.words {
		for i := range w.lists {
			if l := &w.lists[i]; l.many != nil {
				l.many = room.copied(l.many)
			}
		}
	}
}

// copied is a copy of postings with no room for more.
func (r *room) copied(p *posts) *posts {
	if len(r.lists) == cap(r.lists) {
		r.lists = make([]posts, 0, roomLists)
	}
	r.lists = append(r.lists, posts{at: append(part(&r.at, len(p.at)), p.at...)})
	out := &r.lists[len(r.lists)-1]
	switch {
	case p.bits != nil:
		out.bits = append(part(&r.bits, len(p.bits)), p.bits...)
	case p.masks != nil && p.single():
		out.bits = part(&r.bits, len(p.masks))
		for _, mask := range p.masks {
			out.bits = append(out.bits, bitOf(mask))
		}
	case p.masks != nil:
		out.masks = append(part(&r.masks, len(p.masks)), p.masks...)
	}
	return out
}

// single reports whether each block names one step.
func (p *posts) single() bool {
	for _, mask := range p.masks {
		if !oneStep(mask) {
			return false
		}
	}
	return true
}
