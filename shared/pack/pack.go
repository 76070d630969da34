package pack

import (
	"fmt"

	"cairn/shared/types"
)

// Pack is a readable sequence of packed steps. It is safe for concurrent reads.
type Pack struct {
	texts        texts
	paths        table
	testIDs      table
	nodes        table
	observations table
	steps        table
	idLetters    letterSets
	nodeLetters  letterSets
}

// Open returns the pack of the bytes of [Writer.Bytes]. It copies them.
func Open(data []byte) (*Pack, error) {
	strings, rest, err := readTable(data)
	if err != nil {
		return nil, fmt.Errorf("texts: %w", err)
	}
	p := &Pack{texts: texts{all: string(strings.data), ends: strings.ends}}
	rest = append([]byte(nil), rest...)
	for _, t := range []*table{&p.paths, &p.testIDs, &p.nodes, &p.observations, &p.steps} {
		if *t, rest, err = readTable(rest); err != nil {
			return nil, err
		}
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("pack: %d bytes behind the last table", len(rest))
	}
	return p, nil
}

// Len returns the number of steps.
func (p *Pack) Len() int { return p.steps.len() }

// Step reads the n-th step. Each call makes a new one.
func (p *Pack) Step(n int) *types.Step { return p.step(n, true, nil) }

// Outline reads the n-th step without the content of its page: its observation has the
// state alone.
func (p *Pack) Outline(n int) *types.Step { return p.step(n, false, nil) }

// OutlineIn is Outline in reused memory: the step is valid until room is used again.
func (p *Pack) OutlineIn(room *Scratch, n int) *types.Step { return p.step(n, false, room) }

// Head reads a step's id, its session's id, its time, and whether it worked.
func (p *Pack) Head(n int) (id, session string, at types.Time, ok bool) {
	c := Cursor{Data: p.steps.at(uint64(n))}
	flags := c.Number()
	id, session = p.texts.at(c.Number()), p.texts.at(c.Number())
	return id, session, types.Time(c.Signed()), flags&flagOK != 0
}
