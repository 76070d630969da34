package paneltest

import (
	"fmt"
	"testing"
	"time"

	"cairn/extension/rig"
)

// TestTheMapOfALargeSite opens the map of a site with 5,000 screens. It shows the most
// used of them, says that it leaves others out, and stays usable.
func TestTheMapOfALargeSite(t *testing.T) {
	if testing.Short() {
		t.Skip("a map of 5,000 screens")
	}
	rig.Patience = 2 * time.Minute
	const screens, each = 5000, 25
	name := func(i int) string {
		i %= screens
		return fmt.Sprintf("page-%c%c%c", 'a'+i/400, 'a'+i/20%20, 'a'+i%20)
	}
	var sessions []flow
	for i := 0; i < screens; i += each {
		f := flow{ago: time.Duration(i+1) * time.Minute, acts: []deed{{tool: "mm_click", screen: "start", role: "link", name: "Open " + name(i), to: name(i)}}}
		for j := i; j < i+each; j++ {
			f.acts = append(f.acts, deed{tool: "mm_click", screen: name(j), role: "link", name: "Go to " + name(j+1), to: name(j + 1)})
		}
		sessions = append(sessions, f)
	}
	b := start(t)
	b.seed(records(t, b.URL, sessions))
	b.Tab(b.URL + "/#/home")
	p := b.panel("map")
	b.Says(p, "#view-map .map-status", "the 100 most used of 5,00")
	if n := evaluate[int](b, p, `document.querySelectorAll("#view-map .map-port .map-screen").length`); n != 100 {
		t.Errorf("%d screens are drawn", n)
	}
	if *shots != "" {
		b.shots(p, "map-large")
	}
	b.onMap(p, "start", "click")
	b.Says(p, "#view-map .pane h2", "Start")
	b.Says(p, "#view-map .pane", "Leads to")
	b.movesTheMap(p)
	t.Logf("layout in the Worker: %.0f ms", evaluate[float64](b, p, `performance.getEntriesByName("cairn map layout")[0].detail`))
}
