package store

import (
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
func listing(t testing.TB, dir string) map[string]string {
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
	if err := s.set(map[string]string{keySchema: seal(keySchema, schemaVersion, []byte("200"))}); err != nil {
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
	if err := s.set(map[string]string{keySchema: seal(keySchema, schemaVersion, []byte("200"))}); err != nil {
		t.Fatal(err)
	}
	if err := s.migrate(schemaVersion, nil); err == nil {
		t.Error("a store was taken for migrated without a migration")
	}
}

// TestMigrationThatIsCutShortGoesOn: a step whose work and number are on the
// disk is not taken again, one that did not get so far is taken from its start.
func TestMigrationThatIsCutShortGoesOn(t *testing.T) {
	for _, tt := range []struct {
		name   string
		failAt int // fsync of the file that fails, from the beginning of the migration
		want   []string
	}{
		{"before the first step's work was durable", 1, []string{"first", "first", "second"}},
		{"before its number was, which got there all the same", 2, []string{"first", "second"}},
		{"amid the second step", 3, []string{"first", "second", "second"}},
		{"not at all", 0, []string{"first", "second"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filled(t, 3)
			was := mustOpen(t, dir)
			must(t, was.set(map[string]string{keySchema: seal(keySchema, schemaVersion, []byte("200"))}))
			mustClose(t, was)
			var ran []string
			step := func(name string) func(*buntdb.Tx) error {
				return func(tx *buntdb.Tx) error {
					ran = append(ran, name)
					_, _, err := tx.Set("m/"+name, seal("m/"+name, schemaVersion, nil), nil)
					return err
				}
			}
			steps := []migration{{200, 201, step("first")}, {201, schemaVersion, step("second")}}
			left := tt.failAt
			for range 2 {
				migrateAs(t, dir, steps, &left)
			}
			if !slices.Equal(ran, tt.want) {
				t.Errorf("ran %q, want %q", ran, tt.want)
			}
			if got := len(contents(t, mustOpen(t, dir))); got != 4 {
				t.Errorf("%d records afterwards", got)
			}
		})
	}
}

// migrateAs opens a store as far as its migration, runs that, and closes it as a
// crash does. The fsync with number left fails.
func migrateAs(t *testing.T, dir string, steps []migration, left *int) {
	t.Helper()
	migrating := false
	s := &Store{dir: dir, x: newIndex(), now: time.Now, space: diskSpace, fsync: func(f *os.File) error {
		if migrating && filepath.Base(f.Name()) == fileStore {
			if *left--; *left == 0 {
				return syscall.EIO
			}
		}
		return f.Sync()
	}}
	defer s.release()
	var err error
	s.root, err = os.OpenRoot(dir)
	must(t, err)
	oldest, err := s.repair(Options{})
	must(t, err)
	must(t, s.openFile())
	migrating = true
	if err := s.migrate(oldest, steps); err != nil && code(err) != types.CodeStoreFsync {
		t.Fatal(err)
	}
}

// TestLostSchemaRecordLeavesNoStepOut: a store that was migrated in part holds values of
// both versions.
func TestLostSchemaRecordLeavesNoStepOut(t *testing.T) {
	s := mustOpen(t, t.TempDir())
	must(t, s.db.Update(func(tx *buntdb.Tx) error { _, err := tx.Delete(keySchema); return err }))
	if have, err := s.schema(7); err != nil || have != 7 {
		t.Errorf("schema = %d, %v; want the oldest among its values", have, err)
	}
	old, now := Report{}, seal("c/1", schemaVersion, []byte("x"))
	old.count(command{key: []byte("c/1"), value: []byte(now)})
	body := []byte("y")
	older := append([]byte{0, 0, 0, 0, 0}, body...)
	binary.BigEndian.PutUint32(older[1:], checksum("c/2", 0, body))
	old.count(command{key: []byte("c/2"), value: older})
	if old.oldest != 0 || old.newest != schemaVersion || old.Values != 2 {
		t.Errorf("of values of versions %d and 0: %+v", schemaVersion, old)
	}
}
