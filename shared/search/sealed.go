package search

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
			gap, i = longGap(gaps, i, gap)
		}
		at += gap + 1
		dst[have+k] = at
	}
	return dst
}

// longGap reads on where a gap has more than the byte before i.
func longGap(from string, i int, gap uint32) (uint32, int) {
	gap &= 0x7f
	for shift := 7; ; shift += 7 {
		b := from[i]
		i++
		if gap |= uint32(b&0x7f) << shift; b < 0x80 {
			return gap, i
		}
	}
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
			gap, i = longGap(s.data, i, gap)
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
