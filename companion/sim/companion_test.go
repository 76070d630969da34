package sim

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"testing/synctest"
	"time"

	"cairn/companion/bridge"
	"cairn/companion/memory"
	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/shared/wire"
)

const origin = "chrome-extension://boajpbafnjaeinnhfcanpdkbnoodmijc"

var key = []byte("0123456789abcdef0123456789abcdef")

// companion is one life of the companion, from its start to its end.
type companion struct {
	w      *world
	disk   *disk
	store  *store.Store
	memory *memory.Memory
	bridge *bridge.Server
	http   *http.Server
	net    *listener
	turns  turns
}

// boot starts the companion on the disk of the last one.
func (w *world) boot() {
	dir := filepath.Join(w.dir, fmt.Sprint("life-", w.lives))
	w.lives++
	c := &companion{w: w, net: listen(), turns: newTurns()}
	c.disk = insert(w.t, dir, w.left, w.branch())
	storeFault, linked := w.planted.inject()
	linked.Version = "sim"
	var err error
	if c.store, err = store.Open(dir, store.Options{Sync: c.disk.sync}.WithFault(storeFault)); err != nil {
		w.t.Fatalf("seed %d: open store: %v", w.seed, err)
	}
	if c.memory, err = memory.Open(c.store, memory.Options{}); err != nil {
		w.t.Fatalf("seed %d: open memory: %v", w.seed, err)
	}
	c.bridge = bridge.New(key, origin, &sink{c.memory, c.turns}, linked)
	c.http = &http.Server{Handler: c.bridge, ReadHeaderTimeout: time.Second}
	go func() { _ = c.http.Serve(c.net) }()
	w.companion = c
	w.door.Store(c.net)
	w.tell("the companion starts with %d steps", c.store.Stats().Steps)
}

// die ends the companion without a chance to do anything, and keeps its
// disk for the next.
func (w *world) die(power bool) {
	if w.companion == nil {
		return
	}
	synctest.Wait() // nobody is amid a system call now
	c := w.companion
	w.companion = nil
	w.door.Store(nil)
	w.left = c.disk.pull(w.t, power)
	c.net.Close()
	c.net.every((*line).cut)
	w.graves.Go(c.bury)
	w.tell("the companion dies, power cut: %v", power)
}

// bury ends the goroutines of a dead companion.
func (c *companion) bury() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c.http.Close()
	if err := c.bridge.Shutdown(ctx); err != nil {
		c.w.t.Errorf("seed %d: bridge does not end: %v", c.w.seed, err)
	}
	_ = c.store.Close() // its disk is dead
	os.RemoveAll(c.disk.dir)
}

// agentActs has the companion record a step of its own.
func (w *world) agentActs() {
	c := w.companion
	if c == nil {
		return
	}
	id := w.ledger.newID("agent")
	session := sessionOf("agent")
	step := stepOf(id, session) // now: its turn may come after a later one's
	w.graves.Go(func() {
		c.turns.take()
		defer c.turns.give()
		if _, err := c.memory.PutStep(context.Background(), session, step, types.KeepFull); err == nil {
			w.ledger.acknowledged("agent", id)
		}
	})
}

// forget has somebody forget a step that was recorded.
func (w *world) forget() {
	c, id := w.companion, w.ledger.any(w.rnd)
	if c == nil || id == "" {
		return
	}
	w.ledger.forgetting(id)
	w.graves.Go(func() {
		c.turns.takeAll()
		defer c.turns.giveAll()
		if _, err := c.memory.Forget(context.Background(), types.Forget{StepID: id}); err == nil {
			w.ledger.forgot(id)
		}
	})
}

// compact has the store rewrite its file.
func (w *world) compact() {
	if c := w.companion; c != nil {
		w.graves.Go(func() { _ = c.store.Compact(context.Background()) })
	}
}

// turns keep forgettings and recordings apart as the memory's own lock does,
// but by channels: simulated time stands still while a goroutine waits for a
// mutex.
type turns struct{ free, sole chan struct{} }

const turnsAtOnce = 16

func newTurns() turns { return turns{make(chan struct{}, turnsAtOnce), make(chan struct{}, 1)} }

func (t turns) take() { t.free <- struct{}{} }
func (t turns) give() { <-t.free }

func (t turns) takeAll() {
	t.sole <- struct{}{}
	for range turnsAtOnce {
		t.take()
	}
}

func (t turns) giveAll() {
	for range turnsAtOnce {
		t.give()
	}
	<-t.sole
}

// sink is the memory, taken in turns.
type sink struct {
	*memory.Memory
	turns turns
}

func (s *sink) Accept(ctx context.Context, install, epoch string, recs []wire.Record) (int64, error) {
	s.turns.take()
	defer s.turns.give()
	return s.Memory.Accept(ctx, install, epoch, recs)
}

func sessionOf(who string) *types.Session {
	return &types.Session{SchemaVersion: 1, SessionID: "mm-" + who + "-1", CreatedAt: 1, Goal: "do what " + who + " does", FlowTags: []string{}, Tags: []string{}}
}

func stepOf(id string, session *types.Session) *types.Step {
	return &types.Step{
		SchemaVersion: 1, StepID: id, SessionID: session.SessionID, Timestamp: types.At(time.Now()), Actor: types.ActorObserved,
		Tool:    types.Tool{Name: "mm_click", Target: &types.Target{TestID: "button-" + id[len(id)-1:]}},
		Outcome: types.Outcome{OK: true}, Labels: []string{},
	}
}

// digits makes n random hex digits.
func digits(rnd *rand.Rand, n int) string {
	b := make([]byte, n/2)
	for i := range b {
		b[i] = byte(rnd.Uint32())
	}
	return hex.EncodeToString(b)
}
