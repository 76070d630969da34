package daemon

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"log"
	"os"
	"strings"
	"testing"
	"time"

	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/store"
	"cairn/shared/types"
)

// TestTheStoreComesBeforeTheSocket starts a daemon while another process has the store: that one may answer on the socket,
// or be about to.
func TestTheStoreComesBeforeTheSocket(t *testing.T) {
	for _, answers := range []bool{false, true} {
		h, err := home.Open(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		other, err := store.Open(h.Store(), store.Options{Holder: "the other"})
		if err != nil {
			t.Fatal(err)
		}
		var d *Daemon
		opened := make(chan error, 1)
		go func() {
			var err error
			d, err = Open(h, Options{Port: -1, Log: io.Discard})
			opened <- err
		}()
		time.Sleep(10 * storePause)
		if _, err := os.Stat(h.Socket()); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("without the store, the socket was taken: %v", err)
		}
		if answers {
			l, err := listenControl(h.Socket())
			if err != nil {
				t.Skipf("no unix sockets: %v", err)
			}
			if fault := types.AsError(<-opened); fault == nil || fault.Code != types.CodeStoreLocked || fault.Message != alreadyRunning {
				t.Errorf("beside a daemon that answers: %v, want %q", fault, alreadyRunning)
			}
			if !control.Running(h) {
				t.Error("the other's socket was taken away")
			}
			l.Close()
			other.Close()
			continue
		}
		other.Close()
		if err := <-opened; err != nil {
			t.Errorf("after the other's end: %v", err)
		} else if err := d.close(); err != nil {
			t.Error(err)
		}
	}
}

func TestTheLogSaysWhatTheStoreSuffered(t *testing.T) {
	var out bytes.Buffer
	d := &Daemon{log: log.New(&out, "", 0)}
	d.tellStore(store.Stats{Steps: 5})
	if out.Len() > 0 {
		t.Errorf("of a sound store it says %q", out.String())
	}
	d.tellStore(store.Stats{Steps: 5, TornBytes: 12, DamagedFile: "store.damaged-x", Quarantined: 3})
	for _, want := range []string{"12 bytes", "5 steps", "3 values", "store.damaged-x"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing is said of %q: %s", want, out.String())
		}
	}
}
