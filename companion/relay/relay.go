// Package relay is `cairn mcp`: an MCP server on standard input and output that
// forwards every message to the daemon over the control socket.
package relay

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"cairn/companion/control"
	"cairn/companion/mcptools"
	"cairn/shared/types"
)

// maxMCPLine bounds one MCP message (research: reliability section 4).
const maxMCPLine = 4 << 20

// Timeouts of a relay whose daemon has ended.
const (
	// relayPatience bounds the retries of a request: the previous daemon may take
	// seconds to end, and the next one to load.
	relayPatience = 45 * time.Second
	relayPause    = 20 * time.Millisecond // before each retry
)

// Relay carries MCP messages between a client on standard input and output and the
// daemon. The client's session outlives the daemon: when the daemon ends, the relay
// finds or starts another one, repeats the client's handshake, and resends open
// requests. It never repeats a call that may have changed something already.
type Relay struct {
	Hello control.Request
	Dial  func() (net.Conn, error)

	over    atomic.Bool // the client is gone
	writing sync.Mutex  // to the daemon

	mu         sync.Mutex
	Out        io.Writer
	conn       net.Conn       // nil while there is no daemon
	announces  bool           // its daemon announces each request before it begins
	initialize []byte         // the client's own handshake, once it was accepted
	pending    []*openRequest // open requests, in their order
}

// openRequest is an open request.
type openRequest struct {
	id, line     []byte
	method, tool string
	since        time.Time
	begun        bool // the daemon announced its beginning
	repeated     bool // sent again although it may have been carried out
}

// mcpHead holds the parts of a message that the relay reads.
type mcpHead struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// headOf reads only the head of the daemon's message: an answer is recognisable before
// its content, which may be long.
func headOf(line []byte) (head mcpHead) {
	in := json.NewDecoder(bytes.NewReader(line))
	if _, err := in.Token(); err != nil {
		return head
	}
	for in.More() {
		key, err := in.Token()
		if err != nil || head.ID != nil && (key == "result" || key == "error") {
			return head
		}
		var value json.RawMessage
		if in.Decode(&value) != nil {
			return head
		}
		switch key {
		case "id":
			head.ID = value
		case "method":
			_ = json.Unmarshal(value, &head.Method) // if it is no string, there is no method
		}
	}
	return head
}

// Run carries messages until the client closes its side, or ctx ends.
func (r *Relay) Run(ctx context.Context, in io.Reader) error {
	defer r.end()
	// Reading standard input cannot be interrupted, so its goroutine is not awaited.
	ended := make(chan error, 1)
	go func() { ended <- eachLine(ctx, in, r.send) }()
	select {
	case <-ctx.Done():
		return nil
	case err := <-ended:
		return err
	}
}

// eachLine passes each non-empty line to take, until in ends.
func eachLine(ctx context.Context, in io.Reader, take func([]byte)) error {
	scan := bufio.NewScanner(in)
	scan.Buffer(make([]byte, 64<<10), maxMCPLine)
	for scan.Scan() {
		if len(scan.Bytes()) == 0 {
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		take(append([]byte(nil), scan.Bytes()...))
	}
	if errors.Is(scan.Err(), bufio.ErrTooLong) {
		return types.Invalid(fmt.Sprintf("the client sent a message of more than %d MiB", maxMCPLine>>20), "send less at once")
	}
	return scan.Err()
}

// send forwards one message of the client to the daemon. A request always gets an
// answer, even if that is only an error.
func (r *Relay) send(line []byte) {
	var head struct {
		mcpHead
		Params struct{ Name string }
	}
	_ = json.Unmarshal(line, &head) // the daemon refuses invalid JSON
	r.mu.Lock()
	request := head.Method != "" && len(head.ID) > 0
	if request {
		a := &openRequest{id: head.ID, line: line, method: head.Method, tool: head.Params.Name, since: time.Now()}
		r.pending = append(r.pending, a)
	}
	if r.conn == nil && (request || head.Method == "") {
		if err := r.connect(); err != nil {
			r.failAll(err)
			r.mu.Unlock()
			return
		}
	}
	conn := r.conn
	r.mu.Unlock()
	if conn != nil { // without a daemon, notifications are dropped: only that daemon could use them
		r.write(conn, line)
	}
}

// write sends messages to a daemon. If that fails, receive handles the open requests.
func (r *Relay) write(conn net.Conn, lines ...[]byte) {
	r.writing.Lock()
	defer r.writing.Unlock()
	for _, line := range lines {
		if _, err := conn.Write(append(line, '\n')); err != nil {
			conn.Close()
			return
		}
	}
}

// connect finds or starts a daemon and repeats the client's handshake. An ending
// daemon accepts connections that it never serves, so connect retries while
// connections break. Other errors are final.
func (r *Relay) connect() error {
	for end := time.Now().Add(relayPatience); ; time.Sleep(relayPause) {
		conn, err := r.Dial()
		if err != nil {
			return err
		}
		in := bufio.NewReader(conn)
		if err = r.introduce(conn, in); err == nil {
			r.conn = conn
			go r.receive(conn, in)
			return nil
		}
		conn.Close()
		var fault *types.Error
		if errors.As(err, &fault) || r.over.Load() || time.Now().After(end) {
			return err
		}
	}
}

// introduce repeats the client's handshake, if there was one, and does not forward the
// answer.
func (r *Relay) introduce(conn net.Conn, in *bufio.Reader) error {
	r.announces = false
	if err := conn.SetDeadline(time.Now().Add(relayPatience)); err != nil {
		return err
	}
	control.WriteLine(conn, r.Hello)
	if r.initialize != nil {
		if _, err := conn.Write(append(r.initialize, '\n')); err != nil {
			return fmt.Errorf("introduce client to the daemon: %w", err)
		}
		for answered := false; !answered; {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return fmt.Errorf("introduce client to the daemon: %w", err)
			}
			switch headOf(line).Method {
			case mcptools.MethodBegun:
				r.announces = true
			case "":
				if err := refusalIn(line); err != nil {
					return err
				}
				answered = true
			}
		}
		if _, err := io.WriteString(conn, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"); err != nil {
			return fmt.Errorf("introduce client to the daemon: %w", err)
		}
	}
	return conn.SetDeadline(time.Time{})
}

// refusalIn returns the reason of a daemon's refusal from its answer; nil if it
// accepts.
func refusalIn(line []byte) error {
	var answer struct {
		Error *struct {
			Message string
			Data    *types.Error
		}
	}
	switch err := json.Unmarshal(line, &answer); {
	case err != nil:
		return types.Fault(types.CodeInternal, "the daemon's answer is not understood: "+err.Error(), "end a daemon of another version with: cairn stop")
	case answer.Error == nil:
		return nil
	case answer.Error.Data != nil && answer.Error.Data.Code != "":
		return answer.Error.Data
	}
	return types.Fault(types.CodeInternal, "the daemon refuses the client: "+answer.Error.Message, "end a daemon of another version with: cairn stop")
}

// turnedAway returns the error with which a daemon refuses the connection: a version
// without limits does not know the request. It is nil for a message of MCP.
func turnedAway(line []byte) error {
	var reply struct {
		JSONRPC string
		Error   *types.Error
	}
	if json.Unmarshal(line, &reply) != nil || reply.JSONRPC != "" || reply.Error == nil {
		return nil
	}
	return reply.Error
}

// receive forwards the daemon's messages to the client until the daemon ends.
func (r *Relay) receive(conn net.Conn, in *bufio.Reader) {
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			r.lost(conn)
			return
		}
		head := headOf(line)
		r.mu.Lock()
		switch head.Method {
		case mcptools.MethodBegun:
			r.announces = true
			if a := r.find(head.ID); a != nil {
				a.begun = true
			}
		case "":
			if err := turnedAway(line); err != nil {
				r.failAll(err)
				break
			}
			r.answered(head.ID, line)
			fallthrough
		default:
			_, _ = r.Out.Write(line) // if the client is gone, our input ends too
		}
		r.mu.Unlock()
	}
}

func (r *Relay) find(id []byte) *openRequest {
	for _, a := range r.pending {
		if bytes.Equal(a.id, id) {
			return a
		}
	}
	return nil
}

// answered removes a request from the list.
func (r *Relay) answered(id, line []byte) {
	for i, a := range r.pending {
		if bytes.Equal(a.id, id) {
			r.pending = append(r.pending[:i:i], r.pending[i+1:]...)
			if a.method == mcptools.MethodInitialize && refusalIn(line) == nil {
				r.initialize = a.line
			}
			return
		}
	}
}

// lost resends the open requests of a daemon that ended to the next one. A request
// that may have been carried out is repeated only if it changes nothing, and once.
func (r *Relay) lost(conn net.Conn) {
	conn.Close()
	r.mu.Lock()
	if r.over.Load() || r.conn != conn {
		r.mu.Unlock()
		return
	}
	r.conn = nil
	var again []*openRequest
	for _, a := range r.pending {
		done := a.begun || !r.announces // an older daemon does not announce requests
		switch {
		case time.Since(a.since) > relayPatience || done && (a.repeated || !mcptools.Repeatable(a.method, a.tool, r.Hello.Prefix)):
			r.fail(a, r.interrupted(a, done))
		default:
			a.begun, a.repeated = false, a.repeated || done
			again = append(again, a)
		}
	}
	r.pending = again
	if len(again) == 0 {
		r.mu.Unlock()
		return
	}
	time.Sleep(relayPause)
	if err := r.connect(); err != nil {
		r.failAll(err)
		r.mu.Unlock()
		return
	}
	var lines [][]byte
	for _, a := range again {
		lines = append(lines, a.line)
	}
	next := r.conn
	r.mu.Unlock()
	r.write(next, lines...)
}

func (r *Relay) interrupted(a *openRequest, done bool) error {
	name := cmp.Or(a.tool, a.method)
	if !done {
		return types.Fault(types.CodeInterrupted, fmt.Sprintf("%s was not begun: the Cairn daemon ended again and again", name), "run cairn doctor to see why, then try again")
	}
	if mcptools.Repeatable(a.method, a.tool, r.Hello.Prefix) {
		return types.Fault(types.CodeInterrupted, fmt.Sprintf("the Cairn daemon ended twice while %s was under way", name), "run cairn doctor to see why")
	}
	return types.Fault(types.CodeInterrupted,
		fmt.Sprintf("the Cairn daemon ended while %s was under way: it may or may not have been done, and was not repeated", name),
		"the session ended with the daemon: call mm_launch, look with mm_describe_screen whether it was done, and repeat it only if not")
}

// fail answers a request with an error in the daemon's place.
func (r *Relay) fail(a *openRequest, err error) {
	_, _ = r.Out.Write(append(mcptools.FaultAnswer(a.id, a.method, r.Hello.Prefix, err), '\n'))
}

// failAll answers all open requests with an error.
func (r *Relay) failAll(err error) {
	for _, a := range r.pending {
		r.fail(a, err)
	}
	r.pending = nil
}

func (r *Relay) end() {
	r.over.Store(true)
	if !r.mu.TryLock() {
		return // it is looking for a daemon, which ends with the process
	}
	defer r.mu.Unlock()
	r.failAll(types.Fault(types.CodeInterrupted, "the client closed its side while this was under way", "keep the input open until the answer is there"))
	if r.conn != nil {
		r.conn.Close()
	}
}
