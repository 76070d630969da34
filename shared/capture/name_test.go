package capture

import (
	"reflect"
	"testing"

	"cairn/shared/types"
)

// TestNameAddsToALookWhatObservationWould names the screens of looks that are
// fit, and compares with fitting them once more.
func TestNameAddsToALookWhatObservationWould(t *testing.T) {
	rules, err := ParseRules([]byte(`{"version":1,"sites":[{"origin":"https://a.example","screens":[{"name":"pay","testId":"pay"}]}]}`))
	if err != nil {
		rules = DefaultRules()
	}
	for name, raw := range map[string]types.Observation{
		"empty": {},
		"a page": {State: types.State{CurrentURL: "https://a.example/orders/4711?q=ghp_16C7e42F292c6912E7710c838347Ae178B4a#x", Title: "Order\u202e 4711 \n"},
			TestIDs: []types.TestID{{TestID: "pay", Tag: "BUTTON", Visible: true, Name: "  Pay  "}},
			A11y:    types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "heading", Name: "Key ghp_16C7e42F292c6912E7710c838347Ae178B4a", Path: []string{"main \u0007"}, Checked: "maybe"}}}},
		"frames": {State: types.State{CurrentURL: "https://a.example/", Origin: "https://a.example/", Title: "A"},
			A11y:   types.A11y{Nodes: []types.A11yNode{{Ref: "f1e1", Role: "button", Name: "Pay", Origin: "https://b.example/"}}},
			Frames: []types.State{{CurrentURL: "https://b.example/form", Origin: "https://b.example/"}}},
	} {
		Look(&raw)
		named, fitted := raw, raw
		Name(&named, rules)
		fitted.TestIDs, fitted.A11y.Nodes = append([]types.TestID{}, raw.TestIDs...), append([]types.A11yNode{}, raw.A11y.Nodes...)
		Observation(&fitted, rules)
		if !reflect.DeepEqual(named, fitted) {
			t.Errorf("%s: named\n%+v\nfitted\n%+v", name, named, fitted)
		}
		if raw.State.CurrentScreen != "" || len(raw.Frames) > 0 && raw.Frames[0].CurrentScreen != "" {
			t.Errorf("%s: the look itself was named: %+v", name, raw)
		}
	}
}
