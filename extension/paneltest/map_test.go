package paneltest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cairn/shared/types"
)

// broken is a session in which an action fails that worked before.
var broken = flow{goal: "Send 1 ETH to Bob", tags: []string{"send"}, agent: true, ago: time.Hour, acts: []deed{
	{tool: "mm_click", screen: "home", role: "button", name: "Send", id: "coin-overview-send", failed: types.CodeTargetNotFound}}}

// TestTheMapOfASite uses the map with pointer and keys, and changes it meanwhile.
func TestTheMapOfASite(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, append([]flow{broken}, flows...)))
	w := b.Tab(b.URL + "/#/unlock")
	b.Says(w, "h1", "Welcome")
	p := b.panel("map")
	b.Says(p, "#view-map .map-status", "screens")
	b.Says(p, "#view-map .pane", "Broke lately")
	b.Says(p, "#view-map .pane", "No flow reaches")
	b.Says(p, "#view-map .pane", "Legend")
	b.Until("the current screen", func() bool { return strings.Contains(b.labels(p, ".map-screen.here"), "Unlock") })
	if alone := b.labels(p, ".map-screen.alone"); !strings.Contains(alone, "Activity ") || strings.Contains(alone, "Send ") {
		t.Errorf("no flow reaches %q", alone)
	}
	if failing := b.labels(p, ".map-screen.failing"); !strings.Contains(failing, "Home ") || !strings.Contains(failing, "1 failed") {
		t.Errorf("%q fail", failing)
	}
	if n := evaluate[int](b, p, `document.querySelectorAll(".map-link.failing .cross, .map-link.failing .label").length`); n < 2 {
		t.Errorf("%d signs say which links fail", n)
	}

	b.movesTheMap(p)
	b.mapByKeyboard(p)
	b.flowsOnTheMap(p)
	b.mapChangesWhileDragged(p)
	for _, window := range []struct {
		wide, high int64
		down       bool
	}{{400, 760, true}, {550, 400, false}} {
		b.Act(p, chromedp.EmulateViewport(window.wide, window.high))
		b.Until(fmt.Sprintf("a map that grows along a window of %d × %d px", window.wide, window.high), func() bool {
			return evaluate[bool](b, p, `((at) => at("Home").top >= at("Unlock").bottom)((name) => [...document.querySelectorAll("#view-map .map:not(.coming) .map-screen")].find((e) => e.textContent.startsWith(name)).getBoundingClientRect())`) == window.down
		})
	}
}

// labels returns the texts of a selector's elements on the map.
func (b *browser) labels(p context.Context, css string) string {
	b.T.Helper()
	return evaluate[string](b, p, fmt.Sprintf(`[...document.querySelectorAll("#view-map " + %q)].map((e) => e.textContent + (e.getAttribute("aria-description") ?? "")).join("\n")`, css))
}

// onMap sends an event to the screen whose name begins so.
func (b *browser) onMap(p context.Context, name, event string) {
	b.T.Helper()
	b.Until("the screen "+name, func() bool {
		return evaluate[bool](b, p, fmt.Sprintf(`(() => { const found = [...document.querySelectorAll("#view-map .map-screen")].find((e) => e.textContent.toLowerCase().startsWith(%q)); found?.dispatchEvent(new MouseEvent(%q, {bubbles: true})); return !!found; })()`, name, event))
	})
}

// at is where the drawing is: its offset in its window, and its scale.
type at struct{ X, Y, Scale float64 }

func (b *browser) mapAt(p context.Context) at {
	b.T.Helper()
	return evaluate[at](b, p, `new Promise((r) => requestAnimationFrame(() => setTimeout(() => { const m = new DOMMatrix(document.querySelector("#view-map .map").style.transform); r({X: m.e, Y: m.f, Scale: m.a}); })))`)
}

// mouse dispatches a mouse event in the middle of the map's window, moved by x and y.
func (b *browser) mouse(p context.Context, params input.DispatchMouseEventParams) {
	b.T.Helper()
	box := evaluate[struct{ X, Y float64 }](b, p, `(() => { const r = document.querySelector("#view-map .map-port").getBoundingClientRect(); return {X: r.x + 6, Y: r.y + 6}; })()`)
	params.X, params.Y = params.X+box.X, params.Y+box.Y
	if _, err := chromedp.Call(p, input.DispatchMouseEvent, params); err != nil {
		b.T.Fatal(err)
	}
}

// movesTheMap drags, wheels and scales.
func (b *browser) movesTheMap(p context.Context) {
	b.T.Helper()
	before := b.mapAt(p)
	moved := func(what string, is func(now at) bool) {
		b.T.Helper()
		b.Until(what, func() bool { return is(b.mapAt(p)) })
		before = b.mapAt(p)
	}
	left := input.DispatchMouseEventParams{Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1}
	for _, e := range []struct {
		kind input.DispatchMouseEventType
		by   float64
	}{{input.DispatchMouseEventTypeMousePressed, 0}, {input.DispatchMouseEventTypeMouseMoved, 20}, {input.DispatchMouseEventTypeMouseMoved, 50}, {input.DispatchMouseEventTypeMouseReleased, 50}} {
		e2 := left
		e2.Type, e2.X, e2.Y = e.kind, e.by, e.by/2
		b.mouse(p, e2)
	}
	moved("a drag", func(now at) bool { return now.X == before.X+50 && now.Y == before.Y+25 && now.Scale == before.Scale })
	b.mouse(p, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, DeltaX: 30, DeltaY: -20})
	moved("the wheel", func(now at) bool { return now.X == before.X-30 && now.Y == before.Y+20 })
	b.mouse(p, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, DeltaX: 1, DeltaY: -20, Modifiers: 2})
	moved("the wheel with Control", func(now at) bool { return now.Scale > before.Scale })
	b.press(p, "#view-map .map-tools", "Smaller")
	moved("a button", func(now at) bool { return now.Scale < before.Scale })
	b.press(p, "#view-map .map-tools", "Fit the whole map")
	moved("fit", func(now at) bool {
		return evaluate[bool](b, p, `(() => { const [m, r] = [".map", ".map-port"].map((c) => document.querySelector("#view-map " + c).getBoundingClientRect()); return m.left >= r.left - 1 && m.right <= r.right + 1 && m.top >= r.top - 1 && m.bottom <= r.bottom + 1; })()`)
	})
}

// mapByKeyboard moves and scales the map, goes through its screens, and selects one.
func (b *browser) mapByKeyboard(p context.Context) {
	b.T.Helper()
	key := func(keys string) { b.T.Helper(); b.Act(p, chromedp.KeyEvent(keys)) }
	evaluate[any](b, p, `document.querySelector("#view-map .map-port").focus()`)
	before := b.mapAt(p)
	key(kb.ArrowRight)
	b.Until("an arrow to move the map", func() bool { return b.mapAt(p).X < before.X })
	key("+")
	b.Until("plus to scale it", func() bool { return b.mapAt(p).Scale > before.Scale })
	key("0")
	b.Until("0 to fit it", func() bool { return b.mapAt(p) == before })
	key(kb.Enter)
	focused := func(name string) func() bool {
		return func() bool {
			return strings.HasPrefix(evaluate[string](b, p, `document.activeElement.textContent`), name)
		}
	}
	b.Until("the current screen to have the focus", focused("Unlock "))
	key(kb.ArrowRight)
	b.Until("the next screen", focused("Home "))
	key(kb.Enter)
	b.Says(p, "#view-map .pane h2", "Home")
	b.Says(p, "#view-map .pane", "Leads to")
	b.Says(p, "#view-map .pane", "Send")
	b.Says(p, "#view-map .pane", "2 of 3 worked")
	if pressed := b.labels(p, `.map-screen[aria-pressed="true"]`); !strings.HasPrefix(pressed, "Home ") {
		b.T.Errorf("%q is selected", pressed)
	}
	key(kb.Escape)
	b.Says(p, "#view-map .pane", "Legend")
}

// flowsOnTheMap highlights a flow, renames it and goes to where it is run.
func (b *browser) flowsOnTheMap(p context.Context) {
	b.T.Helper()
	evaluate[any](b, p, `[...document.querySelectorAll("#view-map .map-flow")].find((e) => e.innerText.includes("Send")).focus()`)
	b.Until("its path", func() bool { return strings.Count(b.labels(p, ".map-screen.on-path"), "\n") >= 3 })
	if n := evaluate[int](b, p, `document.querySelectorAll("#view-map .map-link.on-path").length`); n < 3 {
		b.T.Errorf("%d links are highlighted", n)
	}
	evaluate[any](b, p, `document.activeElement.blur()`)
	b.Until("the path to go", func() bool { return b.labels(p, ".on-path") == "" })
	rename := `[...document.querySelectorAll("#view-map .map-flow-tools button")].find((e) => e.innerText.startsWith("Rename"))`
	evaluate[any](b, p, rename+`.click()`)
	b.asked(p)
	evaluate[any](b, p, `(() => { const [title] = document.querySelectorAll("dialog input"); title.value = "Pay somebody"; })()`)
	b.press(p, "dialog", "Save")
	b.Says(p, "#view-map .pane", "Pay somebody")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-map .map-flow-tools button")].find((e) => e.getAttribute("aria-label") === "Run Pay somebody").click()`)
	b.Says(p, "#tab-flows[aria-selected=true]", "Flows")
	b.show(p, "map")
	b.Says(p, "#view-map .pane", "Pay somebody")
}

// mapChangesWhileDragged has a screen recorded during a drag: the map stays under the
// pointer, and is redrawn when the drag has ended, where it was.
func (b *browser) mapChangesWhileDragged(p context.Context) {
	b.T.Helper()
	place := `(() => { const r = [...document.querySelectorAll("#view-map .map:not(.coming) .map-screen")].find((e) => e.textContent.startsWith("Home")).getBoundingClientRect(); return {X: Math.round(r.x), Y: Math.round(r.y)}; })()`
	type point struct{ X, Y int }
	b.onMap(p, "home", "click")
	b.Says(p, "#view-map .pane h2", "Home")
	drag := func(kind input.DispatchMouseEventType, by float64) {
		b.mouse(p, input.DispatchMouseEventParams{Type: kind, X: by, Y: by, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1})
	}
	drag(input.DispatchMouseEventTypeMousePressed, 0)
	drag(input.DispatchMouseEventTypeMouseMoved, 30)
	b.mapAt(p)
	held := evaluate[point](b, p, place)
	before := evaluate[int](b, p, `document.querySelectorAll("#view-map .map:not(.coming) .map-screen").length`)
	const layouts = `performance.getEntriesByName("cairn map layout").length`
	earlier := evaluate[int](b, p, layouts)
	evaluate[any](b, b.Ctx, fmt.Sprintf(`(async (site) => {
		const [stepId, sessionId, timestamp] = ["s-map", "live-map", new Date().toISOString()];
		const step = {schemaVersion: 1, stepId, sessionId, timestamp, tool: {name: "mm_click", target: {role: "button", name: "New"}}, actor: "observed", outcome: {ok: true},
			observation: {state: {currentUrl: site + "/#/home", currentScreen: "", title: "x", origin: site}, testIds: [], a11y: {nodes: [{ref: "e1", role: "button", name: "New"}]}}};
		await chrome.runtime.sendMessage({to: "offscreen", kind: "keepOpen", stepId, keep: "full", step, session: {schemaVersion: 1, sessionId, createdAt: timestamp, flowTags: [], tags: [], ambient: true}});
		await chrome.runtime.sendMessage({to: "offscreen", kind: "keepClose", stepId, outcome: {ok: true}, after: {currentUrl: site + "/#/brand-new"}});
	})(%q)`, b.URL))
	b.Until("the map to be read again", func() bool {
		return evaluate[int](b, p, layouts) > earlier
	})
	if now := evaluate[point](b, p, place); now != held {
		b.T.Errorf("while it is dragged, the map jumps from %v to %v", held, now)
	}
	if n := evaluate[int](b, p, `document.querySelectorAll("#view-map .map:not(.coming) .map-screen").length`); n != before {
		b.T.Error("the map is redrawn under the pointer")
	}
	drag(input.DispatchMouseEventTypeMouseReleased, 30)
	b.Until("the new screen", func() bool { return strings.Contains(b.labels(p, ".map:not(.coming) .map-screen"), "Brand new") })
	b.mapAt(p)
	if now := evaluate[point](b, p, place); now.X < held.X-2 || now.X > held.X+2 || now.Y < held.Y-2 || now.Y > held.Y+2 {
		b.T.Errorf("redrawn, the map jumps from %v to %v", held, now)
	}
}
