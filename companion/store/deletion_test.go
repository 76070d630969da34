package store

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

func TestForgottenThingsLeaveTheDisk(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	secret := step("mm-0000", 1)
	secret.Tool.Input = map[string]any{"u": "zq9"} // too short to be packed
	secret.Observation = nil
	secret.StepID = "s-canary-zq9"
	if err := putSession(ctx, s, session(0)); err != nil {
		t.Fatal(err)
	}
	if _, err := putStep(ctx, s, session(0), secret, from(1)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, prefDamaged+"x"), []byte("zq9"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.erase(ctx, erasure{Forget: types.Forget{All: true}}); err != nil {
		t.Fatal(err)
	}
	if got := keys(contents(t, s)); len(got) != 1 {
		t.Errorf("after forgetting all, Load gives %q", got)
	}
	mustClose(t, s) // the writer compacts before it ends or at the next start
	s = mustOpen(t, dir)
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "zq9") || strings.Contains(string(text), "mm-0000") {
			t.Errorf("%s still holds what was forgotten", e.Name())
		}
	}
	s = mustOpen(t, dir)
	if got := s.HWM("install-a", "epoch-1"); got != 1 {
		t.Errorf("a forgotten record would be asked for again: HWM = %d", got)
	}
}

func TestSessionOutlivesTheStepThatBroughtIt(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	if _, err := s.write(ctx, numbered(1)); err != nil {
		t.Fatal(err)
	}
	id := numbered(1).record.Step.StepID
	if err := s.erase(ctx, erasure{Forget: types.Forget{StepID: id}, Steps: []string{id}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	s = mustOpen(t, dir)
	if got := contents(t, s)["session mm-0000"].Session; !reflect.DeepEqual(got, session(0)) {
		t.Errorf("session = %+v", got)
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
	p := &prepared{change: change{kind: kindDeletion}}
	if err := p.setPayload(f); err != nil {
		t.Fatal(err)
	}
	floor := floorKey(sourceRef("install-a", "epoch-1"))
	text := appendSet(before, floor, seal(floor, schemaVersion, []byte{4}))
	text = appendSet(text, changeKey(9), seal(changeKey(9), schemaVersion, p.encode()))
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

// TestNoCrashLosesTheStepsBeside cuts a forgetting that keeps a step in another
// form off at each place: the step is there in one form or the other, and in the
// new one alone once the order stands.
func TestNoCrashLosesTheStepsBeside(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	for seq := int64(1); seq <= 2; seq++ {
		if _, err := s.write(ctx, numbered(seq)); err != nil {
			t.Fatal(err)
		}
	}
	read := func() string {
		text, err := os.ReadFile(filepath.Join(dir, fileStore))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	before, whole := read(), ""
	sync := s.fsync
	s.fsync = func(f *os.File) error {
		if whole == "" {
			whole = read() // with the order, without the tombstones
		}
		return sync(f)
	}
	clean := *numbered(1).record.Step
	clean.Labels = []string{"clean"}
	f := types.Forget{StepID: "the-element", Edits: []string{"e-1"}}
	if err := s.Erase(ctx, f, nil, []string{clean.StepID}, []wire.Record{{Step: &clean}}); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	if !strings.HasPrefix(whole, before) || len(whole) == len(before) {
		t.Fatalf("the file went from %d to %d bytes", len(before), len(whole))
	}
	formOf := func(text string) (form string, ordered bool) {
		crashed := t.TempDir()
		if err := os.WriteFile(filepath.Join(crashed, fileStore), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := mustOpen(t, crashed)
		defer mustClose(t, s)
		form = "lost"
		if err := s.Load(func(rec wire.Record) error {
			ordered = ordered || rec.Forget != nil
			if rec.Step != nil && rec.Step.StepID == clean.StepID {
				form = strings.Join(append([]string{"old"}, rec.Step.Labels...), " ")
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return form, ordered
	}
	seen := map[string]bool{}
	for end := len(before); end < len(whole); end += max(1, (len(whole)-len(before))/60) {
		form, ordered := formOf(whole[:end])
		if form == "lost" || ordered && !strings.HasSuffix(form, "clean") {
			t.Errorf("cut at %d of %d: the step is %s, the order stands: %v", end, len(whole), form, ordered)
		}
		seen[form] = true
	}
	if form, ordered := formOf(whole); !ordered || !strings.HasSuffix(form, "clean") || !seen["old interaction"] && !seen["old"] {
		t.Errorf("whole: %s, %v; seen %v", form, ordered, seen)
	}
}

// TestARequestCoversWhatWasBeforeIt: a record that a request names goes if it was stored before, and no other record.
func TestARequestCoversWhatWasBeforeIt(t *testing.T) {
	step := &change{kind: kindStep, id: "s-1", sessionID: "mm-1"}
	session := &change{kind: kindSession, sessionID: "mm-1"}
	edit := &change{kind: kindEdit, id: "e-1"}
	shared := &change{kind: kindShared, id: "batch"}
	every := []*change{step, session, edit, shared}
	for name, c := range map[string]struct {
		asks erasure
		want []*change
	}{
		"everything":      {erasure{Forget: types.Forget{All: true}}, []*change{step, session, edit}},
		"a step":          {erasure{Steps: []string{"s-1"}}, []*change{step}},
		"another step":    {erasure{Steps: []string{"s-2", "mm-1", "e-1", "a.example"}}, nil},
		"a session":       {erasure{Sessions: []string{"mm-1"}}, []*change{step, session}},
		"another session": {erasure{Sessions: []string{"mm-2", "s-1"}}, nil},
		"an edit":         {erasure{Forget: types.Forget{Edits: []string{"e-1"}}}, []*change{edit}},
	} {
		g := newDeletions()
		g.add(10, &c.asks)
		g.add(5, &c.asks) // an earlier one takes nothing back
		for _, one := range every {
			if got := g.covers(9, one); got != slices.Contains(c.want, one) {
				t.Errorf("%s covers %+v: %v", name, one, got)
			}
			if g.covers(10, one) || g.covers(11, one) {
				t.Errorf("%s covers a later %+v", name, one)
			}
		}
		x := index{sessions: map[string]located{"mm-1": {cursor: 9}, "mm-3": {cursor: 10}}}
		x.removeDeleted(&g, nil)
		if _, has := x.sessions["mm-1"]; has == slices.Contains(c.want, session) || x.sessions["mm-3"].cursor != 10 {
			t.Errorf("%s leaves the sessions %v", name, x.sessions)
		}
	}
}
