package team_test

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/companion/team"
	"cairn/companion/team/batch"
	"cairn/companion/teamserver"
)

// timed is a memory that notes when its batches are acknowledged, and when those of others come.
type timed struct {
	*memory
	*times
}

// times are the latencies of all members, from the moment in which a batch is made.
type times struct {
	mu           sync.Mutex
	made         map[string]time.Time // by a batch's first line
	acks, visits []time.Duration
	seen         atomic.Int64
}

func (m timed) Acked(ctx context.Context, id string) error {
	m.memory.mu.Lock()
	i := slices.IndexFunc(m.outbox, func(o team.Outgoing) bool { return o.ID == id })
	line := string(m.outbox[i].Lines[0])
	m.memory.mu.Unlock()
	m.note(&m.acks, line)
	return m.memory.Acked(ctx, id)
}

func (m timed) Accept(ctx context.Context, author, runner string, of func(string) bool, site, run string, first int64, batches ...[][]byte) (team.Accepted, error) {
	got, err := m.memory.Accept(ctx, author, runner, of, site, run, first, batches...)
	for _, lines := range batches {
		if got.New > 0 {
			m.note(&m.visits, string(lines[0]))
			m.seen.Add(1)
		}
	}
	return got, err
}

func (t *times) note(all *[]time.Duration, line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*all = append(*all, time.Since(t.made[line]))
}

func percentile(all []time.Duration, p int) time.Duration {
	slices.Sort(all)
	return all[(len(all)-1)*p/100]
}

// BenchmarkFleet has 100 companions share 100 steps a second on a site that all follow: the ratio of the times until
// all others have a batch, and until its author has the acknowledgement. Companions send after two seconds, so two
// steps are a batch; one a batch is the worst case.
func BenchmarkFleet(b *testing.B) {
	const members, rate, last = 100, 100, 10 * time.Second
	for _, steps := range []int{2, 1} {
		b.Run(fmt.Sprintf("steps-a-batch=%d", steps), func(b *testing.B) {
			dir := b.TempDir()
			t, err := teamserver.Create(dir, "bench", time.Now(), teamserver.Settings{})
			if err != nil {
				b.Fatal(err)
			}
			s, err := t.Serve(teamserver.Options{Listen: "127.0.0.1:0"})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(s.Close)
			all := &times{made: map[string]time.Time{}}
			fleet := make([]timed, members)
			var site string
			for i := range fleet {
				code, err := t.Invite("", fmt.Sprint("m", i), batch.RoleMember, time.Now())
				if err != nil {
					b.Fatal(err)
				}
				m, err := team.Join(b.Context(), code)
				if err != nil {
					b.Fatal(err)
				}
				fleet[i] = timed{newMemory(fmt.Sprintf("run%05d", i)), all}
				c, err := team.Start(m, fleet[i], team.Options{State: filepath.Join(dir, fmt.Sprint("state", i)), Log: io.Discard})
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(func() { c.Close() })
				c.Tried(b.Context())
				c.Follow(b.Context(), origin)
				site = m.SiteID(origin)
			}
			for b.Loop() {
				sent := int64(0)
				before := all.seen.Load()
				tick := time.NewTicker(time.Second * time.Duration(steps) / rate)
				for end := time.Now().Add(last); time.Now().Before(end); sent++ {
					<-tick.C
					var lines []string
					for i := range steps {
						lines = append(lines, fmt.Sprintf(`{"at":%d,"i":%d}`, time.Now().UnixNano(), i))
					}
					all.mu.Lock()
					all.made[lines[0]] = time.Now()
					all.mu.Unlock()
					fleet[sent%members].put(site, lines...)
				}
				tick.Stop()
				for end := time.Now().Add(time.Minute); all.seen.Load()-before < sent*(members-1); time.Sleep(10 * time.Millisecond) {
					if time.Now().After(end) {
						b.Fatalf("%d of %d deliveries arrived", all.seen.Load()-before, sent*(members-1))
					}
				}
			}
			all.mu.Lock()
			defer all.mu.Unlock()
			for name, of := range map[string][]time.Duration{"ack": all.acks, "visible": all.visits} {
				b.ReportMetric(float64(percentile(of, 50).Microseconds())/1000, name+"-p50-ms")
				b.ReportMetric(float64(percentile(of, 99).Microseconds())/1000, name+"-p99-ms")
			}
			b.ReportMetric(float64(percentile(all.visits, 99))/float64(percentile(all.acks, 99)), "visible/ack-p99")
		})
	}
}
