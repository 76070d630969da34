package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
)

func rewriteVerb(c *call) *cobra.Command {
	var site string
	cmd := c.verb("rewrite", "Hide the names that are not needed in what was recorded by hand before", func(_ context.Context, h home.Dir, _ []string) error {
		return rewrite(c, h, site)
	})
	cmd.Long = `The first start does it once for what older versions recorded, unless it has
--keep full. It rewrites browsing that was not launched by an agent, and what
people and other drivers did; what agents did in their own sessions keeps its
names. Until it is done, ending Cairn leaves everything as it was; afterwards
the names are gone from the store and its backups, and nothing brings them
back. Screenshots and exports stay as they are.`
	cmd.Flags().StringVar(&site, "site", "", "only what was recorded on this `HOST` (with its port, where it has one)")
	return cmd
}

// rewrite asks the daemon to hide names, and prints how far it has come.
func rewrite(c *call, h home.Dir, site string) error {
	type answer struct {
		reply control.Reply
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		reply, err := control.AskOrStart(h, control.Request{Want: control.WantRewrite, Domain: site})
		done <- answer{reply, err}
	}()
	for {
		select {
		case a := <-done:
			if a.err == nil {
				_, a.err = fmt.Fprintln(c.out, a.reply.Done)
			}
			return a.err
		case <-time.After(console.ProgressEvery):
			if reply, err := control.Ask(h, control.Request{Want: control.WantStatus}); err == nil {
				reply.Status.Names.Print(c.errOut)
			}
		}
	}
}
