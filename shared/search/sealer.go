package search

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// sealer makes sealed posts, in memory that is used again, and keeps those that
// are not settled.
type sealer struct {
	on                              bool // the store is large enough
	codes, masks, gaps, groups, all []byte
	loose                           []*postings
}

// loosen gives postings a recent part.
func (w *sealer) loosen(p *postings) {
	if p.recent == nil {
		p.recent = &posts{}
		w.loose = append(w.loose, p)
	}
}

// begin makes postings of posts that are still to grow. They lie beside each
// other in memory: queries read one after the other.
func (w *sealer) begin(p posts) *postings {
	both := &struct {
		postings
		posts
	}{posts: p}
	both.recent = &both.posts
	w.loose = append(w.loose, &both.postings)
	return &both.postings
}

// postings makes postings of those of a segment.
func (w *sealer) postings(p *posts) *postings {
	if w.on {
		return &postings{old: w.sealed(p)}
	}
	return w.begin(posts{slices.Clone(p.at), slices.Clone(p.bits), slices.Clone(p.masks)})
}

// sealed seals posts.
func (w *sealer) sealed(p *posts) (out sealedPosts) {
	w.all, out = w.append(w.all[:0], p)
	out.data = string(w.all)
	return out
}

// append appends what posts are sealed to, which becomes the data.
func (w *sealer) append(dst []byte, p *posts) ([]byte, sealedPosts) {
	n := len(p.at)
	w.codes, w.masks, w.gaps, w.groups = w.codes[:0], w.masks[:0], w.gaps[:0], w.groups[:0]
	out := sealedPosts{last: p.at[n-1], count: uint32(n) << 1}
	before := noNumber
	for i, at := range p.at {
		if n > groupSize && i%groupSize == 0 {
			w.groups = binary.LittleEndian.AppendUint32(w.groups, before)
			w.groups = binary.LittleEndian.AppendUint32(w.groups, uint32(len(w.gaps)))
			w.groups = binary.LittleEndian.AppendUint32(w.groups, uint32(len(w.masks)))
		}
		w.gaps = binary.AppendUvarint(w.gaps, uint64(at-before-1))
		before = at
		if p.bits == nil && p.masks != nil {
			w.mask(p.masks[i])
		}
	}
	codes := w.codes
	if p.bits != nil {
		codes = p.bits
	}
	if len(codes) > 0 {
		out.count++
	}
	gaps := len(w.groups) + len(codes)
	for g := 0; g < len(w.groups); g += groupHead {
		addTo(w.groups[g+4:], gaps)
		addTo(w.groups[g+8:], gaps+len(w.gaps))
	}
	dst = append(dst, w.groups...)
	dst = append(dst, codes...)
	dst = append(dst, w.gaps...)
	return append(dst, w.masks...), out
}

func addTo(number []byte, n int) {
	binary.LittleEndian.PutUint32(number, binary.LittleEndian.Uint32(number)+uint32(n))
}

// mask tells a mask in the fewest bytes.
func (w *sealer) mask(mask uint64) {
	first, steps := bits.TrailingZeros64(mask), bits.OnesCount64(mask)
	switch {
	case steps == 1:
		w.codes = append(w.codes, byte(first))
	case steps > fewSteps && mask>>first == live(uint8(steps)):
		w.codes = append(w.codes, codeRun)
		w.masks = append(w.masks, byte(first), byte(steps))
	case steps <= mostSteps:
		w.codes = append(w.codes, byte(codeFew+steps-fewSteps))
		for ; mask != 0; mask &= mask - 1 {
			w.masks = append(w.masks, byte(bits.TrailingZeros64(mask)))
		}
	default:
		w.codes = append(w.codes, codeMask)
		w.masks = binary.LittleEndian.AppendUint64(w.masks, mask)
	}
}
