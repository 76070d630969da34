package search

import "cairn/shared/types"

// held is a step as the engine holds it: what ranking and order ask for is at
// hand, the rest is read when it is asked for.
type held struct {
	id   string
	at   types.Time
	ok   bool
	bit  uint8  // its place in the block
	in   uint32 // the block, in the index
	step *types.Step
}

func hold(step *types.Step) *held {
	return &held{id: step.StepID, at: step.Timestamp, ok: step.Outcome.OK, step: step}
}

// read gives the whole step. It is shared: nobody may change it.
func (h *held) read() *types.Step { return h.step }

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
