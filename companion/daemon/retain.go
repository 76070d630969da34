package daemon

import (
	"context"
	"errors"
	"time"
)

// When it is looked whether something is to be dropped: first a while after the
// start, because what the user came for goes first. What is too much goes soon:
// under the load that is promised an hour brings gigabytes.
const (
	retainFirst = time.Minute
	retainOld   = time.Hour   // between looks for what is old
	retainFull  = time.Minute // between looks for what is too much
)

// retain drops what is older or more than the user wants kept, now and then,
// and writes in plain words what it dropped.
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

// tooFull reports whether more is stored than the user wants kept.
func (d *Daemon) tooFull() bool {
	l, err := d.home.Retention()
	bytes, _ := d.store.Live()
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
