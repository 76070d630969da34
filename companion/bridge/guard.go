package bridge

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Codes of refused connections. They are for people who debug: a page cannot see the
// answer to a refused upgrade.
const (
	codeHostDenied   types.Code = "HOST_DENIED"
	codeOriginDenied types.Code = "ORIGIN_DENIED"
)

// refuse returns the reason to reject a request before the upgrade (B1 to B6), nil to
// accept it.
func (s *Server) refuse(r *http.Request) *types.Error {
	if !isLoopbackHost(r) {
		return types.Fault(codeHostDenied, "this host name is not ours", "")
	}
	if origins := r.Header["Origin"]; len(origins) != 1 || origins[0] != s.origin && (origins[0] != s.options.Store || s.options.Store == "") {
		return types.Fault(codeOriginDenied, "only the Cairn extension may connect here", "")
	}
	return nil
}

// isLoopbackHost reports whether the request names a loopback host and the port that it
// came in on, in exactly this spelling.
func isLoopbackHost(r *http.Request) bool {
	port := strconv.Itoa(localPort(r))
	return slices.ContainsFunc([]string{"127.0.0.1", "localhost", "::1"}, func(name string) bool { return r.Host == net.JoinHostPort(name, port) })
}

// localPort returns the port that a request came in on, 0 if unknown. It asks the
// connection and not the request, whose headers a relay chooses.
func localPort(r *http.Request) int {
	addr, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return 0
	}
	return addr.Port
}

// frameOverhead bounds the additional bytes on the wire for a message of wire.MaxFrame
// bytes: enough for the headers of a browser's fragments, but not for one around each
// byte (B18).
const frameOverhead = 256 << 10

// errFlood is returned by a connection that sends far more bytes than its messages
// hold.
var errFlood = errors.New("more bytes than a message may take")

// meteredConn counts the bytes received for a message.
type meteredConn struct {
	net.Conn
	remaining int // bytes until errFlood; only the reader uses it
}

func (c *meteredConn) refill() { c.remaining = wire.MaxFrame + frameOverhead }

func (c *meteredConn) Read(b []byte) (int, error) {
	if c.remaining <= 0 {
		return 0, errFlood
	}
	n, err := c.Conn.Read(b)
	c.remaining -= n
	return n, err
}

// meteredHijacker makes gorilla read through a meteredConn.
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
