package store

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

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
// floor, and a record that is sent again fills it.
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

// TestRepairAmidACompactionIsNotUndone: a compaction that did not finish
// leaves two names of one file, and the one that wins at the next start
// must not be the file from before the repair.
func TestRepairAmidACompactionIsNotUndone(t *testing.T) {
	for name, hurt := range map[string]func([]byte) []byte{
		"damage":     func(b []byte) []byte { b[bytes.Index(b, []byte("\r\n"+changeKey(5)))+60] ^= 1; return b },
		"a deletion": func(b []byte) []byte { return append(b, delHead+"$1\r\nx\r\n"...) },
		"torn end":   func(b []byte) []byte { return append(b, setHead...) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := filled(t, 20)
			edit(t, dir, hurt)
			must(t, os.Link(filepath.Join(dir, fileStore), filepath.Join(dir, filePrior)))
			s := mustOpen(t, dir)
			for seq := int64(21); seq <= 23; seq++ {
				if _, err := s.write(context.Background(), numbered(seq)); err != nil {
					t.Fatal(err)
				}
			}
			mustClose(t, s)
			if got := mustOpen(t, dir).HWM("install-a", "epoch-1"); got != 23 {
				t.Errorf("HWM = %d, acknowledged 23", got)
			}
		})
	}
}

// TestDeletionsInAFileDeleteNothing: they carry no checksum, so that a flipped
// bit may have made them name something that is needed.
func TestDeletionsInAFileDeleteNothing(t *testing.T) {
	dir := filled(t, 5)
	want := contents(t, mustOpen(t, copyDir(t, dir)))
	edit(t, dir, func(b []byte) []byte {
		return fmt.Appendf(b, "%s$%d\r\n%s\r\n", delHead, len(changeKey(3)), changeKey(3))
	})
	s := mustOpen(t, dir)
	if got := contents(t, s); !reflect.DeepEqual(got, want) {
		t.Errorf("after it there is %q", keys(got))
	}
	if st := s.Stats(); st.DamagedFile != "" || st.Quarantined > 0 {
		t.Errorf("it counts as damage: %+v", st)
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

// TestPowerCutsLoseNothingAcknowledged plays the rest that a power cut leaves of the
// group of writes that was not synced yet: any of its pages, in any order, the
// others NUL, the end anywhere. Acknowledged records from before are all there, and
// the mark claims no record that is not there whole.
func TestPowerCutsLoseNothingAcknowledged(t *testing.T) {
	const groups, perGroup, page = 12, 25, 4096
	cuts := 12
	if testing.Short() {
		cuts = 2
	}
	dir := t.TempDir()
	s := mustOpen(t, dir)
	sizes := []int64{s.fileSize()}
	for g := range groups {
		var entries []entry
		for i := range perGroup {
			e := numbered(int64(g*perGroup + i + 1))
			e.record.Step.Observation.State.Title = fmt.Sprint("seen in group ", g, i%3) // blobs in every group
			entries = append(entries, e)
		}
		if _, err := s.write(context.Background(), entries...); err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, s.fileSize())
	}
	text, err := os.ReadFile(filepath.Join(dir, fileStore))
	if err != nil {
		t.Fatal(err)
	}
	want := contents(t, s)
	rnd := rand.New(rand.NewPCG(3, 4))
	crashed := t.TempDir()
	for g := range groups {
		synced, written := sizes[g], sizes[g+1]
		for range cuts {
			left := bytes.Clone(text[:synced+rnd.Int64N(written-synced+1)])
			for at := synced; at < int64(len(left)); at = (at/page + 1) * page {
				if rnd.IntN(3) == 0 {
					clear(left[at:min((at/page+1)*page, int64(len(left)))])
				}
			}
			if err := os.WriteFile(filepath.Join(crashed, fileStore), left, 0o600); err != nil {
				t.Fatal(err)
			}
			again := mustOpen(t, crashed)
			hwm, have := again.HWM("install-a", "epoch-1"), contents(t, again)
			if acked := int64(g * perGroup); hwm < acked {
				t.Errorf("group %d: HWM = %d, acknowledged %d", g, hwm, acked)
			}
			for seq := int64(1); seq <= hwm; seq++ {
				key := "step " + numbered(seq).record.Step.StepID
				if !reflect.DeepEqual(have[key], want[key]) {
					t.Fatalf("group %d: HWM = %d claims record %d, which is %+v", g, hwm, seq, have[key].Step)
				}
			}
			mustClose(t, again)
		}
	}
}
