package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"cairn/companion/console"
	"cairn/companion/control"
)

// runRewrite asks the daemon to hide names, and prints how far it has come.
func runRewrite(_ context.Context, c *call) error {
	site := c.flags.String("site", "", "only what was recorded on this host (with its port, where it has one)")
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	type answer struct {
		reply control.Reply
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		reply, err := control.AskOrStart(h, control.Request{Want: control.WantRewrite, Domain: *site})
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
				reply.Status.Names.Print(os.Stderr)
			}
		}
	}
}
