package wire_test

import (
	"reflect"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/testdata/fieldset"
)

// TestEveryFieldOfARecordCrossesTheLink sets each field of a session and of a step alone, and all of them: a field that
// JSON does not carry is lost on the way to the other side.
func TestEveryFieldOfARecordCrossesTheLink(t *testing.T) {
	records := []wire.Record{{Step: fieldset.All[types.Step](nil), Session: fieldset.All[types.Session](nil)}}
	for _, path := range fieldset.Paths[types.Step](nil) {
		records = append(records, wire.Record{Step: fieldset.Only[types.Step](nil, path)})
	}
	for _, path := range fieldset.Paths[types.Session](nil) {
		records = append(records, wire.Record{Session: fieldset.Only[types.Session](nil, path)})
	}
	for _, want := range records {
		encoded, err := wire.Encode(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := encoded.Record(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s comes back as %+v %+v, %v", encoded.Text, got.Session, got.Step, err)
		}
	}
}
