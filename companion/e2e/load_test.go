package e2e

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

var (
	loadTime  = flag.Duration("load", 0, "put a daemon under load for this long and print figures (./build.sh bench load)")
	daySteps  = flag.Int("day", 50_000, "steps of the day that is recorded at speed behind it")
	loadSpeed = flag.Int("speed", 1000, "records a second")
)

// The load: as many browsers, tabs and agents as are promised (research:
// reliability section 4).
const (
	loadProfiles = 16
	loadTabs     = 200
	loadAgents   = 32
	loadBatch    = 16
	agentPause   = 250 * time.Millisecond
)

// TestLoad prints what a daemon does under the load that is promised. It asserts
// nothing but that nothing is lost: machines differ.
func TestLoad(t *testing.T) {
	if *loadTime == 0 {
		t.Skip("run ./build.sh bench load")
	}
	r := newBadRig(t)
	acks, searches := newTimings(), newTimings()
	stop := make(chan struct{})
	var agents, profiles sync.WaitGroup
	for range loadAgents - 1 { // r is one itself
		one := *r
		one.session = r.initialize()
		agents.Go(func() { one.searchUntil(stop, searches) })
	}
	var records atomic.Int64
	began := time.Now()
	for p := range loadProfiles {
		l := r.open()
		profiles.Go(func() { records.Add(l.sendFor(t, p, *loadTime, acks)) })
	}
	profiles.Wait()
	took := time.Since(began)
	close(stop)
	agents.Wait()
	t.Logf("%d profiles x %d tabs, %d agents: %.0f records/s of %d bytes acknowledged after fsync (%d asked for)",
		loadProfiles, loadTabs, loadAgents, float64(records.Load())/took.Seconds(), len(mustJSON(loadRecord(0, 1, 1))), *loadSpeed)
	t.Logf("ack     %s (goal p99 <= 250 ms)", acks)
	t.Logf("search  %s, over HTTP and back (goal p99 <= 5 ms)", searches)
	r.day(t)
}

// sendFor sends a profile's share of the load and returns how many records were
// acknowledged.
func (l *badLink) sendFor(t *testing.T, profile int, long time.Duration, acks *timings) int64 {
	every := time.Second * loadBatch * loadProfiles / time.Duration(*loadSpeed)
	time.Sleep(every * time.Duration(profile) / loadProfiles)
	seq, hwm := int64(1), int64(0)
	for end := time.Now().Add(long); time.Now().Before(end); {
		b := &wire.Batch{First: seq}
		for range loadBatch {
			b.Records = append(b.Records, loadRecord(profile, seq, int(seq)%loadTabs))
			seq++
		}
		at := time.Now()
		l.say(wire.Envelope{Kind: wire.KindBatch, Batch: b})
		ack := l.hear(wire.KindAck).Ack
		if ack == nil || ack.HWM != seq-1 {
			t.Errorf("profile %d: %+v after record %d", profile, ack, seq-1)
			return hwm
		}
		hwm = ack.HWM
		acks.add(time.Since(at))
		time.Sleep(every - time.Since(at))
	}
	return hwm
}

// loadRecord is a step of about 4 KB whose screen nobody has seen.
func loadRecord(profile int, seq int64, tab int) wire.Record {
	id := fmt.Sprintf("mm-load-%d-%d", profile, tab)
	step := &types.Step{SchemaVersion: 1, StepID: fmt.Sprintf("s-load%02d%014d", profile, seq), SessionID: id, Timestamp: types.At(time.Now()), Actor: types.ActorObserved,
		Tool:    types.Tool{Name: "mm_click", Target: &types.Target{TestID: fmt.Sprintf("open-%d", seq%97), Role: "button", Name: fmt.Sprintf("Open order %d", seq)}},
		Outcome: types.Outcome{OK: true}, Observation: &types.Observation{State: types.State{CurrentURL: fmt.Sprintf("https://shop%d.example/orders/%d", profile, seq%31), Origin: fmt.Sprintf("https://shop%d.example", profile), Title: "Orders"}}}
	for i := range 45 {
		step.Observation.A11y.Nodes = append(step.Observation.A11y.Nodes, types.A11yNode{Ref: fmt.Sprintf("e%d", i+1), Role: "link", Name: fmt.Sprintf("Order %d of customer %d", seq*45+int64(i), (seq*31+int64(i))%997), Path: []string{"main"}})
	}
	meta := &types.Session{SchemaVersion: 1, SessionID: id, CreatedAt: 1_700_000_000_000, Goal: "look after orders", FlowTags: []string{}, Tags: []string{}}
	return wire.Record{Seq: seq, Session: meta, Step: step}
}

func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// searchUntil is an agent that thinks for a moment between questions.
func (r *badRig) searchUntil(stop chan struct{}, into *timings) {
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		case <-time.After(agentPause):
		}
		at := time.Now()
		if got := r.tool("mm_knowledge_search", fmt.Sprintf(`{"query":"open order %d","scope":"all"}`, i)); got != "ok" {
			r.t.Errorf("search: %s", got)
			return
		}
		into.add(time.Since(at))
	}
}

// day records a day's steps as fast as they are taken and looks how much memory
// the daemon holds meanwhile.
func (r *badRig) day(t *testing.T) {
	l := r.open()
	began, seq := time.Now(), int64(1)
	for part := range 10 {
		for seq <= int64(*daySteps)*int64(part+1)/10 {
			b := &wire.Batch{First: seq}
			for range wire.MaxBatchRecords {
				// A person comes back to the same screens.
				rec := loadRecord(99, seq%500, int(seq/50))
				rec.Seq, rec.Step.StepID = seq, fmt.Sprintf("s-day%017d", seq)
				b.Records = append(b.Records, rec)
				seq++
			}
			if got := l.acked(string(mustJSON(wire.Envelope{Kind: wire.KindBatch, Batch: b}))); got != fmt.Sprint("hwm ", seq-1) {
				t.Fatalf("a day: %s after record %d", got, seq-1)
			}
		}
		var kib int64
		_, found, _ := strings.Cut(r.mustCairn("status"), " sites, ")
		_, _ = fmt.Sscanf(found, "%d KiB", &kib)
		rss := residentMiB(r.daemon.Process.Pid)
		t.Logf("a day: %6d steps in %5.1f s, RSS %4d MiB, store %5.1f MiB (goal <= %.0f MiB)", seq-1, time.Since(began).Seconds(), rss, float64(kib)/1024, 64+1.1*float64(kib)/1024)
	}
}

// residentMiB is what a process holds in memory; 0 where that is not told.
func residentMiB(pid int) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for _, line := range strings.Split(string(text), "\n") {
		if kb, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, _ := strconv.ParseInt(strings.Fields(kb)[0], 10, 64)
			return n >> 10
		}
	}
	return 0
}

// timings are how long things took.
type timings struct {
	mu  sync.Mutex
	all []time.Duration
}

func newTimings() *timings { return &timings{} }

func (s *timings) add(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, d)
}

func (s *timings) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.all) == 0 {
		return "never"
	}
	slices.Sort(s.all)
	at := func(share float64) time.Duration {
		return s.all[int(share*float64(len(s.all)-1))].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %v, p99 %v, most %v of %d", at(0.5), at(0.99), at(1), len(s.all))
}
