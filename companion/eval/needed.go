package eval

import (
	"bytes"
	"fmt"
	"slices"

	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/types"
)

// keepFull is how "--keep" names the form with all names, which records leave empty.
const keepFull = "full"

// neededMemory remembers steps in the form that holds only names that are needed,
// as the companion would: captured, hidden under a key, and put into a core.
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
	raw.StepID = fmt.Sprintf("step-%08d", m.steps) // traces' own may be too long
	m.steps++
	kept, err := m.core.Capture(s.Timestamp, &raw, types.KeepNeeded)
	if err == nil {
		err = m.core.PutStep(kept)
	}
	m.note(err)
}

// Suggest asks about a page that was captured as the extension does.
func (m *neededMemory) Suggest(now types.Time, req types.PriorRequest) *types.PriorKnowledge {
	page := &req.Observation
	page.TestIDs, page.A11y.Nodes = slices.Clone(page.TestIDs), slices.Clone(page.A11y.Nodes)
	m.core.CaptureObservation(page)
	known, err := m.core.Prior(now, req)
	m.note(err)
	return known
}

func (m *neededMemory) RemoveSession(id string) { m.core.Forget(types.Forget{SessionID: id}) }
