package gateway

import (
	"bytes"
	"fmt"
	"net"
	"slices"
	"testing"
	"time"

	"cairn/companion/mcptools"
)

// thinks is the pause of the client between two tasks, far less than a model takes.
const thinks = 50 * time.Millisecond

// BenchmarkAnswer measures the cost of one answer in the gateway: reading it, storing its
// steps durably, and asking the memory, over a socket as in life. The driver's own
// time is not in it.
func BenchmarkAnswer(b *testing.B) {
	names := []string{"playwright-0.0.83", "chrome-devtools-1.11.0", "agent-browser-0.41.2"}
	var recordings []recording
	for _, name := range names {
		recordings = append(recordings, recordedCalls(b, name))
	}
	b.Chdir(b.TempDir())
	for i, name := range names {
		r := recordings[i]
		m, _ := openMemory(b)
		var times []time.Duration
		var tokens []int
		for range 40 {
			ours, theirs := net.Pipe()
			go func() { _ = Serve(b.Context(), m, &afterFirstLine{Conn: theirs}) }()
			remote := &Remote{Dial: func() (net.Conn, error) { return ours, nil }}
			remote.Connect()
			for remote.unlinked() {
				time.Sleep(time.Millisecond)
			}
			var said bytes.Buffer
			w := newWatcher(b.Context(), Options{Memory: remote, Err: &said, Goal: "Save an order for Bob in size M"}, nil)
			w.offered["memory_run_flow"] = true
			w.driver(r.Server, "")
			for _, c := range r.Calls {
				writeFiles(b, c.Files)
				one := answerMessage(b, c.Answer, c.IsError, c.Structured)
				began := time.Now()
				seen := read(one.line)
				added := w.answered(&call{tool: c.Tool, arguments: c.Arguments, began: now()}, &seen)
				times = append(times, time.Since(began))
				if added != "" {
					tokens = append(tokens, mcptools.Tokens(added))
				}
			}
			if _, err := w.answer(b.Context(), call{tool: "memory_goal", arguments: []byte(`{"outcome":"done"}`)}, nil); err != nil || said.Len() > 0 {
				b.Fatal(err, said.String())
			}
			time.Sleep(thinks)
			remote.Close()
		}
		slices.Sort(times)
		slices.Sort(tokens)
		at := func(part float64) float64 {
			return float64(times[int(part*float64(len(times)-1))].Microseconds()) / 1000
		}
		fmt.Printf("%s: %d answers, p50 %.1f ms, p95 %.1f ms; %d additions, %d tokens (p50), %d (most)\n", name, len(times), at(0.5), at(0.95), len(tokens), tokens[len(tokens)/2], tokens[len(tokens)-1])
	}
	for b.Loop() { // all is printed; there is no one number
	}
}

// afterFirstLine leaves out the line by which a gateway asks the daemon for its memory.
type afterFirstLine struct {
	net.Conn
	past bool
}

func (c *afterFirstLine) Read(p []byte) (int, error) {
	for one := make([]byte, 1); !c.past; c.past = one[0] == '\n' {
		if _, err := c.Conn.Read(one); err != nil {
			return 0, err
		}
	}
	return c.Conn.Read(p)
}

func (m *Remote) unlinked() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.conn == nil
}
