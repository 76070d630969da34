package store

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestDamagedStoresOpen is the table of a store file's forms after
// accidents (B61, B62). Every one opens, serves nothing that was not stored,
// and reports its findings.
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
	if rep, err := Verify(dir, nil); err != nil || !rep.Clean() || rep.Torn+rep.Nuls > 0 {
		t.Errorf("the repaired file is not sound: %+v, %v", rep, err)
	}
}

// TestEveryFlippedBitIsNoticed flips bits all over a file. A flipped bit may
// cost the record that it hit; it never changes one.
func TestEveryFlippedBitIsNoticed(t *testing.T) {
	const n, opened = 25, 40 // every so many-th is opened as well
	flips := 10_000
	if testing.Short() {
		flips = 1000
	}
	whole := filled(t, n)
	want := contents(t, mustOpen(t, copyDir(t, whole)))
	text, err := os.ReadFile(filepath.Join(whole, fileStore))
	if err != nil {
		t.Fatal(err)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	dir := t.TempDir()
	for i := range flips {
		at, bit := rnd.IntN(len(text)), byte(1)<<rnd.IntN(8)
		if i%opened != 0 {
			if rep := verifyFlipped(t, whole, at, bit); rep.Clean() && rep.Torn+rep.Nuls == 0 {
				t.Errorf("bit %#x of byte %d is not noticed", bit, at)
			}
			continue
		}
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

// verifyFlipped verifies the store in dir with one bit of its file flipped.
func verifyFlipped(t *testing.T, dir string, at int, bit byte) Report {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, fileStore), os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := make([]byte, 1)
	if _, err := f.ReadAt(b, int64(at)); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte{b[0] ^ bit}, int64(at)); err != nil {
		t.Fatal(err)
	}
	rep, err := check(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(b, int64(at)); err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestSalvageKeepsWhatIsUndamaged damages a large file in many places: pages
// zeroed, bits flipped, its end torn off. Of the values that nothing hit, at
// least 999 in 1,000 are kept.
func TestSalvageKeepsWhatIsUndamaged(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir)
	n := 8000
	if testing.Short() {
		n = 2000
	}
	for i := 0; i < n; i += 200 {
		var run []entry
		for j := range 200 {
			run = append(run, numbered(int64(i+j+1)))
		}
		if _, err := s.write(context.Background(), run...); err != nil {
			t.Fatal(err)
		}
	}
	mustClose(t, s)
	text, err := os.ReadFile(filepath.Join(dir, fileStore))
	if err != nil {
		t.Fatal(err)
	}
	hit := map[int]bool{} // starts of values that were damaged
	starts := []int{}
	for at := 0; at < len(text); {
		starts = append(starts, at)
		next := nextHead(text[at+1:])
		if next < 0 {
			break
		}
		at += 1 + next
	}
	damage := func(from, to int) {
		for i, at := range starts {
			end := len(text)
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			if at < to && end > from {
				hit[at] = true
			}
		}
	}
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 5 {
		at := rnd.IntN(len(text)-4096) / 4096 * 4096
		damage(at, at+4096)
		clear(text[at : at+4096])
	}
	for range 20 {
		at := rnd.IntN(len(text))
		damage(at, at+1)
		text[at] ^= 1 << rnd.IntN(8)
	}
	damage(len(text)-7, len(text))
	text = text[:len(text)-7]
	edit(t, dir, func([]byte) []byte { return text })
	mustOpen(t, dir)
	rep, err := Verify(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := len(starts) - len(hit)
	t.Logf("%d values, %d hit, %d of %d others kept", len(starts), len(hit), rep.Values, whole)
	if rep.Values*1000 < whole*999 {
		t.Errorf("%d of %d undamaged values are kept", rep.Values, whole)
	}
}
