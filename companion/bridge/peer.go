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
	// maxQueued bounds the bytes that wait to be sent: a slower reader is dropped
	// (B58).
	maxQueued = 4 << 20
	// maxBad bounds the messages answered with an error within badMemory. Some
	// errors are reported to the peer; a peer that sends nothing else is dropped.
	maxBad    = 100
	badMemory = time.Minute
)

// Peer is one linked browser.
type Peer struct {
	server      *Server
	conn        *conn
	hello       *wire.Hello
	newer       bool // it supports a newer protocol, too
	since       time.Time
	lastMessage atomic.Int64 // time of the last message, a types.Time
	// keeping is nil until the extension sends it; an older one never does.
	keeping atomic.Pointer[wire.Keeping]

	ctx    context.Context // ends with the link
	cancel context.CancelFunc
	stored chan struct{} // closed when all batches that were read are stored or refused

	queue    outbox
	batches  chan *wire.Batch // for the ingester, at most the window's number
	acked    chan int64       // cursors, for the replicator
	flushNow chan struct{}    // asks the replicator not to pause, because a question waits

	nextCall atomic.Int64
	mu       sync.Mutex
	calls    map[int64]chan *wire.Reply
	subs     map[int]func(wire.Envelope)
	nextSub  int
	sent     replicaProgress
}

func newPeer(s *Server, c *conn, hello *wire.Hello) *Peer {
	ctx, cancel := context.WithCancel(context.Background())
	p := &Peer{
		server: s, conn: c, hello: hello, newer: hello.Newest > s.speaks.newest, since: time.Now(), ctx: ctx, cancel: cancel, stored: make(chan struct{}),
		queue:    outbox{wake: make(chan struct{}, 1)},
		batches:  make(chan *wire.Batch, wire.Window),
		acked:    make(chan int64, wire.Window),
		flushNow: make(chan struct{}, 1),
		calls:    map[int64]chan *wire.Reply{},
		subs:     map[int]func(wire.Envelope){},
		sent:     replicaProgress{queuedTo: -1, changed: make(chan struct{})},
	}
	p.lastMessage.Store(int64(types.At(p.since)))
	return p
}

// ID identifies the browser profile; it stays the same across connections.
func (p *Peer) ID() string { return p.hello.InstallID }

// Context names the browser context that the companion started the browser for, empty
// for all other browsers.
func (p *Peer) Context() string { return p.hello.Context }

// Info describes a peer.
type Info struct {
	ID      string     `json:"id"`
	Version string     `json:"version"` // of the extension
	Browser string     `json:"browser,omitempty"`
	Since   types.Time `json:"since"`
	Heard   types.Time `json:"heard"` // time of the last message; heartbeats count
	// Keeping is the rule for which names its steps hold in clear, nil if unknown.
	Keeping *wire.Keeping `json:"keeping,omitempty"`
	// Encrypted is set if its database was encrypted when it linked.
	Encrypted bool `json:"encrypted,omitempty"`
	// Context names the browser context that the companion started it for.
	Context string `json:"context,omitempty"`
}

// Info describes the peer.
func (p *Peer) Info() Info {
	return Info{ID: p.ID(), Version: p.hello.Version, Browser: p.hello.Browser, Since: types.At(p.since), Heard: types.Time(p.lastMessage.Load()), Keeping: p.keeping.Load(), Encrypted: p.hello.Encrypted, Context: p.hello.Context}
}

// Keep returns the mode for storing a step on the pages at these addresses. It is
// KeepNeeded until the extension has sent its rule.
func (p *Peer) Keep(addresses ...string) types.Keep { return p.keeping.Load().Of(addresses...) }

// Done returns a channel that is closed when the link has ended.
func (p *Peer) Done() <-chan struct{} { return p.ctx.Done() }

// run serves the link until it ends.
func (p *Peer) run() {
	defer close(p.stored)
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

// read dispatches messages until the link ends.
func (p *Peer) read() {
	var bad []time.Time
	for {
		text, err := p.conn.read(p.server.times.dead)
		if err != nil {
			p.end(websocket.CloseGoingAway, "silent for too long")
			return
		}
		p.lastMessage.Store(int64(types.At(time.Now())))
		var msg *wire.Envelope
		p.server.inSlot(len(text), func() { msg, err = decode(text, p.newer) })
		if err == errNotJSON {
			p.end(wire.CloseBadMessage, "not a message")
			return
		}
		if err == nil {
			err = p.dispatch(msg)
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
		p.sendError(msg, err)
	}
}

// sendError answers a message that was not understood.
func (p *Peer) sendError(msg *wire.Envelope, err error) {
	answer := wire.Envelope{Kind: wire.KindError, Error: types.AsError(err)}
	if msg != nil {
		answer.Re = msg.ID
	}
	p.send(answer)
	if msg == nil || msg.Kind == wire.KindBatch {
		// A sender waits for the mark after each batch. An empty batch sends it
		// in the right order.
		p.enqueue(&wire.Batch{})
	}
}

// enqueue passes a batch to the ingester.
func (p *Peer) enqueue(b *wire.Batch) {
	select {
	case p.batches <- b:
	case <-p.conn.closing:
	}
}

// dispatch passes a message to its receiver. It blocks only on an ingester whose peer
// has sent more than the window allows.
func (p *Peer) dispatch(msg *wire.Envelope) error {
	switch directions[msg.Kind] {
	case directionUnknown:
		return unknownKind()
	case fromCompanion:
		return invalid("an extension does not say " + string(msg.Kind))
	}
	if !hasBody(msg) {
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
		default: // the replicator has not read the last one; any later cursor replaces it
		}
	case wire.KindReply:
		p.answer(msg.Re, msg.Reply)
	case wire.KindError:
		// The extension did not understand one of our messages. If it was a call,
		// this is its only reply.
		p.answer(msg.Re, &wire.Reply{Error: msg.Error})
	case wire.KindCDPEvent, wire.KindTabGone, wire.KindNavigated, wire.KindWaiting:
		p.publish(*msg)
	case wire.KindKeeping:
		p.keeping.Store(msg.Keeping)
	case wire.KindTeamOrder:
		if p.server.options.TeamOrder != nil {
			p.server.options.TeamOrder(p, msg.TeamOrder)
		}
	case wire.KindFlowOrder:
		if p.server.options.FlowOrder != nil {
			p.server.options.FlowOrder(p, msg.FlowOrder)
		}
	}
	return nil
}

// send queues a message for the writer.
func (p *Peer) send(msg wire.Envelope) {
	text, err := json.Marshal(msg)
	if err != nil || len(text) > wire.MaxFrame {
		// Our own messages always fit; without this one, the link would be in an
		// unknown state.
		p.end(websocket.CloseInternalServerErr, "the companion made a message that it cannot send")
		return
	}
	p.sendText(text)
}

func (p *Peer) sendText(text []byte) bool { return p.sendParts(text) }

// sendParts queues a message in parts, which other peers may share.
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

// write sends the queued messages, and a heartbeat after a silence.
func (p *Peer) write() {
	beat, err := json.Marshal(wire.Envelope{Kind: wire.KindBeat})
	if err != nil {
		return // impossible: the message is constant
	}
	quiet := time.NewTimer(p.server.times.beat)
	defer quiet.Stop()
	for {
		for parts := p.queue.pop(); parts != nil; parts = p.queue.pop() {
			if p.conn.write(parts...) != nil {
				p.conn.cut()
				return
			}
			p.queue.release(parts)
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

// outbox is the queue of messages to send.
type outbox struct {
	wake chan struct{} // has one element when something waits

	mu       sync.Mutex
	messages [][][]byte // each in parts
	bytes    int        // of these and of the message being sent
}

// put adds a message unless the queue is full.
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

// pop removes the oldest message, nil if there is none. Its bytes count until
// release.
func (o *outbox) pop() [][]byte {
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

// release frees the queue space of a message returned by take.
func (o *outbox) release(parts [][]byte) {
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
