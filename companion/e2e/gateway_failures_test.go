package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"cairn/companion/home"
)

// replayed is a variable with a recording of a driver: this test binary then answers as that
// driver did, call by call. Failures of memory need no browser.
const replayed = "CAIRN_TEST_REPLAYS"

type replayedCall struct {
	Tool, Answer string
	Arguments    json.RawMessage
	IsError      bool
}

func recordedDriver(file string) (calls []replayedCall, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r struct{ Calls []replayedCall }
	err = json.Unmarshal(data, &r)
	return r.Calls, err
}

// replayDriver is the driver, until its input ends.
func replayDriver(file string) int {
	calls, err := recordedDriver(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	next := map[string]int{}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct{ Name string }
		}
		if json.Unmarshal(in.Bytes(), &m) != nil || m.ID == nil {
			continue
		}
		result := any(map[string]any{})
		switch m.Method {
		case "initialize":
			result = map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{"tools": map[string]any{}}, "serverInfo": map[string]string{"name": "Playwright", "version": "0.0.83"}}
		case "tools/list":
			tools, listed := []any{}, map[string]bool{}
			for _, c := range calls {
				if !listed[c.Tool] {
					tools = append(tools, map[string]any{"name": c.Tool, "inputSchema": map[string]any{"type": "object"}})
				}
				listed[c.Tool] = true
			}
			result = map[string]any{"tools": tools}
		case "tools/call":
			var fit []replayedCall
			for _, c := range calls {
				if c.Tool == m.Params.Name && !c.IsError {
					fit = append(fit, c)
				}
			}
			c := fit[next[m.Params.Name]%len(fit)]
			next[m.Params.Name]++
			result = map[string]any{"content": []any{map[string]string{"type": "text", "text": c.Answer}}}
		}
		line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
		if err != nil {
			return 1
		}
		fmt.Printf("%s\n", line)
	}
	return 0
}

// TestGatewayOutlivesMemory checks that the driver answers while memory fails in each way, and one
// line says so. When memory is back, so are its additions.
func TestGatewayOutlivesMemory(t *testing.T) {
	t.Parallel()
	recording := filepath.Join(repoRoot, "companion", "gateway", "testdata", "playwright-0.0.83.json")
	for name, tc := range map[string]struct {
		before func(t *testing.T, w *world) // the daemon starts
		breaks func(t *testing.T, w *world) (mend func())
		stays  bool // memory does not come back
	}{
		"sound":  {},
		"killed": {breaks: func(t *testing.T, w *world) func() { w.killDaemon(); return func() {} }},
		"hung": {breaks: func(t *testing.T, w *world) func() {
			daemon := w.daemon.Process
			signal := func(s syscall.Signal) {
				if err := daemon.Signal(s); err != nil {
					t.Error(err)
				}
			}
			signal(syscall.SIGSTOP)
			return func() { signal(syscall.SIGCONT) }
		}, stays: true}, // it rests for 15 s
		"updated": {breaks: func(t *testing.T, w *world) func() {
			w.stopDaemon()
			w.startDaemon("--headless")
			return func() {}
		}},
		"of an older version": {breaks: func(t *testing.T, w *world) func() {
			w.stopDaemon()
			refuseOrders(t, w, `{"error":{"code":"MM_INVALID_INPUT","message":"there is no request \"memory\"","hint":"use the cairn command of the daemon's own version"}}`)
			return func() {}
		}, stays: true},
		"of a newer version": {breaks: func(t *testing.T, w *world) func() {
			w.stopDaemon()
			refuseOrders(t, w, `{"later":{"a":[1]},"step":{"later":true}}`)
			return func() {}
		}, stays: true},
		"damaged": {breaks: func(t *testing.T, w *world) func() {
			w.stopDaemon()
			if err := harmed(filepath.Join(w.home, "store"), flipped); err != nil {
				t.Fatal(err)
			}
			return func() {}
		}},
		"not to be opened": {breaks: func(t *testing.T, w *world) func() {
			w.stopDaemon()
			store := filepath.Join(w.home, "store")
			if err := os.RemoveAll(store); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(store, []byte("no directory"), 0o600); err != nil {
				t.Fatal(err)
			}
			return func() {}
		}, stays: true},
		"full": {before: smallDisk, breaks: func(t *testing.T, w *world) func() {
			filler := filepath.Join(w.home, "store", "filler")
			f, err := os.Create(filler)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			for block := make([]byte, 1<<20); ; {
				if _, err := f.Write(block); err != nil {
					break // no space is left
				}
			}
			return func() { os.Remove(filler) }
		}, stays: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			if tc.before != nil {
				tc.before(t, w)
			}
			w.startDaemon("--headless")
			t.Cleanup(func() { _, _ = w.cairn("stop") }) // a gateway starts another daemon
			c := startRaw(t, t.TempDir(), []string{"CAIRN_GOAL=Save an order for Bob in size M", replayed + "=" + recording}, w.binary, "mcp", "--data", w.home, "--wrap", "--", os.Args[0])
			c.ask("tools/list", `{}`)
			run := func() (added string) {
				for _, one := range [][2]string{{"browser_navigate", `{"url":"http://127.0.0.1:8000/page.html"}`}, {"browser_snapshot", `{}`}, {"browser_click", `{"target":"e18"}`}} {
					line, texts, more := c.call(one[0], one[1])
					if !strings.Contains(texts, "Page URL: http://127.0.0.1:8000/page.html") {
						t.Errorf("the driver answers %s", line)
					}
					added += more
				}
				c.call("memory_goal", `{"outcome":"done"}`)
				c.call("memory_goal", `{"goal":"Save an order for Bob in size M"}`)
				return added
			}
			run()
			if added := run(); !strings.Contains(added, "Cairn remembers:") {
				t.Fatalf("the second run gets %q", added)
			}
			if tc.breaks != nil {
				mend := tc.breaks(t, w)
				for range 3 {
					run()
				}
				mend()
			}
			if !tc.stays {
				w.eventually("memory is back", func() bool { return run() != "" })
			}
			if said := c.err.String(); strings.Count(said, "\n") > 1 || (tc.breaks != nil) != strings.HasPrefix(said, "cairn: memory does not answer, the driver works on without it: ") {
				t.Errorf("it says %q", said)
			}
		})
	}
}

// refuseOrders answers each request of a gateway as a daemon of another version would.
func refuseOrders(t *testing.T, w *world, reply string) {
	t.Helper()
	socket := home.Dir(w.home).Socket()
	os.Remove(socket)
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				in := bufio.NewScanner(conn)
				in.Buffer(nil, 1<<20)
				for in.Scan() {
					if !strings.Contains(in.Text(), `"want"`) {
						fmt.Fprintln(conn, reply)
					}
				}
			}()
		}
	}()
}

// smallDisk puts the store on a disk of its own.
func smallDisk(t *testing.T, w *world) {
	t.Helper()
	dir := filepath.Join(w.home, "store")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := mountSmall(dir); err != nil {
		t.Skip("a disk cannot be mounted here: ", err)
	}
	t.Cleanup(func() { _ = unmount(dir) })
}
