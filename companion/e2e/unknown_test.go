package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
)

// unknowns are texts that no rule could know for private: words without a form,
// by where a page shows each. A person sees them all and acts on none.
type unknowns map[string]string

// places lists where a page shows a text that is only seen.
var places = []string{
	"title", "path", "fragment", "heading", "link", "cell", "dialog", "region", "button", "tab", "option", "label", "status", "row", "alert", "later title",
}

func newUnknowns(r *rand.Rand) unknowns {
	u := unknowns{}
	for _, place := range places {
		u[place] = madeUp(r, 7)
	}
	u["test id"] = drawn(r, "123456789", 12)
	return u
}

// page shows the texts, and two buttons to press.
func (u unknowns) page() string {
	return fmt.Sprintf(`<!doctype html><meta charset="utf-8"><title>%s</title>
<h1>%s</h1><a href="#x">%s</a>
<table><tr><td>%s</td><td>%s</td><td><button id="archive" type="button">Archive</button></td></tr><tr><td>other</td><td>other</td><td><button type="button">Archive</button></td></tr></table>
<div role="dialog" aria-label="%s"><button id="close" type="button">Confirm</button></div>
<section role="region" aria-label="%s"><button type="button">%s</button></section>
<div role="tablist"><button role="tab">%s</button></div><select aria-label="Country"><option>Any</option><option>%s</option></select>
<label>Note <input id="note"></label><label>%s <input></label><div role="status" id="status">%s</div><button data-testid="open-%s" type="button">Open</button><div id="alert"></div>
<script>
document.getElementById('archive').onclick = () => { document.getElementById('alert').innerHTML = '<div role="alert">%s</div>'; document.title = '%s'; };
</script>`,
		u["title"], u["heading"], u["link"], u["cell"], u["row"], u["dialog"], u["region"], u["button"],
		u["tab"], u["option"], u["label"], u["status"], u["test id"], u["alert"], u["later title"])
}

// browse lets a person act on the page, and returns the wire's messages and the
// stored records.
func (w *world) browse(t *testing.T, tap *wiretap, u unknowns) (carried, stored string) {
	t.Helper()
	site := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { fmt.Fprint(rw, u.page()) }))
	p := w.person(site + "/" + u["path"] + "#/" + u["fragment"])
	p.click("#archive")
	p.write("#note", "buy milk")
	p.click("#close")
	for _, s := range w.exportedTo(t, "Confirm") {
		stored += asJSON(t, s)
	}
	carried, _ = tap.heard(t)
	for _, kept := range []string{`"Archive"`, `"Confirm"`} {
		if !strings.Contains(stored, kept) {
			t.Errorf("the button that was pressed is not kept: %s", kept)
		}
	}
	return carried, stored
}

// hidesUnknowns shows a person the texts in a profile that keeps only needed names: they
// must be nowhere. It ends browser and daemon.
func (w *world) hidesUnknowns(t *testing.T, tap *wiretap, u unknowns) {
	t.Helper()
	carried, stored := w.browse(t, tap, u)
	var secrets []string
	for place, secret := range u {
		secrets = append(secrets, secret)
		if strings.Contains(carried, secret) {
			t.Errorf("the wire carries the %s", place)
		}
		if strings.Contains(stored, secret) {
			t.Errorf("the %s is stored", place)
		}
	}
	w.wantNoTrace(t, secrets...)
	w.wantNoneInMemory(t, secrets...)
	w.closeBrowser()
	w.wantNoneInCrash(t, secrets...)
}

// keepsUnknowns does the same where all names are kept: all must be found, or looking
// would prove nothing.
func (w *world) keepsUnknowns(t *testing.T, tap *wiretap, u unknowns) {
	t.Helper()
	carried, stored := w.browse(t, tap, u)
	var secrets []string
	for place, secret := range u {
		secrets = append(secrets, secret)
		if !strings.Contains(carried, secret) || !strings.Contains(stored, secret) {
			t.Errorf("where all names are kept, the %s is on the wire: %v, and stored: %v", place, strings.Contains(carried, secret), strings.Contains(stored, secret))
		}
	}
	w.wantSomeInMemory(t, secrets...)
}
