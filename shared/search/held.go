package search

import (
	"cairn/shared/pack"
	"cairn/shared/types"
)

// held is a step as the engine holds it: what ranking and order ask for is at
// hand, the rest is packed until it is asked for.
type held struct {
	id   string
	at   types.Time
	ok   bool
	bit  uint8  // its place in the block
	in   uint32 // the block, in the index
	n    int32  // its place in the pack
	pack *pack.Pack
}

// read gives the whole step. It may be shared: nobody may change it.
func (h *held) read() *types.Step {
	return h.pack.Step(int(h.n))
}

// outline is the step without what its page showed, which is most of it.
func (h *held) outline() *types.Step {
	return h.pack.Outline(int(h.n))
}

// outlineIn is outline in memory that is used again.
func (h *held) outlineIn(room *pack.Room) *types.Step { return h.pack.OutlineIn(room, int(h.n)) }

// page is what the step's page showed.
func (h *held) page() pack.Page { return h.pack.Page(int(h.n)) }

// mask is the step's bit in the masks of its block.
func (h *held) mask() uint64 { return 1 << h.bit }

// before is the order of steps in a session. It must not depend on the order
// of arrival: two replicas of one session agree.
func (h *held) before(o *held) bool {
	if h.at != o.at {
		return h.at < o.at
	}
	return h.id < o.id
}

// So much shares a pack. People come back to the same pages, whose second pack
// says all again: the more steps the better. What is told apart in it bounds
// what it takes while it is open (some hundred bytes each), and how long sealing
// it stops others (some milliseconds).
const (
	openSteps   = 1 << 13
	openEntries = 1 << 16
)

// packer packs steps as they come.
type packer struct {
	open *pack.Writer
	held []*held // those of the open pack
}

// hold takes a step.
func (p *packer) hold(step *types.Step) *held {
	h := &held{id: step.StepID, at: step.Timestamp, ok: step.Outcome.OK}
	if p.open == nil {
		p.open = pack.NewWriter()
	}
	if err := p.open.Add(step); err != nil {
		// What JSON cannot tell came neither from a page nor from a store: the
		// step is remembered without it.
		bare := *step
		bare.Tool.Input = nil
		p.open.Add(&bare)
	}
	h.pack, h.n = &p.open.Pack, int32(p.open.Len()-1)
	p.held = append(p.held, h)
	if len(p.held) >= openSteps || p.open.Entries() >= openEntries {
		p.seal()
	}
	return h
}

// seal lets go of what only writing needs.
func (p *packer) seal() {
	sealed, err := pack.Open(p.open.Bytes())
	if err == nil {
		for _, h := range p.held {
			h.pack = sealed
		}
	}
	p.open, p.held = nil, nil
}
