package daemon

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"cairn/companion/console"
	"cairn/companion/team"
	"cairn/shared/share"
	"cairn/shared/types"
)

// leave ends the membership. The server must have all deletion requests first, unless anyway: no one sends
// them later.
func (p *teamPart) leave(ctx context.Context, client *team.Client, forget, anyway bool) error {
	d := p.daemon
	if forget {
		if err := d.memory.Withdraw(ctx); err != nil {
			return err
		}
	}
	if !anyway {
		if err := p.awaitDeletions(ctx, client); err != nil {
			return err
		}
	}
	p.mu.Lock()
	member := p.member
	p.mu.Unlock()
	if member != nil && !member.Fleet() && d.memory.Shares() {
		if err := team.AddFormer(d.home.TeamFormer(), member); err != nil {
			return err
		}
	}
	err := p.close()
	d.memory.LeaveTeam()
	for _, file := range []string{d.home.TeamFile(), d.home.TeamState(), d.home.TeamSites()} {
		if e := os.Remove(file); e != nil && !errors.Is(e, os.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// awaitDeletions waits until the server has all deletion requests.
func (p *teamPart) awaitDeletions(ctx context.Context, client *team.Client) error {
	ctx, cancel := context.WithTimeout(ctx, leaveTime)
	defer cancel()
	client.Tried(ctx)
	for {
		left := len(p.daemon.memory.Tombstones())
		waiting := console.Counted(left, "deletion", "deletions")
		switch {
		case left == 0:
			return nil
		case client.Status().State == team.StateRefused:
			return types.Fault(types.CodeTeamRefused, "the team's server refuses this log-in, and does not have "+waiting+" of yours", "Ask the team's admin to delete what you shared: cairn team revoke NAME --forget. Then leave with --anyway.")
		case ctx.Err() != nil:
			return types.Fault(types.CodeTeamOffline, "the team's server does not have "+waiting+" of yours yet", "You are still a member, and it is sent as soon as there is a connection: cairn team status. Then leave again. With --anyway the team keeps those records.")
		}
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// forgot has sites that were forgotten, here or in a browser, neither shared nor followed any more. It names their origins
// that were shared.
func (p *teamPart) forgot(covered func(origin string) bool) string {
	client := p.running.Load()
	sites := p.shared.Load()
	if client == nil || sites == nil {
		return ""
	}
	client.Unfollow(covered)
	var off []string
	for _, origin := range sites.Origins() {
		if !covered(origin) {
			continue
		}
		if err := sites.Set(origin, share.Off); err != nil {
			p.daemon.log.Printf("team: %v", err)
			continue
		}
		off = append(off, origin)
	}
	return strings.Join(off, ", ")
}

// known lists the sites that are shared or followed.
func (p *teamPart) known() (origins []string) {
	if sites := p.shared.Load(); sites != nil {
		origins = sites.Origins()
	}
	if client := p.running.Load(); client != nil {
		origins = append(origins, client.Followed()...)
	}
	return origins
}
