package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// runs carries out a command and wants its exit code and everything that it prints.
func (w *world) runs(exit int, want string, args ...string) {
	w.t.Helper()
	cmd := exec.Command(cairnBinary, append(args, "--data", w.home)...)
	out, _ := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != exit || string(out) != want {
		w.t.Errorf("cairn %q exits %d with\n%s\nwant %d with\n%s", args, got, out, exit, want)
	}
}

func TestCommandsLeaveNoDaemonRunning(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	nothing := func(after string) {
		t.Helper()
		if left, _ := exec.Command("pgrep", "-f", w.home).Output(); len(left) > 0 {
			t.Errorf("after %s a daemon is left: process %s", after, left)
		}
	}
	out := filepath.Join(t.TempDir(), "out")
	noDaemon := "cairn: no cairn daemon is running for " + w.home + "\nhint: start one with: cairn run (with a browser) or cairn serve\n"
	for _, tc := range []struct {
		args string
		exit int
		want string
	}{
		{"import /nope", 1, "cairn: /nope cannot be read: no such file or directory\nhint: Give a recording, or a directory that cairn export wrote.\n"},
		{"status", 1, noDaemon},
		{"search send", 0, "nothing found\n"},
		{"sessions", 0, "no sessions\n"},
		{"stats", 0, "no suggestion has been given yet (0 steps by agents)\nSuggestions come with mm_describe_screen and at the end of an action's answer, from the second run of a flow on.\n"},
		{"site list", 0, "no site has a name; cairn site alias NAME PATTERN... gives one\n"},
		{"site alias shop http://localhost:3000", 0, "shop: http://localhost:3000\n"},
		{"site list", 0, "shop: http://localhost:3000\n"},
		{"export " + out, 0, "wrote 0 sessions with 0 steps to " + out + "\n"},
		{"import " + out, 0, "imported 0 steps and the metadata of 0 sessions; 0 steps were known already; 1 edit of cards, KB items and site names\n"},
		{"status", 1, noDaemon},
	} {
		w.runs(tc.exit, tc.want, strings.Fields(tc.args)...)
		nothing(tc.args)
	}
	for range 5 {
		var wg sync.WaitGroup
		for range 6 { // each may find the daemon of another that has not opened yet, answers, or is ending
			wg.Go(func() { w.runs(0, "nothing found\n", "search", "send") })
		}
		wg.Wait()
	}
	w.eventuallyNoProcess(w.home)

	// One that is there for others stays.
	w.startDaemon()
	w.runs(0, "nothing found\n", "search", "send")
	time.Sleep(time.Second)
	if _, err := w.cairn("status"); err != nil {
		t.Errorf("a command ended a daemon that it did not start: %v", err)
	}
}

// eventuallyNoProcess waits until no process has a directory in its command line.
func (w *world) eventuallyNoProcess(dir string) {
	w.t.Helper()
	w.eventually("no process uses "+dir, func() bool {
		left, _ := exec.Command("pgrep", "-f", dir).Output()
		return len(left) == 0
	})
}

func TestADaemonThatIsInUseStays(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.stdioAgent("keeps-it")
	w.runs(0, "nothing found\n", "search", "send")
	time.Sleep(time.Second)
	a.fails("MM_NO_ACTIVE_SESSION", "mm_describe_screen", nil)
	w.mustCairn("stop")
}

func TestForgettingMuchIsAskedFor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon()
	hint := "\nhint: this is not a terminal: confirm with --yes\n"
	gone := "nothing of that is remembered; records of it that arrive later are not kept either\n"
	for _, tc := range []struct {
		args string
		exit int
		want string
	}{
		{"--everything", 1, "cairn: this forgets everything that is remembered; it cannot be undone" + hint},
		{"--since 2h", 1, "cairn: this forgets what came after 2h" + hint},
		{"--until 2026-02-03", 1, "cairn: this forgets what came before 2026-02-03" + hint},
		{"--since 2h --until 1h --origin https://a.example", 1, "cairn: this forgets what came after 2h and before 1h, on https://a.example" + hint},
		{"--since 2h --yes", 0, gone},
		{"--everything --yes", 0, gone},
		{"--site a.example", 0, gone},
		{"--since soon", 1, "cairn: \"soon\" is not a valid time\nhint: Give 2h, 2026-02-03, or 2026-02-03T04:05.\n"},
	} {
		w.runs(tc.exit, tc.want, append([]string{"forget"}, strings.Fields(tc.args)...)...)
	}
}

// TestForgettingMuchAsksAtATerminal uses script(1) for a terminal.
func TestForgettingMuchAsksAtATerminal(t *testing.T) {
	t.Parallel()
	script, err := exec.LookPath("script")
	if err != nil {
		t.Skip("script(1), which makes a terminal, is not installed")
	}
	w := newWorld(t)
	w.startDaemon()
	for answer, want := range map[string]string{"y\n": "nothing of that is remembered", "n\n": "nothing was done", "\n": "nothing was done"} {
		cmd := exec.Command(script, "-qec", cairnBinary+" forget --everything --data "+w.home, os.DevNull)
		cmd.Stdin = strings.NewReader(answer)
		out, _ := cmd.CombinedOutput()
		if !strings.Contains(string(out), "This forgets everything that is remembered; it cannot be undone. Go on? [y/N]") || !strings.Contains(string(out), want) {
			t.Errorf("answered %q it says\n%s\nwant %q", answer, out, want)
		}
	}
}

func TestRunSaysWhatARunningDaemonCannotDo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon()
	hint := "\nhint: end it with cairn stop and run this again, or leave the option out\n"
	port := strconv.Itoa(w.port)
	w.runs(1, "cairn: a cairn daemon is running already, on port "+port+" instead of 4711"+hint, "run", "--headless", "--port", "4711")
	w.runs(1, "cairn: a cairn daemon is running already, and --devtools-port has no effect on it"+hint, "run", "--headless", "--devtools-port", "0")
	w.runs(1, "cairn: a cairn daemon is running already, and --devtools-port has no effect on it"+hint, "run", "--headless", "--port", port, "--devtools-port", "9222")
}

func TestNumbersOfResults(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, tc := range []struct{ args, fault string }{
		{"search --limit 0 x", `--limit 0: give a number from 1 to 100`},
		{"search --limit -1 x", `--limit -1: give a number from 1 to 100`},
		{"search --limit 101 x", `--limit 101: give a number from 1 to 100`},
		{"search --limit ten x", `--limit ten: give a number from 1 to 100`},
		{"search --since-hours 0 x", `--since-hours 0: give a number from 1 to 720`},
		{"sessions --limit 0", `--limit 0: give a number from 1 to 50`},
		{"sessions --since-hours 721", `--since-hours 721: give a number from 1 to 720`},
	} {
		verb, _, _ := strings.Cut(tc.args, " ")
		cmd := exec.Command(cairnBinary, append(strings.Fields(tc.args), "--data", w.home)...)
		out, _ := cmd.CombinedOutput()
		if !strings.HasPrefix(string(out), "cairn: "+tc.fault+"\nusage: cairn "+verb+" ") || cmd.ProcessState.ExitCode() != 2 {
			t.Errorf("cairn %s exits %d with\n%s", tc.args, cmd.ProcessState.ExitCode(), out)
		}
	}
}

// TestStatusAndDoctorCountAlike imports two sites and looks at both.
func TestStatusAndDoctorCountAlike(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon()
	dir := t.TempDir()
	for i, host := range []string{"a", "b"} {
		id := "mm-000" + strconv.Itoa(i)
		step := `{"schemaVersion":1,"sessionId":"` + id + `","timestamp":"2026-02-03T04:05:06.000Z","tool":{"name":"mm_click","target":{"testId":"go"}},"outcome":{"ok":true},` +
			`"observation":{"state":{"currentUrl":"https://` + host + `.example/x","currentScreen":"x"},"testIds":[],"a11y":{"nodes":[]}}}`
		if err := os.MkdirAll(filepath.Join(dir, id, "steps"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, id, "steps", "1.json"), []byte(step), 0o600); err != nil {
			t.Fatal(err)
		}
		w.mustCairn("import", dir)
		sites := []string{"1 session, 1 step, 1 site", "2 sessions, 2 steps, 2 sites"}[i]
		if out := w.mustCairn("status"); !strings.Contains(out, "memory     "+sites+", ") {
			t.Errorf("status says\n%s\nwant %s", out, sites)
		}
		if out, _ := w.cairn("doctor"); !strings.Contains(out, sites+" in ") {
			t.Errorf("doctor says\n%s\nwant %s", out, sites)
		}
	}
}
