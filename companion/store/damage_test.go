package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
)

// filled makes a closed store with n numbered steps and returns its directory.
func filled(t testing.TB, n int64) string {
	t.Helper()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	for seq := int64(1); seq <= n; seq++ {
		if _, err := s.write(context.Background(), numbered(seq)); err != nil {
			t.Fatal(err)
		}
	}
	mustClose(t, s)
	return dir
}

// copyDir copies a closed store.
func copyDir(t testing.TB, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// edit changes the store's file in dir.
func edit(t testing.TB, dir string, change func([]byte) []byte) {
	t.Helper()
	path := filepath.Join(dir, fileStore)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedStoresOpen is the table of what a store file may look like after
// accidents (B61, B62). Every one opens, serves nothing that was not stored,
// and says what it found.
func TestDamagedStoresOpen(t *testing.T) {
	const n = 60
	whole := filled(t, n)
	tests := []struct {
		name    string
		damage  func(text []byte) []byte
		prior   bool // the sound file is there as store.preshrink
		least   int  // steps that must have survived
		damaged bool // a damaged file is kept
		torn    bool
	}{
		{name: "untouched", damage: func(b []byte) []byte { return b }, least: n},
		{name: "torn tail", damage: func(b []byte) []byte { return b[:len(b)-3] }, least: n - 1, torn: true},
		{name: "torn in the first bytes", damage: func(b []byte) []byte { return b[:5] }, torn: true},
		{name: "empty", damage: func(b []byte) []byte { return nil }},
		{name: "nothing but NUL", damage: func(b []byte) []byte { return make([]byte, 4096) }, torn: true},
		{name: "NUL tail", damage: func(b []byte) []byte { return append(b, make([]byte, 70_000)...) }, least: n, torn: true},
		{name: "torn, then NUL tail", damage: func(b []byte) []byte { return append(b[:len(b)-3], make([]byte, 999)...) }, least: n - 1, torn: true},
		{name: "zeroed page", damage: func(b []byte) []byte { clear(b[4096:8192]); return b }, least: n / 2, damaged: true},
		{name: "lost page", damage: func(b []byte) []byte { return append(b[:4096:4096], b[8192:]...) }, least: n / 2, damaged: true},
		{name: "flipped bit in a value", damage: func(b []byte) []byte {
			b[bytes.Index(b, []byte("\r\nc/"))+60] ^= 4
			return b
		}, least: n - 1, damaged: true},
		{name: "flipped bit in a key", damage: func(b []byte) []byte {
			b[bytes.LastIndex(b, []byte("\r\nc/"))+15] ^= 1
			return b
		}, least: n - 1, damaged: true},
		{name: "flipped bit in a length", damage: func(b []byte) []byte {
			i := bytes.LastIndex(b[:len(b)/2], []byte("\r\n$"))
			b[i+3] ^= 8
			return b
		}, least: n - 2, damaged: true},
		{name: "length larger than memory", damage: func(b []byte) []byte {
			return append(b, "*3\r\n$3\r\nset\r\n$99999999999\r\nx\r\n"...)
		}, least: n, damaged: true},
		{name: "length that overflows", damage: func(b []byte) []byte {
			return append(b, "*3\r\n$3\r\nset\r\n$9223372036854775807\r\nx\r\n"...)
		}, least: n, damaged: true},
		{name: "length that swallows the rest", damage: func(b []byte) []byte {
			return append([]byte("*3\r\n$3\r\nset\r\n$9000000\r\n"), b...)
		}, least: n, damaged: true},
		{name: "empty commands", damage: func(b []byte) []byte { return append(b, "*1\r\n$0\r\n\r\n*0\r\n"...) }, least: n, damaged: true},
		{name: "a command that empties the store", damage: func(b []byte) []byte {
			return append(b, "*1\r\n$7\r\nflushdb\r\n"...)
		}, least: n, damaged: true},
		{name: "a value that never was sealed", damage: func(b []byte) []byte {
			return appendSet(b, changeKey(7), "not sealed")
		}, least: n, damaged: true},
		{name: "something else altogether", damage: func([]byte) []byte { return []byte("PK\x03\x04 not a store\n") }, damaged: true},
		{name: "zero length beside the file from before", damage: func([]byte) []byte { return nil }, prior: true, least: n},
		{name: "half written beside the file from before", damage: func(b []byte) []byte { return b[:len(b)/3] }, prior: true, least: n},
	}
	want := contents(t, mustOpen(t, copyDir(t, whole)))
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := copyDir(t, whole)
			if tt.prior {
				if err := os.Link(filepath.Join(dir, fileStore), filepath.Join(dir, "keep")); err != nil {
					t.Fatal(err)
				}
				if err := os.Rename(filepath.Join(dir, fileStore), filepath.Join(dir, filePrior)); err != nil {
					t.Fatal(err)
				}
				text, err := os.ReadFile(filepath.Join(dir, filePrior))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, fileStore), tt.damage(text), 0o600); err != nil {
					t.Fatal(err)
				}
			} else {
				edit(t, dir, tt.damage)
			}
			s := mustOpen(t, dir)
			got := contents(t, s)
			steps := 0
			for k, r := range got {
				if r.Step != nil {
					steps++
				}
				if r.Step != nil && r.Step.Observation == nil && want[k].Step != nil {
					continue // a lost screen may be missing, never be another
				}
				if !reflect.DeepEqual(r, want[k]) {
					t.Errorf("%s is served as %+v", k, r)
				}
			}
			st := s.Stats()
			if steps < tt.least || (st.DamagedFile != "") != tt.damaged || (st.TornBytes > 0) != tt.torn {
				t.Errorf("%d steps of at least %d; %+v", steps, tt.least, st)
			}
			if (st.Quarantined > 0) != tt.damaged {
				t.Errorf("quarantined = %d", st.Quarantined)
			}
			writable(t, s, dir)
		})
	}
}

// writable stores a step, closes and opens again, and finds it.
func writable(t *testing.T, s *Store, dir string) {
	t.Helper()
	st := step("mm-0001", 1000)
	if _, err := putStep(context.Background(), s, session(1), st, nil); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	s = mustOpen(t, dir)
	if _, ok := contents(t, s)["step "+st.StepID]; !ok {
		t.Error("what was stored after the repair is gone")
	}
	if rep, err := Verify(dir); err != nil || !rep.Clean() || rep.Torn+rep.Nuls > 0 {
		t.Errorf("the repaired file is not sound: %+v, %v", rep, err)
	}
}

// TestEveryFlippedBitIsNoticed flips bits all over a file. A flipped bit may
// cost the record that it hit; it never changes one.
func TestEveryFlippedBitIsNoticed(t *testing.T) {
	const n, flips = 25, 250
	whole := filled(t, n)
	want := contents(t, mustOpen(t, copyDir(t, whole)))
	text, err := os.ReadFile(filepath.Join(whole, fileStore))
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	for range flips {
		at, bit := rnd.IntN(len(text)), byte(1)<<rnd.IntN(8)
		for _, old := range []string{fileStore, filePrior} {
			_ = os.Remove(filepath.Join(dir, old))
		}
		bad := bytes.Clone(text)
		bad[at] ^= bit
		if err := os.WriteFile(filepath.Join(dir, fileStore), bad, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(dir, Options{})
		if err != nil {
			t.Fatalf("bit %#x of byte %d: %v", bit, at, err)
		}
		lost := 0
		got := contents(t, s)
		for k, w := range want {
			g, ok := got[k]
			if !ok || g.Step != nil && g.Step.Observation == nil {
				lost++
			} else if !reflect.DeepEqual(g, w) {
				t.Errorf("bit %#x of byte %d: %s is served changed", bit, at, k)
			}
		}
		if st := s.Stats(); st.Quarantined == 0 && st.TornBytes == 0 {
			t.Errorf("bit %#x of byte %d is not noticed (%d lost)", bit, at, lost)
		}
		mustClose(t, s)
	}
}

// TestEveryTornWriteLeavesAPrefix cuts the file at many places. Whatever is
// left, the high-water mark never claims a record that is not there.
func TestEveryTornWriteLeavesAPrefix(t *testing.T) {
	whole := filled(t, 30)
	text, err := os.ReadFile(filepath.Join(whole, fileStore))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for cut := 0; cut < len(text); cut += 37 {
		if err := os.WriteFile(filepath.Join(dir, fileStore), text[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(dir, Options{})
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		have := contents(t, s)
		hwm := s.HWM("install-a", "epoch-1")
		for seq := int64(1); seq <= hwm; seq++ {
			want := numbered(seq).record
			got, ok := have["step "+want.Step.StepID]
			if !ok || !reflect.DeepEqual(got.Step, want.Step) {
				t.Fatalf("cut at %d: HWM %d claims record %d, which is %+v", cut, hwm, seq, got.Step)
			}
		}
		mustClose(t, s)
	}
}

// TestHolesAmidUnacknowledgedWritesAreNotPassed takes single values out of the
// file, as a torn transaction may: the mark stops before a hole above the
// floor, and what is sent again fills it.
func TestHolesAmidUnacknowledgedWritesAreNotPassed(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	for seq := int64(1); seq <= 10; seq++ {
		if _, err := s.write(context.Background(), numbered(seq)); err != nil {
			t.Fatal(err)
		}
	}
	crashed := copyDir(t, dir) // before Close writes the floor
	edit(t, crashed, func(text []byte) []byte {
		key := []byte("\r\n" + changeKey(6) + "\r\n")
		i := bytes.LastIndex(text[:bytes.Index(text, key)], []byte(setHead))
		j := i + 1 + nextHead(text[i+1:])
		return append(text[:i:i], text[j:]...)
	})
	s = mustOpen(t, crashed)
	if got := s.HWM("install-a", "epoch-1"); got != 5 {
		t.Fatalf("HWM = %d, want 5", got)
	}
	for seq := int64(6); seq <= 12; seq++ {
		if _, err := s.write(context.Background(), numbered(seq)); err != nil {
			t.Fatal(err)
		}
	}
	mustClose(t, s)
	s = mustOpen(t, crashed)
	if got, st := s.HWM("install-a", "epoch-1"), s.Stats(); got != 12 || st.Steps != 12 {
		t.Errorf("HWM = %d, %d steps; want 12 and 12", got, st.Steps)
	}
}

// TestDamageBelowTheFloorDoesNotTakeTheMarkBack: the source has deleted those
// records long ago and could never send them again.
func TestDamageBelowTheFloorDoesNotTakeTheMarkBack(t *testing.T) {
	dir := filled(t, 20)
	edit(t, dir, func(b []byte) []byte {
		b[bytes.Index(b, []byte("\r\n"+changeKey(5)))+60] ^= 1
		return b
	})
	if got := mustOpen(t, dir).HWM("install-a", "epoch-1"); got != 20 {
		t.Errorf("HWM = %d, want 20", got)
	}
}

func TestStepThatLostItsScreenIsServedWithoutAndMendedByASecondSending(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if _, err := s.write(context.Background(), numbered(1)); err != nil {
		t.Fatal(err)
	}
	crashed := copyDir(t, dir)
	edit(t, crashed, func(b []byte) []byte {
		plain, err := encodeObservation(numbered(1).record.Step.Observation)
		if err != nil {
			t.Fatal(err)
		}
		b[bytes.Index(b, []byte(blobKey(hashOf(plain))))+50] ^= 1
		return b
	})
	s = mustOpen(t, crashed)
	id := "step " + numbered(1).record.Step.StepID
	if got := contents(t, s)[id].Step; got == nil || got.Observation != nil {
		t.Fatalf("step without its screen is served as %+v", got)
	}
	if got := s.HWM("install-a", "epoch-1"); got != 0 {
		t.Fatalf("HWM = %d: a step that is not whole counts as received", got)
	}
	if _, err := s.write(context.Background(), numbered(1)); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	s = mustOpen(t, crashed)
	if got := contents(t, s)[id].Step; !reflect.DeepEqual(got, numbered(1).record.Step) {
		t.Errorf("mended step is %+v", got)
	}
	if st := s.Stats(); st.Partial != 0 || st.Steps != 1 {
		t.Errorf("after mending: %+v", st)
	}
}

// TestHalfAForgettingIsCompleted takes the tombstones of a forgetting away, as
// a crash right after the forgetting itself would.
func TestHalfAForgettingIsCompleted(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	for seq := int64(1); seq <= 4; seq++ {
		if _, err := s.write(context.Background(), numbered(seq)); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadFile(filepath.Join(dir, fileStore))
	if err != nil {
		t.Fatal(err)
	}
	f := erasure{Forget: types.Forget{SessionID: "mm-0000"}, Sessions: []string{"mm-0000"}}
	p := &prepared{change: change{kind: kindForget}}
	if err := p.setPayload(f); err != nil {
		t.Fatal(err)
	}
	floor := floorKey(sourceRef("install-a", "epoch-1"))
	text := appendSet(before, floor, seal(floor, []byte{4}))
	text = appendSet(text, changeKey(9), seal(changeKey(9), p.encode()))
	half := t.TempDir()
	if err := os.WriteFile(filepath.Join(half, fileStore), text, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // also when the store is opened once more
		s = mustOpen(t, half)
		if got := keys(contents(t, s)); len(got) != 1 || !strings.HasPrefix(got[0], "forget") {
			t.Errorf("holds %q", got)
		}
		if got := s.HWM("install-a", "epoch-1"); got != 4 {
			t.Errorf("HWM = %d, want 4", got)
		}
		mustClose(t, s)
	}
}

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
	s, err := Open(t.TempDir(), Options{fsync: func(f *os.File) error {
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
	free, now := int64(1<<40), time.Unix(1_700_000_000, 0)
	s, err := Open(t.TempDir(), Options{
		Now:   func() time.Time { return now },
		space: func(*os.File) (int64, int64, error) { return free, 1 << 40, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	if _, err := s.write(ctx, numbered(1), numbered(2)); err != nil {
		t.Fatal(err)
	}
	free, now = minFree-1, now.Add(time.Minute)
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
	free = minFree
	if _, err := s.write(ctx, numbered(3)); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// TestFsyncIsOfTheFileThatIsWritten: a compaction puts another file in its
// place, and an fsync of the old one would promise nothing.
func TestFsyncIsOfTheFileThatIsWritten(t *testing.T) {
	dir := t.TempDir()
	synced := 0
	s, err := Open(dir, Options{fsync: func(f *os.File) error {
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

// FuzzOpen opens arbitrary bytes as a store: no panic, no memory without end,
// nothing served, and the store works afterwards.
func FuzzOpen(f *testing.F) {
	dir := filled(f, 3)
	text, err := os.ReadFile(filepath.Join(dir, fileStore))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("*1\r\n$1\r\ns\r\n"))
	f.Add([]byte("*3\r\n$3\r\nset\r\n$1\r\nc\r\n$99999999999\r\n"))
	f.Add([]byte(fmt.Sprintf("%s$2\r\nc/\r\n$0\r\n\r\n", setHead)))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, fileStore), text, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(dir, Options{})
		if err != nil {
			if c := code(err); c != types.CodeStoreNewer && c != types.CodeStoreDamaged {
				t.Fatal(err)
			}
			return
		}
		defer s.Close()
		contents(t, s)
		if _, err := s.write(context.Background(), entry{record: numbered(1).record}); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzDecodeChange decodes arbitrary bytes, and what it decodes it also
// encodes to something that decodes the same.
func FuzzDecodeChange(f *testing.F) {
	p, err := prepare(numbered(1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(p.encode())
	f.Add([]byte{1, 7})
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := decodeChange(b)
		if err != nil {
			return
		}
		again, err := decodeChange(c.encode())
		if err != nil {
			t.Fatalf("%+v does not decode again: %v", c, err)
		}
		again.payload, c.payload = append([]byte{}, again.payload...), append([]byte{}, c.payload...)
		if !reflect.DeepEqual(again, c) {
			t.Errorf("%+v became %+v", c, again)
		}
		if plain, err := unpack(c.payload); err == nil && len(plain) > maxPlain {
			t.Errorf("unpacked to %d bytes", len(plain))
		}
	})
}
