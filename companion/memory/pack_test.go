package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"cairn/companion/store"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// packed is the data directory that packedDir copies: to fill one takes seconds with the race detector.
var packed struct {
	sync.Once
	files fstest.MapFS
}

// packedSteps is more than are left unpacked.
const packedSteps = 600

// packedDir returns a data directory with packed steps.
func packedDir(t *testing.T) (dir string, steps int) {
	t.Helper()
	packed.Do(func() { packed.files = packedFiles(t, packedSteps) })
	if packed.files == nil {
		t.Fatal("there are no packed steps to copy")
	}
	dir = t.TempDir()
	if err := os.CopyFS(dir, packed.files); err != nil {
		t.Fatal(err)
	}
	return dir, packedSteps
}

// packedFiles fills a store with steps, packs them, and returns its files.
func packedFiles(t *testing.T, steps int) fstest.MapFS {
	t.Helper()
	dir := t.TempDir()
	s, m := reopen(t, dir)
	for from := 1; from <= steps; from += 100 {
		var recs []wire.Record
		for i := range 100 {
			recs = append(recs, listed(1, int64(from+i)%40))
			recs[i].Seq = int64(from + i)
			recs[i].Step.StepID = fmt.Sprintf("s-packed-%05d", from+i)
			recs[i].Session.EndedAt = types.At(noon)
		}
		if _, err := m.Accept(context.Background(), "install-a", "epoch-1", recs); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Pack(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if len(segmentFiles(t, dir)) == 0 {
		t.Fatal("nothing was packed")
	}
	files := fstest.MapFS{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err) // a directory, too: there are none
		}
		files[e.Name()] = &fstest.MapFile{Data: data, Mode: 0o600}
	}
	return files
}

func reopen(t *testing.T, dir string) (*store.Store, *Memory) {
	t.Helper()
	s, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Open(s, Options{Now: func() time.Time { return noon }})
	if err != nil {
		t.Fatal(err)
	}
	return s, m
}

func segmentFiles(t *testing.T, dir string) []string {
	files, err := filepath.Glob(filepath.Join(dir, "segment-*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// answersOf returns the answers of a memory to some questions.
func answersOf(t *testing.T, m *Memory) string {
	t.Helper()
	ctx := context.Background()
	found, err := m.Search(ctx, types.SearchRequest{Query: "order of customer 7 open"})
	if err != nil {
		t.Fatal(err)
	}
	sessions, err := m.Sessions(ctx, types.SessionsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	recalled, err := m.Recall(ctx, types.RecallRequest{Domain: "wallet.example"})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal([]any{found, sessions, recalled, m.Status(), m.Session("mm-load-1-7")})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAStartFromSegmentsAnswersAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("fills a store")
	}
	dir, steps := packedDir(t)
	s, m := reopen(t, dir)
	packed := answersOf(t, m)
	if got := m.Status().Steps; got != steps {
		t.Errorf("%d steps, want %d", got, steps)
	}
	s.Close()
	damage(t, segmentFiles(t, dir)[0])
	s, m = reopen(t, dir)
	defer s.Close()
	if len(segmentFiles(t, dir)) != 0 {
		t.Error("a damaged segment stays")
	}
	if read := answersOf(t, m); read != packed {
		t.Errorf("from segments:\n%s\nread:\n%s", packed, read)
	}
}

// damage changes a byte in the middle of a file.
func damage(t *testing.T, name string) {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 4
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsForgottenIsInNoSegment(t *testing.T) {
	dir, steps := packedDir(t)
	s, m := reopen(t, dir)
	if _, err := m.Forget(context.Background(), types.Forget{StepID: "s-packed-00007"}); err != nil {
		t.Fatal(err)
	}
	for _, name := range segmentFiles(t, dir) {
		if data, err := os.ReadFile(name); err != nil || bytes.Contains(data, []byte("s-packed-00007")) {
			t.Errorf("%s holds what was forgotten (%v)", filepath.Base(name), err)
		}
	}
	if err := m.Pack(context.Background()); err != nil {
		t.Fatal(err)
	}
	if len(segmentFiles(t, dir)) == 0 {
		t.Error("the rest was not packed again")
	}
	s.Close()
	s, m = reopen(t, dir)
	defer s.Close()
	if got := m.Status().Steps; got != steps-1 {
		t.Errorf("%d steps, want %d", got, steps-1)
	}
}

// TestSegmentsOfAnotherStoreAreDropped: a store that was restored from a backup
// lacks the later records.
func TestSegmentsOfAnotherStoreAreDropped(t *testing.T) {
	dir, _ := packedDir(t)
	other := t.TempDir()
	for _, name := range segmentFiles(t, dir) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(other, filepath.Base(name)), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, m := reopen(t, other)
	defer s.Close()
	if got := m.Status(); got.Steps != 0 || got.Sessions != 0 || len(segmentFiles(t, other)) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestASessionChangedAfterItsSegmentIsTheNewOne(t *testing.T) {
	dir, _ := packedDir(t)
	s, m := reopen(t, dir)
	meta := *m.Session("mm-load-1-7")
	meta.Goal = "something else"
	if err := m.PutSession(context.Background(), &meta); err != nil {
		t.Fatal(err)
	}
	s.Close()
	s, m = reopen(t, dir)
	defer s.Close()
	if got := m.Session("mm-load-1-7").Goal; got != "something else" || len(segmentFiles(t, dir)) == 0 {
		t.Errorf("goal %q", got)
	}
}

func TestARenewedCoreAnswersAlike(t *testing.T) {
	dir, steps := packedDir(t)
	s, err := store.Open(dir, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	clock := noon
	m, err := Open(s, Options{Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	add := func(id string) {
		if _, err := m.PutStep(context.Background(), testSession("mm-late", "come late"), click("mm-late", id, "late-"+id, 1), types.KeepFull); err != nil {
			t.Fatal(err)
		}
	}
	add("s-late-1")
	old, before := m.core, answersOf(t, m)
	clock = clock.Add(time.Hour)
	if renewed, err := m.Renew(); renewed || err != nil {
		t.Errorf("renewed for a few steps: %v", err)
	}
	clock, m.stepsSinceLoad = noon, renewAfter
	if renewed, err := m.Renew(); renewed || err != nil {
		t.Errorf("renewed while steps come: %v", err)
	}
	m.lastStepAt = noon.Add(-time.Hour)
	if renewed, err := m.Renew(); !renewed || err != nil || m.core == old {
		t.Fatalf("renewed %v, %v", renewed, err)
	}
	if after := answersOf(t, m); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	add("s-late-2")
	if got := m.Status().Steps; got != steps+2 {
		t.Errorf("%d steps, want %d", got, steps+2)
	}
	if receipt, err := m.Forget(context.Background(), types.Forget{SessionID: "mm-late"}); err != nil || receipt.Steps != 2 {
		t.Errorf("%+v, %v", receipt, err)
	}
}
