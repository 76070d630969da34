package search

import "slices"

// posts is where something stands: the numbers of blocks or of sessions, in
// order. Blocks have a mask each, of their steps. The numbers lie apart: most of
// a query reads nothing else.
type posts struct {
	at    []uint32
	masks []uint64 // of blocks; nil for sessions
}

// search finds a number, or where it belongs. Most are looked for at the end,
// where they were just added.
func (p *posts) search(at uint32) (int, bool) {
	list := p.at
	n := len(list)
	switch {
	case n == 0 || list[n-1] < at:
		return n, false
	case list[0] > at:
		return 0, false
	}
	// Halves the list whatever it finds: no branch is there to be guessed wrong.
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

// has reports whether a number is there.
func (p *posts) has(at uint32) bool {
	_, ok := p.search(at)
	return ok
}

// mask is that of a block, zero when it is not there.
func (p *posts) mask(at uint32) uint64 {
	if i, ok := p.search(at); ok {
		return p.masks[i]
	}
	return 0
}

// set adds a step of a block, or with no bit a session, and reports whether the
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

// inserted is slices.Insert with little room to spare: there are many lists, and
// most grow seldom.
func inserted[T any](list []T, at int, x T) []T {
	if n := len(list); n == cap(list) {
		more := make([]T, n, n+n/4+1)
		copy(more, list)
		list = more
	}
	return slices.Insert(list, at, x)
}

// unset takes back what set added, and reports whether the number has gone.
func (p *posts) unset(at uint32, bit uint64) (gone bool) {
	i, ok := p.search(at)
	if !ok || bit != 0 && p.masks[i]&bit == 0 {
		return false // it was said twice and is gone already
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

// join adds those of a segment, whose numbers are all higher, in memory of a room.
func (p *posts) join(more *posts, r *room) {
	p.at = joined(&r.at, p.at, more.at)
	if more.masks != nil {
		p.masks = joined(&r.masks, p.masks, more.masks)
	}
}

// joined appends with half as much to spare: the next segment adds as many.
func joined[T any](room *slab[T], list, more []T) []T {
	if n := len(list) + len(more); n > cap(list) {
		list = append(room.part(n+n/2), list...)
	}
	return append(list, more...)
}
