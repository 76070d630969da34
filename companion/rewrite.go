package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"cairn/companion/memory"
	"cairn/shared/types"
)

// rewriting is how far the daemon has come with hiding names in what was recorded
// before.
type rewriting struct {
	mu     sync.Mutex
	status rewritingStatus
}

// rewritingStatus is what `cairn status` shows of it.
type rewritingStatus struct {
	Running bool  `json:"running,omitempty"`
	Done    int64 `json:"done,omitempty"` // steps that were looked at
	Total   int64 `json:"total,omitempty"`
	// Failed says why it ended without effect.
	Failed string `json:"failed,omitempty"`
}

func (r *rewriting) now() rewritingStatus {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.status
}

func (r *rewriting) set(s rewritingStatus) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = s
}

func (s rewritingStatus) print(out io.Writer) {
	switch {
	case s.Running:
		fmt.Fprintf(out, "names      being hidden in what was recorded before: %d of %s\n", s.Done, counted(int(s.Total), "step", "steps"))
	case s.Failed != "":
		fmt.Fprintf(out, "warning    names are still shown in what was recorded before: %s\n           To try again: cairn rewrite\n", s.Failed)
	}
}

// rewriteOlder hides names, at the first start that keeps only names which are
// needed, in what was recorded by hand before. Questions are answered meanwhile.
func (d *daemon) rewriteOlder(ctx context.Context) {
	if d.memory.Rewritings() > 0 {
		return
	}
	if d.options.Keep == types.KeepFull {
		d.log.Print("names: what was recorded before stays as it is at this start (--keep full)")
		return
	}
	if d.memory.Status().Steps > 0 {
		d.log.Printf("names: what was recorded by hand before is rewritten so that it keeps only names that are needed. Until that is done, this goes back to what was there: cairn stop, then start with --keep full")
	}
	_, _ = d.rewrite(ctx, "") // it is logged
}

// rewrite hides names in what was recorded by hand on a site, on all of them when
// none is named, and says how many steps it changed.
func (d *daemon) rewrite(ctx context.Context, site string) (steps int, err error) {
	report := progressOf(d.log.Writer(), "hiding names in what was recorded before", "steps", 1, time.Now)
	steps, err = d.memory.Rewrite(ctx, memory.Rewriting{Site: site, Progress: func(done, total int64) {
		d.names.set(rewritingStatus{Running: true, Done: done, Total: total})
		report(done, total)
	}})
	d.names.set(rewritingStatus{})
	switch {
	case err == nil && steps > 0:
		d.log.Printf("names: hidden in %s; nothing holds them any more", counted(steps, "step", "steps"))
		returnMemory()
	case err != nil && ctx.Err() == nil:
		d.log.Printf("names: %v", err)
		d.names.set(rewritingStatus{Failed: err.Error()})
	}
	return steps, err
}

// runRewrite asks the daemon to hide names, and prints how far it has come.
func runRewrite(_ context.Context, c *call) error {
	site := c.flags.String("site", "", "only what was recorded on this host (with its port, where it has one)")
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	type answer struct {
		reply controlReply
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		reply, err := askOrStart(h, controlRequest{Want: wantRewrite, Domain: *site})
		done <- answer{reply, err}
	}()
	for {
		select {
		case a := <-done:
			if a.err == nil {
				_, a.err = fmt.Fprintln(c.out, a.reply.Done)
			}
			return a.err
		case <-time.After(progressEvery):
			if reply, err := askDaemon(h, controlRequest{Want: wantStatus}); err == nil {
				reply.Status.Names.print(os.Stderr)
			}
		}
	}
}

// rewritten says what rewrite did.
func (d *daemon) rewritten(ctx context.Context, site string) (string, error) {
	steps, err := d.rewrite(ctx, site)
	if err != nil {
		return "", err
	}
	if steps == 0 {
		return "Nothing to hide: what was recorded by hand keeps only names that are needed.", nil
	}
	return fmt.Sprintf("Names are hidden in %s. They cannot be brought back; what agents did in their own sessions keeps its names.", counted(steps, "step", "steps")), nil
}
