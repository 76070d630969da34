package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestStoreRemembersWhatAModelRemembers does random things to a store and to
// plain maps, closes and opens it now and then, and compares.
func TestStoreRemembersWhatAModelRemembers(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(seed, 1))
			ctx := context.Background()
			dir := t.TempDir()
			s := mustOpen(t, dir)
			model := map[string]wire.Record{}
			var seq int64
			for op := range 100 {
				switch n := rnd.IntN(20); {
				case n < 9:
					seq++
					ch := numbered(seq)
					if _, err := s.write(ctx, ch); err != nil {
						t.Fatal(err)
					}
					model["step "+ch.record.Step.StepID] = wire.Record{Step: ch.record.Step}
					model["session "+ch.record.Session.SessionID] = wire.Record{Session: ch.record.Session}
				case n < 12:
					meta := session(100 + rnd.IntN(3))
					meta.Goal = fmt.Sprint("changed ", op)
					if err := putSession(ctx, s, meta); err != nil {
						t.Fatal(err)
					}
					model["session "+meta.SessionID] = wire.Record{Session: meta}
				case n < 15:
					st := step(fmt.Sprintf("mm-%04d", 100+rnd.IntN(3)), rnd.IntN(30))
					fresh, err := putStep(ctx, s, nil, st, nil)
					_, had := model["step "+st.StepID]
					if err != nil || fresh == had {
						t.Fatalf("PutStep(%s) = %v, %v; had it: %v", st.StepID, fresh, err, had)
					}
					model["step "+st.StepID] = wire.Record{Step: st}
				case n == 15 && op%4 == 1:
					e := &types.Edit{EditID: fmt.Sprintf("e-%d", rnd.IntN(6)), At: 1, Card: &types.CardEdit{Op: types.CardClear, Domain: "x.example"}}
					fresh, err := putEdit(ctx, s, e)
					_, had := model["edit "+e.EditID]
					if err != nil || fresh == had {
						t.Fatalf("putEdit(%s) = %v, %v; had it: %v", e.EditID, fresh, err, had)
					}
					model["edit "+e.EditID] = wire.Record{Edit: e}
				case n == 15 && op%4 == 2:
					id := fmt.Sprintf("e-%d", rnd.IntN(6))
					f := types.Forget{Origin: "https://x.example", Edits: []string{id}}
					if err := s.Erase(ctx, f, nil, nil, nil); err != nil {
						t.Fatal(err)
					}
					delete(model, "edit "+id)
					model[fmt.Sprintf("forget %+v", f)] = wire.Record{Forget: &f}
				case n == 15 && op%4 == 0:
					forgetSession(t, s, model, fmt.Sprintf("mm-%04d", rnd.IntN(3)))
				case n == 16 && op%4 == 0:
					if err := s.Compact(ctx); err != nil {
						t.Fatal(err)
					}
				case n == 17:
					mustClose(t, s)
					s = mustOpen(t, dir)
				}
				if got := s.HWM("install-a", "epoch-1"); got != seq {
					t.Fatalf("after %d operations HWM = %d, want %d", op, got, seq)
				}
			}
			mustClose(t, s)
			s = mustOpen(t, dir)
			got := contents(t, s)
			if !reflect.DeepEqual(keys(got), keys(model)) {
				t.Fatalf("holds\n%q\nwant\n%q", keys(got), keys(model))
			}
			for k := range model {
				if !reflect.DeepEqual(got[k], model[k]) {
					t.Errorf("%s is\n%+v\nwant\n%+v", k, got[k], model[k])
				}
			}
			if st := s.Stats(); st.Quarantined != 0 || st.Partial != 0 || st.TornBytes != 0 {
				t.Errorf("a store that was treated well has %+v", st)
			}
		})
	}
}

func forgetSession(t *testing.T, s *Store, model map[string]wire.Record, id string) {
	t.Helper()
	f := erasure{Forget: types.Forget{SessionID: id}, Sessions: []string{id}}
	if err := s.erase(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	delete(model, "session "+id)
	for k := range model {
		if strings.HasPrefix(k, "step s-"+id+"-") {
			delete(model, k)
		}
	}
	model[fmt.Sprintf("forget %+v", f.Forget)] = wire.Record{Forget: &f.Forget}
}

func TestLoadGoesInTheOrderOfTime(t *testing.T) {
	ctx := context.Background()
	s := mustOpen(t, t.TempDir())
	for _, i := range []int{5, 1, 9, 3} {
		if _, err := putStep(ctx, s, session(0), step("mm-0000", i), nil); err != nil {
			t.Fatal(err)
		}
	}
	var order []string
	if err := s.Load(func(r wire.Record) error {
		if r.Step != nil {
			order = append(order, r.Step.StepID[len("s-mm-0000-"):])
		} else {
			order = append(order, r.Session.SessionID)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"mm-0000", "00001", "00003", "00005", "00009"}; !reflect.DeepEqual(order, want) {
		t.Errorf("Load order %q, want %q", order, want)
	}
}

func TestFirstStepWithAnIdStays(t *testing.T) {
	ctx := context.Background()
	s := mustOpen(t, t.TempDir())
	first, second := step("mm-0000", 1), step("mm-0000", 1)
	second.Tool.Name = "mm_type"
	if _, err := putStep(ctx, s, nil, first, nil); err != nil {
		t.Fatal(err)
	}
	fresh, err := putStep(ctx, s, nil, second, from(1))
	if err != nil || fresh {
		t.Errorf("second PutStep = %v, %v; want false", fresh, err)
	}
	if got := contents(t, s)["step "+first.StepID].Step.Tool.Name; got != "mm_click" {
		t.Errorf("tool = %s", got)
	}
	if got := s.HWM("install-a", "epoch-1"); got != 1 {
		t.Errorf("a step that was had does not count as received: HWM = %d", got)
	}
}

func TestUnchangedScreensAreStoredOnce(t *testing.T) {
	ctx := context.Background()
	s := mustOpen(t, t.TempDir())
	for i := range 100 {
		st := step("mm-0000", i*4) // the same screen
		for j := range st.Observation.A11y.Nodes {
			st.Observation.A11y.Nodes[j].Ref = fmt.Sprintf("e%d", i*100+j) // refs differ at each look
		}
		if _, err := putStep(ctx, s, session(0), st, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.Stats().Blobs; got != 2 {
		t.Errorf("100 steps on one screen of one session take %d blobs, want 2", got)
	}
}

func TestNumbersOfASource(t *testing.T) {
	ctx := context.Background()
	s := mustOpen(t, t.TempDir())
	for seq := int64(1); seq <= 3; seq++ {
		if _, err := s.write(ctx, numbered(seq)); err != nil {
			t.Fatal(err)
		}
	}
	other := numbered(2)
	other.from.digest = 99
	tests := []struct {
		name    string
		changes []entry
		want    types.Code
		hwm     int64
	}{
		{"again", []entry{numbered(2), numbered(3)}, "", 3},
		{"again with other content", []entry{other}, types.CodeSeqConflict, 3},
		{"with a hole", []entry{numbered(5)}, types.CodeInvalidInput, 3},
		{"with a hole amid the call", []entry{numbered(4), numbered(6)}, types.CodeInvalidInput, 3},
		{"zero", []entry{numbered(0)}, types.CodeInvalidInput, 3},
		{"negative", []entry{numbered(-1)}, types.CodeInvalidInput, 3},
		{"beyond what JavaScript counts", []entry{numbered(1 << 53)}, types.CodeInvalidInput, 3},
		{"overlapping", []entry{numbered(3), numbered(4), numbered(5)}, "", 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := s.write(ctx, tt.changes...)
			if (err != nil) != (tt.want != "") || code(err) != tt.want {
				t.Errorf("err = %v, want %q", err, tt.want)
			}
			if got := s.HWM("install-a", "epoch-1"); got != tt.hwm {
				t.Errorf("HWM = %d, want %d", got, tt.hwm)
			}
		})
	}
}

func TestGapsCountAsReceivedAndAreCounted(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	s := mustOpen(t, dir)
	gap := entry{record: wire.Record{Gap: &wire.Gap{Count: 7, Reason: "outbox full"}}, from: from(1)}
	if _, err := s.write(ctx, gap, numbered(2)); err != nil {
		t.Fatal(err)
	}
	mustClose(t, s)
	s = mustOpen(t, dir)
	if got, lost := s.HWM("install-a", "epoch-1"), s.Stats().Lost; got != 2 || lost != 7 {
		t.Errorf("HWM = %d, lost = %d; want 2 and 7", got, lost)
	}
}

func TestFeedGivesEachReplicaWhatItHasNot(t *testing.T) {
	ctx := context.Background()
	s := mustOpen(t, t.TempDir())
	for seq := int64(1); seq <= 5; seq++ {
		if _, err := s.write(ctx, numbered(seq)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := putStep(ctx, s, session(50), step("mm-0050", 1), nil); err != nil {
		t.Fatal(err)
	}
	f := erasure{Forget: types.Forget{StepID: "s-mm-0000-00002"}, Steps: []string{"s-mm-0000-00002"}}
	if err := s.erase(ctx, f); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name    string
		cursor  int64
		install string
		most    int
		want    string
		next    int64
	}{
		{"a new one", 0, "other", 100, "s1 s3 s4 s5 s1 forget", 7},
		{"the one that sent most", 0, "install-a", 100, "s1 forget", 7},
		{"in portions", 0, "other", 2, "s1 s3", 3},
		{"the next portion", 3, "other", 2, "s4 s5", 5},
		{"one that has all", 7, "other", 100, "", 7},
		{"one ahead of the store", 1000, "other", 1, "s1", 1},
		{"a nonsense cursor", -5, "other", 1, "s1", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			recs, next, err := s.Feed(tt.cursor, tt.install, "epoch-1", tt.most)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range recs {
				r, err := e.Record()
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case r.Step != nil:
					got = append(got, "s"+strings.TrimLeft(r.Step.StepID[len(r.Step.StepID)-5:], "0"))
					if r.Session == nil || r.Session.SessionID != r.Step.SessionID {
						t.Errorf("step %s comes without its session", r.Step.StepID)
					}
				case r.Forget != nil:
					got = append(got, "forget")
				}
			}
			if strings.Join(got, " ") != tt.want || next != tt.next {
				t.Errorf("Feed = %q, %d; want %q, %d", got, next, tt.want, tt.next)
			}
		})
	}
}

func TestStoreIsTheOwnersAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := mustOpen(t, dir)
	if _, err := s.write(context.Background(), numbered(1)); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(context.Background()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{".": 0o700, fileStore: 0o600, fileLock: 0o600} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if os.PathSeparator == '/' && info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", name, info.Mode().Perm(), want)
		}
	}
}
