package main

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/companion/upgrade"
	"cairn/companion/version"
	"cairn/shared/recall"
	"cairn/shared/types"
)

func createTeamVerb(c *call) *cobra.Command {
	var name string
	var of teamserver.Settings
	var at externalFlags
	var cmd *cobra.Command
	cmd = c.verb("create TEAM", "Make a team, whose server is on this machine", func(_ context.Context, h home.Dir, args []string) error {
		err := noTeamYet(h)
		if err == nil && at.given() {
			of.External, err = at.look()
			of.Encrypt = of.Encrypt || !cmd.Flags().Changed("encrypt")
		}
		if err != nil {
			return err
		}
		now := time.Now()
		t, err := teamserver.Create(h.TeamServer(), args[0], now, of)
		if err != nil {
			return err
		}
		seed := team.NewKey()
		ask, err := batch.NewAsk(ed25519.NewKeyFromSeed(seed))
		if err != nil {
			return err
		}
		a, err := t.Admit(name, batch.RoleAdmin, ask, now)
		if err != nil {
			return err
		}
		i, err := t.Place()
		if err != nil {
			return err
		}
		m, err := team.Admitted(i, a, seed)
		if err != nil {
			return err
		}
		if err := becomeMember(h, m); err != nil {
			return err
		}
		next := "cairn team serve --listen ADDRESS, then cairn team invite NAME"
		if of.External != nil {
			next = "cairn team serve, which makes the streams; for each member: cairn team rights NAME, then cairn team invite NAME --creds FILE"
		}
		return c.say("created the team %s; you are its member %s\nIts keys are in %s. Should they be lost, cairn team recover makes them again from this code; keep it on paper, as a secret:\n  %s\nNext: %s\n", args[0], name, h.TeamServer(), t.RecoveryCode(), next)
	})
	cmd.Long = `With --encrypt, members encrypt what they share for each other, and the server's
files hold no text of it: only who sends how much when, and for which site under a
name that says nothing. Each removal of a member, and every 30 days, brings a new key.
A person who holds the team's keys in team-server can still admit a member, and so read.
--partitions spreads the sites over several streams, for a team of thousands. Both
hold for ever.
--url and --creds have a NATS of yours, with JetStream and an account of the team's
own, carry the team's log; such a team encrypts unless you say --encrypt=false.
cairn team serve then runs the keeper alone.`
	at.register(cmd)
	cmd.Flags().StringVar(&name, "name", "admin", "your `NAME` in the team")
	cmd.Flags().BoolVar(&of.Encrypt, "encrypt", false, "encrypt end to end: the server cannot read what is shared")
	cmd.Flags().IntVar(&of.Partitions, "partitions", 1, "spread sites over `N` streams: 1, 4, 16 or 64")
	return cmd
}

func serveTeamVerb(c *call) *cobra.Command {
	var listen, replica string
	cmd := tidyingUp(c.verb("serve", "Run the team's server until it is ended", func(ctx context.Context, h home.Dir, _ []string) error {
		for o := (teamserver.Options{Listen: listen, Log: c.errOut, Version: version.Number()}); ; {
			s, err := serveReplica(h, replica, o)
			if s == nil && err == nil {
				s, err = serveTeam(h, o)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(c.out, "serving the team on %s\n", s.Address())
			if recall.OnThisMachine("nats://" + s.Address()) {
				fmt.Fprintln(c.out, "Only this machine reaches it. For members on others: cairn team serve --listen ADDRESS")
			}
			select {
			case <-ctx.Done():
			case <-s.Restart():
				fmt.Fprintln(c.errOut, "The disk was full, and has room again: the server starts again.")
				o.Listen, replica = s.Address(), ""
			}
			s.Close()
			if ctx.Err() != nil {
				return nil
			}
		}
	}))
	cmd.Long = fmt.Sprintf(`The server is reached from this machine alone, unless --listen names an address of
the network; then all connections are encrypted, and members know the certificate
from their invitation. The port is %d unless given. Invite members after the
first start, because invitations name the address. With several servers (cairn team
servers), all but the first are started with --replica.`, teamserver.DefaultPort)
	cmd.Flags().StringVar(&listen, "listen", net.JoinHostPort("127.0.0.1", strconv.Itoa(teamserver.DefaultPort)), "`ADDRESS` to listen on, with a port if it is another")
	cmd.Flags().StringVar(&replica, "replica", "", "`FILE` that cairn team servers wrote: this is a further server")
	return cmd
}

// serverVerb returns a new command on the machine of the team's server.
func (c *call) serverVerb(use, about string, do func(h home.Dir, t *teamserver.Team, args []string) error) *cobra.Command {
	return c.verb(use, about, func(_ context.Context, h home.Dir, args []string) error {
		t, err := teamserver.Open(h.TeamServer())
		if err != nil {
			return err
		}
		return do(h, t, args)
	})
}

func serveTeam(h home.Dir, o teamserver.Options) (*teamserver.Server, error) {
	t, err := teamserver.Open(h.TeamServer())
	if err != nil {
		return nil, err
	}
	s, err := t.Serve(o)
	if err != nil {
		return nil, err
	}
	if err := followServer(h, t); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// serveReplica starts a further server of a team, from a file or from its directory here. It returns nil
// if this machine has none.
func serveReplica(h home.Dir, file string, o teamserver.Options) (*teamserver.Server, error) {
	if file == "" && !teamserver.IsReplica(h.TeamServer()) {
		return nil, nil
	}
	return teamserver.ServeReplica(h.TeamServer(), file, o)
}

func serversVerb(c *call) *cobra.Command {
	cmd := c.asks(c.serverVerb("servers ADDRESS...", "Have three or five servers, so that one may fail", func(_ home.Dir, t *teamserver.Team, args []string) error {
		if err := c.agreeToLeave(t); err != nil {
			return err
		}
		file, err := t.SetServers(args)
		if err != nil {
			return err
		}
		return c.say("Copy %s to the other servers, on a private channel, and start there:\n  cairn team serve --replica FILE --listen ADDRESS\nThen start this one: cairn team serve --listen %s\n", file, args[0])
	}))
	cmd.Long = `The addresses are those on which members reach the servers; this machine's is the
first. Servers talk to each other on the port after it, encrypted. Three hold each
message, and two have it on disk before it is acknowledged. Members go to another
server when theirs fails. The first start of this one copies its log to them, and removes
its own. Joining, removing members and erasing what was deleted wait while the first one
is down. The file holds no key that signs members.`
	return cmd
}

// followServer notes the server's address in the membership of the machine that it runs on.
func followServer(h home.Dir, t *teamserver.Team) error {
	m, err := team.Load(h.TeamFile())
	if err != nil || m == nil || m.Team != t.ID {
		return err
	}
	i, err := t.Place()
	if err != nil || slices.Equal(m.Addresses, i.Addresses) && m.CAHash == i.CAHash && (!i.External || m.JWT == i.JWT) {
		return err
	}
	m.Relocate(i)
	return becomeMember(h, m)
}

func teamAliasVerb(c *call) *cobra.Command {
	var remove bool
	cmd := c.verb("alias NAME [PATTERN...]", "Make several addresses of an application one site", func(_ context.Context, h home.Dir, args []string) error {
		if remove != (len(args) == 1) {
			return types.Invalid("a name needs patterns, or --remove", "cairn team alias shop 'https://*.preview.example.com'")
		}
		t, err := teamserver.Open(h.TeamServer())
		if err != nil {
			return err
		}
		if err := t.Alias(args[0], args[1:]); err != nil {
			return err
		}
		if remove {
			return c.say("%s is no longer the name of a site\n", args[0])
		}
		return c.say("%s: %s\n", args[0], strings.Join(args[1:], ", "))
	})
	cmd.Long = `Patterns are those of cairn site alias: an origin, all ports of a host of this
machine, or the hosts below one registered domain. Members take the names over, unless
they named such an address themselves. Addresses of a machine are the alias's only
for runners that say so (--site NAME), because each machine has its own.`
	cmd.Example = `  cairn team alias shop 'https://*.preview.example.com' 'http://localhost:*'
  cairn team offer shop`
	cmd.Flags().BoolVar(&remove, "remove", false, "the name goes")
	return cmd
}

func goalsVerb(c *call) *cobra.Command {
	cmd := c.verb("goals MODE", "Share what sessions were for: on or off", func(_ context.Context, h home.Dir, args []string) error {
		if args[0] != "on" && args[0] != "off" {
			return types.Invalid(fmt.Sprintf("there is no mode %.20q", args[0]), "Modes are on and off.")
		}
		t, err := teamserver.Open(h.TeamServer())
		if err != nil {
			return err
		}
		if err := t.ShareGoals(args[0] == "on"); err != nil {
			return err
		}
		said := "goals are shared from now on, without what was typed; a review shows them\n"
		if args[0] == "off" {
			said = "goals are no longer shared; those that were stay with the team\n"
		}
		_, err = fmt.Fprint(c.out, said)
		return err
	})
	cmd.Long = `Off by default: goals are sentences of people. With them, others' suggestions follow
the task, and what a member did is offered as a flow under its name.`
	return cmd
}

func leastVerb(c *call) *cobra.Command {
	cmd := c.serverVerb("least VERSION", "Require a version of Cairn of the members who share", func(_ home.Dir, t *teamserver.Team, args []string) error {
		least := args[0]
		switch {
		case least == "any":
			least = ""
		case !batch.IsVersion(least):
			return types.Invalid(fmt.Sprintf("%.40q is no version", least), "Give one such as "+version.Number()+", or any.")
		case upgrade.Newer(least, version.Number()):
			return types.Invalid("this machine has Cairn "+version.Number()+", and could share nothing either", "Update it first: cairn upgrade")
		}
		if err := t.Require(least); err != nil {
			return err
		}
		if least == "" {
			return c.say("members share with any version\n")
		}
		return c.say("members share with Cairn %s or newer; older ones receive, and send deletions alone\n", least)
	})
	cmd.Long = `Use it when an older version has a fault that must not reach the team. Members with an
older version see why, and what they would share waits. Versions from before this
command ignore it: cairn team status lists the version of each member. "any" removes
the requirement.`
	cmd.Example = "  cairn team least " + version.Number()
	return cmd
}

func offerVerb(c *call) *cobra.Command {
	var remove bool
	cmd := c.serverVerb("offer SITE", "Let members share a site without review", func(_ home.Dir, t *teamserver.Team, args []string) error {
		config, err := t.Config()
		if err != nil {
			return err
		}
		origin := args[0] // or the name of several
		if !slices.ContainsFunc(config.Aliases, func(alias types.SiteName) bool { return alias.Name == origin }) {
			if origin, err = team.SharedOrigin(origin); err != nil {
				return err
			}
		}
		if err := t.OfferAuto(origin, !remove); err != nil {
			return err
		}
		words := "members may choose: cairn team share %s auto\n"
		if !strings.Contains(origin, "://") {
			words = "members may choose auto for each address of %s: cairn team share ADDRESS auto\n"
		}
		if remove {
			words = "%s is no longer offered; members who chose auto keep it\n"
		}
		return c.say(words, origin)
	})
	cmd.Long = "For the team's own applications, whose texts may leave without a look at each."
	cmd.Flags().BoolVar(&remove, "remove", false, "offer it no longer")
	return cmd
}
