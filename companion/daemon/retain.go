package daemon

import (
	"context"
	"errors"
	"time"
)

// The times of the retention checks: the first one a while after the start, because
// the user's own requests go first. Checks of the size are frequent: under the
// promised load an hour brings gigabytes.
const (
	retainFirst = time.Minute
	retainOld   = time.Hour   // between checks of age
	retainFull  = time.Minute // between checks of size
)

// retain periodically removes records that exceed the user's limits of age or size,
// and logs the removals in plain words.
func (d *Daemon) retain(ctx context.Context) {
	var looked time.Time
	repeat(ctx, retainFirst, retainFull, func() {
		if time.Since(looked) < retainOld && !d.tooFull() {
			return
		}
		looked = time.Now()
		if err := d.retainOnce(ctx); err != nil && ctx.Err() == nil {
			d.log.Printf("retention: %v", err)
		}
	})
}

// tooFull reports whether the store exceeds the user's limit of size.
func (d *Daemon) tooFull() bool {
	l, err := d.home.Retention()
	bytes, _ := d.store.LiveSize()
	return err == nil && l.Exceeded(bytes)
}

func (d *Daemon) retainOnce(ctx context.Context) error {
	l, err := d.home.Retention()
	if err != nil {
		return err
	}
	said, err := d.memory.Retain(ctx, l, d.store)
	for _, line := range said {
		d.log.Print(line)
		err = errors.Join(err, d.home.NoteDropped(line))
	}
	return err
}
