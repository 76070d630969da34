package gateway

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"cairn/shared/types"
)

// Options say what to wrap, and with what memory.
type Options struct {
	Command []string // the driver and its arguments
	In      io.Reader
	Out     io.WriteCloser
	// Err takes the driver's standard error, and lines of the gateway's own.
	Err io.Writer
	// Memory is nil for a gateway that adds nothing.
	Memory Memory
	// Goal is the task of the client's first session, "" if it is unknown.
	Goal string
}

// gateway stands between one client and one driver.
type gateway struct {
	toDriver, toClient sink
	watch              *watcher // nil for none
	own                *calls

	mu    sync.Mutex
	asked map[string]question // requests of the client's under way, by id
}

// question is a request of the client's whose answer is looked at.
type question struct {
	method string
	call   call // tools/call
}

// Exit statuses of a driver that cannot be started, as shells have them.
const (
	exitNotRunnable = 126
	exitNotFound    = 127
)

// drainTime is how long output is still read of a driver that has ended.
const drainTime = time.Second

// Run starts the driver and carries messages until it ends. The status is the
// driver's own; where a signal ended it, that signal ends this process as well.
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
		fmt.Fprintf(o.Err, "cairn: start driver: %v\n", err)
		return status, nil
	}
	defer forwardSignals(cmd.Process)()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g := &gateway{asked: map[string]question{}}
	g.toDriver.out, g.toClient.out = in, o.Out
	g.own = newCalls(&g.toDriver)
	if o.Memory != nil {
		g.watch = newWatcher(ctx, o, g.own)
	}
	go func() { // reading standard input cannot be interrupted: it ends with the process
		_ = carry(o.In, &g.toDriver, g.fromClient) // a driver that is gone shows below
		in.Close()
	}()
	gone := make(chan *os.ProcessState, 1)
	go func() {
		state, _ := cmd.Process.Wait() // nil where it cannot be waited for
		// What the driver started may hold its output open and outlive it.
		if pipe, ok := out.(interface{ SetReadDeadline(time.Time) error }); ok {
			_ = pipe.SetReadDeadline(time.Now().Add(drainTime))
		}
		gone <- state
	}()
	_ = carry(out, &g.toClient, g.fromDriver)
	out.Close() // a driver whose client is gone finds no reader, as without a gateway
	g.own.end()
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

// fromClient looks at a line of the client's and returns what the driver gets.
func (g *gateway) fromClient(line []byte) []byte {
	m := read(line)
	switch {
	case m.method == "notifications/cancelled":
		id := string(m.within(m.params)["requestId"].of(line))
		if g.watch != nil && g.watch.cancelOwn(id) {
			return nil
		}
		g.take(id) // it is not answered, mostly
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

// called looks at a call of a tool: the gateway's own tools do not reach the driver.
func (g *gateway) called(m *message) []byte {
	params := m.within(m.params)
	c := call{tool: m.text(params["name"]), arguments: bytes.Clone(params["arguments"].of(m.line)), began: types.At(time.Now())}
	if g.watch != nil && g.watch.owns(c.tool) {
		g.watch.serve(m.id, c, &g.toClient)
		return nil
	}
	g.note(m.id, question{method: m.method, call: c})
	return m.line
}

func (g *gateway) note(id string, q question) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asked[id] = q
}

// take returns the request of an id, and forgets it.
func (g *gateway) take(id string) (question, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	q, ok := g.asked[id]
	delete(g.asked, id)
	return q, ok
}

// fromDriver looks at a line of the driver's and returns what the client gets.
func (g *gateway) fromDriver(line []byte) []byte {
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
