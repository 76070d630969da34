package contenttest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cairn/shared/masking"
	"cairn/shared/wire"
)

// seeks sends the worker's message for a part of the page.
func (tb *tab) seeks(seek string) (seen observation) {
	tb.t.Helper()
	var answer struct{ Page *wire.Page }
	tb.eval(`askContent({to:"content",kind:"observe",seek:`+seek+`})`, &answer)
	if answer.Page == nil {
		tb.t.Fatalf("seek %s: %+v", seek, tb.ask(`{to:"content",kind:"observe",seek:`+seek+`}`).Error)
	}
	masking.Page(answer.Page, nil) // as the core does before an agent is answered
	text, err := json.Marshal(answer.Page.Observation)
	if err == nil {
		err = json.Unmarshal(text, &seen)
	}
	if err != nil {
		tb.t.Fatal(err)
	}
	return seen
}

// TestSeeksWhatALookLeavesOut asks for a row deep in a table by its
// text, by a test id in it, and for the rows behind it.
func TestSeeksWhatALookLeavesOut(t *testing.T) {
	t.Parallel()
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<main><table><tbody>' + Array.from({length: 20000}, (_, i) =>
		'<tr><td>Person No' + i + '</td><td><button data-testid="t' + i + '">Edit</button></td></tr>').join('') + '</tbody></table></main>', null`, nil)
	want := []string{`main > row "Person No14999 Edit" offscreen`, `main > row "Person No14999 Edit" > button "Edit" offscreen #t14999`}
	got := lines(tb.seeks(`{find:"person no14999"}`))
	if !slices.Equal(got, want) {
		t.Errorf("by its text: %q, want %q", got, want)
	}
	found := tb.seeks(`{find:"button T14999"}`)
	if got := lines(found); !slices.Equal(got, []string{`main > button "Edit" offscreen #t14999`}) {
		t.Errorf("by a test id: %q", got)
	}
	after := tb.seeks(`{from:"` + found.A11y.Nodes[0].Ref + `"}`)
	if got := lines(after); len(got) != 120 || !strings.HasSuffix(got[0], "#t14999") || !strings.HasSuffix(got[1], "#t15000") || !after.Truncated {
		t.Errorf("what follows: %d, %q, truncated %v", len(got), got[:min(3, len(got))], after.Truncated)
	}
	located := tb.ask(`{to:"content",kind:"locate",locate:{tabId:1,target:{a11yRef:"` + found.A11y.Nodes[0].Ref + `"}}}`)
	if located.Located == nil || located.Located.Target.TestID != "t14999" {
		t.Errorf("its ref is good for %+v", located)
	}
	if none := tb.seeks(`{find:"person no99999"}`); len(none.A11y.Nodes) > 0 {
		t.Errorf("of what is not there: %q", lines(none))
	}
}

// TestSeeksRowsAndElementsByTheirWords looks at pages of a few elements, and at
// words that must not be found.
func TestSeeksRowsAndElementsByTheirWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, html, seek string
		want             []string
	}{
		{"a row by its text", `<table><tr><td>Ada</td><td><button>Edit</button></td></tr><tr><td>Bob</td><td><button>Edit</button></td></tr></table>`, `{find:"bob"}`,
			[]string{`row "Bob Edit"`, `row "Bob Edit" > button "Edit"`}},
		{"a row that is listed itself, once", `<table><tr role=option tabindex=0><td>Milk<td>2 l</table>`, `{find:"milk"}`, []string{`option "Milk 2 l"`}},
		{"a row without a button", `<ul><li>Milk</li><li>Bread</li></ul>`, `{find:"bread"}`, []string{`listitem "Bread"`}},
		{"words of role and region", `<nav aria-label="Main"><a href="#">Home</a></nav><a href="#">Home</a>`, `{find:"link MAIN home"}`, []string{`navigation "Main" > link "Home"`}},
		{"a test id without a role", `<p data-testid="balance-total">25</p>`, `{find:"balance-total"}`, nil},
		{"a row with a list in it, whose options are its own", `<table><tr><td>Ada<td><select aria-label=Country><option>Peru<option>Chile</select><td><button>Ok</button></table>`, `{find:"ada"}`,
			[]string{`row "Ada Country Ok"`, `row "Ada Country Ok" > combobox "Country"`, `row "Ada Country Ok" > combobox "Country" > option "Peru"`, `row "Ada Country Ok" > combobox "Country" > option "Chile"`, `row "Ada Country Ok" > button "Ok"`}},
		{"a hidden row", `<ul><li hidden>Bread</li></ul>`, `{find:"bread"}`, nil},
		{"text that was typed", `<ul><li><div contenteditable>bread</div></li></ul>`, `{find:"bread"}`, nil},
		{"words on buttons that are a secret together", `<p>` + seedButtons + `</p>`, `{find:"abandon"}`, slices.Repeat([]string{`button "[REDACTED]"`}, 12)},
		{"what stands behind a label", `<table><tr><td>Password</td><td>hunter2secret</td></tr></table>`, `{find:"hunter2secret"}`, []string{`row "Password [REDACTED]"`}},
		{"in a shadow root", `<div id="host"></div>`, `{find:"deep"}`, []string{`button "Deep"`}},
		{"a ref that is not there", `<button>A</button>`, `{from:"e99999"}`, nil},
		{"quotes and backslashes", `<button>A "b\c</button>`, `{find:"\"b\\c"}`, []string{`button "A "b\c"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := open(t, "other.html")
			tb.eval("document.body.innerHTML = `"+strings.ReplaceAll(tt.html, `\`, `\\`)+"`, document.getElementById('host')?.attachShadow({mode: 'open'}).append(Object.assign(document.createElement('button'), {textContent: 'Deep'})), null", nil)
			if got := lines(tb.seeks(tt.seek)); !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	tb := open(t, "other.html")
	for _, bad := range []string{`{find:7}`, `{from:{}}`} {
		if r := tb.ask(`{to:"content",kind:"observe",seek:` + bad + `}`); r.Error == nil || r.Error.Code != "MM_INVALID_INPUT" {
			t.Errorf("%s: %+v", bad, r)
		}
	}
}

// seedButtons are twelve words of a wallet, one on each button.
var seedButtons = `<button>` + strings.Join(strings.Fields("abandon ability able about above absent absorb abstract absurd abuse access accident"), `</button><button>`) + `</button>`
