package e2e

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"cairn/companion/bridge"
	"cairn/shared/wire"
)

// badClocks are B58 and the long rows of B4, B16 and B59: a bridge as the
// daemon's, with connections in memory and simulated time, which says exactly
// when it ends a link.
var badClocks = []badInput{
	{4, "no proof", "bridge", overMemory(func(r *badRig, _ *bridge.Server) string {
		from := time.Now()
		return r.dial().closed() + fmt.Sprint(" after ", time.Since(from))
	}), "close 4408 after 2s"},
	{16, "eleven wrong proofs: who waits", "bridge", overMemory(func(r *badRig, _ *bridge.Server) string {
		from := time.Now()
		var wrong []*badLink
		for range 11 {
			wrong = append(wrong, r.wrongProof())
		}
		linked := r.open().acked(gaps(1, 0, "")) + fmt.Sprint(" after ", time.Since(from))
		return "others: " + linked + "; their senders: " + wrong[10].closed() + fmt.Sprint(" after ", time.Since(from))
	}), "others: hwm 0 after 0s; their senders: close 4401 after 2s"},
	{58, "somebody who stops reading", "bridge", overMemory(func(r *badRig, b *bridge.Server) string {
		_, peer := linked(r, b)
		return ended(peer, func() { go call(peer, 1<<10) })
	}), "dropped after 10s"},
	{58, "somebody who stops reading, and to whom much is said", "bridge", overMemory(func(r *badRig, b *bridge.Server) string {
		_, peer := linked(r, b)
		said := 0
		for ; said <= 100 && alive(peer); said++ {
			go call(peer, 1<<20-1000)
			time.Sleep(1500 * time.Millisecond) // a link takes a second to end
		}
		return fmt.Sprintf("dropped with %d MiB", said-1)
	}), "dropped with 4 MiB"},
	{59, "a half-open socket", "bridge", overMemory(func(r *badRig, b *bridge.Server) string {
		l, peer := linked(r, b)
		return ended(peer, func() { go l.closed() })
	}), "dropped after 40s"},
}

// linked is a link on which both have proved themselves, from both ends.
func linked(r *badRig, b *bridge.Server) (*badLink, *bridge.Peer) {
	l := r.open()
	peer, err := b.WaitPeer(context.Background(), "")
	if err != nil {
		r.t.Fatal(err)
	}
	return l, peer
}

// call says something of so many bytes to a peer and waits for no good answer.
func call(peer *bridge.Peer, bytes int) {
	_, _ = peer.Call(context.Background(), wire.Envelope{Kind: wire.KindTabOpen, TabOpen: &wire.TabOpen{URL: strings.Repeat("a", bytes-100)}})
}

func alive(peer *bridge.Peer) bool {
	select {
	case <-peer.Done():
		return false
	default:
		return true
	}
}

// ended begins something and says after how long the link ends.
func ended(peer *bridge.Peer, begin func()) string {
	from := time.Now()
	begin()
	<-peer.Done()
	return fmt.Sprint("dropped after ", time.Since(from))
}

// overMemory lets do link with a bridge.
func overMemory(do func(*badRig, *bridge.Server) string) func(*badRig) string {
	return func(r *badRig) (out string) {
		synctest.Test(r.t.(*testing.T), func(t *testing.T) {
			key := []byte("0123456789abcdef0123456789abcdef")
			b := bridge.New(key, r.origin(), nothing{}, bridge.Options{Version: "1"})
			near := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
			server := &http.Server{Handler: b}
			go func() { _ = server.Serve(near) }()
			defer func() {
				server.Close()
				if err := b.Shutdown(context.Background()); err != nil {
					t.Error(err)
				}
			}()
			out = do(&badRig{world: &world{t: t, port: wire.DefaultPort}, key: string(key), links: new(int), dialer: &websocket.Dialer{NetDialContext: near.dial}}, b)
		})
		return out
	}
}

// pipes is a listener whose connections never leave the process.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	near, far := net.Pipe()
	p.conns <- onLoopback{far}
	return near, nil
}

// onLoopback is a connection that says it arrived at the daemon's port.
type onLoopback struct{ net.Conn }

func (onLoopback) LocalAddr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: wire.DefaultPort}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr {
	return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: wire.DefaultPort}
}

// nothing is a sink that has nothing and keeps nothing.
type nothing struct{}

func (nothing) HWM(string, string) int64 { return 0 }
func (nothing) Accept(context.Context, string, string, []wire.Record) (int64, error) {
	return 0, nil
}
func (nothing) Replica(c int64, _, _ string, _ int) ([]wire.Encoded, int64, error) {
	return nil, c, nil
}
func (nothing) Driven([]wire.Record) []string { return nil }
func (nothing) Cursor() int64                 { return 0 }
func (nothing) Changed() <-chan struct{}      { return nil }
