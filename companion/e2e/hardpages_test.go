package e2e

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

// hardPage is a page that gives a reader too much, or no rest.
func hardPage(r *http.Request) string {
	const count = `<script>let last = ''; document.body.addEventListener('click', (e) => { last = e.target.closest('[data-n]')?.dataset.n ?? 'nothing'; });</script>`
	var b strings.Builder
	switch r.URL.Path {
	case "/many":
		b.WriteString(`<style>.b { cursor: pointer }</style><h1>Many</h1>`)
		for i := range 10_000 {
			fmt.Fprintf(&b, `<div class="b" data-n="%d">Cell number %d</div>`, i, i)
		}
	case "/pointer":
		b.WriteString(`<style>body { cursor: pointer }</style><h1>Reader</h1>`)
		for i := range 30 {
			fmt.Fprintf(&b, `<p>Paragraph %d of the story.</p>`, i)
		}
		b.WriteString(`<div data-n="next" onclick="1">Next chapter</div>`)
	case "/long":
		b.WriteString(`<h1>Log</h1><pre>`)
		for i := range 100_000 {
			fmt.Fprintf(&b, "line %06d: the harbour was calm and grey all day\n", i)
		}
		b.WriteString(`</pre><p>The last word is marzipan.</p><button data-n="clear">Clear the log</button>`)
	case "/restless": // all rows are made again twenty times a second, in another order
		b.WriteString(`<h1>Ticker</h1><ul></ul><script>
			let turn = 0;
			setInterval(() => {
				turn++;
				document.querySelector('ul').innerHTML = [0, 1, 2, 3, 4].map((i) => (i + turn) % 5).map((i) => '<li>Share ' + 'ABCDE'[i] + ' at ' + (turn % 97) + ' <button data-n="' + 'ABCDE'[i] + '">Buy</button></li>').join('');
			}, 50);
		</script>`)
	}
	return b.String() + count
}

// TestPagesThatGiveTooMuch describes pages that no description holds whole, or
// that change while they are read. An element that is left out can be found and acted on;
// and only the meant element is ever acted on.
func TestPagesThatGiveTooMuch(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := serve(t, htmlPage(hardPage))
	a := w.stdioAgent("reader")
	a.launch(map[string]any{"url": site + "/many"})
	tab := w.takeTab(site)
	clicked := func() string { return evaluate[string](tab, `last`) }

	t.Run("ten thousand boxes to click", func(t *testing.T) {
		a.t, tab.t = t, t
		text := a.do("mm_describe_screen", nil).Text
		if n := atMostTokens(text); n > 6000 || !strings.Contains(text, "Cell number 0") || !regexp.MustCompile(`\d+ more`).MatchString(text) {
			t.Errorf("it takes up to %d tokens:\n%.2000s", n, text)
		}
		found := bestFits(handlesOf(a.do("mm_describe_screen", map[string]any{"find": "Cell number 9876"}).Text), "press", []string{"Cell number 9876"})
		if len(found) != 1 {
			t.Fatalf("found are %v", found)
		}
		a.do("mm_click", map[string]any{"a11yRef": found[0].ref})
		if got := clicked(); got != "9876" {
			t.Errorf("clicked %q", got)
		}
	})
	t.Run("a pointer cursor on the body", func(t *testing.T) {
		a.t, tab.t = t, t
		a.do("mm_navigate", map[string]any{"url": site + "/pointer"})
		text := a.do("mm_describe_screen", nil).Text
		if n := strings.Count(text, "clickable"); n != 1 || !strings.Contains(text, "Paragraph 29 of the story") {
			t.Errorf("%d clickable, want the one:\n%s", n, text)
		}
		a.do("mm_click", map[string]any{"text": "Next chapter"})
		if got := clicked(); got != "next" {
			t.Errorf("clicked %q", got)
		}
	})
	t.Run("five megabytes of text", func(t *testing.T) {
		a.t, tab.t = t, t
		a.do("mm_navigate", map[string]any{"url": site + "/long"})
		text := a.do("mm_describe_screen", nil).Text
		if n := atMostTokens(text); n > 6000 || !strings.Contains(text, "line 000000") || strings.Contains(text, "line 050000") {
			t.Errorf("it takes up to %d tokens:\n%.2000s", n, text)
		}
		for _, call := range []act{{"mm_describe_screen", map[string]any{"find": "marzipan"}}, {"mm_read", map[string]any{"find": "marzipan"}}} {
			if got := a.do(call.tool, call.args).Text; !strings.Contains(got, "The last word is marzipan.") || atMostTokens(got) > 6000 {
				t.Errorf("%s finds\n%.2000s", call.tool, got)
			}
		}
		a.do("mm_click", map[string]any{"role": "button", "name": "Clear the log"})
		if got := clicked(); got != "clear" {
			t.Errorf("clicked %q", got)
		}
	})
	t.Run("rows that change while they are read", func(t *testing.T) {
		a.t, tab.t = t, t
		a.do("mm_navigate", map[string]any{"url": site + "/restless"})
		for _, share := range []string{"A", "C", "E"} {
			text := a.do("mm_describe_screen", nil).Text
			best := bestFits(handlesOf(text), "press", []string{"Share " + share, "Buy"})
			if len(best) != 1 {
				t.Fatalf("%d handles for share %s in\n%s", len(best), share, text)
			}
			evaluate[bool](tab, `last = 'none'; true`)
			got := a.call("mm_click", map[string]any{"a11yRef": best[0].ref, "timeoutMs": 1500})
			did := clicked()
			switch {
			case got.OK && did != share:
				t.Errorf("asked for share %s, clicked %q and said %s", share, did, got.Text)
			case !got.OK && (did != "none" && did != share || !slices.Contains([]types.Code{types.CodeStaleRef, types.CodeClickTimeout, types.CodeTargetNotActable, types.CodeTargetNotFound, types.CodeTargetAmbiguous}, got.Error.Code)):
				t.Errorf("asked for share %s, clicked %q and said %s", share, did, got.Text)
			}
		}
	})
	a.t, tab.t = t, t
}
