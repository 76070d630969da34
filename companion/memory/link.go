package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// HWM is the number up to which an extension's records are durable.
func (m *Memory) HWM(install, epoch string) int64 { return m.store.HWM(install, epoch) }

// Accept keeps an extension's records, which follow HWM without a hole, and
// returns the new mark once they are on disk. The extension captured each step
// already; it is captured again, because redaction must not depend on who
// sent. A record that cannot be kept as a step is kept as a gap that says why:
// it must neither stop those behind it nor vanish.
func (m *Memory) Accept(ctx context.Context, install, epoch string, recs []wire.Record) (hwm int64, err error) {
	if err := m.forgetFor(ctx, recs); err != nil {
		return m.HWM(install, epoch), fmt.Errorf("forget for a person: %w", err)
	}
	kept, digests := make([]wire.Record, len(recs)), make([]uint64, len(recs))
	m.inSlot(func() {
		for i, rec := range recs {
			if digests[i], err = digest(rec); err != nil {
				return
			}
			kept[i] = m.admit(rec)
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

// admit makes an extension's record fit to be kept. Cards flow down only. A
// forgetting was done by now: its number is all that is left of it.
func (m *Memory) admit(rec wire.Record) wire.Record {
	if rec.Edit != nil {
		if err := core.New().PutEdit(rec.Edit); err != nil {
			return refused(rec.Seq, err)
		}
		edit := *rec.Edit
		edit.At = min(edit.At, m.clock()) // a clock that runs ahead must not outdo what is said later
		return wire.Record{Seq: rec.Seq, Edit: &edit}
	}
	if rec.Forget != nil {
		if err := checkForget(*rec.Forget); err != nil && !rec.Forget.Undo {
			return refused(rec.Seq, err)
		}
		return wire.Record{Seq: rec.Seq, Gap: &wire.Gap{Reason: "forgotten"}}
	}
	if rec.Step == nil && rec.Session == nil && rec.Gap == nil {
		return refused(rec.Seq, errors.New("the record holds nothing that an extension may record"))
	}
	if rec.Step != nil && offTheWeb(rec.Step.Observation) {
		m.ignored.Add(1)
		return wire.Record{Seq: rec.Seq, Gap: &wire.Gap{Reason: "a page that is never looked at"}}
	}
	out := wire.Record{Seq: rec.Seq, Gap: fitGap(rec.Gap)}
	var err error
	if rec.Session != nil {
		if out.Session, err = fitSession(rec.Session); err != nil {
			return refused(rec.Seq, err)
		}
	}
	if rec.Step != nil {
		if out.Step, err = m.capture(rec.Step, types.KeepFull); err != nil {
			return refused(rec.Seq, err)
		}
		if out.Session != nil && out.Session.SessionID != out.Step.SessionID {
			return refused(rec.Seq, errors.New("the step and the session beside it are not of one session"))
		}
	}
	return out
}

// maxReason bounds a gap's reason, in characters.
const maxReason = 200

// fitGap treats what a gap says as any text that somebody else made.
func fitGap(g *wire.Gap) *wire.Gap {
	if g == nil {
		return nil
	}
	fit := *g
	fit.Count = max(0, g.Count)
	fit.Reason = capture.Clean(redact.Text(capture.Clean(g.Reason, redact.MaxText)), maxReason)
	return &fit
}

// neverSeen are the schemes of pages that are never looked at (B38): files and
// the browser's own. The extension ignores them itself.
var neverSeen = []string{"chrome", "chrome-extension", "chrome-untrusted", "chrome-search", "devtools", "edge", "brave", "file", "filesystem", "view-source"}

func offTheWeb(look *types.Observation) bool {
	if look == nil {
		return false
	}
	for _, address := range []string{look.State.CurrentURL, look.State.Origin} {
		scheme, _, ok := strings.Cut(address, ":")
		if ok && slices.Contains(neverSeen, strings.ToLower(scheme)) {
			return true
		}
	}
	return false
}

// refused is the gap in the place of a record that cannot be kept.
func refused(seq int64, why error) wire.Record {
	return wire.Record{Seq: seq, Gap: fitGap(&wire.Gap{Count: 1, Reason: types.AsError(why).Message})}
}

// digest tells records with one number apart. It is taken of the record as it
// came: what capture makes of it may differ from one version to the next.
func digest(rec wire.Record) (uint64, error) {
	rec.Seq = 0
	h := fnv.New64a()
	if err := json.NewEncoder(withoutNewline{h}).Encode(rec); err != nil {
		return 0, fmt.Errorf("digest record: %w", err)
	}
	return max(h.Sum64(), 1), nil // 0 would mean that none is known
}

// withoutNewline takes what a json.Encoder writes, at once and with a newline,
// as json.Marshal would have it: digests are compared with those of before.
type withoutNewline struct{ io.Writer }

func (w withoutNewline) Write(text []byte) (int, error) {
	n, err := w.Writer.Write(bytes.TrimSuffix(text, []byte("\n")))
	return n + 1, err
}

// Replica returns up to most records after cursor that the extension install
// (in epoch) does not have of itself, and the cursor to go on from.
func (m *Memory) Replica(cursor int64, install, epoch string, most int) ([]wire.Encoded, int64, error) {
	return m.store.Feed(cursor, install, epoch, most)
}

// Cursor is that of the newest change.
func (m *Memory) Cursor() int64 { return m.store.Cursor() }

// Changed returns a channel that is closed when there may be more for
// replicas.
func (m *Memory) Changed() <-chan struct{} { return m.store.Changed() }
