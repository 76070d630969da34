package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/home"
	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
)

// credsUse describes the log-in that a code has in it.
const credsUse = "on a NATS of yours: `FILE` with the log-in that the code gives, which nsc wrote"

// externalFlags name a NATS of another operator.
type externalFlags struct {
	url, creds string
	copies     int
}

func (f *externalFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.url, "url", "", "`ADDRESSES` of a NATS of yours, with commas between them: tls://n1.example:4222")
	cmd.Flags().StringVar(&f.creds, "creds", "", "`FILE` with the keeper's log-in to it, which nsc wrote")
	cmd.Flags().IntVar(&f.copies, "replicas", 1, "keep `N` copies of each message, on as many servers of it")
}

// given reports whether a person named a NATS.
func (f *externalFlags) given() bool { return *f != externalFlags{copies: 1} }

func (f *externalFlags) look() (*teamserver.External, error) {
	if f.url == "" {
		return nil, types.Invalid("--creds and --replicas are for a NATS of yours", "Give its addresses, too: --url tls://n1.example:4222")
	}
	return teamserver.NewExternal(f.url, f.creds, f.copies)
}

func moveVerb(c *call) *cobra.Command {
	var to externalFlags
	cmd := c.asks(c.serverVerb("move", "Move the team to a NATS of yours", func(_ home.Dir, t *teamserver.Team, _ []string) error {
		e, err := to.look()
		if err != nil {
			return err
		}
		if err := c.agreeToLeave(t); err != nil {
			return err
		}
		if err := t.Move(e); err != nil {
			return err
		}
		_, err = fmt.Fprintln(c.out, "the team is on "+strings.Join(e.Addresses, ", ")+" from the next start on\nNext: cairn team serve; for each member: cairn team invite NAME --creds FILE, whose code they give to cairn team join")
		return err
	}))
	cmd.Long = `The team's keys, members and settings stay, and so does each member's store. cairn team
serve copies the log of a server of this machine, and then removes it here. Without the
new codes, members keep what they share until they have one. Tokens of CI systems
are made again: cairn team revoke NAME, then cairn team token NAME2 --creds FILE.`
	cmd.Example = "  cairn team move --url tls://n1.example,tls://n2.example,tls://n3.example --creds keeper.creds --replicas 3"
	to.register(cmd)
	return cmd
}

// agreeToLeave has a person agree that other servers take the place of those that the team has.
func (c *call) agreeToLeave(t *teamserver.Team) error {
	single, err := t.Single()
	if err != nil {
		return err
	}
	loss := "The next cairn team serve copies the log there, and removes it here"
	if !single {
		loss = "The log there begins empty; members share again what they have, and what ended CI runners shared is lost"
	}
	return c.agree(loss)
}

func rightsVerb(c *call) *cobra.Command {
	role := batch.RoleMember
	cmd := c.reads(c.serverVerb("rights NAME", "Show the rights that a member's log-in to a NATS of yours needs", func(_ home.Dir, t *teamserver.Team, args []string) error {
		publish, subscribe, err := t.Rights(args[0], role)
		if err != nil {
			return err
		}
		return c.show(map[string][]string{"publish": publish, "subscribe": subscribe}, func() error {
			return c.say("nsc add user --name %s \\\n  --allow-pub '%s' \\\n  --allow-sub '%s'\n", args[0], strings.Join(publish, ","), strings.Join(subscribe, ","))
		})
	}))
	cmd.Long = `Printed as the command of nsc, NATS's own tool. Before the member has joined, a star
stands for their id: members refuse what is written in another's name whatever the
rights. The keeper's log-in, which create and move take, needs all rights in the
account, and the account needs JetStream. The account is for one team.`
	cmd.Example = `  cairn team rights bob | sh
  nsc generate creds --name bob > bob.creds
  cairn team invite bob --creds bob.creds`
	choiceFlag(cmd, &role, "role", "right of the member", batch.RoleMember, batch.RoleReader, batch.RoleKeeper)
	return cmd
}

// followTeam takes over where the team is from a code, if this is a member of the team and the code is for a
// NATS of another operator.
func (c *call) followTeam(h home.Dir, code string) (moved bool, err error) {
	m, err := team.Load(h.TeamFile())
	if m == nil || err != nil {
		return false, err
	}
	i, err := batch.ReadInvite(code)
	if err != nil || !i.External || i.Team != m.Team || i.Name != m.Name {
		return false, nil // it is said that there is a team already
	}
	m.Relocate(i)
	if err := becomeMember(h, m); err != nil {
		return false, err
	}
	_, err = fmt.Fprintf(c.out, "%s is on %s now; you are its member %s as before\n", m.TeamName, strings.Join(m.Addresses, ", "), m.Name)
	return true, err
}
