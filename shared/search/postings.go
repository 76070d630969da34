package search

// postings is where something stands, in two parts: what stood there when it was
// last sealed, and what came since. A block may be in both, when more of its
// steps came: then its mask is that of both.
type postings struct {
	old    sealedPosts
	recent *posts // nil once it is settled
}

// So many recent postings are sealed at once, and a share of what is sealed: the
// more there is, the longer it takes.
//
// A store of fewer steps than sealSteps is not sealed: its postings take some
// megabytes, and what is plain is read a fifth faster.
const (
	sealSteps = 1 << 14
	sealFrom  = 12
	sealShare = 4 // one in
)

// count is how many there are; blocks in both parts count twice.
func (p *postings) count() int { return p.old.len() + p.recent.len() }

func (p *posts) len() int {
	if p == nil {
		return 0
	}
	return len(p.at)
}

// numbers are those of the blocks or sessions, to be read at once: room is
// memory for them.
func (p *postings) numbers(room *[]uint32) []uint32 {
	if p.old.count == 0 {
		if p.recent == nil {
			return nil
		}
		return p.recent.at
	}
	*room = p.old.appendNumbers((*room)[:0])
	if p.recent != nil {
		*room = append(*room, p.recent.at...)
	}
	return *room
}

// maskAt is the mask at a place among the numbers.
func (p *postings) maskAt(i int) uint64 {
	n := p.old.len()
	if i < n {
		return p.old.maskAt(i)
	}
	return p.recent.maskAt(i - n)
}

// has reports whether a number is there.
func (p *postings) has(at uint32) bool {
	if p.recent != nil && p.recent.has(at) {
		return true
	}
	_, is := p.old.find(at)
	return is
}

// mask is that of a block, zero when it is not there.
func (p *postings) mask(at uint32) (mask uint64) {
	if p.recent != nil {
		mask = p.recent.mask(at)
	}
	if p.old.count == 0 {
		return mask
	}
	if i, is := p.old.find(at); is {
		mask |= p.old.maskAt(i)
	}
	return mask
}

// set adds a step of a block, or with no bit a session, and reports whether the
// number is new.
func (p *postings) set(at uint32, bit uint64, s *sealer) (fresh bool) {
	i, had := p.old.find(at)
	if had && (bit == 0 || p.old.maskAt(i)&bit != 0) {
		return false
	}
	s.loosen(p)
	fresh = p.recent.set(at, bit) && !had
	p.ripen(s)
	return fresh
}

// unset takes back what set added, and reports whether the number has gone.
func (p *postings) unset(at uint32, bit uint64, s *sealer) (gone bool) {
	if _, had := p.old.find(at); had {
		all := p.plain()
		s.loosen(p)
		p.old, *p.recent = sealedPosts{}, all
	}
	return p.recent != nil && p.recent.unset(at, bit)
}

// join adds those of a segment, whose numbers are all higher.
func (p *postings) join(more posts, s *sealer) {
	s.loosen(p)
	p.recent.join(more)
	p.ripen(s)
}

// plain is all of it.
func (p *postings) plain() posts {
	if p.old.count == 0 {
		if p.recent == nil {
			return posts{}
		}
		return *p.recent
	}
	out := p.old.plain()
	if p.recent != nil {
		out.merge(p.recent)
	}
	return out
}

// ripen seals what is recent when it is worth it.
func (p *postings) ripen(s *sealer) {
	if s.on && len(p.recent.at) >= sealFrom+p.old.len()/sealShare {
		all := p.plain()
		p.old, *p.recent = s.sealed(&all), posts{}
	}
}

// merge adds others, which may be anywhere.
func (p *posts) merge(more *posts) {
	if n := len(p.at); n == 0 || len(more.at) == 0 || p.at[n-1] < more.at[0] {
		p.join(*more)
		return
	}
	a, b := *p, *more
	blocks := a.ofBlocks()
	*p = posts{at: make([]uint32, 0, len(a.at)+len(b.at))}
	if blocks {
		p.masks = make([]uint64, 0, cap(p.at))
	}
	add := func(from *posts, i int) {
		p.at = append(p.at, from.at[i])
		if blocks {
			p.masks = append(p.masks, from.maskAt(i))
		}
	}
	i, j := 0, 0
	for i < len(a.at) && j < len(b.at) {
		switch {
		case a.at[i] < b.at[j]:
			add(&a, i)
			i++
		case a.at[i] > b.at[j]:
			add(&b, j)
			j++
		default:
			add(&a, i)
			p.masks[len(p.masks)-1] |= b.maskAt(j)
			i, j = i+1, j+1
		}
	}
	for ; i < len(a.at); i++ {
		add(&a, i)
	}
	for ; j < len(b.at); j++ {
		add(&b, j)
	}
}
