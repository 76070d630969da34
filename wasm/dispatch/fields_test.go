package dispatch

import (
	"encoding/json"
	"reflect"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
	"cairn/testdata/fieldset"
)

// The requests and answers that are read and written here without package json, one field at a time: a field that a type
// gains fails here until it is read and written as well.

func TestEveryFieldIsReadQuickly(t *testing.T) {
	requests := []*wire.CoreRequest{{Op: wire.OpPrior, Prior: fieldset.All[types.PriorRequest](nil)}, {Op: wire.OpSearch, Search: fieldset.All[types.SearchRequest](searchFields)}}
	for _, path := range fieldset.Paths[types.PriorRequest](nil) {
		requests = append(requests, &wire.CoreRequest{Op: wire.OpPrior, Prior: fieldset.Only[types.PriorRequest](nil, path)})
	}
	for _, path := range fieldset.Paths[types.SearchRequest](searchFields) {
		requests = append(requests, &wire.CoreRequest{Op: wire.OpSearch, Search: fieldset.Only[types.SearchRequest](searchFields, path)})
	}
	for _, want := range requests {
		sent := *want
		if p := sent.Prior; p != nil { // an extension writes empty lists
			o := &p.Observation
			o.TestIDs, o.A11y.Nodes = append([]types.TestID{}, o.TestIDs...), append([]types.A11yNode{}, o.A11y.Nodes...)
		}
		text := asSent(t, &sent)
		if got, ok := quick(text); !ok || !reflect.DeepEqual(got, &sent) {
			t.Errorf("%s is not read quickly, or not as it was sent: %v", text, ok)
		}
	}
}

// A scope that is a session is read by package json.
var searchFields = fieldset.Fixed{"Scope": types.Scope{Kind: types.ScopeAll}}

// asSent is a request as the extension writes it: "op" and the arguments alone.
func asSent(t *testing.T, req *wire.CoreRequest) []byte {
	t.Helper()
	arguments, name := any(req.Prior), "prior"
	if req.Search != nil {
		arguments, name = req.Search, "search"
	}
	text, err := json.Marshal(arguments)
	if err != nil {
		t.Fatal(err)
	}
	return []byte(`{"op":"` + name + `","` + name + `":` + string(text) + `}`)
}

func TestEveryFieldIsWritten(t *testing.T) {
	// PriorTarget holds one of two forms, by its type.
	for _, fixed := range []fieldset.Fixed{
		{"SuggestedNextActions[].PreferredTarget.Type": types.TargetTestID, "SuggestedNextActions[].FallbackTargets[].Type": types.TargetA11yHint},
		{"SuggestedNextActions[].PreferredTarget.Type": types.TargetA11yHint, "SuggestedNextActions[].FallbackTargets[].Type": types.TargetSelector},
	} {
		samePrior(t, fieldset.All[types.PriorKnowledge](fixed))
		for _, path := range fieldset.Paths[types.PriorKnowledge](fixed) {
			samePrior(t, fieldset.Only[types.PriorKnowledge](fixed, path))
		}
	}
	sameSteps(t, []types.StepSummary{*fieldset.All[types.StepSummary](nil)})
	for _, path := range fieldset.Paths[types.StepSummary](nil) {
		sameSteps(t, []types.StepSummary{*fieldset.Only[types.StepSummary](nil, path)})
	}
}

// TestEveryFieldOfAStepComesBackFromTheCore puts steps and asks for them by their ids. The core normalises what identifies
// a step.
func TestEveryFieldOfAStepComesBackFromTheCore(t *testing.T) {
	fixed := fieldset.Fixed{"SchemaVersion": types.SchemaVersion, "StepID": "s-1", "SessionID": "mm-one", "Tool.Name": "mm_click", "Actor": types.ActorAgent, "Timestamp": 1770091506000}
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
