package memory

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"cairn/shared/core"
	"cairn/shared/types"
)

// Rewriting says which stored steps are put into the form that keeps only names
// which are needed (DESIGN 5.3).
type Rewriting struct {
	// Site is a host, with its port where it has one, whose steps are meant; empty for
	// all sites.
	Site string
	// Progress gets how many steps of all were looked at.
	Progress func(done, total int64)
}

// Rewritings is how often names were hidden in what was recorded before, 0 when the
// store may hold steps from before names were hidden.
func (m *Memory) Rewritings() int { return m.store.Rewritings() }

// Rewrite puts the steps that were recorded by hand ([core.RecordedByHand]) into the
// form that keeps only names which are needed, in the order of time, and says how
// many it were. What is recorded meanwhile waits; questions are answered. It
// happens whole or not at all: when ctx or the process ends first, the store is as it
// was. Names that are hidden cannot be brought back.
func (m *Memory) Rewrite(ctx context.Context, r Rewriting) (steps int, err error) {
	m.gate.Lock()
	defer m.gate.Unlock()
	m.mu.Lock()
	rewriter, err := m.core.Rewriter()
	m.mu.Unlock()
	if err != nil {
		return 0, fmt.Errorf("hide names: %w", err)
	}
	steps, err = m.store.Rewrite(ctx, func(step *types.Step) (*types.Step, error) {
		return rewriter.Rewrite(step, core.RecordedByHand(m.Session(step.SessionID), step) && r.means(step))
	}, r.Progress)
	if err != nil {
		return 0, fmt.Errorf("hide names: %w", err)
	}
	if steps > 0 {
		if err := m.reload(); err != nil {
			return steps, fmt.Errorf("hide names: %w", err)
		}
		m.mu.Lock()
		m.taken = nil // it holds names
		m.erased++    // and so may a segment that is being packed
		m.mu.Unlock()
	}
	if r.Site == "" && (steps > 0 || m.Rewritings() == 0) {
		if err := m.store.NoteRewriting(ctx); err != nil {
			return steps, fmt.Errorf("hide names: %w", err)
		}
	}
	return steps, nil
}

// means reports whether a step is of the site.
func (r *Rewriting) means(step *types.Step) bool {
	if r.Site == "" {
		return true
	}
	if step.Observation == nil {
		return false
	}
	state := &step.Observation.State
	for _, address := range []string{state.Origin, state.CurrentURL, state.Embedder} {
		if u, err := url.Parse(address); err == nil && strings.EqualFold(u.Host, r.Site) {
			return true
		}
	}
	return false
}
