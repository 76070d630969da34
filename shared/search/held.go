package search

import (
	"cairn/shared/pack"
	"cairn/shared/types"
)

// held is a step as the engine stores it. Fields for ranking and order are unpacked,
// the rest stays packed until it is requested.
type held struct {
	id   string
	at   types.Time
	ok   bool
	bit  uint8  // its place in the block
	in   uint32 // the block, in the index
	n    int32  // its place in the pack
	pack *pack.Pack
}

// read returns the whole step. It may be shared: callers must not change it.
func (h *held) read() *types.Step {
	return h.pack.Step(int(h.n))
}

// outline returns the step without its page contents, which are the largest part.
func (h *held) outline() *types.Step {
	return h.pack.Outline(int(h.n))
}

// outlineIn is outline with reusable memory.
func (h *held) outlineIn(room *pack.Scratch) *types.Step { return h.pack.OutlineIn(room, int(h.n)) }

// page returns the contents of the step's page.
func (h *held) page() pack.Page { return h.pack.Page(int(h.n)) }

// mask returns the step's bit in the masks of its block.
func (h *held) mask() uint64 { return 1 << h.bit }

// before orders the steps of a session. It does not depend on the order of arrival,
// so that two replicas of one session agree.
func (h *held) before(o *held) bool {
	if h.at != o.at {
		return h.at < o.at
	}
	return h.id < o.id
}

// Limits of one pack. People return to the same pages, and the next pack stores those
// pages again: more steps per pack save space. The number of distinct texts bounds
// the memory of an open pack (some hundred bytes each), and the time for which
// sealing it blocks other calls (some milliseconds).
const (
	openSteps   = 1 << 13
	openEntries = 1 << 16
)

// packer packs steps as they arrive.
type packer struct {
	open *pack.Writer
	held []*held // those of the open pack
}

func (p *packer) add(step *types.Step) *held {
	h := &held{id: step.StepID, at: step.Timestamp, ok: step.Outcome.OK}
	if p.open == nil {
		p.open = pack.NewWriter()
	}
	if err := p.open.Add(step); err != nil {
		// JSON cannot express these values, so they came neither from a page nor from a
		// store: the step is stored without them.
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

// seal frees the memory that only writing needs.
func (p *packer) seal() {
	sealed, err := pack.Open(p.open.Bytes())
	if err == nil {
		for _, h := range p.held {
			h.pack = sealed
		}
	}
	p.open, p.held = nil, nil
}

// cursor reads part of a segment.
type cursor struct{ pack.Cursor }
