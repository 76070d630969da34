package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
)

func statusVerb(c *call) *cobra.Command {
	return c.reads(c.verb("status", "Show the state of daemon, link and store", func(_ context.Context, h home.Dir, _ []string) error {
		reply, err := control.Ask(h, control.Request{Want: control.WantStatus})
		if err != nil {
			return err
		}
		return c.show(reply.Status, func() error {
			reply.Status.Print(c.out)
			return nil
		})
	}))
}

func stopVerb(c *call) *cobra.Command {
	return c.verb("stop", "End the daemon", func(_ context.Context, h home.Dir, _ []string) error {
		info, err := h.ReadDaemonInfo()
		if err != nil {
			info = home.DaemonInfo{}
		}
		if _, err := control.Ask(h, control.Request{Want: control.WantStop}); err != nil {
			if types.AsError(err).Code != types.CodeNotFound {
				return err
			}
			return c.say("no daemon is running for %s\n", h)
		}
		for end := time.Now().Add(control.StopGrace + time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			if !control.Running(h) {
				return c.say("stopped the daemon (process %d)\n", info.PID)
			}
		}
		return types.Fault(types.CodeInternal, fmt.Sprintf("the daemon (process %d) is still closing", info.PID), "wait, or look into "+h.Log())
	})
}
