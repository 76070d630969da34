package search

import (
	"strings"

	"cairn/shared/types"
)

// stripMost bounds the letters of a session's strip.
const stripMost = 60

// detailOf describes a step to people.
func detailOf(step *types.Step) *types.StepDetail {
	out := &types.StepDetail{OK: step.Outcome.OK}
	if t := step.Tool.Target; t != nil {
		out.TestID, out.Role, out.Name = t.TestID, t.Role, t.Name
	}
	if o := step.Observation; o != nil {
		out.Origin = o.State.Origin
	}
	return out
}

// detail summarizes a session's steps. It decodes none of them but the first ones, up
// to the first with a page.
func (s *session) detail() *types.SessionDetail {
	n := len(s.steps)
	out := &types.SessionDetail{Steps: n}
	if n == 0 {
		return out
	}
	out.LastAt = s.steps[n-1].at
	var strip strings.Builder
	cells := min(n, stripMost)
	for i := range cells {
		letter := byte('o')
		for _, h := range s.steps[i*n/cells : (i+1)*n/cells] {
			if !h.ok {
				letter = 'x'
			}
		}
		strip.WriteByte(letter)
	}
	out.Strip = strip.String()
	for _, h := range s.steps {
		if o := h.outline().Observation; o != nil && o.State.Origin != "" {
			out.Origin = o.State.Origin
			break
		}
	}
	return out
}
