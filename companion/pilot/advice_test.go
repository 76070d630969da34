package pilot

import (
	"reflect"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestWhatWasSuggestedIsLoggedWithWhatCameOfIt describes a screen with two
// suggestions and acts once, in several ways.
func TestWhatWasSuggestedIsLoggedWithWhatCameOfIt(t *testing.T) {
	prior := &types.PriorKnowledge{SchemaVersion: 1, SuggestedNextActions: []types.SuggestedAction{
		{Rank: 1, Action: "click", Confidence: 0.7, PreferredTarget: types.PriorTarget{Type: types.TargetTestID, Text: "send"}},
		{Rank: 2, Action: "type", Confidence: 0.2, PreferredTarget: types.PriorTarget{Type: types.TargetA11yHint, Hint: &types.A11yHint{Role: "textbox", Name: "Amount"}}},
	}}
	given := []types.Given{{Action: "click", Target: types.Target{TestID: "send"}, Confidence: 0.7},
		{Action: "type", Target: types.Target{Role: "textbox", Name: "Amount"}, Confidence: 0.2}}
	cases := []struct {
		name string
		act  func(*rig) error
		rank int
	}{
		{"the first is followed", func(r *rig) error { return click(t, r, "send") }, 1},
		{"the second is followed", func(r *rig) error {
			_, err := r.Type(t.Context(), tool.TypeInput{TargetInput: tool.TargetInput{Role: "textbox", Name: "Amount"}, Text: "1"})
			return err
		}, 2},
		{"something else is done", func(r *rig) error {
			_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{Role: "combobox", Name: "Network"}})
			return err
		}, 0},
		{"the page is left", func(r *rig) error {
			_, err := r.Navigate(t.Context(), tool.NavigateInput{URL: "http://127.0.0.1:1/other"})
			return err
		}, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := launched(t)
			r.memory.prior = prior
			if _, err := r.Describe(t.Context(), tool.DescribeInput{}); err != nil {
				t.Fatal(err)
			}
			if err := c.act(r); err != nil {
				t.Fatal(err)
			}
			want := &types.Advice{Shown: 2, Confidence: 0.7, Rank: c.rank, Given: given}
			if got := r.memory.steps[len(r.memory.steps)-1].Advice; !reflect.DeepEqual(got, want) {
				t.Errorf("logged %+v, want %+v", got, want)
			}
			// Advice holds for one action.
			if err := click(t, r, "send"); err != nil {
				t.Fatal(err)
			}
			if got := r.memory.steps[len(r.memory.steps)-1].Advice; got != nil {
				t.Errorf("the next action was logged with %+v", got)
			}
		})
	}
}

func click(t *testing.T, r *rig, testID string) error {
	t.Helper()
	_, err := r.Click(t.Context(), tool.ClickInput{TargetInput: tool.TargetInput{TestID: testID}})
	return err
}
