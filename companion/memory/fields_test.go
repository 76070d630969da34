package memory

import (
	"context"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/testdata/fieldset"
)

// TestEveryFieldSurvivesExportAndImport fills every field of a session and of a step, keeps them, writes everything to a
// directory and reads that into another store.
func TestEveryFieldSurvivesExportAndImport(t *testing.T) {
	ctx := context.Background()
	session := fieldset.Fixed{"SchemaVersion": 1, "SessionID": "mm-0001", "CreatedAt": types.At(noon), "EditedAt": types.At(noon), "Foreign": false, "Ambient": false,
		"FlowRuns[].Stops[]": types.FlowMissing, "Statement.Outcome": types.SessionDone, "Statement.OutcomeBy": types.StatedByPerson, "Statement.OutcomeAt": types.At(noon)}
	raw := fieldset.Fixed{"SchemaVersion": 1, "StepID": "s-0001", "SessionID": "mm-0001", "Timestamp": types.At(noon), "Tool.Name": "mm_click", "Actor": types.ActorAgent, "Keep": types.KeepNeeded, "Clock": "skewed",
		"Observation.A11y.Nodes[].Checked": "mixed", "Observation.A11y.Nodes[].Expanded": "true", "Observation.A11y.Nodes[].Unseen": "hidden", "Observation.State.Origin": "https://a.example", "After.Load": "new",
		"Observation.State.Embedder": "https://top.example", "Tool.Target.Origin": "https://a.example", "Advice.Given[].Target.Origin": "https://a.example",
		"Observation.TestIDs[].Origin": "", "Observation.A11y.Nodes[].Origin": "", "Observation.A11y.Nodes[].Copy": nil}
	// A ref ends with its document, a stored look is of one origin, and neither the length of a password nor texts beside elements are kept.
	dropped := regexp.MustCompile(`A11yRef$|\.Before$|^Tool\.TextLength$|^Observation\.(Frames|TestIDs|A11y\.Nodes)\[\]\.Origin$|^Observation\.Frames`)
	from, _ := fresh(t)
	if err := from.PutSession(ctx, fieldset.All[types.Session](session)); err != nil {
		t.Fatal(err)
	}
	if _, err := from.PutStep(ctx, nil, fieldset.All[types.Step](raw), types.KeepFull); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "out")
	if _, err := from.Export(ctx, dir); err != nil {
		t.Fatal(err)
	}
	to, _ := fresh(t)
	if done, err := to.Import(ctx, dir); err != nil {
		t.Fatal(done, err)
	}
	meta, step := to.Session("mm-0001"), to.core.Step("s-0001")
	wanted := *from.Session("mm-0001")
	wanted.FlowRuns = slices.Clone(wanted.FlowRuns)
	wanted.FlowRuns[0].Allowed = false // rights stay where they were given
	if want := &wanted; !reflect.DeepEqual(meta, want) {
		t.Errorf("the session is\n%+v\nwant\n%+v", meta, want)
	}
	if want := from.core.Step("s-0001"); !reflect.DeepEqual(step, want) {
		t.Errorf("the step is\n%+v\nwant\n%+v", step, want)
	}
	for _, path := range fieldset.Paths[types.Session](session) {
		if value := fieldset.Get(meta, path); path != "FlowRuns[].Allowed" && !strings.HasPrefix(path, "From.") && (!value.IsValid() || value.IsZero()) {
			t.Errorf("%s of the session is empty", path)
		}
	}
	for _, path := range fieldset.Paths[types.Step](raw) {
		if value := fieldset.Get(step, path); !dropped.MatchString(path) && (!value.IsValid() || value.IsZero()) {
			t.Errorf("%s of the step is empty", path)
		}
	}
}
