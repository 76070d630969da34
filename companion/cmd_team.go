package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/home"
	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/shared/types"
	"cairn/shared/wire"
)

func teamGroup(c *call) *cobra.Command {
	g := group("team", "Share with a team the actions that worked",
		createTeamVerb(c), serveTeamVerb(c), recoverTeamVerb(c), serversVerb(c), inviteVerb(c), membersVerb(c), revokeVerb(c), rightsVerb(c), moveVerb(c), offerVerb(c), teamAliasVerb(c), goalsVerb(c), leastVerb(c), tokenVerb(c),
		joinTeamVerb(c), leaveTeamVerb(c), shareVerb(c), reviewGroup(c), trustVerb(c), reportVerb(c), pushVerb(c), c.reads(c.verb("status", "Show the connection, the shared sites and what waits", func(_ context.Context, h home.Dir, _ []string) error {
			reply, err := askTeam(h, wire.TeamOrder{Op: wire.TeamStatus})
			if err != nil {
				return err
			}
			return c.show(reply, func() error { return c.printTeam(reply) })
		})), teamDoctorVerb(c))
	g.Long = `Nothing is shared until you choose a site, and in mode review each session again.
Actions leave, pages stay: the tool, the target's test id, role and name, the
screen, and whether it worked. Typed text, other elements of the page, titles,
queries of addresses and screenshots never leave. After cairn forget, the records
are deleted at every member and on the server, too.`
	g.Example = `  cairn team create acme && cairn team serve --listen 10.0.0.5   one person
  cairn team invite bob                                          prints a code
  cairn team join cairn-team:...                                 Bob
  cairn team share app.acme.dev review
  cairn team token ci                                            for CI: CAIRN_TEAM=cairn-fleet:... cairn mcp`
	return g
}

func askTeam(h home.Dir, req wire.TeamOrder) (*control.TeamReply, error) {
	reply, err := control.AskOrStart(h, control.Request{Want: control.WantTeam, Team: &req})
	if err != nil {
		return nil, err
	}
	if reply.Team == nil {
		return nil, types.Fault(types.CodeInternal, "the daemon gave no answer about the team", "End a daemon of another version with: cairn stop")
	}
	return reply.Team, nil
}

func joinTeamVerb(c *call) *cobra.Command {
	var as *runnerFlags
	cmd := c.verb("join CODE...", "Become a member with an invitation", func(ctx context.Context, h home.Dir, args []string) error {
		if code := strings.Join(args, ""); strings.HasPrefix(code, batch.TokenPrefix) {
			return c.joinFleet(h, code, as)
		}
		if moved, err := c.followTeam(h, strings.Join(args, "")); moved || err != nil {
			return err
		}
		if err := noTeamYet(h); err != nil {
			return err
		}
		m, err := team.Join(ctx, strings.Join(args, ""))
		if err != nil {
			return err
		}
		if err := becomeMember(h, m); err != nil {
			return err
		}
		return c.say("joined %s as %s; nothing is shared yet\nTo share a site: cairn team share SITE review\n", m.TeamName, m.Name)
	})
	cmd.Long = `The code is for one person, once, within seven days. The key that it is exchanged
for is made on this machine and never leaves it. A token of cairn team token is taken
too: for a data directory of its own, on a runner. A member of a team that moved to
another NATS gives the new code here, and stays the member.`
	as = registerRunner(cmd)
	return cmd
}

// noTeamYet refuses a second membership.
func noTeamYet(h home.Dir) error {
	m, err := team.Load(h.TeamFile())
	if err == nil && m != nil {
		err = types.Invalid("this data directory is a member of the team "+m.TeamName+" already", "To leave it: cairn team leave")
	}
	return err
}

// becomeMember stores a membership. A running daemon connects at once.
func becomeMember(h home.Dir, m *team.Membership) error {
	if err := m.Save(h.TeamFile()); err != nil {
		return err
	}
	if !control.Running(h) {
		return nil
	}
	_, err := askTeam(h, wire.TeamOrder{Op: wire.TeamOpen})
	return err
}

func leaveTeamVerb(c *call) *cobra.Command {
	var forget, anyway bool
	cmd := c.asks(c.verb("leave", "End the membership", func(_ context.Context, h home.Dir, _ []string) error {
		loss := "This ends the membership; what you shared stays with the team"
		if forget {
			loss = "This ends the membership and deletes all that you shared, at every member"
		}
		if m, err := team.Load(h.TeamFile()); err == nil && m != nil && m.Role == batch.RoleAdmin {
			loss += ". You are the team's admin: no one sees reports then, unless another member takes your place with the recovery code"
		}
		if err := c.agree(loss); err != nil {
			return err
		}
		if _, err := askTeam(h, wire.TeamOrder{Op: wire.TeamLeave, Forget: forget, Anyway: anyway}); err != nil {
			return err
		}
		return c.say("left the team; what you have of it stays here\nThe list of members has you until the admin's: cairn team revoke NAME\n")
	}))
	cmd.Long = `What you shared stays with the team, unless you give --forget. What others shared
with you stays here; cairn forget deletes it. Deletions that the server does not have
yet are sent first, and without a connection you stay a member. Your key stays: if you
join again, cairn forget also deletes what you shared before.`
	cmd.Flags().BoolVar(&forget, "forget", false, "first delete all that you shared, at every member and on the server")
	cmd.Flags().BoolVar(&anyway, "anyway", false, "leave also if the server does not have all deletions: the team keeps those records")
	return cmd
}

func shareVerb(c *call) *cobra.Command {
	cmd := c.verb("share SITE MODE", "Choose how a site is shared: off, review or auto", func(_ context.Context, h home.Dir, args []string) error {
		reply, err := askTeam(h, wire.TeamOrder{Op: wire.TeamShare, Site: args[0], Mode: args[1]})
		if err != nil {
			return err
		}
		return c.printSites(reply)
	})
	cmd.Long = `off     nothing more leaves; the default
review  a session leaves after you saw its texts: cairn team review
auto    agents' sessions leave when they end. Names that only one session has stay.
        The team's admin must offer it for the site.
Sessions from before are shared likewise. A site is an origin: a host with its
scheme and port.`
	return cmd
}

func trustVerb(c *call) *cobra.Command {
	cmd := c.verb("trust NAME MODE", "Use what a member shared, or set it aside", func(_ context.Context, h home.Dir, args []string) error {
		if args[1] != "use" && args[1] != "aside" {
			return types.Invalid(fmt.Sprintf("there is no mode %.20q", args[1]), "Modes are use and aside.")
		}
		_, err := askTeam(h, wire.TeamOrder{Op: wire.TeamTrust, Member: args[0], Aside: args[1] == "aside"})
		if err != nil {
			return err
		}
		said := "is used"
		if args[1] == "aside" {
			said = "is kept, and not used for suggestions"
		}
		return c.say("what %s shared %s\n", args[0], said)
	})
	cmd.Long = `use     what the member shared is suggested, the default
aside   it is kept and found by search, and not suggested; use takes that back
Members whose suggestions fail on a site are set aside there by themselves, and
everywhere when nearly all fail on several sites, until the results are 30 days old.`
	return cmd
}

func reportVerb(c *call) *cobra.Command {
	cmd := c.verb("report SESSION", "Tell the admins of a session that another member shared", func(_ context.Context, h home.Dir, args []string) error {
		if _, err := askTeam(h, wire.TeamOrder{Op: wire.TeamReport, Session: args[0]}); err != nil {
			return err
		}
		return c.say("%s is reported to the admins, and deleted here\n", args[0])
	})
	cmd.Long = `The session is deleted on this machine, and does not come back. The admins see its id,
who shared it and who reported it in cairn team status. They decide: cairn team trust
NAME aside for themselves, or cairn team revoke NAME --forget for all.`
	return cmd
}

func (c *call) printTeam(reply *control.TeamReply) error {
	s := reply.Status
	if s == nil {
		return c.say("no team is joined\n%s\n", control.ErrNoTeam.Hint)
	}
	fmt.Fprintf(c.out, "team       %s, as %s (%s)\n", s.TeamName, s.Name, s.Role)
	fmt.Fprintf(c.out, "connection %s since %s\n", s.State, console.When(s.Since))
	if s.Error != nil {
		fmt.Fprintf(c.out, "           %s\n           %s\n", s.Error.Message, s.Error.Hint)
	}
	if s.Encrypted {
		fmt.Fprintf(c.out, "encrypted  end to end%s\n", map[bool]string{true: "; there is no key yet, so nothing is sent"}[s.NoKey])
	}
	fmt.Fprintf(c.out, "to send    %s, %s\n", console.Counted(s.Outbox, "batch", "batches"), console.Counted(s.Deletions, "deletion", "deletions"))
	fmt.Fprintf(c.out, "to review  %s\n", console.Counted(len(reply.Reviews), "session", "sessions"))
	fmt.Fprintf(c.out, "members    %s\n", memberNames(s))
	if s.Unerased > 0 {
		fmt.Fprintf(c.out, "to erase   %s from the server's files\n", console.Counted(s.Unerased, "deletion", "deletions"))
	}
	if err := c.printSites(reply); err != nil {
		return err
	}
	for _, r := range s.Receipts {
		fmt.Fprintf(c.out, "deleted    %s\n", deletionLine(r))
	}
	for _, r := range s.Reports {
		fmt.Fprintf(c.out, "reported   %s of %s, by %s, %s\n", cmp.Or(r.Session, "two contents at one place"), r.Author, r.By, console.When(r.At))
	}
	for _, one := range s.Sites {
		if one.Records > 0 {
			fmt.Fprintf(c.out, "received   %s of %s\n", console.Counted(one.Records, "record", "records"), one.Origin)
		}
	}
	return nil
}

// deletionLine says where one's deletion of shared records was carried out.
func deletionLine(r team.Receipt) string {
	what, server := "all records", "not yet erased on the server"
	if r.Records > 0 {
		what = console.Counted(r.Records, "record", "records")
	}
	if r.Server {
		server = "erased on the server"
	}
	return fmt.Sprintf("%s, %s: %s, gone at %d of %s", what, console.When(r.At), server, r.Done, console.Counted(r.Members, "other member", "other members"))
}

func memberNames(s *team.Status) string {
	var names []string
	for _, m := range s.Members {
		name := m.Name
		if m.Version != "" && m.Version != s.Version {
			name += " (Cairn " + m.Version + ")"
		}
		if m.Behind > 0 {
			name += " (lacks " + console.Counted(m.Behind, "deletion", "deletions") + ")"
		}
		if m.Revoked {
			name += " (removed)"
		}
		if m.Aside {
			name += " (set aside)"
		} else if len(m.AsideAt) > 0 {
			name += " (set aside on " + strings.Join(m.AsideAt, ", ") + ": suggestions failed)"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

func (c *call) printSites(reply *control.TeamReply) error {
	if len(reply.Sites) == 0 {
		return c.say("sites      none is shared; cairn team share SITE review shares one\n")
	}
	for _, origin := range slices.Sorted(maps.Keys(reply.Sites)) {
		fmt.Fprintf(c.out, "site       %s: %s\n", origin, reply.Sites[origin])
	}
	return nil
}

func teamDoctorVerb(c *call) *cobra.Command {
	return c.reads(c.verb("doctor", "Check the connection and what others send", func(_ context.Context, h home.Dir, _ []string) error {
		reply, err := askTeam(h, wire.TeamOrder{Op: wire.TeamStatus})
		if err != nil {
			return err
		}
		s := reply.Status
		if s == nil {
			return control.ErrNoTeam
		}
		if s.Error != nil {
			return s.Error
		}
		if s.State != team.StateLive {
			return types.Fault(types.CodeTeamOffline, "there is no connection to the team's server yet", "Try again in a moment.")
		}
		return c.show(s, func() error { return printTeamCheck(c.out, s) })
	}))
}

func printTeamCheck(out io.Writer, s *team.Status) error {
	_, err := fmt.Fprintf(out, "ok    connected since %s; certificate and roster are the team's\n", console.When(s.Since))
	for _, n := range s.Notes() {
		if n.Mend != "" {
			n.Says += "; " + n.Mend
		}
		if err == nil {
			_, err = fmt.Fprintf(out, "note  %s\n", n.Says)
		}
	}
	return err
}
