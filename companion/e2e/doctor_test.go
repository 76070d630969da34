package e2e

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"cairn/companion/chromium"
)

// checkup is the output of `cairn doctor --json`.
type checkup struct {
	OK       bool   `json:"ok"`
	Version  string `json:"version"`
	Findings []struct {
		Check, Level, Says, Mend string
	} `json:"findings"`
}

// doctor runs cairn doctor and reads its findings; the exit status must agree
// with them.
func (w *world) doctor(args ...string) *checkup {
	w.t.Helper()
	cmd := exec.Command(cairnBinary, append([]string{"doctor", "--json", "--data", w.home}, args...)...)
	out, err := cmd.Output()
	var c checkup
	if jsonErr := json.Unmarshal(out, &c); jsonErr != nil {
		w.t.Fatalf("cairn doctor: %v, %v\n%s", err, jsonErr, out)
	}
	if exit := cmd.ProcessState.ExitCode(); (exit == 0) != c.OK || exit > 1 {
		w.t.Errorf("cairn doctor exits %d with ok %v", exit, c.OK)
	}
	return &c
}

// finds reports whether a check came to that level with those words.
func (c *checkup) finds(check, level, says string) bool {
	for _, f := range c.Findings {
		if f.Check == check && f.Level == level && strings.Contains(f.Says, says) {
			return true
		}
	}
	return false
}

func (c *checkup) want(t testing.TB, check, level, says string) {
	t.Helper()
	if !c.finds(check, level, says) {
		t.Errorf("the doctor does not find %s %s %q in %+v", check, level, says, c.Findings)
	}
}

// mend returns the command that the doctor advises, without "cairn".
func (c *checkup) mend(t testing.TB, check, level string) []string {
	t.Helper()
	for _, f := range c.Findings {
		if f.Check == check && f.Level == level && strings.HasPrefix(f.Mend, "cairn ") {
			return strings.Fields(f.Mend)[1:]
		}
	}
	t.Fatalf("no command mends %s in %+v", check, c.Findings)
	return nil
}

func TestDoctorFollowsAUserThroughTheirTroubles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)

	c := w.doctor()
	c.want(t, "data", "ok", "does not exist yet")
	c.want(t, "browser", "ok", "Chromium")
	c.want(t, "daemon", "warning", "none is running")
	c.want(t, "store", "ok", "nothing is remembered yet")
	if _, err := os.Stat(w.home); err == nil {
		t.Error("the doctor made the data directory")
	}

	w.start()
	c = w.doctor(w.extension)
	if !c.OK {
		t.Errorf("with everything running: %+v", c.Findings)
	}
	for _, check := range []string{"data", "permissions", "daemon", "clock", "port", "store", "browser", "extension", "pairing", "link"} {
		c.want(t, check, "ok", "")
	}
	c.want(t, "link", "ok", "is connected since")

	// An extension of another build: the doctor's advice mends it.
	script := filepath.Join(w.extension, "worker", "main.js")
	if err := os.WriteFile(script, []byte("// older\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c = w.doctor(w.extension)
	c.want(t, "extension", "wrong", "worker/main.js")
	if out, err := exec.Command(cairnBinary, c.mend(t, "extension", "wrong")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if c = w.doctor(w.extension); !c.OK {
		t.Errorf("after what mends it: %+v", c.Findings)
	}

	w.closeBrowser()
	w.eventually("the doctor notices that the browser left", func() bool { return w.doctor().finds("link", "warning", "the last left ") })

	// A daemon that hangs: the doctor says so instead of hanging too.
	pause(t, w.daemon.Process, true)
	c = w.doctor()
	pause(t, w.daemon.Process, false)
	c.want(t, "daemon", "wrong", "does not answer")
	w.stopDaemon()

	c = w.doctor()
	c.want(t, "daemon", "warning", "none is running")
	c.want(t, "store", "ok", "all sound")
	if err := os.Chmod(filepath.Join(w.home, "pairing.key"), 0o644); err != nil {
		t.Fatal(err)
	}
	c = w.doctor()
	c.want(t, "permissions", "wrong", "pairing.key may be read by other users")
}

func TestDoctorTellsOfAnExtensionWithAnotherKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon()
	w.mustCairn("extension", w.extension) // knows the daemon's port
	before := w.mustCairn("pair")
	if out := w.mustCairn("pair", "--new"); strings.Contains(out, strings.Fields(before)[0]) {
		t.Errorf("the new code is the one before:\n%s", out)
	}
	w.openStaleBrowser()
	c := w.doctor(w.extension)
	c.want(t, "pairing", "wrong", "another pairing key")
	w.eventually("the doctor hears of the attempt", func() bool { return w.doctor().finds("link", "warning", "another pairing key") })
}

func TestSetupOfTheRealBinary(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	user := t.TempDir()
	run := func(args ...string) (string, error) {
		cmd := exec.Command(cairnBinary, append([]string{"setup"}, args...)...)
		cmd.Env = append(os.Environ(), "HOME="+user, "XDG_CONFIG_HOME="+filepath.Join(user, ".config"), "CLAUDE_CONFIG_DIR=", "CODEX_HOME=", "CAIRN_HOME=")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	file := filepath.Join(user, ".cursor", "mcp.json")
	if out, err := run("cursor"); err != nil || !strings.Contains(out, "--yes") {
		t.Errorf("without an answer: %v\n%s", err, out)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("it was written without an answer")
	}
	if out, err := run("--yes", "--tools", "memory", "--data", w.home, "cursor"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var config struct {
		MCPServers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &config); err != nil {
		t.Fatalf("%v\n%s", err, data)
	}
	entry := config.MCPServers["cairn"]
	// The written entry starts a server that answers.
	if tools := w.listTools(entry.Command, entry.Args...); len(tools) == 0 || strings.Contains(strings.Join(tools, " "), "mm_click") {
		t.Errorf("%s %q offers %q", entry.Command, entry.Args, tools)
	}
	w.mustCairn("stop")
	if out, err := run("--remove", "--yes", "cursor"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("a file that Cairn made is left behind")
	}
	if out, err := run("--yes", "emacs"); err == nil || !strings.Contains(out, "hint: cairn help setup lists the clients") {
		t.Errorf("an unknown client: %v\n%s", err, out)
	}
}

// openStaleBrowser opens Chromium with the extension as it was written earlier.
func (w *world) openStaleBrowser() {
	w.t.Helper()
	binary, err := chromium.Find()
	if err != nil {
		w.t.Fatal(err)
	}
	w.browser, err = chromium.Start(chromium.Options{Binary: binary, Extension: w.extension, BySwitch: true, Profile: w.profile, Headless: true, DevToolsPort: -1})
	if err != nil {
		w.t.Fatal(err)
	}
}

// pause stops a process, as a debugger or a swapped-out machine does, or lets
// it go on.
func pause(t testing.TB, p *os.Process, stop bool) {
	t.Helper()
	signal := "-CONT"
	if stop {
		signal = "-STOP"
	}
	if out, err := exec.Command("kill", signal, strconv.Itoa(p.Pid)).CombinedOutput(); err != nil {
		t.Fatalf("kill %s: %v\n%s", signal, err, out)
	}
	// On a busy machine a process goes on until the thread that gets the signal has its turn.
	for end := time.Now().Add(patience); stop && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if state, _ := exec.Command("ps", "-o", "state=", "-p", strconv.Itoa(p.Pid)).Output(); strings.HasPrefix(string(state), "T") {
			return
		}
	}
}

// listTools starts an MCP server as a client does and asks for its tools.
func (w *world) listTools(command string, args ...string) []string {
	w.t.Helper()
	c, err := client.NewStdioMCPClient(command, nil, args...)
	if err != nil {
		w.t.Fatal(err)
	}
	a := w.greet(c, "a configured client")
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	list, err := a.client.ListTools(ctx, mcp.ListToolsRequest{})
	if err != nil {
		w.t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	return names
}
