package sim

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// traceEvent is one thing that happens to an extension's link: something is
// recorded, the companion says something, a link opens or breaks.
type traceEvent struct {
	Add     []string    `json:"add,omitempty"` // ids of steps
	Ack     *wire.Ack   `json:"ack,omitempty"`
	Error   types.Code  `json:"error,omitempty"`
	Replica int64       `json:"replica,omitempty"` // a cursor
	Open    *wire.Ready `json:"open,omitempty"`    // with the companion's mark
	Cut     bool        `json:"cut,omitempty"`
}

// traceState is the state after an event.
type traceState struct {
	Linked bool     `json:"linked"`
	Said   []string `json:"said"`   // by the extension, since the event before
	Outbox []string `json:"outbox"` // numbers and the records' names
	Next   int64    `json:"next"`
	Cursor int64    `json:"cursor"`
	Epochs int      `json:"epochs"` // that were begun
}

// Sizes of the comparison. Each takes the mirror a few milliseconds, and Node all
// of them together some seconds.
const (
	traceRuns   = 60
	traceEvents = 40
)

// TestTheMirrorDoesWhatTheExtensionDoes feeds random events to the mirror of the
// extension's link and to its JavaScript, and compares the state after each.
func TestTheMirrorDoesWhatTheExtensionDoes(t *testing.T) {
	var traces [][]traceEvent
	var want [][]traceState
	for seed := range uint64(traceRuns) {
		events, states := mirrored(t, seed, "")
		traces, want = append(traces, events), append(want, states)
	}
	if seed, i, js, ok := firstDifference(want, inJavaScript(t, traces)); ok {
		t.Errorf("trace %d: after %s the mirror is\n%s\nand the extension\n%s", seed, asText(traces[seed][:i+1]), asText(want[seed][i]), asText(js))
	}
	seen := map[string]bool{}
	for _, states := range want {
		for _, s := range states {
			for _, said := range s.Said {
				seen[strings.Fields(said)[0]] = true
			}
			seen["unlinked"] = seen["unlinked"] || !s.Linked
			seen["epoch"] = seen["epoch"] || s.Epochs > 1
			seen["gap"] = seen["gap"] || strings.Contains(strings.Join(s.Outbox, " "), "gap")
		}
	}
	for _, kind := range []string{"hello", "batch", "replicaAck", "unlinked", "epoch", "gap"} {
		if !seen[kind] {
			t.Errorf("no trace leads to %s", kind)
		}
	}
}

// TestTheComparisonFindsAMirrorThatIsWrong plants each bug of the mirror's.
func TestTheComparisonFindsAMirrorThatIsWrong(t *testing.T) {
	for _, planted := range mirrorBugs {
		var traces [][]traceEvent
		var want [][]traceState
		for seed := range uint64(5) {
			events, states := mirrored(t, seed, planted)
			traces, want = append(traces, events), append(want, states)
		}
		if _, _, _, ok := firstDifference(want, inJavaScript(t, traces)); !ok {
			t.Errorf("%s: no difference is found", planted)
		}
	}
}

func firstDifference(want, got [][]traceState) (trace, event int, state traceState, ok bool) {
	for trace := range want {
		for event := range want[trace] {
			if !reflect.DeepEqual(want[trace][event], got[trace][event]) {
				return trace, event, got[trace][event], true
			}
		}
	}
	return 0, 0, traceState{}, false
}

// inJavaScript plays traces with the extension's own modules.
func inJavaScript(t *testing.T, traces [][]traceEvent) (states [][]traceState) {
	t.Helper()
	asked, err := json.Marshal(map[string]any{"key": hex.EncodeToString(key), "port": port.Port, "traces": traces})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "../../extension/test/trace.mjs")
	cmd.Stdin = bytes.NewReader(asked)
	var faults bytes.Buffer
	cmd.Stderr = &faults
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, faults.String())
	}
	if err := json.Unmarshal(out, &states); err != nil {
		t.Fatal(err)
	}
	return states
}

func asText(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// mirrored makes up events as a seed has them and plays them with the mirror.
func mirrored(t *testing.T, seed uint64, planted bug) (events []traceEvent, states []traceState) {
	synctest.Test(t, func(t *testing.T) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		w := &world{t: t, rnd: rand.New(rand.NewPCG(seed, 8)), planted: planted, ledger: newLedger()}
		m := &mirror{p: w.newProfile("trace"), companion: &traceCompanion{}, refuses: seed%4 == 0}
		ctx, cancel := context.WithCancel(context.Background())
		m.d = &document{p: m.p, ctx: ctx, cancel: cancel, pokes: make(chan struct{}, 1), rnd: w.branch()}
		epoch := m.p.db.epoch
		epochs := 0
		for range traceEvents {
			e := m.makeUp(rnd)
			m.companion.taken()
			m.play(e)
			time.Sleep(2 * againMax) // over every pause
			synctest.Wait()
			if now := m.p.db.epoch; now != epoch {
				epochs, epoch = epochs+1, now
			}
			events = append(events, e)
			states = append(states, m.state(epochs))
		}
		m.cut()
		cancel()
		synctest.Wait()
	})
	return events, states
}

// mirror is the Go model of one extension, with a companion that follows
// a trace.
type mirror struct {
	p         *profile
	d         *document
	companion *traceCompanion
	door      *listener
	server    *http.Server
	ids       int
	refuses   bool // the companion calls a record invalid, until that is given up
	invalid   bool // it did just now

	mu     sync.Mutex
	linked bool
}

// makeUp draws an event that may come next: mostly an event that a companion in order
// would make, else anything.
func (m *mirror) makeUp(rnd *rand.Rand) traceEvent {
	db := &m.p.db
	first, next := db.first(), db.next
	mark := first - 1
	if next > first {
		mark += rnd.Int64N(next - first + 1)
	}
	m.mu.Lock()
	linked := m.linked
	m.mu.Unlock()
	if m.refuses && linked && len(db.outbox) > 0 && rnd.IntN(8) > 0 {
		if m.invalid = !m.invalid; m.invalid {
			return traceEvent{Error: types.CodeInvalidInput}
		}
		return traceEvent{Ack: &wire.Ack{HWM: first - 1, Window: wire.Window}}
	}
	switch n := rnd.IntN(20); {
	case n < 5:
		ids := make([]string, 1+rnd.IntN([]int{3, 90}[rnd.IntN(5)/4]))
		for i := range ids {
			m.ids++
			ids[i] = fmt.Sprintf("s-trace-%d", m.ids)
		}
		return traceEvent{Add: ids}
	case !linked || n == 5:
		hwm := first - 1
		if rnd.IntN(4) == 0 {
			hwm = max(0, hwm-1+rnd.Int64N(4))
		}
		return traceEvent{Open: &wire.Ready{HWM: hwm}}
	case n < 10:
		return traceEvent{Ack: &wire.Ack{HWM: mark, Window: 1 + rnd.IntN(wire.Window)}}
	case n < 13: // a refusal
		return traceEvent{Ack: &wire.Ack{HWM: first - 1, Window: wire.Window}}
	case n < 16:
		return traceEvent{Error: []types.Code{types.CodeInvalidInput, types.CodeInvalidInput, types.CodeStoreFull}[rnd.IntN(3)]}
	case n == 16:
		return traceEvent{Ack: &wire.Ack{HWM: max(0, mark-2+rnd.Int64N(5)), Window: rnd.IntN(wire.Window + 3), Conflict: rnd.IntN(4) == 0}}
	case n == 17:
		return traceEvent{Cut: true}
	}
	return traceEvent{Replica: 1 + rnd.Int64N(1000)}
}

func (m *mirror) play(e traceEvent) {
	switch {
	case e.Add != nil:
		for _, id := range e.Add {
			m.p.db.add(row{key: "step:" + id, record: wire.Record{Session: sessionOf("trace"), Step: stepOf(id, sessionOf("trace"))}})
		}
		m.d.poke()
	case e.Ack != nil:
		m.companion.say(wire.Envelope{Kind: wire.KindAck, Ack: e.Ack})
	case e.Error != "":
		m.companion.say(wire.Envelope{Kind: wire.KindError, Error: types.Fault(e.Error, "trace", "")})
	case e.Replica != 0:
		m.companion.say(wire.Envelope{Kind: wire.KindReplica, Replica: &wire.Replica{Records: []wire.Record{}, Cursor: e.Replica}})
	case e.Open != nil:
		m.cut()
		m.open(e.Open.HWM)
	case e.Cut:
		m.cut()
	}
}

// open lives one link with a companion that has so much.
func (m *mirror) open(hwm int64) {
	m.companion.hwm = hwm
	m.door = listen()
	m.server = &http.Server{Handler: m.companion}
	go func(s *http.Server, l *listener) { _ = s.Serve(l) }(m.server, m.door)
	go func(to *listener) {
		l, err := m.d.connect(to)
		if err != nil {
			return
		}
		m.set(true)
		l.run()
		m.set(false)
	}(m.door)
}

func (m *mirror) set(linked bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.linked = linked
}

// cut breaks the link.
func (m *mirror) cut() {
	if m.server == nil {
		return
	}
	m.door.every(func(l *line) { l.cut() })
	_ = m.server.Close()
	m.server = nil
	synctest.Wait()
}

func (m *mirror) state(epochs int) traceState {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := traceState{Linked: m.linked, Said: m.companion.taken(), Outbox: []string{}, Next: m.p.db.next, Cursor: m.p.db.cursor, Epochs: epochs}
	for _, r := range m.p.db.outbox {
		s.Outbox = append(s.Outbox, fmt.Sprint(r.seq, " ", named(r.record)))
	}
	return s
}

func named(r wire.Record) string {
	if r.Gap != nil {
		return "gap"
	}
	return r.Step.StepID
}

// traceCompanion proves itself, is ready, writes down the messages, and sends
// nothing of its own but beats.
type traceCompanion struct {
	hwm int64

	mu   sync.Mutex
	ws   *websocket.Conn
	said []string
}

// taken returns the messages since the last time.
func (c *traceCompanion) taken() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	said := c.said
	c.said = []string{}
	return said
}

func (c *traceCompanion) say(msg wire.Envelope) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ws != nil {
		_ = c.ws.WriteJSON(msg) // a link that broke hears nothing
	}
}

func (c *traceCompanion) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := (&websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer ws.Close()
	c.mu.Lock()
	c.ws = ws
	c.mu.Unlock()
	over := make(chan struct{})
	defer close(over)
	go func() {
		for {
			select {
			case <-time.After(lookTime):
				c.say(wire.Envelope{Kind: wire.KindBeat})
			case <-over:
				return
			}
		}
	}()
	for {
		var msg wire.Envelope
		if err := ws.ReadJSON(&msg); err != nil {
			return
		}
		c.hear(&msg)
	}
}

func (c *traceCompanion) hear(msg *wire.Envelope) {
	note := func(format string, args ...any) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.said = append(c.said, fmt.Sprintf(format, args...))
	}
	switch msg.Kind {
	case wire.KindHello:
		note("hello next %d cursor %d", msg.Hello.Next, msg.Hello.Cursor)
		nonce := strings.Repeat("5", 32)
		c.say(wire.Envelope{Kind: wire.KindWelcome, Welcome: &wire.Welcome{Proto: wire.Proto, Nonce: nonce, Proof: proof("s|" + msg.Hello.Nonce + "|" + nonce)}})
	case wire.KindProve:
		c.say(wire.Envelope{Kind: wire.KindReady, Ready: &wire.Ready{HWM: c.hwm, Window: wire.Window}})
	case wire.KindBatch:
		var names []string
		for _, r := range msg.Batch.Records {
			names = append(names, named(r))
		}
		note("batch %d of %s", msg.Batch.First, strings.Join(names, " "))
	case wire.KindReplicaAck:
		note("replicaAck %d", msg.ReplicaAck.Cursor)
	case wire.KindBeat:
	default:
		note("%s", msg.Kind)
	}
}
