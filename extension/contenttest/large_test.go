package contenttest

import (
	"fmt"
	"testing"
)

// TestALongListIsSearchedByEveryName seeks in a table of 6,000 rows the elements that have their
// name or test id from elsewhere than its text, or in a shadow tree.
func TestALongListIsSearchedByEveryName(t *testing.T) {
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<span id="far">Far away</span><table><tbody>' + Array.from({length: 6000}, (_, i) =>
		'<tr><td>Person ' + i + '</td><td>' + ({
			4000: '<button aria-label="Remove for good">x</button>', 4001: '<button aria-labelledby="far">x</button>',
			4002: '<button data-testid=" two  words ">x</button>', 4003: '<button>Twice</button>', 5003: '<button>twice</button>',
			4004: '<button><b>Bro</b>ken up</button>', 4005: '<input placeholder="Comment 4005">',
		}[i] ?? '<button>Edit</button>') + '</td></tr>').join('') + '</tbody></table>', null`, nil)
	for request, code := range map[string]string{
		`{"role":"button","name":"Remove for good"}`: "",
		`{"role":"button","name":"Far away"}`:        "",
		`{"testId":"two words"}`:                     "",
		`{"role":"button","name":"Twice"}`:           "",
		`{"role":"button","name":"TWICE"}`:           "MM_TARGET_AMBIGUOUS",
		`{"role":"button","name":"Broken up"}`:       "",
		`{"role":"textbox","name":"comment 4005"}`:   "",
		`{"role":"button","name":"Person 4000"}`:     "MM_TARGET_NOT_FOUND",
		`{"testId":"two"}`:                           "MM_TARGET_NOT_FOUND",
	} {
		got := tb.ask(fmt.Sprintf(`{to: 'content', kind: 'locate', locate: {target: %s, for: 'see', timeoutMs: 1}}`, request))
		if code == "MM_TARGET_AMBIGUOUS" {
			got = tb.ask(fmt.Sprintf(`{to: 'content', kind: 'locate', locate: {target: %s, timeoutMs: 1}}`, request))
		}
		said := ""
		if got.Error != nil {
			said = got.Error.Code
		}
		if said != code {
			t.Errorf("%s: %q, want %q: %+v", request, said, code, got.Error)
		}
	}
	tb.eval(`for (const row of document.querySelectorAll('tr')) row.firstElementChild.appendChild(document.createElement('div')).attachShadow({mode: 'open'}).innerHTML = '<button data-testid="in-' + row.rowIndex + '">In</button>'`, nil)
	if got := tb.ask(`{to: 'content', kind: 'locate', locate: {target: {testId: 'in-5000'}, for: 'see', timeoutMs: 1}}`); got.Error != nil {
		t.Errorf("not found in a shadow tree: %+v", got.Error)
	}
}

// TestALargePageHasItsTurnWhileATargetIsSought looks for rows of a table of
// 10,000 by all their names, and counts how often that pauses.
func TestALargePageHasItsTurnWhileATargetIsSought(t *testing.T) {
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<table><tbody>' + Array.from({length: 10000}, (_, i) =>
		'<tr><td>Person ' + i + '</td><td><button data-testid="edit-' + i + '">Edit ' + i + '</button></td></tr>').join('') + '</tbody></table>', null`, nil)
	for name, c := range map[string]struct{ sought, request, code string }{
		"role and name":     {`all({role: 'button', name: 'Edit 9000'})`, `{"role":"button","name":"Edit 9000"}`, ""},
		"testId":            {`all({testId: 'edit-9000'})`, `{"testId":"edit-9000"}`, ""},
		"nothing like it":   {`nearest({role: 'button', name: 'Delete all'})`, `{"role":"button","name":"Delete all"}`, "MM_TARGET_NOT_FOUND"},
		"very many of them": {`all({role: 'button'})`, `{"role":"button"}`, "MM_TARGET_AMBIGUOUS"},
		"in a row":          {`containers({role: 'row', name: 'Person 9000'})`, `{"role":"button","name":"Edit 9000"}, "within":{"role":"row","name":"Person 9000"}`, ""},
	} {
		var pauses int
		tb.eval(`(() => { const turns = Cairn.find.`+c.sought+`; let n = 0; while (!turns.next().done) n++; return n; })()`, &pauses)
		least := 50 // over 40,000 elements
		if name == "testId" {
			least = 1 // the browser finds it by itself
		}
		if pauses < least {
			t.Errorf("%s: %d pauses", name, pauses)
		}
		got := tb.ask(fmt.Sprintf(`{to: 'content', kind: 'locate', locate: {target: %s, timeoutMs: 1}}`, c.request))
		code := ""
		if got.Error != nil {
			code = got.Error.Code
		}
		if code != c.code {
			t.Errorf("%s: %q, want %q: %+v", name, code, c.code, got.Error)
		}
	}
}
