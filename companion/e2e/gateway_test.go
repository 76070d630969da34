package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"cairn/companion/chromium"
)

// A rawClient speaks MCP line by line, so that each byte of an answer can be compared.
type rawClient struct {
	t   testing.TB
	in  io.WriteCloser
	out *bufio.Reader
	cmd *exec.Cmd
	err *lockedBuffer
	ids int
}

func startRaw(t testing.TB, dir string, env []string, command ...string) *rawClient {
	t.Helper()
	c := &rawClient{t: t, cmd: exec.Command(command[0], command[1:]...), err: &lockedBuffer{}}
	c.cmd.Dir, c.cmd.Stderr = dir, c.err
	c.cmd.Env = append(os.Environ(), env...)
	in, err := c.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c.in, c.out = in, bufio.NewReader(out)
	t.Cleanup(c.close)
	c.ask("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"e2e","version":"1"}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return c
}

// close ends the driver as clients do, and waits for it.
func (c *rawClient) close() {
	if c.in == nil {
		return
	}
	c.in.Close()
	c.in = nil
	ended := make(chan struct{})
	go func() { _ = c.cmd.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(patience):
		_ = c.cmd.Process.Kill()
		c.t.Error("the driver did not end with its input")
	}
}

func (c *rawClient) send(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatalf("%v\n%s", err, c.err.String())
	}
}

// ask returns the line that answers a request.
func (c *rawClient) ask(method, params string) []byte {
	c.t.Helper()
	c.ids++
	c.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, c.ids, method, params))
	hangs := time.AfterFunc(2*patience, func() { _ = c.cmd.Process.Kill() })
	defer hangs.Stop()
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			c.t.Fatalf("%s: %v\n%s", method, err, c.err.String())
		}
		var m struct {
			ID     *int
			Method string
		}
		if err := json.Unmarshal(line, &m); err != nil {
			c.t.Fatalf("%s: %v: %s", method, err, line)
		}
		if m.Method == "" && m.ID != nil && *m.ID == c.ids {
			return line
		}
	}
}

type toolAnswer struct {
	Result struct {
		Content []struct{ Type, Text, Data string }
		IsError bool
	}
}

// call calls a tool and returns the whole line, its texts, and the added text.
func (c *rawClient) call(tool, arguments string) (line []byte, texts, added string) {
	c.t.Helper()
	line = c.ask("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments))
	var a toolAnswer
	if err := json.Unmarshal(line, &a); err != nil {
		c.t.Fatal(err)
	}
	for _, part := range a.Result.Content {
		if strings.HasPrefix(part.Text, "[page ") && strings.Contains(part.Text, "Cairn remembers:") {
			added = part.Text
			continue
		}
		texts += part.Text + part.Data
	}
	return line, texts, added
}

// withoutAdded cuts the added block out of a line, which is all that may differ.
func withoutAdded(t testing.TB, line []byte, added string) []byte {
	t.Helper()
	if added == "" {
		return line
	}
	var block bytes.Buffer
	enc := json.NewEncoder(&block)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string]string{"type": "text", "text": added}); err != nil {
		t.Fatal(err)
	}
	cut := bytes.Replace(line, append([]byte(","), bytes.TrimSpace(block.Bytes())...), nil, 1)
	if len(cut) == len(line) {
		t.Errorf("the added block is not one of its own: %s", line)
	}
	return cut
}

// playwrightCommand is the pinned Playwright MCP on this machine's Chromium.
func playwrightCommand(t testing.TB) []string {
	t.Helper()
	binary, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	return []string{"node", filepath.Join(installed(t, "peers"), "node_modules", "@playwright", "mcp", "cli.js"),
		"--headless", "--no-sandbox", "--isolated", "--browser", "chromium", "--executable-path", binary}
}

// gatewaySite serves the page that drivers are recorded on.
func gatewaySite(t testing.TB) string {
	t.Helper()
	files := http.FileServer(http.Dir(filepath.Join(repoRoot, "companion", "gateway", "testdata")))
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/favicon.ico" {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		files.ServeHTTP(w, r)
	}))
}

// TestGatewayTeachesTheSecondRun checks that the first run of a task teaches the second: pages say
// the next step with the current ref, and the whole task is one call. The driver goes on when the
// daemon is killed.
func TestGatewayTeachesTheSecondRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon("--headless")
	site, driver := gatewaySite(t), playwrightCommand(t)
	wrapped := func(goal string) *rawClient {
		c := startRaw(t, t.TempDir(), []string{"CAIRN_GOAL=" + goal}, append([]string{w.binary, "mcp", "--data", w.home, "--wrap", "--"}, driver...)...)
		c.ask("tools/list", `{}`)
		return c
	}
	a := wrapped("Save an order for Bob in size M")
	_, _, added := a.call("browser_navigate", `{"url":"`+site+`/page.html"}`)
	_, page, more := a.call("browser_snapshot", `{}`)
	if added+more != "" {
		t.Errorf("nothing is known, and the answer has %s", added+more)
	}
	for _, one := range [][2]string{{"browser_type", `{"target":"<textbox \"Name\">","text":"Bob"}`}, {"browser_type", `{"target":"<textbox \"Password\">","text":"correct-horse-9"}`},
		{"browser_select_option", `{"target":"<combobox \"Size\">","values":["M"]}`}, {"browser_click", `{"target":"<button \"Save\">"}`}, {"memory_goal", `{"outcome":"done","evidence":"Saved Bob"}`}} {
		if line, _, _ := a.call(one[0], refsIn(one[1], page)); bytes.Contains(line, []byte(`"isError":true`)) {
			t.Fatalf("%s: %s", one[0], line)
		}
	}
	a.close()

	b := wrapped("Save an order for Carl in size S")
	_, _, added = b.call("browser_navigate", `{"url":"`+site+`/page.html"}`)
	if !strings.Contains(added, "next (") || !strings.Contains(added, `"target":"e`) {
		t.Errorf("the second run gets %q", added)
	}
	line, said, _ := b.call("memory_run_flow", `{"flow":"save-order-name-in-size","params":{"name":"Carl","size":"S","password":"another-1"},"allowRisky":true}`)
	if !strings.HasPrefix(said, "done: all") {
		t.Fatalf("the run ends with %s", line)
	}
	if _, page, _ = b.call("browser_snapshot", `{}`); !strings.Contains(page, "Saved Carl") {
		t.Errorf("the page shows %s", page)
	}
	answers := func(while string) {
		for range 3 {
			if line, texts, _ := b.call("browser_snapshot", `{}`); !strings.Contains(texts, "Saved Carl") {
				t.Errorf("while the daemon %s the driver answers %s", while, line)
			}
		}
		if n := strings.Count(b.err.String(), "cairn: "); n != 1 {
			t.Errorf("while the daemon %s, %d lines are said: %s", while, n, b.err.String())
		}
	}
	daemon := w.daemon.Process
	if err := daemon.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	answers("hangs")
	if err := daemon.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	w.killDaemon()
	answers("is killed")
	b.close()
	secrets := []string{"correct-horse-9", "another-1", "never-shown-1", "kept private"}
	for where, text := range map[string]string{"added text": added, "run's answer": said, "first log": a.err.String(), "second log": b.err.String()} {
		for _, found := range seek(secrets...).in([]byte(text)) {
			t.Errorf("the %s holds %s", where, found)
		}
	}
	err := filepath.WalkDir(w.home, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		for _, secret := range secrets {
			if bytes.Contains(data, []byte(secret)) {
				t.Errorf("%s holds %q", path, secret)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
