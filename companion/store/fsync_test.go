package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"cairn/shared/types"
)

// faultyDisk fails one fsync. It syncs nothing really: that would take minutes.
type faultyDisk struct {
	failAt int // the fsync that fails, counted from 1; 0 for none
	synced []string
	failed string // the file that was to be synced when it failed
}

// timeStamps stand in the names of backups and damaged files.
var timeStamps = regexp.MustCompile(`[0-9]{8}T[0-9.]+Z(\.[0-9]+)?`)

func (d *faultyDisk) sync(f *os.File) error {
	name := "directory"
	if info, err := f.Stat(); err != nil {
		return err
	} else if !info.IsDir() {
		name = timeStamps.ReplaceAllString(filepath.Base(f.Name()), "*")
	}
	d.synced = append(d.synced, name)
	if len(d.synced) == d.failAt {
		d.failed = name
		return syscall.EIO
	}
	return nil // later ones say yes, as they do, and prove nothing
}

// life is one process's work on a store: each step may be refused, and any
// other is promised.
type life struct {
	t        *testing.T
	dir      string
	disk     *faultyDisk
	promised int64 // numbers up to here were acknowledged
	refused  []error
}

// live opens the store in the state that earlier lives and accidents left, and does all
// that ever syncs. It ends where the store does not open.
func (l *life) live(noLinks bool, o Options) {
	o.Sync = l.disk.sync
	s, err := Open(l.dir, o)
	l.heard(err)
	if err != nil {
		return
	}
	if noLinks {
		s.link = func(string, string) error { return errors.ErrUnsupported }
	}
	ctx := context.Background()
	write := func() {
		seq := l.promised + 1
		if _, err := s.write(ctx, numbered(seq)); !l.heard(err) {
			l.promised = seq
		}
		if got := s.HWM("install-a", "epoch-1"); got != l.promised {
			l.t.Errorf("HWM = %d, acknowledged %d", got, l.promised)
		}
	}
	write()
	write()
	_, err = s.Backup()
	l.heard(err)
	write()
	id := numbered(1).record.Step.StepID
	l.heard(s.erase(ctx, erasure{Forget: types.Forget{StepID: id}, Steps: []string{id}}))
	l.heard(s.Compact(ctx)) // after the one that the forgetting called for
	write()
	l.heard(s.Close())
}

// heard notes an error, and reports whether there was one.
func (l *life) heard(err error) bool {
	if err != nil {
		l.refused = append(l.refused, err)
	}
	return err != nil
}

// accidents are the states that a store may be found in: each makes opening sync something
// else.
var accidents = []struct {
	name   string
	happen func(t *testing.T, dir string)
}{
	{"a new store", func(t *testing.T, dir string) { must(t, os.Remove(filepath.Join(dir, fileStore))) }},
	{"a torn end", func(t *testing.T, dir string) {
		edit(t, dir, func(b []byte) []byte { return append(b, setHead...) })
	}},
	{"damage", func(t *testing.T, dir string) {
		edit(t, dir, func(b []byte) []byte { return append(b, "*1\r\n$4\r\nnope\r\n"...) })
	}},
	{withoutLinks, func(*testing.T, string) {}},
	{toBeEncrypted, func(t *testing.T, dir string) {
		must(t, os.CopyFS(filepath.Join(dir, "."), os.DirFS(backedUp(t, dir))))
	}},
	{"a compaction that did not finish", func(t *testing.T, dir string) {
		edit(t, dir, func(b []byte) []byte { return append(b, delHead+"$1\r\nx\r\n"...) })
		must(t, os.Link(filepath.Join(dir, fileStore), filepath.Join(dir, filePrior)))
	}},
}

// withoutLinks is a store where no file can have two names.
const withoutLinks = "a file system without links"

// toBeEncrypted is a plain store with a backup, that is opened to be encrypted.
const toBeEncrypted = "a store to be encrypted"

// backedUp is a copy of a store that has a backup.
func backedUp(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	text, err := os.ReadFile(filepath.Join(dir, fileStore))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(to, prefBackup+"20260101T000000.000000000Z"), text, 0o600))
	return to
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestEveryFsyncThatFailsEndsAllPromises lets each single fsync fail that a
// store ever makes, of its file, its directory and the files beside it, while it
// opens, writes, backs up, forgets, compacts and closes. From there on nothing
// is acknowledged, whatever later ones say; and records acknowledged before are
// there when a sound disk has them.
func TestEveryFsyncThatFailsEndsAllPromises(t *testing.T) {
	// buntdb waits a quarter of a second in each compaction.
	synctest.Test(t, letEachFsyncFail)
}

func letEachFsyncFail(t *testing.T) {
	t.Cleanup(func() { time.Sleep(2 * time.Second) }) // buntdb's own goroutines end a second after it was closed
	whole := filled(t, 4)
	injected := map[string]int{}
	for _, accident := range accidents {
		for n := 0; ; n++ {
			dir := copyDir(t, whole)
			accident.happen(t, dir)
			l := &life{t: t, dir: dir, disk: &faultyDisk{failAt: n}}
			if accident.name != "a new store" {
				l.promised = 4
			}
			o := withKey()
			if accident.name == toBeEncrypted {
				o = toEncrypt()
			}
			l.live(accident.name == withoutLinks, o)
			if n == 0 {
				if len(l.refused) > 0 {
					t.Fatalf("%s: nothing fails, and still: %v", accident.name, l.refused)
				}
				continue
			}
			if l.disk.failed == "" {
				break // there are no more
			}
			injected[l.disk.failed]++
			l.judge(fmt.Sprintf("%s, fsync %d (%s)", accident.name, n, l.disk.failed))
		}
	}
	t.Logf("fsyncs that were let fail: %v", injected)
	for _, name := range []string{fileStore, "directory", fileSalvage, fileCopy, prefBackup + "*" + partial} {
		if injected[name] == 0 {
			t.Errorf("none of %s was let fail, of %v", name, slices.Sorted(maps.Keys(injected)))
		}
	}
}

// judge wants the fault reported, nothing promised after it, and everything from
// before on the disk.
func (l *life) judge(where string) {
	l.t.Helper()
	if len(l.refused) == 0 {
		l.t.Errorf("%s: no error was returned", where)
	}
	for _, err := range l.refused {
		if code(err) != types.CodeStoreFsync {
			l.t.Errorf("%s: %v, want %s", where, err, types.CodeStoreFsync)
		}
	}
	o := withKey()
	o.Sync = (&faultyDisk{}).sync
	s, err := Open(l.dir, o)
	if err != nil {
		l.t.Errorf("%s: afterwards: %v", where, err)
		return
	}
	defer s.Close()
	if got := s.HWM("install-a", "epoch-1"); got < l.promised {
		l.t.Errorf("%s: HWM = %d, acknowledged %d", where, got, l.promised)
	}
	have := contents(l.t, s)
	for seq := int64(2); seq <= l.promised; seq++ {
		if _, ok := have["step "+numbered(seq).record.Step.StepID]; !ok {
			l.t.Errorf("%s: record %d was acknowledged and is gone", where, seq)
		}
	}
}

// TestThereIsOneDoorToFsync: an fsync that is called elsewhere could fail unseen.
func TestThereIsOneDoorToFsync(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") && strings.Contains(string(text), ".Sync()") {
			t.Errorf("%s syncs by itself, and not through durable", file)
		}
	}
}

// TestNothingIsAcknowledgedBeforeItsFsync holds an fsync up: until it is over,
// the write is not acknowledged and not visible, and nobody who reads waits.
func TestNothingIsAcknowledgedBeforeItsFsync(t *testing.T) {
	var hold atomic.Bool
	begun, goOn := make(chan bool), make(chan bool)
	s, err := Open(t.TempDir(), Options{Sync: func(f *os.File) error {
		if hold.CompareAndSwap(true, false) {
			begun <- true
			<-goOn
		}
		return f.Sync()
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.write(context.Background(), numbered(1)); err != nil {
		t.Fatal(err)
	}
	hold.Store(true)
	acknowledged := make(chan error, 1)
	go func() {
		_, err := s.write(context.Background(), numbered(2))
		acknowledged <- err
	}()
	<-begun
	if got := contents(t, s); len(got) != 2 || s.HWM("install-a", "epoch-1") != 1 {
		t.Errorf("before the fsync is over there is %q", keys(got))
	}
	select {
	case err := <-acknowledged:
		t.Errorf("acknowledged before the fsync was over: %v", err)
	default:
	}
	goOn <- true
	if err := <-acknowledged; err != nil || s.HWM("install-a", "epoch-1") != 2 {
		t.Errorf("after it: %v, HWM %d", err, s.HWM("install-a", "epoch-1"))
	}
}
