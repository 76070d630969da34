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

// badClocks are B58 and what of B59 takes long: a bridge as the daemon's, with
// connections in memory and simulated time, which says exactly when it ends a
// link.
var badClocks = []badInput{
	{58, "somebody who stops reading", "bridge", overMemory(func(l *badLink, peer *bridge.Peer) string {
		return ended(peer, func() { go call(peer, 1<<10) })
	}), "dropped after 10.5s"}, // ten to write, and half of one to say why
	{58, "somebody who stops reading, and to whom much is said", "bridge", overMemory(func(l *badLink, peer *bridge.Peer) string {
		held := 0
		for ; held <= 100 && alive(peer); held++ {
			go call(peer, 1<<20-1000)
			time.Sleep(1500 * time.Millisecond) // a link takes a second to end
		}
		return fmt.Sprintf("dropped with %d MiB, one on its way", held-2)
	}), "dropped with 4 MiB, one on its way"},
	{59, "a half-open socket", "bridge", overMemory(func(l *badLink, peer *bridge.Peer) string {
		return ended(peer, func() { go l.closed() })
	}), "dropped after 1m0s"}, // three beats
	{59, "a socket that says nothing at all", "bridge", overMemory(nil), "close 4408 after 2s"},
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

// overMemory lets do have both ends of a link; with no do, nothing is proved on it.
func overMemory(do func(*badLink, *bridge.Peer) string) func(*badRig) string {
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
			own := &badRig{world: &world{t: t, port: wire.DefaultPort}, key: string(key), links: new(int)}
			dialer := websocket.Dialer{NetDialContext: near.dial}
			ws, _, err := dialer.Dial("ws://"+own.host()+"/sync", http.Header{"Origin": {own.origin()}})
			if err != nil {
				t.Fatal(err)
			}
			defer ws.Close()
			link := &badLink{r: own, ws: ws, install: "install-1"}
			if do == nil {
				from := time.Now()
				out = link.closed()
				out += fmt.Sprint(" after ", time.Since(from))
			} else {
				link.prove()
				peer, err := b.WaitPeer(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				out = do(link, peer)
			}
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
func (nothing) Changed() <-chan struct{} { return nil }
