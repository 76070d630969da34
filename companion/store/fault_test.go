package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"cairn/shared/types"
)

// TestFirstFailingFsyncEndsAllPromises is B60.
func TestFirstFailingFsyncEndsAllPromises(t *testing.T) {
	failing := false
	s, err := Open(t.TempDir(), Options{Sync: func(f *os.File) error {
		if failing {
			return syscall.EIO
		}
		return f.Sync()
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	if _, err := s.write(ctx, numbered(1)); err != nil {
		t.Fatal(err)
	}
	failing = true
	if _, err := s.write(ctx, numbered(2)); code(err) != types.CodeStoreFsync {
		t.Errorf("err = %v, want %s", err, types.CodeStoreFsync)
	}
	failing = false // a second fsync would say yes and prove nothing
	for name, err := range map[string]error{
		"write":   func() error { _, err := s.write(ctx, numbered(2)); return err }(),
		"forget":  func() error { return s.erase(ctx, erasure{Forget: types.Forget{All: true}}) }(),
		"compact": s.Compact(ctx),
	} {
		if code(err) != types.CodeStoreFsync {
			t.Errorf("%s after a failed fsync: %v, want %s", name, err, types.CodeStoreFsync)
		}
	}
	if got := s.HWM("install-a", "epoch-1"); got != 1 {
		t.Errorf("HWM = %d, want 1", got)
	}
	if got := contents(t, s); len(got) != 2 {
		t.Errorf("reading after a failed fsync gives %q", keys(got))
	}
	if s.Stats().ReadOnly == "" {
		t.Error("Stats does not say that the store is read-only")
	}
}

// TestNearlyFullDiskStopsRecordingAndNothingElse is B60's other half.
func TestNearlyFullDiskStopsRecordingAndNothingElse(t *testing.T) {
	var free, now atomic.Int64
	free.Store(1 << 40)
	now.Store(1_700_000_000)
	s, err := Open(t.TempDir(), Options{
		Now:   func() time.Time { return time.Unix(now.Load(), 0) },
		Space: func(*os.File) (int64, int64, error) { return free.Load(), 1 << 40, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	if _, err := s.write(ctx, numbered(1), numbered(2)); err != nil {
		t.Fatal(err)
	}
	free.Store(minFree - 1)
	now.Add(60)
	if _, err := s.write(ctx, numbered(3)); code(err) != types.CodeStoreFull {
		t.Errorf("err = %v, want %s", err, types.CodeStoreFull)
	}
	if got := s.HWM("install-a", "epoch-1"); got != 2 || len(contents(t, s)) != 3 {
		t.Errorf("HWM = %d, holds %q", got, keys(contents(t, s)))
	}
	id := numbered(1).record.Step.StepID
	if err := s.erase(ctx, erasure{Forget: types.Forget{StepID: id}, Steps: []string{id}}); err != nil {
		t.Errorf("forgetting on a full disk: %v", err)
	}
	free.Store(minFree)
	if _, err := s.write(ctx, numbered(3)); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// TestFsyncIsOfTheFileThatIsWritten: a compaction puts another file in its
// place, and an fsync of the old one would promise nothing.
func TestFsyncIsOfTheFileThatIsWritten(t *testing.T) {
	dir := t.TempDir()
	synced := 0
	s, err := Open(dir, Options{Sync: func(f *os.File) error {
		have, err := f.Stat()
		if err != nil || have.IsDir() {
			return err
		}
		synced++
		if want, err := os.Stat(filepath.Join(dir, fileStore)); err != nil || !os.SameFile(have, want) {
			t.Errorf("fsync number %d is of another file: %v", synced, err)
		}
		return f.Sync()
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for seq := int64(1); seq <= 3; seq++ {
		before := synced
		if _, err := s.write(context.Background(), numbered(seq)); err != nil || synced == before {
			t.Fatalf("write %d: %v after %d fsyncs", seq, err, synced-before)
		}
		if err := s.Compact(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestBackupsHoldEverythingAndAreKeptFew(t *testing.T) {
	dir := filled(t, 5)
	s := mustOpen(t, dir)
	want := contents(t, s)
	var name string
	for range backupsKept + 2 {
		var err error
		if name, err = s.Backup(); err != nil {
			t.Fatal(err)
		}
	}
	if all, err := filepath.Glob(filepath.Join(dir, prefBackup+"*")); err != nil || len(all) != backupsKept {
		t.Errorf("backups: %q, %v", all, err)
	}
	other := t.TempDir()
	if err := os.Rename(filepath.Join(dir, name), filepath.Join(other, fileStore)); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, mustOpen(t, other)); !reflect.DeepEqual(got, want) {
		t.Errorf("backup holds %q", keys(got))
	}
}

func TestContextEndsTheWait(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.write(ctx, numbered(1)); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

// TestOpeningMakesDurableWhatAKillLeft: a killed process's records count as
// had after the next start, so a power cut must not take them any more.
func TestOpeningMakesDurableWhatAKillLeft(t *testing.T) {
	dir := filled(t, 3)
	synced := false
	s, err := Open(dir, Options{Sync: func(f *os.File) error {
		synced = true
		return f.Sync()
	}})
	if err != nil || !synced {
		t.Fatalf("opened with %v, synced: %v", err, synced)
	}
	mustClose(t, s)
	_, err = Open(dir, Options{Sync: func(*os.File) error { return syscall.EIO }})
	if code(err) != types.CodeStoreFsync {
		t.Errorf("opening on a disk that does not sync: %v, want %s", err, types.CodeStoreFsync)
	}
	mustOpen(t, dir) // the lock was given back
}
