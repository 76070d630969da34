package main

import (
	"testing"
	"time"
)

// FuzzInstant reads people's words for a time.
func FuzzInstant(f *testing.F) {
	for _, seed := range []string{"2h", "2026-02-03", "2026-02-03T04:05", "2026-02-03 04:05", "2026-02-03T04:05:06+01:00", "-1h", "yesterday", "9999999h"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		at, err := instant(text, now)
		if err != nil && at != 0 {
			t.Errorf("%q is refused, and %d", text, at)
		}
		if err == nil && text == "" && at != 0 {
			t.Errorf("nothing is %d", at)
		}
	})
}
