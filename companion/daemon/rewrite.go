package daemon

import (
	"context"
	"fmt"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/memory"
	"cairn/shared/types"
)

// rewriteOlder hides names in older manual records, at the first start that stores
// only needed names. Queries are answered meanwhile.
func (d *Daemon) rewriteOlder(ctx context.Context) {
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
	_, _ = d.rewrite(ctx, "") // rewrite logs the error
}

// rewrite hides names in the manual records of a site, or of all sites if none is
// named, and returns the number of changed steps.
func (d *Daemon) rewrite(ctx context.Context, site string) (steps int, err error) {
	steps, err = d.memory.Rewrite(ctx, memory.Rewriting{Site: site, Progress: func(done, total int64) {
		d.names.Store(&control.Rewriting{Running: true, Done: done, Total: total})
	}})
	d.names.Store(&control.Rewriting{})
	switch {
	case err == nil && steps > 0:
		d.log.Printf("names: hidden in %s; nothing holds them any more", console.Counted(steps, "step", "steps"))
		returnMemory()
	case err != nil && ctx.Err() == nil:
		d.log.Printf("names: %v", err)
		d.names.Store(&control.Rewriting{Failed: err.Error()})
	}
	return steps, err
}

// rewritten runs rewrite and describes its result.
func (d *Daemon) rewritten(ctx context.Context, site string) (string, error) {
	steps, err := d.rewrite(ctx, site)
	if err != nil {
		return "", err
	}
	if steps == 0 {
		return "Nothing to hide: what was recorded by hand keeps only names that are needed.", nil
	}
	return fmt.Sprintf("Names are hidden in %s. They cannot be brought back; what agents did in their own sessions keeps its names.", console.Counted(steps, "step", "steps")), nil
}
