package dispatch

import (
	"reflect"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/testdata/fieldset"
)

// TestEveryFieldOfAStepComesBackFromTheCore puts steps and asks for them by their ids. The core normalises the fields that
// a step.
func TestEveryFieldOfAStepComesBackFromTheCore(t *testing.T) {
	fixed := fieldset.Fixed{"SchemaVersion": types.SchemaVersion, "StepID": "s-1", "SessionID": "mm-one", "Tool.Name": "mm_click", "Actor": types.ActorAgent, "Timestamp": 1770091506000, "Observation.A11y.Nodes[].Copy": false,
		"Observation.A11y.Nodes[].Before": "", "Tool.Target.Before": "", "Advice.Given[].Target.Before": ""} // package capture drops them
	for _, path := range append(fieldset.Paths[types.Step](fixed), "") {
		want := fieldset.Only[types.Step](fixed, path)
		d := New()
		mustPut(t, d, wire.Record{Seq: 1, Step: want})
		reply := call(t, d, `{"op":"step","step":{"stepId":"s-1"}}`)
		if !reflect.DeepEqual(reply.Step, want) {
			t.Errorf("%s is lost: got\n%s\nwant\n%s", path, toJSON(t, reply.Step), toJSON(t, want))
		}
	}
}
