package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func inviteVerb(c *call) *cobra.Command {
	role, creds := batch.RoleMember, ""
	cmd := c.serverVerb("invite NAME", "Print a code with which one person can join", func(_ home.Dir, t *teamserver.Team, args []string) error {
		code, err := t.Invite(creds, args[0], role, time.Now())
		if err != nil {
			return err
		}
		if _, err = fmt.Fprintln(c.out, code); err == nil && c.terminal() { // programs read the code alone
			_, err = fmt.Fprintf(c.errOut, "For %s: cairn team join CODE%s\n", args[0], t.OnlyHere())
		}
		return err
	})
	cmd.Long = `The code is valid once, for seven days. Its holder can join under that name, so
send it on a private channel. A reader shares nothing. A keeper is a member whose
companion erases what was deleted from the servers' files when the first server has not
done so for a minute: for teams with several servers, or on a NATS of yours. It can
delete what others shared, and sign nothing in their names: invite whom you trust.`
	choiceFlag(cmd, &role, "role", "right of the new member", batch.RoleMember, batch.RoleReader, batch.RoleKeeper)
	cmd.Flags().StringVar(&creds, "creds", "", credsUse)
	return cmd
}

// memberLine is a member in the list as JSON.
type memberLine struct {
	Name    string     `json:"name"`
	Member  string     `json:"member"`
	Role    string     `json:"role"`
	From    types.Time `json:"from"`
	Revoked types.Time `json:"revoked,omitempty"`
}

func membersVerb(c *call) *cobra.Command {
	return c.reads(c.verb("members", "List the members", func(_ context.Context, h home.Dir, _ []string) error {
		if !teamserver.Exists(h.TeamServer()) {
			return c.membersSeen(h)
		}
		t, err := teamserver.Open(h.TeamServer())
		if err != nil {
			return err
		}
		all, err := t.Members()
		if err != nil {
			return err
		}
		var lines []memberLine
		for _, m := range all {
			line := memberLine{Name: m.Name, Member: m.Member, Role: m.Role, From: m.From}
			if m.Revoked != nil {
				line.Revoked = m.Revoked.At
			}
			lines = append(lines, line)
		}
		return c.show(lines, func() error {
			table := console.NewTable(c.out, "NAME", "ROLE", "SINCE", "REMOVED")
			for _, l := range lines {
				removed := "-"
				if l.Revoked > 0 {
					removed = console.When(l.Revoked)
				}
				table.Row(l.Name, l.Role, console.When(l.From), removed)
			}
			return table.Print()
		})
	}))
}

// membersSeen lists the members as a member of another's team knows them.
func (c *call) membersSeen(h home.Dir) error {
	reply, err := askTeam(h, wire.TeamOrder{Op: wire.TeamStatus})
	if err == nil && reply.Status == nil {
		err = control.ErrNoTeam
	}
	if err != nil {
		return err
	}
	return c.show(reply.Status.Members, func() error {
		table := console.NewTable(c.out, "NAME", "ROLE", "REMOVED")
		for _, m := range reply.Status.Members {
			table.Row(m.Name, m.Role, map[bool]string{true: "yes", false: "-"}[m.Revoked])
		}
		return table.Print()
	})
}

func revokeVerb(c *call) *cobra.Command {
	var forget bool
	cmd := c.serverVerb("revoke NAME", "Remove a member, on the server's machine", func(h home.Dir, t *teamserver.Team, args []string) error {
		revoke := t.Revoke
		if forget {
			revoke = t.RevokeAndForget
		}
		if err := revoke(args[0], time.Now()); err != nil {
			return err
		}
		if m, err := team.Load(h.TeamFile()); err == nil && m != nil && m.Encrypts() {
			if _, err := askTeam(h, wire.TeamOrder{Op: wire.TeamStatus}); err != nil { // its daemon makes a new key
				return err
			}
		}
		_, err := fmt.Fprintf(c.out, "%s is no longer a member; what they read cannot be taken back\n", args[0])
		if err == nil && forget {
			_, err = fmt.Fprintln(c.out, "What they shared is deleted at each member as soon as it is connected, and in the server's files while it runs.")
		}
		if i, placeErr := t.Place(); err == nil && placeErr == nil && i.External {
			_, err = fmt.Fprintln(c.out, "They can read until the operator of the NATS ends their log-in.")
		}
		return err
	})
	cmd.Long = `The member's connection ends at once, and what comes from them later is refused by
every member. What they shared before stays, unless you give --forget, then or later.
In a team that encrypts, the admin's companion makes a new key; until then no member
sends.`
	cmd.Flags().BoolVar(&forget, "forget", false, "delete all that they shared, at every member and on the server")
	return cmd
}
