package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"cairn/shared/types"
)

// BenchmarkHands does tasks that take a keyboard, a hovering mouse or a drag
// with tools alone, on two applications that this project did not write, and believes
// it where the application's own data say so. Then it asks for an element that a
// quiet page does not have.
func BenchmarkHands(b *testing.B) {
	w := newWorld(b)
	w.start()
	a := w.stdioAgent("hands")
	for _, flow := range []struct {
		name string
		do   func(b *testing.B, w *world, a *agent) (outcome string)
	}{
		{"Node-RED: place and wire two nodes, deploy", wireNodes},
		{"Excalidraw: draw and move a rectangle", moveRectangle},
		{"a menu that opens when hovered over", hoverMenu},
		{"an element that is not there, on a quiet page", askForMissing},
	} {
		fmt.Printf("%-46s %s\n", flow.name, flow.do(b, w, a))
	}
	for b.Loop() { // all is printed; there is no one number
	}
}

// act is one call of a flow.
type act struct {
	tool string
	args map[string]any
}

// through makes the calls one after the other, and says which failed; empty for
// none.
func (a *agent) through(acts ...act) string {
	for _, x := range acts {
		if got := a.call(x.tool, x.args); !got.OK {
			args, _ := json.Marshal(x.args) // maps of strings and numbers
			return fmt.Sprintf("NOT DONE: %s %s: %.300s", x.tool, args, got.Text)
		}
	}
	return ""
}

// named is the target that a description offers for words, as an argument.
func (a *agent) named(kind string, words ...string) map[string]any {
	best := bestFits(handlesOf(a.do("mm_describe_screen", nil).Text), kind, words)
	if len(best) == 0 {
		return map[string]any{"role": "button", "name": fmt.Sprintf("(no line has %q)", words)}
	}
	return map[string]any{"a11yRef": best[0].ref}
}

func with(target map[string]any, more map[string]any) map[string]any {
	all := map[string]any{}
	for _, m := range []map[string]any{target, more} {
		for k, v := range m {
			all[k] = v
		}
	}
	return all
}

func at(x, y int) map[string]any { return map[string]any{"x": x, "y": y} }

func wireNodes(b *testing.B, w *world, a *agent) string {
	url, err := startNodeRED(b)
	if err != nil {
		return "left out: " + err.Error()
	}
	a.launch(map[string]any{"url": url, "goal": "Place an inject node and a debug node, wire them and deploy"})
	if err := w.takeTab(url).awaits(`!!document.querySelector('.red-ui-palette-node')`); err != nil {
		return "left out: " + err.Error()
	}
	time.Sleep(2 * time.Second) // the editor's loading screen fades
	chart := map[string]any{"selector": "#red-ui-workspace-chart"}
	failed := a.through(
		act{"mm_drag", with(a.named("press", "inject"), map[string]any{"to": with(chart, map[string]any{"at": at(200, 120)})})},
		act{"mm_drag", with(a.named("press", "debug"), map[string]any{"to": with(chart, map[string]any{"at": at(450, 120)})})},
		act{"mm_drag", map[string]any{"selector": ".red-ui-flow-port-output .red-ui-flow-port", "to": map[string]any{"selector": ".red-ui-flow-port-input .red-ui-flow-port"}}},
	)
	if failed == "" {
		failed = a.through(act{"mm_click", a.named("press", "Deploy")})
	}
	if failed != "" {
		return failed
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		got := deployedNodes(url)
		if got == "inject wired to debug" || time.Now().After(end) {
			if got == "inject wired to debug" {
				return "done: " + got
			}
			return "NOT DONE: deployed are " + got
		}
	}
}

// deployedNodes returns the nodes that Node-RED runs.
func deployedNodes(url string) string {
	res, err := http.Get(url + "flows")
	if err != nil {
		return err.Error()
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		return err.Error()
	}
	var nodes []struct {
		ID, Type string
		Wires    [][]string
	}
	if err := json.Unmarshal(data, &nodes); err != nil {
		return err.Error()
	}
	ids := map[string]string{}
	for _, n := range nodes {
		ids[n.ID] = n.Type
	}
	for _, n := range nodes {
		if n.Type == "inject" && len(n.Wires) == 1 && len(n.Wires[0]) == 1 && ids[n.Wires[0][0]] == "debug" {
			return "inject wired to debug"
		}
	}
	return string(data)
}

func moveRectangle(b *testing.B, w *world, a *agent) string {
	site, err := serveBundles(b)
	if err != nil {
		return "left out: " + err.Error()
	}
	a.launch(map[string]any{"url": site + "excalidraw.html", "goal": "Draw a rectangle and move it"})
	tab := w.takeTab(site)
	if err := tab.awaits(`!!document.querySelector('[data-testid="toolbar-rectangle"]')`); err != nil {
		return "left out: " + err.Error()
	}
	canvas := a.named("press", "Drawing canvas")
	failed := a.through(
		act{"mm_click", a.named("", "Rectangle")},
		act{"mm_drag", with(canvas, map[string]any{"at": at(400, 250), "to": at(200, 120)})},
	)
	drawn := evaluate[string](tab, scene)
	if failed == "" { // by its edge: a rectangle without fill is held there
		failed = a.through(act{"mm_drag", with(canvas, map[string]any{"at": at(500, 250), "to": at(50, 80)})})
	}
	if failed != "" {
		return failed
	}
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		if evaluate[string](tab, scene) == "rectangle 450,330 200x120" && drawn == "rectangle 400,250 200x120" {
			return "done: " + drawn + ", moved to 450,330"
		}
	}
	return "NOT DONE: drawn " + drawn + ", then " + evaluate[string](tab, scene)
}

// scene returns Excalidraw's elements of the drawing.
const scene = `JSON.parse(localStorage.getItem('excalidraw') ?? '[]').map((e) => [e.type, [e.x, e.y].map(Math.round).join(), [e.width, e.height].map(Math.round).join('x')].join(' ')).join('; ')`

func hoverMenu(b *testing.B, w *world, a *agent) string {
	site := serve(b, http.HandlerFunc(ownPage))
	a.launch(map[string]any{"url": site + "/flow.html", "goal": "Arrange the nodes"})
	if failed := a.through(act{"mm_hover", a.named("press", "Menu ▾")}); failed != "" {
		return failed
	}
	if failed := a.through(act{"mm_click", a.named("press", "Arrange nodes")}); failed != "" {
		return failed
	}
	if got := evaluate[string](w.takeTab(site), `app.did.join()`); got != "Arrange nodes" {
		return "NOT DONE: the page says " + got
	}
	return "done"
}

func askForMissing(b *testing.B, _ *world, a *agent) string {
	a.launch(map[string]any{"url": serve(b, http.HandlerFunc(ownPage)) + "/todo", "goal": "Look around"})
	a.do("mm_describe_screen", nil)
	start := time.Now()
	got := a.call("mm_click", map[string]any{"role": "button", "name": "Launch the rocket"})
	if got.OK || got.Error == nil || got.Error.Code != types.CodeTargetNotFound {
		return "NOT DONE: " + got.Text
	}
	return fmt.Sprintf("%s after %.1f s", got.Error.Code, time.Since(start).Seconds())
}
