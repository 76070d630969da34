package core

import (
	"testing"

	"cairn/shared/types"
	"cairn/testdata/siblings"
)

// asked is a core as one that suggests.
type asked struct {
	*Core
	t *testing.T
}

func (a asked) PutSession(s *types.Session) {
	if err := a.Core.PutSession(s); err != nil {
		a.t.Fatal(err)
	}
}

func (a asked) PutStep(s *types.Step) {
	if err := a.Core.PutStep(s); err != nil {
		a.t.Fatal(err)
	}
}

func (a asked) Suggest(now types.Time, req types.PriorRequest) *types.PriorKnowledge {
	known, err := a.Ask(types.Question{Now: now, SessionID: req.SessionID, Goal: req.Goal}, &req.Observation)
	if err != nil {
		a.t.Fatal(err)
	}
	return known.PriorKnowledge
}

// TestTheFlowThatFitsLeads asks the same as package prior does of itself: flows know
// parameters and other words, so that more of it is right.
func TestTheFlowThatFitsLeads(t *testing.T) {
	siblings.Want(t, siblings.Measure(t, func() siblings.Memory { return asked{New(), t} }), map[string]siblings.Sureness{
		"ask chosen": {Right: 52, Sure: 41}, "ask held": {Right: 54, Sure: 35},
		"again chosen": {Right: 13, Sure: 13}, "again held": {Right: 17, Sure: 14},
		"retold chosen": {Right: 16, Sure: 2}, "retold held": {Right: 16, Sure: 7},
	})
}

// TestTheOnlyFlowLeadsNoUnrelatedGoal asks for goals of other applications where one flow is
// known: that it is the one that fits best is no evidence that it fits.
func TestTheOnlyFlowLeadsNoUnrelatedGoal(t *testing.T) {
	count, sure := siblings.Unrelated(t, func() siblings.Memory { return asked{New(), t} })
	if count < 1000 || sure > 28 {
		t.Errorf("%d of %d unrelated goals were led a known way with confidence", sure, count)
	}
}
