package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	testOrigin = "chrome-extension://boajpbafnjaeinnhfcanpdkbnoodmijc"
	patience   = time.Minute // far more than anything here takes on a busy machine
)

var testKey = []byte("0123456789abcdef0123456789abcdef")

// slowTimes never end anything in a test by themselves.
var slowTimes = times{handshake: patience, beat: patience, dead: 2 * patience, write: patience, retry: patience}

// sink keeps records in memory, as far as the bridge can tell durably.
type sink struct {
	mu      sync.Mutex
	kept    map[string][]wire.Record // by install and epoch
	others  []wire.Record
	changed chan struct{}
	fail    error         // the answer of Accept
	hold    chan struct{} // Accept waits for it, when set
}

func newSink() *sink {
	return &sink{kept: map[string][]wire.Record{}, changed: make(chan struct{})}
}

func (s *sink) HWM(install, epoch string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return int64(len(s.kept[install+"/"+epoch]))
}

func (s *sink) Accept(_ context.Context, install, epoch string, recs []wire.Record) (int64, error) {
	if s.hold != nil {
		<-s.hold
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := install + "/" + epoch
	if s.fail != nil {
		return int64(len(s.kept[key])), s.fail
	}
	for _, r := range recs {
		if r.Seq <= int64(len(s.kept[key])) {
			if !reflect.DeepEqual(s.kept[key][r.Seq-1], r) {
				return int64(len(s.kept[key])), types.Fault(types.CodeSeqConflict, "other content", "")
			}
			continue
		}
		s.kept[key] = append(s.kept[key], r)
	}
	return int64(len(s.kept[key])), nil
}

func (s *sink) Driven([]wire.Record) []string { return nil }

func (s *sink) Replica(cursor int64, _, _ string, most int) ([]wire.Encoded, int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cursor > int64(len(s.others)) {
		cursor = 0
	}
	rest := s.others[cursor:]
	rest = rest[:min(most, len(rest))]
	var out []wire.Encoded
	for _, r := range rest {
		e, err := wire.Encode(r)
		if err != nil {
			return nil, 0, err
		}
		out = append(out, e)
	}
	return out, cursor + int64(len(rest)), nil
}

func (s *sink) Cursor() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return int64(len(s.others))
}

func (s *sink) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// record adds a record of somebody else.
func (s *sink) record(r wire.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Seq = int64(len(s.others) + 1)
	s.others = append(s.others, r)
	close(s.changed)
	s.changed = make(chan struct{})
}

// rig is a server with its sink.
type rig struct {
	t      testing.TB
	bridge *Server
	sink   *sink
	http   *httptest.Server
}

func newRig(t testing.TB, tm times) *rig {
	t.Helper()
	r := &rig{t: t, sink: newSink()}
	r.bridge = New(testKey, testOrigin, r.sink, Options{Version: "test", NameKey: testKey, Rewritings: func() int { return 3 }, times: tm, ScreenRules: func() json.RawMessage { return json.RawMessage(`{"sites":[]}`) }})
	r.http = httptest.NewServer(r.bridge)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := r.bridge.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		r.http.Close()
	})
	return r
}

// client is an extension's end, done by hand.
type client struct {
	t  testing.TB
	ws *websocket.Conn
}

// dial connects with the right Host and Origin.
func (r *rig) dial() *client {
	r.t.Helper()
	ws, resp, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(r.http.URL, "http")+"/sync", http.Header{"Origin": {testOrigin}})
	if err != nil {
		r.t.Fatalf("dial: %v (%v)", err, resp)
	}
	r.t.Cleanup(func() { ws.Close() })
	return &client{r.t, ws}
}

func (c *client) say(msg any) {
	c.t.Helper()
	text, ok := msg.(string)
	if !ok {
		b, err := json.Marshal(msg)
		if err != nil {
			c.t.Fatal(err)
		}
		text = string(b)
	}
	if err := c.ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// hear returns the next message of a kind and skips others.
func (c *client) hear(kind wire.Kind) *wire.Envelope {
	c.t.Helper()
	for {
		if err := c.ws.SetReadDeadline(time.Now().Add(patience)); err != nil {
			c.t.Fatal(err)
		}
		_, text, err := c.ws.ReadMessage()
		if err != nil {
			c.t.Fatalf("waiting for %s: %v", kind, err)
		}
		var msg wire.Envelope
		if err := json.Unmarshal(text, &msg); err != nil {
			c.t.Fatal(err)
		}
		if msg.Kind == kind {
			return &msg
		}
	}
}

// closed returns the code with which the server closes.
func (c *client) closed() int {
	c.t.Helper()
	for {
		if err := c.ws.SetReadDeadline(time.Now().Add(patience)); err != nil {
			c.t.Fatal(err)
		}
		_, _, err := c.ws.ReadMessage()
		var end *websocket.CloseError
		if errors.As(err, &end) {
			return end.Code
		}
		if err != nil {
			c.t.Fatalf("waiting for the end: %v", err)
		}
	}
}

const testNonce = "00112233445566778899aabbccddeeff"

func hello(install string) *wire.Hello {
	return &wire.Hello{Proto: wire.Proto, Version: "1", InstallID: install, Epoch: "epoch-1", Next: 1, Nonce: testNonce}
}

// key is the pairing key as it is bound to the server's port.
func (r *rig) key() pairingKey {
	return r.bridge.pairingKey().at(r.http.Listener.Addr().(*net.TCPAddr).Port)
}

// open runs the opening as hello has it.
func (r *rig) open(h *wire.Hello) (*client, *wire.Ready) {
	r.t.Helper()
	c := r.dial()
	c.say(wire.Envelope{Kind: wire.KindHello, Hello: h})
	w := c.hear(wire.KindWelcome).Welcome
	if want := r.key().proof("s|" + h.Nonce + "|" + w.Nonce); w.Proof != want {
		r.t.Fatalf("companion's proof is %s, want %s", w.Proof, want)
	}
	c.say(wire.Envelope{Kind: wire.KindProve, Prove: &wire.Prove{Proof: r.key().proof("e|" + w.Nonce + "|" + h.Nonce + "|" + h.InstallID)}})
	return c, c.hear(wire.KindReady).Ready
}

// records are n records from number first on.
func records(first int64, n int) *wire.Batch {
	b := &wire.Batch{First: first, Records: []wire.Record{}}
	for i := range n {
		seq := first + int64(i)
		b.Records = append(b.Records, wire.Record{Seq: seq, Step: &types.Step{StepID: fmt.Sprintf("s-%d", seq), SessionID: "mm-1234"}})
	}
	return b
}

func (c *client) batch(b *wire.Batch) { c.say(wire.Envelope{Kind: wire.KindBatch, Batch: b}) }

// peer is the only linked peer.
func (r *rig) peer() *Peer {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	p, err := r.bridge.WaitPeer(ctx, "")
	if err != nil {
		r.t.Fatal(err)
	}
	return p
}
