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

// lingerTime is the time that a closed connection continues to read, so that the close
// code reaches the other side before the connection is gone.
const lingerTime = 500 * time.Millisecond

// conn is a WebSocket that reads and writes text messages with deadlines.
type conn struct {
	ws    *websocket.Conn
	meter *meteredConn
	times times

	buffer *bytes.Buffer // of the last message

	ended   atomic.Bool   // a close frame was sent, or cannot be
	closing chan struct{} // closed when a close frame was sent or received
	dropped atomic.Bool   // nothing more is read
}

func newConn(ws *websocket.Conn, meter *meteredConn, t times) *conn {
	ws.SetReadLimit(wire.MaxFrame)
	return &conn{ws: ws, meter: meter, times: t, closing: make(chan struct{})}
}

// readBuffers pools buffers for incoming messages.
var readBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// read returns the next message, waiting for it no longer than patience. It is
// valid until the next read. A message that breaks the protocol closes the connection
// with the matching code.
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
		return nil, c.readError(err)
	}
	if kind != websocket.TextMessage {
		c.close(websocket.CloseUnsupportedData, "text messages only")
		return nil, errors.New("binary message")
	}
	c.buffer = readBuffers.Get().(*bytes.Buffer)
	if _, err := c.buffer.ReadFrom(r); err != nil {
		return nil, c.readError(err)
	}
	text := c.buffer.Bytes()
	if !utf8.Valid(text) {
		c.close(websocket.CloseInvalidFramePayloadData, "not UTF-8")
		return nil, errors.New("message is not UTF-8")
	}
	return text, nil
}

// release returns the buffer of the last read to the pool.
func (c *conn) release() {
	if c.buffer != nil {
		c.buffer.Reset()
		readBuffers.Put(c.buffer)
		c.buffer = nil
	}
}

// readError closes the connection after a failed read if the message was too big.
func (c *conn) readError(err error) error {
	if errors.Is(err, errFlood) || errors.Is(err, websocket.ErrReadLimit) {
		c.close(websocket.CloseMessageTooBig, "message too big")
	}
	return err
}

// writeBuffers pools buffers for outgoing messages that consist of parts.
var writeBuffers = sync.Pool{New: func() any { return new([]byte) }}

// write sends one text message. One goroutine writes at a time.
func (c *conn) write(parts ...[]byte) error {
	if err := c.ws.SetWriteDeadline(time.Now().Add(c.times.write)); err != nil {
		return err
	}
	if len(parts) == 1 {
		return c.ws.WriteMessage(websocket.TextMessage, parts[0])
	}
	text := writeBuffers.Get().(*[]byte)
	defer writeBuffers.Put(text)
	*text = (*text)[:0]
	for _, part := range parts {
		*text = append(*text, part...)
	}
	return c.ws.WriteMessage(websocket.TextMessage, *text)
}

// close sends a close frame, once; it may be called from any goroutine. A second call
// does not wait for the first, because the other side may not be reading.
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

// drop closes a connection without waiting until the other side has read the close
// frame.
func (c *conn) drop(code int, why string) {
	c.dropped.Store(true)
	c.close(code, why)
	c.cut()
}

// idle waits for d or until the connection closes.
func (c *conn) idle(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.closing:
	}
}

// cut ends a connection on which writing failed. It sends no close frame, because
// none may follow an incomplete message.
func (c *conn) cut() {
	c.end()
	_ = c.ws.SetReadDeadline(time.Now())
}

// abort shortens the deadline of a write in progress.
func (c *conn) abort() { _ = c.meter.Conn.SetWriteDeadline(time.Now().Add(lingerTime)) }

// linger discards incoming data for a moment before the connection is closed:
// closing with unread data would reset it and lose the close frame.
func (c *conn) linger() {
	if c.dropped.Load() {
		return
	}
	_ = c.meter.Conn.SetReadDeadline(time.Now().Add(lingerTime))
	_, _ = io.Copy(io.Discard, c.meter.Conn)
}
