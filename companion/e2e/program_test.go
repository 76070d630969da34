package e2e

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestRunSaysWhereEverythingIsAndEndsCleanly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var out lockedBuffer
	cmd := exec.Command(cairnBinary, "run", "--headless", "--data", w.home, "--port", strconv.Itoa(w.port), w.site)
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	w.eventually("run says that all is ready", func() bool { return strings.Contains(out.String(), "Ctrl-C") })
	for _, want := range []string{"http://127.0.0.1:" + strconv.Itoa(w.port) + "/mcp", cairnBinary + " mcp --data " + w.home, "connect them with: " + cairnBinary + " setup --data " + w.home, w.home} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("run does not tell %q:\n%s", want, out.String())
		}
	}
	w.waitLinked()
	// Its own browser is given a new key without being asked.
	key := func() string { return strings.Fields(w.mustCairn("pair"))[0] }
	before := key()
	w.mustCairn("pair", "--new")
	if key() == before {
		t.Error("the key is the one before")
	}
	w.waitLinked()
	_ = cmd.Process.Signal(os.Interrupt)
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("run ended with %v:\n%s", err, out.String())
		}
	case <-time.After(patience):
		_ = cmd.Process.Kill()
		t.Fatal("run does not end on an interrupt")
	}
	w.eventuallyNoProcess(w.home)
}

func TestAClientStartsTheDaemon(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a := w.stdioAgent("first-of-the-day")
	a.fails("MM_NO_ACTIVE_SESSION", "mm_describe_screen", nil)
	if out := w.mustCairn("status"); !strings.Contains(out, "daemon     process") {
		t.Errorf("status says:\n%s", out)
	}
	if out := w.mustCairn("stop"); !strings.Contains(out, "stopped") {
		t.Errorf("stop says:\n%s", out)
	}
	if out, err := w.cairn("status"); err == nil || !strings.Contains(out, "hint:") {
		t.Errorf("after stop, status says %v:\n%s", err, out)
	}
}

func TestCommandLineMistakes(t *testing.T) {
	w := newWorld(t)
	taken, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	takenPort := strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)
	mine := t.TempDir()
	if err := os.WriteFile(filepath.Join(mine, "diary.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		args []string
		exit int
		want string
	}{
		{"no such command", []string{"fly"}, 2, `cairn has no command "fly"`},
		{"unknown flag", []string{"status", "--verbose"}, 2, "usage: cairn status"},
		{"missing operand", []string{"extension"}, 2, "missing DIR\nusage: cairn extension [options] DIR"},
		{"a mode that is none", []string{"extension", "--keep", "some", mine}, 2, "give needed or full"},
		{"a port that is taken", []string{"serve", "--port", takenPort}, 1, "hint: "},
		{"an impossible port", []string{"serve", "--port", "70000"}, 2, "--port 70000: give a port from 1 to 65535"},
		{"extension among one's own files", []string{"extension", mine}, 1, "is not empty"},
		{"unknown tool set", []string{"mcp", "--tools", "some"}, 2, "--tools some: give memory, core or all"},
		{"forget nothing", []string{"forget"}, 2, "usage: cairn forget"},
		{"forget two things", []string{"forget", "--everything", "--session", "mm-1234"}, 2, "usage: cairn forget"},
		{"store without a verb", []string{"store"}, 2, "it has: verify, salvage, backup"},
		{"store with another verb", []string{"store", "mend"}, 2, `cairn store has no command "mend"`},
		{"store with two verbs", []string{"store", "verify", "backup"}, 2, `unexpected operand "backup"`},
		{"status of nobody", []string{"status"}, 1, "no cairn daemon is running"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cmd := exec.Command(cairnBinary, append(tc.args, "--data", w.home)...)
			out, _ := cmd.CombinedOutput()
			if cmd.ProcessState.ExitCode() != tc.exit || !strings.Contains(string(out), tc.want) {
				t.Errorf("cairn %q exits %d with\n%s\nwant %d with %q", tc.args, cmd.ProcessState.ExitCode(), out, tc.exit, tc.want)
			}
		})
	}
	if data, err := os.ReadFile(filepath.Join(mine, "diary.txt")); err != nil || string(data) != "mine" {
		t.Errorf("the diary is %q, %v", data, err)
	}
}

func TestHelpNamesEveryCommand(t *testing.T) {
	out, err := exec.Command(cairnBinary, "help").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	commands, _, _ := strings.Cut(string(out), "\nExamples")
	names := regexp.MustCompile(`(?m)^  ([a-z-]+)  `).FindAllStringSubmatch(commands, -1)
	if len(names) < 10 {
		t.Fatalf("help lists %d commands:\n%s", len(names), out)
	}
	for _, n := range names {
		more, err := exec.Command(cairnBinary, "help", n[1]).CombinedOutput()
		if err != nil || !strings.HasPrefix(string(more), "usage: cairn "+n[1]) {
			t.Errorf("help %s: %v\n%s", n[1], err, more)
		}
	}
}
