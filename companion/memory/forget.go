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

// A deletion can be undone for undoTime if it removed at most undoSteps steps. The
// removed data are kept in memory only, never on disk.
const (
	undoTime  = time.Minute
	undoSteps = 5000
)

// undoable is the data that the last deletion removed.
type undoable struct {
	forget types.Forget
	recs   []wire.Record
	until  types.Time
}

// Forget carries out the deletion request f in the store, the core and, through the
// feed, in every replica. The receipt counts the removed records. Records made before
// it that arrive later (from an extension that was not linked) are removed then.
func (m *Memory) Forget(ctx context.Context, f types.Forget) (types.ForgetReceipt, error) {
	if f.Undo {
		return types.ForgetReceipt{}, types.Invalid("no deletion target given", "To undo the last deletion: cairn forget --undo")
	}
	f.At = m.clock()
	return m.forget(ctx, f, nil)
}

// newSealKey returns a random key for one deletion request.
func newSealKey() string {
	key := make([]byte, 16)
	_, _ = rand.Read(key) // it never fails
	return hex.EncodeToString(key)
}

// forget carries out a deletion request and stores the edits with: all of it or
// nothing. The stored request, for replicas and late records, contains no names.
func (m *Memory) forget(ctx context.Context, f types.Forget, with []*types.Edit) (types.ForgetReceipt, error) {
	if err := checkForget(f); err != nil {
		return types.ForgetReceipt{}, err
	}
	m.deletionLock.Lock()
	defer m.deletionLock.Unlock()
	f.Edits = nil
	m.mu.Lock()
	f = m.core.Spelt(f)
	m.mu.Unlock()
	if !f.Sealed.Done() {
		f.Sealed = &types.Sealed{Key: newSealKey()}
	}
	sessions, steps, cleaned, edits := m.resolveDeletion(f)
	f.Edits = edits.Edits
	order := m.core.Seal(f)
	back := m.undoData(f, order, cleaned)
	instead, with := cleaned, slices.Concat(edits.Instead, with)
	gone := m.sharing.withdraw(f, sessions, steps, cleaned, m.agedBatches(f))
	for _, e := range with {
		instead = append(instead, wire.Record{Edit: e})
	}
	for _, entry := range gone {
		instead = append(instead, wire.Record{Shared: entry})
	}
	if err := m.store.Erase(ctx, order, sessions, steps, instead); err != nil {
		return types.ForgetReceipt{}, fmt.Errorf("forget: %w", err)
	}
	m.mu.Lock()
	m.deletions = append(m.deletions, order)
	m.deletionCount++
	m.version++
	m.sharing.put(gone...)
	receipt := m.core.Forget(f)
	receipt.Shared, receipt.Left = withdrawn(m.team.Load(), gone)
	m.undo = back
	m.mu.Unlock()
	if back != nil {
		receipt.UndoMs = undoTime.Milliseconds()
	}
	if rules := m.team.Load(); rules != nil && rules.Forgot != nil {
		receipt.Unshared = rules.Forgot(func(origin string) bool {
			m.mu.Lock()
			defer m.mu.Unlock()
			return m.core.ForgetsSite(f, origin)
		})
	}
	for _, e := range with {
		if err := m.index(wire.Record{Edit: e}); err != nil {
			return receipt, fmt.Errorf("index: %w", err)
		}
	}
	return receipt, nil
}

// checkForget refuses an incomplete or ambiguous request, which could delete something
// else than intended.
func checkForget(f types.Forget) error {
	chosen := 0
	sealed := f.Sealed.Done()
	for _, set := range []bool{f.StepID != "", f.SessionID != "", f.Element != (types.Element{}) || f.Sealed.OfElement(),
		f.Origin != "" || sealed && !f.Sealed.OfElement() || f.From != 0 || f.To != 0, f.All, f.Author != ""} {
		if set {
			chosen++
		}
	}
	switch e := f.Element; {
	case chosen == 0:
		return types.Invalid("no deletion target given", "name a step, a session, an element, an origin, a span of time, or everything")
	case chosen > 1:
		return types.Invalid("more than one deletion target given", "name one; an origin and a span of time go together")
	case e != (types.Element{}) && (e.Origin == "" || e.TestID == "" && e.Name == ""):
		return types.Invalid("the element is not fully named", "give its origin, and its test id or its role and name")
	case e.TestID == "" && capture.IsHidden(e.Name) && capture.HiddenID(e.Name) == "":
		return types.Invalid("the element cannot be found, because its name was not kept", "forget the step, or the site")
	case sealed && (!f.Sealed.KeyOK() || f.Origin != ""):
		return types.Invalid("the deletion request is not sealed correctly", "Its key is 16 bytes in hex, and it contains no names.")
	case f.To != 0 && f.To <= f.From:
		return types.Invalid("the span of time is empty", "its end must lie behind its beginning")
	}
	return nil
}

// resolveDeletion lists the records that f covers now, none if f covers everything.
// Steps that are replaced by a cleaned form are among the removed ones.
func (m *Memory) resolveDeletion(f types.Forget) (sessions, steps []string, cleaned []wire.Record, edits learn.Forgotten) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.core.Named(f)
	if f.All {
		return nil, nil, nil, n.Edits
	}
	for _, s := range n.Steps {
		steps = append(steps, s.StepID)
	}
	for _, s := range n.Cleaned {
		steps = append(steps, s.StepID)
		cleaned = append(cleaned, wire.Record{Step: s})
	}
	return n.Sessions, steps, cleaned, n.Edits
}

// undoData returns the records that Undo needs to restore, nil if f cannot be undone:
// if it removes everything, too many steps or edits, or cleans steps.
func (m *Memory) undoData(f, order types.Forget, cleaned []wire.Record) *undoable {
	m.mu.Lock()
	defer m.mu.Unlock()
	if f.All || f.Author != "" || len(cleaned) > 0 {
		return nil
	}
	n := m.core.Named(f)
	if len(n.Steps) > undoSteps || len(n.Edits.Edits) > 0 {
		return nil
	}
	out := &undoable{forget: order, until: f.At.Add(undoTime)}
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

// Undo restores the data of the last deletion and counts the restored records.
func (m *Memory) Undo(ctx context.Context) (types.ForgetReceipt, error) {
	m.mu.Lock()
	back := m.undo
	m.undo = nil
	m.mu.Unlock()
	if back == nil || m.clock() > back.until {
		return types.ForgetReceipt{}, types.Fault(types.CodeNotFound, "there is no deletion that can be undone", fmt.Sprintf("A deletion can be undone for %d seconds; deleting everything cannot be undone.", int(undoTime.Seconds())))
	}
	if err := m.withdrawDeletion(ctx, back.forget); err != nil {
		return types.ForgetReceipt{}, fmt.Errorf("undo deletion: %w", err)
	}
	if _, err := m.keep(ctx, "", "", back.recs, nil); err != nil {
		return types.ForgetReceipt{}, fmt.Errorf("undo deletion: %w", err)
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

// withdrawDeletion removes a deletion request, so that late records that it covered are
// stored again, here and in replicas, now and after the next start.
func (m *Memory) withdrawDeletion(ctx context.Context, f types.Forget) error {
	m.deletionLock.Lock()
	defer m.deletionLock.Unlock()
	if err := m.store.Erase(ctx, types.Forget{At: f.At, Undo: true}, nil, nil, nil); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dropDeletion(f.At)
	return nil
}

// dropDeletion removes a deletion request from the list. m.mu is held.
func (m *Memory) dropDeletion(at types.Time) {
	m.deletions = slices.DeleteFunc(slices.Clone(m.deletions), func(said types.Forget) bool { return said.At == at })
}

// deletionRequests returns the deletion requests to apply to late records.
func (m *Memory) deletionRequests() []types.Forget {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.deletions // only ever appended to
}

// applyDeletions carries out the deletion requests among an extension's records before
// the records are stored, so that the covered ones are left out.
func (m *Memory) applyDeletions(ctx context.Context, recs []wire.Record) error {
	for _, rec := range recs {
		if rec.Forget == nil {
			continue
		}
		if rec.Forget.Undo {
			if err := m.withdrawDeletion(ctx, *rec.Forget); err != nil {
				return err
			}
			continue
		}
		f := *rec.Forget
		f.At = min(max(f.At, 1), m.clock())
		// An invalid request must not block the other records.
		if checkForget(f) != nil {
			continue
		}
		if _, err := m.forget(ctx, f, nil); err != nil {
			return err
		}
	}
	return nil
}

// withoutDeleted replaces records that an earlier deletion request covers by gaps, and
// removes deleted elements from the others. The gaps have count 0, because nothing was
// lost against the user's will.
func (m *Memory) withoutDeleted(recs []wire.Record) []wire.Record {
	orders := m.deletionRequests()
	out := slices.Clone(recs)
	for i, rec := range out {
		if slices.ContainsFunc(orders, func(f types.Forget) bool { return core.CoversShared(f, rec.Session, rec.Step) }) {
			// The tombstone came before the record that it covers.
		} else if rec.Step != nil {
			if out[i].Step = m.core.ApplyDeletions(orders, rec.Step); out[i].Step != nil {
				continue
			}
		} else if !slices.ContainsFunc(orders, func(f types.Forget) bool { return covers(f, rec) }) {
			continue
		}
		out[i] = wire.Record{Seq: rec.Seq, Gap: &wire.Gap{Reason: "forgotten"}}
	}
	return out
}

// covers reports whether f covers an edit or a session that was made before f.
func covers(f types.Forget, rec wire.Record) bool {
	if rec.Edit != nil {
		alone := core.New()
		return rec.Edit.At <= f.At && alone.PutEdit(rec.Edit) == nil && (slices.Contains(f.Edits, rec.Edit.EditID) || len(alone.NamedEdits(f, []string{f.SessionID}, nil).Edits) > 0)
	}
	if rec.Session == nil || rec.Session.CreatedAt > f.At {
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
