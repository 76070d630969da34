package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// pieces matches texts for which a tokenizer (o200k_base) takes at least one token, with
// the space before it: a word, three digits, a sign, a line end.
var pieces = regexp.MustCompile(`[A-Za-z]+|[0-9]{1,3}|[^\sA-Za-z0-9]|\n`)

// atMostTokens bounds the tokens of plain English with identifiers: a word of
// eight letters and more counts double, signs that share a token one by one.
func atMostTokens(text string) (n int) {
	for _, piece := range pieces.FindAllString(text, -1) {
		n += 1 + len(piece)/8
	}
	return n
}

// mostTokens bounds the tokens of a description, whatever the page.
const mostTokens = 4500

// TestAnyPageIsDescribedWithinTheBudget looks at pages with far more on them
// than fits, and reaches the elements that the description leaves out.
func TestAnyPageIsDescribedWithinTheBudget(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	site := w.hostile()
	a := w.stdioAgent("reader")
	a.launch(nil)
	for _, x := range []struct {
		page           string
		shows          []string // in the description
		find, found    string   // of the elements that the description leaves out
		expand, opened string
		beyond         string // a link that no look takes in
	}{
		{"nav", []string{`navigation "All pages" (`, `button "Start"`, " more rows, e", "find looks through all"},
			"contracts 1599", `link "Open Contracts 1599"`, "main", `button "Start"`, "Regional Members 4996"},
		{"form", []string{`regions: form "Declaration" (601)`, " more rows, e", `e601 button "Declare"`},
			"declare", `button "Declare" [declare]`, "e590", `button "Declare" [declare]`, ""},
		{"cards", []string{"\ne1 heading2 \"Open Invoices 0\" e2 button \"Open Open Invoices 0\"\n", " more rows, e"},
			"button machines 292", `button "Share Internal Machines 292"`, "Machines 292", `button "Share Internal Machines 292"`, ""},
		{"rows", []string{`each of 200 rows: button "Open", button "Edit"`, "\n\"Open Invoices 0\" e1 e2 e3 e4 e5 e6 e7 e8\n", " e1600\n[end "},
			"delete-199", `e1600 "Delete" [delete-199]`, "e1590", `e1600 "Delete" [delete-199]`, ""},
		{"regions", []string{"in the dialog in front:\n", `button "Close …"`},
			"link 59", `link "Go to Shared Contracts 59"`, "Contracts 59", `link "Go to Shared Contracts 59"`, ""},
	} {
		t.Run(x.page, func(t *testing.T) {
			a.t = t
			a.do("mm_navigate", map[string]any{"url": site + "large.html?page=" + x.page})
			got := a.do("mm_describe_screen", nil).Text
			if n := atMostTokens(got); n >= mostTokens {
				t.Errorf("it takes up to %d tokens:\n%s", n, got)
			}
			for _, want := range x.shows {
				if !strings.Contains(got, want) {
					t.Errorf("it does not show %q:\n%s", want, got)
				}
			}
			t.Logf("%d bytes, at most %d tokens\n%s", len(got), atMostTokens(got), got)
			for _, part := range []struct{ how, what, shows string }{{"find", x.find, x.found}, {"expand", x.expand, x.opened}} {
				text := a.do("mm_describe_screen", map[string]any{part.how: part.what}).Text
				if n := atMostTokens(text); n >= mostTokens || !strings.Contains(text, part.shows) {
					t.Errorf("%s %q takes up to %d tokens; want %s in\n%s", part.how, part.what, n, part.shows, text)
				}
			}
			if x.beyond != "" {
				a.do("mm_click", map[string]any{"role": "link", "name": x.beyond})
			}
		})
	}
}
