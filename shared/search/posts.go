package search

import "slices"

// posts is a posting list: the numbers of blocks or of sessions, in order. Each block
// has a mask of its steps. The numbers are stored separately, because most of a query
// reads only them.
type posts struct {
	at    []uint32
	masks []uint64 // of blocks; nil for sessions
}

// search returns the index of a number, or where to insert it. It looks at the end
// first, where most numbers were just added.
func (p *posts) search(at uint32) (int, bool) {
	list := p.at
	n := len(list)
	switch {
	case n == 0 || list[n-1] < at:
		return n, false
	case list[0] > at:
		return 0, false
	}
	// Each step halves the list unconditionally: a branch would be mispredicted.
	i := 0
	for n > 1 {
		half := n / 2
		if list[i+half] <= at {
			i += half
		}
		n -= half
	}
	if list[i] == at {
		return i, true
	}
	return i + 1, false
}

// has reports whether the list contains a number.
func (p *posts) has(at uint32) bool {
	_, ok := p.search(at)
	return ok
}

// mask returns the mask of a block, or zero when the list does not contain it.
func (p *posts) mask(at uint32) uint64 {
	if i, ok := p.search(at); ok {
		return p.masks[i]
	}
	return 0
}

// set adds a step of a block or, with no bit, a session. It reports whether the
// number is new.
func (p *posts) set(at uint32, bit uint64) (fresh bool) {
	i, ok := p.search(at)
	switch {
	case !ok:
		p.at = inserted(p.at, i, at)
		if bit != 0 {
			p.masks = inserted(p.masks, i, bit)
		}
	case bit != 0:
		p.masks[i] |= bit
	}
	return !ok
}

// inserted is slices.Insert with little spare capacity: there are many lists, and
// most grow rarely.
func inserted[T any](list []T, at int, x T) []T {
	if n := len(list); n == cap(list) {
		more := make([]T, n, n+n/4+1)
		copy(more, list)
		list = more
	}
	return slices.Insert(list, at, x)
}

// unset reverses set, and reports whether the number was removed.
func (p *posts) unset(at uint32, bit uint64) (gone bool) {
	i, ok := p.search(at)
	if !ok || bit != 0 && p.masks[i]&bit == 0 {
		return false // posted twice and already removed
	}
	if bit != 0 {
		if p.masks[i] &^= bit; p.masks[i] != 0 {
			return false
		}
		p.masks = slices.Delete(p.masks, i, i+1)
	}
	p.at = slices.Delete(p.at, i, i+1)
	return true
}

// join appends postings of a segment, whose numbers are all higher, in memory of a
// room.
func (p *posts) join(more *posts, r *postsArena) {
	p.at = joined(&r.at, p.at, more.at)
	if more.masks != nil {
		p.masks = joined(&r.masks, p.masks, more.masks)
	}
}

// joined appends, with half as much spare capacity: the next segment adds a similar
// number.
func joined[T any](room *arena[T], list, more []T) []T {
	if n := len(list) + len(more); n > cap(list) {
		list = append(room.part(n+n/2), list...)
	}
	return append(list, more...)
}
