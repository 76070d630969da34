package contenttest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/shared/capture"
)

func TestLocates(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		target  string // JavaScript
		purpose string
		want    string // a selector of the element whose middle is meant
		code    string
		message string // a part of it
		hint    string // a part of it
	}{
		{name: "test id", target: `{testId:"send"}`, want: "[data-testid=send]"},
		{name: "another kind of test id", target: `{testId:"cypress"}`, want: "[data-cy]"},
		{name: "selector", target: `{selector:"#under"}`, purpose: "see", want: "#under"},
		{name: "role and name", target: `{role:"button",name:"Send"}`, want: "[data-testid=send]"},
		{name: "role and name in another case", target: `{role:"button",name:"SEND"}`, want: "[data-testid=send]"},
		{name: "exact before another case", target: `{role:"button",name:"double case"}`, want: "button:nth-of-type(6)"},
		{name: "role alone", target: `{role:"heading"}`, want: "h1"},
		{name: "far away", target: `{testId:"far"}`, want: "[data-testid=far]"},
		{name: "comes late", target: `{testId:"late"}`, want: "[data-testid=late]"},
		{name: "moves at first", target: `{testId:"mover"}`, want: "#mover"},
		{name: "a hidden box behind its label", target: `{testId:"styled"}`, want: ".styled"},
		{name: "a field", target: `{testId:"field"}`, purpose: "type", want: "[data-testid=field]"},
		{name: "the field in a wrapper", target: `{testId:"wrapper"}`, purpose: "type", want: "[data-testid=wrapper] input"},

		{name: "none such", target: `{testId:"sendd"}`, code: "MM_TARGET_NOT_FOUND", message: `no element has the test id "sendd"`, hint: `testId "send"`},
		{name: "nearest names", target: `{role:"button",name:"Sen"}`, code: "MM_TARGET_NOT_FOUND", hint: `button "Send"`},
		{name: "two such", target: `{role:"button",name:"Double"}`, code: "MM_TARGET_AMBIGUOUS", message: "2 elements", hint: `button "Double"`},
		{name: "two such may be seen", target: `{role:"button",name:"Double"}`, purpose: "see", want: "button:nth-of-type(4)"},
		{name: "disabled", target: `{testId:"off"}`, code: "MM_TARGET_NOT_ACTIONABLE", message: `button "Off" is disabled`},
		{name: "disabled from around", target: `{testId:"off-around"}`, code: "MM_TARGET_NOT_ACTIONABLE", message: "is disabled"},
		{name: "disabled may be seen", target: `{testId:"off"}`, purpose: "see", want: "[data-testid=off]"},
		{name: "hidden", target: `{testId:"hidden"}`, code: "MM_TARGET_NOT_ACTIONABLE", message: "is hidden"},
		{name: "covered", target: `{testId:"under"}`, code: "MM_TARGET_NOT_ACTIONABLE", message: `is covered by dialog "Cookies"`},
		{name: "takes no text", target: `{testId:"send"}`, purpose: "type", code: "MM_TARGET_NOT_ACTIONABLE", message: "takes no text"},
		{name: "read-only", target: `{testId:"readonly"}`, purpose: "type", code: "MM_TARGET_NOT_ACTIONABLE", message: "is read-only"},
		{name: "unknown ref", target: `{a11yRef:"e99999"}`, code: "MM_STALE_REF", message: "e99999 is not on the page"},
		{name: "no ref at all", target: `{a11yRef:"<b>"}`, code: "MM_STALE_REF"},
		{name: "broken selector", target: `{selector:"a[["}`, code: "MM_INVALID_INPUT", message: "not valid CSS"},
		{name: "two names", target: `{testId:"send",selector:"#x"}`, code: "MM_INVALID_INPUT", message: "more than one way"},
		{name: "no name", target: `{}`, code: "MM_INVALID_INPUT", message: "names nothing"},
		{name: "a name without role", target: `{name:"Send"}`, code: "MM_INVALID_INPUT", message: "needs its role"},
		{name: "no target", target: `null`, code: "MM_INVALID_INPUT"},
	}
	tb := open(t, "locate.html")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tb.t = t
			if tt.purpose == "" {
				tt.purpose = "click"
			}
			timeout := 3000
			if tt.code != "" {
				timeout = 300
			}
			refused := func(r reply) bool {
				return r.Error != nil && r.Error.Code == tt.code && strings.Contains(r.Error.Message, tt.message) && strings.Contains(r.Error.Hint, tt.hint)
			}
			r := tb.askInTime(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,target:%s,for:%q,timeoutMs:$ms}}`, tt.target, tt.purpose), timeout, func(r reply) bool {
				return refused(r) || tt.code == "" && r.Located != nil
			})
			if tt.code != "" {
				if !refused(r) {
					t.Fatalf("answered %+v, want %s …%s… hint …%s…", r.Error, tt.code, tt.message, tt.hint)
				}
				return
			}
			if r.Located == nil {
				t.Fatalf("answered %+v", r.Error)
			}
			var middle struct{ X, Y float64 }
			tb.eval(fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return {X: r.x + r.width/2, Y: r.y + r.height/2}; })()`, tt.want), &middle)
			if math.Abs(r.Located.X-middle.X) > 1 || math.Abs(r.Located.Y-middle.Y) > 1 {
				t.Errorf("at %v,%v, want %v", r.Located.X, r.Located.Y, middle)
			}
			if r.Located.Editable != (tt.purpose == "type") {
				t.Errorf("editable is %v", r.Located.Editable)
			}
		})
	}
}

// TestLocatesPastObstacles asks for elements in another's shade: input there
// must reach them, or the answer names the obstacle.
func TestLocatesPastObstacles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ page, testID, says string }{
		{"obstacles.html", "under-header", ""},
		{"obstacles.html", "slide", ""},
		{"obstacles.html", "drawing", ""},
		{"obstacles.html", "region", ""},
		{"obstacles.html", "cut", `button "Cut off" is cut off by what it is in`},
		{"obstacles.html", "switch", ""},
		{"obstacles.html", "drop", ""},
		{"obstacles.html", "tile", ""},
		{"obstacles.html", "inert", `button "Inert" is inert`},
		{"obstacles.html", "numb", `button "Numb" takes no mouse (pointer-events: none)`},
		{"obstacles.html", "through", ""},
		{"obstacles.html", "dull", `textbox "Dull" takes no mouse (pointer-events: none)`},
		{"obstacles.html", "two-stars", ""},
		{"obstacles.html", "pixel", ""},
		{"obstacles.html", "clipped", ""},
		{"obstacles.html", "inset", ""},
		{"obstacles.html", "thumb", ""},
		{"obstacles.html", "list", ""},
		{"obstacles.html", "euro", `option "Euro" is in a closed list of the system's; mm_type its label into combobox "Currency"`},
		{"obstacles.html", "skip", `link "Skip" is beyond the edge of the viewport`},
		{"backdrop.html", "behind", `button "Behind" is covered by dialog "Really?"`},
		{"backdrop.html", "yes", ""},
	} {
		t.Run(tt.testID, func(t *testing.T) {
			t.Parallel()
			tb := open(t, tt.page)
			timeout := 5000
			if tt.says != "" {
				timeout = 700 // several ways of scrolling are tried
			}
			refused := func(r reply) bool {
				return r.Error != nil && r.Error.Code == "MM_TARGET_NOT_ACTIONABLE" && strings.HasPrefix(r.Error.Message+"; "+r.Error.Hint, tt.says)
			}
			r := tb.askInTime(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,target:{testId:%q},for:"click",timeoutMs:$ms}}`, tt.testID), timeout, func(r reply) bool {
				return tt.says != "" && refused(r) || tt.says == "" && r.Located != nil
			})
			if tt.says != "" {
				if !refused(r) {
					t.Fatalf("answered %+v, want %s", r.Error, tt.says)
				}
				return
			}
			if r.Located == nil {
				t.Fatalf("answered %+v", r.Error)
			}
			tb.eval(`addEventListener('click', (e) => globalThis.pressed = [...e.composedPath()].map((x) => x.dataset?.testid ?? x.dataset?.takes).find(Boolean) ?? 'none', {capture: true}), null`, nil)
			if err := chromedp.Do(tb.ctx, chromedp.MouseClickXY(r.Located.X, r.Located.Y)); err != nil {
				t.Fatal(err)
			}
			tb.waitFor("globalThis.pressed !== undefined")
			var pressed string
			if tb.eval("pressed", &pressed); pressed != tt.testID {
				t.Errorf("input at %v,%v goes to %s", r.Located.X, r.Located.Y, pressed)
			}
		})
	}
}

func TestWhatIsBesideThePageIsHoveredAround(t *testing.T) {
	t.Parallel()
	tb := open(t, "obstacles.html")
	if r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{testId:"skip"},for:"hover",timeoutMs:5000}}`); r.Located == nil || r.Located.Y < 0 {
		t.Errorf("answered %+v, want a point on the page", r)
	}
}

func TestACellIsNoRow(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	tb.eval(`document.body.innerHTML = '<table>' + ['Ash', 'Birch'].map((who) => '<tr><td>' + who + '</td><td class="c"><b>4</b></td><td class="c"><div><div class="s"><a href="#">Edit</a></div><div class="s"><button data-testid="' + who + '">Actions</button></div></div></td></tr>').join('') + '</table>', null`, nil)
	r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{testId:"Birch"},for:"click",timeoutMs:5000}}`)
	if r.Located == nil || r.Located.Target.Row != "Birch · 4 · Edit Actions" || r.Located.Target.RowRole != "row" {
		t.Errorf("answered %+v", r.Located)
	}
	tb.eval(`document.body.innerHTML = '<table><thead><tr><th>User</th><th>Slaptažodis</th><th>SSN</th><th>Token</th><th>Pin</th><th></th></tr></thead>' + ['Ash', 'Birch'].map((who) => '<tr><td>' + who + '</td><td>seestern</td><td>412-55-9038</td><td>USDC</td><td>GPIO4</td><td><button data-testid="' + who + '">Edit</button></td></tr>').join('') + '</table>', null`, nil)
	r = tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{testId:"Birch"},for:"click",timeoutMs:5000}}`)
	if r.Located == nil || r.Located.Target.Row != "Birch · USDC · GPIO4 · Edit" {
		t.Errorf("below the head of passwords: %+v", r.Located)
	}
}

// TestARowOfAComponentHoldsWhatItsSlotsShow has buttons that stand in rows of shadow trees.
func TestARowOfAComponentHoldsWhatItsSlotsShow(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	tb.eval(`document.body.setHTMLUnsafe('<p><button>New</button></p><p>' + ['Ash', 'Birch'].map((who) => '<x-item><template shadowrootmode=open><div role=row><b>' + who + '</b><slot></slot></div></template><button id=' + who + '>Drop</button></x-item>').join('') + '</p>'), null`, nil)
	r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#Birch"},for:"click",timeoutMs:5000}}`)
	if r.Located == nil || r.Located.Target.Row != "Birch" || r.Located.Target.RowRole != "row" {
		t.Errorf("answered %+v %+v", r.Located, r.Error)
	}
}

// TestWhichPartOfAPageIsARow has a bar of buttons that is laid out by tables, rows of which each contains
// a table, a field in a dialog beside an equal element, a list whose first item looks otherwise, a row
// with a picture and a closed menu, cards with headers and footers, and rows with a long list or a long text.
func TestWhichPartOfAPageIsARow(t *testing.T) {
	t.Parallel()
	const wrapped = `((name) => '<td><table><tr><td><button id="' + name + '">' + name + '</button></td></tr></table></td>')`
	for _, tc := range []struct{ html, selector, row string }{
		{`'<table><tr>' + ['Drop', 'Cancel'].map(wrapped).join('') + '</tr></table>'`, "#Drop", ""},
		{`'<table>' + ['Ash', 'Birch'].map((who) => '<tr><td>' + who + '</td>' + wrapped('Drop-' + who) + '</tr>').join('') + '</table>'`, "#Drop-Ash", "Ash · Drop-Ash"},
		{`'<div class="layer">Menu<b></b></div><div class="layer"><div role="dialog">Name<input id="name">Town</div></div>'`, "#name", ""},
		{`'<ul>' + ['Ash', 'Birch'].map((who) => '<li class="' + (who === 'Ash' ? 'a' : 'b') + '">' + who + '<div><input type="checkbox" id="' + who + '"></div></li>').join('') + '</ul>'`, "#Ash", "Ash"},
		{`'<table>' + ['Ash', 'Birch'].map((who) => '<tr><td>' + who + '<td><i class="material-icons">more_vert</i><button id="' + who + '">…</button><div hidden>Lend</div></table>').join('')`, "#Ash", "Ash · …"},
		{`['Ash', 'Birch'].map((who) => '<div class="card"><header><b>' + who + '</b><button id="' + who + '">☆</button></header><p>2 copies</p></div>').join('')`, "#Ash", "Ash ☆ · 2 copies"},
		{`['Ash', 'Birch'].map((who) => '<div class="card"><b>' + who + '</b><footer><a id="' + who + '" role="button">Lend</a></footer></div>').join('')`, "#Birch", "Birch · Lend"},
		{`'<table>' + ['Ash', 'Birch'].map((who) => '<tr><td>' + who + '<td><form><button id="' + who + '"><i class="trash"></i></button></form>').join('') + '</table>'`, "#Ash", "Ash"},
		{`'<ul><li>Ash<button id="only">☆</button></li></ul>'`, "#only", "Ash · ☆"},
		{`'<table>' + ['Ash', 'Birch'].map((who) => '<tr><td>' + who + '<td><select>' + '<option>ABSOLUTE</option>'.repeat(150) + '</select><td><input id="' + who + '">').join('') + '</table>'`, "#Birch", "Birch"},
		{`'<table>' + ['Ash', 'Birch'].map((who) => '<tr><td>' + who + '<td>' + 'Much to read. '.repeat(100) + '<td><input id="' + who + '">').join('') + '</table>'`, "#Birch", ""},
		{`['Ash', 'Birch'].map((who) => '<div class="part">' + who + '<select>' + '<option>ABSOLUTE</option>'.repeat(150) + '</select><input id="' + who + '"></div>').join('')`, "#Birch", ""}, // a part of a page as a row says too little
		{`'<form><b>Ash</b><button id="only">☆</button></form>'`, "#only", ""},
	} {
		tb := open(t, "locate.html")
		tb.eval(`document.body.innerHTML = ((wrapped) => `+tc.html+`)(`+wrapped+`), null`, nil)
		r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"` + tc.selector + `"},for:"click",timeoutMs:5000}}`)
		if r.Located == nil || r.Located.Target.Row != tc.row {
			t.Errorf("%s is answered with %+v %+v, want the row %q", tc.selector, r.Located, r.Error, tc.row)
		}
	}
}

// TestTheLastOfSeveralCardsIsARow removes a card beside another one, as a search does.
func TestTheLastOfSeveralCardsIsARow(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ before, want string }{
		"one of two":            {`Cairn.rows.around(document.querySelector('#Ash')); document.querySelector('.card').remove()`, "Birch · Lend"},
		"one that stood alone":  {`document.querySelector('.card').remove()`, ""},
		"one of another kind":   {`Cairn.rows.around(document.querySelector('#Ash')); document.querySelector('.card').remove(); document.querySelector('.card').className = 'note'`, ""},
		"one in another parent": {`Cairn.rows.around(document.querySelector('#Ash')); document.querySelector('.card').remove(); document.querySelector('#b').append(document.querySelector('.card'))`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "locate.html")
			tb.eval(`document.body.innerHTML = '<section>' + ['Ash', 'Birch'].map((who) => '<div class="card"><b>' + who + '</b><button id="' + who + '">Lend</button></div>').join('') + '</section><section id="b"></section>'; `+tt.before+`; null`, nil)
			var got string
			tb.eval(`Cairn.rows.around(document.querySelector('#Birch'))?.text ?? ''`, &got)
			if got != tt.want {
				t.Errorf("the row is %q, want %q", got, tt.want)
			}
		})
	}
}

// TestAComponentIsItsOnlyControl presses components by a selector, whose shadow trees have one button and two, and
// a link all of whose box is text in a slot.
func TestAComponentIsItsOnlyControl(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	tb.eval(`document.body.setHTMLUnsafe('<x-icon><template shadowrootmode=open><button>Ash</button></template></x-icon><x-split><template shadowrootmode=open><button>Birch</button><button>More</button></template></x-split><x-link><template shadowrootmode=open><a href="#"><slot></slot></a></template>Cedar</x-link>'), null`, nil)
	for of, want := range map[string]string{`selector:"x-icon"`: `button "Ash"`, `selector:"x-split"`: ` ""`, `role:"link",name:"Cedar"`: `link "Cedar"`} {
		r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{` + of + `},for:"click",timeoutMs:5000}}`)
		if r.Located == nil || fmt.Sprintf("%s %q", r.Located.Target.Role, r.Located.Target.Name) != want {
			t.Errorf("%s is answered with %+v %+v, want %s", of, r.Located, r.Error, want)
		}
	}
}

// TestATooltipInFrontIsNamed presses a button that a tooltip lies over, which the mouse left behind.
func TestATooltipInFrontIsNamed(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	tb.eval(`document.body.innerHTML = '<div style="position:relative;width:90px"><button>Drop</button><div role="tooltip" style="position:absolute;inset:-5px">Ignore</div></div>', null`, nil)
	r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{role:"button",name:"Drop"},for:"click",timeoutMs:300}}`)
	if r.Error == nil || r.Error.Message != `button "Drop" is covered by tooltip "Ignore"` || !strings.HasPrefix(r.Error.Hint, "mm_hover another element") {
		t.Errorf("answered %+v %+v", r.Located, r.Error)
	}
}

// TestALabelIsDrawnForTheBoxBesideIt presses a radio that only its label shows, which may not be connected.
func TestALabelIsDrawnForTheBoxBesideIt(t *testing.T) {
	t.Parallel()
	for style, want := range map[string]bool{`opacity:0;z-index:-1"><label`: true, `z-index:-1"><label`: false, `clip:rect(0,0,0,0);pointer-events:none"><label for="torn"`: true} {
		tb := open(t, "locate.html")
		tb.eval(`document.body.innerHTML = '<div style="position:relative;z-index:0"><input type="radio" style="float:right"><input type="radio" id="torn" style="position:absolute;left:0;top:0;width:12px;height:12px;margin:0;`+style+` style="display:block;background:white">Torn</label></div>', null`, nil)
		r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#torn"},for:"click",timeoutMs:2000}}`)
		if (r.Located != nil) != want {
			t.Errorf("%s is answered with %+v %+v", style, r.Located, r.Error)
		}
	}
}

// TestEqualsOfARowAreCounted asks which of equal elements of its row an element is: by role and
// name, and a cell by its column; and which column that is.
func TestEqualsOfARowAreCounted(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	tb.eval(`document.body.innerHTML = '<table role="grid"><thead><tr><th>Tree</th><th>Price</th><th>Do</th></tr></thead>' + ['Ash', 'Birch'].map((who) => '<tr><td role="gridcell" tabindex="0">' + who + '</td><td role="gridcell" tabindex="0" id="price-' + who + '">4</td><td><i role="button" tabindex="0">✎</i><i role="button" tabindex="0" id="bin-' + who + '">✎</i><button id="only-' + who + '">Only</button><i role="button" tabindex="0" class="bi bi-trash" style="padding:9px" id="icon-' + who + '"></i></td></tr>').join('') + '</table>', null`, nil)
	for id, want := range map[string][2]int{"bin-Birch": {2, 2}, "price-Birch": {2, 2}, "only-Birch": {}, "icon-Birch": {}} {
		r := tb.ask(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#%s"},for:"click",timeoutMs:5000}}`, id))
		if r.Located == nil || r.Located.Target.RowNth != want[0] || r.Located.Target.RowOf != want[1] {
			t.Errorf("%s is answered with %+v %+v", id, r.Located, r.Error)
			continue
		}
		column, hint := "Do", ""
		switch id {
		case "price-Birch":
			column = "Price"
		case "icon-Birch":
			hint = "Birch trash" // with its id's word
		}
		if r.Located.Target.Column != column || r.Located.Target.Hint != hint {
			t.Errorf("%s is in the column %q with the hint %q", id, r.Located.Target.Column, r.Located.Target.Hint)
		}
	}
}

// TestPicturesInTheRowOfATextAlone asks for pictures that are no controls, in the row of a text beside which its
// element has others: as a run does to find them again.
func TestPicturesInTheRowOfATextAlone(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	tb.eval(`document.body.innerHTML = ['Ash', 'Birch'].map((who) => '<section><h3>' + who + '<div>a tree</div></h3><div>' + ['Pen', 'More'].map((to) => '<svg width="20" height="20" class="x-icon"><g id="' + to + 'Outline-' + to + 'Outline"><path d="M0 0h9v9"/></g></svg>').join('') + '</div></section>').join(''), null`, nil)
	for i, hint := range []string{"PenOutline-PenOutline", "MoreOutline-MoreOutline"} {
		nth := i + 1
		r := tb.ask(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"svg:nth-of-type(%d)"},withinText:"Birch",for:"see",timeoutMs:5000}}`, nth))
		if r.Located == nil {
			t.Errorf("picture %d is answered with %+v", nth, r.Error)
			continue
		}
		at := r.Located.Target
		if capture.Drawn(at.Hint) != hint || at.RowNth != nth || at.RowOf != 2 || !strings.HasPrefix(at.Row, "Birch") || at.Role != "" {
			t.Errorf("picture %d is %+v", nth, at)
		}
	}
}

// TestDrawingsOfCommonIconsAreKnown asks for buttons with nothing but a drawing, from three sets of icons, whose digests the core knows.
func TestDrawingsOfCommonIconsAreKnown(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	for drawing, want := range map[string]string{
		`<path d="M4 6h16M4 12h16M4 18h7"/>`: "menu",
		`<path fill="none" d="M0 0h24v24H0z"/><path d="M6 19c0 1.1.9 2 2 2h8c1.1 0 2-.9 2-2V7H6v12zM19 4h-3.5l-1-1h-5l-1 1H5v2h14V4z"/>`: "delete",
		`<line x1="12" y1="5" x2="12" y2="19"/><line x1="5" y1="12" x2="19" y2="12"/>`:                                                   "plus",
		`<path d="M4 6h16M4 12h16M4 18h8"/>`: "",
		`<rect width="24" height="24"/>`:     "",
	} {
		tb.eval(fmt.Sprintf("document.body.innerHTML = '<button class=\"h-5 w-5\"><svg viewBox=\"0 0 24 24\" width=\"20\" height=\"20\">' + %q + '</svg></button>', null", drawing), nil)
		r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"button"},for:"click",timeoutMs:5000}}`)
		if r.Located == nil {
			t.Errorf("%s is answered with %+v", drawing, r.Error)
		} else if got := capture.Drawn(r.Located.Target.Hint); got != want {
			t.Errorf("%s is %q, want %q", drawing, got, want)
		}
	}
}

// TestColumnsBesideMergedCells asks for the column of buttons beside and below merged cells, and below heads outside a thead.
func TestColumnsBesideMergedCells(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	tb.eval(`document.body.innerHTML = '<table><thead><tr><th>Town<th>Name<th>Open<th>Drop<tbody><tr><td rowspan=2>Bern<td>Ash<td><button id=a>o</button><td><button>x</button><tr><td>Birch<td><button>o</button><td><button id=b>x</button></table>' +
		'<table><thead><tr><th>Name<th colspan=2>Times<th>Drop<tbody><tr><td>Ash<td>4<td><button id=c>5</button><td><button>x</button></table>' +
		'<table><tr><th>Name<th>Drop<tr><th>Ash<td><button id=d>x</button></table>', null`, nil)
	for id, want := range map[string]string{"a": "Open", "b": "Drop", "c": "", "d": "Drop"} {
		r := tb.ask(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#%s"},for:"click",timeoutMs:5000}}`, id))
		if r.Located == nil || r.Located.Target.Column != want {
			t.Errorf("%s is answered with %+v %+v, want the column %q", id, r.Located, r.Error, want)
		}
	}
}

// TestTheTextOfAClosedMenuIsNoName has a control with a picture alone, which holds its menu.
func TestTheTextOfAClosedMenuIsNoName(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	tb.eval(`document.body.innerHTML = '<div id="menu" tabindex="0" style="cursor:pointer"><svg width="20" height="20"></svg><p hidden>Remove Ash</p></div>', null`, nil)
	for _, name := range []string{"", "Remove Ash"} {
		r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#menu"},for:"click",timeoutMs:5000}}`)
		if r.Located == nil || r.Located.Target.Name != name {
			t.Errorf("got %+v %+v, want the name %q", r.Located, r.Error, name)
		}
		tb.eval(`document.querySelector('p').hidden = false, null`, nil)
	}
}

func TestIndentationIsNoTextOfARow(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	tb.eval(`document.body.innerHTML = '<table>' + ['Ash', 'Birch'].map((who) => '<tr><th>' + who + '</th>' + ('<td>' + ' '.repeat(300) + 'x</td>').repeat(4) + '<td><button data-testid="' + who + '">Drop</button></td></tr>').join('') + '</table>', null`, nil)
	r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{testId:"Birch"},for:"click",timeoutMs:5000}}`)
	if r.Located == nil || r.Located.Target.Row != "Birch · x · x · x · x · Drop" {
		t.Errorf("answered %+v", r.Located)
	}
}

func TestRefsLiveAsLongAsTheirElements(t *testing.T) {
	t.Parallel()
	tb := open(t, "locate.html")
	first := tb.look()
	ref := ""
	for _, n := range first.A11y.Nodes {
		if n.TestID == "send" {
			ref = n.Ref
		}
	}
	tb.eval("document.querySelector('h1').before(document.createElement('button'))", nil)
	second := tb.look()
	for _, n := range second.A11y.Nodes {
		if n.TestID == "send" && n.Ref != ref {
			t.Errorf("the ref changed from %s to %s", ref, n.Ref)
		}
	}
	locate := fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,target:{a11yRef:%q},for:"click",timeoutMs:2000}}`, ref)
	if r := tb.ask(locate); r.Located == nil || r.Located.Target.TestID != "send" {
		t.Errorf("the ref finds %+v, %+v", r.Located, r.Error)
	}
	tb.eval("document.querySelector('[data-testid=send]').remove()", nil)
	if r := tb.ask(locate); r.Error == nil || r.Error.Code != "MM_STALE_REF" {
		t.Errorf("the ref of what is gone finds %+v", r)
	}
}

// TestARefLeadsToNoOtherRecord draws other records into the rows that an agent has read, as lists do that reuse their
// elements.
func TestARefLeadsToNoOtherRecord(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for name, c := range map[string]struct {
		change string
		stale  bool
	}{
		"nothing":                  {`0`, false},
		"another record":           {`a.textContent = 'Bob Ash'`, true},
		"another number of a kind": {`k.textContent = 'Member 40'`, true},
		"a number and a state":     {`n.textContent = '4 mails'; s.textContent = 'read'`, false},
		"a number in its title":    {`a.textContent = 'Ann Fox (2)'`, false},
		"the record is edited":     {`a.outerHTML = '<input>'`, false},
		"the row moves":            {`a.closest('ul').append(a.closest('li'))`, false},
		"another record, as read":  {`a.textContent = 'Bob Ash'; again`, false},
	} {
		title := `<span id=a>Ann Fox (1)</span> `
		if strings.HasPrefix(c.change, "k") {
			title = ""
		}
		tb.draw(`<ul><li>` + title + `<i id=k>Member 5</i> <span id=n>3 mails</span> <i id=s>new</i> <button id=d>Delete</button></li><li><i>Member 6</i> <span>2 mails</span> <i>new</i> <button>Delete</button></li></ul>`)
		ref := refOf(tb.outline(), "Delete")
		change, again := strings.CutSuffix(c.change, "; again")
		tb.eval(`(() => { const [a, k, n, s] = ['a', 'k', 'n', 's'].map((id) => document.getElementById(id)); `+change+`; return null; })()`, nil)
		if again {
			tb.outline()
		}
		r := tb.ask(fmt.Sprintf(`{to:"content",kind:"locate",locate:{tabId:1,target:{a11yRef:%q},for:"click",timeoutMs:2000}}`, ref))
		if stale := r.Error != nil && r.Error.Code == "MM_STALE_REF"; stale != c.stale || !stale && r.Located == nil {
			t.Errorf("%s: %+v, %+v", name, r.Located, r.Error)
		}
	}
}

// refOf returns the ref of the first element of that name.
func refOf(o outlined, name string) string {
	for _, n := range o.Observation.A11y.Nodes {
		if n.Name == name {
			return n.Ref
		}
	}
	return ""
}

// TestADrawnGroupIsPressedOnItsShape draws a node of a tree whose label is beside its circle.
func TestADrawnGroupIsPressedOnItsShape(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.draw(`<svg width=300 height=60><g id=g style="cursor:pointer"><text x=60 y=35 style="font-size:30px">Fellows of it</text><circle id=c cx=30 cy=30 r=15></circle></g></svg>`)
	r := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{selector:"#g"},for:"click",timeoutMs:9000}}`)
	var hit string
	if r.Located != nil {
		tb.eval(fmt.Sprintf(`document.elementFromPoint(%f, %f).id`, r.Located.X, r.Located.Y), &hit)
	}
	if hit != "c" {
		t.Errorf("%q is pressed: %+v", hit, r.Error)
	}
}

func TestSelectorsFindWhatTheyWereMadeOf(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"names.html", "shop.html", "shadow.html", "actions.html"} {
		tb := open(t, path)
		var bad []string
		tb.eval(`((all) => ['button', 'link', 'textbox'].flatMap((role) => all({role})).filter((el) => {
			const selector = Cairn.target.selector(el);
			const found = all({selector});
			return !selector || found.length !== 1 || found[0] !== el;
		}))((target) => {
			const turns = Cairn.find.all(target);
			for (;;) {
				const turn = turns.next();
				if (turn.done) return turn.value.elements;
			}
		}).map((el) => el.outerHTML.slice(0, 80) + ' ' + Cairn.target.selector(el))`, &bad)
		for _, b := range bad {
			t.Errorf("%s: %s", path, b)
		}
	}
}

// TestATextIsPressedByTheControlDrawnByIt: a person who clicks it hits the transparent control over it.
func TestATextIsPressedByTheControlDrawnByIt(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for over, want := range map[string]string{
		`<input type="checkbox" style="opacity:0;position:absolute;inset:0;width:100%;height:100%;margin:0">`: "checkbox",
		`<input type="checkbox" style="position:absolute;inset:0;width:100%;height:100%;margin:0">`:           "MM_TARGET_NOT_ACTIONABLE",
		`<p style="opacity:0;position:absolute;inset:0;margin:0">x</p>`:                                       "MM_TARGET_NOT_ACTIONABLE",
	} {
		var r reply
		tb.eval(fmt.Sprintf(`document.body.innerHTML = %q, askContent({to:"content",kind:"locate",locate:{tabId:1,target:{},text:"How long?",for:"click",timeoutMs:900}})`,
			`<section style="position:relative;width:300px;height:60px"><div>How long?</div>`+over+`</section>`), &r)
		got := ""
		if r.Error != nil {
			got = string(r.Error.Code)
		} else if r.Located != nil {
			got = r.Located.Target.Role
		}
		if got != want {
			t.Errorf("under %s: got %s, want %s", over, got, want)
		}
	}
}

// TestATextBesideFieldsIsNoTarget: the middle of the element that has it may be another field.
func TestATextBesideFieldsIsNoTarget(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for body, want := range map[string]string{
		`<table><tr><td><input type="radio" name="a"> Yes <input type="radio" name="a"> No</td></tr></table>`: "MM_TARGET_NOT_FOUND",
		`<table><tr><td>Yes <b>by post</b></td></tr></table>`:                                                 "",
	} {
		var r reply
		tb.eval(fmt.Sprintf(`document.body.innerHTML = %q, askContent({to:"content",kind:"locate",locate:{tabId:1,target:{},text:"Yes",for:"click",timeoutMs:900}})`, body), &r)
		got := ""
		if r.Error != nil {
			got = string(r.Error.Code)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

func TestLocatesThroughFrames(t *testing.T) {
	t.Parallel()
	tb := open(t, "frames.html")
	frames := tb.frames()
	for name, frame := range frames {
		if name == "" {
			continue
		}
		var r reply
		tb.evalIn(frame, `askContent({to:"content",kind:"locate",locate:{tabId:1,target:{testId:"inner"},for:"click",timeoutMs:3000}})`, &r)
		if r.Located == nil {
			t.Fatalf("%s: %+v", name, r.Error)
		}
		if name == "other" {
			if r.Error == nil || !strings.Contains(r.Error.Message, "frame of another origin") {
				t.Errorf("other origin: answered %+v", r.Error)
			}
			continue
		}
		if r.Error != nil {
			t.Fatalf("same origin: %+v", r.Error)
		}
		var hit string
		tb.eval(fmt.Sprintf(`(() => { const f = document.elementFromPoint(%[1]v, %[2]v); if (f.id !== 'same') return f.id; const b = f.getBoundingClientRect(); return f.contentDocument.elementFromPoint(%[1]v - b.x - f.clientLeft, %[2]v - b.y - f.clientTop).outerHTML; })()`, r.Located.X, r.Located.Y), &hit)
		if !strings.Contains(hit, "Inner button") {
			t.Errorf("the point hits %s", hit)
		}
	}
}

// TestLocatesAPointWithinAnElement finds places on a canvas, scrolled into view,
// and refuses those outside of it.
func TestLocatesAPointWithinAnElement(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<div style="height:1500px"></div><canvas id="c" width="3000" height="2500" style="border:1px solid"></canvas>'; null`, nil)
	for _, tt := range []struct {
		at, fault string
	}{
		{`{"x":5,"y":7}`, ""}, {`{"x":2900,"y":2400}`, ""},
		{`{"x":3002,"y":7}`, "the point 3002,7 is outside of"}, {`{"x":-1,"y":7}`, "is outside of"},
	} {
		r := tb.ask(`{to: 'content', kind: 'locate', locate: {target: {selector: '#c'}, for: 'click', at: ` + tt.at + `, timeoutMs: 3000}}`)
		if tt.fault != "" {
			if r.Error == nil || !strings.Contains(r.Error.Message, tt.fault) {
				t.Errorf("%s is answered by %+v, want %q", tt.at, r.Error, tt.fault)
			}
			continue
		}
		var right bool
		tb.eval(fmt.Sprintf(`(() => { const r = document.getElementById('c').getBoundingClientRect(), at = %s, x = %f, y = %f;
			return Math.abs(r.x + at.x - x) < 1 && Math.abs(r.y + at.y - y) < 1 && document.elementFromPoint(x, y).id === 'c'; })()`, tt.at, r.Located.X, r.Located.Y), &right)
		if r.Error != nil || !right {
			t.Errorf("%s is found at %+v (%+v)", tt.at, r.Located, r.Error)
		}
	}
}

// TestALayerOverACanvasTakesItsPresses draws a layer beside a canvas, as spreadsheets do, and one with content.
func TestALayerOverACanvasTakesItsPresses(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for layer, free := range map[string]bool{`>`: true, `>Loading`: false, ` role=dialog>`: false, ` style="background:#0008">`: false} {
		tb.eval(fmt.Sprintf(`document.body.innerHTML = '<style>i{position:absolute;inset:0}</style><div style="position:relative;width:200px;height:90px"><canvas id=c width=200 height=90></canvas><i%s</i></div>'; null`, layer), nil)
		r := tb.askInTime(`{to: 'content', kind: 'locate', locate: {target: {selector: '#c'}, for: 'click', at: {x: 5, y: 7}, timeoutMs: $ms}}`, 300, func(r reply) bool { return (r.Located != nil) == free })
		if (r.Located != nil) != free {
			t.Errorf("a layer <i%s: %+v, %+v", layer, r.Located, r.Error)
		}
	}
}

// TestAnEditorIsPressedInItsMiddle draws editors that take their keys with a field too small or covered, beside
// line numbers that act when pressed.
func TestAnEditorIsPressedInItsMiddle(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	for name, field := range map[string]string{
		"a transparent field":              `<textarea id=f style="position:absolute;left:0;top:0;width:8px;height:16px;padding:0;border:0;opacity:0">`,
		"a field of no width":              `<div id=f role=textbox tabindex=0 style="position:absolute;width:0;height:19px">`,
		"a field of no width with a label": `<label for=f>Kind</label>Select<input id=f style="position:absolute;width:0;padding:0;border:0;height:19px;opacity:0"><textarea hidden>`,
	} {
		tb.draw(`<div id=e style="position:relative;width:400px;height:200px">` + field + `</textarea></div><div id=n style="position:absolute;left:0;top:0;width:30px;height:200px">1</div></div>`)
		r := tb.ask(`{to: 'content', kind: 'locate', locate: {target: {selector: '#f'}, for: 'click', timeoutMs: 9000}}`)
		var hit string
		if r.Located != nil {
			tb.eval(fmt.Sprintf(`document.elementFromPoint(%f, %f).id`, r.Located.X, r.Located.Y), &hit)
		}
		if hit != "e" {
			t.Errorf("%s: %q is pressed, want the editor: %+v", name, hit, r.Error)
		}
	}
}
