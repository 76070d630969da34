package daemon

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cairn/companion/console"
	"cairn/companion/control"
	"cairn/companion/memory"
	"cairn/companion/team"
	"cairn/companion/upgrade"
	"cairn/companion/version"
	"cairn/shared/share"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// Waiting times of a team.
const (
	visitTime   = 300 * time.Millisecond // of an answer, for the team's records of a new site
	connectTime = 5 * time.Second        // of an answer about the connection, for the first one
	leaveTime   = 30 * time.Second       // until the server has the last deletion request
	finishTime  = 10 * time.Second       // until the server has a runner's batches
)

// teamPart connects the memory with the team. Without a membership it holds nothing, and opens and
// starts nothing.
type teamPart struct {
	daemon *Daemon
	mu     sync.Mutex
	client *team.Client
	member *team.Membership
	sites  *team.Sites
	failed error // why the membership could not be read
	// running is client, and shared is sites. The memory asks them, also while mu is held.
	running atomic.Pointer[team.Client]
	shared  atomic.Pointer[team.Sites]
}

// open reads the membership, if there is one, and connects.
func (p *teamPart) open(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.failed = p.openLocked(ctx)
	return p.failed
}

// failure returns the error of the last open.
func (p *teamPart) failure() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.failed
}

func (p *teamPart) openLocked(ctx context.Context) error {
	d := p.daemon
	m, err := team.Load(d.home.TeamFile())
	if m == nil || err != nil {
		return err
	}
	if err := p.closeLocked(); err != nil {
		return err
	}
	sites, err := team.LoadSites(d.home.TeamSites())
	if err != nil {
		return err
	}
	former, err := team.LoadFormer(d.home.TeamFormer())
	if err != nil {
		return err
	}
	m.TakeFormer(former)
	if err := p.setRules(ctx, m, sites); err != nil {
		return err
	}
	client, err := team.Start(m, teamMemory{d.memory}, team.Options{State: d.home.TeamState(), Log: d.options.Log, Named: p.nameSites, Version: version.Number(), Older: func(than string) bool { return upgrade.Newer(than, version.Number()) }})
	if err != nil {
		d.memory.LeaveTeam()
		return err
	}
	p.client, p.member, p.sites = client, m, sites
	p.running.Store(client)
	p.shared.Store(sites)
	for _, origin := range sites.Origins() {
		client.Follow(ctx, origin)
	}
	return nil
}

// setRules gives the memory the modes of sites as they are now.
func (p *teamPart) setRules(ctx context.Context, m *team.Membership, sites *team.Sites) error {
	rules := memory.TeamRules{Team: m.Team, Author: m.Member, SiteID: m.SiteID, Mode: sites.Mode, Former: m.Former(), Forgot: p.forgot, Known: p.known, Fleet: m.Fleet(), Goals: func() bool {
		c := p.running.Load()
		return c != nil && c.Goals()
	}}
	if m.Fleet() { // no person is there to choose
		rules.Mode = func(origin string) share.Mode {
			if c := p.running.Load(); c != nil && c.AutoOffered(origin) {
				return share.Auto
			}
			return share.Off
		}
	}
	return p.daemon.memory.JoinTeam(ctx, rules)
}

// nameSites gives sites the names that the team's admin gave them.
func (p *teamPart) nameSites(list []types.SiteName) {
	if err := p.daemon.memory.NameTeamSites(context.Background(), list); err != nil {
		p.daemon.log.Printf("team: name sites: %v", err)
	}
}

// fleet reports whether this is a fleet's runner.
func (p *teamPart) fleet() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.member != nil && p.member.Fleet()
}

// push makes batches of the records that may leave by now. A runner's sessions count as ended then.
func (p *teamPart) push(ctx context.Context) error {
	if p.fleet() {
		p.daemon.memory.EndSharing()
	}
	_, err := p.daemon.memory.MakeDue(ctx)
	return err
}

// finish sends a runner's batches before the daemon ends, if another member can
// take them.
func (p *teamPart) finish() error {
	client, _ := p.parts()
	if client == nil || !p.fleet() {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), finishTime)
	defer cancel()
	err := p.push(ctx)
	for err == nil && client.Sending() {
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
	if left := p.daemon.memory.Waiting(); left > 0 {
		p.daemon.log.Printf("team: %s could not be sent", console.Counted(left, "batch", "batches"))
	}
	return err
}

// close ends the connection.
func (p *teamPart) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closeLocked()
}

func (p *teamPart) closeLocked() error {
	if p.client == nil {
		return nil
	}
	err := p.client.Close()
	p.running.Store(nil)
	p.client, p.member, p.sites = nil, nil, nil
	return err
}

func (p *teamPart) parts() (*team.Client, *team.Sites) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.client, p.sites
}

// visit follows the site of a page that an agent opens.
func (p *teamPart) visit(ctx context.Context, origin string) {
	client, _ := p.parts()
	if client == nil {
		return
	}
	if origin, err := team.SharedOrigin(origin); err == nil {
		ctx, cancel := context.WithTimeout(ctx, visitTime)
		defer cancel()
		client.Follow(ctx, origin)
	}
}

// handle answers a request about the team.
func (p *teamPart) handle(ctx context.Context, req *wire.TeamOrder) (*control.TeamReply, error) {
	if req == nil {
		return nil, types.Invalid("there is no question about the team", "")
	}
	if req.Op == wire.TeamOpen {
		if err := p.open(ctx); err != nil {
			return nil, err
		}
	}
	client, sites := p.parts()
	if client == nil {
		if err := p.failure(); err != nil || req.Op == wire.TeamStatus {
			return &control.TeamReply{}, err
		}
		return nil, control.ErrNoTeam
	}
	var err error
	switch req.Op {
	case wire.TeamStatus, wire.TeamOpen, wire.TeamReview:
	case wire.TeamPush:
		err = p.push(ctx)
	case wire.TeamShare:
		err = p.share(ctx, client, sites, req)
	case wire.TeamSend, wire.TeamDrop:
		err = p.decide(ctx, req)
	case wire.TeamTrust:
		err = p.trust(ctx, client, req)
	case wire.TeamReport:
		err = p.report(ctx, client, req.Session)
	case wire.TeamLeave:
		return &control.TeamReply{}, p.leave(ctx, client, req.Forget, req.Anyway)
	default:
		err = types.Fault(types.CodeUnknownType, fmt.Sprintf("the daemon knows no team operation %.20q", req.Op), "End a daemon of another version with: cairn stop")
	}
	if err != nil {
		return nil, err
	}
	connected, cancel := context.WithTimeout(ctx, connectTime)
	defer cancel()
	client.Tried(connected)
	status := client.Status()
	aside, results := p.daemon.memory.Authors()
	for i := range status.Members {
		m := &status.Members[i]
		r := results[m.Member]
		m.Aside, m.AsideAt, m.Worked, m.Failed = slices.Contains(aside, m.Member), r.AsideAt, r.Worked, r.Failed
	}
	shared := sites.All()
	if p.fleet() {
		for _, origin := range client.Offered() {
			shared[origin] = string(share.Auto)
		}
	}
	return &control.TeamReply{Status: &status, Sites: shared, Reviews: p.daemon.memory.Reviews()}, nil
}

func (p *teamPart) share(ctx context.Context, client *team.Client, sites *team.Sites, req *wire.TeamOrder) error {
	if p.fleet() {
		return types.Invalid("a runner shares the sites that the admin offers, and no others", "cairn team offer SITE, on the server's machine")
	}
	origin, err := team.SharedOrigin(req.Site)
	if err != nil {
		return err
	}
	mode, ok := share.ParseMode(req.Mode)
	if !ok {
		return types.Invalid(fmt.Sprintf("there is no mode %.20q", req.Mode), "Modes are off, review and auto.")
	}
	if mode == share.Auto && !client.AutoOffered(origin) {
		return types.Invalid("the team's admin does not offer automatic sharing for "+origin, "Use review, or ask the admin for: cairn team offer "+origin)
	}
	if err := sites.Set(origin, mode); err != nil {
		return err
	}
	p.mu.Lock()
	member := p.member
	p.mu.Unlock()
	if member == nil {
		return control.ErrNoTeam // it was left meanwhile
	}
	if err := p.setRules(ctx, member, sites); err != nil || mode == share.Off {
		return err
	}
	p.visit(ctx, origin)
	_, err = p.daemon.memory.MakeDue(ctx)
	return err
}

// trust sets a member aside, or uses its records again.
func (p *teamPart) trust(ctx context.Context, client *team.Client, req *wire.TeamOrder) error {
	var found []string
	for _, m := range client.Status().Members {
		if m.Member == req.Member || m.Name == req.Member {
			found = append(found, m.Member)
		}
	}
	switch {
	case len(found) == 0:
		return types.Fault(types.CodeNotFound, fmt.Sprintf("no member has the name %.40q", req.Member), "cairn team status lists them.")
	case len(found) > 1:
		return types.Invalid(fmt.Sprintf("%d members have the name %.40q", len(found), req.Member), "Give the id: cairn team status --json")
	}
	return p.daemon.memory.SetAside(ctx, found[0], req.Aside)
}

// report tells the admins of a session that another member shared, and deletes it here.
func (p *teamPart) report(ctx context.Context, client *team.Client, id string) error {
	s := p.daemon.memory.Session(id)
	if s == nil || s.From == nil {
		return types.Fault(types.CodeNotFound, fmt.Sprintf("no session of another member has the id %.60q", id), "cairn search shows who shared a step, and the id of its session.")
	}
	if err := client.Report(id, s.From.Author); err != nil { // first: the deletion takes the author with it
		return err
	}
	_, err := p.daemon.memory.Forget(ctx, types.Forget{SessionID: id})
	return err
}

// decide sends a session that waits for review, with the texts of req alone, or keeps it here.
func (p *teamPart) decide(ctx context.Context, req *wire.TeamOrder) error {
	waiting := slices.DeleteFunc(p.daemon.memory.Reviews(), func(s memory.SharedSession) bool {
		return s.SessionID != req.Session || req.Site != "" && s.Origin != req.Site
	})
	if len(waiting) == 0 {
		return types.Fault(types.CodeNotFound, "no such session waits for review", "cairn team review list shows those that do")
	}
	var with []share.Line
	for _, l := range req.With {
		with = append(with, share.Line{Kind: share.Kind(l.Kind), Text: l.Text})
	}
	for _, s := range waiting {
		err := error(nil)
		if req.Op == wire.TeamDrop {
			err = p.daemon.memory.Decline(ctx, s.SessionID, s.Origin)
		} else {
			err = p.daemon.memory.Share(ctx, s.SessionID, s.Origin, with)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// teamMemory adapts the memory to the interface of a team's client.
type teamMemory struct{ *memory.Memory }

func (m teamMemory) Outbox(most int) []team.Outgoing {
	var out []team.Outgoing
	for _, o := range m.Memory.Outbox(most) {
		out = append(out, team.Outgoing(o))
	}
	return out
}

func (m teamMemory) Shared() []team.Placed {
	var out []team.Placed
	for _, o := range m.SharedBatches() {
		out = append(out, team.Placed{ID: o.ID, Site: o.Site, Run: o.Run, First: o.First, At: o.At})
	}
	return out
}

func (m teamMemory) Mark(author, run, site string) int64 { return m.TeamMark(author, run, site) }

func (m teamMemory) Accept(ctx context.Context, author, name string, of func(origin string) bool, site, run string, first int64, batches ...[][]byte) (team.Accepted, error) {
	got, err := m.AcceptTeam(ctx, author, name, of, site, run, first, batches...)
	return team.Accepted{New: got.New, Overshared: got.Overshared}, err
}

func (m teamMemory) Forget(ctx context.Context, t types.Tombstone) error {
	_, err := m.ForgetTeam(ctx, t)
	return err
}

// sending reports whether there is something to send, and a server to take it.
func (p *teamPart) sending() bool {
	client, _ := p.parts()
	return client != nil && client.Sending()
}

// line describes the team for cairn status, "" without one.
func (p *teamPart) line() string {
	client, sites := p.parts()
	if client == nil {
		return ""
	}
	s := client.Status()
	parts := []string{fmt.Sprintf("%s, as %s: %s", s.TeamName, s.Name, s.State), console.Counted(len(sites.All()), "site", "sites") + " shared"}
	if s.Outbox+s.Deletions > 0 {
		parts = append(parts, console.Counted(s.Outbox, "batch", "batches")+" and "+console.Counted(s.Deletions, "deletion", "deletions")+" to send")
	}
	return strings.Join(parts, ", ")
}
