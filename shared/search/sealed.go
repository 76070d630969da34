package search

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// sealedPosts is posts in a third of the memory and less, which nobody changes any
// more. It is made of four parts, one after the other:
//
//	groups   where there are more than one: of each the number before its
//	         first, and where its gaps and its masks begin; 4 bytes each
//	codes    of blocks, one byte a posting: the only step that it names, or how
//	         its mask is told
//	gaps     how far each number is from the one before, less one; varints
//	masks    of those that name more than one step
//
// A query reads the gaps of a list from first to last, and of few postings
// their mask.
type sealedPosts struct {
	data  string
	last  uint32 // number
	count uint32 // twice, and one more when steps are named
}

// groupSize is how many postings a group has: so many are looked through at
// most to find one.
const groupSize = 64

// groupHead is what is told of a group.
const groupHead = 12

// How masks are told. Codes below name the only step.
const (
	codeFew   = 64           // two steps, by their bits; each further code one more
	codeMost  = codeFew + 5  // seven
	codeRun   = codeMost + 1 // neighbours: the first bit and how many
	codeMask  = codeRun + 1  // the mask itself
	fewSteps  = 2            // that codeFew names
	mostSteps = codeMost - codeFew + fewSteps
)

// maskSizes are the bytes of a mask by its code.
var maskSizes = func() (out [256]uint8) {
	for code := codeFew; code <= codeMost; code++ {
		out[code] = uint8(code - codeFew + fewSteps)
	}
	out[codeRun], out[codeMask] = 2, 8
	return out
}()

// len is how many postings there are.
func (s *sealedPosts) len() int { return int(s.count >> 1) }

// ofBlocks reports whether steps are named.
func (s *sealedPosts) ofBlocks() bool { return s.count&1 != 0 }

// groups is how many are told of.
func (s *sealedPosts) groups() int {
	if n := s.len(); n > groupSize {
		return (n + groupSize - 1) / groupSize
	}
	return 0
}

// group is the number before the first of a group, and where its gaps begin. A
// list with no groups is one.
func (s *sealedPosts) group(g int) (before uint32, gaps int) {
	if s.groups() > 0 {
		head := s.data[g*groupHead:]
		return number32(head), int(number32(head[4:]))
	}
	if s.ofBlocks() {
		gaps = s.len()
	}
	return noNumber, gaps
}

// masks is where the masks of a group begin.
func (s *sealedPosts) masks(g int) int {
	if s.groups() > 0 {
		return int(number32(s.data[g*groupHead+8:]))
	}
	at := len(s.data)
	for _, code := range []byte(s.codes()) {
		at -= int(maskSizes[code])
	}
	return at
}

// noNumber comes before the first number.
const noNumber = ^uint32(0)

func number32(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// codes are those of blocks.
func (s *sealedPosts) codes() string {
	if !s.ofBlocks() {
		return ""
	}
	from := s.groups() * groupHead
	return s.data[from : from+s.len()]
}

// appendNumbers appends all numbers.
func (s *sealedPosts) appendNumbers(dst []uint32) []uint32 {
	n := s.len()
	if n == 0 {
		return dst
	}
	at, from := s.group(0)
	gaps, have := s.data[from:], len(dst)
	for len(dst)+n > cap(dst) {
		dst = append(dst[:cap(dst)], 0)
	}
	dst = dst[:have+n]
	i := 0
	for k := range dst[have:] {
		gap := uint32(gaps[i])
		if i++; gap >= 0x80 {
			gap &= 0x7f
			for shift := 7; ; shift += 7 {
				b := gaps[i]
				i++
				if gap |= uint32(b&0x7f) << shift; b < 0x80 {
					break
				}
			}
		}
		at += gap + 1
		dst[have+k] = at
	}
	return dst
}

// find is the place of a number.
func (s *sealedPosts) find(number uint32) (place int, is bool) {
	if s.count == 0 || number > s.last {
		return 0, false
	}
	group, groups := 0, s.groups()
	for groups > 1 {
		half := groups / 2
		if before, _ := s.group(group + half); before < number {
			group += half
		}
		groups -= half
	}
	at, i := s.group(group)
	for k := group * groupSize; ; k++ {
		gap := uint32(s.data[i])
		if i++; gap >= 0x80 {
			gap &= 0x7f
			for shift := 7; ; shift += 7 {
				b := s.data[i]
				i++
				if gap |= uint32(b&0x7f) << shift; b < 0x80 {
					break
				}
			}
		}
		if at += gap + 1; at >= number {
			return k, at == number
		}
	}
}

// maskAt is the mask of the posting at a place.
func (s *sealedPosts) maskAt(place int) uint64 {
	codes := s.codes()
	code := codes[place]
	if code < codeFew {
		return 1 << code
	}
	group := place / groupSize
	at := s.masks(group)
	for _, c := range []byte(codes[group*groupSize : place]) {
		at += int(maskSizes[c])
	}
	return readMask(code, s.data[at:])
}

func readMask(code byte, from string) (mask uint64) {
	switch code {
	case codeRun:
		return live(from[1]) << from[0]
	case codeMask:
		return uint64(number32(from)) | uint64(number32(from[4:]))<<32
	}
	for _, bit := range []byte(from[:maskSizes[code]]) {
		mask |= 1 << bit
	}
	return mask
}

// plain is what was sealed.
func (s *sealedPosts) plain() posts {
	out := posts{at: s.appendNumbers(make([]uint32, 0, s.len()))}
	codes := s.codes()
	if codes == "" {
		return out
	}
	single := true
	for i := 0; i < len(codes) && single; i++ {
		single = codes[i] < codeFew
	}
	if single {
		out.bits = []byte(codes)
		return out
	}
	out.masks = make([]uint64, len(codes))
	at := s.masks(0)
	for i := range out.masks {
		if code := codes[i]; code < codeFew {
			out.masks[i] = 1 << code
		} else {
			out.masks[i] = readMask(code, s.data[at:])
			at += int(maskSizes[code])
		}
	}
	return out
}

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
