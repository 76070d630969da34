package bridge

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"

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
	port := strconv.Itoa(ownPort(r))
	for _, name := range []string{"127.0.0.1", "localhost", "::1"} {
		if r.Host == net.JoinHostPort(name, port) {
			return true
		}
	}
	return false
}

// ownPort is the port that a request came in on, 0 where that is unknown. The
// connection says so, not the request, whose words a relay chooses.
func ownPort(r *http.Request) int {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return 0
	}
	return addr.Port
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
