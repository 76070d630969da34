package daemon

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/companion/memory"
	"cairn/companion/store"
	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/share"
	"cairn/shared/types"
)

// benchTeam is a team with a filled log.
type benchTeam struct {
	*testing.B
	team   *teamserver.Team
	server *teamserver.Server
}

func (b *benchTeam) create(o teamserver.Options) {
	b.Helper()
	var err error
	if b.team, err = teamserver.Create(b.TempDir(), "bench", time.Now(), teamserver.Settings{}); err != nil {
		b.Fatal(err)
	}
	b.serve(o)
}

func (b *benchTeam) serve(o teamserver.Options) {
	b.Helper()
	var err error
	o.Listen = "127.0.0.1:0"
	if b.server, err = b.team.Serve(o); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(b.server.Close)
}

func (b *benchTeam) join(name string) (m *team.Membership) {
	b.Helper()
	code, err := b.team.Invite("", name, batch.RoleMember, time.Now())
	if err == nil {
		m, err = team.Join(b.Context(), code)
	}
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// member returns a member with an empty store, once it is connected, and when it began to be.
func (b *benchTeam) member(name string) (*team.Client, *memory.Memory, time.Time) {
	b.Helper()
	m := b.join(name)
	dir := b.TempDir()
	s, err := store.Open(filepath.Join(dir, "store"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	start := time.Now()
	mem, err := memory.Open(s, memory.Options{})
	if err == nil {
		err = mem.JoinTeam(b.Context(), memory.TeamRules{Team: m.Team, Author: m.Member, SiteID: m.SiteID, Mode: func(string) share.Mode { return share.Off }})
	}
	if err != nil {
		b.Fatal(err)
	}
	c, err := team.Start(m, teamMemory{mem}, team.Options{State: filepath.Join(dir, "state"), Log: io.Discard})
	if err != nil {
		b.Fatal(err)
	}
	c.Tried(b.Context())
	return c, mem, start
}

// sharedStep is a click on a list of orders.
func sharedStep(origin string, n int) *types.Step {
	name := fmt.Sprintf("Open order %d", n%40)
	return &types.Step{StepID: fmt.Sprint("s-", n), SessionID: fmt.Sprint("mm-", n/8), Timestamp: types.At(time.Now().Add(-24 * time.Hour)), Actor: types.ActorAgent,
		Tool: types.Tool{Name: "mm_click", Target: &types.Target{TestID: fmt.Sprint("order-", n%40), Role: "button", Name: name}}, Outcome: types.Outcome{OK: true},
		Observation: &types.Observation{State: types.State{CurrentURL: origin + "/orders", CurrentScreen: fmt.Sprint("orders-", n%7), Origin: origin}, TestIDs: []types.TestID{},
			A11y: types.A11y{Nodes: []types.A11yNode{{Role: "button", Name: name, TestID: fmt.Sprint("order-", n%40)}}}}}
}

// sharedLine is a click as a member shares it.
func sharedLine(b *testing.B, origin string, n int) []byte {
	b.Helper()
	line, err := share.Record{Step: sharedStep(origin, n)}.Line()
	if err != nil {
		b.Fatal(err)
	}
	return line
}

// fill shares steps of sites by authors, in batches, as their companions would.
func (b *benchTeam) fill(sites, authors, batches, perBatch int) {
	b.Helper()
	var wait sync.WaitGroup
	for a := range authors {
		m := b.join(fmt.Sprint("author", a))
		conn := b.dial(m)
		for site := range sites {
			wait.Go(func() {
				origin, sum := siteOrigin(site), ""
				for n := range batches / sites / authors {
					h := batch.Header{Team: m.Team, Site: m.SiteID(origin), Author: m.Member, Run: "run00001", First: int64(1 + n*perBatch), At: types.At(time.Now())}
					h.Prev = sum
					var lines [][]byte
					for i := range perBatch {
						lines = append(lines, sharedLine(b.B, origin, (a*batches+n)*perBatch+i))
					}
					sum = share.Sum(sum, h.Run, h.Site, h.First, lines)
					one, err := batch.Seal(ed25519.NewKeyFromSeed(m.Seed), h, lines)
					if err == nil {
						_, err = conn.RequestMsg(&nats.Msg{Subject: one.Subject, Data: one.Data, Header: nats.Header{batch.IDHeader: {one.ID}, batch.SigHeader: {one.Sig}}}, time.Minute)
					}
					if err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
	}
	wait.Wait()
	if b.Failed() {
		b.FailNow()
	}
}

func (b *benchTeam) dial(m *team.Membership) *nats.Conn {
	b.Helper()
	conn, err := nats.Connect("nats://"+m.Addresses[0], nats.CustomInboxPrefix(batch.Inbox(m.Member)),
		nats.UserJWT(func() (string, error) { return m.JWT, nil }, func(nonce []byte) ([]byte, error) { return ed25519.Sign(ed25519.NewKeyFromSeed(m.Seed), nonce), nil }))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(conn.Close)
	return conn
}

// awaitSnapshots waits until there are as many, and returns the bytes of all their data and of the records.
func (b *benchTeam) awaitSnapshots(n int) (data, records float64) {
	b.Helper()
	conn := b.dial(b.join("watcher"))
	ask := func(stream string) (state struct{ Messages, Bytes float64 }) {
		m, err := conn.Request("$JS.API.STREAM.INFO."+stream, nil, time.Minute)
		var info struct {
			State *struct{ Messages, Bytes float64 }
		}
		info.State = &state
		if err == nil {
			err = json.Unmarshal(m.Data, &info)
		}
		if err != nil {
			b.Fatal(err)
		}
		return state
	}
	for end := time.Now().Add(5 * time.Minute); ask(batch.SnapshotStream).Messages < float64(n); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			b.Fatal("the snapshots are not made")
		}
	}
	return ask(batch.ObjectStream).Bytes, ask(batch.RecordStream).Bytes
}

func siteOrigin(n int) string { return fmt.Sprintf("https://app%d.example", n) }

// firstAnswer joins and follows sites, and returns how long it took from the start of the client until a question on the
// last one is answered from all its steps.
func (b *benchTeam) firstAnswer(name string, sites, steps, snapshots int) time.Duration {
	b.Helper()
	c, mem, start := b.member(name)
	defer c.Close()
	for site := range sites {
		c.Follow(b.Context(), siteOrigin(site))
	}
	known, err := mem.Ask(b.Context(), types.Question{Goal: "open order 7"}, &types.Observation{State: types.State{CurrentURL: siteOrigin(sites-1) + "/orders", CurrentScreen: "orders-3", Origin: siteOrigin(sites - 1)}})
	took := time.Since(start)
	if err != nil || known == nil {
		b.Fatal(known, err)
	}
	if got := mem.Status().Steps; got != steps {
		b.Fatalf("%d steps, want %d", got, steps)
	}
	if got := c.Status().Snapshots; got != snapshots {
		b.Fatalf("%d snapshots were read, want %d", got, snapshots)
	}
	return took
}

// BenchmarkJoin fills a log with 104,000 steps of 50 sites by 10 authors, and joins: with a site's
// snapshot, reading the site out of the log, and reading all sites out of the log.
func BenchmarkJoin(b *testing.B) {
	const sites, authors, perBatch, batches = 50, 10, 16, 6500
	const perSite = batches / sites * perBatch
	t := &benchTeam{B: b}
	t.create(teamserver.Options{SnapshotAfter: 1 << 30})
	t.fill(sites, authors, batches, perBatch)
	one, all := t.firstAnswer("log", 1, perSite, 0), t.firstAnswer("all", sites, sites*perSite, 0)
	t.server.Close()
	t.serve(teamserver.Options{SnapshotAfter: batches / sites})
	data, records := t.awaitSnapshots(sites)
	var snap time.Duration
	for b.Loop() {
		snap = t.firstAnswer(fmt.Sprint("snap", time.Now().UnixNano()), 1, perSite, 1)
	}
	b.ReportMetric(snap.Seconds(), "s-snapshot")
	b.ReportMetric(one.Seconds(), "s-site-from-log")
	b.ReportMetric(all.Seconds(), "s-all-from-log")
	b.ReportMetric(all.Seconds()/snap.Seconds(), "sooner")
	b.ReportMetric(records/(data/sites), "fewer-bytes") // of all records, than of a site's snapshot
}
