package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
)

func TestStoreFromANewerVersionIsLeftAlone(t *testing.T) {
	newer := func(key, body string) string {
		value := make([]byte, sealBytes, sealBytes+len(body))
		value[0] = schemaVersion + 1
		sum := checksum(key, value[0], []byte(body))
		value[1], value[2], value[3], value[4] = byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum)
		return string(append(value, body...))
	}
	for _, tail := range []string{"", "*3\r\n$3\r\nset", "\x00\x00\x00"} {
		dir := filled(t, 3)
		edit(t, dir, func(b []byte) []byte {
			return append(appendSet(b, keySchema, newer(keySchema, "2")), tail...)
		})
		before := listing(t, dir)
		_, err := Open(dir, Options{})
		if code(err) != types.CodeStoreNewer {
			t.Fatalf("err = %v, want %s", err, types.CodeStoreNewer)
		}
		if after := listing(t, dir); !reflect.DeepEqual(before, after) {
			t.Errorf("refusing changed the directory: %v, then %v", before, after)
		}
	}
}

// listing is every file but the lock with its content.
func listing(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == fileLock {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, path))
		out[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMigrationsRunInOrderAfterABackup(t *testing.T) {
	dir := filled(t, 3)
	s := mustOpen(t, dir)
	var ran []string
	step := func(name string) func(*buntdb.Tx) error {
		return func(*buntdb.Tx) error { ran = append(ran, name); return nil }
	}
	if err := s.set(map[string]string{keySchema: seal(keySchema, []byte("200"))}); err != nil {
		t.Fatal(err)
	}
	// There is no older schema than the first, so the way leads from a made-up
	// number to this code's own.
	steps := []migration{{200, 201, step("first")}, {201, schemaVersion, step("second")}}
	if err := s.migrate(schemaVersion, steps); err != nil {
		t.Fatal(err)
	}
	if want := []string{"first", "second"}; !reflect.DeepEqual(ran, want) {
		t.Errorf("ran %q, want %q", ran, want)
	}
	backups, err := filepath.Glob(filepath.Join(dir, prefBackup+"*"))
	if err != nil || len(backups) != 1 {
		t.Errorf("backups: %q, %v", backups, err)
	}
	if have, err := s.schema(0); err != nil || have != schemaVersion {
		t.Errorf("schema = %d, %v", have, err)
	}
}

func TestMigrationWithoutAWayIsRefused(t *testing.T) {
	s := mustOpen(t, filled(t, 1))
	if err := s.set(map[string]string{keySchema: seal(keySchema, []byte("200"))}); err != nil {
		t.Fatal(err)
	}
	if err := s.migrate(schemaVersion, nil); err == nil {
		t.Error("a store was taken for migrated without a migration")
	}
}

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
		synced++
		have, err := f.Stat()
		if err != nil {
			return err
		}
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

// TestOpeningMakesDurableWhatAKillLeft: what a killed process wrote counts as
// had after the next start, so a power cut must not take it any more.
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
