package e2e

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"cairn/shared/wire"
)

// drawn is n characters of a set.
func drawn(r *rand.Rand, set string, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = set[r.IntN(len(set))]
	}
	return string(out)
}

// madeUp is a word of so many syllables that no list of words has.
func madeUp(r *rand.Rand, syllables int) (word string) {
	for range syllables {
		word += drawn(r, "bdfgklmnprstvz", 1) + drawn(r, "aeiou", 1)
	}
	return word
}

// card is the number of a card, with the right check digit.
func card(r *rand.Rand) string {
	number := "4" + drawn(r, "123456789", 14)
	sum := 0
	for i, c := range number {
		d := int(c-'0') * (2 - i%2)
		sum += d/10 + d%10
	}
	return number + fmt.Sprint((10-sum%10)%10)
}

// canaries are secrets made for this run, each as a page shows it. None is
// so short that a time or a count could hold it by chance.
func canaries(r *rand.Rand) (lines, secrets []string) {
	const small, digits = "bcdfghjkmnpqrstvwxz", "0123456789"
	const any = small + "BCDFGHJKMNPQRSTVWXZ" + digits
	add := func(format, secret string) {
		lines, secrets = append(lines, fmt.Sprintf(format, secret)), append(secrets, secret)
	}
	password := func() string {
		return drawn(r, any, 7) + drawn(r, "#%+*", 2) + drawn(r, digits, 2) + drawn(r, "QXZ", 2)
	}
	add("Temporary password: %s", password())
	add("Ihr Passwort lautet %s", password())
	add("Senha: %s", password())
	add("Your verification code is %s", drawn(r, "123456789", 6))
	add("Votre code de vérification est %s", drawn(r, "123456789", 6))
	add("Acme: %s. Do not share this login code.", drawn(r, "123456789", 6))
	add("PIN: %s", drawn(r, "123456789", 7))
	add("API key %s", "zq9_"+drawn(r, any, 28))
	add("%s", drawn(r, any, 24))
	add("%s", drawn(r, small, 24))
	add("%s", drawn(r, "0123456789abcdef", 32))
	add("ghp_%s", drawn(r, any, 34)+"42")
	add("eyJhbGciOiJIUzI1NiJ9.%s.c2ln", drawn(r, any, 40))
	add("postgres://admin:%s@db:5432/app", drawn(r, any, 10)+"7x")
	add("Session cookie: sid=%s", drawn(r, any, 18)+"4")
	add("Passport number: X%s", drawn(r, digits, 8))
	add("Account number: %s", drawn(r, "123456789", 8))
	add("Card %s", card(r))
	add("Copy key sk-live-%s", drawn(r, any, 20)+"4")
	add("Recovery key %s", strings.Join([]string{drawn(r, any, 5), drawn(r, any, 5), drawn(r, any, 5), drawn(r, any, 5)}, "-")+"7")
	add("$2b$12$%s", drawn(r, any, 53))
	add("https://x.example/invite/%s", drawn(r, any, 12)+"9")
	add("Ihre PIN für die Karte endet auf 1180 lautet %s", drawn(r, "123456789", 7))
	add("SSN on file: %s", drawn(r, "123456789", 9))
	add("Locker 14 opens with %s", drawn(r, "123456789", 6))
	add("Guest WLAN %s (Passwort)", "Sommer"+drawn(r, small, 4)+drawn(r, "123456789", 3))
	add("Passwort für das Gäste-WLAN: %s", "K"+madeUp(r, 5))
	add("Security question: What was your first pet? Answer: %s", madeUp(r, 5))
	add("Voter ID %s", "ABC"+drawn(r, "123456789", 8))
	return lines, secrets
}

// TestCanariesLeaveNoTrace shows a page full of secrets to a browser with the
// extension, acts on it as a person and as an agent, types some, and looks for
// them in all that is said between extension and companion, stored, exported,
// logged and answered.
func TestCanariesLeaveNoTrace(t *testing.T) {
	t.Parallel()
	lines, secrets := canaries(rand.New(rand.NewPCG(rand.Uint64(), 0)))
	typed := "Typed" + drawn(rand.New(rand.NewPCG(rand.Uint64(), 1)), "bcdfgh23456789", 12)
	w := newWorld(t)
	seen := w.showSecrets(t, lines, typed)
	for where, text := range map[string]string{"an agent gets": seen.answers, "the store keeps": seen.stored, "an export says": seen.exports} {
		if strings.Contains(text, seen.echoed) {
			t.Errorf("%s %q, which an agent typed into a password field", where, seen.echoed)
		}
	}
	for where, text := range map[string]string{"an agent sees": seen.answers, "the wire carries": seen.wire, "an export says": seen.exports} {
		for _, found := range seek(append(secrets, typed)...).in([]byte(text)) {
			t.Errorf("%s %s", where, found)
		}
		if !strings.Contains(text, "REDACTED") {
			t.Errorf("%s nothing that is masked: the page was not seen", where)
		}
	}
	w.wantNoTrace(t, append(secrets, typed)...)
	w.wantNoneInMemory(t, append(secrets, typed)...)
	w.closeBrowser()
	w.wantNoneInCrash(t, append(secrets, typed)...)
	for where, text := range map[string]string{"an agent gets": seen.answers, "the wire carries": seen.wire, "the store keeps": seen.stored, "an export says": seen.exports} {
		if strings.Contains(text, seen.copied) {
			t.Errorf("%s %q, which had a label and then stood in a message", where, seen.copied)
		}
	}
}

// TestCanariesAreFoundWithoutRedaction does the same with redaction taken out: everything
// that was looked for must be found, or looking would prove nothing.
func TestCanariesAreFoundWithoutRedaction(t *testing.T) {
	t.Parallel()
	lines, secrets := canaries(rand.New(rand.NewPCG(rand.Uint64(), 0)))
	w := newWorld(t)
	w.without(t, "cairn/shared/redact.off")
	seen := w.showSecrets(t, lines, "Typed"+drawn(rand.New(rand.NewPCG(rand.Uint64(), 1)), "bcdfgh23456789", 12))
	for i, secret := range secrets {
		if !strings.Contains(seen.wire, escaped(t, secret)) {
			t.Errorf("without redaction the wire does not carry %q", lines[i])
		}
		if !strings.Contains(seen.stored, escaped(t, secret)) {
			t.Errorf("without redaction the export does not hold %q", lines[i])
		}
		if !strings.Contains(seen.answers, secret) {
			t.Errorf("without redaction an agent does not see %q", lines[i])
		}
		if !strings.Contains(seen.exports, escaped(t, secret)) {
			t.Errorf("without redaction no export of a session holds %q", lines[i])
		}
	}
	if !strings.Contains(seen.stored, seen.copied) {
		t.Error("without redaction the message that something was copied is not stored")
	}
	w.wantSomeInMemory(t, secrets...)
}

// sightings is where secrets are looked for while they are shown.
// echoed is words, of which no rule knows anything, that an agent typed into a
// password field and the page then shows. copied is a number that the page shows behind its
// label, and then in a message.
type sightings struct{ wire, answers, stored, exports, echoed, copied string }

// showSecrets lets a person and an agent act on a page of secrets.
func (w *world) showSecrets(t *testing.T, lines []string, typed string) sightings {
	t.Helper()
	seen := sightings{copied: drawn(rand.New(rand.NewPCG(rand.Uint64(), 3)), "123456789", 9)}
	site := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(rw, `<!doctype html><meta charset="utf-8"><title>Everything secret</title><form><label>Password <input id="p" type="password"></label><label>Note <input id="n"></label><label>Vault password <input data-testid="vault" type="password" oninput="echo.textContent = 'Hello ' + this.value"></label></form><h2 id="echo">Nothing yet</h2>`)
		fmt.Fprintf(rw, `<p>Member number</p><p>%[1]s</p><button type="button" data-testid="copy" onclick="echo.textContent = 'Copied %[1]s'">Copy</button>`, seen.copied)
		for i, line := range lines {
			fmt.Fprintf(rw, `<button id="b%d" data-testid="mark-%d" type="button">%s</button>`, i, i, html.EscapeString(line))
		}
	}))
	tap := w.tapWire(t)
	w.start()
	p := w.person(site)
	p.write("#p", typed)
	p.write("#n", typed)
	for i := range 3 {
		p.click(fmt.Sprintf("#b%d", i))
	}
	a := w.stdioAgent("canary")
	a.launch(map[string]any{"url": site})
	seen.echoed = "purple " + drawn(rand.New(rand.NewPCG(rand.Uint64(), 2)), "aeiou", 5) + " sausages"
	a.do("mm_type", map[string]any{"testId": "vault", "text": seen.echoed})
	if got := a.tells("mm_describe_screen", nil); !strings.Contains(got, "Hello [REDACTED]") {
		t.Errorf("what was typed is not shown, masked: %s", got)
	}
	seen.answers = a.tells("mm_describe_screen", nil) + a.tells("mm_accessibility_snapshot", nil) + a.tells("mm_list_testids", nil) + a.tells("mm_tabs", map[string]any{"action": "list"}) +
		a.tells("mm_click", map[string]any{"testId": "copy"}) + a.tells("mm_click", map[string]any{"testId": "mark-4"}) + a.tells("mm_click", map[string]any{"role": "button", "name": "Passwort code cookie", "timeoutMs": 1000}) +
		a.tells("mm_describe_screen", map[string]any{"find": "password code key number"})
	ext := w.inExtension()
	w.eventually("what was done is stored", func() bool {
		h := ext.health()
		return h.Outbox == 0 && h.Pending == 0 && h.Steps >= 4
	})
	sessions := map[string]bool{}
	for _, s := range w.exported(t) {
		seen.stored += asJSON(t, s)
		sessions[s.SessionID] = true
	}
	everywhere := map[string]any{"scope": "all"}
	seen.answers += a.tells("mm_knowledge_last", everywhere) + a.tells("mm_knowledge_search", map[string]any{"query": "password code key number cookie", "scope": "all", "limit": 100}) +
		a.tells("mm_knowledge_sessions", nil) + a.tells("recall_site_memory", map[string]any{"url": site}) + a.tells("kb_search", map[string]any{"query": "password code"}) + a.tells("kb_report", nil)
	for id := range sessions {
		seen.answers += a.tells("mm_knowledge_summarize", map[string]any{"scope": map[string]any{"sessionId": id}})
		for _, format := range []string{"recorder", "playwright", "skill", "layout"} {
			// The files of the panel and of the command line are made by one core,
			// on either side of the link.
			for _, f := range ext.core(wire.CoreRequest{Op: wire.OpExport, Export: &wire.ExportRequest{SessionID: id, Format: format}}).Files {
				seen.exports += f.Text
			}
		}
		seen.exports += w.mustCairn("export", "--session", id, "--format", "recorder")
	}
	frames := 0
	seen.wire, frames = tap.heard(t)
	if frames < 10 {
		t.Errorf("%d frames were heard: the wire runs elsewhere", frames)
	}
	for i := range lines {
		mark := fmt.Sprintf("mark-%d", i)
		if !strings.Contains(seen.stored, mark) || !strings.Contains(seen.wire, mark) {
			t.Errorf("%s is nowhere: its secret could not have been found either", mark)
		}
	}
	return seen
}

// tells is all that a tool answers, whether it succeeds or not.
func (a *agent) tells(tool string, args map[string]any) string {
	got := a.call(tool, args)
	return got.Text + "\n" + string(got.Result) + "\n"
}

// wantNoneInMemory looks for secrets where a core dump of the daemon would hold
// them. Short ones stand in memory by chance.
func (w *world) wantNoneInMemory(t *testing.T, secrets ...string) {
	t.Helper()
	for _, found := range w.inMemory(t, secrets...) {
		t.Errorf("the daemon's memory holds %s", found)
	}
}

// wantSomeInMemory shows that looking there finds secrets.
func (w *world) wantSomeInMemory(t *testing.T, secrets ...string) {
	t.Helper()
	if found := w.inMemory(t, secrets...); readsMemory && len(found) < len(secrets)/2 {
		t.Errorf("without redaction the daemon's memory holds only %q", found)
	}
}

const readsMemory = runtime.GOOS == "linux"

func (w *world) inMemory(t *testing.T, secrets ...string) (found []string) {
	if !readsMemory {
		return nil
	}
	s := seek(slices.DeleteFunc(slices.Clone(secrets), func(secret string) bool { return len(secret) < long })...)
	processMemory(t, w.daemon.Process.Pid, func(part []byte) {
		for _, f := range s.in(part) {
			if !slices.Contains(found, f) {
				found = append(found, f)
			}
		}
	})
	return found
}

// wantNoneInCrash ends the daemon as a crash does, with the stacks of all its
// goroutines in its log.
func (w *world) wantNoneInCrash(t *testing.T, secrets ...string) {
	t.Helper()
	_ = w.daemon.Process.Signal(syscall.SIGQUIT)
	w.reapDaemon(false)
	log := w.log.String()
	if !strings.Contains(log, "goroutine ") {
		t.Errorf("the daemon left no stacks:\n%s", log)
	}
	for _, found := range seek(secrets...).in([]byte(log)) {
		t.Errorf("after a crash the log holds %s", found)
	}
}

// without links a mechanism out of the companion and of the extension's core, by the
// variable that turns it off.
func (w *world) without(t *testing.T, mechanism string) {
	t.Helper()
	off := "-s -w -X " + mechanism + "=yes"
	w.binary = filepath.Join(t.TempDir(), "leaky")
	if err := goBuild(nil, "-ldflags", off, "-o", w.binary, "./companion"); err != nil {
		t.Fatal(err)
	}
	w.editExtension = append(w.editExtension, func(dir string) error {
		return goBuild([]string{"GOOS=wasip1", "GOARCH=wasm"}, "-buildmode=c-shared", "-ldflags", off, "-o", filepath.Join(dir, "core", "core.wasm"), "./wasm")
	})
}

// escaped is a secret as JSON has it within quotes.
func escaped(t testing.TB, s string) string { return strings.Trim(asJSON(t, s), `"`) }
