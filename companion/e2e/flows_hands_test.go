package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// byHand does a task in the agent's session with a person's mouse and keys, of which Cairn is
// without a note, before the parts that run it.
func (f *flowBench) byHand(c *flowCase) {
	m := f.a.metered()
	f.begin("", "", "")
	m.call("mm_launch", map[string]any{"goal": goalWith(c.goal, c.params), "url": f.proxy.url + c.start})
	f.awaitReady()
	f.stages[c.name] = []string{f.state()}
	for _, x := range c.acts {
		if err := f.tab.hand(x.filled(c.params)); err != nil {
			m.note = append(m.note, fmt.Sprintf("%s %q failed: %v", x.do, x.at, err))
		}
		time.Sleep(1500 * time.Millisecond) // as people do
		f.stages[c.name] = append(f.stages[c.name], f.state())
	}
	want := c.wanted(c.params)
	r := flowResult{Part: "run1", Outcome: flowRight}
	if got := f.settled(want); got != want {
		r.Outcome, r.Note = flowWrong, fmt.Sprintf("data are %q, want %q", got, want)
	}
	// A person sees whether it is done.
	m.call("mm_cleanup", map[string]any{"outcome": map[bool]string{true: "done", false: "failed"}[r.Outcome == flowRight]})
	f.note(c, r, m.cost)
}

// hand does one act with real input.
func (t *flowTab) hand(x flowAct) error {
	ids := t.tabs()
	if len(ids) == 0 {
		return fmt.Errorf("there is no tab")
	}
	ctx, cancel := chromedp.NewContext(t.ctx, chromedp.WithTargetID(ids[0]), chromedp.WithDetachOnCancel())
	defer cancel()
	attached := make(chan error, 1)
	go func() { attached <- chromedp.Do(ctx) }()
	select {
	case err := <-attached:
		if err != nil {
			return err
		}
	case <-time.After(10 * time.Second):
		return fmt.Errorf("a dialog that was opened before holds the page")
	}
	bounded, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	if x.do == "answer" {
		_, err := chromedp.Call(bounded, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
		return err
	}
	var at struct{ X, Y float64 }
	said := t.eval(fmt.Sprintf(`(() => { const el = window.__pick(%q); el.scrollIntoView({block: 'nearest'}); const { x, y, width, height } = el.getBoundingClientRect(); return JSON.stringify({ X: x + width / 2, Y: y + height / 2 }); })()`, x.at))
	if err := json.Unmarshal([]byte(said), &at); err != nil {
		return fmt.Errorf("nothing is at %q: %q", x.at, said)
	}
	switch x.do {
	case "hover":
		return chromedp.Do(bounded, chromedp.MouseEvent("mouseMoved", at.X, at.Y))
	case "double":
		return chromedp.Do(bounded, chromedp.MouseClickXY(at.X, at.Y, chromedp.ClickCount(2)))
	case "type":
		text := x.text
		if x.enter {
			text += "\r"
		}
		return chromedp.Do(bounded, chromedp.MouseClickXY(at.X, at.Y, chromedp.ClickCount(3)), chromedp.KeyEvent(text))
	}
	return chromedp.Do(bounded, chromedp.MouseClickXY(at.X, at.Y))
}
