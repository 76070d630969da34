package daemon

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"cairn/companion/memory"
	"cairn/companion/store"
	"cairn/companion/team/batch"
	"cairn/shared/share"
	"cairn/shared/types"
)

// The sizes of team.md 20.
const (
	ownSteps   = 5_000
	teamSteps  = 150_000
	teamSites  = 50
	perMessage = 16
	followRate = 300 // steps a second
	questions  = 1_000
)

// teamStore is the store of a member, which is opened several times.
type teamStore struct {
	*testing.B
	dir  string
	next [teamSites]int64 // place of the next record, by site
}

// open returns the memory, a function that packs and closes it as a daemon does, and how long it took until it answers.
func (s *teamStore) open() (*memory.Memory, func(), time.Duration) {
	s.Helper()
	start := time.Now()
	disk, err := store.Open(s.dir, store.Options{})
	if err != nil {
		s.Fatal(err)
	}
	m, err := memory.Open(disk, memory.Options{})
	if err == nil {
		err = m.JoinTeam(s.Context(), memory.TeamRules{Team: "team", Author: "me", SiteID: func(origin string) string { return origin }, Mode: func(string) share.Mode { return share.Off }})
	}
	if err != nil {
		s.Fatal(err)
	}
	s.ask(m, 0)
	took := time.Since(start)
	return m, func() {
		if err := m.Pack(s.Context()); err != nil {
			s.Error(err)
		}
		disk.Close()
	}, took
}

// ask asks for the actions that worked on a screen, and returns how long the answer took.
func (s *teamStore) ask(m *memory.Memory, n int) time.Duration {
	s.Helper()
	origin := siteOrigin(n % teamSites)
	start := time.Now()
	if _, err := m.Ask(s.Context(), types.Question{Goal: "open order 7"}, &types.Observation{State: types.State{CurrentURL: origin + "/orders", CurrentScreen: "orders-3", Origin: origin}}); err != nil {
		s.Error(err)
	}
	return time.Since(start)
}

// own records steps of the member.
func (s *teamStore) own(m *memory.Memory, steps int) {
	s.Helper()
	for i := range steps {
		step := sharedStep(siteOrigin(i%teamSites), i)
		step.SessionID, step.StepID = fmt.Sprint("mm-own-", i/20), fmt.Sprint("own-", i)
		meta := &types.Session{SessionID: step.SessionID, CreatedAt: step.Timestamp, Goal: fmt.Sprint("open order ", i%40)}
		if _, err := m.PutStep(s.Context(), meta, step, types.KeepFull); err != nil {
			s.Fatal(err)
		}
	}
}

// follow accepts one message of another member.
func (s *teamStore) follow(ctx context.Context, m *memory.Memory, n int) {
	site := n % teamSites
	origin, first := siteOrigin(site), s.next[site]+1
	s.next[site] += perMessage
	var lines [][]byte
	for i := range perMessage {
		lines = append(lines, sharedLine(s.B, origin, n*perMessage+i))
	}
	if _, err := m.AcceptTeam(ctx, "ana", "Ana", func(o string) bool { return o == origin }, origin, "run00001", first, lines); err != nil && ctx.Err() == nil {
		s.Error(err)
	}
}

// BenchmarkTeamLoad compares a member that has 150,000 steps of a team with one that has none: the start,
// and answers while 300 steps a second arrive with those of an idle member.
func BenchmarkTeamLoad(b *testing.B) {
	s := &teamStore{B: b, dir: b.TempDir()}
	m, closed, _ := s.open()
	s.own(m, ownSteps)
	closed()
	_, closed, alone := s.open()
	closed()
	m, closed, _ = s.open()
	for n := range teamSteps / perMessage {
		s.follow(b.Context(), m, n)
	}
	closed()
	m, closed, full := s.open()
	defer closed()
	runtime.GC()
	var heap runtime.MemStats
	runtime.ReadMemStats(&heap)
	times := func() (all []time.Duration) {
		for n := range questions {
			all = append(all, s.ask(m, n))
		}
		slices.Sort(all)
		return all
	}
	times() // the first question on a site reads its steps
	for b.Loop() {
		idle := times()
		ctx, stop := context.WithCancel(b.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			tick := time.NewTicker(time.Second * perMessage / followRate)
			defer tick.Stop()
			for n := teamSteps / perMessage; ctx.Err() == nil; n++ {
				<-tick.C
				s.follow(ctx, m, n)
			}
		}()
		busy := times()
		stop()
		<-ended
		b.ReportMetric(float64(idle[questions*99/100].Microseconds())/1000, "ms-p99-idle")
		b.ReportMetric(float64(busy[questions*99/100])/float64(idle[questions*99/100]), "p99-following/idle")
	}
	b.ReportMetric(full.Seconds(), "s-start")
	b.ReportMetric(float64(heap.HeapAlloc)/(1<<20), "MiB-heap")
	b.ReportMetric(full.Seconds()/alone.Seconds(), "start-with/without")
}

// BenchmarkTeamMessages compares batches of 16 steps with one message for each step.
func BenchmarkTeamMessages(b *testing.B) {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		b.Fatal(err)
	}
	size := func(lines ...[]byte) (n float64) {
		m, err := batch.Seal(key, batch.Header{Team: "aaaaaaaaaaaaaaaa", Site: "0123456789abcdef", Author: batch.MemberID(key.Public().(ed25519.PublicKey)), Run: "run00001", First: 1, At: types.At(time.Now())}, lines)
		if err != nil {
			b.Fatal(err)
		}
		return float64(len(m.Subject) + len(m.ID) + len(m.Sig) + len(m.Data))
	}
	for b.Loop() {
		var lines [][]byte
		single := 0.0
		for n := range perMessage {
			lines = append(lines, sharedLine(b, siteOrigin(0), n))
			single += size(lines[n])
		}
		b.ReportMetric(single/size(lines...), "single/batched-bytes")
	}
	b.ReportMetric(perMessage, "single/batched-messages")
}
