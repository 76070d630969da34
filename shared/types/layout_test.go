package types

import (
	"testing"
	"time"
)

// TestTimesReadAsPackageTimeSays takes every day of a century and the ends of
// the possible times.
func TestTimesReadAsPackageTimeSays(t *testing.T) {
	check := func(at Time) {
		t.Helper()
		want := at.Std().Format(layout)
		if got := at.String(); got != want {
			t.Fatalf("%d reads %s, want %s", at, got, want)
		}
		if got, ok := parseLayout(want); at >= 0 && at <= lastMs && (!ok || got != at) {
			t.Fatalf("%s is %d (%v), want %d", want, got, ok, at)
		}
	}
	for day := Time(0); day < 150*366; day++ {
		check(day*msPerDay + day*86_399_989%msPerDay)
	}
	for _, at := range []Time{0, -1, 999, lastMs, lastMs + 1, -62135596800000, 1 << 50, 951782400000, 4107542399999} {
		check(at)
	}
}

// FuzzParseTime holds the quick way to the slow one: it reads a time
// alike.
func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"2026-02-03T04:05:06.007Z", "2024-02-29T23:59:59.999Z", "2023-02-29T00:00:00.000Z", "2023-04-31T00:00:00.000Z",
		"1970-01-01T00:00:00.000Z", "2026-02-03T24:00:00.000Z", "2026-02-03T23:59:60.000Z", "2026-13-03T04:05:06.007Z", "2026-02-03T04:05:06,007Z"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, ok := parseLayout(s)
		if !ok {
			return
		}
		want, err := time.Parse(time.RFC3339Nano, s)
		if err != nil || At(want) != got {
			t.Errorf("%q is %d, want %v (%v)", s, got, want, err)
		}
	})
}
