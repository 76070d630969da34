package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// HWM returns the number up to which an extension's records are durable.
func (m *Memory) HWM(install, epoch string) int64 { return m.store.HWM(install, epoch) }

// Accept stores an extension's records, which follow HWM without a gap, and returns
// the new mark once they are on disk. The extension captured each step already; it is
// captured again, because redaction must not depend on the sender. A refused record is
// stored as a gap with the reason, so that it neither blocks later records nor vanishes.
func (m *Memory) Accept(ctx context.Context, install, epoch string, recs []wire.Record) (hwm int64, err error) {
	if err := m.applyDeletions(ctx, recs); err != nil {
		return m.HWM(install, epoch), fmt.Errorf("apply deletion requests: %w", err)
	}
	taken := m.takenByDrivers(ctx, recs)
	kept, digests := make([]wire.Record, len(recs)), make([]uint64, len(recs))
	m.inSlot(func() {
		for i, rec := range recs {
			if digests[i], err = digest(rec); err != nil {
				return
			}
			if kept[i] = (wire.Record{Seq: rec.Seq, Gap: &wire.Gap{Reason: reasonDriven}}); !taken[i] {
				kept[i] = m.sanitize(rec)
			}
		}
	})
	if err != nil {
		return m.HWM(install, epoch), err
	}
	if _, err := m.keep(ctx, install, epoch, kept, digests); err != nil {
		return m.HWM(install, epoch), fmt.Errorf("keep records: %w", err)
	}
	return m.HWM(install, epoch), nil
}

// sanitize validates and cleans an extension's record. A deletion request was carried out by now and becomes a gap.
func (m *Memory) sanitize(rec wire.Record) wire.Record {
	if rec.Edit != nil {
		edit, err := core.FitEdit(rec.Edit)
		if err != nil {
			return refusedGap(rec.Seq, err)
		}
		edit.At = min(edit.At, m.clock()) // a clock that runs ahead must not override later edits
		return wire.Record{Seq: rec.Seq, Edit: edit}
	}
	if rec.Forget != nil {
		if err := checkForget(*rec.Forget); err != nil && !rec.Forget.Undo {
			return refusedGap(rec.Seq, err)
		}
		return wire.Record{Seq: rec.Seq, Gap: &wire.Gap{Reason: "forgotten"}}
	}
	if rec.Step == nil && rec.Session == nil && rec.Gap == nil {
		return refusedGap(rec.Seq, errors.New("the record holds nothing that an extension may record"))
	}
	if rec.Step != nil && onIgnoredPage(rec.Step.Observation) {
		m.ignored.Add(1)
		return wire.Record{Seq: rec.Seq, Gap: &wire.Gap{Reason: "a page that is never looked at"}}
	}
	out := wire.Record{Seq: rec.Seq, Gap: sanitizeGap(rec.Gap)}
	var err error
	if rec.Session != nil {
		if out.Session, err = sanitizeSession(rec.Session); err != nil {
			return refusedGap(rec.Seq, err)
		}
	}
	if rec.Step != nil {
		if out.Step, err = m.capture(rec.Step, types.KeepFull); err != nil {
			return refusedGap(rec.Seq, err)
		}
		if out.Session != nil && out.Session.SessionID != out.Step.SessionID {
			return refusedGap(rec.Seq, errors.New("the step and the session beside it are not of one session"))
		}
	}
	return out
}

// reasonDriven is the reason of a gap in place of a step that a wrapped driver's step
// contains.
const reasonDriven = "a wrapped driver stored it"

// maxReason bounds a gap's reason, in characters.
const maxReason = 200

// sanitizeGap cleans and redacts a gap's reason like any text from outside.
func sanitizeGap(g *wire.Gap) *wire.Gap {
	if g == nil {
		return nil
	}
	fit := *g
	fit.Count = max(0, g.Count)
	fit.Reason = capture.Clean(redact.Text(capture.Clean(g.Reason, redact.MaxText)), maxReason)
	return &fit
}

// ignoredSchemes are the schemes of pages that are never recorded (B38): files and the
// browser's own. The extension ignores them too.
var ignoredSchemes = []string{"chrome", "chrome-extension", "chrome-untrusted", "chrome-search", "devtools", "edge", "brave", "file", "filesystem", "view-source"}

func onIgnoredPage(look *types.Observation) bool {
	if look == nil {
		return false
	}
	for _, address := range []string{look.State.CurrentURL, look.State.Origin} {
		scheme, _, ok := strings.Cut(address, ":")
		if ok && slices.Contains(ignoredSchemes, strings.ToLower(scheme)) {
			return true
		}
	}
	return false
}

// refusedGap returns the gap that replaces a record which cannot be stored.
func refusedGap(seq int64, why error) wire.Record {
	return wire.Record{Seq: seq, Gap: sanitizeGap(&wire.Gap{Count: 1, Reason: types.AsError(why).Message})}
}

// digest returns a hash that distinguishes records with one number. It covers the
// record as received, because captured records may differ between versions.
func digest(rec wire.Record) (uint64, error) {
	rec.Seq = 0
	text, err := json.Marshal(rec)
	if err != nil {
		return 0, fmt.Errorf("digest record: %w", err)
	}
	h := fnv.New64a()
	_, _ = h.Write(text)          // a hash accepts all writes
	return max(h.Sum64(), 1), nil // 0 means unknown
}

// Replica returns up to most records after cursor that did not come from install in
// epoch, and the cursor to continue from.
func (m *Memory) Replica(cursor int64, install, epoch string, most int) ([]wire.Encoded, int64, error) {
	return m.store.Feed(cursor, install, epoch, most)
}

// Cursor returns the cursor of the newest change.
func (m *Memory) Cursor() int64 { return m.store.Cursor() }

// Changed returns a channel that is closed when there may be new records for
// replicas.
func (m *Memory) Changed() <-chan struct{} { return m.store.Changed() }
