package sim

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
)

// port is where the companion listens.
var port = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 17837}

var errRefused = errors.New("connection refused")

// listener is the companion's end of the loopback network, for one life of it.
type listener struct {
	arriving chan net.Conn
	closed   chan struct{}
	once     sync.Once

	mu    sync.Mutex
	lines []*line
}

func listen() *listener {
	return &listener{arriving: make(chan net.Conn), closed: make(chan struct{})}
}

func (l *listener) Accept() (net.Conn, error) {
	select {
	case c := <-l.arriving:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *listener) Addr() net.Addr { return port }

// dial connects a browser.
func (l *listener) dial(ctx context.Context) (net.Conn, error) {
	select {
	case <-l.closed:
		return nil, errRefused
	default:
	}
	near, far := net.Pipe()
	ln := &line{near: near, far: far}
	select {
	case l.arriving <- &end{far, ln}:
	case <-l.closed:
		return nil, errRefused
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	l.mu.Lock()
	l.lines = append(l.lines, ln)
	l.mu.Unlock()
	return &end{near, ln}, nil
}

// every calls fn with each connection that was ever made.
func (l *listener) every(fn func(*line)) {
	l.mu.Lock()
	lines := append([]*line(nil), l.lines...)
	l.mu.Unlock()
	for _, ln := range lines {
		fn(ln)
	}
}

// line is one connection.
type line struct {
	near, far net.Conn
	silent    atomic.Bool // messages arrive nowhere, without an error
}

func (l *line) cut() {
	l.near.Close()
	l.far.Close()
}

// end is one side's view of a line.
type end struct {
	net.Conn
	line *line
}

func (e *end) Write(b []byte) (int, error) {
	if e.line.silent.Load() {
		return len(b), nil
	}
	return e.Conn.Write(b)
}

func (e *end) LocalAddr() net.Addr  { return port }
func (e *end) RemoteAddr() net.Addr { return &net.TCPAddr{IP: port.IP, Port: 50000} }
