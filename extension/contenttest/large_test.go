package contenttest

import (
	"fmt"
	"testing"
)

// TestALargePageHasItsTurnWhileATargetIsSought looks for rows of a table of
// 15,000 by all their names: the page's own tasks go on meanwhile.
func TestALargePageHasItsTurnWhileATargetIsSought(t *testing.T) {
	tb := open(t, "other.html")
	tb.eval(`document.body.innerHTML = '<table><tbody>' + Array.from({length: 15000}, (_, i) =>
		'<tr><td>Person ' + i + '</td><td><button data-testid="edit-' + i + '">Edit ' + i + '</button></td></tr>').join('') + '</tbody></table>', null`, nil)
	for name, c := range map[string]struct{ request, code string }{
		"role and name":     {`{"role":"button","name":"Edit 14000"}`, ""},
		"testId":            {`{"testId":"edit-14000"}`, ""},
		"selector":          {`{"selector":"[data-testid=edit-14000]"}`, ""},
		"nothing like it":   {`{"role":"button","name":"Delete all"}`, "MM_TARGET_NOT_FOUND"},
		"very many of them": {`{"role":"button"}`, "MM_TARGET_AMBIGUOUS"},
		"in a row":          {`{"role":"button","name":"Edit 14000"}, "within":{"role":"row","name":"Person 14000"}`, ""},
	} {
		var got struct {
			Answer reply
			Turns  int
			Task   float64
		}
		tb.eval(fmt.Sprintf(`(async () => {
			const tasks = [];
			const watch = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration)));
			watch.observe({type: 'longtask'});
			let turns = 0, on = true;
			const channel = new MessageChannel();
			channel.port1.onmessage = () => { turns++; if (on) channel.port2.postMessage(0); };
			channel.port2.postMessage(0);
			const answer = await askContent({to: 'content', kind: 'locate', locate: {target: %s, timeoutMs: 1}});
			on = false;
			channel.port1.close();
			watch.disconnect();
			return {answer, turns, task: Math.max(0, ...tasks)};
		})()`, c.request), &got)
		t.Logf("%s: %d turns, longest task %.0f ms", name, got.Turns, got.Task)
		if name != "selector" && got.Turns < 3 {
			t.Errorf("%s: the page had %d turns", name, got.Turns)
		}
		code := ""
		if got.Answer.Error != nil {
			code = got.Answer.Error.Code
		}
		if code != c.code {
			t.Errorf("%s: %q, want %q: %+v", name, code, c.code, got.Answer.Error)
		}
	}
}
