package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// daemonEnds is how often the daemon ends under its client.
const daemonEnds = 24

// TestAClientIsAnsweredWhenTheDaemonEnds ends the daemon in every way, again and
// again, and calls at once, or amid the call. The client's `cairn mcp` finds or
// starts the next daemon each time and answers.
func TestAClientIsAnsweredWhenTheDaemonEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.stdioAgent("survivor")
	t.Cleanup(func() { _, _ = w.cairn("stop") })
	ended := map[int]bool{}
	end := func(how syscall.Signal) {
		data, err := os.ReadFile(filepath.Join(w.home, "daemon.json"))
		var info struct{ PID int }
		if err != nil || json.Unmarshal(data, &info) != nil || info.PID <= 0 {
			return // none runs, or one that is still loading
		}
		if syscall.Kill(info.PID, how) == nil {
			ended[info.PID] = true
		}
	}
	for round := 0; len(ended) < daemonEnds && !t.Failed(); round++ {
		how := []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT}[round%3]
		var meanwhile sync.WaitGroup
		if round%2 == 0 {
			end(how)
		} else {
			meanwhile.Go(func() {
				time.Sleep(time.Duration(round) * 100 * time.Microsecond)
				end(how)
			})
		}
		if got := a.call("mm_knowledge_search", map[string]any{"query": "send"}); !got.OK {
			t.Errorf("round %d, %v: a search is answered %s", round, how, got.Text)
		}
		if got := a.call("mm_click", map[string]any{"testId": "x"}); got.OK || got.Error.Code != "MM_NO_ACTIVE_SESSION" && got.Error.Code != "MM_INTERRUPTED" || got.Error.Hint == "" {
			t.Errorf("round %d, %v: a click without a session is answered %s", round, how, got.Text)
		}
		meanwhile.Wait()
	}
}
