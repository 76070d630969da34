package console

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

func TestProgressIsABarOnATerminal(t *testing.T) {
	draw := func(columns int, every time.Duration) string {
		var out bytes.Buffer
		at := time.Unix(0, 0)
		report := progressOn(&out, columns, "reading", Size, func() time.Time { return at })
		for done := int64(0); done <= 10; done++ {
			report(done<<20, 10<<20)
			at = at.Add(every)
		}
		return out.String()
	}
	const clear = "\r\x1b[K"
	if got := draw(80, 10*time.Millisecond); got != "" {
		t.Errorf("short work draws %q", got)
	}
	if got := draw(0, time.Second); got != "" {
		t.Errorf("a file gets %q", got)
	}
	got := strings.Split(draw(80, 600*time.Millisecond), clear)
	if want := "reading [=========                     ] 3.0 MiB of 10 MiB"; len(got) != 10 || got[2] != want || got[9] != "" {
		t.Errorf("the bar is %q", got)
	}
	for _, line := range strings.Split(draw(20, time.Second), clear) {
		if len(line) > 19 {
			t.Errorf("a line is longer than the terminal: %q", line)
		}
	}
	if n := Columns(&bytes.Buffer{}); n != 0 {
		t.Errorf("a buffer has %d columns", n)
	}
	if f, err := os.Open(os.DevNull); err != nil || Columns(f) != 0 {
		t.Error("a file is a terminal", err)
	}
}

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
