package pack

import (
	"reflect"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/fieldset"
)

// TestEveryFieldOfAStepIsPacked sets each field alone, and all of them: a field that types.Step gains, and that this
// package does not write and read, fails here.
func TestEveryFieldOfAStepIsPacked(t *testing.T) {
	steps := map[string]*types.Step{"all": fieldset.All[types.Step](nil)}
	for _, path := range fieldset.Paths[types.Step](nil) {
		steps[path] = fieldset.Only[types.Step](nil, path)
	}
	for path, want := range steps {
		w := NewWriter()
		if err := w.Add(want); err != nil {
			t.Fatal(err)
		}
		opened, err := Open(w.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []*types.Step{w.Step(0), opened.Step(0)} {
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s is lost: got\n%s\nwant\n%s", path, text(t, got), text(t, want))
			}
		}
	}
}
