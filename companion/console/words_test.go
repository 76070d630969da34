package console

import (
	"testing"
	"time"

	"cairn/shared/types"
)

func TestTimesOfTheLastDayAreAges(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.Local)
	for want, at := range map[string]time.Time{
		"now":              now,
		"1 minute ago":     now.Add(-time.Minute),
		"23 hours ago":     now.Add(-24*time.Hour + time.Second),
		"2026-11-22 12:00": now.Add(-24 * time.Hour),
		"2026-11-23 12:01": now.Add(time.Minute),
	} {
		if got := agoAt(types.At(at), types.At(now)); got != want {
			t.Errorf("%s is %q, want %q", at, got, want)
		}
	}
}
