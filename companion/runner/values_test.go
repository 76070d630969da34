package runner

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"cairn/shared/types"
)

// TestAValueThatMayBeTwo runs a flow with values that end with the name of something on the page.
func TestAValueThatMayBeTwo(t *testing.T) {
	for value, stops := range map[string]bool{
		"May in Team":        true,
		"May im team":        true,
		"May":                false,
		"Team":               false,
		"in Team":            false,
		"Dream Team":         false,
		"Mayinteam":          false,
		"May within Team":    false,
		"May in Teams":       false,
		"the Email":          false,
		"Ann gives an Email": false,
	} {
		t.Run(value, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				h := newFakeDriver(t, pages)
				values := map[string]string{"email": value, "role": "Admin"}
				r := New(h, NewBook())
				result, err := r.Run(t.Context(), f, values, Options{AllowRisky: true})
				if stops {
					if err != nil || result.Stop == nil || result.Stop.Reason != types.FlowAmbiguous || result.Stop.Step != 1 || len(h.did) != 1 {
						t.Fatalf("it ends with %+v, %v after %v", result, err, h.did)
					}
					result, err = r.Continue(t.Context(), nil, Options{AllowRisky: true})
				}
				if err != nil || result.Stop != nil || len(h.did) != 6 {
					t.Errorf("it ends with %+v, %v after %v, want all steps done", result.Stop, err, h.did)
				}
			})
		})
	}
}

// TestAFieldThatWritesInItsOwnForm compares values with the texts that fields make of them.
func TestAFieldThatWritesInItsOwnForm(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"12", "12"}:                        true,
		{"12", "52"}:                        false,
		{"12", "512"}:                       false,
		{"12", "5.12"}:                      false,
		{"12", "12.00 kg"}:                  true,
		{"12", "1,200"}:                     false,
		{"1234.5", "$1,234.50"}:             true,
		{"1234", "1,234"}:                   true,
		{"1.5", "15"}:                       false,
		{"1.5", "1,50 €"}:                   true,
		{"-12", "12"}:                       false,
		{"1234567890", "+1 (123) 456-7890"}: true,
		{"123", "+1 123"}:                   false,
		{"2026-01-02", "1/2/2026"}:          true,
		{"2026-01-02", "1/2/2025"}:          false,
		{"12:30", "13:30"}:                  false,
		{"My Page", "my-page"}:              true,
		{"AB12", "ab-12"}:                   true,
		{"Ber", "Berlin"}:                   false,
		{"a.b@x.org", "ab@xorg"}:            false,
		{"Lunch", ""}:                       false,
	} {
		if got := saysSame(pair[0], pair[1]); got != want {
			t.Errorf("%q for %q: got %t", pair[1], pair[0], got)
		}
	}
}

// TestNoStopSaysASecret runs a flow whose first value is a secret, and stops it in several ways.
func TestNoStopSaysASecret(t *testing.T) {
	const secret = "velvet harbour in Team"
	for name, stop := range map[string]func(h *fakeDriver){
		"it may be two values": func(h *fakeDriver) {
			h.fail["click Invite"] = types.Fault(types.CodeClickTimeout, "it took longer", "")
		},
		"the field holds a part of it":   func(h *fakeDriver) { h.holds = map[string]string{"type Email": "velvet harbour"} },
		"typing fails":                   func(h *fakeDriver) { h.fail["type Email"] = types.Fault(types.CodeTypeFailed, "it failed", "") },
		"the last step is not there":     func(h *fakeDriver) { h.pages["form"].nodes = h.pages["form"].nodes[:5] },
		"the field takes none any more":  func(h *fakeDriver) { h.pages["form"].nodes[1].Sensitive = false },
		"the last page is another":       func(h *fakeDriver) { h.pages["form"].leads["Send invitation"] = "member" },
		"the value for a list is no one": func(h *fakeDriver) { h.pages["form"].nodes[4].Name = "Owner" },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pages, f := inviting()
				f.Params[0].Kind, pages["form"].nodes[1].Sensitive = types.FlowSecret, true
				h := newFakeDriver(t, pages)
				stop(h)
				result, err := New(h, NewBook()).Run(t.Context(), f, map[string]string{"email": secret, "role": "Admin"}, Options{AllowRisky: true})
				if err != nil || result.Stop == nil && result.Verified {
					t.Fatalf("it ends with %+v, %v", result, err)
				}
				text, err := json.Marshal(struct{ Result, Runs any }{result, h.runs})
				if err != nil || strings.Contains(string(text), "velvet") {
					t.Errorf("it says %s, %v", text, err)
				}
			})
		})
	}
}

// TestARunStopsWhereAFieldHoldsAnotherText types into a field that the page fills with something else.
func TestARunStopsWhereAFieldHoldsAnotherText(t *testing.T) {
	for _, c := range []struct {
		held          string
		submit, stops bool
	}{{"nn@x.com", false, true}, {"ANN@x.com", false, false}, {"Ann <ann@x.com>", false, true}, {"nn@x.com", true, true}, {"Ann <ann@x.com>", true, false}, {"", true, false}} {
		held, stops := c.held, c.stops
		synctest.Test(t, func(t *testing.T) {
			pages, f := inviting()
			f.Steps[2].Submit = c.submit
			h := newFakeDriver(t, pages)
			h.holds = map[string]string{"type Email": held}
			result, err := New(h, NewBook()).Run(t.Context(), f, ann, Options{AllowRisky: true})
			if err != nil || (result.Stop != nil) != stops {
				t.Fatalf("%s: it ends with %+v, %v", held, result.Stop, err)
			}
			if stops && (result.Stop.Reason != types.FlowNoEffect || result.Stop.Step != 3 || !strings.Contains(result.Stop.Message, held)) {
				t.Errorf("it stops with %+v", result.Stop)
			}
		})
	}
}

// TestARunMovesNoSliderByADistance drags by a distance, which is another value from another place.
func TestARunMovesNoSliderByADistance(t *testing.T) {
	for role, moves := range map[string]bool{"slider": false, "separator": true} {
		synctest.Test(t, func(t *testing.T) {
			far, none := 80, 0
			f := &types.Flow{ID: "louder", Title: "Louder", Site: testSite, Start: "/", Steps: []types.FlowStep{{Tool: "drag", Targets: []types.FlowTarget{{Role: role, Name: "Volume"}}, To: &types.FlowDrop{X: &far, Y: &none}}}}
			h := newFakeDriver(t, map[string]*fakePage{"home": {path: "/", nodes: []types.A11yNode{node(role, "Volume")}}})
			result, err := New(h, NewBook()).Run(t.Context(), f, nil, Options{})
			if err != nil || slices.Contains(h.did, "drag Volume") != moves {
				t.Fatalf("%s: it did %v: %v", role, h.did, err)
			}
			if !moves && (result.Stop == nil || result.Stop.Reason != types.FlowChanged) {
				t.Errorf("it ends with %+v", result.Stop)
			}
		})
	}
}
