package contenttest

import (
	"fmt"
	"testing"
)

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
		if pauses < 50 { // 40,000 elements
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
