package e2e

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"cairn/shared/types"
	"cairn/shared/types/tool"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// flowDrift is one way in which a page changes between two visits.
type flowDrift struct {
	kind string
	// goesOn says that a careful person who knows the task goes on by themselves.
	goesOn bool
	row    bool // only for tasks that work on a row of a list
}

var flowDrifts = []flowDrift{
	{kind: "testids", goesOn: true},            // test ids renamed
	{kind: "ids", goesOn: true},                // ids of controls are others on each load
	{kind: "texts", goesOn: true},              // the control is called differently
	{kind: "row", goesOn: true, row: true},     // a row was inserted above
	{kind: "order", goesOn: true, row: true},   // the rows stand the other way round
	{kind: "twin", row: true},                  // another row says the same
	{kind: "gone", row: true},                  // the row is not there
	{kind: "decoy", goesOn: true},              // a control of the same name before it, in an advertisement
	{kind: "equal"},                            // a control of the same name right beside it
	{kind: "menu", goesOn: true},               // the control is in a menu
	{kind: "step", goesOn: true},               // a confirmation follows the click
	{kind: "banner", goesOn: true},             // a cookie banner covers the page
	{kind: "slow", goesOn: true},               // a slow network
	{kind: "lazy", goesOn: true},               // the control appears 2.5 s later
	{kind: "moved", goesOn: true},              // the control stands elsewhere among its neighbours
	{kind: "narrow", goesOn: true},             // the window of a phone
	{kind: "login"},                            // the login has expired
	{kind: "relogin"},                          // the same, at the address of the page
	{kind: "bar", goesOn: true},                // a cookie banner that is no dialog
	{kind: "notice", goesOn: true},             // a dialog about something else
	{kind: "chat", goesOn: true},               // a control of the same name in another dialog
	{kind: "confirm", goesOn: true},            // the browser's own question follows the click
	{kind: "ask", goesOn: true},                // a question follows it in a box that is no dialog
	{kind: "sure", goesOn: true},               // a question by the verb of the click follows it
	{kind: "capitals", goesOn: true},           // the control is written in capitals
	{kind: "shift", goesOn: true, row: true},   // rows come in above while the page is read
	{kind: "columns", goesOn: true, row: true}, // the columns stand in another order
	{kind: "pages", goesOn: true, row: true},   // the list has pages, and the row is on the second
	{kind: "behind", row: true},                // the same, and another row of that name is on the first
	{kind: "language", goesOn: true},           // controls and headings are in another language
	{kind: "heads", goesOn: true, row: true},   // the columns are called differently
	{kind: "classes", row: true},               // the classes of pictures are others
	{kind: "swap", goesOn: true, row: true},    // the controls of a row stand the other way round
	{kind: "bulk", row: true},                  // one button for the checked rows instead of one in each
}

// drifts runs a flow on the page, changed in each way, and lets an agent help
// where it stopped. None of these runs teaches: each session ends as failed.
func (f *flowBench) drifts(c *flowCase) {
	call := f.known[c.name]
	if call == nil {
		return
	}
	only := regexp.MustCompile(os.Getenv("FLOWS_DRIFTS"))
	for _, d := range flowDrifts {
		if !only.MatchString(d.kind) || !f.applies(c, d) {
			continue
		}
		r, m := f.drifted(c, d, call, "failed")
		r.Part = "drift"
		f.note(c, r, m)
	}
}

// applies reports whether a drift is a test for a task: it needs the element that it changes.
func (f *flowBench) applies(c *flowCase, d flowDrift) bool {
	do := c.acts[c.pivot].do
	switch d.kind {
	case "row", "order", "twin", "gone", "heads", "classes", "swap", "bulk":
		return c.row != ""
	case "shift", "columns", "pages", "behind":
		return c.row != "" && !f.app.own && f.app.name != "todomvc"
	case "step", "confirm", "sure", "ask":
		return do == "click"
	case "testids":
		return f.app.name != "issues" && f.app.name != "tiddlywiki" && f.app.name != "todomvc" && f.app.name != "node-red" && f.app.name != "pocketbase" && f.app.name != "swagger"
	}
	return true
}

// changesRows reports whether a drift changes the rows of an application's data; else it changes
// them in the page.
func (f *flowBench) changesRows(kind string) bool {
	_, is := f.data.(*localData)
	return f.app.own || f.app.name == "todomvc" || is && slices.Contains([]string{"row", "twin", "gone"}, kind)
}

// drifted is one run on a changed page.
func (f *flowBench) drifted(c *flowCase, d flowDrift, call map[string]any, outcome string) (flowResult, *cost) {
	m := f.a.metered()
	pivot := c.acts[c.pivot].filled(c.params)
	f.begin(d.kind, pivot.at, fillWords(c.row, c.params))
	if d.kind == "narrow" {
		f.window(420, 800)
		defer f.window(1280, 900)
	}
	m.call("mm_launch", map[string]any{"url": f.proxy.url + c.start}) // a session of its own would end as done, and teach
	f.awaitDrawn()
	before := f.state()
	text, _ := m.call("mm_run_flow", call)
	r := f.judge(c, c.params, m.said(), before)
	if r.Outcome != flowRight {
		r.Note += "; " + clipped(reason(text), 500)
	}
	if r.Outcome == flowStopped {
		r.Helped = f.help(c, d, m, text, before)
		if outcome == "done" && r.Helped != string(flowRight) {
			outcome = "failed"
		}
	}
	m.call("mm_cleanup", map[string]any{"outcome": outcome})
	r.Kind, r.Continue = d.kind, d.goesOn
	return r, m.cost
}

// reason returns a stopped run's own words, without the page that it shows.
func reason(text string) string {
	said, _, _ := strings.Cut(text, "\n\n")
	var lines []string
	for _, line := range strings.Split(said, "\n") {
		if !strings.HasPrefix(line, "[page") && !strings.HasPrefix(line, "go on:") && !strings.HasPrefix(line, "hint:") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " / ")
}

// help acts as a careful agent where a run stopped: it clears the layers in
// front of the page, opens the menu, does the step, and lets the run go on.
func (f *flowBench) help(c *flowCase, d flowDrift, m meter, text, before string) string {
	if !d.goesOn && d.kind != "login" && d.kind != "relogin" {
		return ""
	}
	for range 4 {
		at := m.ran()
		left := at.Total - at.Done
		if left <= 0 {
			break
		}
		f.clear(m)
		i := max(0, len(c.acts)-left)
		x := c.acts[i].filled(c.params)
		if f.tab.eval(`String(!!document.querySelector('[data-more]:not([open])'))`) == "true" {
			m.call("mm_click", map[string]any{"selector": "[data-more] summary"})
		}
		for n := 0; n < 4 && f.tab.eval(fmt.Sprintf(`String(!!document.querySelector('[data-pager]') && !window.__pick(%q))`, x.at)) == "true"; n++ {
			m.call("mm_click", map[string]any{"selector": "[data-pager] button:last-child"})
		}
		on := f.tab.eval(fmt.Sprintf(`window.__css?.(%q) ?? ''`, x.at))
		if on != "" && (at.Stop == nil || at.Stop.Reason != types.FlowNoEffect) { // else it was done, and only the answer was missing
			if said, ok := m.perform(x, map[string]any{"selector": on}); !ok {
				return "the step was not done: " + clipped(reason(said), 200)
			}
			f.clear(m)
		}
		if left == 1 {
			// There is nothing left to run, but the run should know that it ended.
			text, _ = m.call("mm_run_flow", map[string]any{"continue": true})
			break
		}
		text, _ = m.call("mm_run_flow", map[string]any{"continue": true, "allowRisky": true})
		if m.ran().Status == tool.FlowDone {
			break
		}
	}
	r := f.judge(c, c.params, m.said(), before)
	if r.Outcome == flowRight {
		return string(flowRight)
	}
	return strings.TrimSpace(string(r.Outcome) + " " + r.Note + " " + clipped(reason(text), 200))
}

// clear answers the layers in front of a page, as a person does: cookies, an added
// question, an expired login.
func (f *flowBench) clear(m meter) {
	if at := m.ran(); at.Stop != nil && (strings.Contains(at.Stop.Message, "a confirm dialog") || strings.Contains(at.Stop.Message, "alertdialog")) && f.tab.eval(`'answers'`) == "" {
		m.call("mm_click", map[string]any{"role": "button", "name": "OK"})
	}
	switch said := f.tab.eval(`[...document.querySelectorAll('[data-veil] button')].map((b) => b.innerText).join('|') || (document.querySelector('form[action="/__flows/login"]') ? 'login' : '')`); {
	case strings.HasPrefix(said, "Accept all"), strings.HasPrefix(said, "Take the tour"), strings.HasPrefix(said, "Back|"):
		m.call("mm_click", map[string]any{"selector": "[data-veil] button:last-of-type"})
	case strings.HasPrefix(said, "Yes"):
		m.call("mm_click", map[string]any{"selector": "[data-veil] button:first-of-type"})
	case said == "login":
		m.call("mm_type", map[string]any{"selector": "input[name=user]", "text": "me"})
		m.call("mm_type", map[string]any{"selector": "input[type=password]", "text": "it is me", "submit": true})
	}
}

// window gives the browser's windows a size.
func (f *flowBench) window(width, height int) {
	ctx, cancel := context.WithTimeout(f.tab.ctx, 10*time.Second)
	defer cancel()
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		at, err := cdp.Call(ctx, t, browser.GetWindowForTarget, browser.GetWindowForTargetParams{})
		if err == nil {
			_, err = cdp.Call(ctx, t, browser.SetWindowBounds, browser.SetWindowBoundsParams{WindowID: at.WindowID, Bounds: &browser.Bounds{Width: int64(width), Height: int64(height)}})
		}
		return err
	}))
	if err != nil {
		fmt.Printf("   the window keeps its size: %v\n", err)
	}
}

// repairs runs a flow on a page that changed, helps where it stops, ends the task
// as done, and runs it again on the same page.
func (f *flowBench) repairs(c *flowCase) {
	call := f.known[c.name]
	if call == nil {
		return
	}
	for _, kind := range []string{"texts", "menu", "step", "moved", "banner"} {
		d := flowDrift{kind: kind, goesOn: true}
		if !f.applies(c, d) {
			continue
		}
		first, _ := f.drifted(c, d, call, "done")
		if first.Outcome == flowRight || first.Helped != string(flowRight) {
			continue // nothing was repaired
		}
		m := f.a.metered()
		pivot := c.acts[c.pivot].filled(c.params)
		f.begin(kind, pivot.at, "")
		m.call("mm_launch", map[string]any{"url": f.proxy.url + c.start})
		f.awaitDrawn()
		before := f.state()
		text, _ := m.call("mm_run_flow", call)
		r := f.judge(c, c.params, m.said(), before)
		if r.Outcome != flowRight {
			r.Note += "; " + clipped(reason(text), 500)
		}
		r.Part, r.Kind = "repair", kind
		m.call("mm_cleanup", map[string]any{"outcome": "done"})
		f.note(c, r, m.cost)
	}
}
