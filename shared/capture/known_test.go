package capture

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/exact"
	"cairn/shared/types"
	"cairn/testdata/fieldset"
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

// unmasked are the texts of a step that stay as they are, with the reason.
var unmasked = map[string]string{
	"SessionID": "an id", "StepID": "an id", "Clock": "of a list", "Actor": "of a list", "Keep": "of a list", "Labels[]": "of a list", "Tool.Name": "of a list", "After.Load": "of a list",
	"KBSource": "the id of an item", "Advice.By": "the name of a method", "Advice.Given[].Action": "of a list", "Outcome.Error.Code": "of a list",
}

// TestEveryTextOfAStepLosesWhatIsKnown puts a typed text into each text of a step, one after the other.
func TestEveryTextOfAStepLosesWhatIsKnown(t *testing.T) {
	known := exact.New([]byte("salt"))
	known.Add("purple sausages")
	masked := 0
	for _, path := range fieldset.Texts[types.Step](nil) {
		switch name := path[strings.LastIndex(path, ".")+1:]; {
		case unmasked[path] != "", slices.Contains(strings.Fields("TestID Tag Role RowRole Ref A11yRef Origin Embedder Checked Expanded Unseen"), name): // of a list, or an author's
			continue
		}
		step := fieldset.Only[types.Step](fieldset.Fixed{path: "Say purple sausages now"}, path)
		Known(step, known)
		if text, err := json.Marshal(step); err != nil || strings.Contains(string(text), "purple") {
			t.Errorf("%s keeps it: %v %s", path, err, text)
		}
		masked++
	}
	if masked < 20 {
		t.Errorf("only %d texts are masked", masked)
	}
	step := &types.Step{Tool: types.Tool{Input: map[string]any{"text": []any{"purple sausages", map[string]any{"name": "purple sausages"}}}}}
	if Known(step, known); fmt.Sprint(step.Tool.Input) != "map[text:[[REDACTED] map[name:[REDACTED]]]]" {
		t.Errorf("a list keeps it: %v", step.Tool.Input)
	}
}
