package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"cairn/companion/memory"
	"cairn/shared/types"
)

// When it is looked whether something is to be dropped: first a while after the
// start, because what the user came for goes first. What is too much goes soon:
// under the load that is promised an hour brings gigabytes.
const (
	retainFirst = time.Minute
	retainOld   = time.Hour   // between looks for what is old
	retainFull  = time.Minute // between looks for what is too much
)

func (h home) limitsFile() string  { return h.path("retention.json") }
func (h home) droppedFile() string { return h.path("dropped.log") }

// limits are how much is kept: what the user wrote into retention.json, else
// the usual.
func (h home) limits() (memory.Limits, error) {
	text, err := os.ReadFile(h.limitsFile())
	if errors.Is(err, os.ErrNotExist) {
		return memory.DefaultLimits, nil
	}
	var l memory.Limits
	if err == nil {
		l, err = parseLimits(text)
	}
	if err != nil {
		return memory.Limits{}, types.Fault(types.CodeInvalidInput, fmt.Sprintf("%s is not understood, so nothing is dropped: %v", h.limitsFile(), err),
			`write, for example, {"days": 90, "bytes": 268435456}; 0 days is for ever, and 1 GiB is the most`)
	}
	return l, nil
}

// parseLimits reads retention.json. What it does not say is as usual; what it
// says wrongly is no limit that anybody meant.
func parseLimits(text []byte) (memory.Limits, error) {
	l := memory.DefaultLimits
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	err := dec.Decode(&l)
	if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) && wrong.Field != "" {
		return l, fmt.Errorf("%s is a %s, not a whole number", wrong.Field, wrong.Value)
	}
	if err != nil {
		return l, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return l, errors.New("something follows the limits")
	}
	return l, l.Check()
}

// retain drops what is older or more than the user wants kept, now and then,
// and writes in plain words what it dropped.
func (d *daemon) retain(ctx context.Context) {
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
func (d *daemon) tooFull() bool {
	l, err := d.home.limits()
	bytes, _ := d.store.Live()
	return err == nil && l.Exceeded(bytes)
}

func (d *daemon) retainOnce(ctx context.Context) error {
	l, err := d.home.limits()
	if err != nil {
		return err
	}
	said, err := d.memory.Retain(ctx, l, d.store)
	for _, line := range said {
		d.log.Print(line)
		err = errors.Join(err, d.home.noteDropped(line))
	}
	return err
}

func (h home) noteDropped(line string) error {
	f, err := os.OpenFile(h.droppedFile(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("note what was dropped: %w", err)
	}
	_, err = fmt.Fprintf(f, "%s: %s\n", time.Now().UTC().Format(time.DateOnly), line)
	return errors.Join(err, f.Close())
}

// lastDropped is what was dropped last, in words; empty when nothing ever was.
func (h home) lastDropped() string {
	text, err := os.ReadFile(h.droppedFile())
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}
