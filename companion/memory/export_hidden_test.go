package memory

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/core"
	"cairn/shared/types"
)

// TestHiddenNamesSurviveExportAndImport: the specs' directories hold them as they
// are, whatever key the reader has, and the receipt says how many there are.
func TestHiddenNamesSurviveExportAndImport(t *testing.T) {
	ctx := context.Background()
	c := core.New()
	if err := c.SetNameKey(bytes.Repeat([]byte{9}, capture.NameKeyBytes)); err != nil {
		t.Fatal(err)
	}
	from, _ := fresh(t)
	raw := &types.Step{SessionID: "mm-0001", StepID: "s-0001", Timestamp: types.At(noon), Tool: types.Tool{Name: "mm_click", Target: &types.Target{Role: "link", Name: "Janneke de Wit", Twins: 1, RowRole: "row", Row: "Janneke de Wit · Open"}},
		Outcome: types.Outcome{OK: true}, After: &types.After{CurrentURL: "https://a.example/janneke", Appeared: []string{`link "Her orders"`}},
		Observation: &types.Observation{State: types.State{CurrentURL: "https://a.example/people", CurrentScreen: "people", Title: "People", Origin: "https://a.example"}, TestIDs: []types.TestID{},
			A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "link", Name: "Janneke de Wit", Path: []string{`table "Friends"`}}}}}}
	step, err := c.Capture(types.At(noon), raw, types.KeepNeeded)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := from.PutStep(ctx, nil, step, types.KeepFull); err != nil {
		t.Fatal(err)
	}
	if kept := from.core.Step("s-0001"); !reflect.DeepEqual(kept, step) {
		t.Fatalf("kept %+v, want %+v", kept, step)
	}
	dir := filepath.Join(t.TempDir(), "out")
	done, err := from.Export(ctx, dir)
	if err != nil || !strings.HasSuffix(done, "\nnames of what was only visible on pages are not kept: 7 stand in the files as hashes") {
		t.Errorf("%q, %v", done, err)
	}
	to, _ := fresh(t)
	if done, err := to.Import(ctx, dir); err != nil {
		t.Fatal(done, err)
	}
	again := filepath.Join(t.TempDir(), "again")
	if _, err := to.Export(ctx, again); err != nil {
		t.Fatal(err)
	}
	if first, second := readTree(t, dir), readTree(t, again); !maps.Equal(first, second) {
		t.Errorf("what is exported again is\n%q\nwant\n%q", second, first)
	}
}
