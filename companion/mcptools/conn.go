package mcptools

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"

	"cairn/shared/types"
)

// maxAtOnce bounds the concurrent calls of one client. Further messages wait.
const maxAtOnce = 16

// ServeConn serves one client that sends one message per line, until it disconnects
// (nil) or ctx ends. The connection is the client's session.
func (s *Server) ServeConn(ctx context.Context, conn io.ReadWriteCloser, choice ClientOptions) error {
	defer conn.Close()
	if _, err := s.surface(choice); err != nil {
		return turnAway(conn, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	client, err := s.open(byConn, choice, cancel)
	if err != nil {
		return turnAway(conn, err)
	}
	l := &line{server: s, choice: choice, client: client, out: conn, slots: make(chan struct{}, maxAtOnce)}
	err = l.read(ctx, conn)
	cancel()
	l.calls.Wait()
	s.forget(byConn, client.id)
	return err
}

// turnAway answers a client's first message with the reason for the refusal, because
// a closed connection explains nothing.
func turnAway(conn io.ReadWriter, fault error) error {
	data, err := readLine(bufio.NewReader(conn))
	if err != nil {
		return fault
	}
	m, err := readMessage(data)
	if err != nil {
		m = new(message)
	}
	if text, err := json.Marshal(refusal(m, fault)); err == nil {
		_, _ = conn.Write(append(text, '\n')) // it is being turned away either way
	}
	return fault
}

// serverError is JSON-RPC's code for a failure outside of request and server code.
const serverError = -32000

// refusal returns the error for a client that is not served, with code and hint as
// in a tool's error.
func refusal(m *message, err error) mcp.JSONRPCMessage {
	fault := types.AsError(err)
	text, code := fault.Message, serverError
	if fault.Hint != "" {
		text += ": " + fault.Hint
	}
	if fault.Code == types.CodeInvalidInput {
		code = mcp.INVALID_REQUEST
	}
	return mcp.JSONRPCError{JSONRPC: mcp.JSONRPC_VERSION, ID: requestID(m.id), Error: mcp.NewJSONRPCErrorDetails(code, text, fault)}
}

// line is one connection with one message per line.
type line struct {
	server *Server
	choice ClientOptions
	client *session
	slots  chan struct{}
	calls  sync.WaitGroup

	mu  sync.Mutex // one answer at a time
	out io.Writer
}

func (l *line) read(ctx context.Context, conn io.ReadCloser) error {
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	in := bufio.NewReaderSize(conn, 64<<10)
	for {
		data, err := readLine(in)
		switch {
		case errors.Is(err, bufio.ErrTooLong):
			l.write(faultReply(&protocolFault{mcp.INVALID_REQUEST, "message over 4 MiB"}))
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read from MCP client: %w", err)
		case len(data) > 0:
			l.handle(ctx, data)
		}
	}
}

// readLine reads one line. It skips lines that are too long.
func readLine(in *bufio.Reader) ([]byte, error) {
	var data []byte
	for {
		part, err := in.ReadSlice('\n')
		if len(data)+len(part) > maxBody {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			if err != nil {
				return nil, err
			}
			return nil, bufio.ErrTooLong
		}
		data = append(data, part...)
		switch {
		case err == nil:
			return data[:len(data)-1], nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(data) > 0:
			return data, nil
		default:
			return nil, err
		}
	}
}

// handle answers one message. Requests run concurrently, except initialize, which later
// messages depend on. Notifications keep their order.
func (l *line) handle(ctx context.Context, data []byte) {
	m, err := readMessage(data)
	if err != nil {
		l.write(faultReply(err))
		return
	}
	answer := func() {
		if ctx.Err() != nil {
			return // nothing is begun any more; the next daemon can do it
		}
		l.announce(m)
		// An answer during shutdown may be wrong because of it.
		if reply := l.server.handle(withSay(ctx, func(note any) { l.write(note) }), l.choice, l.client, m); reply != nil && ctx.Err() == nil {
			l.write(reply)
		}
	}
	if !m.isRequest() || m.method == string(mcp.MethodInitialize) {
		answer()
		return
	}
	l.slots <- struct{}{}
	one, done := l.server.find(byConn, l.client.id)
	if one == nil {
		<-l.slots
		return // it made room for another client, and its connection ends
	}
	l.calls.Go(func() {
		defer func() { <-l.slots }()
		defer done()
		answer()
	})
}

// announce reports the start of a request to clients that asked for progress.
func (l *line) announce(m *message) {
	if l.choice.Announce && m.isRequest() {
		l.write(json.RawMessage(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q}`, m.id, MethodBegun)))
	}
}

func (l *line) write(reply mcp.JSONRPCMessage) {
	data, err := json.Marshal(reply)
	if err != nil {
		l.server.log.Error("MCP answer cannot be written", "error", err)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = l.out.Write(append(data, '\n')) // a client that went away needs no answer
}
