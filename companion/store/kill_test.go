package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/shared/types"
)

// envChild makes this test binary a recorder: it stores numbered steps in the
// directory that it names, from several goroutines, compacts now and then, and
// says on standard output what was acknowledged.
const envChild = "CAIRN_STORE_CHILD"

func recordForever(dir string) int {
	s, err := Open(dir, Options{Holder: "child"})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	ctx := context.Background()
	var out sync.Mutex
	say := func(format string, args ...any) {
		out.Lock()
		defer out.Unlock()
		fmt.Printf(format, args...)
	}
	go func() {
		for {
			time.Sleep(150 * time.Millisecond)
			if err := s.Compact(ctx); err != nil {
				say("error %v\n", err)
			}
		}
	}()
	for w := range 3 {
		go func() {
			id := fmt.Sprintf("mm-child-%d-%d", os.Getpid(), w)
			for i := 0; ; i++ {
				if _, err := putStep(ctx, s, nil, step(id, i), nil); err != nil {
					say("error %v\n", err)
					return
				}
				say("step s-%s-%05d\n", id, i)
			}
		}()
	}
	for seq := s.HWM("install-a", "epoch-1") + 1; ; seq += 5 {
		var run []entry
		for i := range int64(5) {
			run = append(run, numbered(seq+i))
		}
		if _, err := s.write(ctx, run...); err != nil {
			say("error %v\n", err)
			return 1
		}
		say("hwm %d\n", seq+4)
	}
}

// TestKilledStoreHasAllThatItAcknowledged kills a real process with SIGKILL
// again and again and looks for everything it had said was stored.
func TestKilledStoreHasAllThatItAcknowledged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	var hwm int64
	var steps []string
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		lines := killedChild(t, dir, time.Duration(60+round*35)*time.Millisecond)
		for _, line := range lines {
			verb, what, _ := strings.Cut(line, " ")
			switch verb {
			case "hwm":
				hwm, _ = strconv.ParseInt(what, 10, 64)
			case "step":
				steps = append(steps, what)
			default:
				t.Fatalf("child says %q", line)
			}
		}
		s := mustOpen(t, dir)
		if got := s.HWM("install-a", "epoch-1"); got < hwm {
			t.Fatalf("round %d: HWM = %d, acknowledged %d", round, got, hwm)
		}
		have := contents(t, s)
		for seq := int64(1); seq <= hwm; seq++ {
			if _, ok := have["step "+numbered(seq).record.Step.StepID]; !ok {
				t.Fatalf("round %d: record %d was acknowledged and is gone", round, seq)
			}
		}
		for _, id := range steps {
			if _, ok := have["step "+id]; !ok {
				t.Fatalf("round %d: step %s was acknowledged and is gone", round, id)
			}
		}
		if st := s.Stats(); st.Quarantined != 0 || st.Partial != 0 {
			t.Fatalf("round %d: a kill damaged the store: %+v", round, st)
		}
		mustClose(t, s)
	}
	t.Logf("%d kills, %d records acknowledged, none lost", rounds, hwm+int64(len(steps)))
}

// killedChild runs a recorder for about d after its first word, kills it and
// returns what it said.
func killedChild(t *testing.T, dir string, d time.Duration) []string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), envChild+"="+dir)
	cmd.Stderr = os.Stderr
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for scan := bufio.NewScanner(pipe); scan.Scan(); {
		if len(lines) == 0 {
			time.AfterFunc(d, func() { _ = cmd.Process.Kill() })
		}
		lines = append(lines, scan.Text())
	}
	_ = cmd.Wait() // it was killed
	if len(lines) > 0 {
		// The kill may have cut the last line short.
		lines = lines[:len(lines)-1]
	}
	return lines
}

func TestSecondOpenerIsToldWhoHoldsTheStore(t *testing.T) {
	dir := t.TempDir()
	mustOpen(t, dir)
	_, err := Open(dir, Options{})
	if code(err) != types.CodeStoreLocked {
		t.Fatalf("err = %v, want %s", err, types.CodeStoreLocked)
	}
	for _, part := range []string{strconv.Itoa(os.Getpid()), "test"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not name %q", err, part)
		}
	}
}

func TestStoreIsFreeAgainAfterClose(t *testing.T) {
	dir := t.TempDir()
	mustClose(t, mustOpen(t, dir))
	s := mustOpen(t, dir)
	if _, err := s.write(context.Background(), numbered(1)); err != nil {
		t.Error(err)
	}
	mustClose(t, s)
	if _, err := s.write(context.Background(), numbered(2)); err == nil {
		t.Error("a closed store takes a step")
	}
}
