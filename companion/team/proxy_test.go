package team_test

import (
	"io"
	"net"
	"sync"
	"testing"
)

// proxy passes connections on until cut.
type proxy struct {
	listener net.Listener
	to       string
	mu       sync.Mutex
	open     []net.Conn
	cut      bool
	seen     []byte // all bytes, in both directions
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, to: to}
	t.Cleanup(func() { l.Close(); p.setCut(true) })
	go func() {
		for {
			in, err := l.Accept()
			if err != nil {
				return
			}
			p.pass(in)
		}
	}()
	return p
}

func (p *proxy) pass(in net.Conn) {
	out, err := net.Dial("tcp", p.to)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil || p.cut {
		in.Close()
		if err == nil {
			out.Close()
		}
		return
	}
	p.open = append(p.open, in, out)
	for from, to := range map[net.Conn]net.Conn{in: out, out: in} {
		go func() {
			_, _ = io.Copy(io.MultiWriter(to, p), from) // until one is closed
			in.Close()
			out.Close()
		}()
	}
}

func (p *proxy) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seen = append(p.seen, b...)
	return len(b), nil
}

// setCut ends all connections and refuses new ones, or lets them pass again.
func (p *proxy) setCut(cut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cut = cut
	for _, c := range p.open {
		c.Close()
	}
	p.open = nil
}

func (p *proxy) address() string { return p.listener.Addr().String() }
