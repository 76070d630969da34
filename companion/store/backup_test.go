package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"

	"cairn/shared/types"
)

// inBackup opens a backup as one goes back to it, and returns its store.
func inBackup(t *testing.T, dir, name string) *Store {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, fileStore), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return mustOpen(t, other)
}

func TestNothingForgottenStaysInABackup(t *testing.T) {
	ctx := context.Background()
	dir := filled(t, 3)
	s := mustOpen(t, dir)
	for range 2 {
		if _, err := s.Backup(); err != nil {
			t.Fatal(err)
		}
	}
	id := numbered(2).record.Step.StepID
	if err := s.Erase(ctx, types.Forget{StepID: id}, nil, []string{id}, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(ctx); err != nil { // comes after the effects of the forgetting
		t.Fatal(err)
	}
	names, err := s.backups()
	if err != nil || len(names) != 1 {
		t.Fatalf("backups %q, %v; want a single new one", names, err)
	}
	have := contents(t, inBackup(t, dir, names[0]))
	if _, ok := have["step "+id]; ok {
		t.Errorf("the backup still holds %s", id)
	}
	if _, ok := have["step "+numbered(3).record.Step.StepID]; !ok {
		t.Errorf("the backup has lost the others: %q", keys(have))
	}
}

func TestForgettingAfterACrashReachesTheBackups(t *testing.T) {
	ctx := context.Background()
	dir := filled(t, 2)
	var syncs atomic.Int32
	file := make(chan []byte, 1)
	s, err := Open(dir, Options{Sync: func(f *os.File) error {
		if filepath.Base(f.Name()) == fileStore && syncs.Add(1) == 2 { // of the tombstones, after the one of the forgetting
			text, err := os.ReadFile(filepath.Join(dir, fileStore))
			if err != nil {
				return err
			}
			file <- text
		}
		return f.Sync()
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	old, err := s.Backup()
	if err != nil {
		t.Fatal(err)
	}
	backup, err := os.ReadFile(filepath.Join(dir, old))
	if err != nil {
		t.Fatal(err)
	}
	syncs.Store(0)
	id := numbered(1).record.Step.StepID
	if err := s.Erase(ctx, types.Forget{StepID: id}, nil, []string{id}, nil); err != nil {
		t.Fatal(err)
	}
	crashed := t.TempDir()
	for name, text := range map[string][]byte{fileStore: <-file, old: backup, old + partial: backup} {
		if err := os.WriteFile(filepath.Join(crashed, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	again := mustOpen(t, crashed)
	if err := again.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	names, err := again.backups()
	if err != nil || len(names) != 1 || names[0] == old {
		t.Errorf("backups %q, %v; want a single new one", names, err)
	}
	if _, err := os.Stat(filepath.Join(crashed, old+partial)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("half a backup is left: %v", err)
	}
}

func TestReadOnlyStoreCanBeBackedUp(t *testing.T) {
	dir := filled(t, 2)
	s := mustOpen(t, dir)
	_ = s.fail(types.Fault(types.CodeStoreFsync, syscall.EIO.Error(), ""))
	name, err := s.Backup()
	if err != nil {
		t.Fatal(err)
	}
	if got := contents(t, inBackup(t, dir, name)); len(got) != 3 {
		t.Errorf("backup holds %q", keys(got))
	}
}
