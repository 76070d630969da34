package main

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"cairn/companion/console"
	"cairn/companion/home"
	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/types"
)

// errNoCopy is returned on a machine that has nothing of the team's roster.
var errNoCopy = types.Fault(types.CodeNotFound, "this machine has no copy of the team's members and settings", "Run it on the machine of a member, who has one since the first connection.")

func recoverTeamVerb(c *call) *cobra.Command {
	var at externalFlags
	cmd := c.verb("recover CODE...", "Make the team's server again after the loss of its machine", func(_ context.Context, h home.Dir, args []string) error {
		m, err := team.Load(h.TeamFile())
		if err != nil {
			return err
		}
		if m == nil || m.Fleet() {
			return errNoCopy
		}
		entries, config, err := team.SignedRoster(h.TeamState())
		if errors.Is(err, fs.ErrNotExist) {
			return errNoCopy
		}
		if err != nil {
			return err
		}
		var external *teamserver.External
		if at.given() {
			if external, err = at.look(); err != nil {
				return err
			}
		}
		if _, err := teamserver.Recover(h.TeamServer(), strings.Join(args, ""), m.Member, entries, config, external); err != nil {
			return err
		}
		m.Role = batch.RoleAdmin
		if err := becomeMember(h, m); err != nil {
			return err
		}
		serve := "cairn team serve"
		if external == nil {
			serve += " --listen " + m.Addresses[0]
		}
		return c.say("the server of %s is here, with %s; you are an admin of it\nCompare with: cairn team members. Who was removed, and is not in this machine's copy, is to be removed again.\nNext: %s\n", m.TeamName, console.Counted(len(entries), "member", "members"), serve)
	})
	cmd.Long = `CODE is the one that cairn team create printed. Run it on the machine of any member: the
members and settings come from the copy there. The server is to be at the address
that it had, under which the members look for it; they then share again what they have.
The lost one must not come back: members would find one or the other.
Invitations that were not used are void, and tokens of CI systems are made again. For a
team on a NATS of yours, --url and --creds are those of cairn team create.`
	cmd.Example = "  cairn team recover AEBAG-BAFAY-DQQCI-KBMGA-4DQPC-AIREE-YUCUL-BOGA2"
	at.register(cmd)
	return cmd
}
