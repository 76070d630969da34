package e2e

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// entryPage has two fields that Enter empties: one adds the first country with the text, the other the text itself.
const entryPage = `<!doctype html><meta charset="utf-8"><title>Entries</title>
<label>Region <input id="region" role="combobox" aria-expanded="false" oninput="setAttribute('aria-expanded', 'true')"></label>
<label>Guests <input role="combobox" aria-expanded="false" oninput="setAttribute('aria-expanded', 'true')" onkeydown="if (event.key === 'Enter') setAttribute('aria-expanded', 'false')"></label>
<label>Countries <input id="tags"></label><ul id="chips"></ul><label>Message <input id="message"></label><div id="log"></div>
<script>
function onEnter(field, into, of) {
  field.onkeydown = (e) => {
    if (e.key !== 'Enter') return;
    const entry = of(field.value);
    field.value = '';
    if (entry) into.appendChild(document.createElement('li')).textContent = entry;
  };
}
onEnter(tags, chips, (text) => ['Guinea-Bissau', 'Guinea', 'Chad'].find((c) => c.includes(text)));
onEnter(message, log, (text) => text);
</script>`

// TestEnterThatLeavesAListOpenIsReported types into comboboxes of which one closes its list at Enter.
func TestEnterThatLeavesAListOpenIsReported(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("clerk")
	a.launch(map[string]any{"url": serve(t, http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(rw, entryPage) })) + "/"})
	for field, open := range map[string]bool{"Region": true, "Guests": false} {
		got := a.do("mm_type", map[string]any{"role": "combobox", "name": field, "text": "3", "submit": true}).Text
		if strings.Contains(got, "list is still open") != open {
			t.Errorf("%s is answered with %s, want an open list to be reported: %t", field, got, open)
		}
	}
}

// TestEnterThatChoosesAnotherEntryIsReported types into fields that are empty after Enter, and reads the answers.
func TestEnterThatChoosesAnotherEntryIsReported(t *testing.T) {
	t.Parallel()
	w := borrowWorld(t)
	a := w.stdioAgent("clerk")
	a.launch(map[string]any{"url": serve(t, http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(rw, entryPage) })) + "/"})
	const note = "nothing new is just the text that was typed"
	for _, tc := range []struct{ field, text, shows string }{
		{"Countries", "Guinea", `new there: "Guinea-Bissau"`},
		{"Countries", "Peru", `new there: ""`},
		{"Countries", "Chad", ""},
		{"Message", "Good morning", ""},
	} {
		got := a.do("mm_type", map[string]any{"role": "textbox", "name": tc.field, "text": tc.text, "submit": true}).Text
		if strings.Contains(got, note) != (tc.shows != "") || !strings.Contains(got, tc.shows) {
			t.Errorf("%s: %q is answered with %s, want %q", tc.field, tc.text, got, tc.shows)
		}
	}
}
