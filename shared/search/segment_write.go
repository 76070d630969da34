package search

import (
	"encoding/binary"
	"fmt"
	"slices"

	"cairn/shared/pack"
)

const (
	// maxSegmentSteps bounds a segment: when part of it is removed, all of it is written
	// again.
	maxSegmentSteps = 1 << 16
	// wordsPerStep is the number of words that take as long to examine as one step takes
	// to pack.
	wordsPerStep = 8
)

// Packing is an unfinished segment. It is built in parts, so that the caller can do
// other work between them; the engine may change in the meantime.
type Packing struct {
	e        *Engine
	sessions []*session
	versions []uint32 // of the sessions, at the start
	steps    []*held
	packed   int // number of steps

	writer   *pack.Writer
	as       renumbering
	sealed   []byte // the packed steps
	heads    []byte // the sessions
	filters  []byte
	numbered bool   // all steps are packed, and the fields below are set
	listed   bool   // all words were examined
	looked   string // the last word examined
	last     string // the last word written
	wrote    uint64 // number of words
	posts    uint64 // number of their postings
	list     []byte // the written words
	buffer   []byte
}

// Pack begins a segment of some sessions and ignores unknown ones. It does not change
// the engine.
func (e *Engine) Pack(sessionIDs []string) (*Packing, error) {
	p := &Packing{e: e, writer: pack.NewWriter()}
	for _, id := range sessionIDs {
		s := e.sessions[id]
		if s == nil || slices.Contains(p.sessions, s) {
			continue
		}
		p.sessions = append(p.sessions, s)
		p.versions = append(p.versions, s.version)
		p.steps = append(p.steps, s.steps...)
	}
	if len(p.steps) > maxSegmentSteps {
		return nil, fmt.Errorf("pack %d steps: a segment has at most %d", len(p.steps), maxSegmentSteps)
	}
	return p, nil
}

// Sessions returns the ids of the packed sessions.
func (p *Packing) Sessions() []string {
	out := make([]string, len(p.sessions))
	for i, s := range p.sessions {
		out[i] = s.meta.SessionID
	}
	return out
}

// Steps returns the number of packed steps.
func (p *Packing) Steps() int { return len(p.steps) }

// StepIDs returns the ids of the packed steps.
func (p *Packing) StepIDs() []string {
	out := make([]string, len(p.steps))
	for i, h := range p.steps {
		out[i] = h.id
	}
	return out
}

// Work does as much as packing this number of steps takes, and reports whether all is
// done. The longest part has a call for itself. It returns [ErrChanged] when a
// session has changed since the beginning: then the Packing is unusable.
func (p *Packing) Work(steps int) (done bool, err error) {
	for i, s := range p.sessions {
		if p.e.sessions[s.meta.SessionID] != s || s.version != p.versions[i] {
			return false, ErrChanged
		}
	}
	switch {
	case p.packed < len(p.steps):
		return false, p.pack(steps)
	case p.sealed == nil:
		p.sealed = p.writer.Bytes()
		return false, nil
	case !p.numbered:
		p.number()
		p.numbered = true
		return false, nil
	case !p.listed:
		left := steps * wordsPerStep
		p.listed = p.e.index.words.eachAfter(p.looked, func(w *word) bool {
			p.appendWord(w)
			p.looked = w.text
			left--
			return left > 0
		})
		return false, nil
	case p.heads == nil:
		return false, p.finish()
	}
	return true, nil
}

func (p *Packing) pack(steps int) error {
	for ; steps > 0 && p.packed < len(p.steps); steps-- {
		h := p.steps[p.packed]
		if err := p.writer.Add(h.read()); err != nil {
			return fmt.Errorf("pack step %s: %w", h.id, err)
		}
		p.packed++
	}
	return nil
}

// number assigns blocks and sessions their numbers in the segment.
func (p *Packing) number() {
	x := p.e.index
	p.as = renumbering{blocks: make([]int32, len(x.blocks)), sessions: make([]int32, len(x.sessions)), moved: map[uint32]*[64]uint32{}}
	for n, s := range p.sessions {
		p.as.add(s, n)
	}
	p.as.masks = make([]uint64, len(p.as.sizes))
}

// appendWord writes a word that occurs in one of the sessions: the length shared with the
// word before, the rest, its fields and the postings of each.
func (p *Packing) appendWord(w *word) {
	out, fields := p.buffer[:0], fieldSet(0)
	for i := range w.lists {
		l := &w.lists[i]
		before := len(out)
		out = p.as.append(out, l.posts)
		if len(out) > before {
			fields |= 1 << l.field
			p.posts += uint64(len(p.as.touched))
		}
	}
	p.buffer = out
	if fields == 0 {
		return
	}
	p.list = appendShared(p.list, p.last, w.text)
	p.list = binary.AppendUvarint(p.list, uint64(fields))
	p.list = append(p.list, out...)
	p.last = w.text
	p.wrote++
}

// appendShared writes a text that follows another in sorted order.
func appendShared(dst []byte, last, s string) []byte {
	same := 0
	for same < len(last) && same < len(s) && last[same] == s[same] {
		same++
	}
	return pack.AppendBytes(binary.AppendUvarint(dst, uint64(same)), s[same:])
}

// Bytes returns the segment. Call it directly after Work is done.
func (p *Packing) Bytes() []byte {
	out := make([]byte, segmentHead, segmentHead+len(p.sealed)+len(p.heads)+len(p.list)+len(p.filters)+64)
	out = pack.AppendBytes(out, p.sealed)
	out = pack.AppendBytes(out, p.heads)
	counts := binary.AppendUvarint(binary.AppendUvarint(nil, p.wrote), p.posts)
	out = binary.AppendUvarint(out, uint64(len(counts)+len(p.list)))
	out = append(append(out, counts...), p.list...)
	out = pack.AppendBytes(out, p.filters)
	sealSegment(out)
	return out
}

// finish writes everything except steps and words.
func (p *Packing) finish() error {
	p.heads = binary.AppendUvarint(nil, uint64(len(p.sessions)))
	for _, s := range p.sessions {
		var err error
		if p.heads, err = appendSession(p.heads, s); err != nil {
			return fmt.Errorf("pack session %s: %w", s.meta.SessionID, err)
		}
	}
	p.filters = p.exacts()
	return nil
}

// exacts writes the postings for filters on steps: each value has its kind before it.
func (p *Packing) exacts() []byte {
	var names []string
	for e := range p.e.index.exacts {
		if e.kind < ofBlocks {
			names = append(names, string(rune(e.kind))+e.value)
		}
	}
	slices.Sort(names)
	var out []byte
	count, last := uint64(0), ""
	for _, name := range names {
		list := p.as.append(nil, p.e.index.exacts.posts(exact{filterKind(name[0]), name[1:]}))
		if len(list) > 0 {
			out = append(appendShared(out, last, name), list...)
			last = name
			count++
		}
	}
	return append(binary.AppendUvarint(nil, count), out...)
}
