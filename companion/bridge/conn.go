package bridge

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/gorilla/websocket"

	"cairn/shared/wire"
)

// lingerTime is how long a closed connection goes on reading, so that the close
// code reaches the other side before the connection is gone.
const lingerTime = 500 * time.Millisecond

// conn is a WebSocket that reads and writes whole text messages in time.
type conn struct {
	ws    *websocket.Conn
	meter *meteredConn
	times times

	held *bytes.Buffer // of the last message that was read

	ended   atomic.Bool   // a close frame was sent, or cannot be
	closing chan struct{} // closed when a close frame was sent or received
	dropped atomic.Bool   // nothing more is read
}

func newConn(ws *websocket.Conn, meter *meteredConn, t times) *conn {
	ws.SetReadLimit(wire.MaxFrame)
	return &conn{ws: ws, meter: meter, times: t, closing: make(chan struct{})}
}

// received are buffers for messages that are being read.
var received = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// read returns the next message, waiting for it no longer than patience. It is
// good until the next read. What no well-behaved peer sends closes the
// connection with the code that says so.
func (c *conn) read(patience time.Duration) ([]byte, error) {
	c.release()
	c.meter.refill()
	if err := c.ws.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return nil, err
	}
	select {
	case <-c.closing: // the deadline of close may just have been overwritten
		return nil, errors.New("closing")
	default:
	}
	kind, r, err := c.ws.NextReader()
	if err != nil {
		return nil, c.broken(err)
	}
	if kind != websocket.TextMessage {
		c.close(websocket.CloseUnsupportedData, "text messages only")
		return nil, errors.New("binary message")
	}
	c.held = received.Get().(*bytes.Buffer)
	if _, err := c.held.ReadFrom(r); err != nil {
		return nil, c.broken(err)
	}
	text := c.held.Bytes()
	if !utf8.Valid(text) {
		c.close(websocket.CloseInvalidFramePayloadData, "not UTF-8")
		return nil, errors.New("message is not UTF-8")
	}
	return text, nil
}

// release gives back what the last read took.
func (c *conn) release() {
	if c.held != nil {
		c.held.Reset()
		received.Put(c.held)
		c.held = nil
	}
}

// broken closes for a failed read.
func (c *conn) broken(err error) error {
	if errors.Is(err, errFlood) || errors.Is(err, websocket.ErrReadLimit) {
		c.close(websocket.CloseMessageTooBig, "message too big")
	}
	return err
}

// joined are buffers for messages that come in pieces.
var joined = sync.Pool{New: func() any { return new([]byte) }}

// write sends one text message. One goroutine writes at a time.
func (c *conn) write(parts ...[]byte) error {
	if err := c.ws.SetWriteDeadline(time.Now().Add(c.times.write)); err != nil {
		return err
	}
	if len(parts) == 1 {
		return c.ws.WriteMessage(websocket.TextMessage, parts[0])
	}
	text := joined.Get().(*[]byte)
	defer joined.Put(text)
	*text = (*text)[:0]
	for _, part := range parts {
		*text = append(*text, part...)
	}
	return c.ws.WriteMessage(websocket.TextMessage, *text)
}

// close says why, once; it may be called from any goroutine. A second call does
// not wait for the first: the other side may read nothing.
func (c *conn) close(code int, why string) {
	if !c.end() {
		return
	}
	// The other side may be gone already: then there is no reader.
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, why), time.Now().Add(lingerTime))
	// Wakes the reader, which ends the connection.
	_ = c.ws.SetReadDeadline(time.Now().Add(lingerTime))
}

// end reports whether the connection had not ended before.
func (c *conn) end() bool {
	first := c.ended.CompareAndSwap(false, true)
	if first {
		close(c.closing)
	}
	return first
}

// drop closes a connection that is worth no more time: it does not wait until the
// other side has read why.
func (c *conn) drop(code int, why string) {
	c.dropped.Store(true)
	c.close(code, why)
	c.cut()
}

// idle waits, no longer than the connection lasts.
func (c *conn) idle(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.closing:
	}
}

// cut ends a connection on which writing failed: no close frame can follow what
// was cut off amid a message.
func (c *conn) cut() {
	c.end()
	_ = c.ws.SetReadDeadline(time.Now())
}

// abort gives a write that is under way little time to end.
func (c *conn) abort() { _ = c.meter.Conn.SetWriteDeadline(time.Now().Add(lingerTime)) }

// linger reads away what still comes, after which the connection may be
// closed: closing with unread data would throw away the close frame.
func (c *conn) linger() {
	if c.dropped.Load() {
		return
	}
	_ = c.meter.Conn.SetReadDeadline(time.Now().Add(lingerTime))
	_, _ = io.Copy(io.Discard, c.meter.Conn)
}
