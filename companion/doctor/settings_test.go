package doctor

import (
	"strings"
	"testing"
	"time"

	"cairn/companion/home/hometest"
)

func TestDoctorReadsWhatAPersonWrote(t *testing.T) {
	for _, tc := range []struct {
		name, limits, rules string
		level               Level
		says, mend          string
	}{
		{"nothing", "", "", LevelOK, "kept for 90 days, up to 256 MiB", ""},
		{"limits", `{"days": 1, "bytes": 0}`, `{"version":1,"sites":[]}`, LevelOK, "steps are kept for 1 day", ""},
		{"no limits", `{"days": 0, "bytes": 0}`, "", LevelOK, "steps are kept, up to 1 GiB", ""},
		{"a misspelt limit", `{"day": 1}`, "", LevelWrong, `unknown field "day"`, "mv "},
		{"rules that are none", "", `[]`, LevelWrong, "screens.json is not understood: ", "mv "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := hometest.New(t)
			if tc.limits != "" {
				hometest.Put(t, h.LimitsFile(), tc.limits)
			}
			if tc.rules != "" {
				hometest.Put(t, h.ScreenRules(), tc.rules)
			}
			d := New(h, time.Now())
			d.checkSettings()
			l, says, mend := worst(d.found)
			if l != tc.level || !strings.Contains(says, tc.says) || !strings.HasPrefix(mend, tc.mend) {
				t.Errorf("finds %s %q, mend %q; want %s %q, mend %q", l, says, mend, tc.level, tc.says, tc.mend)
			}
		})
	}
}

func TestDoctorTellsWhatWasDroppedLast(t *testing.T) {
	h := hometest.New(t)
	if err := h.NoteDropped("3 steps of 1 session from before 2026-01-01 dropped: older than 90 days"); err != nil {
		t.Fatal(err)
	}
	d := New(h, time.Now())
	d.checkSettings()
	if l, says, _ := worst(d.found); l != LevelOK || !strings.Contains(says, "last dropped") || !strings.Contains(says, "3 steps of 1 session") {
		t.Errorf("finds %s %q", l, says)
	}
}

func TestTheManifestSaysWhatTheDoctorAsks(t *testing.T) {
	if m := embeddedManifest(); m.Version == "unknown" || m.OldestBrowser < 100 {
		t.Errorf("%+v", m)
	}
}
