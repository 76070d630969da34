package e2e

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/shared/wire"
)

var (
	loadTime  = flag.Duration("load", 0, "put a daemon under load for this long and print figures (./build.sh bench load)")
	daySteps  = flag.Int("day", 50_000, "steps of the day that is recorded at speed behind it")
	quietTime = flag.Duration("quiet", 90*time.Second, "how long to wait then, until a daemon has given back what a busy time took")
	loadSpeed = flag.Int("speed", 1000, "records a second")
)

// The load: as many browsers, tabs and agents as are promised (research:
// reliability section 4).
const (
	loadProfiles = 16
	loadTabs     = 200
	loadAgents   = 32
	loadBatch    = 16
	agentPause   = 250 * time.Millisecond // on average
	aloneTime    = 5 * time.Second        // of the same questions before, which shows the machine's own time
)

// TestLoad prints a daemon's figures under the promised load. It asserts
// nothing but that nothing is lost: machines differ.
func TestLoad(t *testing.T) {
	if *loadTime == 0 {
		t.Skip("run ./build.sh bench load")
	}
	r := newBadRig(t)
	t.Logf("idle: RSS %d MiB", residentMiB(r.daemon.Process.Pid))
	acks := newTimings()
	agents := make([]badRig, loadAgents-1) // r is one itself
	for i := range agents {
		agents[i] = *r
		agents[i].session = r.initialize()
	}
	ask := func() (searches, pings *timings, stop func()) {
		searches, pings, end := newTimings(), newTimings(), make(chan struct{})
		var asking sync.WaitGroup
		for i := range agents {
			asking.Go(func() { agents[i].askUntil(end, searches, pings) })
		}
		return searches, pings, func() { close(end); asking.Wait() }
	}
	alone, alonePings, stop := ask()
	time.Sleep(aloneTime)
	stop()
	searches, pings, stop := ask()
	var profiles sync.WaitGroup
	var records, replicas atomic.Int64
	began, daemon, own := time.Now(), processorTime(r.daemon.Process.Pid), ownTime()
	for p := range loadProfiles {
		l := r.openLoad()
		profiles.Go(func() {
			records.Add(l.sendFor(t, p, *loadTime, acks))
			replicas.Add(l.replicas.Load())
			l.ws.Close()
		})
	}
	profiles.Wait()
	took := time.Since(began)
	daemon, own = processorTime(r.daemon.Process.Pid)-daemon, ownTime()-own
	stop()
	n := records.Load()
	t.Logf("%d profiles x %d tabs, %d agents: %.0f records/s of %d bytes acknowledged after fsync (%d asked for), %.0f MB/s of replicas",
		loadProfiles, loadTabs, loadAgents, float64(n)/took.Seconds(), len(appendLoadStep(nil, 0, 1, 1, "load", 1000)), *loadSpeed, float64(replicas.Load())/1e6/took.Seconds())
	t.Logf("ack     %s (goal p99 <= 250 ms)", acks)
	t.Logf("search  %s, over HTTP and back (goal p99 <= 5 ms)", searches)
	t.Logf("ping    %s, the same way with nothing to do: what machine and load take", pings)
	t.Logf("search  %s while nothing is recorded", alone)
	t.Logf("ping    %s while nothing is recorded", alonePings)
	t.Logf("daemon  %.2f processors, %v a record; the load itself takes %.2f", daemon.Seconds()/took.Seconds(), daemon/time.Duration(max(n, 1)), own.Seconds()/took.Seconds())
	r.day(t)
}

// sendFor sends a profile's share of the load and returns how many records were
// acknowledged.
func (l *loadLink) sendFor(t *testing.T, profile int, long time.Duration, acks *timings) int64 {
	every := time.Second * loadBatch * loadProfiles / time.Duration(*loadSpeed)
	next := time.Now().Add(every * time.Duration(profile) / loadProfiles)
	seq, mark := int64(1), int64(0)
	for end := next.Add(long); time.Now().Before(end); next = next.Add(every) {
		time.Sleep(time.Until(next))
		at := time.Now()
		mark = l.send(seq, loadBatch, func(text []byte, seq int64) []byte {
			return appendLoadStep(text, profile, seq, int(seq)%loadTabs, "load", seq)
		})
		if seq += loadBatch; mark != seq-1 {
			t.Errorf("profile %d: mark %d after record %d", profile, mark, seq-1)
			return mark
		}
		acks.add(time.Since(at))
	}
	return mark
}

// askUntil is an agent that thinks for a moment between questions, now more and
// now less: agents that began together do not ask together for ever. Every other
// time it asks for nothing.
func (r *badRig) askUntil(stop chan struct{}, searches, pings *timings) {
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		case <-time.After(rand.N(2 * agentPause)):
		}
		ask, into := r.searchOnce, searches
		if i%2 == 1 {
			ask, into = r.pingOnce, pings
		}
		at := time.Now()
		if !ask(i) {
			r.t.Error("a question was not answered")
			return
		}
		into.add(time.Since(at))
	}
}

// day records a day's steps as fast as they are taken and looks how much memory
// the daemon holds meanwhile.
func (r *badRig) day(t *testing.T) {
	l := r.openLoad()
	defer l.ws.Close()
	began, seq := time.Now(), int64(1)
	for part := range 10 {
		for seq <= int64(*daySteps)*int64(part+1)/10 {
			mark := l.send(seq, wire.MaxBatchRecords, func(text []byte, seq int64) []byte {
				// A person comes back to the same screens.
				return appendLoadStep(text, 99, seq, int(seq/50), "day", seq%500)
			})
			if seq += wire.MaxBatchRecords; mark != seq-1 {
				t.Fatalf("a day: mark %d after record %d", mark, seq-1)
			}
		}
		live := r.liveMiB()
		t.Logf("a day: %6d steps in %5.1f s, RSS %4d MiB, live store %5.1f MiB (goal <= %.0f MiB)", seq-1, time.Since(began).Seconds(),
			residentMiB(r.daemon.Process.Pid), live, 64+1.1*live)
	}
	time.Sleep(*quietTime)
	live := r.liveMiB()
	t.Logf("%v later: RSS %4d MiB, live store %5.1f MiB (goal <= %.0f MiB)", *quietTime, residentMiB(r.daemon.Process.Pid), live, 64+1.1*live)
}

// liveMiB returns the size of the store without dead values.
func (r *badRig) liveMiB() float64 {
	var sessions, steps, sites, each int
	var size float64
	var unit string
	_, found, _ := strings.Cut(r.mustCairn("status"), "memory ")
	if _, err := fmt.Sscanf(found, "%d sessions, %d steps, %d sites, %g %s on disk (%d bytes a step)", &sessions, &steps, &sites, &size, &unit, &each); err != nil {
		r.t.Fatal(err)
	}
	return float64(steps*each) / (1 << 20)
}

// residentMiB returns a process's resident memory; 0 where that is unknown.
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
