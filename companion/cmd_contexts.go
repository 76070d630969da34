package main

import (
	"context"
	"fmt"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
)

const contextsUsage = `  cairn contexts                list them
  cairn contexts remove NAME    forget the cookies and storage of one
Agents open a context with mm_launch {"context": "NAME"}: a browser of its own
with cookies and storage of its own, as for another account. What Cairn remembers
is shared by all. A context is kept until it is removed.`

func runContexts(_ context.Context, c *call) error {
	args, h, err := c.parse(0, 2)
	if err != nil {
		return err
	}
	switch {
	case len(args) == 0:
		return listContexts(h, c)
	case len(args) == 2 && args[0] == "remove":
		if _, err := control.AskOrStart(h, control.Request{Want: control.WantContextRemove, Context: args[1]}); err != nil {
			return err
		}
		_, err := fmt.Fprintf(c.out, "the context %s is removed, with its cookies and storage\n", args[1])
		return err
	}
	return usageError{"contexts"}
}

func listContexts(h home.Dir, c *call) error {
	reply, err := control.AskOrStart(h, control.Request{Want: control.WantContexts})
	if err != nil {
		return err
	}
	if len(reply.Contexts) == 0 {
		fmt.Fprintln(c.out, `there are no contexts; mm_launch {"context": "NAME"} makes one`)
	}
	for _, info := range reply.Contexts {
		state := "closed"
		switch {
		case info.Sessions == 1:
			state = "open, 1 session"
		case info.Open:
			state = fmt.Sprintf("open, %d sessions", info.Sessions)
		}
		fmt.Fprintf(c.out, "%-20s %s, last started %s\n", info.Name, state, console.When(info.Used))
	}
	return nil
}
