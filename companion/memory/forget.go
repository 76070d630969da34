package memory

import (
	"context"
	"fmt"
	"slices"

	"cairn/shared/core"
	"cairn/shared/learn"
	"cairn/shared/recall"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Forget removes what f names from the store, the core and, through the feed,
// from every replica. The receipt counts what was removed. What was recorded
// before and arrives later (an extension that was not linked) is removed then.
func (m *Memory) Forget(ctx context.Context, f types.Forget) (types.ForgetReceipt, error) {
	f.At, f.Edits = 0, nil
	if !f.Names() {
		return types.ForgetReceipt{}, types.Fault(types.CodeInvalidInput, "nothing is named to be forgotten", "name a step, a session, an origin, or everything")
	}
	m.gate.Lock()
	defer m.gate.Unlock()
	f.At = m.clock()
	sessions, steps, cards, edits := m.named(f)
	f.Edits = edits.Edits
	if err := m.store.Erase(ctx, f, sessions, steps, cards); err != nil {
		return types.ForgetReceipt{}, fmt.Errorf("forget: %w", err)
	}
	m.mu.Lock()
	m.forgets = append(m.forgets, f)
	receipt := m.core.Forget(f)
	m.mu.Unlock()
	return receipt, m.putInstead(ctx, edits.Instead)
}

// putInstead keeps the edits that stand for some that went. The gate is held.
func (m *Memory) putInstead(ctx context.Context, edits []*types.Edit) error {
	for _, e := range edits {
		rec := wire.Record{Edit: e}
		if _, err := m.store.Put(ctx, "", "", []wire.Record{rec}, nil); err != nil {
			return fmt.Errorf("keep what stays of an edit: %w", err)
		}
		if err := m.index(rec); err != nil {
			return fmt.Errorf("index: %w", err)
		}
	}
	return nil
}

// named spells out what f means now. Everything needs no lists.
func (m *Memory) named(f types.Forget) (sessions, steps, cards []string, edits learn.Forgotten) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.StepID == "" && f.SessionID == "" && f.Origin == "" {
		return nil, nil, nil, m.core.NamedEdits(f, nil, nil)
	}
	sessions, found := m.core.Named(f)
	edits = m.core.NamedEdits(f, sessions, found)
	for _, s := range found {
		steps = append(steps, s.StepID)
	}
	if f.StepID == "" && f.SessionID == "" {
		cards = []string{recall.Site(f.Origin)}
	}
	return sessions, steps, cards, edits
}

// withoutForgotten puts gaps in the place of an extension's records that were
// made before something was forgotten and are of it. Nothing is lost that
// anybody wanted, so they count as none.
func (m *Memory) withoutForgotten(recs []wire.Record) []wire.Record {
	m.mu.Lock()
	forgets := m.forgets // only ever appended to
	m.mu.Unlock()
	out := slices.Clone(recs)
	for i, rec := range out {
		if slices.ContainsFunc(forgets, func(f types.Forget) bool { return covers(f, rec) }) {
			out[i] = wire.Record{Seq: rec.Seq, Gap: &wire.Gap{Reason: "forgotten"}}
		}
	}
	return out
}

// covers reports whether f meant rec, which was made before f was said.
func covers(f types.Forget, rec wire.Record) bool {
	if rec.Edit != nil {
		alone := core.New()
		return rec.Edit.At <= f.At && alone.PutEdit(rec.Edit) == nil && len(alone.NamedEdits(f, []string{f.SessionID}, nil).Edits) > 0
	}
	if rec.Step == nil {
		return rec.Session != nil && rec.Session.CreatedAt <= f.At && f.StepID == "" && (f.SessionID == rec.Session.SessionID || f.SessionID == "" && f.Origin == "" && f.All)
	}
	if rec.Step.Timestamp > f.At {
		return f.StepID != "" && f.StepID == rec.Step.StepID
	}
	// What a forgetting means of a step is the core's to say: one that holds
	// nothing else is asked.
	alone := core.New()
	if alone.PutStep(rec.Step) != nil {
		return false
	}
	_, steps := alone.Named(f)
	return len(steps) > 0
}
