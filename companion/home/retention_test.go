package home

import (
	"os"
	"strings"
	"testing"

	"cairn/companion/memory"
)

func TestLimitsAreReadFromTheFile(t *testing.T) {
	for _, tt := range []struct {
		text string
		want memory.Limits
		bad  bool
	}{
		{text: "", want: memory.DefaultLimits},
		{text: `{"days": 7}`, want: memory.Limits{Days: 7, Bytes: memory.DefaultLimits.Bytes}},
		{text: `{"days": 0, "bytes": 0}`, want: memory.Limits{}},
		{text: `{"days": -1}`, bad: true},
		{text: `{"day": 7}`, bad: true},
		{text: `{"days": 7}, {"days": 8}`, bad: true},
		{text: `{"days": 36500}`, want: memory.Limits{Days: 36500, Bytes: memory.DefaultLimits.Bytes}},
		{text: `{"days": 110000}`, bad: true}, // as a duration, it is less than nothing
		{text: `{"bytes": -1}`, bad: true},
		{text: `{"days": "many"}`, bad: true},
		{text: `days: 7`, bad: true},
	} {
		h := Dir(t.TempDir())
		if tt.text != "" {
			if err := os.WriteFile(h.LimitsFile(), []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		got, err := h.Retention()
		if got != tt.want || (err != nil) != tt.bad {
			t.Errorf("%q: %+v, %v", tt.text, got, err)
		}
	}
}

func TestWhatWasDroppedIsReportedLast(t *testing.T) {
	h := Dir(t.TempDir())
	if got := h.LastDropped(); got != "" {
		t.Errorf("at first %q", got)
	}
	for _, line := range []string{"3 steps were dropped", "5 steps were dropped"} {
		if err := h.NoteDropped(line); err != nil {
			t.Fatal(err)
		}
	}
	if got := h.LastDropped(); !strings.HasSuffix(got, ": 5 steps were dropped") {
		t.Errorf("last %q", got)
	}
}
