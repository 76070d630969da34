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
	cmd := c.verb("rewrite", "Replace unneeded names in older records by hashes", func(_ context.Context, h home.Dir, _ []string) error {
		return rewrite(c, h, site)
	})
	cmd.Long = `The first start does this once for records of older versions, unless it has
--keep full. It rewrites browsing without an agent's session, and actions of people
and other drivers; agents' actions in their own sessions keep their names. Until it
is complete, ending Cairn changes nothing; afterwards the names are deleted from the
store and its backups and cannot be restored. Screenshots and exports do not change.`
	cmd.Flags().StringVar(&site, "site", "", "only records of this `HOST` (with its port, if any)")
	return cmd
}

// rewrite asks the daemon to hide names, and prints its progress.
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
	report := c.status.Measure("hiding names", console.Steps)
	for {
		select {
		case a := <-done:
			if a.err == nil {
				_, a.err = fmt.Fprintln(c.out, a.reply.Done)
			}
			return a.err
		case <-time.After(console.ProgressEvery):
			if reply, err := control.Ask(h, control.Request{Want: control.WantStatus}); err == nil {
				report(reply.Status.Names.Done, reply.Status.Names.Total)
			}
		}
	}
}
