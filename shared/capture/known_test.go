package capture

import (
	"encoding/json"
	"strings"
	"testing"

	"cairn/shared/exact"
	"cairn/shared/types"
)

func TestAStepLosesWhatWasTypedIntoASensitiveField(t *testing.T) {
	known := exact.New([]byte("salt"))
	known.Add("purple sausages")
	step := &types.Step{
		Tool:        types.Tool{Name: "mm_type", Target: &types.Target{Selector: `[title="purple sausages"]`, Name: "Say purple sausages", Row: "Ann · purple sausages"}, Input: map[string]any{"text": "purple sausages", "role": "button", "url": "/purple%20sausages", "to": map[string]any{"name": "purple sausages"}}},
		Observation: &types.Observation{State: types.State{Title: "purple sausages", CurrentURL: "https://x.test/?q=purple+sausages"}, A11y: types.A11y{Nodes: []types.A11yNode{{Name: "purple sausages", Path: []string{"purple sausages"}}}}, TestIDs: []types.TestID{{Name: "purple sausages"}}},
		After:       &types.After{Title: "purple sausages", CurrentURL: "https://x.test/purple%20sausages", Appeared: []string{`heading "purple sausages"`}},
		Outcome:     types.Outcome{Error: types.Fault("X", "not purple sausages", "purple sausages")},
	}
	Known(step, known)
	if text, _ := json.Marshal(step); strings.Contains(string(text), "purple") {
		t.Errorf("it stays: %s", text)
	}
}
