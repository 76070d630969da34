package pack

import "cairn/shared/types"

// Scratch is reusable memory for one step, for callers that read many steps and keep none. A
// nil Room makes each step allocate its own.
type Scratch struct {
	step        types.Step
	observation types.Observation
	target      types.Target
	after       types.After
	fault       types.Error
	texts       []string
}

func (r *Scratch) newStep() *types.Step {
	if r == nil {
		return new(types.Step)
	}
	r.step, r.texts = types.Step{}, r.texts[:0]
	return &r.step
}

func (r *Scratch) newObservation() *types.Observation {
	if r == nil {
		return new(types.Observation)
	}
	r.observation = types.Observation{}
	return &r.observation
}

func (r *Scratch) newTarget() *types.Target {
	if r == nil {
		return new(types.Target)
	}
	r.target = types.Target{}
	return &r.target
}

func (r *Scratch) newAfter() *types.After {
	if r == nil {
		return new(types.After)
	}
	r.after = types.After{}
	return &r.after
}

func (r *Scratch) newFault() *types.Error {
	if r == nil {
		return new(types.Error)
	}
	r.fault = types.Error{}
	return &r.fault
}

func (r *Scratch) newTexts(n int) []string {
	if r == nil || cap(r.texts)-len(r.texts) < n {
		if r == nil {
			return make([]string, n)
		}
		r.texts = make([]string, 0, max(n, 2*cap(r.texts), usualTexts))
	}
	from := len(r.texts)
	r.texts = r.texts[:from+n]
	return r.texts[from : from+n : from+n]
}

// usualTexts is the number of texts that most steps have in their lists.
const usualTexts = 16
