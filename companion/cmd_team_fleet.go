package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
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

// tokenVariable holds the token of a fleet.
const tokenVariable = "CAIRN_TEAM"

// runnerFlags are the options of a fleet's runner.
type runnerFlags struct {
	spool string // directory
	site  string // alias
}

func registerRunner(cmd *cobra.Command) *runnerFlags {
	f := &runnerFlags{}
	cmd.Flags().StringVar(&f.spool, "spool", "", "with a token of a fleet: write what is shared to files in `DIR` instead of sending it")
	cmd.Flags().StringVar(&f.site, "site", "", "with a token of a fleet: the team's `NAME` of the application on this machine")
	_ = cmd.MarkFlagDirname("spool") // the flag exists
	return f
}

// enlist makes this data directory that of a fleet's runner if there is a token in the
// environment. It reports an obstacle in one line, and the run goes on without a team.
func (c *call) enlist(h home.Dir, as *runnerFlags) {
	token := os.Getenv(tokenVariable)
	if token == "" && *as == (runnerFlags{}) {
		return
	}
	if err := takeToken(h, token, as); err != nil {
		fmt.Fprintf(c.errOut, "cairn: without the team: %s\n", types.AsError(err).Message)
	}
}

func takeToken(h home.Dir, token string, as *runnerFlags) error {
	if token == "" {
		return types.Invalid("--spool and --site have no effect without a token in "+tokenVariable, "")
	}
	had, err := team.Load(h.TeamFile())
	if err != nil {
		return err
	}
	if had != nil && !had.Fleet() {
		return types.Invalid(tokenVariable+" has no effect: this data directory is the member "+had.Name+" of "+had.TeamName, "")
	}
	m, err := team.Enlist(token, time.Now())
	if err != nil {
		return err
	}
	if m.Local = as.site; as.spool != "" {
		if m.Spool, err = filepath.Abs(as.spool); err != nil {
			return err
		}
	}
	return becomeMember(h, m)
}

// joinFleet makes this data directory that of a runner.
func (c *call) joinFleet(h home.Dir, token string, as *runnerFlags) error {
	if err := takeToken(h, token, as); err != nil {
		return err
	}
	m, err := team.Load(h.TeamFile())
	if err != nil {
		return err
	}
	return c.say("joined %s as a runner of %s (%s), for two hours\n", m.TeamName, m.Name, m.Role)
}

func tokenVerb(c *call) *cobra.Command {
	role, creds := batch.RoleMember, ""
	cmd := c.serverVerb("token NAME", "Print a token for the runners of a CI system", func(_ home.Dir, t *teamserver.Team, args []string) error {
		token, err := t.Token(creds, args[0], role, time.Now())
		if err != nil {
			return err
		}
		return c.say("%s\n", token)
	})
	cmd.Long = `Keep it as a secret of the CI system, and give it to cairn run or cairn mcp in
` + tokenVariable + `. All runners with it are one member of the team, a fleet. They share the
sites that are offered (cairn team offer), without a review: their data must be made
up. What they repeat often leaves as a count. A token with --role reader only reads:
give builds of foreign branches no other. cairn team revoke NAME ends a token, and
all log-ins made with it.`
	choiceFlag(cmd, &role, "role", "right of the runners", batch.RoleMember, batch.RoleReader)
	cmd.Flags().StringVar(&creds, "creds", "", credsUse)
	return cmd
}

func pushVerb(c *call) *cobra.Command {
	wait := 30 * time.Second
	cmd := c.verb("push [DIR]", "Send what is to leave, or the files of a spool", func(ctx context.Context, h home.Dir, args []string) error {
		ctx, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		if len(args) > 0 {
			return c.pushSpool(ctx, h, args[0])
		}
		return c.pushOutbox(ctx, h)
	})
	cmd.Long = `Without DIR: makes batches of what may leave, and waits until the team's server has
them. A runner's sessions that nobody ended count as ended.
With DIR: sends what a runner wrote with --spool, and removes each file that the
server has. Only the same member may send it; for a fleet, set ` + tokenVariable + `.`
	cmd.Flags().DurationVar(&wait, "wait", wait, "how long to wait for the server: a `TIME` such as 30s")
	cmd.Example = `  cairn team push --wait 30s
  cairn team push spool`
	return cmd
}

func (c *call) pushSpool(ctx context.Context, h home.Dir, dir string) error {
	m, err := team.Load(h.TeamFile())
	if token := os.Getenv(tokenVariable); token != "" {
		m, err = team.Enlist(token, time.Now())
	}
	if err != nil {
		return err
	}
	if m == nil {
		return types.Fault(types.CodeNoTeam, "no team is joined", "Set "+tokenVariable+" to the fleet's token.")
	}
	done, err := team.Push(ctx, m, dir)
	if done.Sent+done.Known > 0 || err == nil {
		fmt.Fprintf(c.out, "sent %s", console.Counted(done.Sent, "batch", "batches"))
		if done.Known > 0 {
			fmt.Fprintf(c.out, "; the team had %d already", done.Known)
		}
		fmt.Fprintln(c.out)
	}
	if err != nil {
		return err
	}
	var left []string
	if done.Others > 0 {
		left = append(left, console.Counted(done.Others, "file", "files")+" of another member")
	}
	if done.Damaged > 0 {
		left = append(left, console.Counted(done.Damaged, "damaged file", "damaged files"))
	}
	if len(left) > 0 {
		return types.Invalid(strings.Join(left, " and ")+" could not be sent, and stay in "+dir, "Only the member that wrote a file can send it.")
	}
	return nil
}

// pushOutbox waits until the server has the daemon's unsent batches.
func (c *call) pushOutbox(ctx context.Context, h home.Dir) error {
	if m, err := team.Load(h.TeamFile()); err == nil && os.Getenv(tokenVariable) != "" && (m == nil || m.Fleet()) {
		as := &runnerFlags{}
		if m != nil {
			as = &runnerFlags{m.Spool, m.Local}
		}
		c.enlist(h, as) // the log-in may have ended
	}
	for {
		reply, err := askTeam(h, wire.TeamOrder{Op: wire.TeamPush})
		if err != nil {
			return err
		}
		s := reply.Status
		if s == nil {
			return control.ErrNoTeam
		}
		if s.State == team.StateRefused { // waiting does not help, and what the admin offers by now is not known
			return s.Error
		}
		left := s.Outbox + s.Deletions
		if left == 0 {
			return c.say("nothing waits; %s sent since the start%s\n", console.Counted(s.Sent, "batch", "batches"), map[bool]string{true: "; there is no connection now"}[s.State == team.StateOffline])
		}
		select {
		case <-ctx.Done():
			if s.Error != nil {
				return s.Error
			}
			return types.Fault(types.CodeTeamOffline, fmt.Sprintf("%d batches and deletions still wait", left), "They are sent as soon as there is a connection: cairn team status.")
		case <-time.After(50 * time.Millisecond):
		}
	}
}
