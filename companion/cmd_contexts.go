package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/shared/types"
)

func contextsVerb(c *call) *cobra.Command {
	cmd := c.reads(c.verb("contexts", "List browser contexts, or remove one", func(_ context.Context, h home.Dir, _ []string) error {
		reply, err := control.AskOrStart(h, control.Request{Want: control.WantContexts})
		if err != nil {
			return err
		}
		return c.show(types.OrEmpty(reply.Contexts), func() error { return c.printContexts(reply.Contexts) })
	}))
	cmd.Long = `Agents open a context with mm_launch {"context": "NAME"}: a browser with separate
cookies and storage, for example for another account. All contexts share one memory. A
context is kept until it is removed.`
	cmd.AddCommand(c.verb("remove NAME", "Delete the cookies and storage of a context", func(_ context.Context, h home.Dir, args []string) error {
		if _, err := control.AskOrStart(h, control.Request{Want: control.WantContextRemove, Context: args[0]}); err != nil {
			return err
		}
		return c.say("the context %s is removed, with its cookies and storage\n", args[0])
	}))
	return cmd
}

func (c *call) printContexts(contexts []control.Context) error {
	if len(contexts) == 0 {
		fmt.Fprintln(c.out, `there are no contexts; mm_launch {"context": "NAME"} makes one`)
	}
	for _, info := range contexts {
		state := "closed"
		if info.Open {
			state = "open, " + console.Counted(info.Sessions, "session", "sessions")
		}
		fmt.Fprintf(c.out, "%-20s %s, last started %s\n", info.Name, state, console.Ago(info.Used))
	}
	return nil
}
