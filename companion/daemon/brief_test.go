package daemon

import (
	"testing"
	"time"

	"cairn/companion/control"
)

func TestABriefDaemonEndsOnceItIsNotNeeded(t *testing.T) {
	for _, tc := range []struct {
		name  string
		wants []string
		wait  time.Duration
	}{
		{"no request yet", nil, briefStart},
		{"a question", []string{control.WantCore}, 0},
		{"what can be taken back", []string{control.WantForget, control.WantCore}, briefUndo},
		{"a client", []string{control.WantMCP}, briefClient},
		{"a client that forgets", []string{control.WantLimitedMCP, control.WantForget}, briefClient},
		{"a browser", []string{control.WantBrowser}, briefClient},
	} {
		t.Run(tc.name, func(t *testing.T) {
			used := false
			b := &brief{inUse: func() bool { return used }}
			release := b.acquire()
			for _, want := range tc.wants {
				b.note(want)
			}
			if b.idle(time.Now().Add(time.Hour)) {
				t.Error("it ends while a connection is open")
			}
			if b.pause() != 0 {
				t.Error("it checks while a connection is open")
			}
			release()
			if pause := b.pause(); pause < briefTick || pause > max(briefTick, tc.wait/10) {
				t.Errorf("after the connection it checks every %s", pause)
			}
			now := time.Now()
			if b.idle(now.Add(tc.wait - time.Second/10)) {
				t.Error("it ends too early")
			}
			used = tc.wait == briefClient
			later := now.Add(tc.wait + time.Second)
			if b.idle(later) == used {
				t.Errorf("in use: %v, and it ends: %v", used, !used)
			}
			if used = false; !b.idle(later.Add(tc.wait)) {
				t.Error("it does not end")
			}
		})
	}
}
