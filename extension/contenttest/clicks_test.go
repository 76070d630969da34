package contenttest

import (
	"encoding/json"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

const clicksPage = `document.body.innerHTML = '<button id="file" style="display:block">report.txt</button><p id="text">Some text</p><canvas id="sheet" width="200" height="100"></canvas><div id="out"></div>';
	const say = (what) => { out.innerHTML = '<h2>' + what + '</h2>'; };
	file.ondblclick = () => say('Renamed');
	file.oncontextmenu = (e) => { e.preventDefault(); say('Menu'); };
	file.onauxclick = (e) => { if (e.button === 1) say('Tab'); };
	sheet.onclick = (e) => say('Dot ' + e.offsetX);
	null`

// press clicks an element at a point in it as a person's mouse would.
func (tb *tab) press(css string, x, y float64, button input.MouseButton, count, modifiers int64) {
	tb.t.Helper()
	for n := int64(1); n <= count; n++ {
		for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
			tb.mouse(css, x, y, input.DispatchMouseEventParams{Type: kind, Button: button, ClickCount: n, Modifiers: modifiers})
		}
	}
}

// mouse sends one event of the mouse at a point of an element.
func (tb *tab) mouse(css string, x, y float64, p input.DispatchMouseEventParams) {
	tb.t.Helper()
	var at struct{ X, Y float64 }
	tb.eval(`(() => { const { x, y } = document.querySelector('`+css+`').getBoundingClientRect(); return { X: x, Y: y }; })()`, &at)
	p.X, p.Y = at.X+x, at.Y+y
	if _, err := chromedp.Call(tb.ctx, input.DispatchMouseEvent, p); err != nil {
		tb.t.Fatal(err)
	}
}

func TestRecordsHowAClickIsMade(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		do    func(tb *tab)
		step  string
		input string
	}{
		{"a double click is one step", func(tb *tab) { tb.press("#file", 5, 5, input.MouseButtonLeft, 2, 0) }, `mm_click button "report.txt"`, `{"count":2}`},
		{"a right click that the page takes", func(tb *tab) { tb.press("#file", 5, 5, input.MouseButtonRight, 1, 0) }, `mm_click button "report.txt"`, `{"button":"right"}`},
		{"a middle click", func(tb *tab) { tb.press("#file", 5, 5, input.MouseButtonMiddle, 1, 0) }, `mm_click button "report.txt"`, `{"button":"middle"}`},
		{"a click with keys held", func(tb *tab) { tb.press("#file", 5, 5, input.MouseButtonLeft, 1, 8|2) }, `mm_click button "report.txt"`, `{"modifiers":["Control","Shift"]}`},
		{"a place on a canvas", func(tb *tab) { tb.press("#sheet", 40, 25, input.MouseButtonLeft, 1, 0) }, `mm_click generic "canvas"`, `{"at":{"x":40,"y":25}}`},
		{"a right click that is the browser's", func(tb *tab) {
			tb.press("#text", 5, 5, input.MouseButtonRight, 1, 0)
			tb.press("#file", 5, 5, input.MouseButtonLeft, 1, 0)
		}, `mm_click button "report.txt"`, "null"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := open(t, "other.html")
			tb.eval(clicksPage, nil)
			tt.do(tb)
			steps := tb.closed(1)
			got, err := json.Marshal(steps[0].opened.Step.Tool.Input)
			if s := steps[0].closed.Step; s != nil {
				got, err = json.Marshal(s.Tool.Input)
			}
			if err != nil || len(steps) != 1 || steps[0].String() != tt.step || string(got) != tt.input {
				t.Errorf("recorded %s with %s, want %s with %s", describe(steps), got, tt.step, tt.input)
			}
		})
	}
}

// TestATabIsNotTheCrossInIt presses a tab beside the part that was aimed at, which a tab moves as the mouse comes.
func TestATabIsNotTheCrossInIt(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<div role=tab tabindex=0 id=tab style="width:200px;height:30px">Invoices<i class=close-icon title=Close style="display:inline-block;width:14px;height:14px;cursor:pointer"></i></div>`)
	if r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{role:"generic",name:"Close"},for:"click",timeoutMs:20000}}`); r.Error != nil {
		t.Fatal(r.Error)
	}
	tb.ask(`{to:"content",kind:"bracket",bracket:{tabId:1,open:true,maxMs:60000,aimed:true}}`)
	tb.press("#tab", 5, 5, input.MouseButtonLeft, 1, 0)
	var got string
	tb.eval(`askContent({to:"content",kind:"observe"}).then(({ page: { hit, astray } }) => JSON.stringify({ hit, astray }))`, &got)
	if want := `{"astray":"tab \"Invoices\""}`; got != want {
		t.Errorf("the outcome is %s, want %s", got, want)
	}
}

// TestAPressIsSeenToArrive presses within an aimed bracket, and compares the outcome that the page's
// content script reports.
func TestAPressIsSeenToArrive(t *testing.T) {
	t.Parallel()
	const held = "pressed, and never released"
	for name, c := range map[string]struct {
		before, meanwhile, press string
		want, role               string
	}{
		"on the element":         {"", "", "#file", `{"hit":true}`, ""},
		"on another":             {"", "", "#text", `{"astray":"paragraph \"Some text\""}`, ""},
		"dropped by the browser": {"", "", "", `{"lost":true}`, ""},
		"on an element that wants no events of the mouse": {"", `file.onpointerdown = (e) => e.preventDefault();`, "#file", `{"hit":true}`, ""},
		"without a release":                                     {"", "", held, `{"hit":true,"lost":true}`, ""},
		"on a document written over":                            {`document.open(); document.write('<body></body>'); document.close();`, "", "#file", `{"hit":true}`, ""},
		"dropped where it was written":                          {`document.open(); document.write('<body></body>'); document.close();`, "", "", `{"lost":true}`, ""},
		"on an element that a list uses for another row by now": {"", `name.textContent = 'Ann';`, "#file", `{"astray":"button \"report.txt\""}`, ""},
		"on an element that says something else by now":         {"", `file.textContent = 'Renamed';`, "#file", `{"hit":true}`, ""},
		"on an entry of a menu that says something else by now": {"", `file.textContent = 'Delete';`, "#file", `{"astray":"menuitem \"Delete\""}`, "menuitem"},
	} {
		t.Run(name, func(t *testing.T) {
			tb := open(t, "other.html")
			tb.eval(c.before+clicksPage, nil)
			tb.eval(`document.body.insertAdjacentHTML('beforeend', '<ul><li><b>Mia</b> <i>1</i></li><li id="row"><b>Bea</b> </li></ul>'); row.append(file); file.role = '`+c.role+`' || null; null`, nil)
			if r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#file"},for:"click",timeoutMs:20000}}`); r.Error != nil {
				t.Fatal(r.Error)
			}
			tb.ask(`{to:"content",kind:"bracket",bracket:{tabId:1,open:true,maxMs:60000,aimed:true}}`)
			tb.eval(`{ const name = document.querySelector('#row b'); `+c.meanwhile+` null }`, nil)
			if c.press == held {
				tb.mouse("#file", 5, 5, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, Button: input.MouseButtonLeft, ClickCount: 1})
			} else if c.press != "" {
				tb.press(c.press, 5, 5, input.MouseButtonLeft, 1, 0)
			}
			var got string
			tb.eval(`askContent({to:"content",kind:"observe"}).then(({ page: { hit, astray, lost } }) => JSON.stringify({ hit, astray, lost }))`, &got)
			if got != c.want {
				t.Errorf("the outcome is %s, want %s", got, c.want)
			}
		})
	}
}

// TestTypedTextIsReadBack types 12 over 5 as Cairn does, and compares the content script's text of the field.
func TestTypedTextIsReadBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ kind, page, want string }{
		"as it was typed":                  {"text", ``, `{"hit":true,"held":"12"}  12`},
		"the page writes in its own form":  {"text", `field.oninput = () => { field.value += '.00'; };`, `{"hit":true,"held":"12.00"}  12.00`},
		"the page puts it behind the rest": {"number", `field.oninput = () => { field.value = '5' + field.value; };`, `{"hit":true,"held":"512"}  512`},
		"a secret":                         {"password", ``, `{"hit":true,"held":"••"}  ••`},
		"a secret, and the page moves the focus to a field that shows it": {"password", `field.onfocus = () => beside.focus();`, `{"astray":"no field with focus"}  `},
		"text, and the page moves the focus":                              {"text", `field.onfocus = () => beside.focus();`, `{"hit":true,"held":"12"} 12 `},
	} {
		t.Run(name, func(t *testing.T) {
			tb := open(t, "other.html")
			tb.draw(`<input id=field aria-label=Bottles type=` + c.kind + ` value=5><input id=beside aria-label=Search>`)
			tb.eval(`{ const field = document.getElementById('field'), beside = document.getElementById('beside'); `+c.page+` null }`, nil)
			if r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#field"},for:"type",timeoutMs:20000}}`); r.Error != nil {
				t.Fatal(r.Error)
			}
			tb.ask(`{to:"content",kind:"bracket",bracket:{tabId:1,open:true,maxMs:60000,aimed:true}}`)
			tb.press("#field", 5, 5, input.MouseButtonLeft, 1, 0)
			tb.command("a", "selectAll")
			unnamed := func(kind input.DispatchKeyEventType) {
				if _, err := chromedp.Call(tb.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: "Unidentified", WindowsVirtualKeyCode: 229}); err != nil {
					t.Fatal(err)
				}
			}
			unnamed(input.DispatchKeyEventTypeRawKeyDown)
			tb.insert("12")
			unnamed(input.DispatchKeyEventTypeKeyUp)
			var got string
			tb.eval(`askContent({to:"content",kind:"observe"}).then(({ page: { hit, astray, held } }) => JSON.stringify({ hit, astray, held }) + ' ' + document.getElementById('beside').value)`, &got)
			tb.ask(`{to:"content",kind:"bracket",bracket:{tabId:1,open:false}}`)
			later := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#field"},for:"see",timeoutMs:20000}}`)
			if later.Located == nil {
				t.Fatal(later.Error)
			}
			if got += " " + later.Located.Held; got != c.want {
				t.Errorf("the outcome is %s, want %s", got, c.want)
			}
			tb.press("#field", 5, 5, input.MouseButtonLeft, 1, 0)
			tb.insert("3")
			if r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#field"},for:"see",timeoutMs:20000}}`); r.Located == nil || r.Located.Held != "" {
				t.Errorf("after a person typed: %+v", r)
			}
		})
	}
}
