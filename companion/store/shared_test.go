package store

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestSharingLogStaysHere puts entries of the sharing log: the newest with an id is
// read, no replica gets one, deleting everything keeps them, and an entry that a later one
// replaced leaves the file.
func TestSharingLogStaysHere(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	s := mustOpen(t, dir)
	put := func(e types.Shared) {
		t.Helper()
		_, err := s.Put(ctx, "", "", []wire.Record{{Shared: &e}}, nil)
		must(t, err)
	}
	put(types.Shared{ID: "batch", Batch: &types.SharedBatch{Lines: []string{"ZanzibarZanzibar"}}})
	if _, err := s.Put(ctx, "", "", []wire.Record{{Shared: &types.Shared{}}}, nil); code(err) != types.CodeInvalidInput {
		t.Errorf("an entry without an id: %v", err)
	}
	gone := types.SharedBatch{Gone: true}
	must(t, s.Erase(ctx, types.Forget{All: true, At: 1}, nil, nil, []wire.Record{{Shared: &types.Shared{ID: "batch", Batch: &gone}}}))
	put(types.Shared{ID: "run", Run: &types.SharedRun{Author: "ana"}})
	if recs, _, err := s.Feed(0, "browser", "epoch", 10); err != nil || len(recs) != 1 {
		t.Errorf("a replica gets %d records (%v), want the deletion alone", len(recs), err)
	}
	mustClose(t, s)
	s = mustOpen(t, dir)
	have := contents(t, s)
	if b := have["shared batch"].Shared; b == nil || !b.Batch.Gone || b.Batch.Lines != nil || have["shared run"].Shared == nil {
		t.Errorf("it holds %+v", have)
	}
	must(t, s.Compact(ctx))
	mustClose(t, s)
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		if bytes.Contains(text, []byte("Zanzibar")) {
			t.Errorf("%s keeps what was replaced", file)
		}
	}
}
