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

// Options are what a Server may be told. The zero value is fine.
type Options struct {
	// Version is the companion's, for the extension to show.
	Version string
	// NameKey is the key of name hashes, which paired extensions use too.
	NameKey []byte
	// Rewritings says how often names were hidden in what was recorded before; nil
	// says never.
	Rewritings func() int
	// ScreenRules returns the per-site screen rules that extensions are to
	// use, as their file has them; nil for none.
	ScreenRules func() json.RawMessage
	// StoreBytes returns what the store takes on disk, for the extension to
	// show; nil where there is none.
	StoreBytes func() int64
	// Encrypted says that the store is encrypted, for extensions to do the same.
	Encrypted bool
	// Turn calls work when it may use a processor, which keeps one free for
	// questions; it is called at once when Turn is nil. Work never waits for
	// others.
	Turn func(work func())
	// Changed is told the browsers that are linked and that the companion did
	// not start, when a link comes or goes; not when the server shuts down. It
	// may be nil.
	Changed func(others int)
	// FlowOrder is called when a person has a flow run, or stopped, in a browser. It must
	// not wait, and may be nil.
	FlowOrder func(p *Peer, order *wire.FlowOrder)

	times    times // tests make them shorter
	gapFault bool  // see WithGapFault
}

// times are the link's durations (shared/wire says why they are as long).
type times struct {
	handshake time.Duration // to prove oneself
	beat      time.Duration // silence after which we speak
	dead      time.Duration // silence after which the peer is gone
	write     time.Duration // for one frame to leave
	retry     time.Duration // until a sender whose records could not be stored may try again
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
	upgrader websocket.Upgrader
	pending  pending

	mu        sync.Mutex
	key       pairingKey
	peers     map[string]*Peer // by install
	arrived   chan struct{}    // closed when a peer comes
	closed    bool
	left      types.Time     // when a link last ended, 0 for never
	mispaired types.Time     // when a pairing key last did not fit, 0 for never
	outdated  types.Time     // when an extension last spoke an older version of the protocol, 0 for never
	running   sync.WaitGroup // connections being served
}

// New makes a server for extensions with that origin
// ("chrome-extension://<id>") that hold the pairing key.
func New(key []byte, origin string, sink Sink, o Options) *Server {
	s := &Server{
		key: slices.Clone(key), origin: origin, sink: sink, options: o, times: o.times,
		peers: map[string]*Peer{}, arrived: make(chan struct{}),
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
	hello := s.verify(c, key.at(ownPort(r)))
	if hello == nil {
		return
	}
	p := newPeer(s, c, hello)
	if code, why := s.admit(p, key); code != 0 {
		c.close(code, why)
		return
	}
	defer s.leave(p)
	p.run()
}

// begin counts a connection in, unless the server is shutting down.
func (s *Server) begin() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.running.Add(1)
	return true
}

// verify runs the opening and returns the extension's hello, nil when the
// connection is closed.
func (s *Server) verify(c *conn, bound pairingKey) *wire.Hello {
	if out := s.pending.add(c); out != nil {
		go out.drop(wire.CloseBusy, "too many connections that prove nothing; try again")
	}
	defer s.pending.remove(c)
	return s.handshake(c, bound)
}

// admit makes p, which proved key, the peer of its install, or says with which
// code it is to be closed. An older link of the same install is
// a leftover: it is closed, and what was read from it is stored before p hears
// how much there is. A mark that moved on afterwards would count as had what an
// extension that was set back has recorded under the same numbers.
func (s *Server) admit(p *Peer, key pairingKey) (code int, why string) {
	s.mu.Lock()
	old := s.peers[p.hello.InstallID]
	switch {
	case s.closed || old == nil && len(s.peers) >= maxPeers:
		code, why = websocket.CloseTryAgainLater, "too many browsers"
	case !bytes.Equal(key, s.key):
		code, why = wire.CloseUnauthorized, keyIsNew
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
		old.end(wire.CloseReplaced, "connected anew")
		<-old.over
	}
	return 0, ""
}

// changed says how many browsers of others are linked, in the order of the changes.
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

func (s *Server) leave(p *Peer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.peers[p.hello.InstallID] == p {
		delete(s.peers, p.hello.InstallID)
		s.left = types.At(time.Now())
		s.changed()
	}
}

// keyIsNew is why who proved the key before is cut off.
const keyIsNew = "there is a new pairing key"

func (s *Server) pairingKey() pairingKey {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.key
}

// Renew has extensions prove another key from now on, and ends the links of those
// that proved the one before. What was read from them is stored when it returns.
func (s *Server) Renew(key []byte) {
	s.mu.Lock()
	s.key = slices.Clone(key)
	s.mu.Unlock()
	for _, p := range s.Peers() {
		p.end(wire.CloseUnauthorized, keyIsNew)
		<-p.over
	}
}

// misfit notes that an extension and we hold different keys.
func (s *Server) misfit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.mispaired = types.At(time.Now())
}

// tooOld notes that an extension speaks an older version of the protocol.
func (s *Server) tooOld() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.outdated = types.At(time.Now())
}

// Past is when something last happened on the server: a link ended, an extension
// with another pairing key tried to connect, or one that speaks an older version
// of the protocol did. 0 is never.
type Past struct{ Left, Mispaired, Outdated types.Time }

// Past says when what went before last happened.
func (s *Server) Past() Past {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Past{Left: s.left, Mispaired: s.mispaired, Outdated: s.outdated}
}

// Peers are the browsers that are linked now, the latest first.
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

// WaitPeer returns the browser of a context that was linked last, of those without
// a context where that is empty, and waits for one until ctx ends.
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

// Shutdown ends all links after what they have sent is stored, and refuses new
// ones. It returns early when ctx ends.
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

// largeMessage is one that takes long enough to read that others might wait for
// it.
const largeMessage = 8 << 10

// turn reads a message of that size.
func (s *Server) turn(size int, read func()) {
	if s.options.Turn == nil || size < largeMessage {
		read()
		return
	}
	s.options.Turn(read)
}
