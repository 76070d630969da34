package gateway

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"sync"
	"time"

	"cairn/shared/types"
)

// Options name the driver to wrap and its memory.
type Options struct {
	Command []string // the driver and its arguments
	In      io.Reader
	Out     io.WriteCloser
	// Err receives the driver's standard error, and the gateway's own messages.
	Err io.Writer
	// Memory is nil for a gateway that adds nothing.
	Memory Memory
	// Goal is the task of the client's first session, "" if it is unknown.
	Goal string
}

// gateway connects one client to one driver.
type gateway struct {
	toDriver, toClient sink
	watch              *watcher // nil if there is none
	own                *calls
	quiet              *time.Timer // returns memory to the system

	mu    sync.Mutex
	asked map[string]question // pending requests of the client, by id
}

// question is a request of the client whose answer the gateway reads.
type question struct {
	method string
	call   call // tools/call
}

// Exit statuses for a driver that cannot be started, as in shells.
const (
	exitNotRunnable = 126
	exitNotFound    = 127
)

// quietTime is the pause after which the memory that answers took is returned to the
// system: Go keeps it for minutes, and a gateway mostly waits for its client.
const quietTime = 3 * time.Second

// drainTime bounds the reading of output after a driver has ended.
const drainTime = time.Second

// Run starts the driver and forwards messages until it ends. The status is the
// driver's own; if a signal ended the driver, that signal ends this process as well.
func Run(ctx context.Context, o Options) (status int, err error) {
	if len(o.Command) == 0 {
		return 0, types.Fault(types.CodeInvalidInput, "no driver is named", "name its command behind --, as in: cairn mcp --wrap -- npx @playwright/mcp@latest")
	}
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Stderr = o.Err
	in, err := cmd.StdinPipe()
	if err != nil {
		return 0, fmt.Errorf("open driver's input: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, fmt.Errorf("open driver's output: %w", err)
	}
	if err := cmd.Start(); err != nil {
		status := exitNotRunnable
		if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
			status = exitNotFound
		}
		fmt.Fprintf(o.Err, "cairn: the driver %s cannot be started: %v\n", o.Command[0], cmp.Or(errors.Unwrap(err), err))
		return status, nil
	}
	defer forwardSignals(cmd.Process)()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g := &gateway{asked: map[string]question{}, quiet: time.AfterFunc(quietTime, debug.FreeOSMemory)}
	defer g.quiet.Stop()
	g.toDriver.out, g.toClient.out = in, o.Out
	g.own = newCalls(&g.toDriver)
	if o.Memory != nil {
		g.watch = newWatcher(ctx, o, g.own)
	}
	go func() { // reading standard input cannot be interrupted: it ends with the process
		_ = carry(o.In, &g.toDriver, g.fromClient) // the code below detects an ended driver
		in.Close()
	}()
	gone := make(chan *os.ProcessState, 1)
	go func() {
		state, _ := cmd.Process.Wait() // nil if the wait fails
		// The driver's own children may hold its output open and outlive it.
		if pipe, ok := out.(interface{ SetReadDeadline(time.Time) error }); ok {
			_ = pipe.SetReadDeadline(time.Now().Add(drainTime))
		}
		gone <- state
	}()
	_ = carry(out, &g.toClient, g.fromDriver)
	out.Close() // after the client's end the driver finds no reader, as without a gateway
	g.own.fail(true)
	o.Out.Close()
	state := <-gone
	if g.watch != nil {
		g.watch.end()
	}
	if state == nil {
		return 0, errors.New("cannot wait for the driver's end")
	}
	return exitStatus(state), nil
}

// fromClient reads a line of the client and returns the line for the driver.
func (g *gateway) fromClient(line []byte) []byte {
	if line == nil && g.watch != nil {
		g.watch.missed()
		return nil
	}
	m := read(line)
	switch {
	case m.method == "notifications/cancelled":
		id := string(m.within(m.params)["requestId"].of(line))
		if g.watch != nil && g.watch.cancelOwn(id) {
			return nil
		}
		if q, ok := g.take(id); ok && g.watch != nil && q.method == "tools/call" { // mostly it gets no answer
			g.watch.missed()
		}
	case m.request() && m.method == "tools/call":
		return g.called(&m)
	case m.request() && (m.method == "initialize" || m.method == "tools/list"):
		g.note(m.id, question{method: m.method})
		if m.method == "initialize" && g.watch != nil {
			g.watch.client(m.text(m.within(m.within(m.params)["clientInfo"])["name"]))
		}
	}
	return line
}

// called handles a call of a tool: the gateway's own tools do not reach the driver.
func (g *gateway) called(m *message) []byte {
	params := m.within(m.params)
	c := call{tool: m.text(params["name"]), arguments: bytes.Clone(params["arguments"].of(m.line)),
		token: bytes.Clone(m.within(params["_meta"])["progressToken"].of(m.line)), began: types.At(time.Now())}
	if g.watch != nil && g.watch.mayOwn(c.tool) {
		id, line := m.id, bytes.Clone(m.line)
		g.watch.serve(id, c, &g.toClient, func() {
			g.note(id, question{method: "tools/call", call: c})
			_ = g.toDriver.write(line) // a closed driver ends the gateway
		})
		return nil
	}
	if g.watch != nil {
		g.watch.expect(&c)
	}
	g.note(m.id, question{method: m.method, call: c})
	return m.line
}

func (g *gateway) note(id string, q question) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked[id] = q
}

// take removes and returns the request of an id.
func (g *gateway) take(id string) (question, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q, ok := g.asked[id]
	delete(g.asked, id)
	return q, ok
}

// fromDriver reads a line of the driver and returns the line for the client.
func (g *gateway) fromDriver(line []byte) []byte {
	g.quiet.Reset(quietTime)
	if line == nil {
		g.own.fail(false) // it may have been the answer to one of them
		if g.watch != nil {
			g.watch.missed()
		}
		return nil
	}
	m := read(line)
	if !m.answer() {
		return line
	}
	if g.own.answered(&m) {
		return nil
	}
	q, ok := g.take(m.id)
	if !ok || g.watch == nil {
		return line
	}
	switch result := m.within(m.result); q.method {
	case "initialize":
		server := m.within(result["serverInfo"])
		g.watch.driver(m.text(server["name"]), m.text(server["version"]))
	case "tools/list":
		return g.watch.addTools(&m, result)
	case "tools/call":
		if text := g.watch.answered(&q.call, &m); text != "" {
			return appended(line, result["content"], textBlock(text))
		}
	}
	return line
}
