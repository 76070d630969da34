package store

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"cairn/shared/types"
	"cairn/shared/wire"
)

var writeFixture = flag.Bool("write-fixture", false, "write testdata/schema-N*/store with this code, after a change of the schema")

// fixtures are stores as they lie in testdata, by the name that follows the
// schema's number, and how each was made.
var fixtures = []struct {
	name  string
	since int // the schema
	fill  func(t *testing.T, s *Store)
}{
	{"", 1, fillSteps},
	{"-kinds", 1, fillKinds},
	{"-shared", 2, fillShared},
}

// fixture is where the store lies that was written under a schema.
func fixture(version int, name string) string {
	return filepath.Join("testdata", fmt.Sprintf("schema-%d%s", version, name))
}

const fixtureSteps = 12

func fillSteps(t *testing.T, s *Store) {
	for seq := int64(1); seq <= fixtureSteps; seq++ {
		_, err := s.write(context.Background(), numbered(seq))
		must(t, err)
	}
}

// fillKinds stores every kind of change there is: steps of two sources and of
// none, a session of its own, edits, a gap, a marker, a forgetting with
// its tombstones.
func fillKinds(t *testing.T, s *Store) {
	ctx := context.Background()
	put := func(rec wire.Record, by *sender) {
		_, err := s.write(ctx, entry{rec, by})
		must(t, err)
	}
	other := func(seq int64) *sender {
		return &sender{install: "install-b", epoch: "epoch-1", seq: seq, digest: uint64(seq)}
	}
	fillSteps(t, s)
	put(wire.Record{Gap: &wire.Gap{Count: 3, Reason: "the outbox was full"}}, from(fixtureSteps+1))
	put(numbered(1).record, other(1)) // is had: a marker
	put(wire.Record{Session: session(7), Step: step("mm-0007", 70)}, other(2))
	put(wire.Record{Session: session(8), Step: step("mm-0008", 80)}, nil)
	ended := *session(8)
	ended.EndedAt = ended.CreatedAt + 60_000
	put(wire.Record{Session: &ended}, nil)
	put(wire.Record{Edit: &types.Edit{EditID: "e-00000001", At: 1_700_000_000_000, Card: &types.CardEdit{Op: types.CardClear, Domain: "app.example"}}}, nil)
	id := numbered(2).record.Step.StepID
	must(t, s.erase(ctx, erasure{Forget: types.Forget{StepID: id, At: 1_700_000_000_000}, Steps: []string{id}}))
	put(numbered(fixtureSteps+2).record, from(fixtureSteps+2))
}

// fillShared stores a sharing log, with an entry that replaces an earlier one, around a
// deletion.
func fillShared(t *testing.T, s *Store) {
	fillSteps(t, s)
	for _, e := range []types.Shared{
		{ID: "run", At: 1_700_000_000_000, Run: &types.SharedRun{Author: "ana", Run: "abcdefgh"}},
		{ID: "batch", At: 1_700_000_000_000, Batch: &types.SharedBatch{First: 1, Sum: "sum", IDs: []string{"t-1"}, Steps: []string{"s-1"}, Lines: []string{"line"}}},
		{ID: "batch", At: 1_700_000_000_000, Batch: &types.SharedBatch{First: 1, Sum: "sum", IDs: []string{"t-1"}, Steps: []string{"s-1"}, Acked: true}},
	} {
		_, err := s.write(context.Background(), entry{wire.Record{Shared: &e}, nil})
		must(t, err)
	}
	id := numbered(2).record.Step.StepID
	must(t, s.erase(context.Background(), erasure{Forget: types.Forget{StepID: id, At: 1_700_000_000_000}, Steps: []string{id}},
		wire.Record{Shared: &types.Shared{ID: "stone", At: 1_700_000_000_000, Tombstone: &types.SharedTombstone{Tombstone: types.Tombstone{N: 1}}}}))
}

// made fills a new store and returns its directory and its records.
func made(t *testing.T, fill func(*testing.T, *Store)) (dir string, holds map[string]wire.Record) {
	dir = t.TempDir()
	s, err := Open(dir, Options{Now: func() time.Time { return time.UnixMilli(1_700_000_000_000) }})
	must(t, err)
	fill(t, s)
	holds = contents(t, s)
	mustClose(t, s)
	return dir, holds
}

// TestStoresOfEveryVersionOpen opens the stores that each version so far wrote, as
// they lay on disk then, finds everything in them, and writes to them.
func TestStoresOfEveryVersionOpen(t *testing.T) {
	for _, f := range fixtures {
		fresh, want := made(t, f.fill)
		if *writeFixture {
			text, err := os.ReadFile(filepath.Join(fresh, fileStore))
			must(t, err)
			must(t, os.MkdirAll(fixture(schemaVersion, f.name), 0o755))
			must(t, os.WriteFile(filepath.Join(fixture(schemaVersion, f.name), fileStore), text, 0o644))
		}
		for version := f.since; version <= schemaVersion; version++ {
			t.Run(fmt.Sprintf("schema %d%s", version, f.name), func(t *testing.T) {
				dir := copyDir(t, fixture(version, f.name))
				s := mustOpen(t, dir)
				if st := s.Stats(); st.Quarantined+st.Partial > 0 || st.DamagedFile != "" || st.TornBytes > 0 {
					t.Errorf("it is said to be damaged: %+v", st)
				}
				if hwm := s.HWM("install-a", "epoch-1"); hwm < fixtureSteps {
					t.Errorf("HWM = %d", hwm)
				}
				if have := contents(t, s); !reflect.DeepEqual(have, want) {
					t.Errorf("it holds %q, was filled with %q", keys(have), keys(want))
				}
				writable(t, s, dir)
			})
		}
	}
}
