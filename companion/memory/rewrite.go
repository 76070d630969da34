package memory

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"cairn/shared/core"
	"cairn/shared/types"
)

// Rewriting selects the stored steps whose unneeded names are to be hidden (DESIGN
// 5.3).
type Rewriting struct {
	// Site is the host (with a port, if any) of the steps; "" for all sites.
	Site string
	// Progress is called with the number of steps read so far and of all.
	Progress func(done, total int64)
}

// Rewritings returns how often stored steps were rewritten, 0 if the store may hold
// steps from before names were hidden.
func (m *Memory) Rewritings() int { return m.store.Rewritings() }

// Rewrite hides the unneeded names in the steps that were recorded by hand
// ([core.RecordedByHand]), in the order of time, and returns their number. New records
// wait meanwhile; queries are answered. All steps are rewritten or none: if ctx or the
// process ends first, the store stays unchanged. Hidden names cannot be restored.
func (m *Memory) Rewrite(ctx context.Context, r Rewriting) (steps int, err error) {
	m.deletionLock.Lock()
	defer m.deletionLock.Unlock()
	m.mu.Lock()
	rewriter, err := m.core.Rewriter()
	m.mu.Unlock()
	if err != nil {
		return 0, fmt.Errorf("hide names: %w", err)
	}
	steps, err = m.store.Rewrite(ctx, func(step *types.Step) (*types.Step, error) {
		return rewriter.Rewrite(step, core.RecordedByHand(m.Session(step.SessionID), step) && r.covers(step))
	}, r.Progress)
	if err != nil {
		return 0, fmt.Errorf("hide names: %w", err)
	}
	if steps > 0 {
		if err := m.reload(); err != nil {
			return steps, fmt.Errorf("hide names: %w", err)
		}
		m.mu.Lock()
		m.undo = nil      // it holds names
		m.deletionCount++ // and so may a segment that is being packed
		m.mu.Unlock()
	}
	if r.Site == "" && (steps > 0 || m.Rewritings() == 0) {
		if err := m.store.NoteRewriting(ctx); err != nil {
			return steps, fmt.Errorf("hide names: %w", err)
		}
	}
	return steps, nil
}

// covers reports whether a step is of the site.
func (r *Rewriting) covers(step *types.Step) bool {
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
