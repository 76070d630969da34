package store

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// canaries are parts of a filled store's contents: a session's goal and id, a
// screen, a name, an address.
var canaries = []string{"goal <1>", "mm-0001", "screen-3", "Press", "app.example"}

// furnished is a closed plain store that has all that a store may have: steps of
// a source with its floor, an edit, a forgetting, segments and backups.
func furnished(t testing.TB) (dir string, want map[string]wire.Record) {
	t.Helper()
	dir = filled(t, 30)
	s := mustOpen(t, dir)
	ctx := context.Background()
	_, err := putEdit(ctx, s, &types.Edit{EditID: "e-1", At: 1_700_000_000_000})
	must(t, err)
	must(t, s.KeepSegment(1, []string{numbered(1).record.Step.StepID}, []byte("Press what goal <1> says"), nil))
	_, err = s.Backup()
	must(t, err)
	id := numbered(2).record.Step.StepID
	must(t, s.erase(ctx, erasure{Forget: types.Forget{StepID: id}, Steps: []string{id}}))
	must(t, s.Compact(ctx))
	_, err = s.Backup()
	must(t, err)
	want = contents(t, s)
	mustClose(t, s)
	return dir, want
}

// found are the canaries that lie in any file of dir, in any form that a store
// gives them: as they are, packed, or as hashes in keys.
func foundIn(t testing.TB, dir string, want map[string]wire.Record) (hits []string) {
	t.Helper()
	looks := map[string]string{}
	for name, rec := range want {
		if rec.Step != nil && rec.Step.Observation != nil {
			plain, err := encodeObservation(rec.Step.Observation)
			must(t, err)
			looks["hash of the screen of "+name] = blobKey(hashOf(plain))
			looks["screen of "+name] = string(pack(nil, plain))
		}
	}
	looks["source"] = floorKey(sourceRef("install-a", "epoch-1"))
	for _, c := range canaries {
		looks[c] = c
	}
	for file, text := range listing(t, dir) {
		for what, bytes := range looks {
			if strings.Contains(text, bytes) {
				hits = append(hits, file+": "+what)
			}
		}
	}
	slices.Sort(hits)
	return hits
}

func TestEncryptingLeavesNoPlainByteAndDecryptingBringsAllBack(t *testing.T) {
	dir, want := furnished(t)
	if hits := foundIn(t, dir, want); len(hits) < len(canaries) {
		t.Fatalf("in a plain store there is only %q: this test could not fail", hits)
	}
	s := openAs(t, dir, toEncrypt())
	check := func(when string) {
		t.Helper()
		if got := contents(t, s); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s there is %q", when, keys(got))
		}
		if got := s.HWM("install-a", "epoch-1"); got != 30 {
			t.Errorf("%s HWM = %d, want 30", when, got)
		}
		if st := s.Stats(); st.Quarantined+st.Partial != 0 || st.DamagedFile != "" {
			t.Errorf("%s it counts as damage: %+v", when, st)
		}
	}
	check("encrypted")
	if s.Stats().Key != KeyID(testKey) {
		t.Errorf("Stats says key %q", s.Stats().Key)
	}
	if hits := foundIn(t, dir, want); len(hits) > 0 {
		t.Errorf("encrypted, and in its files there is %q", hits)
	}
	ctx := context.Background()
	_, err := s.write(ctx, numbered(31))
	must(t, err)
	must(t, s.KeepSegment(2, []string{numbered(3).record.Step.StepID}, []byte("Press what goal <1> says"), nil))
	_, err = s.Backup()
	must(t, err)
	must(t, s.Compact(ctx))
	want = contents(t, s)
	mustClose(t, s)
	if hits := foundIn(t, dir, want); len(hits) > 0 {
		t.Errorf("after more was written there is %q", hits)
	}
	if rep, err := Verify(dir, nil); err != nil || !rep.Clean() {
		t.Errorf("verified without the key: %+v, %v", rep, err)
	}
	if o, err := Inspect(dir); err != nil || o.Key != KeyID(testKey) {
		t.Errorf("inspected: %+v, %v", o, err)
	}
	s = openAs(t, dir, withKey())
	if got, taken := numbersOf(t, s); len(got) != 1 || taken != 1 {
		t.Errorf("segments %v of %d steps came back", got, taken)
	}
	mustClose(t, s)
	s = openAs(t, dir, toDecrypt())
	if got := contents(t, s); !reflect.DeepEqual(got, want) {
		t.Fatalf("decrypted there is %q", keys(got))
	}
	if got := s.HWM("install-a", "epoch-1"); got != 31 {
		t.Errorf("decrypted HWM = %d, want 31", got)
	}
	mustClose(t, s)
	mustClose(t, mustOpen(t, dir)) // without a key
	backups, err := filepath.Glob(filepath.Join(dir, prefBackup+"*"))
	if err != nil || len(backups) != backupsKept {
		t.Fatalf("backups: %q, %v", backups, err)
	}
	for _, b := range backups {
		other := t.TempDir()
		must(t, os.Rename(b, filepath.Join(other, fileStore)))
		if got := contents(t, mustOpen(t, other)); len(got) < len(want)-1 {
			t.Errorf("backup %s holds %q", b, keys(got))
		}
	}
}

func numbersOf(t *testing.T, s *Store) (got []int, taken int) {
	t.Helper()
	had, err := s.Segments(func(n int, _ []byte) error { got = append(got, n); return nil })
	must(t, err)
	return got, len(had)
}

// TestANewStoreIsEncryptedFromItsFirstByte also covers a backup that
// takes the place of the store.
func TestANewStoreIsEncryptedFromItsFirstByte(t *testing.T) {
	dir := t.TempDir()
	s := openAs(t, dir, toEncrypt())
	_, err := s.write(context.Background(), numbered(1))
	must(t, err)
	name, err := s.Backup()
	must(t, err)
	want := contents(t, s)
	mustClose(t, s)
	if hits := foundIn(t, dir, want); len(hits) > 0 {
		t.Errorf("there is %q", hits)
	}
	must(t, os.Rename(filepath.Join(dir, name), filepath.Join(dir, fileStore)))
	if got := contents(t, openAs(t, dir, withKey())); !reflect.DeepEqual(got, want) {
		t.Errorf("the backup holds %q", keys(got))
	}
}

// TestWithoutItsKeyAStoreIsLeftAsItIs is about lost, changed and mixed keys.
func TestWithoutItsKeyAStoreIsLeftAsItIs(t *testing.T) {
	plain, want := furnished(t)
	dir := copyDir(t, plain)
	mustClose(t, openAs(t, dir, toEncrypt()))
	another := bytes.Repeat([]byte{9}, KeyBytes)
	for _, tt := range []struct {
		name    string
		prepare func(dir string)
		o       Options
		says    string
	}{
		{"no keys are known", nil, Options{}, "no key is known"},
		{"the key is lost", nil, Options{Key: func(string) ([]byte, error) {
			return nil, types.Fault(types.CodeStoreKey, "its key is gone", "")
		}}, "its key is gone"},
		{"the key is another", nil, Options{Key: func(string) ([]byte, error) { return another, nil }}, KeyID(another)},
		{"the key is cut short", nil, Options{Key: func(string) ([]byte, error) { return testKey[:20], nil }}, "20 bytes"},
		{"it is to be encrypted under another", nil, Options{Encrypt: func() ([]byte, error) { return another, nil }}, "no key is known"},
		{"it is to be decrypted", nil, Options{Decrypt: true}, "no key is known"},
		{"a compaction did not finish", func(dir string) {
			must(t, os.Link(filepath.Join(dir, fileStore), filepath.Join(dir, filePrior)))
		}, Options{}, "no key is known"},
		{"its end is torn", func(dir string) {
			edit(t, dir, func(b []byte) []byte { return append(b, setHead...) })
		}, Options{}, "no key is known"},
		{"it is damaged", func(dir string) {
			edit(t, dir, func(b []byte) []byte { b[len(b)/2] ^= 1; return b })
		}, Options{}, "no key is known"},
		{"it is half encrypted", func(dir string) {
			edit(t, dir, func(b []byte) []byte {
				return appendSet(b, changeKey(900), seal(changeKey(900), schemaVersion, nil))
			})
		}, Options{}, "no key is known"},
		{"values lie under two keys", func(dir string) {
			edit(t, dir, func(b []byte) []byte {
				return appendSet(b, "m/x", testVault(t, another).seal("m/x", []byte("x")))
			})
		}, withKey(), "two keys"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := copyDir(t, dir)
			if tt.prepare != nil {
				tt.prepare(dir)
			}
			before := listing(t, dir)
			_, err := Open(dir, tt.o)
			if code(err) != types.CodeStoreKey || !strings.Contains(err.Error(), tt.says) {
				t.Fatalf("err = %v, want %s with %q", err, types.CodeStoreKey, tt.says)
			}
			if !reflect.DeepEqual(listing(t, dir), before) {
				t.Error("refusing changed the directory")
			}
			if tt.name == "values lie under two keys" || tt.name == "it is damaged" {
				return
			}
			if got := contents(t, openAs(t, dir, withKey())); !reflect.DeepEqual(got, want) {
				t.Errorf("with the key there is %q", keys(got))
			}
		})
	}
}

// TestAStoreHalfEncryptedIsCompleted: values of both forms in one file are all
// kept, and afterwards all are encrypted.
func TestAStoreHalfEncryptedIsCompleted(t *testing.T) {
	dir, want := furnished(t)
	half := copyDir(t, dir)
	v := testVault(t, testKey)
	n := 0
	editValues(t, half, func(key, value string) (string, string) {
		if n++; n%2 == 0 {
			var err error
			key, value, err = conversionBetween(nil, v)(key, []byte(value))
			must(t, err)
		}
		return key, value
	})
	s := openAs(t, half, withKey())
	if got := contents(t, s); !reflect.DeepEqual(got, want) {
		t.Errorf("there is %q", keys(got))
	}
	mustClose(t, s)
	text, err := os.ReadFile(filepath.Join(half, fileStore))
	must(t, err)
	for _, c := range canaries {
		if bytes.Contains(text, []byte(c)) {
			t.Errorf("the store still holds %q", c)
		}
	}
	if rep, err := Verify(half, nil); err != nil || rep.plain != 0 {
		t.Errorf("%d values are plain, %v", rep.plain, err)
	}
}

// TestACrashAmidEncryptingLosesNothing takes the directory as it stands at every
// fsync while a store is encrypted or decrypted, and opens that.
func TestACrashAmidEncryptingLosesNothing(t *testing.T) {
	plain, want := furnished(t)
	secret := copyDir(t, plain)
	mustClose(t, openAs(t, secret, toEncrypt()))
	for name, tt := range map[string]struct {
		from string
		o    Options
	}{"encrypting": {plain, toEncrypt()}, "decrypting": {secret, toDecrypt()}} {
		t.Run(name, func(t *testing.T) {
			dir := copyDir(t, tt.from)
			var crashes []string
			tt.o.Sync = func(*os.File) error {
				crashes = append(crashes, copyDir(t, dir))
				return nil
			}
			mustClose(t, openAs(t, dir, tt.o))
			if len(crashes) < 6 {
				t.Fatalf("only %d fsyncs were made", len(crashes))
			}
			states := map[bool]int{}
			for i, crashed := range crashes {
				rep, err := Inspect(crashed)
				must(t, err)
				states[rep.Key != ""]++
				if rep.Key != "" && rep.plain > 0 {
					t.Errorf("crash %d leaves a store of both forms", i)
				}
				if hits := foundIn(t, crashed, want); rep.Key != "" && name == "encrypting" && len(hits) > 0 {
					t.Errorf("crash %d leaves a store that is encrypted and %q", i, hits)
				}
				asItIs := openAs(t, copyDir(t, crashed), withKey())
				if got := contents(t, asItIs); !reflect.DeepEqual(got, want) {
					t.Errorf("after crash %d there is %q", i, keys(got))
				}
				again := tt.o
				again.Sync = nil
				s := openAs(t, crashed, again)
				if got := contents(t, s); !reflect.DeepEqual(got, want) || (s.Stats().Key != "") != (name == "encrypting") {
					t.Errorf("taken up again after crash %d there is %q under key %q", i, keys(got), s.Stats().Key)
				}
				mustClose(t, s)
				if hits := foundIn(t, crashed, want); (len(hits) == 0) != (name == "encrypting") {
					t.Errorf("taken up again after crash %d there is %q", i, hits)
				}
			}
			if len(states) != 2 {
				t.Errorf("no crash left the other form: %v", states)
			}
		})
	}
}

// TestDamageInAnEncryptedStoreCostsThatRecordAlone flips a bit, and exchanges two
// values under checksums that fit.
func TestDamageInAnEncryptedStoreCostsThatRecordAlone(t *testing.T) {
	dir := filled(t, 20)
	mustClose(t, openAs(t, dir, toEncrypt()))
	want := contents(t, openAs(t, copyDir(t, dir), withKey()))
	lost := func(of map[string]wire.Record) (names []string) {
		for name := range want {
			if _, ok := of[name]; !ok {
				names = append(names, name)
			}
		}
		slices.Sort(names)
		return names
	}
	flipped := copyDir(t, dir)
	edit(t, flipped, func(b []byte) []byte { b[bytes.Index(b, []byte("\r\n"+changeKey(5)))+60] ^= 1; return b })
	s := openAs(t, flipped, withKey())
	if got, gone := lost(contents(t, s)), []string{"step " + numbered(5).record.Step.StepID}; !reflect.DeepEqual(got, gone) {
		t.Errorf("a flipped bit costs %q, want %q", got, gone)
	}
	if st := s.Stats(); st.DamagedFile == "" || st.Quarantined != 1 {
		t.Errorf("of a flipped bit it says %+v", st)
	}
	swapped := copyDir(t, dir)
	editValues(t, swapped, func(key, value string) (string, string) {
		switch key {
		case changeKey(5):
			return changeKey(6), resealed(changeKey(6), value)
		case changeKey(6):
			return changeKey(5), resealed(changeKey(5), value)
		}
		return key, value
	})
	gone := []string{"step " + numbered(5).record.Step.StepID, "step " + numbered(6).record.Step.StepID}
	s = openAs(t, swapped, withKey())
	if got := lost(contents(t, s)); !reflect.DeepEqual(got, gone) || s.Stats().Quarantined != 2 {
		t.Errorf("exchanged values cost %q, %+v", got, s.Stats())
	}
	mustClose(t, s)
	// Values that do not decrypt are not thrown away with the encryption.
	s = openAs(t, swapped, toDecrypt())
	if st := s.Stats(); st.DamagedFile == "" || st.Quarantined < 2 {
		t.Errorf("decrypting what does not decrypt: %+v", st)
	}
	if got := lost(contents(t, s)); !reflect.DeepEqual(got, gone) {
		t.Errorf("decrypted, it lacks %q", got)
	}
}

// editValues changes the values of the store's file in dir.
func editValues(t *testing.T, dir string, change func(key, value string) (string, string)) {
	t.Helper()
	edit(t, dir, func(b []byte) (out []byte) {
		for r := newCommandReader(bytes.NewReader(b)); ; {
			cmd, err := r.next()
			if err != nil {
				return out
			}
			key, value := change(string(cmd.key), string(cmd.value))
			out = appendSet(out, key, value)
		}
	})
}

// TestDamagedFilesThatWereSetAsideAreNotLeftPlain: they are not Cairn's to
// remove, so that nothing is encrypted while they lie there.
func TestDamagedFilesThatWereSetAsideAreNotLeftPlain(t *testing.T) {
	dir, want := furnished(t)
	edit(t, dir, func(b []byte) []byte { return append(b, "*1\r\n$4\r\nnope\r\n"...) })
	_, err := Open(dir, toEncrypt())
	if code(err) != types.CodeStoreDamaged {
		t.Fatalf("err = %v, want %s", err, types.CodeStoreDamaged)
	}
	if hits := foundIn(t, dir, want); len(hits) < len(canaries) {
		t.Errorf("something was encrypted: only %q is left", hits)
	}
	aside, err := filepath.Glob(filepath.Join(dir, prefDamaged+"*"))
	if err != nil || len(aside) != 1 {
		t.Fatalf("set aside: %q, %v", aside, err)
	}
	must(t, os.Remove(aside[0]))
	s := openAs(t, dir, toEncrypt())
	if got := contents(t, s); !reflect.DeepEqual(got, want) {
		t.Errorf("there is %q", keys(got))
	}
	if hits := foundIn(t, dir, want); len(hits) > 0 {
		t.Errorf("encrypted, and there is %q", hits)
	}
}

func TestNoKeyNoEncrypting(t *testing.T) {
	dir, want := furnished(t)
	before := listing(t, dir)
	_, err := Open(dir, Options{Encrypt: func() ([]byte, error) { return nil, errors.New("the keychain is locked") }})
	if err == nil || !strings.Contains(err.Error(), "the keychain is locked") {
		t.Fatalf("err = %v", err)
	}
	if !reflect.DeepEqual(listing(t, dir), before) {
		t.Error("it changed the directory")
	}
	if got := contents(t, mustOpen(t, dir)); !reflect.DeepEqual(got, want) {
		t.Errorf("there is %q", keys(got))
	}
}

// BenchmarkForms compares an encrypted store with a plain one, in one run.
func BenchmarkForms(b *testing.B) {
	const steps = 2000
	fill := func(s *Store) {
		for i := 0; i < steps; i += 20 {
			var entries []entry
			for j := range 20 {
				entries = append(entries, entry{record: visited(i + j)})
			}
			_, err := s.write(context.Background(), entries...)
			must(b, err)
		}
	}
	plain, secret := b.TempDir(), b.TempDir()
	for dir, o := range map[string]Options{plain: {}, secret: toEncrypt()} {
		s := openAs(b, dir, o)
		fill(s)
		must(b, s.Compact(context.Background()))
		b.Logf("key %q: %d bytes a step", s.Stats().Key, s.Stats().BytesPerStep)
		mustClose(b, s)
	}
	for _, work := range []struct {
		name string
		do   func(o Options, dir string)
	}{
		{"put", func(o Options, _ string) {
			s := openAs(b, b.TempDir(), o)
			fill(s)
			mustClose(b, s)
		}},
		{"load", func(o Options, dir string) {
			o.Encrypt = nil
			s := openAs(b, dir, o)
			must(b, s.Load(func(wire.Record) error { return nil }))
			mustClose(b, s)
		}},
	} {
		b.Run(work.name, func(b *testing.B) {
			var took [2]float64
			for b.Loop() {
				for i, form := range []struct {
					o   Options
					dir string
				}{{Options{}, plain}, {toEncrypt(), secret}} {
					from := b.Elapsed()
					work.do(form.o, form.dir)
					took[i] += (b.Elapsed() - from).Seconds()
				}
			}
			b.ReportMetric(took[1]/took[0], "encrypted/plain")
		})
	}
}
