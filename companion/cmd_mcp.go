package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"

	"cairn/shared/types"
)

// maxMCPLine bounds one MCP message (research: reliability section 4).
const maxMCPLine = 4 << 20

func runMCP(ctx context.Context, c *call) error {
	hello := controlRequest{Want: wantMCP}
	c.flags.StringVar(&hello.Tools, "tools", "all", "all, or memory for the memory tools alone")
	c.flags.StringVar(&hello.Language, "language", "", "of site memory: en or zh (default: that of the task hint)")
	c.flags.StringVar(&hello.Prefix, "tool-prefix", "mm_", "what the tool names begin with")
	_, h, err := c.parse(0, 0)
	if err != nil {
		return err
	}
	if hello.Language != "" && hello.Language != "en" && hello.Language != "zh" {
		return types.Fault(types.CodeInvalidInput, fmt.Sprintf("--language %s is not known", hello.Language), "use en or zh")
	}
	if hello.Tools != "all" && hello.Tools != "memory" {
		return types.Fault(types.CodeInvalidInput, fmt.Sprintf("--tools %s is not known", hello.Tools), "use all or memory")
	}
	// Sessions are tagged with the git branch of where the client works.
	if hello.Dir, err = os.Getwd(); err != nil {
		hello.Dir = ""
	}
	r := &relay{hello: hello, out: c.out, asked: map[string]bool{},
		dial: func() (net.Conn, error) { return dialDaemon(h, os.Stderr) }}
	return r.run(ctx, os.Stdin)
}

// relay carries MCP messages between a client on standard input and output and
// the daemon. The client's session outlives the daemon: when the daemon goes,
// the next message finds or starts another, introduces the client anew, and
// goes on. What was asked of the dead one is answered with an error.
type relay struct {
	hello controlRequest
	dial  func() (net.Conn, error)

	mu         sync.Mutex
	out        io.Writer
	conn       net.Conn
	initialize []byte          // the client's own introduction, to be said again
	asked      map[string]bool // ids of requests under way
}

// mcpHead is as much of a message as the relay looks at.
type mcpHead struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// headOf reads a message of the daemon's as far as it must: what is an answer
// shows before the answer itself, which may be long.
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
			_ = json.Unmarshal(value, &head.Method) // what is no string is no method
		}
	}
	return head
}

func (r *relay) run(ctx context.Context, in io.Reader) error {
	defer r.drop(nil)
	// Reading standard input cannot be interrupted, so it is left to itself.
	ended := make(chan error, 1)
	go func() { ended <- eachLine(ctx, in, r.send) }()
	select {
	case <-ctx.Done():
		return nil
	case err := <-ended:
		return err
	}
}

// eachLine hands over each line that is not empty, until in ends or take fails.
func eachLine(ctx context.Context, in io.Reader, take func([]byte) error) error {
	scan := bufio.NewScanner(in)
	scan.Buffer(make([]byte, 64<<10), maxMCPLine)
	for scan.Scan() {
		if len(scan.Bytes()) == 0 {
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		if err := take(append([]byte(nil), scan.Bytes()...)); err != nil {
			return err
		}
	}
	if errors.Is(scan.Err(), bufio.ErrTooLong) {
		return types.Fault(types.CodeInvalidInput, fmt.Sprintf("the client sent a message of more than %d MiB", maxMCPLine>>20), "send less at once")
	}
	return scan.Err()
}

// send passes one message of the client's to the daemon.
func (r *relay) send(line []byte) error {
	var head mcpHead
	_ = json.Unmarshal(line, &head) // what is not JSON is the daemon's to refuse
	r.mu.Lock()
	defer r.mu.Unlock()
	for try := 0; ; try++ {
		if r.conn == nil {
			if err := r.connect(head.Method == "initialize"); err != nil {
				return err
			}
		}
		if _, err := r.conn.Write(append(line, '\n')); err == nil {
			break
		} else if try > 0 {
			return fmt.Errorf("pass message to the daemon: %w", err)
		}
		r.forget()
	}
	if head.Method == "initialize" {
		r.initialize = line
	}
	if head.Method != "" && len(head.ID) > 0 {
		r.asked[string(head.ID)] = true
	}
	return nil
}

// connect finds or starts the daemon. Unless the client is about to introduce
// itself, its earlier introduction is said again and the answer swallowed.
func (r *relay) connect(introducing bool) error {
	conn, err := r.dial()
	if err != nil {
		return err
	}
	writeLine(conn, r.hello)
	in := bufio.NewReader(conn)
	if !introducing && r.initialize != nil {
		_, err := conn.Write(append(r.initialize, '\n'))
		if err == nil {
			_, err = in.ReadBytes('\n')
		}
		if err == nil {
			_, err = io.WriteString(conn, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
		}
		if err != nil {
			conn.Close()
			return fmt.Errorf("introduce client to new daemon: %w", err)
		}
	}
	r.conn = conn
	go r.receive(conn, in)
	return nil
}

// receive passes the daemon's messages to the client until the daemon goes.
func (r *relay) receive(conn net.Conn, in *bufio.Reader) {
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			r.drop(conn)
			return
		}
		head := headOf(line)
		r.mu.Lock()
		if head.Method == "" {
			delete(r.asked, string(head.ID))
		}
		_, _ = r.out.Write(line) // a client that is gone ends our input too
		r.mu.Unlock()
	}
}

// drop gives up conn (nil for the present one) and answers what was asked of
// it.
func (r *relay) drop(conn net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.conn == nil || conn != nil && conn != r.conn {
		return
	}
	r.forget()
}

// forget closes the connection; every request under way fails, because nobody
// can say how far it came.
func (r *relay) forget() {
	r.conn.Close()
	r.conn = nil
	for id := range r.asked {
		fmt.Fprintf(r.out, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"the cairn daemon ended while this was under way; describe the screen, then ask again"}}`+"\n", id)
	}
	clear(r.asked)
}
