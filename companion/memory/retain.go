package memory

import (
	"context"
	"fmt"
	"time"

	"cairn/shared/types"
)

// Limits say how much is kept. 0 is no limit but HardBytes.
type Limits struct {
	Days  int   `json:"days"`  // since a step was recorded
	Bytes int64 `json:"bytes"` // on disk, without what is dead; HardBytes at most
}

// HardBytes is the most that is ever kept: all of it is in memory too.
const HardBytes = 1 << 30

// maxDays is more than any memory is old. Of many more, a [time.Duration] makes
// a time that is yet to come.
const maxDays = 100 * 365

// Check says what is wrong with limits, nil when nothing is.
func (l Limits) Check() error {
	switch {
	case l.Days < 0 || l.Days > maxDays:
		return fmt.Errorf("days is %d: at least 0, at most %d", l.Days, maxDays)
	case l.Bytes < 0:
		return fmt.Errorf("bytes is %d: at least 0", l.Bytes)
	}
	return nil
}

// most is how many bytes are kept.
func (l Limits) most() int64 {
	if l.Bytes == 0 {
		return HardBytes
	}
	return min(l.Bytes, HardBytes)
}

// Exceeded reports whether so many bytes are more than are kept.
func (l Limits) Exceeded(bytes int64) bool { return bytes > l.most() }

// String says limits in words.
func (l Limits) String() string {
	days := "steps are kept"
	if l.Days > 0 {
		days = "steps are kept for " + counted(l.Days, "day")
	}
	return days + ", the oldest go beyond " + inBytes(l.most())
}

// inBytes says a size in the largest unit that it is whole in.
func inBytes(n int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB"}
	at := 0
	for ; at < len(units)-1 && n >= 1<<10 && n%(1<<10) == 0; at++ {
		n >>= 10
	}
	return fmt.Sprintf("%d %s", n, units[at])
}

// DefaultLimits are far above what agents and people record in a season, and
// what the companion holds well in memory (research: reliability section 4).
var DefaultLimits = Limits{Days: 90, Bytes: 256 << 20}

// spare is how far below the limit a store that grew too large is brought, in
// parts of it, so that this does not begin again with the next step.
const spare = 10

// passes bounds how often that is tried at once.
const passes = 8

// Measured is what of the store says how full it is (companion/store).
type Measured interface {
	Live() (bytes int64, steps int)
	Oldest(n int) (types.Time, error)
}

// Retain drops the oldest steps as far as the limits ask for it, here and in
// every replica, and says in plain words what it dropped; nothing when all may
// stay. What was learned of a site from several sessions stays with the steps
// that stay; what KB items learnt of the steps stays with the items.
func (m *Memory) Retain(ctx context.Context, l Limits, s Measured) (said []string, err error) {
	if err := l.Check(); err != nil {
		return nil, fmt.Errorf("retain: %w", err)
	}
	now := m.clock()
	if l.Days > 0 {
		to := now.Add(-time.Duration(l.Days) * 24 * time.Hour)
		line, err := m.retire(ctx, s, to, fmt.Sprintf("older than %d days", l.Days))
		if err != nil {
			return said, err
		}
		said = append(said, line...)
	}
	// Steps are of different sizes, so one pass may not be enough.
	for range passes {
		bytes, steps := s.Live()
		if !l.Exceeded(bytes) || steps == 0 {
			break
		}
		surplus := bytes - l.most() + l.most()/spare
		to, err := s.Oldest(max(1, int(int64(steps)*surplus/bytes)))
		if err != nil {
			return said, fmt.Errorf("retain: %w", err)
		}
		line, err := m.retire(ctx, s, to, "the oldest of more than "+inBytes(l.most()))
		if err != nil {
			return said, err
		}
		said = append(said, line...)
	}
	return said, nil
}

// retire forgets the steps from before to, if there are any.
func (m *Memory) retire(ctx context.Context, s Measured, to types.Time, why string) ([]string, error) {
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
	receipt, err := m.forget(ctx, types.Forget{To: to, At: m.clock(), Old: true}, written(to, learnt))
	if err != nil {
		return nil, fmt.Errorf("retain: %w", err)
	}
	if receipt.Steps == 0 {
		return nil, nil
	}
	day := time.UnixMilli(int64(to)).UTC().Format(time.DateOnly)
	return []string{fmt.Sprintf("%s of %s from before %s dropped: %s", counted(receipt.Steps, "step"), counted(receipt.Sessions, "session"), day, why)}, nil
}

// counted is a number of things in words.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// written is what KB items had learnt before an instant, as edits of then. What is
// left of the steps is added to it in the order of time, as before.
func written(to types.Time, items []*types.KBItem) (edits []*types.Edit) {
	for _, item := range items {
		edits = append(edits, &types.Edit{EditID: newEditID(), At: to, KB: &types.KBEdit{Op: types.KBPut, KnowledgeID: item.KnowledgeID, Item: item}})
	}
	return edits
}
