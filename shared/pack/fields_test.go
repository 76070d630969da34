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
	live := fieldset.Fixed{"Observation.A11y.Nodes[].Copy": nil, // a stored step has no copies, and no texts beside its elements
		"Observation.A11y.Nodes[].Before": "", "Tool.Target.Before": "", "Advice.Given[].Target.Before": ""}
	steps := map[string]*types.Step{"all": fieldset.All[types.Step](live)}
	for _, path := range fieldset.Paths[types.Step](live) {
		steps[path] = fieldset.Only[types.Step](live, path)
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
