package contenttest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// want is the expectation of a test for one recorded step.
type want struct {
	step     string // tool, role and name, as recorded.String says them
	testID   string
	appeared string // one of the elements that appeared
	url      string // the end of the URL after it
	input    map[string]any
	length   int
	failed   string // the code of the outcome
}

func TestRecordsWhatIsDone(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		do   func(tb *tab)
		want []want
	}{
		{"a click on the icon in a button is the button's", func(tb *tab) { tb.click("#icon") },
			[]want{{step: `mm_click button "Save"`, testID: "save", appeared: `status "Saved"`}}},
		{"a click on an element that only looks like a button", func(tb *tab) { tb.click("#cardtext") },
			[]want{{step: `mm_click generic "Open card"`, appeared: `heading "Card opened"`}}},
		{"a click on a paragraph that does something", func(tb *tab) { tb.click("#quiet-listener") },
			[]want{{step: `mm_click paragraph "Reacts without looking like it"`, appeared: `heading "It did react"`}}},
		{"a click that nothing comes of", func(tb *tab) { tb.click("#idle"); tb.click("#save") },
			[]want{{step: `mm_click button "Save"`}}},
		{"a click on a label is one on its control", func(tb *tab) { tb.click("#agree-label") },
			[]want{{step: `mm_click checkbox "I agree"`, testID: "agree"}}},
		{"a button that goes when it is pressed", func(tb *tab) { tb.click("#vanish") },
			[]want{{step: `mm_click button "Vanishes when pressed"`, appeared: `heading "Vanished"`}}},
		{"a menu that opens when it is pressed", func(tb *tab) { tb.click("#mousedown-menu") },
			[]want{{step: `mm_click button "Menu on press"`, appeared: `menuitem "Rename"`}}},
		{"a click that the page answers a little later", func(tb *tab) { tb.click("#slow") },
			[]want{{step: `mm_click button "Answers late"`, appeared: `heading "Late"`}}},
		{"a click that fails visibly", func(tb *tab) { tb.click("#fail") },
			[]want{{step: `mm_click button "Fails"`, appeared: `alert "Error: insufficient funds"`, failed: "MM_CLICK_FAILED"}}},
		{"an alert that is no error", func(tb *tab) { tb.click("#succeed") },
			[]want{{step: `mm_click button "Succeeds"`, appeared: `alert "Transfer sent"`}}},
		{"a field marked invalid", func(tb *tab) { tb.click("#invalid") },
			[]want{{step: `mm_click button "Marks invalid"`, failed: "MM_CLICK_FAILED"}}},
		{"a route of a single-page application", func(tb *tab) { tb.click("#route") },
			[]want{{step: `mm_click button "Go to #/next"`, appeared: `heading "Next screen"`, url: "#/next"}}},
		{"the way back", func(tb *tab) {
			tb.click("#route")
			tb.closed(1)
			tb.goBack()
		}, []want{{step: `mm_click button "Go to #/next"`, url: "#/next"}, {step: "mm_navigate", appeared: `heading "Back again"`, url: "actions.html"}}},
		{"a route that a script of the page sets", func(tb *tab) {
			tb.eval(`new Promise((done) => { addEventListener("popstate", () => setTimeout(done)); location.hash = "#/unlock"; })`, nil)
			tb.click("#save")
		}, []want{{step: `mm_click button "Save"`}}},
		{"typing is one step for each field", func(tb *tab) {
			tb.click("#name")
			tb.keys("Grace Hopper")
			tb.click("#notes")
			tb.keys("hi")
			tb.click("h1")
		}, []want{{step: `mm_type textbox "Name"`, testID: "name", length: 16}, {step: `mm_type textbox "Notes"`, length: 4}}},
		{"typing, then the button", func(tb *tab) {
			tb.click("#find")
			tb.keys("lamp")
			tb.click("#save")
		}, []want{{step: `mm_type textbox "Find"`, length: 4}, {step: `mm_click button "Save"`, testID: "save", appeared: `status "Saved"`}}},
		{"Enter that no button answers", func(tb *tab) {
			tb.click("#find")
			tb.keys("lamp" + kb.Enter)
		}, []want{{step: `mm_type textbox "Find"`, length: 4, input: map[string]any{"submit": true}, appeared: `heading "Results"`}}},
		{"Enter in a field that was filled before", func(tb *tab) {
			tb.eval("document.querySelector('#find').focus()", nil)
			tb.keys(kb.Enter)
		}, []want{{step: `mm_press textbox "Find"`, input: map[string]any{"key": "Enter"}, appeared: `heading "Results"`}}},
		{"a new line is typing", func(tb *tab) {
			tb.click("#notes")
			tb.keys("one\rtwo")
			tb.click("h1")
		}, []want{{step: `mm_type textbox "Notes"`, length: 16}}},
		{"an editor", func(tb *tab) {
			tb.click("#editor")
			tb.keys("Dear all")
			tb.click("h1")
		}, []want{{step: `mm_type textbox "Editor"`, length: 16}}},
		{"a choice from a list", func(tb *tab) {
			tb.eval("document.querySelector('#plan').focus()", nil)
			tb.keys("G")
			tb.click("h1")
		}, []want{{step: `mm_type combobox "Plan"`, input: map[string]any{"text": "Gold"}}}},
		{"a key that presses a button", func(tb *tab) {
			tb.eval("document.querySelector('#save').focus()", nil)
			tb.keys(" ")
		}, []want{{step: `mm_click button "Save"`, appeared: `status "Saved"`}}},
		{"clicks by the page itself do not count", func(tb *tab) {
			tb.eval("document.querySelector('#fail').click()", nil)
			tb.click("#save")
		}, []want{{step: `mm_click button "Save"`}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "actions.html")
			tt.do(tb)
			check(t, tb.closed(len(tt.want)), tt.want)
		})
	}
}

// drawnControls has a list that opens when its field is pressed, with entries that show the hand only under the
// mouse, a row of stars that is one slider, and the track of another.
const drawnControls = `document.body.innerHTML = '<style>.entry:hover { cursor: pointer; background: #eee } .track { position: relative; width: 200px; height: 20px; cursor: pointer; background: #ccc }</style>' +
	'<input id="pick" role="combobox" aria-label="Warden" readonly>' + '<ul role="listbox" aria-label="Wardens" hidden><li role="option"><a class="entry">Aiko</a></li><li role="option"><a class="entry" id="bram">Bram</a></li></ul>' +
	'<div style="cursor: pointer; width: 200px"><span id="value">Aiko</span><input role="combobox" aria-label="Deputy" style="opacity: 0; width: 60px"></div>' +
	'<div id="stars" role="slider" tabindex="0" aria-label="Stars" style="width:100px;height:20px"></div>' +
	'<div id="track" class="track"><div role="slider" tabindex="0" aria-label="Loud" style="position:absolute;width:20px;height:20px"></div></div>';
	const list = document.querySelector('ul');
	for (const id of ['pick', 'value']) document.getElementById(id).addEventListener('mousedown', () => { list.hidden = false; });
	list.addEventListener('click', () => { list.hidden = true; }); null`

// TestRecordsPressesOnDrawnControls presses fields and sliders that an application draws itself.
func TestRecordsPressesOnDrawnControls(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(drawnControls, nil)
	for i, press := range []struct{ on, step, input string }{
		{"#pick", `mm_click combobox "Warden"`, "null"},
		{"#bram", `mm_click option "Bram"`, "null"},
		{"#value", `mm_click combobox "Deputy"`, "null"},
		{"#stars", `mm_click slider "Stars"`, `{"at":{"height":20,"width":100,"x":50,"y":10}}`},
		{"#track", `mm_click slider "Loud"`, `{"at":{"height":20,"width":200,"x":100,"y":10}}`},
	} {
		tb.click(press.on)
		steps := tb.closed(i + 1)
		if len(steps) != i+1 || steps[i].String() != press.step {
			t.Fatalf("recorded %s, want %s at the end", describe(steps), press.step)
		}
		if input, err := json.Marshal(steps[i].opened.Step.Tool.Input); err != nil || string(input) != press.input {
			t.Errorf("%s has the input %s, want %s", press.step, input, press.input)
		}
	}
}

// goBack goes back in the tab's history as the browser's own button does.
func (tb *tab) goBack() {
	tb.t.Helper()
	history, err := chromedp.Call(tb.ctx, page.GetNavigationHistory, cdp.Empty{})
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.must(chromedp.Call(tb.ctx, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: history.Entries[history.CurrentIndex-1].ID}))
}

func check(t *testing.T, steps []recorded, wanted []want) {
	t.Helper()
	if len(steps) != len(wanted) {
		t.Fatalf("recorded %s, want %d steps", describe(steps), len(wanted))
	}
	for i, w := range wanted {
		s := steps[i]
		tool := s.closed.Step.Tool
		if s.String() != w.step {
			t.Errorf("step %d is %s, want %s", i, s, w.step)
		}
		if w.testID != "" && tool.Target.TestID != w.testID {
			t.Errorf("step %d: test id %q, want %q", i, tool.Target.TestID, w.testID)
		}
		if tool.Target != nil && tool.Target.Selector == "" && tool.Name != "mm_navigate" {
			t.Errorf("step %d has no selector", i)
		}
		after, _ := s.closed.After["currentUrl"].(string)
		if !strings.HasSuffix(after, w.url) {
			t.Errorf("step %d led to %q, want …%s", i, after, w.url)
		}
		if load, _ := s.closed.After["load"].(string); (load == "same") != (w.url != "") {
			t.Errorf("step %d: load %q after %q", i, load, after)
		}
		appeared, _ := s.closed.After["appeared"].([]any)
		if w.appeared != "" && !slices.Contains(appeared, any(w.appeared)) {
			t.Errorf("step %d: appeared %q, want %s among it", i, appeared, w.appeared)
		}
		if tool.Name == "mm_type" && (tool.TextRedacted != (w.input["text"] == nil) || tool.TextLength != w.length) {
			t.Errorf("step %d: text redacted %v, length %d, want %d", i, tool.TextRedacted, tool.TextLength, w.length)
		}
		for k, v := range w.input {
			if tool.Input[k] != v {
				t.Errorf("step %d: input %v, want %v", i, tool.Input, w.input)
			}
		}
		if code := codeOf(s.closed.Outcome); code != w.failed {
			t.Errorf("step %d: outcome %q, want %q", i, code, w.failed)
		}
		before := s.opened.Step.Observation
		if before == nil || len(before.A11y.Nodes) == 0 || s.opened.Step.Actor != "observed" {
			t.Errorf("step %d opened without the page before it: %.200s", i, s.opened.raw)
		} else if w.appeared != "" && slices.ContainsFunc(before.A11y.Nodes, func(n node) bool { return n.Role+` "`+n.Name+`"` == w.appeared }) {
			t.Errorf("step %d: the observation is not from before the action", i)
		}
	}
}

func codeOf(o *outcome) string {
	if o == nil || o.Error == nil {
		return ""
	}
	return o.Error.Code
}

// TestStepsThatLeaveThePageAreSaidInTime: a message from a page that goes may be
// lost, so everything but the destination is sent before.
func TestStepsThatLeaveThePageAreSaidInTime(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		do   func(tb *tab)
		want []string
	}{
		{"a link", func(tb *tab) { tb.click("#away") }, []string{`mm_click link "Other page"`}},
		{"a link to a slow server", func(tb *tab) {
			tb.eval(`document.querySelector('#away').href = 'other.html?slow'`, nil)
			tb.click("#away")
		}, []string{`mm_click link "Other page"`}},
		{"a form by its button", func(tb *tab) {
			tb.click("#name")
			tb.keys("Ada")
			tb.click("#submit")
		}, []string{`mm_type textbox "Name"`, `mm_click button "Send form"`}},
		{"an element that does not look like it", func(tb *tab) { tb.click("#leaver") }, []string{`mm_click paragraph "Leaves by script"`}},
		{"a form by Enter", func(tb *tab) {
			tb.click("#name")
			tb.keys("Ada" + kb.Enter)
		}, []string{`mm_type textbox "Name"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "actions.html")
			tt.do(tb)
			tb.waitFor("document.title === 'Other page'")
			// The last message of the page may arrive after the answer of the next one.
			steps := tb.recordedUntil("all steps have opened, and all but the last closed", func(steps []recorded) bool {
				return len(steps) >= len(tt.want) && allClosed(steps[:len(steps)-1])
			})
			if got := describe(steps); got != strings.Join(tt.want, "; ") {
				t.Fatalf("recorded %s, want %s", got, strings.Join(tt.want, "; "))
			}
			if last := steps[len(steps)-1]; last.closed != nil && len(last.closed.After) != 0 {
				t.Errorf("the page cannot know where it led to, but says %v", last.closed.After)
			}
		})
	}
}

func TestRecordsInShadowRootsAndFrames(t *testing.T) {
	t.Parallel()
	t.Run("shadow root", func(t *testing.T) {
		tb := open(t, "shadow.html")
		tb.click("app-shell >>> #go span")
		steps := tb.closed(1)
		check(t, steps, []want{{step: `mm_click button "Deep"`, testID: "deep-button", appeared: `status "Deep pressed"`}})
		if got := steps[0].opened.Step.Tool.Target.Selector; got != "body > main > app-shell >>> #go" && got != "main > app-shell >>> #go" {
			t.Errorf("selector %q does not lead into the shadow root", got)
		}
	})
	for _, id := range []string{"same", "other"} {
		t.Run(id+" origin frame", func(t *testing.T) {
			tb := open(t, "frames.html")
			var at struct{ X, Y float64 }
			tb.eval(`(() => { const r = document.querySelector('#`+id+`').getBoundingClientRect(); return {X: r.x + 40, Y: r.y + 85}; })()`, &at)
			if err := chromedp.Do(tb.ctx, chromedp.MouseClickXY(at.X, at.Y)); err != nil {
				t.Fatal(err)
			}
			check(t, tb.closed(1), []want{{step: `mm_click button "Inner button"`, testID: "inner", appeared: `status "Inner pressed"`}})
		})
	}
}

func TestRecordsOnlyWhereItMay(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		consent string // the worker's answer
		do      func(tb *tab)
		want    string
	}{
		{"consent refused", `{"allowed":false}`, func(tb *tab) { tb.click("#save") }, ""},
		{"consent not known yet", `undefined`, func(tb *tab) { tb.click("#save") }, ""},
		{"consent that comes late", `undefined`, func(tb *tab) {
			tb.click("#save")
			tb.ask(`{to:"content",kind:"consent",allowed:true}`)
		}, `mm_click button "Save"`},
		{"consent withdrawn", `{"allowed":true}`, func(tb *tab) {
			tb.ask(`{to:"content",kind:"consent",allowed:false}`)
			tb.click("#save")
		}, ""},
		{"within a bracket", `{"allowed":true}`, func(tb *tab) {
			tb.ask(`{to:"content",kind:"bracket",bracket:{tabId:1,open:true,maxMs:60000}}`)
			tb.click("#save")
		}, ""},
		{"after a bracket", `{"allowed":true}`, func(tb *tab) {
			tb.ask(`{to:"content",kind:"bracket",bracket:{tabId:1,open:true}}`)
			tb.ask(`{to:"content",kind:"bracket",bracket:{tabId:1,open:false}}`)
			tb.click("#save")
		}, `mm_click button "Save"`},
		{"after a bracket that nobody closed", `{"allowed":true}`, func(tb *tab) {
			tb.ask(`{to:"content",kind:"bracket",bracket:{tabId:1,open:true,maxMs:1}}`)
			time.Sleep(20 * time.Millisecond)
			tb.click("#save")
		}, `mm_click button "Save"`},
		{"the extension is gone", `{"allowed":true}`, func(tb *tab) {
			tb.eval("delete chrome.runtime.id", nil)
			tb.click("#save")
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := openWith(t, baseURL+"/dom/actions.html", tt.consent)
			tt.do(tb)
			if tt.want == "" {
				time.Sleep(500 * time.Millisecond) // nothing is to come; give it the time to come
				if m := tb.messages(); len(m) > 0 {
					t.Errorf("said %.300s", m[0].raw)
				}
				return
			}
			if got := describe(tb.closed(1)); got != tt.want {
				t.Errorf("recorded %s, want %s", got, tt.want)
			}
		})
	}
}

// opened waits until n steps have opened.
func (tb *tab) opened(n int) []recorded {
	tb.t.Helper()
	return tb.recordedUntil(fmt.Sprintf("%d steps have opened", n), func(steps []recorded) bool { return len(steps) >= n })
}

// TestChoosingByScriptCountsWhereTheTabIsDriven sets controls as drivers do, by
// script with events of their own, and as pages do.
func TestChoosingByScriptCountsWhereTheTabIsDriven(t *testing.T) {
	t.Parallel()
	const page = `document.body.innerHTML = '<label>Currency <select id="s"><option>Dollar<option>Euro</select></label>' +
		'<label>Day <input id="d" type="date"></label><label>Word <input id="w"></label><select id="hidden" hidden><option>x</select><button id="b">Change</button>',
		document.querySelector('#b').onclick = () => document.querySelector('#s').dispatchEvent(new Event('change', {bubbles: true})), null`
	change := func(id string) string {
		return `document.querySelector('#` + id + `').dispatchEvent(new Event('change', {bubbles: true})), null`
	}
	for name, tt := range map[string]struct {
		driven bool
		do     func(tb *tab)
		want   string
	}{
		"a list of a driven tab":            {true, func(tb *tab) { tb.eval(change("s"), nil) }, `mm_type combobox "Currency"`},
		"a date of a driven tab":            {true, func(tb *tab) { tb.eval(change("d"), nil) }, `mm_type textbox "Day"`},
		"a text field, whose input is real": {true, func(tb *tab) { tb.eval(change("w"), nil) }, ""},
		"what nobody sees":                  {true, func(tb *tab) { tb.eval(change("hidden"), nil) }, ""},
		"a list that nobody drives":         {false, func(tb *tab) { tb.eval(change("s"), nil) }, ""},
		"the page's answer to a click":      {true, func(tb *tab) { tb.click("#b") }, `mm_click button "Change"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "other.html")
			tb.eval(fmt.Sprintf("globalThis.drivenReply = {allowed: %v}, null", tt.driven), nil)
			tb.eval(page, nil)
			tt.do(tb)
			if tt.want == "" {
				time.Sleep(300 * time.Millisecond) // nothing is to come; give it the time to come
				if m := tb.messages(); len(m) > 0 {
					t.Errorf("said %.300s", m[0].raw)
				}
				return
			}
			if got := describe(tb.closed(1)); got != tt.want {
				t.Errorf("recorded %s, want %s", got, tt.want)
			}
		})
	}
}
