package daemon

import (
	"testing"

	"cairn/shared/types"
)

// TestTheFlowOfAGoalIsChosen runs no flow that is only one of several for a goal, or that is for another goal.
func TestTheFlowOfAGoalIsChosen(t *testing.T) {
	signIn := types.FlowCall{Flow: "sign-in", Confidence: 0.9, Params: map[string]string{"user": "ada"}, Missing: []string{"password"}}
	alike := types.FlowCall{Flow: "alike", Confidence: 0.92}
	third := types.FlowCall{Flow: "third", Confidence: 0.89, Missing: []string{"password"}}
	for name, x := range map[string]struct {
		calls  []types.FlowCall
		params map[string]string
		want   string
	}{
		"the likeliest":                       {[]types.FlowCall{{Flow: "b", Confidence: 0.6}, {Flow: "a", Confidence: 0.9}}, nil, "a"},
		"none is likely":                      {[]types.FlowCall{{Flow: "a", Confidence: 0.3}}, nil, ""},
		"none":                                {nil, nil, ""},
		"two equals":                          {[]types.FlowCall{signIn, alike}, nil, ""},
		"two equals, and one takes a value":   {[]types.FlowCall{signIn, alike}, map[string]string{"password": "x"}, "sign-in"},
		"a value that the goal has as well":   {[]types.FlowCall{signIn, alike}, map[string]string{"user": "x", "password": "x"}, "sign-in"},
		"neither takes the value":             {[]types.FlowCall{signIn, alike}, map[string]string{"colour": "x"}, ""},
		"two of three take the value":         {[]types.FlowCall{alike, signIn, third}, map[string]string{"password": "x"}, ""},
		"a likelier one, and another's value": {[]types.FlowCall{{Flow: "b", Confidence: 0.6, Missing: []string{"password"}}, {Flow: "a", Confidence: 0.9}}, map[string]string{"password": "x"}, "a"},
	} {
		got, err := chosen(x.calls, x.params)
		if got.Flow != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%s: %q is chosen, %v; want %q", name, got.Flow, err, x.want)
		}
	}
}
