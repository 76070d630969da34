package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"cairn/shared/types"
)

// linkedFile exists in the data directory while a browser is linked that Cairn did not
// start. If a new daemon finds it, the previous one ended while that browser ran.
const linkedFile = "linked"

const (
	// returnTime bounds the wait after the daemon's start for such a browser to link
	// again: the extension's longest pause, plus the time to connect.
	returnTime = 35 * time.Second
	// launchReserve is the part of a call's time that remains for its answer.
	launchReserve = 2 * time.Second
)

// noteLinked writes or removes the mark of a linked browser of the user's.
func (d *Daemon) noteLinked(others int) {
	path := d.home.Path(linkedFile)
	err := os.Remove(path)
	if others > 0 {
		err = os.WriteFile(path, nil, 0o600)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		d.log.Printf("mark of a linked browser: %v", err)
	}
}

// expectsLinked reports whether a browser was linked when the previous daemon ended.
func (d *Daemon) expectsLinked() bool {
	_, err := os.Stat(d.home.Path(linkedFile))
	return err == nil
}

// awaitReturn waits for a browser that was linked when the previous daemon ended, so
// that Cairn opens none beside it. It returns nil when there is no such browser to
// wait for any more, and fails when ctx ends before that.
func (d *Daemon) awaitReturn(ctx context.Context) error {
	left := time.Until(d.info.StartedAt.Std().Add(returnTime))
	if !d.expected || left <= 0 {
		return nil
	}
	patience := left
	if end, ok := ctx.Deadline(); ok {
		patience = min(left, max(0, time.Until(end)-launchReserve))
	}
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := d.bridge.WaitPeer(waiting, ""); err == nil {
		return nil
	}
	if patience == left {
		d.noteLinked(0) // it was closed meanwhile
		return nil
	}
	return types.Fault(types.CodeNoBrowser, "the browser that was linked before Cairn restarted has not linked again yet",
		fmt.Sprintf("call mm_launch again: after %d s more Cairn opens a browser of its own; or open one now with: cairn run", int(time.Until(d.info.StartedAt.Std().Add(returnTime)).Seconds())+1))
}
