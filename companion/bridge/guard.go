package bridge

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Codes of refused connections. They are only ever read by people: a page
// cannot see the answer to a refused upgrade.
const (
	codeHostDenied   types.Code = "HOST_DENIED"
	codeOriginDenied types.Code = "ORIGIN_DENIED"
)

// refuse says why a request is not even looked at (B1 to B6), nil when it is.
func (s *Server) refuse(r *http.Request) *types.Error {
	if !ownHost(r) {
		return types.Fault(codeHostDenied, "this host name is not ours", "")
	}
	if origins := r.Header["Origin"]; len(origins) != 1 || origins[0] != s.origin {
		return types.Fault(codeOriginDenied, "only the Cairn extension may connect here", "")
	}
	return nil
}

// ownHost reports whether the request is for a loopback name at the port that
// it came in on, spelt exactly so.
func ownHost(r *http.Request) bool {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return false
	}
	port := strconv.Itoa(addr.Port)
	for _, name := range []string{"127.0.0.1", "localhost", "::1"} {
		if r.Host == net.JoinHostPort(name, port) {
			return true
		}
	}
	return false
}

// Limits of wrong proofs (B16). The key has 256 bits and cannot be guessed; the
// limit keeps a wrongly paired extension from hammering.
const (
	failuresAllowed = 10
	failureMemory   = time.Minute
	failureBar      = 30 * time.Second
)

// failures counts wrong proofs of the whole process.
type failures struct {
	mu    sync.Mutex
	times []time.Time
	until time.Time // barred until then
}

// count notes a wrong proof and reports whether it was one too many.
func (f *failures) count(now time.Time) (barred bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for len(f.times) > 0 && now.Sub(f.times[0]) > failureMemory {
		f.times = f.times[1:]
	}
	f.times = append(f.times, now)
	if len(f.times) <= failuresAllowed {
		return false
	}
	f.times, f.until = nil, now.Add(failureBar)
	return true
}

func (f *failures) barred(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return now.Before(f.until)
}

// frameOverhead is what a message of wire.MaxFrame bytes may cost beyond that
// on the wire: room for the headers of as many fragments as a browser makes,
// and not for one around each byte (B18).
const frameOverhead = 256 << 10

// errFlood is returned by a connection that brings far more bytes than
// messages.
var errFlood = errors.New("more bytes than a message may take")

// meteredConn counts what a message costs to receive.
type meteredConn struct {
	net.Conn
	left int // bytes until errFlood; the reader's alone
}

func (c *meteredConn) refill() { c.left = wire.MaxFrame + frameOverhead }

func (c *meteredConn) Read(b []byte) (int, error) {
	if c.left <= 0 {
		return 0, errFlood
	}
	n, err := c.Conn.Read(b)
	c.left -= n
	return n, err
}

// meteredHijacker hands gorilla a meteredConn for the connection below.
type meteredHijacker struct {
	http.ResponseWriter
	conn *meteredConn
}

func (h *meteredHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	raw, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("take connection: %w", err)
	}
	h.conn = &meteredConn{Conn: raw}
	h.conn.refill()
	return h.conn, rw, nil
}
