package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cairn/shared/flow"
	"cairn/shared/risk"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// driven is a run's hands on a driver that shows the same page each time.
type driven struct {
	*hands
	page  string            // the driver's answer with the page
	fails map[string]string // its errors, by the ref of the call
	calls []string          // those that act
}

const playwrightPage = "### Page\n- Page URL: http://a.test/\n- Page Title: A\n### Snapshot\n```yaml\n"

func newDriven(t *testing.T, server, page string) *driven {
	d := &driven{page: page, fails: map[string]string{}}
	var own *calls
	own = newCalls(&sink{out: writerFunc(func(line []byte) {
		var m struct {
			ID     json.RawMessage
			Params struct {
				Name      string
				Arguments map[string]any
			}
		}
		if json.Unmarshal(line, &m) != nil || m.Params.Name == "" {
			return // a notification
		}
		text := d.page
		ref, _ := m.Params.Arguments["target"].(string)
		failure := d.fails[ref]
		if !d.w.adapt.looks(m.Params.Name) {
			d.calls = append(d.calls, callText(m.Params.Name, m.Params.Arguments))
		}
		if failure != "" {
			text = failure
		}
		reply, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": map[string]any{"content": []any{map[string]string{"type": "text", "text": text}}, "isError": failure != ""}})
		if err != nil {
			t.Error(err)
		}
		message := read(reply)
		own.answered(&message)
	})})
	w := newWatcher(t.Context(), Options{Memory: seen{&keeper{}}, Err: &bytes.Buffer{}}, own)
	w.driver(server, "")
	d.hands = &hands{w: w, client: own.client()}
	return d
}

// TestActsOnTheMeantElementAlone acts once on a page: on the element that the run chose, or not at all.
func TestActsOnTheMeantElementAlone(t *testing.T) {
	const page = `- button "Save" [ref=e1]
- text: Twice
- generic [ref=e2]: Twice
- generic [ref=e3]: Twice
- combobox "Size" [ref=e4]:
  - option "M"
- textbox "Name" [ref=e5]
- generic [ref=e6]:
  - radio "Card" [ref=e7]
  - generic [ref=e8]: Card
- iframe [ref=e9]:
  - button "Pay" [ref=e10]
- heading "Ann" [ref=e11]
- button "Open" [ref=e12]
- heading "Bea" [ref=e13]
- button "Open" [ref=e14]
- listbox "Colour" [ref=e15]
- combobox "City" [ref=e16]` + "\n"
	nodes := pageOf("http://a.test/", "", mustAria(t, playwrightPage+page+"```")).obs.A11y.Nodes
	place := func(ref string) []string {
		return flow.Around(nodes, slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Ref == ref }))
	}
	const covers = "TimeoutError: <div> intercepts pointer events"
	click := func(in tool.TargetInput, proof *tool.Proof) func(context.Context, *hands) (*tool.ActResult, error) {
		return func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Click(ctx, tool.ClickInput{TargetInput: in, ActInput: tool.ActInput{Proof: proof}})
		}
	}
	on := func(ref string) tool.TargetInput { return tool.TargetInput{A11yRef: ref} }
	for name, c := range map[string]struct {
		more  string // of the page
		fails map[string]string
		act   func(context.Context, *hands) (*tool.ActResult, error)
		calls string // with their refs
		code  types.Code
	}{
		"by its ref":              {act: click(on("e1"), nil), calls: `browser_click {"element":"Save button","target":"e1"}`},
		"by its text":             {act: click(tool.TargetInput{Text: "Card"}, nil), code: types.CodeTargetAmbiguous},
		"by a text that is once":  {act: click(tool.TargetInput{Text: "Ann"}, nil), calls: `browser_click {"element":"Ann heading","target":"e11"}`},
		"by a text that is twice": {act: click(tool.TargetInput{Text: "Twice"}, nil), code: types.CodeTargetAmbiguous},
		"gone":                    {act: click(on("e99"), nil), code: types.CodeStaleRef},
		"in a frame":              {act: click(on("e10"), nil), code: types.CodeStaleRef},
		"behind a modal dialog":   {more: "- dialog \"Party\" [modal=true] [ref=e20]\n", act: click(on("e1"), nil), code: types.CodeTargetNotActable},
		"beside a dialog":         {more: "- dialog \"Party\" [ref=e20]\n", act: click(on("e1"), nil), calls: `browser_click {"element":"Save button","target":"e1"}`},
		"behind a modal alert":    {more: "- alertdialog \"Party\" [modal=true] [ref=e20]\n", act: click(on("e1"), nil), code: types.CodeTargetNotActable},
		"in a modal dialog": {more: "- dialog \"Party\" [modal=true] [ref=e20]:\n  - button \"OK\" [ref=e21]\n", act: click(on("e21"), nil),
			calls: `browser_click {"element":"OK button","target":"e21"}`},
		"as it was proved":   {act: click(on("e14"), &tool.Proof{Target: types.Target{Role: "button", Name: "Open"}, Around: place("e14")}), calls: `browser_click {"element":"Open button","target":"e14"}`},
		"an equal elsewhere": {act: click(on("e14"), &tool.Proof{Target: types.Target{Role: "button", Name: "Open"}, Around: place("e12")}), code: types.CodeStaleRef},
		"another name":       {act: click(on("e14"), &tool.Proof{Target: types.Target{Role: "button", Name: "Close"}}), code: types.CodeStaleRef},
		"a choice that is covered": {fails: map[string]string{"e7": covers}, act: click(on("e7"), nil),
			calls: `browser_click {"element":"Card radio","target":"e7"}, browser_click {"element":"Card radio","target":"e8"}`},
		"a choice that fails":    {fails: map[string]string{"e7": "Error: no such thing"}, act: click(on("e7"), nil), calls: `browser_click {"element":"Card radio","target":"e7"}`, code: types.CodeActionFailed},
		"a button that is under": {fails: map[string]string{"e1": covers}, act: click(on("e1"), nil), calls: `browser_click {"element":"Save button","target":"e1"}`, code: types.CodeTargetNotActable},
		"an option": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Type(ctx, tool.TypeInput{TargetInput: on("e4"), Text: "M"})
		}, calls: `browser_select_option {"element":"Size combobox","target":"e4","values":["M"]}`},
		"an option of a list": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Type(ctx, tool.TypeInput{TargetInput: on("e15"), Text: "Red"})
		}, calls: `browser_select_option {"element":"Colour listbox","target":"e15","values":["Red"]}`},
		"a text with suggestions": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Type(ctx, tool.TypeInput{TargetInput: on("e16"), Text: "Bern"})
		}, calls: `browser_type {"element":"City combobox","target":"e16","text":"Bern"}`},
		"several options": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Type(ctx, tool.TypeInput{TargetInput: on("e4"), Options: []string{"M", "L"}})
		}, calls: `browser_select_option {"element":"Size combobox","target":"e4","values":["M","L"]}`},
		"a text": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Type(ctx, tool.TypeInput{TargetInput: on("e5"), Text: "Bob"})
		}, calls: `browser_type {"element":"Name textbox","target":"e5","text":"Bob"}`},
		"a text with Enter": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Type(ctx, tool.TypeInput{TargetInput: on("e5"), Text: "Bob", Submit: true})
		}, calls: `browser_type {"element":"Name textbox","submit":true,"target":"e5","text":"Bob"}`},
		"an option with Enter": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Type(ctx, tool.TypeInput{TargetInput: on("e4"), Text: "M", Submit: true})
		}, code: types.CodeInvalidInput},
		"a text behind another": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Type(ctx, tool.TypeInput{TargetInput: on("e5"), Text: "Bob", Append: true})
		}, code: types.CodeInvalidInput},
		"a key": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Press(ctx, tool.PressInput{Key: "Enter"})
		}, calls: `browser_press_key {"key":"Enter"}`},
		"a key three times": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Press(ctx, tool.PressInput{Key: "Enter", Times: 3})
		}, code: types.CodeInvalidInput},
		"a key on an element": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Press(ctx, tool.PressInput{Key: "Enter", TargetInput: on("e5")})
		}, code: types.CodeInvalidInput},
		"two clicks, other button": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Click(ctx, tool.ClickInput{TargetInput: on("e1"), Clicking: types.Clicking{Count: 2, Button: "right", Modifiers: []string{"Shift"}}})
		}, calls: `browser_click {"button":"right","doubleClick":true,"element":"Save button","modifiers":["Shift"],"target":"e1"}`},
		"three clicks": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Click(ctx, tool.ClickInput{TargetInput: on("e1"), Clicking: types.Clicking{Count: 3}})
		}, code: types.CodeInvalidInput},
		"at a place of it": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Click(ctx, tool.ClickInput{TargetInput: on("e1"), Clicking: types.Clicking{At: &types.Point{}}})
		}, code: types.CodeInvalidInput},
		"no element at all": {act: click(tool.TargetInput{}, nil), code: types.CodeInvalidInput},
		"the mouse": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Hover(ctx, tool.HoverInput{TargetInput: on("e1")})
		}, calls: `browser_hover {"element":"Save button","target":"e1"}`},
		"back": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Back(ctx, tool.BackInput{})
		}, calls: `browser_navigate_back {}`},
		"an address": {act: func(ctx context.Context, h *hands) (*tool.ActResult, error) {
			return h.Navigate(ctx, tool.NavigateInput{URL: "http://a.test/b"})
		}, calls: `browser_navigate {"url":"http://a.test/b"}`},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriven(t, "Playwright", playwrightPage+page+c.more+"```")
			d.fails = c.fails
			result, err := c.act(t.Context(), d.hands)
			if got := strings.Join(d.calls, ", "); got != c.calls || (err != nil) != (c.code != "") || err != nil && types.AsError(err).Code != c.code {
				t.Errorf("it makes %s, %v, want %s, %s", got, err, c.calls, c.code)
			}
			if err == nil && result.Tab != (tool.TabInfo{URL: "http://a.test/", Title: "A"}) {
				t.Errorf("the page is %+v", result.Tab)
			}
		})
	}
}

// TestRefusesRisksWithoutPermission does nothing that pays, sends or deletes unless the run may do just that.
func TestRefusesRisksWithoutPermission(t *testing.T) {
	const page = `- form "Account" [ref=e1]:
  - textbox "Name" [ref=e2]
  - combobox "Action" [ref=e3]:
    - option "Delete account"
  - button "Delete account" [ref=e4]
- button "Next" [ref=e5]
- heading "Delete the entry" [ref=e6]
- button "OK" [ref=e7]
- form "Search" [ref=e8]:
  - textbox "Words" [ref=e9]
  - link "Delete account" [ref=e10]` + "\n```"
	on := func(ref string) tool.TargetInput { return tool.TargetInput{A11yRef: ref} }
	click := func(ref string) func(context.Context, *hands, tool.ActInput) (*tool.ActResult, error) {
		return func(ctx context.Context, h *hands, in tool.ActInput) (*tool.ActResult, error) {
			return h.Click(ctx, tool.ClickInput{TargetInput: on(ref), ActInput: in})
		}
	}
	enter := func(ref, text string, submit bool) func(context.Context, *hands, tool.ActInput) (*tool.ActResult, error) {
		return func(ctx context.Context, h *hands, in tool.ActInput) (*tool.ActResult, error) {
			return h.Type(ctx, tool.TypeInput{TargetInput: on(ref), ActInput: in, Text: text, Submit: submit})
		}
	}
	for name, c := range map[string]struct {
		act   func(context.Context, *hands, tool.ActInput) (*tool.ActResult, error)
		proof tool.Proof
		does  risk.Kind // refused, or permitted
		done  bool
	}{
		"a button that deletes":         {act: click("e4"), does: risk.Deletes},
		"with permission":               {act: click("e4"), proof: tool.Proof{May: "deletes"}, does: risk.Deletes, done: true},
		"with permission for another":   {act: click("e4"), proof: tool.Proof{May: "sends"}, does: risk.Deletes},
		"a harmless button":             {act: click("e5"), done: true},
		"harmless, with permission":     {act: click("e5"), proof: tool.Proof{May: "deletes"}, done: true},
		"known to send":                 {act: click("e5"), proof: tool.Proof{Risk: "sends"}, does: risk.Sends},
		"a heading above says it":       {act: click("e7"), does: risk.Deletes},
		"an option that deletes":        {act: enter("e3", "Delete account", false), does: risk.Deletes},
		"Enter presses a form's button": {act: enter("e2", "Bob", true), does: risk.Deletes},
		"Enter presses no link":         {act: enter("e9", "Bob", true), done: true},
		"a text alone":                  {act: enter("e2", "Bob", false), done: true},
		"a key": {act: func(ctx context.Context, h *hands, in tool.ActInput) (*tool.ActResult, error) {
			return h.Press(ctx, tool.PressInput{Key: "Delete", ActInput: in})
		}, does: risk.Deletes},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDriven(t, "Playwright", playwrightPage+page)
			proof := c.proof
			_, err := c.act(t.Context(), d.hands, tool.ActInput{Proof: &proof})
			if (err == nil) != c.done || (len(d.calls) > 0) != c.done || err != nil && types.AsError(err).Code != types.CodeConfirmation {
				t.Errorf("it makes %q, %v", d.calls, err)
			}
			if proof.Does != string(c.does) || proof.Begun != c.done {
				t.Errorf("the proof says %+v", proof)
			}
		})
	}
}
