package contenttest

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// typed returns the secrets that were sent so far.
func (tb *tab) typed() []string {
	tb.mu.Lock()
	defer tb.mu.Unlock()
	var out []string
	for _, m := range tb.sent {
		if m.Kind == "typed" {
			out = append(out, m.Text)
		}
	}
	return out
}

// insert writes a text as a driver does that fills a field at once.
func (tb *tab) insert(text string) {
	tb.t.Helper()
	if _, err := chromedp.Call(tb.ctx, input.InsertText, input.InsertTextParams{Text: text}); err != nil {
		tb.t.Fatal(err)
	}
}

// command has the browser's editor do something, as a shortcut does.
func (tb *tab) command(key, command string) {
	tb.t.Helper()
	stroke := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Modifiers: ctrl, Key: key, Commands: []string{command}}
	if _, err := chromedp.Call(tb.ctx, input.DispatchKeyEvent, stroke); err != nil {
		tb.t.Fatal(err)
	}
}

// clipboard is held by the test that uses the browser's one.
var clipboard sync.Mutex

// copied puts a text into the clipboard, until the test ends.
func (tb *tab) copied(text string) {
	tb.t.Helper()
	clipboard.Lock()
	tb.t.Cleanup(clipboard.Unlock)
	tb.click("#comment")
	tb.insert(text)
	tb.command("a", "selectAll")
	tb.command("c", "copy")
}

// TestWhatIsTypedIntoASensitiveFieldIsSent checks the messages after real events of
// real Chromium. Where the text is not known exactly, nothing is sent.
func TestWhatIsTypedIntoASensitiveFieldIsSent(t *testing.T) {
	const secret = "zß7 quack!"
	for name, tt := range map[string]struct {
		do   func(tb *tab)
		want []string
	}{
		"keys":                    {func(tb *tab) { tb.click("#password"); tb.keys(secret) }, []string{secret}},
		"a driver's insertion":    {func(tb *tab) { tb.click("#password"); tb.insert(secret) }, []string{secret}},
		"an emoji":                {func(tb *tab) { tb.click("#password"); tb.insert("ab👍cd"); tb.keys("e") }, []string{"ab👍cde"}},
		"a shadow root":           {func(tb *tab) { tb.click("#host >>> #inner"); tb.keys(secret) }, []string{secret}},
		"corrections":             {func(tb *tab) { tb.click("#password"); tb.keys("abxx" + kb.Backspace + kb.Backspace + "cd") }, []string{"abcd"}},
		"the caret in the middle": {func(tb *tab) { tb.click("#password"); tb.keys("abef" + kb.ArrowLeft + kb.ArrowLeft + "cd") }, []string{"abcdef"}},
		"a letter deleted forward": {func(tb *tab) {
			tb.click("#password")
			tb.keys("abXcde" + kb.Home + kb.ArrowRight + kb.ArrowRight + kb.Delete)
		}, []string{"abcde"}},
		"all replaced": {func(tb *tab) {
			tb.click("#password")
			tb.keys("wrong")
			tb.command("a", "selectAll")
			tb.insert("right")
		}, []string{"right"}},
		"undo":                                {func(tb *tab) { tb.click("#password"); tb.keys("wrong"); tb.command("z", "undo"); tb.keys("x") }, nil},
		"short":                               {func(tb *tab) { tb.click("#password"); tb.keys("abc") }, nil},
		"a paste":                             {func(tb *tab) { tb.copied(secret); tb.click("#password"); tb.command("v", "paste") }, []string{secret}},
		"a paste that does not fit":           {func(tb *tab) { tb.copied("12345678"); tb.click("#six"); tb.keys("9"); tb.command("v", "paste") }, []string{"912345"}},
		"more keys than fit":                  {func(tb *tab) { tb.click("#six"); tb.keys("12345678") }, []string{"123456"}},
		"Enter":                               {func(tb *tab) { tb.click("#password"); tb.keys("one4" + kb.Enter + "two") }, []string{"one4", "one4two"}},
		"a code":                              {func(tb *tab) { tb.click("#otp"); tb.keys("482913") }, []string{"482913"}},
		"a code in a number field":            {func(tb *tab) { tb.click("#number"); tb.keys("4829e" + kb.Backspace + "13") }, []string{"482913"}},
		"a code in boxes":                     {func(tb *tab) { tb.click("#boxes input"); tb.keys("4829") }, []string{"4829"}},
		"a code in boxes, pasted":             {func(tb *tab) { tb.copied("4829"); tb.click("#boxes input"); tb.command("v", "paste") }, []string{"4829"}},
		"a part of a code in boxes":           {func(tb *tab) { tb.click("#boxes input"); tb.keys("482") }, nil},
		"a number that a script groups":       {func(tb *tab) { tb.click("#card"); tb.keys("4929123412341234") }, []string{"4929123412341234"}},
		"a phrase in a text area":             {func(tb *tab) { tb.click("#seed"); tb.keys("one two\rthree") }, []string{"one two\nthree"}},
		"a phrase in an editor":               {func(tb *tab) { tb.click("#editor"); tb.keys("one two") }, []string{"one two"}},
		"a field that holds something":        {func(tb *tab) { tb.click("#prefilled"); tb.keys("more") }, nil},
		"a field that shows when it is empty": {func(tb *tab) { tb.click("#hinted"); tb.command("a", "selectAll"); tb.keys(kb.Backspace + "other") }, []string{"other"}},
		"a field that a script fills": {func(tb *tab) {
			tb.eval("document.getElementById('password').value = 'scripted'", nil)
			tb.click("#password")
			tb.keys("more")
		}, nil},
		"a field that a script empties": {func(tb *tab) {
			tb.click("#password")
			tb.keys("first")
			tb.click("#comment")
			tb.eval("document.getElementById('password').value = ''", nil)
			tb.click("#password")
			tb.keys("second")
		}, []string{"first", "second"}},
		"a field that is entered again": {func(tb *tab) {
			tb.click("#password")
			tb.keys("first")
			tb.click("#comment")
			tb.click("#password")
			tb.keys("more")
		}, []string{"first"}},
		"a field that is entered by Tab again": {func(tb *tab) {
			tb.click("#password")
			tb.keys("first")
			tb.click("#show")
			tb.click("#comment")
			tb.focus("password")
			tb.eval("document.getElementById('password').select()", nil)
			tb.keys("second")
		}, []string{"first", "second"}},
		"events of a script": {func(tb *tab) {
			tb.click("#password")
			tb.eval(`(() => { const el = document.getElementById('password'); el.dispatchEvent(new InputEvent('beforeinput', {data: 'forged', inputType: 'insertText'})); el.dispatchEvent(new InputEvent('input', {data: 'forged', inputType: 'insertText'})); })()`, nil)
		}, nil},
		"an insertion by a script": {func(tb *tab) {
			tb.click("#password")
			tb.keys("ab")
			tb.eval(`document.execCommand('insertText', false, 'forged')`, nil)
		}, nil},
		"an ordinary field":        {func(tb *tab) { tb.click("#comment"); tb.keys(secret) }, nil},
		"a look while it is typed": {func(tb *tab) { tb.click("#otp"); tb.keys("1234"); tb.look(); tb.look(); tb.keys("56") }, []string{"1234", "123456"}},
		"the page goes": {func(tb *tab) {
			tb.click("#password")
			tb.keys(secret)
			if err := chromedp.Do(tb.ctx, chromedp.Navigate("about:blank")); err != nil {
				tb.t.Fatal(err)
			}
		}, []string{secret}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "typed.html")
			tt.do(tb)
			if name != "the page goes" {
				tb.click("#after")
				tb.settleKeys()
				tb.look()
			} else {
				tb.closed(1)
			}
			if got := tb.typed(); !slices.Equal(got, tt.want) {
				t.Errorf("sent %q, want %q", got, tt.want)
			}
			for _, m := range tb.messages() {
				for _, secret := range tt.want {
					if strings.Contains(m.raw, secret) && len(secret) > 6 {
						t.Errorf("%q is in %.300s", secret, m.raw)
					}
				}
			}
		})
	}
}
