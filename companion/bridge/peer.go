package bridge

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Bounds of one peer.
const (
	// maxQueued is what may wait to be sent, with what is being sent: a reader
	// this slow is dropped (B58).
	maxQueued = 4 << 20
	// maxBad is how many messages may be answered with an error in badMemory.
	// A confused peer is told; one that talks nonsense without end is not kept.
	maxBad    = 100
	badMemory = time.Minute
)

// Peer is one linked browser.
type Peer struct {
	server *Server
	conn   *conn
	hello  *wire.Hello
	since  time.Time
	heard  atomic.Int64 // when a message last came, a types.Time
	// keeping is nil until the extension said it; an older one never does.
	keeping atomic.Pointer[wire.Keeping]

	ctx    context.Context // ends with the link
	cancel context.CancelFunc
	over   chan struct{} // closed when all that was read is stored or refused

	queue   outbox
	batches chan *wire.Batch // the ingester's, at most the window's number
	acked   chan int64       // cursors, for the replicator
	hurry   chan struct{}    // a question waits for the replicator

	nextCall atomic.Int64
	mu       sync.Mutex
	calls    map[int64]chan *wire.Reply
	subs     map[int]func(wire.Envelope)
	nextSub  int
	sent     sent
}

func newPeer(s *Server, c *conn, hello *wire.Hello) *Peer {
	ctx, cancel := context.WithCancel(context.Background())
	p := &Peer{
		server: s, conn: c, hello: hello, since: time.Now(), ctx: ctx, cancel: cancel, over: make(chan struct{}),
		queue:   outbox{wake: make(chan struct{}, 1)},
		batches: make(chan *wire.Batch, wire.Window),
		acked:   make(chan int64, wire.Window),
		hurry:   make(chan struct{}, 1),
		calls:   map[int64]chan *wire.Reply{},
		subs:    map[int]func(wire.Envelope){},
		sent:    sent{read: -1, step: make(chan struct{})},
	}
	p.heard.Store(int64(types.At(p.since)))
	return p
}

// ID is the browser profile's own: the same when it connects again.
func (p *Peer) ID() string { return p.hello.InstallID }

// Context names the browser context that the companion started the browser for,
// empty where it is no context's.
func (p *Peer) Context() string { return p.hello.Context }

// Info says who the peer is.
type Info struct {
	ID      string     `json:"id"`
	Version string     `json:"version"` // of the extension
	Browser string     `json:"browser,omitempty"`
	Since   types.Time `json:"since"`
	Heard   types.Time `json:"heard"` // when it last said something; beats count
	// Keeping is which names its steps hold in clear, nil where it has not said.
	Keeping *wire.Keeping `json:"keeping,omitempty"`
	// Encrypted says that its database was encrypted when it linked.
	Encrypted bool `json:"encrypted,omitempty"`
	// Context names the browser context that the companion started it for.
	Context string `json:"context,omitempty"`
}

// Info says who the peer is.
func (p *Peer) Info() Info {
	return Info{ID: p.ID(), Version: p.hello.Version, Browser: p.hello.Browser, Since: types.At(p.since), Heard: types.Time(p.heard.Load()), Keeping: p.keeping.Load(), Encrypted: p.hello.Encrypted, Context: p.hello.Context}
}

// Keep returns the mode of a step that says something of the pages at these
// addresses. It is needed as long as the extension has said nothing.
func (p *Peer) Keep(addresses ...string) types.Keep { return p.keeping.Load().Of(addresses...) }

// Done is closed when the link has ended.
func (p *Peer) Done() <-chan struct{} { return p.ctx.Done() }

// run serves the link until it ends.
func (p *Peer) run() {
	defer close(p.over)
	var helpers sync.WaitGroup
	ready := wire.Envelope{Kind: wire.KindReady, Ready: &wire.Ready{HWM: p.hwm(), Window: wire.Window, StoreBytes: p.server.storeBytes(), Encrypted: &p.server.options.Encrypted}}
	if rules := p.server.options.ScreenRules; rules != nil {
		ready.Ready.ScreenRules = rules()
	}
	if rewritings := p.server.options.Rewritings; rewritings != nil {
		ready.Ready.Rewritings = rewritings()
	}
	ready.Ready.NameKey = base64.StdEncoding.EncodeToString(p.server.options.NameKey)
	p.send(ready)
	helpers.Go(p.write)
	helpers.Go(p.ingest)
	helpers.Go(p.replicate)
	p.read()
	close(p.batches)
	p.cancel()
	p.conn.abort()
	helpers.Wait()
	p.abandonCalls()
}

// end closes the link; run then returns.
func (p *Peer) end(code int, why string) { p.conn.close(code, why) }

func (p *Peer) hwm() int64 { return p.server.sink.HWM(p.hello.InstallID, p.hello.Epoch) }

// read takes messages until the link ends.
func (p *Peer) read() {
	var bad []time.Time
	for {
		text, err := p.conn.read(p.server.times.dead)
		if err != nil {
			p.end(websocket.CloseGoingAway, "silent for too long")
			return
		}
		p.heard.Store(int64(types.At(time.Now())))
		var msg *wire.Envelope
		p.server.turn(len(text), func() { msg, err = decode(text) })
		if err == errNotJSON {
			p.end(wire.CloseBadMessage, "not a message")
			return
		}
		if err == nil {
			err = p.sort(msg)
		}
		if err == nil {
			continue
		}
		now := time.Now()
		for len(bad) > 0 && now.Sub(bad[0]) > badMemory {
			bad = bad[1:]
		}
		if bad = append(bad, now); len(bad) > maxBad {
			p.end(websocket.ClosePolicyViolation, "too many messages that are not understood")
			return
		}
		p.tell(msg, err)
	}
}

// tell answers a message that was not understood.
func (p *Peer) tell(msg *wire.Envelope, err error) {
	answer := wire.Envelope{Kind: wire.KindError, Error: types.AsError(err)}
	if msg != nil {
		answer.Re = msg.ID
	}
	p.send(answer)
	if msg == nil || msg.Kind == wire.KindBatch {
		// A sender waits for the mark after each batch. It comes in turn, as
		// after an empty one.
		p.enqueue(&wire.Batch{})
	}
}

// enqueue hands a batch to the ingester.
func (p *Peer) enqueue(b *wire.Batch) {
	select {
	case p.batches <- b:
	case <-p.conn.closing:
	}
}

// sort hands a message to whom it is for. It waits for nobody but an ingester
// whose peer has sent more than the window allows.
func (p *Peer) sort(msg *wire.Envelope) error {
	switch directions[msg.Kind] {
	case unknown:
		return unknownKind()
	case fromUs:
		return invalid("an extension does not say " + string(msg.Kind))
	}
	if !complete(msg) {
		return invalid("the field that belongs to kind " + string(msg.Kind) + " is missing")
	}
	switch msg.Kind {
	case wire.KindBatch:
		if err := checkBatch(msg.Batch); err != nil {
			return err
		}
		p.enqueue(msg.Batch)
	case wire.KindReplicaAck:
		select {
		case p.acked <- msg.ReplicaAck.Cursor:
		default: // more answers than messages were sent: one is as good as two
		}
	case wire.KindReply:
		p.answer(msg.Re, msg.Reply)
	case wire.KindError:
		// It did not understand something of ours. If that was a call, nobody
		// will answer it otherwise.
		p.answer(msg.Re, &wire.Reply{Error: msg.Error})
	case wire.KindCDPEvent, wire.KindTabGone, wire.KindNavigated, wire.KindWaiting:
		p.publish(*msg)
	case wire.KindKeeping:
		p.keeping.Store(msg.Keeping)
	case wire.KindFlowOrder:
		if p.server.options.FlowOrder != nil {
			p.server.options.FlowOrder(p, msg.FlowOrder)
		}
	}
	return nil
}

// send queues a message for the writer. It reports whether it may still get
// there.
func (p *Peer) send(msg wire.Envelope) bool {
	text, err := json.Marshal(msg)
	if err != nil || len(text) > wire.MaxFrame {
		// What we say ourselves always fits; a link on which something could
		// not be said is in no known state.
		p.end(websocket.CloseInternalServerErr, "the companion made a message that it cannot send")
		return false
	}
	return p.sendText(text)
}

func (p *Peer) sendText(text []byte) bool { return p.sendParts(text) }

// sendParts queues a message that stands in pieces, which others may share.
func (p *Peer) sendParts(parts ...[]byte) bool {
	if p.ctx.Err() != nil {
		return false
	}
	if !p.queue.put(parts...) {
		p.end(websocket.ClosePolicyViolation, "too slow to read")
		return false
	}
	return true
}

// write sends what is queued, and a beat when nothing was for a while.
func (p *Peer) write() {
	beat, err := json.Marshal(wire.Envelope{Kind: wire.KindBeat})
	if err != nil {
		return // impossible: the message is constant
	}
	quiet := time.NewTimer(p.server.times.beat)
	defer quiet.Stop()
	for {
		for parts := p.queue.take(); parts != nil; parts = p.queue.take() {
			if p.conn.write(parts...) != nil {
				p.conn.cut()
				return
			}
			p.queue.left(parts)
			quiet.Reset(p.server.times.beat)
		}
		select {
		case <-p.queue.wake:
		case <-quiet.C:
			p.queue.put(beat)
		case <-p.ctx.Done():
			return
		}
	}
}

// outbox is what waits to be sent, in order.
type outbox struct {
	wake chan struct{} // has one element when something waits

	mu       sync.Mutex
	messages [][][]byte // each in pieces
	bytes    int        // of these, and of the one that is being sent
}

// put adds a message unless too much waits already.
func (o *outbox) put(parts ...[]byte) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	size := length(parts)
	if o.bytes+size > maxQueued {
		return false
	}
	o.messages = append(o.messages, parts)
	o.bytes += size
	select {
	case o.wake <- struct{}{}:
	default:
	}
	return true
}

// take removes the oldest message, nil when there is none. It counts until it
// has left.
func (o *outbox) take() [][]byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.messages) == 0 {
		return nil
	}
	parts := o.messages[0]
	o.messages[0] = nil
	o.messages = o.messages[1:]
	return parts
}

// left says that a message that was taken is no longer held.
func (o *outbox) left(parts [][]byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.bytes -= length(parts)
}

func length(parts [][]byte) (n int) {
	for _, part := range parts {
		n += len(part)
	}
	return n
}
