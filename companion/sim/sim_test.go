package sim

import (
	"flag"
	"os"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

var (
	seedCount = flag.Int("seeds", 0, "how many seeds to play; 0 plays as many as fit into a few seconds")
	firstSeed = flag.Uint64("from", 1, "the first seed")
	oneSeed   = flag.Uint64("seed", 0, "play this seed alone and tell its story")
)

// ordinary is how many seeds go test plays by itself; ./build.sh test plays 1,000.
// briefly bounds how long it may take on a slow machine.
const (
	ordinary = 500
	briefly  = 15 * time.Second
)

// players is how many stories are played at once.
const players = 4

// scratch is a directory for stores, in memory where the system has one there:
// the simulation decides which bytes are durable.
func scratch(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "cairn-sim-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func TestMain(m *testing.M) {
	debug.SetGCPercent(-1) // stories are short and leave much behind
	debug.SetMemoryLimit(768 << 20)
	os.Exit(m.Run())
}

func TestNothingIsLostDoubledOrReordered(t *testing.T) {
	playSeeds(t, ordinary, play)
}

// playSeeds plays as many seeds as are usual, at most, and if the command says a number, as many times as that is ordinary.
// If the command names one seed, it plays that one and tells its story.
func playSeeds(t *testing.T, usual uint64, play func(t *testing.T, dir string, seed uint64, planted bug) (faults, story []string)) {
	if *oneSeed != 0 {
		faults, story := play(t, scratch(t), *oneSeed, "")
		t.Logf("seed %d:\n%s", *oneSeed, lines(story))
		for _, f := range faults {
			t.Error(f)
		}
		return
	}
	count, until := uint64(*seedCount)*usual/ordinary, time.Now().Add(24*time.Hour)
	if count == 0 {
		count, until = usual, time.Now().Add(briefly)
	}
	dir, began := scratch(t), time.Now()
	var next, played atomic.Uint64
	next.Store(*firstSeed)
	t.Run("seeds", func(t *testing.T) {
		for range players {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				for seed := next.Add(1) - 1; seed < *firstSeed+count && time.Now().Before(until) && !t.Failed(); seed = next.Add(1) - 1 {
					faults, story := play(t, dir, seed, "")
					played.Add(1)
					if len(faults) > 0 {
						t.Errorf("seed %d:\n%s\n%s", seed, lines(story), lines(faults))
					}
				}
			})
		}
	})
	t.Logf("%d seeds, %.0f a second", played.Load(), float64(played.Load())/time.Since(began).Seconds())
}

// mostSeeds is how many seeds a planted bug may take to be found.
const mostSeeds = 1000

func TestPlantedBugsAreFound(t *testing.T) {
	findBugs(t, slices.Concat(mirrorBugs, productBugs), play)
}

func findBugs(t *testing.T, bugs []bug, play func(t *testing.T, dir string, seed uint64, planted bug) (faults, story []string)) {
	if *oneSeed != 0 {
		t.Skip("one seed is played")
	}
	for _, b := range bugs {
		t.Run(string(b), func(t *testing.T) {
			t.Parallel()
			dir := scratch(t)
			for seed := uint64(1); seed <= mostSeeds; seed++ {
				if faults, _ := play(t, dir, seed, b); len(faults) > 0 {
					t.Logf("found by seed %d: %s", seed, faults[0])
					return
				}
			}
			t.Errorf("not found within %d seeds", mostSeeds)
		})
	}
}
