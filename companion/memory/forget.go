package memory

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/learn"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// A forgetting can be taken back for so long, and up to so many steps: what was
// removed is kept in memory alone meanwhile, never on disk.
const (
	undoTime  = time.Minute
	undoSteps = 5000
)

// taken is what the last forgetting removed.
type taken struct {
	forget types.Forget
	recs   []wire.Record
	until  types.Time
}

// Forget removes what f names from the store, the core and, through the feed,
// from every replica. The receipt counts what was removed. What was recorded
// before and arrives later (an extension that was not linked) is removed then.
func (m *Memory) Forget(ctx context.Context, f types.Forget) (types.ForgetReceipt, error) {
	if f.Undo {
		return types.ForgetReceipt{}, types.Fault(types.CodeInvalidInput, "nothing is named to be forgotten", "To take the last forgetting back: cairn forget --undo")
	}
	f.At = m.clock()
	return m.forget(ctx, f, nil)
}

// newSealKey is a key for one order.
func newSealKey() string {
	key := make([]byte, 16)
	_, _ = rand.Read(key) // it never fails
	return hex.EncodeToString(key)
}

// forget carries an order out, and keeps edits that are to come with it: all of
// that or nothing. What is kept of the order, for replicas and for what comes
// late, says no names.
func (m *Memory) forget(ctx context.Context, f types.Forget, with []*types.Edit) (types.ForgetReceipt, error) {
	if err := checkForget(f); err != nil {
		return types.ForgetReceipt{}, err
	}
	m.gate.Lock()
	defer m.gate.Unlock()
	f.Edits = nil
	m.mu.Lock()
	f = m.core.Spelt(f)
	m.mu.Unlock()
	if !f.Sealed.Done() {
		f.Sealed = &types.Sealed{Key: newSealKey()}
	}
	sessions, steps, cards, cleaned, edits := m.named(f)
	f.Edits = edits.Edits
	order := m.core.Seal(f)
	back := m.backup(f, order, cleaned)
	instead, with := cleaned, slices.Concat(edits.Instead, with)
	for _, e := range with {
		instead = append(instead, wire.Record{Edit: e})
	}
	if err := m.store.Erase(ctx, order, sessions, steps, cards, instead); err != nil {
		return types.ForgetReceipt{}, fmt.Errorf("forget: %w", err)
	}
	m.mu.Lock()
	m.forgets = append(m.forgets, order)
	m.erased++
	m.changes++
	receipt := m.core.Forget(f)
	m.taken = back
	m.mu.Unlock()
	if back != nil {
		receipt.UndoMs = undoTime.Milliseconds()
	}
	for _, e := range with {
		if err := m.index(wire.Record{Edit: e}); err != nil {
			return receipt, fmt.Errorf("index: %w", err)
		}
	}
	return receipt, nil
}

// checkForget refuses what would forget something else than was meant.
func checkForget(f types.Forget) error {
	chosen := 0
	sealed := f.Sealed.Done()
	for _, set := range []bool{f.StepID != "", f.SessionID != "", f.Element != (types.Element{}) || f.Sealed.OfElement(),
		f.Origin != "" || sealed && !f.Sealed.OfElement() || f.From != 0 || f.To != 0, f.All} {
		if set {
			chosen++
		}
	}
	switch e := f.Element; {
	case chosen == 0:
		return types.Fault(types.CodeInvalidInput, "nothing is named to be forgotten", "name a step, a session, an element, an origin, a span of time, or everything")
	case chosen > 1:
		return types.Fault(types.CodeInvalidInput, "more than one thing is named to be forgotten", "name one; an origin and a span of time go together")
	case e != (types.Element{}) && (e.Origin == "" || e.TestID == "" && e.Name == ""):
		return types.Fault(types.CodeInvalidInput, "the element is not fully named", "give its origin, and its test id or its role and name")
	case e.TestID == "" && capture.IsHidden(e.Name) && capture.HiddenID(e.Name) == "":
		return types.Fault(types.CodeInvalidInput, "nothing is kept by which the element could be found", "forget the step, or the site")
	case sealed && (!f.Sealed.KeyOK() || f.Origin != ""):
		return types.Fault(types.CodeInvalidInput, "the order is not sealed as it should be", "Its key is 16 bytes in hex, and it says no names.")
	case f.To != 0 && f.To <= f.From:
		return types.Fault(types.CodeInvalidInput, "the span of time is empty", "its end must lie behind its beginning")
	}
	return nil
}

// named spells out what f means now. Everything needs no lists. The steps that
// are kept in another form are among those that go.
func (m *Memory) named(f types.Forget) (sessions, steps, cards []string, cleaned []wire.Record, edits learn.Forgotten) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.core.Named(f)
	if f.All {
		return nil, nil, nil, nil, n.Edits
	}
	for _, s := range n.Steps {
		steps = append(steps, s.StepID)
	}
	for _, s := range n.Cleaned {
		steps = append(steps, s.StepID)
		cleaned = append(cleaned, wire.Record{Step: s})
	}
	return n.Sessions, steps, n.Sites, cleaned, n.Edits
}

// backup is what Undo needs to take f back; nil where that is not safe:
// everything, too much to hold, steps that stay in another form, words that
// people said of it.
func (m *Memory) backup(f, order types.Forget, cleaned []wire.Record) *taken {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.All || len(cleaned) > 0 {
		return nil
	}
	n := m.core.Named(f)
	if len(n.Steps) > undoSteps || len(n.Edits.Edits) > 0 {
		return nil
	}
	out := &taken{forget: order, until: f.At.Add(undoTime)}
	for _, id := range n.Sessions {
		if s := m.core.Session(id); s != nil && !s.Foreign {
			out.recs = append(out.recs, wire.Record{Session: s})
		}
	}
	for _, step := range n.Steps {
		out.recs = append(out.recs, wire.Record{Step: m.core.Step(step.StepID)})
	}
	if len(out.recs) == 0 {
		return nil
	}
	return out
}

// Undo takes the last forgetting back and says how much came again.
func (m *Memory) Undo(ctx context.Context) (types.ForgetReceipt, error) {
	m.mu.Lock()
	back := m.taken
	m.taken = nil
	m.mu.Unlock()
	if back == nil || m.clock() > back.until {
		return types.ForgetReceipt{}, types.Fault(types.CodeNotFound, "there is no forgetting that could be taken back", fmt.Sprintf("It can be for %d seconds, everything never.", int(undoTime.Seconds())))
	}
	if err := m.unforget(ctx, back.forget); err != nil {
		return types.ForgetReceipt{}, fmt.Errorf("take a forgetting back: %w", err)
	}
	if _, err := m.keep(ctx, "", "", back.recs, nil); err != nil {
		return types.ForgetReceipt{}, fmt.Errorf("take a forgetting back: %w", err)
	}
	var r types.ForgetReceipt
	for _, rec := range back.recs {
		if rec.Step != nil {
			r.Steps++
		} else {
			r.Sessions++
		}
	}
	return r, nil
}

// unforget lets what arrives late be kept again, here and in replicas, now and
// after the next start.
func (m *Memory) unforget(ctx context.Context, f types.Forget) error {
	m.gate.Lock()
	defer m.gate.Unlock()
	if err := m.store.Erase(ctx, types.Forget{At: f.At, Undo: true}, nil, nil, nil, nil); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dropOrder(f.At)
	return nil
}

// dropOrder takes an order off the list. m.mu is held.
func (m *Memory) dropOrder(at types.Time) {
	m.forgets = slices.DeleteFunc(slices.Clone(m.forgets), func(said types.Forget) bool { return said.At == at })
}

// orders are what is to be held against what comes late.
func (m *Memory) orders() []types.Forget {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.forgets // only ever appended to
}

// forgetFor does what a person said in an extension, before the records that
// came with it are kept: those that it means are left out then.
func (m *Memory) forgetFor(ctx context.Context, recs []wire.Record) error {
	for _, rec := range recs {
		if rec.Forget == nil {
			continue
		}
		if rec.Forget.Undo {
			if err := m.unforget(ctx, *rec.Forget); err != nil {
				return err
			}
			continue
		}
		f := *rec.Forget
		f.At = min(max(f.At, 1), m.clock())
		// One that says nothing sensible is nothing to stop the others for.
		if checkForget(f) != nil {
			continue
		}
		if _, err := m.forget(ctx, f, nil); err != nil {
			return err
		}
	}
	return nil
}

// withoutForgotten puts gaps in the place of an extension's records that were
// made before something was forgotten and are of it, and takes elements that were
// forgotten out of the others. Nothing is lost that anybody wanted, so the gaps
// count as none.
func (m *Memory) withoutForgotten(recs []wire.Record) []wire.Record {
	orders := m.orders()
	out := slices.Clone(recs)
	for i, rec := range out {
		if rec.Step != nil {
			if out[i].Step = m.core.Late(orders, rec.Step); out[i].Step != nil {
				continue
			}
		} else if !slices.ContainsFunc(orders, func(f types.Forget) bool { return covers(f, rec) }) {
			continue
		}
		out[i] = wire.Record{Seq: rec.Seq, Gap: &wire.Gap{Reason: "forgotten"}}
	}
	return out
}

// covers reports whether f meant an edit or a session that was made before f was
// said.
func covers(f types.Forget, rec wire.Record) bool {
	if rec.Edit != nil {
		alone := core.New()
		return rec.Edit.At <= f.At && alone.PutEdit(rec.Edit) == nil && (slices.Contains(f.Edits, rec.Edit.EditID) || len(alone.NamedEdits(f, []string{f.SessionID}, nil).Edits) > 0)
	}
	if rec.Session == nil || rec.Session.CreatedAt > f.At || f.StepID != "" || f.Sealed.OfElement() || f.Element != (types.Element{}) {
		return false
	}
	switch at := rec.Session.CreatedAt; {
	case f.SessionID != "":
		return f.SessionID == rec.Session.SessionID
	case f.Sealed.Done() || f.Origin != "":
		return false
	case f.From != 0 || f.To != 0:
		return at >= f.From && (f.To == 0 || at < f.To)
	}
	return f.All
}
