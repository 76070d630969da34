package team_test

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
	"cairn/shared/share"
	"cairn/shared/types"
)

// The benchmarks of this file are the first limits of a large team (team.md 21), scaled to one server within this
// process. They are for their ratios: a server of its own is faster, three that wait for each other are not.

// largeTeam is a team with a server and the token of a fleet.
type largeTeam struct {
	*testing.B
	team  *teamserver.Team
	token string
	key   ed25519.PrivateKey // of the fleet
	me    string             // the fleet's id
	conn  *nats.Conn
	sums  map[string]string // of the last batches, by chain
}

func newLargeTeam(b *testing.B, partitions, snapshotAfter int) *largeTeam {
	b.Helper()
	l := &largeTeam{B: b, sums: map[string]string{}}
	var err error
	if l.team, err = teamserver.Create(b.TempDir(), "bench", time.Now(), teamserver.Settings{Partitions: partitions}); err != nil {
		b.Fatal(err)
	}
	s, err := l.team.Serve(teamserver.Options{Listen: "127.0.0.1:0", SnapshotAfter: snapshotAfter})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.Close)
	if l.token, err = l.team.Token("", "fleet", batch.RoleMember, time.Now()); err != nil {
		b.Fatal(err)
	}
	t, entry, _, err := batch.ReadToken(l.token)
	if err != nil {
		b.Fatal(err)
	}
	l.key, l.me = ed25519.NewKeyFromSeed(t.Seed), entry.Member
	m := l.runner()
	l.conn, err = nats.Connect("nats://"+m.Addresses[0], nats.CustomInboxPrefix(batch.Inbox(m.Member)),
		nats.UserJWT(func() (string, error) { return m.JWT, nil }, func(nonce []byte) ([]byte, error) { return ed25519.Sign(ed25519.NewKeyFromSeed(m.Seed), nonce), nil }))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(l.conn.Close)
	return l
}

func (l *largeTeam) runner() *team.Membership {
	l.Helper()
	m, err := team.Enlist(l.token, time.Now())
	if err != nil {
		l.Fatal(err)
	}
	return m
}

// seal makes a batch of n steps of a usual size.
func (l *largeTeam) seal(site, run string, first int64, n int) *nats.Msg {
	chain := site + run
	h := batch.Header{Team: l.team.ID, Site: site, Author: l.me, Run: run, First: first, At: types.At(time.Now())}
	if first > 1 {
		h.Prev = l.sums[chain]
	}
	var lines [][]byte
	for i := range n {
		lines = append(lines, fmt.Appendf(nil, `{"n":%d,"x":"%s"}`, first+int64(i), strings.Repeat(rawNoise(20), 20)))
	}
	l.sums[chain] = share.Sum(h.Prev, run, site, first, lines)
	m, err := batch.Seal(l.key, h, lines)
	if err != nil {
		l.Error(err) // Fatal is for the benchmark's own goroutine
		return &nats.Msg{}
	}
	return &nats.Msg{Subject: m.Subject, Data: m.Data, Header: nats.Header{batch.IDHeader: {m.ID}, batch.SigHeader: {m.Sig}}}
}

// BenchmarkPartitions has 64 writers publish batches of 64 sites as fast as the server acknowledges them, each
// synced: the rate with 4 and 16 streams, as a ratio to that with one.
func BenchmarkPartitions(b *testing.B) {
	const writers, each = 64, 30
	rate := map[int]float64{}
	for _, parts := range []int{1, 4, 16} {
		b.Run(fmt.Sprintf("streams=%d", parts), func(b *testing.B) {
			l := newLargeTeam(b, parts, 1<<30)
			round := 0
			for b.Loop() {
				round++
				sent := make([][]*nats.Msg, writers)
				for w := range writers {
					for n := range each {
						sent[w] = append(sent[w], l.seal(fmt.Sprintf("%02x%014x", w, 1), fmt.Sprintf("run%05d", round), int64(n*16+1), 16))
					}
				}
				start := time.Now()
				var all sync.WaitGroup
				for _, mine := range sent {
					all.Go(func() {
						for _, m := range mine {
							if r, err := l.conn.RequestMsg(m, time.Minute); err != nil || strings.Contains(string(r.Data), `"error"`) {
								b.Errorf("publish: %v", err)
							}
						}
					})
				}
				all.Wait()
				rate[parts] = max(rate[parts], writers*each/time.Since(start).Seconds())
			}
			b.ReportMetric(rate[parts], "batches/s")
			b.ReportMetric(rate[parts]*16, "steps/s")
			if rate[1] > 0 {
				b.ReportMetric(rate[parts]/rate[1], "of-one-stream")
			}
		})
	}
}

// sink is a memory that counts its records.
type sink struct {
	*memory
	got  atomic.Int64
	came func(lines [][]byte)
}

func (s *sink) Accept(_ context.Context, author, _ string, _ func(string) bool, site, run string, first int64, batches ...[][]byte) (a team.Accepted, err error) {
	for _, lines := range batches {
		a.New += len(lines)
		if s.came != nil {
			s.came(lines)
		}
	}
	s.memory.mu.Lock()
	s.marks[author+run+site] = first + int64(a.New) - 1
	s.memory.mu.Unlock()
	s.got.Add(int64(a.New))
	return a, nil
}

func (l *largeTeam) follow(i int, came func([][]byte), sites ...string) (*team.Client, *sink) {
	l.Helper()
	s := &sink{memory: newMemory(fmt.Sprintf("run%05d", i)), came: came}
	c, err := team.Start(l.runner(), s, team.Options{State: filepath.Join(l.TempDir(), "state"), Log: io.Discard})
	if err != nil {
		l.Fatal(err)
	}
	for _, site := range sites {
		c.Follow(l.Context(), site)
	}
	return c, s
}

// BenchmarkHotSite has one site with 10 acts a second, and with 150, which is beyond the 100 that one subject is
// planned for; 20 members follow it. Each act is a batch, the worst case, and then 16 are one.
func BenchmarkHotSite(b *testing.B) {
	const followers, lasts = 20, 6 * time.Second
	p99 := map[string]float64{}
	for _, c := range []struct{ acts, batched int }{{10, 1}, {150, 1}, {150, 16}} {
		name := fmt.Sprintf("acts=%d,batched=%d", c.acts, c.batched)
		b.Run(name, func(b *testing.B) {
			l := newLargeTeam(b, 1, 1<<30)
			m := l.runner()
			site := m.SiteID(origin)
			made := make([]atomic.Int64, 1<<16)
			var mu sync.Mutex
			var took []time.Duration
			var got atomic.Int64
			for i := range followers {
				client, _ := l.follow(i, func(lines [][]byte) {
					var n int
					_, _ = fmt.Sscanf(string(lines[0]), `{"n":%d`, &n) // seal wrote it
					mu.Lock()
					took = append(took, time.Duration(time.Now().UnixNano()-made[n].Load()))
					mu.Unlock()
					got.Add(1)
				}, origin)
				b.Cleanup(func() { client.Close() })
			}
			for i := 0; i < followers; i++ { // all are live before the first act
				time.Sleep(20 * time.Millisecond)
			}
			first, sent := int64(1), int64(0)
			for b.Loop() {
				tick := time.NewTicker(time.Second * time.Duration(c.batched) / time.Duration(c.acts))
				for end := time.Now().Add(lasts); time.Now().Before(end); sent++ {
					<-tick.C
					made[first].Store(time.Now().UnixNano())
					msg := l.seal(site, "run00hot", first, c.batched)
					first += int64(c.batched)
					if err := l.conn.PublishMsg(msg); err != nil {
						b.Fatal(err)
					}
				}
				tick.Stop()
				for end := time.Now().Add(time.Minute); got.Load() < sent*followers; time.Sleep(10 * time.Millisecond) {
					if time.Now().After(end) {
						b.Fatalf("%d of %d deliveries arrived", got.Load(), sent*followers)
					}
				}
			}
			mu.Lock()
			defer mu.Unlock()
			p99[name] = float64(percentile(took, 99).Microseconds()) / 1000
			b.ReportMetric(float64(percentile(took, 50).Microseconds())/1000, "visible-p50-ms")
			b.ReportMetric(p99[name], "visible-p99-ms")
			if usual := p99["acts=10,batched=1"]; usual > 0 {
				b.ReportMetric(p99[name]/usual, "p99-of-10-acts")
			}
		})
	}
}

// BenchmarkNineOClock has everyone come at once: runners with empty stores, each of which asks for three of 100
// sites with 1,000 steps, through snapshots and by reading the log. The ratio is that of the times until the
// last has all.
func BenchmarkNineOClock(b *testing.B) {
	const sites, steps, asked = 100, 1000, 3
	origins := make([]string, sites)
	for i := range origins {
		origins[i] = fmt.Sprintf("https://s%d.example", i)
	}
	for _, joiners := range []int{50, 200, 600} {
		took := map[string]time.Duration{}
		for _, way := range []string{"snapshots", "log"} {
			b.Run(fmt.Sprintf("joiners=%d/%s", joiners, way), func(b *testing.B) {
				after := 1 << 30
				if way == "snapshots" {
					after = steps / 16
				}
				l := newLargeTeam(b, 1, after)
				m := l.runner()
				for first := int64(1); first+15 <= steps; first += 16 {
					for _, o := range origins {
						if err := l.conn.PublishMsg(l.seal(m.SiteID(o), "run0seed", first, 16)); err != nil {
							b.Fatal(err)
						}
					}
				}
				l.awaitSites(m, origins, way == "snapshots", steps/16)
				for b.Loop() {
					var ready []time.Duration
					var mu sync.Mutex
					var all sync.WaitGroup
					start := time.Now()
					clients := make([]*team.Client, joiners)
					for i := range joiners {
						all.Go(func() {
							client, s := l.follow(i, nil, origins[i%sites], origins[(i+1)%sites], origins[(i+2)%sites])
							clients[i] = client
							for s.got.Load() < asked*(steps/16*16) && time.Since(start) < 5*time.Minute {
								time.Sleep(2 * time.Millisecond)
							}
							if n := s.got.Load(); n < asked*(steps/16*16) {
								b.Errorf("joiner %d has %d steps", i, n)
							}
							mu.Lock()
							ready = append(ready, time.Since(start))
							mu.Unlock()
						})
					}
					all.Wait()
					fromSnapshots := 0
					for _, c := range clients {
						fromSnapshots += c.Status().Snapshots
						c.Close()
					}
					if way == "log" && fromSnapshots > 0 {
						b.Fatalf("%d sites came from snapshots", fromSnapshots)
					}
					b.ReportMetric(float64(fromSnapshots)/float64(joiners*asked), "from-snapshots")
					took[way] = percentile(ready, 100)
					b.ReportMetric(float64(percentile(ready, 50).Milliseconds()), "ready-p50-ms")
					b.ReportMetric(float64(took[way].Milliseconds()), "last-ready-ms")
				}
				if took["snapshots"] > 0 && way == "log" {
					b.ReportMetric(float64(took["log"])/float64(took["snapshots"]), "log/snapshots")
				}
			})
		}
	}
}

// awaitSites waits until the server has all batches, and the sites' snapshots if there are to be any.
func (l *largeTeam) awaitSites(m *team.Membership, origins []string, snapshots bool, batches int) {
	l.Helper()
	for _, o := range origins {
		for end := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
			stream, subject := batch.RecordStream, batch.SiteSubjects(m.Team, m.SiteID(o))
			want := fmt.Sprintf(`:%d}`, batches)
			if snapshots {
				stream, subject, want = batch.SnapshotStream, batch.SnapshotSubject(m.Team, m.SiteID(o)), `:1}`
			}
			r, err := l.conn.Request("$JS.API.STREAM.INFO."+stream, fmt.Appendf(nil, `{"subjects_filter":%q}`, subject), time.Minute)
			if err == nil && strings.Contains(string(r.Data), want) {
				break
			}
			if time.Now().After(end) {
				l.Fatalf("%s is not there: %v %s", o, err, r.Data)
			}
		}
	}
}
