package store

import (
	"context"
	"reflect"
	"strconv"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/fieldset"
)

// TestEveryFieldIsStored sets each field of a step and of a session alone, and all of them, and opens the store again.
// The store numbers refs, and finds records by their ids.
func TestEveryFieldIsStored(t *testing.T) {
	dir, ctx := t.TempDir(), context.Background()
	s := mustOpen(t, dir)
	wantSteps, wantSessions := map[string]*types.Step{}, map[string]*types.Session{}
	stepOf := fieldset.Fixed{"StepID": "", "SessionID": "mm-steps", "Observation.A11y.Nodes[].Ref": "e1"}
	for i, path := range append(fieldset.Paths[types.Step](stepOf), "") {
		stepOf["StepID"] = "s-" + strconv.Itoa(i)
		step := fieldset.Only[types.Step](stepOf, path)
		wantSteps["step "+step.StepID] = step
		if _, err := putStep(ctx, s, nil, step, nil); err != nil {
			t.Fatal(path, err)
		}
	}
	sessionOf := fieldset.Fixed{"SessionID": ""}
	for i, path := range append(fieldset.Paths[types.Session](sessionOf), "") {
		sessionOf["SessionID"] = "mm-" + strconv.Itoa(i)
		meta := fieldset.Only[types.Session](sessionOf, path)
		wantSessions["session "+meta.SessionID] = meta
		if err := putSession(ctx, s, meta); err != nil {
			t.Fatal(path, err)
		}
	}
	mustClose(t, s)
	got := contents(t, mustOpen(t, dir))
	for key, want := range wantSteps {
		if !reflect.DeepEqual(got[key].Step, want) {
			t.Errorf("%s is\n%+v\nwant\n%+v", key, got[key].Step, want)
		}
	}
	for key, want := range wantSessions {
		if !reflect.DeepEqual(got[key].Session, want) {
			t.Errorf("%s is\n%+v\nwant\n%+v", key, got[key].Session, want)
		}
	}
}
