package e2e

import (
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// typedPage shows, once it was sent, the texts typed into its two sensitive fields:
// in a heading, a message, the title, its own address and a dialog.
const typedPage = `<!doctype html><meta charset="utf-8"><title>Sign in</title>
<form><label>Password <input id="p" type="password"></label><label>Ticket <input id="c" autocomplete="one-time-code"></label><button id="send" data-testid="send-it">Send</button></form>
<h1 id="h"></h1><p id="s" role="status"></p><button id="next" data-testid="next-one">Next</button><button id="say" data-testid="say-it">Say</button>
<script>
function show(p, c) {
  h.textContent = 'Good morning, ' + p + ' of row ' + c;
  s.textContent = 'You wrote ' + p + ' and ' + c;
  document.title = p + ' | ' + c;
  say.onclick = () => alert('Well done, ' + p + ' of row ' + c);
  history.replaceState(null, '', '/home/' + encodeURIComponent(p) + '/' + c);
}
document.forms[0].onsubmit = (e) => {
  e.preventDefault();
  fetch('/keep', {method: 'POST', body: JSON.stringify([p.value, c.value])});
  show(p.value, c.value);
};
const kept = %s;
if (kept) show(...kept);
</script>`

// signInSite serves typedPage, and shows the sent texts to every later visitor.
func signInSite() http.Handler {
	var mu sync.Mutex
	kept := "null"
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Method == http.MethodPost {
			body, _ := io.ReadAll(r.Body)
			kept = string(body)
			return
		}
		fmt.Fprintf(rw, typedPage, kept)
	})
}

// phrase returns a password that no rule knows: small words, other ones in each run.
func phrase() string {
	words := strings.Fields("mossy kettle dances walnut ribbon harbour velvet lantern pebble orchard thimble saddle biscuit meadow copper willow")
	rand.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return strings.Join(words[:3], " ")
}

// TestWhatAPersonTypedIsMaskedWhereverItIsShown lets a person sign in with real keys, on
// a page that shows password and code everywhere afterwards, to the person and to an
// agent.
func TestWhatAPersonTypedIsMaskedWhereverItIsShown(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(rand.Uint64(), 0))
	password, code := phrase(), drawn(r, "123456789", 6)
	w := newWorld(t)
	seen := w.signIn(t, password, code)
	if !strings.Contains(seen.answers, "Well done, [REDACTED] of row [REDACTED]") {
		t.Error("an agent does not get what the dialog said beside them")
	}
	for where, text := range map[string]string{"an agent gets": seen.answers, "the wire carries": seen.wire, "an export says": seen.stored} {
		for _, secret := range []string{password, code} {
			if strings.Contains(text, secret) || strings.Contains(text, escaped(t, secret)) {
				t.Errorf("%s %q", where, secret)
			}
		}
		if !strings.Contains(text, "REDACTED") {
			t.Errorf("%s nothing that is masked: the page was not seen", where)
		}
	}
	w.wantNoTrace(t, password, code)
	w.wantNoneInMemory(t, password)
	w.wantKeptInMemoryAlone(t)
}

// TestWhatAPersonTypedIsFoundWithoutTheMechanism signs in without the mechanism: both must be
// found where they are looked for, or looking would prove nothing.
func TestWhatAPersonTypedIsFoundWithoutTheMechanism(t *testing.T) {
	t.Parallel()
	password, code := phrase(), drawn(rand.New(rand.NewPCG(rand.Uint64(), 0)), "123456789", 6)
	w := newWorld(t)
	w.without(t, "cairn/shared/exact.off")
	seen := w.signIn(t, password, code)
	for where, text := range map[string]string{"an agent gets": seen.answers, "the wire carries": seen.wire, "an export says": seen.stored} {
		for _, secret := range []string{password, code} {
			if !strings.Contains(text, secret) {
				t.Errorf("without the mechanism, it is not true that %s %q", where, secret)
			}
		}
	}
}

// signIn lets a person type both and go on, and an agent look at the page.
func (w *world) signIn(t *testing.T, password, code string) sightings {
	t.Helper()
	site := serve(t, signInSite())
	tap := w.tapWire(t)
	w.start()
	p := w.person(site)
	p.write("#p", password)
	p.write("#c", code)
	p.click("#send")
	p.click("#next")
	ext := w.inExtension()
	w.exportedTo(t, "next-one")
	// A known secret outlasts the core that received it.
	evaluate[any](ext, `chrome.offscreen.closeDocument()`)
	w.eventually("another core is linked", func() bool {
		return evaluate[bool](ext, `chrome.runtime.sendMessage({to: 'offscreen', kind: 'health'}).then((r) => r?.health?.linked === true, () => false)`)
	})
	a := w.stdioAgent("typed")
	a.launch(map[string]any{"url": site})
	var seen sightings
	seen.answers = a.tells("mm_describe_screen", nil) + a.tells("mm_accessibility_snapshot", nil) + a.tells("mm_tabs", map[string]any{"action": "list"}) +
		a.tells("mm_click", map[string]any{"testId": "next-one"}) + a.tells("mm_click", map[string]any{"testId": "say-it"}) + a.tells("mm_describe_screen", map[string]any{"find": "morning"})
	w.eventually("what was done is stored", func() bool {
		h := ext.health()
		return h.Outbox == 0 && h.Pending == 0 && h.Steps >= 4
	})
	for _, s := range w.exported(t) {
		seen.stored += asJSON(t, s)
	}
	seen.wire, _ = tap.heard(t)
	return seen
}

// wantKeptInMemoryAlone looks for the stored forms of the secrets in all files of the
// browser's profile: chrome.storage.session is said to be in memory alone.
func (w *world) wantKeptInMemoryAlone(t *testing.T) {
	t.Helper()
	salt := evaluate[string](w.inExtension(), `chrome.storage.session.get('typed').then(({typed}) => typed.digests.length > 1 ? typed.salt : '')`)
	if len(salt) != 64 {
		t.Fatalf("nothing stands for the secrets: the salt is %q", salt)
	}
	w.closeBrowser()
	files := 0
	err := filepath.WalkDir(w.profile, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		files++
		for _, found := range seek(salt).in(data) {
			t.Errorf("%s holds the salt: %s", path, found)
		}
		return nil
	})
	if err != nil || files < 20 {
		t.Fatalf("looked at %d files of the profile: %v", files, err)
	}
}
