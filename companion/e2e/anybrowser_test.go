package e2e

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cairn/companion/chromium"
)

// runCairn starts `cairn run` and waits until it says that all is ready. The returned
// function ends it as a person does, and wants a clean exit.
func (w *world) runCairn(args ...string) (out *lockedBuffer, end func()) {
	w.t.Helper()
	out = &lockedBuffer{}
	cmd := exec.Command(cairnBinary, append([]string{"run", "--data", w.home, "--port", strconv.Itoa(w.port)}, args...)...)
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	end = sync.OnceFunc(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		select {
		case err := <-ended:
			if err != nil {
				w.t.Errorf("run ended with %v:\n%s", err, out.String())
			}
		case <-time.After(patience):
			_ = cmd.Process.Kill()
			w.t.Errorf("run does not end on an interrupt:\n%s", out.String())
		}
	})
	w.t.Cleanup(end)
	w.eventually("run says that all is ready", func() bool { return strings.Contains(out.String(), "Ctrl-C") })
	return out, end
}

// plainBrowser starts a browser without any extension, as a person has one.
func plainBrowser(t *testing.T, profile, url string) *chromium.Browser {
	t.Helper()
	binary, err := chromium.Find()
	if err != nil {
		t.Fatal(err)
	}
	b, err := chromium.Start(chromium.Options{Binary: binary, Profile: profile, Headless: true, Keyring: true, DevToolsPort: 0, URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

// TestRunJoinsABrowser lets an agent work in a browser that runs already, and
// leaves it running.
func TestRunJoinsABrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := plainBrowser(t, w.profile, w.site)
	address, err := chromium.DevToolsAddress(w.profile, patience)
	if err != nil {
		t.Fatal(err)
	}
	out, end := w.runCairn("--attach", "http://"+address)
	if !strings.Contains(out.String(), "Joining the browser at http://"+address) || !strings.Contains(out.String(), "the browser goes on") {
		t.Errorf("run says:\n%s", out)
	}
	a := w.stdioAgent("guest")
	a.launch(map[string]any{"url": w.site, "goal": "Unlock the wallet"})
	a.unlock()
	a.do("mm_cleanup", nil)
	if found := w.mustCairn("search", "unlock"); !strings.Contains(found, "unlock-submit") {
		t.Errorf("nothing is remembered of it:\n%s", found)
	}
	end()
	select {
	case <-b.Done():
		t.Fatal("the browser was closed")
	default:
	}
	// The second time, the extension is there already.
	_, end = w.runCairn("--attach", address)
	end()
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if out, err := w.cairn("run", "--attach", address); err == nil || !strings.Contains(out, "no browser can be joined at "+address+": nothing answers there") {
		t.Errorf("of a browser that has gone: %v\n%s", err, out)
	}
}

func TestRunJoinsNothingElse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	host := strings.TrimSuffix(strings.TrimPrefix(w.site, "http://"), "/")
	for address, want := range map[string]string{
		host:                                   "cairn: no browser can be joined at " + host + ": what answers there is no debugging port of a Chromium-family browser\n",
		"http://192.0.2.1:9222":                "cairn: \"http://192.0.2.1:9222\" is on another computer\n",
		"here":                                 "cairn: \"here\" is no address of a browser's debugging port\n",
		"ws://" + host + "/devtools/browser/x": "takes no DevTools connection: ",
	} {
		if out, err := w.cairn("run", "--attach", address, "--port", strconv.Itoa(w.port)); err == nil || !strings.Contains(out, want) || !strings.Contains(out, "hint: ") {
			t.Errorf("--attach %s: %v\n%s", address, err, out)
		}
	}
}

// TestRunWithACopyOfAProfile is signed in where the person is, and leaves the
// person's profile as it was.
func TestRunWithACopyOfAProfile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var mu sync.Mutex
	seen := map[string]int{}
	site := serve(t, http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		who := "nobody"
		if c, err := r.Cookie("session"); err == nil {
			who = c.Value
		}
		if r.URL.Path != "/favicon.ico" { // which asks with the cookie of the page
			mu.Lock()
			seen[who]++
			mu.Unlock()
		}
		http.SetCookie(out, &http.Cookie{Name: "session", Value: "eve", MaxAge: 3600, Path: "/"})
		out.Header().Set("Content-Type", "text/html")
		_, _ = out.Write([]byte("<title>Hello</title><h1>Hello " + who + "</h1><button>Go</button>"))
	}))
	came := func(who string) func() bool {
		return func() bool {
			mu.Lock()
			defer mu.Unlock()
			return seen[who] > 0
		}
	}
	person := filepath.Join(t.TempDir(), "google-chrome")
	b := plainBrowser(t, person, site+"/sign-in")
	w.eventually("the person has signed in", came("nobody"))
	w.eventually("the profile and its cookie are written", func() bool {
		return exists(filepath.Join(person, "Local State")) && exists(filepath.Join(person, "Default", "Preferences")) && inFile(filepath.Join(person, "Default", "Cookies"), "session")
	})
	if out, err := w.cairn("run", "--headless", "--profile", person); err == nil || !strings.Contains(out, "is in use by a browser (process "+strconv.Itoa(b.PID())+")") {
		t.Errorf("while the browser runs: %v\n%s", err, out)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	w.eventuallyNoProcess(person) // its child processes end after it, and write until then
	before := tree(t, person)

	out, end := w.runCairn("--headless", "--profile", person, site+"/home")
	w.eventually("the copy is signed in", came("eve"))
	if !strings.Contains(out.String(), "a copy of "+person) || !strings.Contains(out.String(), "no passwords, cards, history") {
		t.Errorf("run says:\n%s", out)
	}
	end()
	if after := tree(t, person); after != before {
		t.Errorf("the profile changed (- before, + after):\n%s", changedLines(before, after))
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// inFile reports whether a file, or the journal beside it, has a text in it.
func inFile(path, text string) bool {
	for _, p := range []string{path, path + "-journal", path + "-wal"} {
		if data, err := os.ReadFile(p); err == nil && strings.Contains(string(data), text) {
			return true
		}
	}
	return false
}

// changedLines lists the lines that are in one of two texts alone.
func changedLines(before, after string) string {
	var out strings.Builder
	for sign, texts := range map[string][2]string{"-": {before, after}, "+": {after, before}} {
		others := strings.Split(texts[1], "\n")
		for _, line := range strings.Split(texts[0], "\n") {
			if !slices.Contains(others, line) {
				out.WriteString(sign + " " + line + "\n")
			}
		}
	}
	return out.String()
}

// tree lists the files below a directory with their sizes and times.
func tree(t *testing.T, dir string) string {
	t.Helper()
	out, err := exec.Command("find", dir, "-type", "f", "-printf", "%P %s %T@\n").Output()
	if err != nil {
		t.Skip(err)
	}
	return string(out)
}
