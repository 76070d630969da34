package memory

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// listed is record seq of a profile: about 4 KB on a screen that nobody has
// seen.
func listed(profile int, seq int64) wire.Record {
	meta := testSession(fmt.Sprintf("mm-load-%d-%d", profile, seq%200), "look after orders")
	step := click(meta.SessionID, fmt.Sprintf("s-load%02d%014d", profile, seq), fmt.Sprintf("open-%d", seq%97), 0)
	step.Observation.State.CurrentURL = fmt.Sprintf("https://wallet.example/orders/%d", seq%31)
	for i := range int64(45) {
		step.Observation.A11y.Nodes = append(step.Observation.A11y.Nodes, types.A11yNode{
			Ref: fmt.Sprintf("e%d", i+2), Role: "link", Name: fmt.Sprintf("Order %d of customer %d", seq*45+i, (seq*31+i)%997), Path: []string{"main"}})
	}
	return wire.Record{Seq: seq, Session: meta, Step: step}
}

// BenchmarkAccept takes batches of 16 records from several extensions at once:
// all that a record costs behind the link.
func BenchmarkAccept(b *testing.B) {
	const batch = 16
	for _, profiles := range []int{1, 16} {
		b.Run(fmt.Sprintf("profiles=%d", profiles), func(b *testing.B) {
			m, _ := fresh(b)
			var started, records atomic.Int64
			b.SetParallelism(profiles)
			b.RunParallel(func(pb *testing.PB) {
				profile := int(started.Add(1))
				install := fmt.Sprintf("install-%d", profile)
				for seq := int64(1); pb.Next(); {
					recs := make([]wire.Record, batch)
					for i := range recs {
						recs[i] = listed(profile, seq)
						seq++
					}
					if _, err := m.Accept(context.Background(), install, "epoch-1", recs); err != nil {
						b.Error(err)
						return
					}
					records.Add(batch)
				}
			})
			b.ReportMetric(float64(records.Load())/b.Elapsed().Seconds(), "records/s")
		})
	}
}

// BenchmarkOpen opens a store of 10,000 steps and takes all of them in, as a
// daemon does before it answers. Of the first kind no two pages are alike, of the
// second each was seen twenty times; packed are those of which a daemon that ran
// for a while has made segments.
func BenchmarkOpen(b *testing.B) {
	const n = 10_000
	for _, kind := range []struct {
		pages  int64
		packed bool
	}{{n, false}, {n, true}, {n / 20, false}, {n / 20, true}} {
		pages := kind.pages
		b.Run(fmt.Sprintf("pages=%d/packed=%v", pages, kind.packed), func(b *testing.B) {
			dir := b.TempDir()
			s, err := store.Open(dir, store.Options{})
			if err != nil {
				b.Fatal(err)
			}
			for seq := int64(1); seq <= n; seq += 100 {
				var recs []wire.Record
				for i := range int64(100) {
					rec := listed(1, (seq+i)%pages)
					rec.Step.StepID = fmt.Sprintf("s-%d", seq+i)
					recs = append(recs, rec)
				}
				if _, err := s.Put(context.Background(), "", "", recs, nil); err != nil {
					b.Fatal(err)
				}
			}
			if kind.packed {
				m, err := Open(s, Options{})
				if err != nil {
					b.Fatal(err)
				}
				if err := m.Pack(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				s, err := store.Open(dir, store.Options{})
				if err != nil {
					b.Fatal(err)
				}
				m, err := Open(s, Options{})
				if err != nil {
					b.Fatal(err)
				}
				if got := m.Status().Steps; got != n {
					b.Fatalf("%d steps", got)
				}
				s.Close()
			}
		})
	}
}

// BenchmarkAskWhileAccepting asks while several extensions send at the promised
// speed (research: reliability section 4), and says how long answers took. The
// one processor that recording may use is taken in turns, as by the daemon.
func BenchmarkAskWhileAccepting(b *testing.B) {
	const profiles, batch, speed = 16, 16, 1000
	turn := make(chan struct{}, 1)
	s, err := store.Open(b.TempDir(), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	m, err := Open(s, Options{Slot: func(work func()) {
		turn <- struct{}{}
		defer func() { <-turn }()
		work()
	}})
	if err != nil {
		b.Fatal(err)
	}
	stop := make(chan struct{})
	var senders sync.WaitGroup
	for profile := range profiles {
		senders.Go(func() {
			for seq, next := int64(1), time.Now(); ; next = next.Add(time.Second * batch * profiles / speed) {
				select {
				case <-stop:
					return
				case <-time.After(time.Until(next)):
				}
				recs := make([]wire.Record, batch)
				for i := range recs {
					recs[i] = listed(profile, seq)
					seq++
				}
				if _, err := m.Accept(context.Background(), fmt.Sprintf("install-%d", profile), "epoch-1", recs); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		time.Sleep(2 * time.Millisecond) // an agent thinks, too
		at := time.Now()
		if _, err := m.Search(context.Background(), types.SearchRequest{Query: fmt.Sprintf("open order %d", i), Scope: types.Scope{Kind: types.ScopeAll}}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(at))
	}
	close(stop)
	senders.Wait()
	slices.Sort(took)
	at := func(share float64) float64 {
		return float64(took[int(share*float64(len(took)-1))]) / float64(time.Millisecond)
	}
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
}
