package store

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// envChild makes this test binary a recorder: it stores numbered steps in the
// directory that it names, from several goroutines, compacts now and then, and
// lists the acknowledged ones on standard output.
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
			time.Sleep(60 * time.Millisecond)
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

// envTurner makes it one that encrypts and decrypts the store in turn, and stores
// and backs up in between.
const envTurner = "CAIRN_STORE_TURNER"

func turnForever(dir string) int {
	for on := true; ; on = !on {
		o := toDecrypt()
		if on {
			o = toEncrypt()
		}
		s, err := Open(dir, o)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		var run []entry
		for i := range int64(5) {
			run = append(run, numbered(s.HWM("install-a", "epoch-1")+1+i))
		}
		if _, err = s.write(context.Background(), run...); err == nil {
			fmt.Printf("hwm %d\n", s.HWM("install-a", "epoch-1"))
			_, err = s.Backup()
		}
		if err := errors.Join(err, s.Close()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
}

// kills is how many times recorders are killed in all. A store is given up for
// a new one after killsPerStore of them: opening it would take ever longer.
var kills = flag.Int("kills", 200, "how often to kill a recorder")

const killsPerStore = 20

// TestKilledStoreHasAllThatItAcknowledged kills a real process with SIGKILL
// while it records and compacts, again and again, and looks for everything it
// had said was stored.
func TestKilledStoreHasAllThatItAcknowledged(t *testing.T) {
	rounds := *kills
	if testing.Short() {
		rounds = 6
	}
	var acknowledged, compacting atomic.Int64
	t.Run("stores", func(t *testing.T) {
		for first := 0; first < rounds; first += killsPerStore {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				v := &victim{t: t, dir: filepath.Join(t.TempDir(), "data")}
				for round := first; round < min(first+killsPerStore, rounds) && !t.Failed(); round++ {
					v.live(envChild, time.Duration(5+round*37%110)*time.Millisecond)
					if _, err := os.Stat(filepath.Join(v.dir, filePrior)); err == nil {
						compacting.Add(1)
					}
					v.look(round)
				}
				acknowledged.Add(v.hwm + int64(len(v.steps)))
			})
		}
	})
	t.Logf("%d kills, %d of them amid a compaction; %d records acknowledged, none lost, none twice", rounds, compacting.Load(), acknowledged.Load())
}

// TestKilledAmidEncryptingHasAllThatItAcknowledged does the same with a process
// that changes the store's form again and again.
func TestKilledAmidEncryptingHasAllThatItAcknowledged(t *testing.T) {
	rounds := *kills / 4
	if testing.Short() {
		rounds = 6
	}
	v := &victim{t: t, dir: filepath.Join(t.TempDir(), "data")}
	amid := 0
	for round := range rounds {
		v.live(envTurner, time.Duration(5+round*37%110)*time.Millisecond)
		if left, err := filepath.Glob(filepath.Join(v.dir, "*"+partial)); err == nil && len(left) > 0 {
			amid++
		} else if _, err := os.Stat(filepath.Join(v.dir, fileSalvage)); err == nil {
			amid++
		}
		v.look(round)
	}
	t.Logf("%d kills, %d of them with a file half written; %d records acknowledged, none lost", rounds, amid, v.hwm)
}

// victim is a store whose recorders are killed, and their output.
type victim struct {
	t     *testing.T
	dir   string
	hwm   int64
	steps []string
}

// live lets a recorder, named by its variable, work for about d and kills it.
func (v *victim) live(recorder string, d time.Duration) {
	for _, line := range killedChild(v.t, recorder+"="+v.dir, d) {
		verb, what, _ := strings.Cut(line, " ")
		switch verb {
		case "hwm":
			v.hwm, _ = strconv.ParseInt(what, 10, 64)
		case "step":
			v.steps = append(v.steps, what)
		default:
			v.t.Fatalf("the recorder says %q", line)
		}
	}
}

// look opens the store and wants everything that was acknowledged, once.
func (v *victim) look(round int) {
	s, err := Open(v.dir, withKey())
	if err != nil {
		v.t.Fatalf("kill %d: %v", round, err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			v.t.Errorf("kill %d: %v", round, err)
		}
	}()
	if got := s.HWM("install-a", "epoch-1"); got < v.hwm {
		v.t.Fatalf("kill %d: HWM = %d, acknowledged %d", round, got, v.hwm)
	}
	times := map[string]int{}
	if err := s.Load(func(r wire.Record) error {
		if r.Step != nil {
			times[r.Step.StepID]++
		}
		return nil
	}); err != nil {
		v.t.Fatalf("kill %d: %v", round, err)
	}
	for seq := int64(1); seq <= v.hwm; seq++ {
		if id := numbered(seq).record.Step.StepID; times[id] != 1 {
			v.t.Fatalf("kill %d: record %d was acknowledged and is there %d times", round, seq, times[id])
		}
	}
	for _, id := range v.steps {
		if times[id] != 1 {
			v.t.Fatalf("kill %d: step %s was acknowledged and is there %d times", round, id, times[id])
		}
	}
	if st := s.Stats(); st.Quarantined != 0 || st.Partial != 0 {
		v.t.Fatalf("kill %d: it damaged the store: %+v", round, st)
	}
}

// killedChild runs a recorder for about d after its first word, kills it and
// returns its output.
func killedChild(t *testing.T, env string, d time.Duration) []string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), env)
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

func TestSecondOpenerLearnsWhoHoldsTheStore(t *testing.T) {
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

// TestLockThatOutlivesItsHolderIsWaitedFor: a child that somebody forked has the
// lock until it becomes its program.
func TestLockThatOutlivesItsHolderIsWaitedFor(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	must(t, err)
	defer root.Close()
	held, err := acquire(root, "before", nil)
	must(t, err)
	tries := 0
	lock, err := acquire(root, "after", func() bool {
		if tries++; tries == 3 {
			must(t, held.Close())
		}
		return tries < 5
	})
	if err != nil || tries != 3 {
		t.Fatalf("after %d tries: %v", tries, err)
	}
	defer lock.Close()
	if _, err := acquire(root, "third", func() bool { tries++; return tries < 5 }); code(err) != types.CodeStoreLocked || tries != 5 {
		t.Errorf("a lock that stays, after %d tries: %v", tries, err)
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
