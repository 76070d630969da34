package contenttest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Modifier keys as Input.dispatchKeyEvent has them.
const (
	alt = 1 << iota
	ctrl
	meta
	shift
)

// strike presses and releases one key with modifiers.
func (tb *tab) strike(mods int64, key, code string) {
	tb.t.Helper()
	stroke := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Modifiers: mods, Key: key, Code: code}
	if len(key) == 1 && mods&^shift == 0 {
		stroke.Type, stroke.Text, stroke.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, key, key
	}
	switch key {
	case "Enter":
		stroke.WindowsVirtualKeyCode = 13
	case "Tab":
		stroke.WindowsVirtualKeyCode = 9
	}
	for _, kind := range []input.DispatchKeyEventType{stroke.Type, input.DispatchKeyEventTypeKeyUp} {
		stroke.Type = kind
		if _, err := chromedp.Call(tb.ctx, input.DispatchKeyEvent, stroke); err != nil {
			tb.t.Fatal(err)
		}
		stroke.Text, stroke.UnmodifiedText = "", ""
	}
}

func (tb *tab) focus(id string) {
	tb.t.Helper()
	tb.eval(fmt.Sprintf("document.getElementById(%q).focus()", id), nil)
}

// pressedKeys returns the recorded steps, with the key of each press and the Enter
// after typing.
func pressedKeys(steps []recorded) string {
	var out []string
	for _, s := range steps {
		tool := s.opened.Step.Tool
		if s.closed != nil && s.closed.Step != nil {
			tool = s.closed.Step.Tool
		}
		words := s.String()
		if key, ok := tool.Input["key"].(string); ok {
			words = strings.Replace(words, "mm_press", "mm_press "+key, 1)
		}
		if tool.Input["submit"] == true {
			words += " + Enter"
		}
		out = append(out, words)
	}
	return strings.Join(out, "; ")
}

func TestKeysWithAnEffectAreStepsAndTypedLettersAreNot(t *testing.T) {
	t.Parallel()
	const end = `; mm_click button "Open dialog"` // ends each, so that the steps before are decided
	for name, tt := range map[string]struct {
		do   func(tb *tab)
		want string
	}{
		"Enter after typing":                      {func(tb *tab) { tb.click("#find"); tb.keys("lamp" + kb.Enter) }, `mm_type searchbox "Find" + Enter` + end},
		"Enter in a field that is filled":         {func(tb *tab) { tb.focus("find"); tb.keys(kb.Enter) }, `mm_press Enter searchbox "Find"` + end},
		"Enter where the form has a button":       {func(tb *tab) { tb.click("#city"); tb.keys("Rome" + kb.Enter) }, `mm_type textbox "City" + Enter` + end},
		"Enter where the form's button is hidden": {func(tb *tab) { tb.click("#street"); tb.keys("Main" + kb.Enter) }, `mm_type textbox "Street" + Enter` + end},
		"Enter in a password field":               {func(tb *tab) { tb.click("#password"); tb.keys("s3cret" + kb.Enter) }, `mm_type textbox "Password" + Enter` + end},
		"other keys in a password field": {func(tb *tab) {
			tb.click("#password")
			tb.strike(ctrl, "k", "KeyK")
			tb.strike(0, "Escape", "Escape")
		}, strings.TrimPrefix(end, "; ")},
		"Enter where typing makes a new line": {func(tb *tab) { tb.click("#third"); tb.keys("a\rb") }, `mm_type textbox "Third"` + end},
		"a shortcut that sends":               {func(tb *tab) { tb.click("#chat"); tb.keys("Hi"); tb.strike(ctrl, "Enter", "Enter") }, `mm_type textbox "Message"; mm_press Control+Enter textbox "Message"` + end},
		"a shortcut on the page":              {func(tb *tab) { tb.strike(ctrl, "k", "KeyK") }, `mm_press Control+k` + end},
		"a shortcut on a Russian keyboard":    {func(tb *tab) { tb.strike(ctrl, "л", "KeyK") }, `mm_press Control+k` + end},
		"a character that AltGr writes":       {func(tb *tab) { tb.strike(ctrl|alt, "@", "KeyQ") }, strings.TrimPrefix(end, "; ")},
		"a capital letter":                    {func(tb *tab) { tb.strike(shift, "K", "KeyK") }, strings.TrimPrefix(end, "; ")},
		"an input method's letters": {func(tb *tab) {
			tb.click("#find")
			for _, text := range []string{"に", "にほ", "日本"} {
				if _, err := chromedp.Call(tb.ctx, input.ImeSetComposition, input.ImeSetCompositionParams{Text: text, SelectionStart: 1, SelectionEnd: 1}); err != nil {
					tb.t.Fatal(err)
				}
			}
			if _, err := chromedp.Call(tb.ctx, input.InsertText, input.InsertTextParams{Text: "日本"}); err != nil {
				tb.t.Fatal(err)
			}
		}, `mm_type searchbox "Find"` + end},
		"Escape that closes a dialog": {func(tb *tab) { tb.click("#open"); tb.closed(1); tb.strike(0, "Escape", "Escape") },
			`mm_click button "Open dialog"; mm_press Escape button "Open dialog"` + end},
		"Escape that does nothing":         {func(tb *tab) { tb.strike(0, "Escape", "Escape") }, strings.TrimPrefix(end, "; ")},
		"Tab through a form":               {func(tb *tab) { tb.focus("first"); tb.keys("a" + kb.Tab + "b" + kb.Tab + "c") }, `mm_type textbox "First"; mm_type textbox "Second"; mm_type textbox "Third"` + end},
		"arrows that move the caret":       {func(tb *tab) { tb.focus("third"); tb.keys("one" + kb.ArrowLeft + kb.ArrowUp) }, `mm_type textbox "Third"` + end},
		"arrows that scroll":               {func(tb *tab) { tb.keys(kb.ArrowDown + kb.ArrowDown) }, strings.TrimPrefix(end, "; ")},
		"arrows that change a number":      {func(tb *tab) { tb.focus("amount"); tb.keys(kb.ArrowUp + kb.ArrowUp) }, strings.Repeat(`mm_type spinbutton "Amount"; `, 2) + strings.TrimPrefix(end, "; ")},
		"an arrow that chooses a radio":    {func(tb *tab) { tb.focus("s1"); tb.keys(kb.ArrowDown) }, `mm_click radio "Large"` + end},
		"an arrow that moves the focus":    {func(tb *tab) { tb.focus("m1"); tb.keys(kb.ArrowDown) }, `mm_press ArrowDown menuitem "Cut"` + end},
		"arrows that change the page":      {func(tb *tab) { tb.focus("gallery"); tb.keys(kb.ArrowRight + kb.ArrowRight + kb.ArrowRight) }, strings.Repeat(`mm_press ArrowRight group "Gallery"; `, 3) + strings.TrimPrefix(end, "; ")},
		"a choice from a list by the keys": {func(tb *tab) { tb.focus("list"); tb.keys(kb.ArrowDown + kb.ArrowDown + kb.Enter) }, strings.Repeat(`mm_press ArrowDown listbox "Colours"; `, 2) + `mm_press Enter listbox "Colours"` + end},
		"a key that presses a button":      {func(tb *tab) { tb.focus("open"); tb.keys(kb.Enter) }, `mm_click button "Open dialog"` + end},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "keys.html")
			tt.do(tb)
			tb.settleKeys()
			tb.click("#open")
			if got := pressedKeys(tb.closed(strings.Count(tt.want, ";") + 1)); got != tt.want {
				t.Errorf("recorded %s\nwant %s", got, tt.want)
			}
			for _, m := range tb.messages() {
				if strings.Contains(m.raw, "s3cret") || strings.Contains(m.raw, `"textLength":6`) {
					t.Errorf("tells of a password: %s", m.raw)
				}
			}
		})
	}
}

// settleKeys waits until the page has answered the last key and the recorder knows as
// it is now: a step that comes at once takes the page's word for it instead.
func (tb *tab) settleKeys() {
	tb.t.Helper()
	tb.ask(`{to:"content",kind:"settle",settle:{tabId:1,quietMs:400,timeoutMs:30000}}`)
}
