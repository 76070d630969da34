package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"cairn/shared/types"
)

// linkedFile stands in the data directory while a browser is linked that Cairn did
// not start. A daemon that finds it was killed, or ended, under that browser.
const linkedFile = "linked"

const (
	// returnTime is how long after the daemon's start such a browser may take to
	// link again: the extension's longest pause, and the opening.
	returnTime = 35 * time.Second
	// launchReserve is left of a call's time to answer it.
	launchReserve = 2 * time.Second
)

// noteLinked keeps the mark that somebody else's browser is linked.
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

// expectsLinked reports whether a browser was linked when the daemon before ended.
func (d *Daemon) expectsLinked() bool {
	_, err := os.Stat(d.home.Path(linkedFile))
	return err == nil
}

// awaitReturn waits for a browser that was linked when the daemon before ended, so
// that none of Cairn's own is opened beside it. It returns nil where there is
// nothing to wait for any more, and fails when ctx ends before that is known.
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
