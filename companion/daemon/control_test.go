package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/companion/control"
	"cairn/shared/types"
)

// controlAt serves the control socket with a handler that answers each
// request with itself.
func controlAt(t testing.TB) (socket string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "cairn-c-")
	if err != nil {
		t.Fatal(err)
	}
	socket = filepath.Join(dir, "s")
	l, err := listenControl(socket)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	s := &controlServer{listener: l,
		handle: func(_ context.Context, req control.Request) control.Reply { return control.Reply{Done: req.Want} },
		serveMCP: func(_ context.Context, _ control.Request, conn io.ReadWriteCloser) error {
			_, err := io.Copy(conn, conn)
			return err
		}}
	go func() {
		s.serve(ctx)
		close(done)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		os.RemoveAll(dir)
	})
	return socket
}

func TestControlSocketAnswersBadInput(t *testing.T) {
	socket := controlAt(t)
	for _, tc := range []struct{ name, say, want string }{
		{"a request", `{"want":"status"}`, `"done":"status"`},
		{"no JSON", `hello`, `MM_INVALID_INPUT`},
		{"JSON of another shape", `["status"]`, `MM_INVALID_INPUT`},
		{"a wrong type", `{"want":7}`, `MM_INVALID_INPUT`},
		{"an endless line", `{"want":"` + strings.Repeat("x", control.MaxControlLine), `MM_INVALID_INPUT`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			conn, err := net.Dial("unix", socket)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, tc.say+"\n"); err != nil {
				t.Fatal(err)
			}
			line, err := bufio.NewReader(conn).ReadString('\n')
			if err != nil || !strings.Contains(line, tc.want) {
				t.Errorf("answer %q, %v; want %s", line, err, tc.want)
			}
		})
	}
}

func TestControlSocketHandsOverToMCP(t *testing.T) {
	conn, err := net.Dial("unix", controlAt(t))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// Bytes behind the first line must not be lost.
	if _, err := io.WriteString(conn, `{"want":"mcp"}`+"\n"+`{"jsonrpc":"2.0"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil || line != `{"jsonrpc":"2.0"}`+"\n" {
		t.Errorf("MCP side got %q, %v", line, err)
	}
}

func TestASecondDaemonIsRefused(t *testing.T) {
	socket := controlAt(t)
	_, err := listenControl(socket)
	if fault := types.AsError(err); fault == nil || fault.Code != types.CodeStoreLocked || fault.Hint == "" {
		t.Errorf("second listenControl: %v, want %s with a hint", err, types.CodeStoreLocked)
	}
}

func TestASocketLeftByACrashIsReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	addr, err := net.ResolveUnixAddr("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	old, err := net.ListenUnix("unix", addr)
	if err != nil {
		t.Skipf("no unix sockets under %s: %v", path, err)
	}
	old.SetUnlinkOnClose(false)
	old.Close()
	l, err := listenControl(path)
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}

func FuzzControlRequest(f *testing.F) {
	for _, seed := range []string{`{"want":"status"}`, `{"want":"core","core":{"op":"search"}}`, `{"want":"forget","forget":{"all":true}}`, `[]`, ``} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var req control.Request
		if json.Unmarshal(line, &req) != nil {
			return
		}
		if _, err := json.Marshal(req); err != nil {
			t.Errorf("a request that was understood cannot be written: %v", err)
		}
	})
}
