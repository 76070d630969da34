package memory

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestRetainDropsWhatIsOldAndTooMuch keeps young records that fit, and names in
// plain words the records that it dropped.
func TestRetainDropsWhatIsOldAndTooMuch(t *testing.T) {
	ctx := context.Background()
	clock := noon
	dir := t.TempDir()
	m, s := open(t, dir, &clock)
	put := func(n, daysAgo int) {
		t.Helper()
		session := &types.Session{SessionID: fmt.Sprintf("mm-%04d-a", daysAgo), CreatedAt: types.At(noon.AddDate(0, 0, -daysAgo)), Goal: "go"}
		for i := range n {
			step := &types.Step{SessionID: session.SessionID, Timestamp: types.At(noon.AddDate(0, 0, -daysAgo).Add(time.Duration(i) * time.Second)), Actor: types.ActorAgent,
				Tool: types.Tool{Name: "mm_click", Input: map[string]any{"note": strings.Repeat(fmt.Sprintf("words %d and %d more ", i*7919, i*104729), 100)}, Target: &types.Target{TestID: "go"}}, Outcome: types.Outcome{OK: true}}
			if _, err := m.PutStep(ctx, session, step, types.KeepFull); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(3, 100)
	put(5, 10)
	put(2, 0)
	if said, err := m.Retain(ctx, Limits{}, s); err != nil || len(said) > 0 {
		t.Errorf("without limits: %q, %v", said, err)
	}
	if said, err := m.Retain(ctx, Limits{Days: 110_000}, s); err == nil || len(said) > 0 {
		t.Errorf("with more days than a duration holds: %q, %v", said, err)
	}
	said, err := m.Retain(ctx, DefaultLimits, s)
	if want := "[3 steps of 1 session from before 2025-10-18 dropped: older than 90 days]"; err != nil || fmt.Sprint(said) != want {
		t.Errorf("said %q, %v; want %s", said, err, want)
	}
	if said, err := m.Retain(ctx, DefaultLimits, s); err != nil || len(said) > 0 {
		t.Errorf("again: %q, %v", said, err)
	}
	if _, steps := s.LiveSize(); steps != 7 {
		t.Errorf("%d steps are left", steps)
	}
	put(30, 1)
	before, _ := s.LiveSize()
	limit := before / 2
	said, err = m.Retain(ctx, Limits{Bytes: limit}, s)
	after, steps := s.LiveSize()
	if err != nil || len(said) == 0 || !strings.Contains(said[0], "the oldest of more than") || after > limit || steps == 0 {
		t.Errorf("said %q, %v; %d of %d bytes and %d steps are left, %d are allowed", said, err, after, before, steps, limit)
	}
}

// fullStore says that it is as full as its test says.
type fullStore struct {
	bytes int64
	asked int // for its oldest steps
}

func (s *fullStore) LiveSize() (int64, int) { return s.bytes, 1000 }

func (s *fullStore) Oldest(n int) (types.Time, error) {
	s.asked = n
	s.bytes = 0
	return 0, nil
}

func TestNoLimitGoesBeyondTheHardOne(t *testing.T) {
	clock := noon
	m, _ := open(t, t.TempDir(), &clock)
	for _, tt := range []struct {
		limits Limits
		bytes  int64
		drops  bool
		says   string
	}{
		{DefaultLimits, 256 << 20, false, "steps are kept for 90 days, up to 256 MiB"},
		{DefaultLimits, 256<<20 + 1, true, "steps are kept for 90 days, up to 256 MiB"},
		{Limits{}, 1 << 30, false, "steps are kept, up to 1 GiB"},
		{Limits{}, 1<<30 + 1, true, "steps are kept, up to 1 GiB"},
		{Limits{Days: 1, Bytes: 8 << 30}, 1<<30 + 1, true, "steps are kept for 1 day, up to 1 GiB"},
		{Limits{Bytes: 1500}, 1500, false, "steps are kept, up to 1500 bytes"},
	} {
		s := &fullStore{bytes: tt.bytes}
		l := Limits{Bytes: tt.limits.Bytes} // the bound by age is another matter
		if _, err := m.Retain(context.Background(), l, s); err != nil || s.asked > 0 != tt.drops {
			t.Errorf("%+v with %d bytes: asked for the %d oldest, %v", tt.limits, tt.bytes, s.asked, err)
		}
		if got := tt.limits.String(); got != tt.says {
			t.Errorf("%+v is said as %q", tt.limits, got)
		}
	}
}
