package recall

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// neededWalk returns a session of a site with steps of the form [types.KeepNeeded].
func neededWalk(t *testing.T, id string, at types.Time, familiar ...string) *walk {
	const shop = "https://shop.test/"
	w := newWalk(t, id, "Cancel an order", at)
	nodes := []types.A11yNode{{Ref: "e1", Role: "button", Name: "Print"}, {Ref: "e2", Role: "button", Name: "Pay", TestID: "pay"}, {Ref: "e3", Role: "button", Name: "Row 7", TestID: "row-7"},
		{Ref: "e4", Role: "link", Name: "Janneke de Wit"}, {Ref: "e5", Role: "textbox", Name: "Search"}, {Ref: "e6", Role: "row", Name: "4711"}}
	w.do("mm_click", &types.Target{Role: "link", Name: "Orders"}, shop, shop+"orders", nodes...)
	w.do("mm_click", &types.Target{Role: "link", Name: "Janneke de Wit"}, shop+"orders", shop+"orders/janneke", nodes...)
	w.do("mm_click", &types.Target{Role: "button", Name: "Cancel", TestID: "cancel-17"}, shop+"orders/janneke", "", nodes...)
	w.do("mm_click", &types.Target{Role: "link", Name: "Help", TestID: "help"}, shop+"orders/janneke", shop+"orders", nodes...)
	w.do("mm_click", &types.Target{Role: "button", Name: "Save"}, shop+"orders", shop, nodes...)
	needed := capture.Needed{Names: capture.NewHider(bytes.Repeat([]byte{4}, capture.NameKeyBytes)), Familiar: func(_ capture.Kind, text string) bool { return slices.Contains(familiar, text) }}
	for _, step := range w.steps {
		needed.Apply(step)
	}
	return w
}

func patternsOf(b *localBook, domain string) (out []string) {
	for _, p := range b.Card(domain).Patterns {
		out = append(out, strings.TrimSuffix(fmt.Sprintf("%s %s = %s @%s", p.Type, p.Value, p.Description, p.URLPattern), " @"))
	}
	slices.Sort(out)
	return out
}

// TestCardsAreMadeOfWhatIsKept: no pattern holds a hidden name, a place that is not
// kept in clear or a test id that no element has, and the rest is still useful.
func TestCardsAreMadeOfWhatIsKept(t *testing.T) {
	for name, tt := range map[string]struct {
		familiar []string
		want     []string
	}{
		"at first": {nil, []string{
			`page_structure home = 1 field; buttons "pay" and 2 more; 1 links; 1 rows @home`,
			`selector [data-testid="help"] = link`,
			`selector role=button[name="Cancel"] = button "Cancel"`,
			`selector role=button[name="Save"] = button "Save"`,
			`task_intent Cancel an order | click "help", click "Save" | ends on home = Cancel an order`,
		}},
		"once places are familiar": {[]string{"orders", "Orders"}, []string{
			`navigation_path home → orders = link "Orders" @home`,
			`navigation_path orders → home = button "Save" @orders`,
			`page_structure home = 1 field; buttons "pay" and 2 more; 1 links; 1 rows @home`,
			`page_structure orders = 1 field; buttons "pay" and 2 more; 1 links; 1 rows @orders`,
			`selector [data-testid="help"] = link`,
			`selector role=button[name="Cancel"] = button "Cancel"`,
			`selector role=button[name="Save"] = button "Save" @orders`,
			`selector role=link[name="Orders"] = link "Orders" @home`,
			`task_intent Cancel an order | home → orders → home | click "Orders", click "help", click "Save" | ends on home = Cancel an order`,
		}},
	} {
		b := New()
		neededWalk(t, "mm-one", vectorNow, tt.familiar...).learn(b)
		if got := patternsOf(b, "shop.test"); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
		}
	}
}

// TestAClearNameStandsForAHiddenOne: of an element that one session names and
// another hides, the card says the name, whichever came first.
func TestAClearNameStandsForAHiddenOne(t *testing.T) {
	for _, later := range []types.Time{-1000_000, 1000_000} {
		b := New()
		neededWalk(t, "mm-one", vectorNow).learn(b)
		w := newWalk(t, "mm-two", "", vectorNow+later)
		w.do("mm_click", &types.Target{Role: "link", Name: "Help", TestID: "help"}, "https://shop.test/orders", "")
		w.steps[0].Observation.State.CurrentScreen = "~~" // as the other's
		w.learn(b)
		if got := patternsOf(b, "shop.test"); !slices.Contains(got, `selector [data-testid="help"] = link "Help"`) {
			t.Errorf("%d: %q", later, got)
		}
	}
}
