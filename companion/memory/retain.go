package memory

import (
	"context"
	"fmt"
	"time"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Limits bound the stored data. 0 means no limit except HardBytes.
type Limits struct {
	Days  int   `json:"days"`  // since a step was recorded
	Bytes int64 `json:"bytes"` // on disk, without unused values; HardBytes at most
}

// HardBytes is the maximum of Limits.Bytes, because all data are in memory too.
const HardBytes = 1 << 30

// maxDays bounds Limits.Days, because many more days overflow a [time.Duration].
const maxDays = 100 * 365

// Check returns the error in l, nil if it is valid.
func (l Limits) Check() error {
	switch {
	case l.Days < 0 || l.Days > maxDays:
		return fmt.Errorf("days is %d: at least 0, at most %d", l.Days, maxDays)
	case l.Bytes < 0:
		return fmt.Errorf("bytes is %d: at least 0", l.Bytes)
	}
	return nil
}

func (l Limits) maxBytes() int64 {
	if l.Bytes == 0 {
		return HardBytes
	}
	return min(l.Bytes, HardBytes)
}

// Exceeded reports whether bytes is more than the limit.
func (l Limits) Exceeded(bytes int64) bool { return bytes > l.maxBytes() }

// String describes the limits in a sentence.
func (l Limits) String() string {
	days := "steps are kept"
	if l.Days > 0 {
		days = "steps are kept for " + text.Counted(l.Days, "day")
	}
	return days + ", up to " + formatBytes(l.maxBytes())
}

// formatBytes formats a size in the largest unit of which it is a multiple.
func formatBytes(n int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB"}
	at := 0
	for ; at < len(units)-1 && n >= 1<<10 && n%(1<<10) == 0; at++ {
		n >>= 10
	}
	return fmt.Sprintf("%d %s", n, units[at])
}

// DefaultLimits are far above the records of a season, and fit easily into memory
// (research: reliability section 4).
var DefaultLimits = Limits{Days: 90, Bytes: 256 << 20}

// retainMargin is the share of the limit (1/10) by which a store that grew too large is
// brought below it, so that the next step does not exceed it again.
const retainMargin = 10

// retainPasses bounds the deletions of one call of Retain.
const retainPasses = 8

// StoreSize is the part of the store that reports its size (companion/store).
type StoreSize interface {
	LiveSize() (bytes int64, steps int)
	Oldest(n int) (types.Time, error)
}

// Retain drops the oldest steps beyond the limits, here and in every replica, and
// returns a sentence for each deletion. For lack of room, those of a team's other members go first. Site knowledge stays as far as the remaining
// steps support it; KB items keep their learnings.
func (m *Memory) Retain(ctx context.Context, l Limits, s StoreSize) (said []string, err error) {
	if err := l.Check(); err != nil {
		return nil, fmt.Errorf("retain: %w", err)
	}
	now := m.clock()
	if l.Days > 0 {
		to := now.Add(-time.Duration(l.Days) * 24 * time.Hour)
		line, err := m.dropBefore(ctx, s, to, fmt.Sprintf("older than %d days", l.Days))
		if err != nil {
			return said, err
		}
		said = append(said, line...)
	}
	line, err := m.retainOthers(ctx, defaultOthers)
	if said = append(said, line...); err != nil {
		return said, err
	}
	// Steps are of different sizes, so one pass may not be enough. One's own go last.
	for range retainPasses {
		bytes, steps := s.LiveSize()
		if !l.Exceeded(bytes) || steps == 0 {
			break
		}
		surplus := bytes - l.maxBytes() + l.maxBytes()/retainMargin
		n := max(1, int(int64(steps)*surplus/bytes))
		line, err := m.dropOldestOthers(ctx, n, "the oldest of more than "+formatBytes(l.maxBytes()))
		if said = append(said, line...); err != nil {
			return said, err
		}
		if len(line) > 0 {
			continue
		}
		to, err := s.Oldest(n)
		if err != nil {
			return said, fmt.Errorf("retain: %w", err)
		}
		line, err = m.dropBefore(ctx, s, to, "the oldest of more than "+formatBytes(l.maxBytes()))
		if err != nil {
			return said, err
		}
		said = append(said, line...)
	}
	return said, nil
}

// dropBefore deletes the steps recorded before to, if there are any.
func (m *Memory) dropBefore(ctx context.Context, s StoreSize, to types.Time, why string) ([]string, error) {
	first, err := s.Oldest(1)
	if err != nil {
		return nil, fmt.Errorf("retain: %w", err)
	}
	if to <= 0 || first == 0 || first > to {
		return nil, nil
	}
	m.mu.Lock()
	learnt := m.core.KBAsOf(to)
	m.mu.Unlock()
	receipt, err := m.forget(ctx, types.Forget{To: to, At: m.clock(), Old: true}, itemsAsEdits(to, learnt))
	if err != nil {
		return nil, fmt.Errorf("retain: %w", err)
	}
	if receipt.Steps == 0 {
		return nil, nil
	}
	day := time.UnixMilli(int64(to)).UTC().Format(time.DateOnly)
	return []string{fmt.Sprintf("%s of %s from before %s dropped: %s", text.Counted(receipt.Steps, "step"), text.Counted(receipt.Sessions, "session"), day, why)}, nil
}

// itemsAsEdits returns KB items as they were at a time, as edits of that time. The
// knowledge from the remaining steps is added to them in the order of time, as before.
func itemsAsEdits(to types.Time, items []*types.KBItem) (edits []*types.Edit) {
	for _, item := range items {
		edits = append(edits, &types.Edit{EditID: newEditID(), At: to, KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: item}})
	}
	return edits
}
