package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"cairn/shared/types"
)

// desk is an office of things that a plain click does not work: a menu that opens
// where the mouse rests, a list for the arrow keys, names to double-click, a
// context menu, a drawing, and boxes that only act like buttons.
func desk(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if r.URL.Path == "/late" {
		time.Sleep(2500 * time.Millisecond)
		fmt.Fprint(w, "Late row")
		return
	}
	if r.URL.Path == "/second" {
		fmt.Fprint(w, `<!doctype html><title>Second</title><h1>Second page</h1><script>onkeydown = (e) => { if (e.key === 'q') window.close(); }</script>`)
		return
	}
	fmt.Fprint(w, `<!doctype html><title>Desk</title><style>
		.box { cursor: pointer; padding: 4px } canvas { border: 3px solid; padding: 0 } [hidden] { display: none }</style>
		<p role="status"></p>
		<nav id="bar"><button>File</button><ul id="menu" role="menu" hidden><li role="menuitem">Export all</li></ul></nav>
		<ul id="fruits" role="listbox" tabindex="0" aria-label="Fruits" aria-activedescendant="f0">
			<li role="option" id="f0">Apple</li><li role="option" id="f1">Banana</li><li role="option" id="f2">Cherry</li></ul>
		<ul id="files"><li class="file"><span data-testid="report">report.txt</span> <i class="box">Delete</i></li><li class="file"><span>notes.txt</span> <i class="box">Delete</i></li></ul>
		<div class="box" id="prefs"><b>Preferences</b></div>
		<canvas width="300" height="1400" aria-label="Drawing" role="img"></canvas>
		<a href="/second">Second</a> <button onclick="window.open('/second')">Window</button><ul id="rows"></ul>
		<script>
			const $ = (css) => document.querySelector(css), say = (text) => { $('[role=status]').textContent = text; };
			let resting;
			$('#bar').onmouseenter = () => { resting = setTimeout(() => { $('#menu').hidden = false; }, 300); };
			$('#bar').onmouseleave = () => { clearTimeout(resting); $('#menu').hidden = true; };
			$('#menu').onclick = () => say('Exported');
			let at = 0;
			$('#fruits').onkeydown = (e) => {
				if (e.key === 'ArrowDown') { at++; $('#fruits').setAttribute('aria-activedescendant', 'f' + at); }
				if (e.key === 'Enter') say('Chose ' + $('#f' + at).textContent);
				if (e.key === 'a' && e.ctrlKey && e.shiftKey) say('All fruits');
			};
			for (const file of document.querySelectorAll('.file')) {
				file.firstChild.ondblclick = () => { file.firstChild.innerHTML = '<input aria-label="New name">'; file.querySelector('input').focus(); };
				file.onkeydown = (e) => { if (e.key === 'Enter') { const name = e.target.value; file.firstChild.textContent = name; say('Renamed to ' + name); } };
				file.oncontextmenu = (e) => { e.preventDefault(); file.insertAdjacentHTML('beforeend', '<div role="menu"><button>Share</button></div>'); };
				file.querySelector('.box').onclick = () => say('Deleted ' + file.firstChild.textContent);
			}
			$('#prefs').onclick = (e) => say('Preferences' + (e.shiftKey ? ' in a window' : ''));
			$('canvas').onclick = (e) => say('Dot at ' + e.offsetX + ',' + e.offsetY);
			addEventListener('keydown', (e) => { if (e.key === 'l') fetch('/late').then((r) => r.text()).then((t) => { $('#rows').innerHTML = '<li><button>' + t + '</button></li>'; }); });
		</script>`)
}

// TestHandsDoWhatAMouseAndAKeyboardDo works the desk by tools alone. Each action is
// a step that says how it was done, and a second agent reads it as its next call.
func TestHandsDoWhatAMouseAndAKeyboardDo(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, http.HandlerFunc(desk)) + "/"
	a := w.stdioAgent("hands")
	a.launch(map[string]any{"url": site, "goal": "Work the desk"})
	status := func(want string) {
		t.Helper()
		if text := a.do("mm_describe_screen", map[string]any{"find": want}).Text; !strings.Contains(text, want) {
			t.Errorf("the page does not say %q:\n%s", want, text)
		}
	}
	target := func(role, name string) map[string]any { return map[string]any{"role": role, "name": name} }
	with := func(args map[string]any, more map[string]any) map[string]any {
		for k, v := range more {
			args[k] = v
		}
		return args
	}

	if got := a.do("mm_hover", target("button", "File")); !strings.Contains(got.Text, `menuitem "Export all"`) {
		t.Errorf("hovering shows\n%s", got.Text)
	}
	a.do("mm_click", map[string]any{"text": "Export all"})
	status("Exported")
	a.do("mm_press", with(target("listbox", "Fruits"), map[string]any{"key": "Down", "times": 2}))
	a.do("mm_press", map[string]any{"key": "Enter"})
	status("Chose Cherry")
	a.do("mm_press", map[string]any{"key": "Ctrl+Shift+A"})
	status("All fruits")
	a.do("mm_click", map[string]any{"testId": "report", "count": 2})
	a.do("mm_type", map[string]any{"role": "textbox", "name": "New name", "text": "summary.txt", "submit": true})
	status("Renamed to summary.txt")
	if got := a.do("mm_click", map[string]any{"selector": "#files li:last-child span", "button": "right"}); !strings.Contains(got.Text, `button "Share"`) {
		t.Errorf("the context menu shows\n%s", got.Text)
	}
	a.do("mm_click", with(target("img", "Drawing"), map[string]any{"at": map[string]any{"x": 40, "y": 1200}}))
	status("Dot at 37,1197") // within the border of 3 pixels
	a.do("mm_click", map[string]any{"text": "preferences", "modifiers": []string{"Shift"}})
	status("Preferences in a window")
	a.do("mm_click", map[string]any{"text": "Delete", "within": map[string]any{"text": "notes.txt"}})
	status("Deleted notes.txt")

	a.do("mm_press", map[string]any{"key": "l", "selector": "#fruits"})
	a.do("mm_click", map[string]any{"text": "Late row"}) // which a server sends late
	a.do("mm_click", map[string]any{"text": "Second"})
	if got := a.do("mm_back", nil); !strings.Contains(got.Text, site) {
		t.Errorf("going back leads to\n%s", got.Text)
	}
	a.do("mm_cleanup", map[string]any{"outcome": "done"})

	b := w.stdioAgent("second")
	b.launch(map[string]any{"url": site, "goal": "Work the desk"})
	for _, step := range []struct{ tool, args string }{
		{"mm_hover", `{"role":"button","name":"File"}`},
		{"mm_click", `{"role":"menuitem","name":"Export all"}`},
		{"mm_press", `{"key":"ArrowDown","times":2,"role":"listbox","name":"Fruits"}`},
		{"mm_press", `{"key":"Enter","role":"listbox","name":"Fruits"}`},
		{"mm_press", `{"key":"Control+Shift+a","role":"listbox","name":"Fruits"}`},
	} {
		if text := b.do("mm_describe_screen", nil).Text; !strings.Contains(text, "1. "+step.tool+" "+step.args) {
			t.Errorf("%s %s is not suggested:\n%s", step.tool, step.args, text)
		}
		var args map[string]any
		if err := json.Unmarshal([]byte(step.args), &args); err != nil {
			t.Fatal(err)
		}
		b.do(step.tool, args)
	}
	if text := b.do("mm_describe_screen", nil).Text; !strings.Contains(text, `1. mm_click {"testId":"report","count":2}`) {
		t.Errorf("a double click is not suggested:\n%s", text)
	}

	for name, bad := range map[string]struct {
		code types.Code
		tool string
		args map[string]any
		says string
	}{
		"a text that two controls say":    {types.CodeTargetAmbiguous, "mm_click", map[string]any{"text": "Delete"}, "notes.txt"},
		"a text that is no control's":     {types.CodeTargetNotFound, "mm_click", map[string]any{"text": "summary.txt"}, "nothing like it"},
		"a text that is nearly one":       {types.CodeTargetNotFound, "mm_click", map[string]any{"text": "Secondary"}, `link "Second"`},
		"a point beyond the element":      {types.CodeInvalidInput, "mm_click", with(target("img", "Drawing"), map[string]any{"at": map[string]any{"x": 40, "y": 1500}}), "below 1406"},
		"a key that is none":              {types.CodeInvalidInput, "mm_press", map[string]any{"key": "ArowDown"}, "nearest: ArrowDown"},
		"a key of the browser's own":      {types.CodeInvalidInput, "mm_press", map[string]any{"key": "Control+W"}, "mm_tabs"},
		"a key for what takes no focus":   {types.CodeTargetNotActable, "mm_press", map[string]any{"key": "Enter", "selector": "h1, [role=status]"}, "mm_click it"},
		"a text and another name at once": {types.CodeInvalidInput, "mm_click", map[string]any{"text": "Delete", "testId": "x"}, "exactly one of"},
	} {
		began := time.Now()
		if got := b.fails(bad.code, bad.tool, bad.args); !strings.Contains(got.Text, bad.says) {
			t.Errorf("%s: the answer lacks %q:\n%s", name, bad.says, got.Text)
		}
		t.Logf("%s: after %d ms", name, time.Since(began).Milliseconds())
	}

	b.do("mm_click", map[string]any{"text": "Window"})
	opened := b.act("mm_wait_for_notification", nil).Found
	if len(opened) != 1 {
		t.Fatalf("opened is %s", asJSON(t, opened))
	}
	b.do("mm_tabs", map[string]any{"action": "switch", "tabId": opened[0].Tab.TabID})
	if got := b.do("mm_press", map[string]any{"key": "q"}); !strings.Contains(got.Text, "closed; back in tab") {
		t.Errorf("a key that closes the tab answers\n%s", got.Text)
	}
}
