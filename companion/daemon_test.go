package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"testing"
	"time"

	"cairn/companion/store"
	"cairn/shared/types"
)

// TestTheStoreComesBeforeTheSocket starts a daemon while another process has the store: that one may answer on the socket,
// or be about to.
func TestTheStoreComesBeforeTheSocket(t *testing.T) {
	for _, answers := range []bool{false, true} {
		h, err := openHome(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		other, err := store.Open(h.store(), store.Options{Holder: "the other"})
		if err != nil {
			t.Fatal(err)
		}
		var d *daemon
		opened := make(chan error, 1)
		go func() {
			var err error
			d, err = openDaemon(h, daemonOptions{Port: -1, Log: io.Discard})
			opened <- err
		}()
		time.Sleep(10 * storePause)
		if _, err := os.Stat(h.socket()); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("without the store, the socket was taken: %v", err)
		}
		if answers {
			l, err := listenControl(h.socket())
			if err != nil {
				t.Skipf("no unix sockets: %v", err)
			}
			if fault := types.AsError(<-opened); fault == nil || fault.Code != types.CodeStoreLocked || fault.Message != alreadyRunning {
				t.Errorf("beside a daemon that answers: %v, want %q", fault, alreadyRunning)
			}
			if !daemonAnswers(h) {
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
