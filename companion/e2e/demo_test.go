package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cairn/shared/types"
)

// demoRow is a line of the demo's comparison.
var demoRow = regexp.MustCompile(`(?m)^\s*(tool calls|tokens \(estimated\)|looks at pages)\s+(\d+)\s+(\d+)\s`)

// TestDemoComparesATaskWithoutAndWithMemory plays the demo, and reads the same figures
// from cairn stats.
func TestDemoComparesATaskWithoutAndWithMemory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	exit, out, said := w.command(t.TempDir(), nil, "demo")
	rows := demoRow.FindAllStringSubmatch(out, -1)
	if exit != 0 || len(rows) != 3 {
		t.Fatalf("the demo exits with %d: %s\n%s", exit, said, out)
	}
	if !strings.Contains(out, "cairn setup connects your MCP clients") {
		t.Errorf("the demo does not say how to go on:\n%s", out)
	}
	figures := map[string][2]int{}
	for _, row := range rows {
		without, _ := strconv.Atoi(row[2])
		with, _ := strconv.Atoi(row[3])
		if figures[row[1]] = [2]int{without, with}; with >= without {
			t.Errorf("%s: %d without and %d with memory", row[1], without, with)
		}
	}
	var stats types.AdviceStats
	if err := json.Unmarshal([]byte(w.mustCairn("stats", "--json")), &stats); err != nil {
		t.Fatal(err)
	}
	if len(stats.Tasks) != 1 || stats.Tasks[0].Count != 2 || stats.FlowsOK != 1 {
		t.Fatalf("stats are %+v", stats)
	}
	first, last := stats.Tasks[0].Runs[0], stats.Tasks[0].Runs[1]
	if got := [2]int{first.Calls, last.Calls}; got != figures["tool calls"] {
		t.Errorf("stats count %d calls, the demo %d", got, figures["tool calls"])
	}
	if got := [2]int{first.Tokens, last.Tokens}; got != figures["tokens (estimated)"] {
		t.Errorf("stats estimate %d tokens, the demo %d", got, figures["tokens (estimated)"])
	}
}

// TestAnInterruptedDemoLeavesNothing interrupts the demo, as Ctrl-C does, before its
// daemon answers and in either session.
func TestAnInterruptedDemoLeavesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, until := range []string{"The sample wallet is at", `mm_click {"testId":"coin-overview-send"}`, "Session B"} {
		cmd := exec.Command(cairnBinary, "demo")
		temporary := t.TempDir()
		cmd.Env = append(os.Environ(), "TMPDIR="+temporary)
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if strings.Contains(lines.Text(), until) {
				_ = cmd.Process.Signal(os.Interrupt)
			}
		}
		_ = cmd.Wait() // its status is compared
		if exit := cmd.ProcessState.ExitCode(); exit != 130 || said.String() != "cairn: interrupted\n" {
			t.Errorf("after %q: exit %d, %s", until, exit, &said)
		}
		w.eventuallyNoProcess(temporary)
		if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
			t.Errorf("after %q: %v are left, %v", until, left, err)
		}
	}
}
