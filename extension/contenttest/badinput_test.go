package contenttest

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestBadMessages sends messages that no worker of ours would send.
func TestBadMessages(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, message, sender string
		code                  string // "" for no answer at all
	}{
		{name: "null", message: `null`},
		{name: "a string", message: `"observe"`},
		{name: "a number", message: `7`},
		{name: "an array", message: `[]`},
		{name: "to nobody", message: `{kind:"observe"}`},
		{name: "to another context", message: `{to:"worker",kind:"observe"}`},
		{name: "from another extension", message: `{to:"content",kind:"observe"}`, sender: `{id:"other"}`},
		{name: "from nobody", message: `{to:"content",kind:"observe"}`, sender: `{}`},
		{name: "no kind", message: `{to:"content"}`, code: "UNKNOWN_TYPE"},
		{name: "an unknown kind", message: `{to:"content",kind:"explode"}`, code: "UNKNOWN_TYPE"},
		{name: "a kind from the prototype", message: `{to:"content",kind:"constructor"}`, code: "UNKNOWN_TYPE"},
		{name: "a kind that is an object", message: `{to:"content",kind:{}}`, code: "UNKNOWN_TYPE"},
		{name: "locate without its part", message: `{to:"content",kind:"locate"}`, code: "MM_INVALID_INPUT"},
		{name: "locate with a string", message: `{to:"content",kind:"locate",locate:"x"}`, code: "MM_INVALID_INPUT"},
		{name: "bracket without its part", message: `{to:"content",kind:"bracket"}`, code: "MM_INVALID_INPUT"},
		{name: "bracket neither open nor closed", message: `{to:"content",kind:"bracket",bracket:{open:"yes"}}`, code: "MM_INVALID_INPUT"},
		{name: "a name of a megabyte", message: `{to:"content",kind:"locate",locate:{target:{role:"button",name:"x".repeat(1<<20)},timeoutMs:1}}`, code: "MM_TARGET_NOT_FOUND"},
		{name: "a test id of a megabyte", message: `{to:"content",kind:"locate",locate:{target:{testId:"x".repeat(1<<20)},timeoutMs:1}}`, code: "MM_TARGET_NOT_FOUND"},
		{name: "a time-out that is none", message: `{to:"content",kind:"locate",locate:{target:{testId:"none"},timeoutMs:NaN}}`, code: "MM_TARGET_NOT_FOUND"},
		{name: "fill without its part", message: `{to:"content",kind:"fill"}`, code: "MM_TYPE_FAILED"},
		{name: "fill with nonsense", message: `{to:"content",kind:"fill",fill:{ref:7,text:{}}}`, code: "MM_TYPE_FAILED"},
		{name: "fill what is not there", message: `{to:"content",kind:"fill",fill:{ref:"e9999",text:"x"}}`, code: "MM_STALE_REF"},
		{name: "settle without its part", message: `{to:"content",kind:"settle"}`, code: "page"},
		{name: "settle with nonsense", message: `{to:"content",kind:"settle",settle:{quietMs:"a",timeoutMs:-5}}`, code: "page"},
		{name: "still there after all that", message: `{to:"content",kind:"observe"}`, code: "page"},
	}
	tb := open(t, "locate.html")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tb.t = t
			if tt.sender == "" {
				tt.sender = `{id:"contenttest"}`
			}
			var r *reply
			tb.eval("askContent("+tt.message+", "+tt.sender+")", &r)
			got := ""
			switch {
			case r != nil && r.Error != nil:
				got = r.Error.Code
			case r != nil && r.Page != nil:
				got = "page"
			case r != nil:
				got = "something"
			}
			if got != tt.code {
				t.Errorf("answered %q, want %q", got, tt.code)
			}
		})
	}
}

// TestPagesThatFightBack opens pages that override, clobber and disguise.
func TestPagesThatFightBack(t *testing.T) {
	t.Run("overridden prototypes and clobbered names", func(t *testing.T) {
		tb := open(t, "hostile.html")
		got := lines(tb.look())
		for _, want := range []string{`button "Real button" #real`, `textbox "Clobber"`, `button "Clobbered"`} {
			if !slices.ContainsFunc(got, func(l string) bool { return strings.HasSuffix(l, want) }) {
				t.Errorf("observed %q, want %s among it", got, want)
			}
		}
		tb.click("[data-testid=real] span")
		tb.click("#clobber button")
		want := `mm_click button "Real button"; mm_click button "Clobbered"`
		if got := describe(tb.opened(2)); got != want {
			t.Errorf("recorded %s, want %s", got, want)
		}
	})
	tests := []struct {
		name, make string
		want       string // a line of the observation
		nodes      int    // at most
	}{
		{"21,000 elements", `document.body.innerHTML = '<div><p>x</p></div>'.repeat(10500) + '<button>Last</button>'`, `button "Last" offscreen`, 1},
		{"21,000 buttons, more than a look considers", `document.body.innerHTML = '<button>Same</button>'.repeat(21000)`, `button "Same"`, 2000},
		{"a name of a megabyte", `document.body.innerHTML = '<button>' + 'zzzz '.repeat(200000) + '</button>'`, `button "` + strings.TrimSpace(strings.Repeat("zzzz ", 40)) + `"`, 1},
		{"a label of a megabyte", `document.body.innerHTML = '<button aria-label="' + 'ab '.repeat(350000) + '"></button>'`, "", 1},
		{"an element nested 1,500 deep", `let at = document.body; for (let i = 0; i < 1500; i++) at = at.appendChild(document.createElement('div')); at.innerHTML = '<button>Deep</button>'`, `button "Deep"`, 2},
		{"attributes of a megabyte each", `document.body.innerHTML = '<button>Plain</button>'; for (const a of ['id', 'class', 'title', 'style', 'aria-describedby', 'data-x', 'onclick']) document.querySelector('button').setAttribute(a, 'ab '.repeat(350000))`, `button "Plain"`, 1},
		{"the same test id on 3,000", `document.body.innerHTML = '<button data-testid="same">Same</button>'.repeat(3000)`, `button "Same" #same`, 2000},
		{"a page that mutates in every frame", `document.body.innerHTML = '<button>Calm</button><p></p>'; (function spin() { document.querySelector('p').innerHTML = '<b></b>'.repeat(500) + performance.now(); requestAnimationFrame(spin); })()`, `button "Calm"`, 1},
		{"a button with 20,000 children", `document.body.innerHTML = '<button>' + '<i>z</i>'.repeat(20000) + '</button>'`, `button "` + strings.Repeat("z", 200) + `"`, 1},
		{"labels in a ring", `document.body.innerHTML = '<button id="a" aria-labelledby="b">A</button><button id="b" aria-labelledby="a">B</button>'`, `button "B"`, 2},
		{"a label of itself", `document.body.innerHTML = '<button id="a" aria-labelledby="a a a">Me</button>'`, `button "Me Me Me"`, 1},
		{"the same id everywhere", `document.body.innerHTML = '<label for="x">Name</label>' + '<input id="x">'.repeat(3)`, `textbox "Name"`, 3},
		{"bidirectional and zero-width characters", `document.body.innerHTML = '<button>P\u202Ea\u200By\u0000</button>'`, `button "Pay"`, 1},
		{"a broken surrogate", `document.body.innerHTML = '<button></button>'; document.querySelector('button').textContent = 'x'.repeat(199) + '😀'`, `button "` + strings.Repeat("x", 199) + `"`, 1},
		{"no body at all", `document.body.remove()`, "", 0},
		{"no document element at all", `document.documentElement.remove()`, "", 0},
		{"a test id of a megabyte", `document.body.innerHTML = '<button data-testid="' + 't'.repeat(1<<20) + '">T</button>'`, "", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tb := open(t, "other.html")
			tb.eval("(() => {"+tt.make+"})()", nil)
			o := tb.look()
			if tt.want != "" && !slices.Contains(lines(o), tt.want) {
				t.Errorf("observed %.400q, want %s among it", lines(o), tt.want)
			}
			if len(o.A11y.Nodes) > tt.nodes {
				t.Errorf("%d nodes, want %d at most", len(o.A11y.Nodes), tt.nodes)
			}
			for _, n := range o.A11y.Nodes {
				if len([]rune(n.Name)) > 200 || len([]rune(n.TestID)) > 200 {
					t.Errorf("a name of %d and a test id of %d characters", len(n.Name), len(n.TestID))
				}
			}
			if r := tb.ask(`{to:"content",kind:"settle",settle:{timeoutMs:300}}`); r.Page == nil {
				t.Errorf("settle answered %+v", r.Error)
			}
		})
	}
}

// TestAPageThatNeverRests must neither hang a wait nor be slowed down.
func TestAPageThatNeverRests(t *testing.T) {
	tb := open(t, "actions.html")
	tb.eval(`globalThis.frames_ = 0; (function spin() { document.querySelector('#out').textContent = String(++frames_); requestAnimationFrame(spin); })()`, nil)
	if r := tb.ask(`{to:"content",kind:"settle",settle:{quietMs:150,timeoutMs:400}}`); r.Page == nil {
		t.Fatalf("settle answered %+v", r.Error)
	}
	tb.click("#save")
	tb.closed(1)
	var before, after int
	tb.eval("frames_", &before)
	time.Sleep(500 * time.Millisecond)
	if tb.eval("frames_", &after); after <= before {
		t.Errorf("the page stands still")
	}
}

// TestElementsThatAreGone are asked about while nothing holds them any more.
func TestElementsThatAreGone(t *testing.T) {
	t.Parallel()
	tb := open(t, "actions.html")
	var out []any
	tb.eval(`(() => {
		const button = document.querySelector('#save');
		button.remove();
		const { selector, ...rest } = Cairn.target.fingerprint(button);
		return [rest, selector ?? '', Cairn.roles.role(button), Cairn.target.selector(document.createElement('p'))];
	})()`, &out)
	if name := out[0].(map[string]any)["name"]; name != "Save" || out[1] != "" || out[2] != "button" || out[3] != "" {
		t.Errorf("said %v", out)
	}
}
