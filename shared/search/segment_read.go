package search

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"cairn/shared/pack"
)

// parsed is a segment that was read and is valid. None of it is in an engine yet.
type parsed struct {
	pack     *pack.Pack
	sessions []*session
	sizes    []uint8  // of blocks, in steps
	of       []uint32 // by block, the number of its session
	held     []held
	exacts   []parsedExact
	*reading
}

// reading is the part of a segment that is not needed after it is attached. Its
// memory is reused for the next segment, because most stores have many.
type reading struct {
	words  []parsedWord
	texts  []byte // of all words, concatenated; then as a string
	text   string
	lists  []list // of all words, concatenated
	memory postsArena
}

var readings = sync.Pool{New: func() any { return new(reading) }}

func (p *parsed) done() {
	p.words, p.texts, p.lists = p.words[:0], p.texts[:0], p.lists[:0]
	p.memory.empty()
	p.text = ""
	readings.Put(p.reading)
}

type parsedWord struct{ text, lists int } // their ends

type parsedExact struct {
	exact
	posts posts
}

// parse reads a segment for an engine that numbers its blocks and sessions from the
// given numbers on.
func parse(data []byte, firstBlock, firstSession uint32) (_ *parsed, fault error) {
	body, err := openSegment(data)
	if err != nil {
		return nil, err
	}
	c := cursor{pack.Cursor{Data: body}}
	steps, sessions, words, exacts := c.Bytes(), c.Bytes(), c.Bytes(), c.Bytes()
	if c.Bad || len(c.Data) > 0 {
		return nil, fmt.Errorf("%w: it has not four parts", ErrSegment)
	}
	p := &parsed{reading: readings.Get().(*reading)}
	defer func() {
		if fault != nil {
			p.done()
		}
	}()
	if p.pack, err = pack.Open(steps); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSegment, err)
	}
	if err := p.readSessions(sessions); err != nil {
		return nil, err
	}
	if err := p.readSteps(firstBlock); err != nil {
		return nil, err
	}
	if err := p.readWords(words, firstBlock, firstSession); err != nil {
		return nil, err
	}
	return p, p.readExacts(exacts, firstBlock)
}

func (p *parsed) readSessions(data []byte) error {
	c := cursor{pack.Cursor{Data: data}}
	seen := map[string]bool{}
	total := 0
	for n := range c.Count() {
		s, steps := readSession(&c)
		total += steps
		if seen[s.meta.SessionID] || total > maxSegmentSteps {
			return fmt.Errorf("%w: its sessions are not what a segment has", ErrSegment)
		}
		seen[s.meta.SessionID] = true
		p.sessions = append(p.sessions, s)
		s.steps = make([]*held, steps)
		for ; steps > 0; steps -= 64 {
			p.sizes = append(p.sizes, uint8(min(steps, 64)))
			p.of = append(p.of, uint32(n))
		}
	}
	if c.Bad || len(c.Data) > 0 || total != p.pack.Len() {
		return fmt.Errorf("%w: its sessions have %d of %d steps", ErrSegment, total, p.pack.Len())
	}
	return nil
}

// readSteps reads the headers of the steps. Each must belong to its session and
// follow the one before.
func (p *parsed) readSteps(block uint32) error {
	p.held = make([]held, p.pack.Len())
	n := 0
	for _, s := range p.sessions {
		for i := range s.steps {
			h := &p.held[n]
			id, session, at, ok := p.pack.Head(n)
			*h = held{id: id, at: at, ok: ok, bit: uint8(i % 64), in: block + uint32(i/64), n: int32(n), pack: p.pack}
			if session != s.meta.SessionID || id == "" || i > 0 && !s.steps[i-1].before(h) {
				return fmt.Errorf("%w: step %d is not where it belongs", ErrSegment, n)
			}
			s.steps[i] = h
			n++
		}
		block += uint32(len(s.steps)+63) / 64
	}
	return nil
}

func (p *parsed) readWords(data []byte, block, session uint32) error {
	c := cursor{pack.Cursor{Data: data}}
	count, total := c.Count(), c.Count()
	p.words = slices.Grow(p.words, count)
	p.lists = slices.Grow(p.lists, count+count/2)
	last, text := 0, 0 // where the word before begins, and this one
	for range count {
		same, rest := c.Number(), c.Bytes()
		if same > uint64(text-last) {
			c.Fail()
			same = 0
		}
		p.texts = append(append(p.texts, p.texts[last:last+int(same)]...), rest...)
		fields := c.Number()
		if c.Bad || fields == 0 || fields >= 1<<fieldCount || bytes.Compare(p.texts[text:], p.texts[last:text]) <= 0 {
			return fmt.Errorf("%w: its words are not in order", ErrSegment)
		}
		last, text = text, len(p.texts)
		for f := field(0); f < fieldCount; f++ {
			if !fieldSet(fields).has(f) {
				continue
			}
			n := c.Count()
			if total -= n; n == 0 || total < 0 {
				c.Fail()
				break
			}
			l := list{f, p.memory.alloc(n, f < stepFields)}
			if f < stepFields {
				c.readBlocks(&l.posts, n, p.sizes, block)
			} else {
				c.readSessions(&l.posts, n, len(p.sessions), session)
			}
			p.lists = append(p.lists, l)
		}
		p.words = append(p.words, parsedWord{len(p.texts), len(p.lists)})
	}
	p.text = string(p.texts)
	return c.end("words")
}

func (p *parsed) readExacts(data []byte, block uint32) error {
	c := cursor{pack.Cursor{Data: data}}
	last := ""
	for n := range c.Count() {
		name := c.shared(last)
		var posts posts
		c.readBlocks(&posts, c.Count(), p.sizes, block)
		if c.Bad || len(posts.at) == 0 || name == "" || n > 0 && name <= last || filterKind(name[0]) >= ofBlocks {
			return fmt.Errorf("%w: its filters are not in order", ErrSegment)
		}
		last = name
		p.exacts = append(p.exacts, parsedExact{exact{filterKind(name[0]), name[1:]}, posts})
	}
	return c.end("filters")
}

// shared reads a text that follows another in sorted order.
func (c *cursor) shared(last string) string {
	same := c.Number()
	rest := c.Bytes()
	if same > uint64(len(last)) {
		c.Fail()
		return ""
	}
	return last[:same] + string(rest)
}

func (c *cursor) end(of string) error {
	if c.Bad || len(c.Data) > 0 {
		return fmt.Errorf("%w: its %s end too early or too late", ErrSegment, of)
	}
	return nil
}
