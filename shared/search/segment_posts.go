package search

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// A list of postings is written as its length, then for each posting the distance
// from the one before, and for blocks the steps that it names:
//
//	0 to 63   one step, this one
//	64        all steps of the block
//	65        others; their mask follows
//
// Postings of sessions name no steps.
const (
	maskAll  = 64
	maskSome = 65
)

// renumbering maps the blocks and sessions of an engine to those of a segment.
type renumbering struct {
	blocks   []int32 // by block: its number in the segment plus 1; 0: not in it; below: see moved
	moved    map[uint32]*[64]uint32
	sessions []int32 // by session, plus 1
	sizes    []uint8 // by block of the segment, number of steps

	masks   []uint64 // by block of the segment, of the current list
	touched []uint32
}

const isMoved = -1

// add numbers a session with its blocks.
func (r *renumbering) add(s *session, number int) {
	r.sessions[s.number] = int32(number) + 1
	first := uint32(len(r.sizes))
	for i, h := range s.steps {
		block, bit := first+uint32(i/64), uint32(i%64)
		if bit == 0 {
			r.sizes = append(r.sizes, 0)
		}
		r.sizes[block]++
		r.place(h, block, bit)
	}
}

// place records the new position of a step. Most blocks stay as they are: their steps
// arrived in chronological order.
func (r *renumbering) place(h *held, block, bit uint32) {
	same := uint32(h.bit) == bit
	switch at := r.blocks[h.in]; {
	case at == 0 && same:
		r.blocks[h.in] = int32(block) + 1
		return
	case at == int32(block)+1 && same:
		return
	case at != isMoved:
		to := new([64]uint32)
		for i := range to {
			to[i] = uint32(at-1)*64 + uint32(i) // those placed so far
		}
		r.moved[h.in], r.blocks[h.in] = to, isMoved
	}
	r.moved[h.in][h.bit] = block*64 + bit
}

// append writes the postings that belong to the segment. It returns dst unchanged if
// there are none.
func (r *renumbering) append(dst []byte, list posts) []byte {
	r.touched = r.touched[:0]
	ofBlocks := list.masks != nil
	if ofBlocks {
		r.markBlocks(list)
	} else {
		r.markSessions(list.at)
	}
	if len(r.touched) == 0 {
		return dst
	}
	slices.Sort(r.touched)
	dst = binary.AppendUvarint(dst, uint64(len(r.touched)))
	next := uint32(0)
	for _, at := range r.touched {
		dst = binary.AppendUvarint(dst, uint64(at-next))
		if ofBlocks {
			dst = appendMask(dst, r.masks[at], r.sizes[at])
			r.masks[at] = 0
		}
		next = at + 1
	}
	return dst
}

func (r *renumbering) markBlocks(list posts) {
	for i, n := range list.at {
		if int(n) >= len(r.blocks) {
			continue // of a block that is newer than this renumbering
		}
		switch at := r.blocks[n]; at {
		case 0:
		case isMoved:
			for m := list.masks[i]; m != 0; m &= m - 1 {
				to := r.moved[n][bits.TrailingZeros64(m)]
				r.addMask(to/64, 1<<(to%64))
			}
		default:
			r.addMask(uint32(at-1), list.masks[i])
		}
	}
}

func (r *renumbering) markSessions(numbers []uint32) {
	for _, n := range numbers {
		if int(n) < len(r.sessions) && r.sessions[n] > 0 {
			r.touched = append(r.touched, uint32(r.sessions[n]-1))
		}
	}
}

func (r *renumbering) addMask(at uint32, mask uint64) {
	if r.masks[at] == 0 {
		r.touched = append(r.touched, at)
	}
	r.masks[at] |= mask
}

func appendMask(dst []byte, mask uint64, size uint8) []byte {
	switch {
	case mask&(mask-1) == 0:
		return append(dst, byte(bits.TrailingZeros64(mask)))
	case mask == fullMask(size):
		return append(dst, maskAll)
	}
	return binary.AppendUvarint(append(dst, maskSome), mask)
}

// fullMask returns the mask of a block with this number of steps.
func fullMask(size uint8) uint64 { return ^uint64(0) >> (64 - size) }

// postsArena is memory for many posting lists.
type postsArena struct {
	at    arena[uint32]
	masks arena[uint64]
}

// empty frees all of it for reuse.
func (r *postsArena) empty() {
	r.at.empty()
	r.masks.empty()
}

// arena is memory that is handed out in parts.
type arena[T any] struct {
	all  [][]T
	used int // number of them in use
	rest []T // the rest of the last one in use
}

func (p *arena[T]) empty() { p.used, p.rest = 0, nil }

// part hands out memory for n values.
func (p *arena[T]) part(n int) []T {
	for len(p.rest) < n {
		if p.used == len(p.all) {
			p.all = append(p.all, make([]T, max(n, roomPosts)))
		}
		p.rest = p.all[p.used]
		p.used++
	}
	out := p.rest[:0:n]
	p.rest = p.rest[n:]
	return out
}

// Sizes of the pieces in which memory is allocated.
const (
	roomPosts = 4096
)

// alloc returns an empty list with room for n postings.
func (r *postsArena) alloc(n int, ofBlocks bool) posts {
	out := posts{at: r.at.part(n)}
	if ofBlocks {
		out.masks = r.masks.part(n)
	}
	return out
}

// clone returns a copy of posts in memory of its own.
func (r *postsArena) clone(p *posts) posts {
	out := r.alloc(len(p.at), p.masks != nil)
	out.at = append(out.at, p.at...)
	out.masks = append(out.masks, p.masks...)
	return out
}

// readBlocks reads n postings of blocks, numbered from base on, into dst.
func (c *cursor) readBlocks(dst *posts, n int, sizes []uint8, base uint32) {
	next := uint64(0)
	for range n {
		var gap uint64
		var code byte
		// Nearly all take two bytes.
		if len(c.Data) >= 2 && c.Data[0] < 0x80 {
			gap, code = uint64(c.Data[0]), c.Data[1]
			c.Data = c.Data[2:]
		} else {
			gap, code = c.Number(), c.Byte()
		}
		at := next + gap
		if gap >= uint64(len(sizes)) || at >= uint64(len(sizes)) {
			c.Fail()
			return
		}
		all := fullMask(sizes[at])
		mask := uint64(0)
		switch {
		case code < 64:
			mask = 1 << code
		case code == maskAll:
			mask = all
		case code == maskSome:
			mask = c.Number()
		}
		if mask == 0 || mask&^all != 0 {
			c.Fail()
			return
		}
		dst.at = append(dst.at, base+uint32(at))
		dst.masks = append(dst.masks, mask)
		next = at + 1
	}
}

func (c *cursor) readSessions(dst *posts, n, sessions int, base uint32) {
	next := uint64(0)
	for range n {
		gap := c.Number()
		at := next + gap
		if gap >= uint64(sessions) || at >= uint64(sessions) {
			c.Fail()
			return
		}
		dst.at = append(dst.at, base+uint32(at))
		next = at + 1
	}
}
