package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/home"
	"cairn/companion/memory"
	"cairn/shared/share"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func reviewGroup(c *call) *cobra.Command {
	var without []string
	var all bool
	send := c.asks(c.verb("send SESSION", "Share a session, without the texts that stay", func(_ context.Context, h home.Dir, args []string) error {
		waiting, err := c.waiting(h, args[0])
		if err == nil {
			err = checkNamed(waiting, without)
		}
		if err != nil {
			return err
		}
		if !c.yes {
			c.printReviews(waiting)
		}
		if err := c.agree("This shares the texts above, except those in brackets and those that you named"); err != nil {
			return err
		}
		for _, part := range waiting {
			if _, err := askTeam(h, wire.TeamOrder{Op: wire.TeamSend, Session: part.SessionID, Site: part.Origin, With: chosenLines(part.Lines, without, all)}); err != nil {
				return err
			}
		}
		_, err = fmt.Fprintf(c.out, "shared %s\n", args[0])
		if n := namesOnce(waiting); err == nil && n > 0 && !all {
			_, err = fmt.Fprintf(c.out, "%s stayed here: only this session has them (--all shares them too)\n", console.Counted(n, "name", "names"))
		}
		return err
	}))
	send.Flags().StringArrayVar(&without, "without", nil, "leave out this `TEXT`; may be repeated")
	send.Flags().BoolVar(&all, "all", false, "share the texts in brackets, too")
	return group("review", "Look at what would leave, and decide",
		c.reads(c.verb("list", "List the sessions that wait", func(_ context.Context, h home.Dir, _ []string) error {
			reply, err := askTeam(h, wire.TeamOrder{Op: wire.TeamReview})
			if err != nil {
				return err
			}
			return c.show(types.OrEmpty(reply.Reviews), func() error { return c.printWaiting(reply.Reviews) })
		})),
		c.reads(c.verb("show SESSION", "Show each text that would leave", func(_ context.Context, h home.Dir, args []string) error {
			waiting, err := c.waiting(h, args[0])
			if err != nil {
				return err
			}
			return c.show(waiting, func() error {
				c.printReviews(waiting)
				return nil
			})
		})),
		send,
		c.verb("drop SESSION", "Keep a session here, and do not ask again", func(_ context.Context, h home.Dir, args []string) error {
			if _, err := askTeam(h, wire.TeamOrder{Op: wire.TeamDrop, Session: args[0]}); err != nil {
				return err
			}
			return c.say("%s stays here\n", args[0])
		}))
}

func (c *call) waiting(h home.Dir, session string) ([]memory.SharedSession, error) {
	reply, err := askTeam(h, wire.TeamOrder{Op: wire.TeamReview})
	if err != nil {
		return nil, err
	}
	parts := slices.DeleteFunc(reply.Reviews, func(s memory.SharedSession) bool { return s.SessionID != session })
	if len(parts) == 0 {
		return nil, types.Fault(types.CodeNotFound, fmt.Sprintf("no session %.80q waits for review", session), "cairn team review list shows those that do")
	}
	return parts, nil
}

// checkNamed refuses texts to leave out that no line has, before anything is sent.
func checkNamed(waiting []memory.SharedSession, without []string) error {
	for _, text := range without {
		if !slices.ContainsFunc(waiting, func(s memory.SharedSession) bool {
			return slices.ContainsFunc(s.Lines, func(l share.Line) bool { return l.Text == text })
		}) {
			return types.Fault(types.CodeNotFound, fmt.Sprintf("%.80q is not among the texts", text), "cairn team review show SESSION lists them. Nothing was sent.")
		}
	}
	return nil
}

// chosenLines returns the lines that leave: without the texts named, and without names that
// only one session has, unless all are to leave.
func chosenLines(lines []share.Line, without []string, all bool) []wire.TeamLine {
	if !all {
		without = append(slices.Clone(without), share.Once(lines)...)
	}
	with := []wire.TeamLine{}
	for _, l := range lines {
		if !slices.Contains(without, l.Text) {
			with = append(with, wire.TeamLine{Kind: string(l.Kind), Text: l.Text})
		}
	}
	return with
}

func (c *call) printWaiting(waiting []memory.SharedSession) error {
	if len(waiting) == 0 {
		return c.say("no session waits for review\n")
	}
	table := console.NewTable(c.out, "SESSION", "SITE", "STEPS", "TASK")
	for _, s := range waiting {
		table.Row(s.SessionID, s.Origin, s.Steps, s.Goal)
	}
	return table.Print()
}

// printReviews prints the texts that would leave. Those in brackets stay unless all are sent: only one
// session has them, so they are most likely data.
func (c *call) printReviews(waiting []memory.SharedSession) {
	for _, s := range waiting {
		fmt.Fprintf(c.out, "%s on %s, %s:\n", s.SessionID, s.Origin, console.Counted(s.Steps, "step", "steps"))
		for _, l := range s.Lines {
			text := console.OneLine(l.Text)
			if l.Once {
				text = "[" + text + "]"
			}
			fmt.Fprintf(c.out, "  %-9s %s\n", l.Kind, text)
		}
	}
	if namesOnce(waiting) > 0 {
		fmt.Fprintln(c.out, "Names in brackets may be data: only this session has them, and they stay unless you give --all.\nWithout its name or a test id, others hardly find an element.")
	}
}

func namesOnce(waiting []memory.SharedSession) (n int) {
	for _, s := range waiting {
		n += len(share.Once(s.Lines))
	}
	return n
}
