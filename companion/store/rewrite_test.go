package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// pressed begins each name in a filled store, which rewriting takes out of it.
const pressed = "Press"

// withoutNames is a turn that takes all names out of a step.
func withoutNames(step *types.Step) (*types.Step, error) {
	if step.Keep == types.KeepNeeded {
		return nil, nil
	}
	out, target := *step, *step.Tool.Target
	target.Name = "-"
	out.Tool.Target, out.Keep = &target, types.KeepNeeded
	if step.Observation != nil {
		o := *step.Observation
		o.A11y.Nodes = slices.Clone(o.A11y.Nodes)
		for i := range o.A11y.Nodes {
			o.A11y.Nodes[i].Name = "-"
		}
		out.Observation = &o
	}
	return &out, nil
}

// turned are the records that withoutNames leaves of others.
func turned(t testing.TB, want map[string]wire.Record) map[string]wire.Record {
	t.Helper()
	out := maps.Clone(want)
	for key, rec := range out {
		if rec.Step == nil {
			continue
		}
		step, err := withoutNames(rec.Step)
		must(t, err)
		if step != nil {
			rec.Step = step
			out[key] = rec
		}
	}
	return out
}

// holding lists the files of a data directory that hold a text, in whatever form: as
// bytes, or in a value that was ever written into the file. v is that of encrypted
// values.
func holding(t testing.TB, dir, text string, v *vault) (names []string) {
	t.Helper()
	for file, content := range listing(t, dir) {
		plain := content
		for r := newCommandReader(strings.NewReader(content)); ; {
			cmd, err := r.next()
			if err == io.EOF {
				break
			}
			if err != nil {
				if strings.HasPrefix(content, setHead) {
					t.Fatalf("%s: %v", file, err)
				}
				break // no file of values
			}
			plain += plainly(v, string(cmd.key), cmd.value)
		}
		if strings.HasPrefix(file, prefSegment) && v != nil {
			if body, err := v.unseal(file, []byte(content)); err == nil {
				plain += string(body)
			}
		}
		if strings.Contains(plain, text) {
			names = append(names, file)
		}
	}
	slices.Sort(names)
	return names
}

// plainly is all that can be read of a value.
func plainly(v *vault, key string, value []byte) (out string) {
	for _, with := range []*vault{nil, v} {
		body, err := with.unseal(key, value)
		if err != nil || len(body) == 0 {
			continue
		}
		out += string(body)
		if plain, err := unpack(body); err == nil {
			out += string(plain)
		}
		if c, err := decodeChange(body); err == nil {
			if plain, err := unpack(c.payload); err == nil {
				out += string(plain)
			}
		}
	}
	return out
}

// aged is furnished with a file that an earlier salvage set aside, too.
func aged(t testing.TB) (dir string, want map[string]wire.Record) {
	t.Helper()
	dir, want = furnished(t)
	text, err := os.ReadFile(filepath.Join(dir, fileStore))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, prefDamaged+"20260101T000000.000000000Z"), text, 0o600))
	return dir, want
}

func rewriteAll(t testing.TB, s *Store, want int) {
	t.Helper()
	if got, err := s.Rewrite(context.Background(), withoutNames, nil); err != nil || got != want {
		t.Fatalf("%d steps rewritten, %v; want %d", got, err, want)
	}
}

func TestRewritingLeavesNoOldByte(t *testing.T) {
	v, err := newVault(testKey)
	must(t, err)
	for name, o := range map[string]Options{"plain": {}, "encrypted": withKey()} {
		t.Run(name, func(t *testing.T) {
			dir, want := aged(t)
			if o.Key != nil {
				must(t, os.Remove(filepath.Join(dir, prefDamaged+"20260101T000000.000000000Z")))
				mustClose(t, openAs(t, dir, toEncrypt()))
				s := openAs(t, dir, o)
				must(t, s.KeepSegment(1, []string{numbered(1).record.Step.StepID}, []byte(pressed), nil))
				mustClose(t, s)
			}
			if got := holding(t, dir, pressed, v); len(got) < 4 {
				t.Fatalf("before it lies in %q alone: this test could not fail", got)
			}
			s := openAs(t, dir, o)
			fed := cursors(feed(t, s))
			rewriteAll(t, s, 29)
			want = turned(t, want)
			check := func(when string) {
				t.Helper()
				if got := contents(t, s); !reflect.DeepEqual(got, want) {
					t.Errorf("%s there is %q", when, keys(got))
				}
				if got := holding(t, dir, pressed, v); len(got) > 0 {
					t.Errorf("%s it lies in %q", when, got)
				}
				if got := cursors(feed(t, s)); !slices.Equal(got, fed) {
					t.Errorf("%s the feed is %v, was %v", when, got, fed)
				}
				if strings.Contains(texts(feed(t, s)), pressed) {
					t.Errorf("%s a replica gets it", when)
				}
				if got := s.HWM("install-a", "epoch-1"); got != 30 {
					t.Errorf("%s HWM = %d", when, got)
				}
				if backups, err := s.backups(); err != nil || len(backups) != 1 {
					t.Errorf("%s backups %q, %v", when, backups, err)
				}
			}
			check("at once")
			mustClose(t, s)
			s = openAs(t, dir, o)
			check("after the next start")
			rewriteAll(t, s, 0)
			again := numbered(30) // as it was sent first
			again.record.Seq = 30
			if fresh, err := s.Put(context.Background(), "install-a", "epoch-1", []wire.Record{again.record}, []uint64{again.from.digest}); err != nil || fresh[0] {
				t.Errorf("a step that comes again is fresh: %v, %v", fresh, err)
			}
			check("when a step came again")
		})
	}
}

// feed is all that is handed to a replica.
func feed(t testing.TB, s *Store) (out []wire.Encoded) {
	t.Helper()
	for cursor := int64(0); ; {
		recs, next, err := s.Feed(cursor, "install-other", "epoch-1", 1000)
		must(t, err)
		if next == cursor {
			return out
		}
		cursor = next
		out = append(out, recs...)
	}
}

// cursors are those of a feed, texts its records.
func cursors(recs []wire.Encoded) (out []int64) {
	for _, rec := range recs {
		out = append(out, rec.Seq)
	}
	return out
}

func texts(recs []wire.Encoded) (out string) {
	for _, rec := range recs {
		out += string(rec.Text)
	}
	return out
}

// TestKilledWhileRewritingTheStoreIsAsItWas takes a copy of the data directory at
// each fsync, which a kill leaves there. A start goes back to the state before,
// to the byte, until all of the old is gone; then it can be rewritten.
func TestKilledWhileRewritingTheStoreIsAsItWas(t *testing.T) {
	synctest.Test(t, killAtEachSync) // buntdb waits a quarter of a second in each compaction
}

func killAtEachSync(t *testing.T) {
	t.Cleanup(func() { time.Sleep(2 * time.Second) })
	dir, want := aged(t)
	var killed []string
	rewriting := false
	s := openAs(t, dir, Options{Sync: func(*os.File) error {
		if rewriting {
			killed = append(killed, copyDir(t, dir))
		}
		return nil
	}})
	must(t, s.flush())
	before, err := os.ReadFile(filepath.Join(dir, fileStore))
	must(t, err)
	rewriting = true
	rewriteAll(t, s, 29)
	rewriting = false
	mustClose(t, s)
	went := 0
	for i, dir := range killed {
		if aside, err := os.ReadFile(filepath.Join(dir, filePrior)); err == nil {
			if went++; !bytes.HasPrefix(aside, before) || holdsSteps(t, aside, before) {
				t.Errorf("kill %d: the file aside is not the one from before", i)
			}
			// A power cut leaves any part of the other file.
			edit(t, dir, func(text []byte) []byte { return text[:len(text)/2] })
		}
		s := mustOpen(t, dir)
		got := contents(t, s)
		old := reflect.DeepEqual(got, want)
		if !old && !reflect.DeepEqual(got, turned(t, want)) {
			t.Fatalf("kill %d: half of the steps are rewritten", i)
		}
		if !old && len(holding(t, dir, pressed, nil)) > 0 {
			t.Errorf("kill %d: all is rewritten, and it lies in %q", i, holding(t, dir, pressed, nil))
		}
		if old {
			rewriteAll(t, s, 29)
		}
		if got := holding(t, dir, pressed, nil); len(got) > 0 || !reflect.DeepEqual(contents(t, s), turned(t, want)) {
			t.Errorf("kill %d: rewritten again, it lies in %q", i, got)
		}
		mustClose(t, s)
	}
	if went < 4 || went == len(killed) {
		t.Errorf("%d kills, of which %d left a file aside: this test sees too little", len(killed), went)
	}
}

// holdsSteps reports whether a text has more changes than one that it begins with.
func holdsSteps(t testing.TB, text, begin []byte) bool {
	t.Helper()
	return bytes.Contains(text[len(begin):], []byte(keyChange))
}

// TestEachFsyncThatFailsWhileRewritingLosesNothing: the store is read-only then, and
// the next start goes back.
func TestEachFsyncThatFailsWhileRewritingLosesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		t.Cleanup(func() { time.Sleep(2 * time.Second) })
		whole, want := aged(t)
		failed := map[string]bool{}
		for n := 1; ; n++ {
			dir := copyDir(t, whole)
			disk := &faultyDisk{}
			s := openAs(t, dir, Options{Sync: disk.sync})
			disk.failAt = len(disk.synced) + n
			got, err := s.Rewrite(context.Background(), withoutNames, nil)
			if disk.failed == "" {
				must(t, err)
				break
			}
			failed[disk.failed] = true
			if got != 0 || err == nil {
				t.Fatalf("fsync %d of %s: %d steps rewritten, %v", n, disk.failed, got, err)
			}
			if _, err := s.write(context.Background(), numbered(31)); err == nil {
				t.Errorf("fsync %d of %s: a step is acknowledged after it", n, disk.failed)
			}
			_ = s.Close()
			s = mustOpen(t, dir)
			if got := contents(t, s); !reflect.DeepEqual(got, want) && !reflect.DeepEqual(got, turned(t, want)) {
				t.Errorf("fsync %d of %s: half of the steps are rewritten", n, disk.failed)
			}
			mustClose(t, s)
		}
		if want := []string{"directory", fileStore, prefBackup + "*" + partial, fileCopy}; !slices.Equal(slices.Sorted(maps.Keys(failed)), want) {
			t.Errorf("failed were %q, want %q", slices.Sorted(maps.Keys(failed)), want)
		}
	})
}

// TestEncryptionComesBeforeRewriting: both wait for one start, and a kill left the old
// file aside.
func TestEncryptionComesBeforeRewriting(t *testing.T) {
	v, err := newVault(testKey)
	must(t, err)
	for name, half := range map[string]bool{"both are to be done": false, "rewriting was cut short": true} {
		t.Run(name, func(t *testing.T) {
			dir, want := furnished(t)
			if half {
				text, err := os.ReadFile(filepath.Join(dir, fileStore))
				must(t, err)
				must(t, os.WriteFile(filepath.Join(dir, filePrior), text, 0o600))
				edit(t, dir, func(text []byte) []byte { return text[:len(text)/2] })
			}
			s := openAs(t, dir, toEncrypt())
			if got := contents(t, s); !reflect.DeepEqual(got, want) || s.Rewritings() != 0 {
				t.Fatalf("encrypted there is %q", keys(got))
			}
			if got := holding(t, dir, pressed, nil); len(got) > 0 {
				t.Errorf("encrypted, and it lies in %q", got)
			}
			rewriteAll(t, s, 29)
			must(t, s.NoteRewriting(context.Background()))
			mustClose(t, s)
			if got := holding(t, dir, pressed, v); len(got) > 0 {
				t.Errorf("rewritten, and it lies in %q", got)
			}
			s = openAs(t, dir, toDecrypt())
			if got := contents(t, s); !reflect.DeepEqual(got, turned(t, want)) || s.Rewritings() != 1 {
				t.Errorf("decrypted there is %q", keys(got))
			}
		})
	}
}

func TestRewritingThatCannotBeginChangesNothing(t *testing.T) {
	full := errors.New("no more")
	for _, try := range []struct {
		name string
		o    Options
		turn func(*types.Step) (*types.Step, error)
		code types.Code
	}{
		{"a step that cannot be rewritten", Options{}, func(s *types.Step) (*types.Step, error) { return nil, full }, ""},
		{"a disk that is nearly full", Options{Space: func(*os.File) (int64, int64, error) { return 1000, 1 << 40, nil }}, withoutNames, types.CodeStoreFull},
		{"a disk of which nothing is known", Options{Space: func(*os.File) (int64, int64, error) { return 0, 0, syscall.EIO }}, withoutNames, ""},
	} {
		t.Run(try.name, func(t *testing.T) {
			dir, want := aged(t)
			s := openAs(t, dir, try.o)
			if got, err := s.Rewrite(context.Background(), try.turn, nil); got != 0 || err == nil || code(err) != try.code {
				t.Errorf("%d steps, %v", got, err)
			}
			if got := contents(t, s); !reflect.DeepEqual(got, want) || s.Stats().ReadOnly != "" {
				t.Errorf("there is %q, read-only: %q", keys(got), s.Stats().ReadOnly)
			}
			if _, err := os.Stat(filepath.Join(dir, filePrior)); err == nil {
				t.Error("a file lies aside")
			}
		})
	}
}

// TestAnOlderCopyOfAStepGoesToo: a crash may leave it beside the one that came in its
// place.
func TestAnOlderCopyOfAStepGoesToo(t *testing.T) {
	dir := filled(t, 5)
	s := mustOpen(t, dir)
	must(t, s.erase(context.Background(), erasure{Forget: types.Forget{StepID: numbered(1).record.Step.StepID}, Steps: []string{numbered(1).record.Step.StepID}}))
	p, err := prepare(entry{record: wire.Record{Step: numbered(3).record.Step}})
	must(t, err)
	at := changeKey(1)
	must(t, s.set(map[string]string{at: s.vault.seal(at, p.encode())}))
	mustClose(t, s)
	s = mustOpen(t, dir)
	want := turned(t, contents(t, s))
	rewriteAll(t, s, 4)
	if got := contents(t, s); !reflect.DeepEqual(got, want) {
		t.Errorf("there is %q, want %q", keys(got), keys(want))
	}
	if got := holding(t, dir, pressed, nil); len(got) > 0 {
		t.Errorf("it lies in %q", got)
	}
}

// TestNoteGoesWithTheFile: a backup from before has none.
func TestNoteGoesWithTheFile(t *testing.T) {
	dir := filled(t, 3)
	s := mustOpen(t, dir)
	name, err := s.Backup()
	must(t, err)
	must(t, s.NoteRewriting(context.Background()))
	if s.Rewritings() != 1 {
		t.Error("it is not noted")
	}
	must(t, s.Compact(context.Background()))
	mustClose(t, s)
	s = mustOpen(t, dir)
	if s.Rewritings() != 1 {
		t.Error("it is not noted after a compaction and a start")
	}
	mustClose(t, s)
	other := t.TempDir()
	must(t, os.Rename(filepath.Join(dir, name), filepath.Join(other, fileStore)))
	if mustOpen(t, other).Rewritings() != 0 {
		t.Error("it is noted in a backup from before")
	}
}
