package bridge

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// maxPeers bounds links, for one user's browsers and profiles (B55).
const maxPeers = 64

// Options configure a Server. The zero value is fine.
type Options struct {
	// Version is the companion's, for the extension to show.
	Version string
	// Store is the origin of the extension from a web store, beside the pinned one;
	// empty for none.
	Store string
	// NameKey is the key of name hashes, which paired extensions use too.
	NameKey []byte
	// Rewritings returns how often older records were rewritten; nil means never.
	Rewritings func() int
	// ScreenRules returns the content of the file of per-site screen rules for
	// extensions; nil for none.
	ScreenRules func() json.RawMessage
	// StoreBytes returns the size of the store on disk, for the extension to
	// show; nil if there is none.
	StoreBytes func() int64
	// Encrypted is set if the store is encrypted, so that extensions encrypt too.
	Encrypted bool
	// Slot runs work once a CPU slot is free; one processor stays reserved for
	// queries. nil runs it at once. work must not block.
	Slot func(work func())
	// Changed is called with the number of linked browsers that the companion did
	// not start when a link begins or ends, except at shutdown. It may be nil.
	Changed func(others int)
	// FlowOrder is called when a person starts or stops a flow in a browser. It must
	// not wait, and may be nil.
	FlowOrder func(p *Peer, order *wire.FlowOrder)
	// TeamOrder is called when a person asks about the team in a browser, or orders
	// something. It must return at once, too.
	TeamOrder func(p *Peer, order *wire.TeamOrder)

	times    times     // tests make them shorter
	speaks   protocols // tests set others
	gapFault bool      // see WithGapFault
}

// times holds the link's durations (shared/wire has their reasons).
type times struct {
	handshake time.Duration // until the proof
	beat      time.Duration // silence after which a heartbeat is sent
	dead      time.Duration // silence after which the peer is gone
	write     time.Duration // to send one message
	retry     time.Duration // until a sender whose records could not be stored may retry
}

var standardTimes = times{
	handshake: wire.HandshakeTimeout,
	beat:      wire.BeatEvery,
	dead:      wire.DeadAfter,
	write:     10 * time.Second, // B58
	retry:     10 * time.Second,
}

// Server accepts extensions. Its methods may be called from any goroutine.
type Server struct {
	origin   string
	sink     Sink
	options  Options
	times    times
	speaks   protocols
	upgrader websocket.Upgrader
	pending  pending

	mu          sync.Mutex
	key         pairingKey
	peers       map[string]*Peer // by install
	arrived     chan struct{}    // closed when a peer comes
	closed      bool
	lastLinkEnd types.Time     // when a link last ended, 0 for never
	mispaired   types.Time     // when a proof last failed, 0 for never
	outdated    types.Time     // when an extension with an older protocol last connected, 0 for never
	ahead       types.Time     // when an extension with a newer protocol last connected, 0 for never
	running     sync.WaitGroup // connections being served
}

// New returns a server for extensions with that origin ("chrome-extension://<id>")
// that hold the pairing key.
func New(key []byte, origin string, sink Sink, o Options) *Server {
	s := &Server{
		key: slices.Clone(key), origin: origin, sink: sink, options: o, times: o.times,
		peers: map[string]*Peer{}, arrived: make(chan struct{}),
	}
	if s.speaks = o.speaks; s.speaks == (protocols{}) {
		s.speaks = protocols{wire.OldestProto, wire.Proto}
	}
	if s.times == (times{}) {
		s.times = standardTimes
	}
	s.upgrader = websocket.Upgrader{
		HandshakeTimeout: s.times.handshake,
		ReadBufferSize:   4 << 10, // set, so that the reader is built on our counting connection
		WriteBufferSize:  4 << 10,
		CheckOrigin:      func(*http.Request) bool { return true }, // checked before, exactly
	}
	return s
}

func (s *Server) storeBytes() int64 {
	if s.options.StoreBytes == nil {
		return 0
	}
	return s.options.StoreBytes()
}

// ServeHTTP serves one extension until its link ends.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if fault := s.refuse(r); fault != nil {
		http.Error(w, fault.Error(), http.StatusForbidden)
		return
	}
	if !s.begin() {
		http.Error(w, "shutting down", http.StatusServiceUnavailable)
		return
	}
	defer s.running.Done()
	meter := &meteredHijacker{ResponseWriter: w}
	ws, err := s.upgrader.Upgrade(meter, r, nil)
	if err != nil {
		return // Upgrade has answered
	}
	defer ws.Close()
	c := newConn(ws, meter.conn, s.times)
	defer c.linger()
	key := s.pairingKey()
	hello := s.verify(c, key.at(localPort(r)))
	if hello == nil {
		return
	}
	p := newPeer(s, c, hello)
	if code, why := s.admit(p, key); code != 0 {
		c.close(code, why)
		return
	}
	defer s.removePeer(p)
	p.run()
}

// begin counts a connection unless the server is shutting down.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.running.Add(1)
	return true
}

// verify authenticates the extension and returns its hello, nil if the connection was
// closed.
func (s *Server) verify(c *conn, bound pairingKey) *wire.Hello {
	if out := s.pending.add(c); out != nil {
		go out.drop(wire.CloseBusy, "too many connections that prove nothing; try again")
	}
	defer s.pending.remove(c)
	return s.handshake(c, bound)
}

// admit makes p, which proved key, the peer of its install, or returns the code to
// close it with. It closes an older link of the same install and waits until its
// batches are stored before p gets its mark: if the mark rose afterwards, records of
// an extension restored from a backup would count as stored under the same numbers.
func (s *Server) admit(p *Peer, key pairingKey) (code int, why string) {
	s.mu.Lock()
	old := s.peers[p.hello.InstallID]
	switch {
	case s.closed || old == nil && len(s.peers) >= maxPeers:
		code, why = websocket.CloseTryAgainLater, "too many browsers"
	case !bytes.Equal(key, s.key):
		code, why = wire.CloseUnauthorized, closeReasonRekeyed
	}
	if code != 0 {
		s.mu.Unlock()
		return code, why
	}
	s.peers[p.hello.InstallID] = p
	close(s.arrived)
	s.arrived = make(chan struct{})
	s.changed()
	s.mu.Unlock()
	if old != nil {
		old.end(wire.CloseReplaced, "connected again")
		<-old.stored
	}
	return 0, ""
}

// changed reports the number of browsers that the companion did not start. It is
// called under mu, so that the reports come in order.
func (s *Server) changed() {
	if s.options.Changed == nil || s.closed {
		return
	}
	others := 0
	for _, p := range s.peers {
		if !p.hello.Own {
			others++
		}
	}
	s.options.Changed(others)
}

func (s *Server) removePeer(p *Peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.peers[p.hello.InstallID] == p {
		delete(s.peers, p.hello.InstallID)
		s.lastLinkEnd = types.At(time.Now())
		s.changed()
	}
}

// closeReasonRekeyed is sent to peers that authenticated with the old key.
const closeReasonRekeyed = "there is a new pairing key"

func (s *Server) pairingKey() pairingKey {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.key
}

// Renew replaces the pairing key and ends the links authenticated with the old one.
// The batches read from them are stored when it returns.
func (s *Server) Renew(key []byte) {
	s.mu.Lock()
	s.key = slices.Clone(key)
	s.mu.Unlock()
	for _, p := range s.Peers() {
		p.end(wire.CloseUnauthorized, closeReasonRekeyed)
		<-p.stored
	}
}

// noteMispaired records that an extension holds another key.
func (s *Server) noteMispaired() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mispaired = types.At(time.Now())
}

// noteOutdated records that an extension has an older version of the protocol.
func (s *Server) noteOutdated() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outdated = types.At(time.Now())
}

// noteAhead records that an extension supports only newer versions of the protocol.
func (s *Server) noteAhead() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ahead = types.At(time.Now())
}

// Past holds the times of the last events, 0 for never: a link ended, an extension
// with another pairing key tried to connect, or one with an older or a newer protocol
// did.
type Past struct{ Left, Mispaired, Outdated, Ahead types.Time }

// Past returns the times of the last events.
func (s *Server) Past() Past {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Past{Left: s.lastLinkEnd, Mispaired: s.mispaired, Outdated: s.outdated, Ahead: s.ahead}
}

// Peers returns the linked browsers, the latest first.
func (s *Server) Peers() []*Peer {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Peer
	for _, p := range s.peers {
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b *Peer) int {
		return cmp.Or(b.since.Compare(a.since), cmp.Compare(a.ID(), b.ID()))
	})
	return out
}

// WaitPeer returns the browser of a context that linked last (of those without a
// context if name is empty), and waits for one until ctx ends.
func (s *Server) WaitPeer(ctx context.Context, name string) (*Peer, error) {
	for {
		s.mu.Lock()
		arrived := s.arrived
		s.mu.Unlock()
		for _, p := range s.Peers() {
			if p.Context() == name {
				return p, nil
			}
		}
		select {
		case <-arrived:
		case <-ctx.Done():
			return nil, noBrowser("no browser is connected")
		}
	}
}

func noBrowser(message string) *types.Error {
	return types.Fault(types.CodeNoBrowser, message,
		"start one with: cairn run, then call mm_launch again")
}

// Shutdown refuses new links and ends all links once their batches are stored. It
// returns early if ctx ends.
func (s *Server) Shutdown(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	for _, c := range s.pending.all() {
		go c.drop(websocket.CloseGoingAway, "the companion stops") // each may take lingerTime to read why
	}
	for _, p := range s.Peers() {
		p.end(websocket.CloseGoingAway, "the companion stops")
	}
	done := make(chan struct{})
	go func() {
		s.running.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// largeMessage is the size from which decoding takes a CPU slot, because it takes long
// enough to delay queries.
const largeMessage = 8 << 10

// inSlot runs work on a message of that size, in a CPU slot if it is large.
func (s *Server) inSlot(size int, read func()) {
	if s.options.Slot == nil || size < largeMessage {
		read()
		return
	}
	s.options.Slot(read)
}
