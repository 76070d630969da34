package eval

import (
	"bytes"
	"fmt"
	"slices"

	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/types"
)

// keepFull is the value of --keep for the form with all names, which records leave
// empty.
const keepFull = "full"

// neededMemory stores steps in the form that holds only needed names, as the companion
// would: captured, hidden under a key, and put into a core.
type neededMemory struct {
	core  *core.Core
	steps int
	err   error // the first
}

func newNeededMemory() *neededMemory {
	m := &neededMemory{core: core.New()}
	m.note(m.core.SetNameKey(bytes.Repeat([]byte{1}, capture.NameKeyBytes)))
	return m
}

func (m *neededMemory) note(err error) {
	if m.err == nil {
		m.err = err
	}
}

func (m *neededMemory) PutSession(s *types.Session) { m.note(m.core.PutSession(s)) }

func (m *neededMemory) PutStep(s *types.Step) {
	raw := *s
	raw.StepID = fmt.Sprintf("step-%08d", m.steps) // ids in traces may be too long
	m.steps++
	kept, err := m.core.Capture(s.Timestamp, &raw, types.KeepNeeded)
	if err == nil {
		err = m.core.PutStep(kept)
	}
	m.note(err)
}

// Suggest queries a page that was captured as in the extension.
func (m *neededMemory) Suggest(now types.Time, req types.PriorRequest) *types.PriorKnowledge {
	page := &req.Observation
	page.TestIDs, page.A11y.Nodes = slices.Clone(page.TestIDs), slices.Clone(page.A11y.Nodes)
	m.core.CaptureObservation(page)
	known, err := m.core.Prior(now, req)
	m.note(err)
	return known
}

func (m *neededMemory) RemoveSession(id string) { m.core.Forget(types.Forget{SessionID: id}) }
