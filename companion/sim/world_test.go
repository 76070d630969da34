package sim

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// world is one story.
type world struct {
	t       testing.TB
	seed    uint64
	planted bug
	dir     string
	rnd     *rand.Rand // of the storyteller alone

	companion *companion               // nil while it is dead
	door      atomic.Pointer[listener] // the companion's, for browsers; nil while it is dead
	lives     int
	cuts      int   // of the power, before all was mended
	left      image // the disk of the last life
	profiles  []*profile
	ledger    *ledger
	mishaps   atomic.Int64 // of single messages, per thousand
	graves    sync.WaitGroup

	began time.Time
	story []string
}

// modern is how long after the start of simulated time, which is the year 2000,
// a clock is believed.
const modern = 26 * 365 * 24 * time.Hour

// play tells the story of a seed and returns the faults at its end.
func play(t *testing.T, dir string, seed uint64, planted bug) (faults, story []string) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(modern)
		w := &world{t: t, seed: seed, planted: planted, dir: filepath.Join(dir, fmt.Sprint(seed)),
			rnd: rand.New(rand.NewPCG(seed, 1)), ledger: newLedger(), began: time.Now()}
		if err := os.Mkdir(w.dir, 0o700); err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(w.dir)
		for i := range 1 + w.rnd.IntN(2) {
			p := w.newProfile(string(rune('a' + i)))
			w.profiles = append(w.profiles, p)
			p.start()
		}
		w.boot()
		w.mishaps.Store(int64(w.rnd.IntN(60)))
		for range 20 + w.rnd.IntN(20) {
			w.happen()
		}
		w.heal()
		faults, story = w.check(), w.story
		w.end()
	})
	return faults, story
}

// branch makes a source of chance for somebody who runs beside the storyteller.
func (w *world) branch() *rand.Rand { return rand.New(rand.NewPCG(w.seed, w.rnd.Uint64())) }

// tell notes an event.
func (w *world) tell(format string, args ...any) {
	w.story = append(w.story, fmt.Sprintf("%8.3f  %s", time.Since(w.began).Seconds(), fmt.Sprintf(format, args...)))
}

// happen lets a while pass and then something happen.
func (w *world) happen() {
	time.Sleep(time.Millisecond + w.while())
	p := w.profiles[w.rnd.IntN(len(w.profiles))]
	switch n := w.rnd.IntN(100); {
	case n < 45:
		acts := 1 + w.rnd.IntN(5)
		w.tell("somebody does %d things in %s", acts, p.name)
		for range acts {
			p.acts()
			time.Sleep(time.Duration(1+w.rnd.IntN(30)) * time.Millisecond)
		}
	case n < 52:
		w.agentActs()
	case n < 60:
		w.toggle(p)
	case n < 65:
		p.deaf.Store(!p.deaf.Load())
		w.tell("the service worker of %s is dead: %v", p.name, p.deaf.Load())
	case n < 77:
		w.companionFails()
	case n < 85:
		w.lineFails()
	case n < 89:
		w.tell("compaction")
		w.compact()
	case n < 92 && w.planted != memoryOnly: // its second copies would survive
		w.tell("something is forgotten")
		w.forget()
	case n < 95:
		p.backUp()
	case n < 98 && w.planted != markBeside: // its simple extension would lose by this
		if p.setBack() && w.rnd.IntN(2) == 0 {
			w.workOn(p)
		}
	case n < 99:
		p.clear()
	default:
		w.tell("everybody sleeps")
		time.Sleep(3 * time.Minute)
	}
}

// workOn is somebody who does things in a profile that has just been set back,
// before the companion is heard of: with numbers that were given already.
func (w *world) workOn(p *profile) {
	if p.doc == nil {
		p.start()
	}
	acts := 2 + w.rnd.IntN(5)
	w.tell("somebody works on in %s: %d things", p.name, acts)
	for range acts {
		p.acts()
		time.Sleep(time.Duration(1+w.rnd.IntN(5)) * time.Millisecond)
	}
}

// while is mostly as short as the other events of the time.
func (w *world) while() time.Duration {
	longest := []time.Duration{30 * time.Millisecond, 100 * time.Millisecond, time.Second, 20 * time.Second}
	return time.Duration(w.rnd.Int64N(int64(longest[w.rnd.IntN(len(longest))])))
}

// toggle kills an offscreen document, or makes a new one.
func (w *world) toggle(p *profile) {
	w.tell("the offscreen document of %s lives: %v", p.name, p.doc == nil)
	if p.doc == nil {
		p.start()
	} else {
		p.stop()
	}
}

// companionFails ends the companion, or starts it again. A power cut ends the
// browsers too.
func (w *world) companionFails() {
	if w.companion == nil {
		w.boot()
		return
	}
	power := w.rnd.IntN(2) == 0
	w.die(power)
	if power {
		w.cuts++
		for _, p := range w.profiles {
			p.stop()
		}
	}
	if w.rnd.IntN(2) == 0 {
		w.boot()
	}
}

// lineFails cuts all links, or makes them silent.
func (w *world) lineFails() {
	if w.companion == nil {
		return
	}
	silent := w.rnd.IntN(2) == 0
	w.tell("the links are silent: %v, or cut", silent)
	w.companion.net.every(func(l *line) {
		if silent {
			l.silent.Store(true)
		} else {
			l.cut()
		}
	})
}

// healTime is how long everything may take to come to rest: reconnections,
// steps without an end, and a sender that has to wait.
const healTime = 10 * time.Minute

// heal mends everything and waits until nothing is under way.
func (w *world) heal() {
	w.tell("all is mended")
	w.mishaps.Store(0)
	if w.companion == nil {
		w.boot()
	}
	for _, p := range w.profiles {
		p.deaf.Store(false)
		p.start()
	}
	for end := time.Now().Add(healTime); time.Now().Before(end); time.Sleep(2 * time.Second) {
		if w.rested() {
			break
		}
	}
	// Once more from the disk alone.
	w.die(true)
	w.boot()
	for end := time.Now().Add(healTime); time.Now().Before(end); time.Sleep(2 * time.Second) {
		if w.rested() {
			return
		}
	}
}

// end stops everybody and waits for their goroutines.
func (w *world) end() {
	for _, p := range w.profiles {
		p.stop()
	}
	w.die(false)
	w.graves.Wait()
	time.Sleep(2 * time.Second) // buntdb looks once a second whether it is closed
	synctest.Wait()
}

// lines returns a story for people.
func lines(story []string) string { return strings.Join(story, "\n") }
