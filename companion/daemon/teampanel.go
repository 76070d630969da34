package daemon

import (
	"context"
	"slices"
	"strings"
	"time"

	"cairn/companion/pilot"
	"cairn/companion/team"
	"cairn/shared/share"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Bounds of an answer to the panel.
const (
	teamPanelTime = 45 * time.Second // longer than leaving takes
	maxReviews    = 200
	maxTeamListed = 1000 // members, sites, and lines of a review
)

// panelOps are the operations that a person may ask for in the panel: not TeamOpen, which
// follows a change of files.
var panelOps = []string{wire.TeamStatus, wire.TeamReview, wire.TeamShare, wire.TeamSend, wire.TeamDrop, wire.TeamTrust, wire.TeamLeave}

// handleOrder answers a person's question or order in a browser. It returns at once.
func (p *teamPart) handleOrder(b pilot.Browser, in *wire.TeamOrder) {
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), teamPanelTime)
		defer cancel()
		said := wire.TeamSaid{ID: in.ID}
		state, err := p.answerPanel(ctx, in)
		if said.Team = state; err != nil {
			said.Team, said.Error = nil, types.AsError(err)
		}
		callCtx, done := context.WithTimeout(context.Background(), panelSaidTime)
		defer done()
		_, _ = b.Call(callCtx, wire.Envelope{Kind: wire.KindTeamSaid, TeamSaid: &said}) // a browser that is gone shows nothing
	}()
}

// answerPanel carries out a person's order in the panel, and returns the state after it, nil
// without a team.
func (p *teamPart) answerPanel(ctx context.Context, in *wire.TeamOrder) (*wire.TeamState, error) {
	if !slices.Contains(panelOps, in.Op) {
		return nil, types.Fault(types.CodeUnknownType, "the companion knows no such order about the team", "Update Cairn.")
	}
	reply, err := p.handle(ctx, in)
	if err != nil || reply.Status == nil {
		return nil, err
	}
	client, _ := p.parts()
	if client == nil {
		return nil, nil // it was left meanwhile
	}
	s := reply.Status
	state := &wire.TeamState{Name: s.TeamName, Member: s.Name, Role: s.Role, State: string(s.State), Since: s.Since, Error: s.Error, Outbox: s.Outbox, Deletions: s.Deletions,
		Sites: []wire.TeamSite{}, Members: []wire.TeamMember{}, Reviews: []wire.TeamSession{}}
	origins := map[string]bool{}
	for origin := range reply.Sites {
		origins[origin] = true
	}
	for _, followed := range s.Sites {
		origins[followed.Origin] = true
	}
	sessionsOn := p.daemon.memory.TeamSessions()
	for origin := range origins {
		one := wire.TeamSite{Origin: origin, Mode: reply.Sites[origin], Offered: client.AutoOffered(origin)}
		one.Shared, one.Received, one.Members = sessionsOn(origin)
		if one.Mode == "" {
			one.Mode = string(share.Off)
		}
		if one.Mode != string(share.Off) || one.Shared+one.Received > 0 {
			state.Sites = append(state.Sites, one)
		}
	}
	slices.SortFunc(state.Sites, func(a, b wire.TeamSite) int { return strings.Compare(a.Origin, b.Origin) })
	state.Sites = state.Sites[:min(len(state.Sites), maxTeamListed)]
	for _, m := range s.Members[:min(len(s.Members), maxTeamListed)] {
		state.Members = append(state.Members, panelMember(m, m.Member == s.Member))
	}
	for _, r := range s.Receipts {
		state.Receipts = append(state.Receipts, wire.TeamReceipt(r))
	}
	for _, r := range reply.Reviews {
		if in.Op == wire.TeamReview && (r.SessionID != in.Session || in.Site != "" && r.Origin != in.Site) {
			continue
		}
		if len(state.Reviews) == maxReviews {
			state.MoreReviews++
			continue
		}
		one := wire.TeamSession{SessionID: r.SessionID, Origin: r.Origin, Goal: r.Goal, Steps: r.Steps, Texts: len(r.Lines)}
		if in.Op == wire.TeamReview {
			for _, l := range r.Lines[:min(len(r.Lines), maxTeamListed)] {
				one.Lines = append(one.Lines, wire.TeamLine{Kind: string(l.Kind), Text: l.Text, Once: l.Once})
			}
		}
		state.Reviews = append(state.Reviews, one)
	}
	return state, nil
}

func panelMember(m team.MemberStatus, me bool) wire.TeamMember {
	return wire.TeamMember{Member: m.Member, Name: m.Name, Role: m.Role, Me: me, Revoked: m.Revoked, Aside: m.Aside, AsideAt: m.AsideAt, Worked: m.Worked, Failed: m.Failed}
}
