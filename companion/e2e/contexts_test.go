package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"cairn/shared/types"
)

// accounts is a site that knows its user by a cookie.
func accounts(w http.ResponseWriter, r *http.Request) {
	if name := r.FormValue("name"); name != "" {
		http.SetCookie(w, &http.Cookie{Name: "user", Value: name, Path: "/", MaxAge: 3600})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	w.Header().Set("Content-Type", "text/html")
	if user, err := r.Cookie("user"); err == nil {
		fmt.Fprintf(w, `<h1>Signed in as %s</h1><button data-testid="sign-out">Sign out</button>`, user.Value)
		return
	}
	fmt.Fprint(w, `<h1>Sign in</h1><form action="/"><label>User name <input name="name" data-testid="user-name"></label><button data-testid="sign-in">Sign in</button></form>`)
}

// signIn signs in by the page's form.
func (a *agent) signIn(name string) {
	a.t.Helper()
	a.do("mm_type", map[string]any{"testId": "user-name", "text": name})
	a.do("mm_click", map[string]any{"testId": "sign-in"})
}

// heading returns the text at the page's top.
func (a *agent) heading() string {
	a.t.Helper()
	for _, n := range a.describe().A11y.Nodes {
		if n.Role == "heading" {
			return n.Name
		}
	}
	return ""
}

func TestContextsAreAccountsThatShareOneMemory(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.startDaemon("--headless")
	site := serve(t, http.HandlerFunc(accounts)) + "/"
	alice, bob := w.stdioAgent("alice"), w.stdioAgent("bob")

	for _, bad := range []string{"Alice", "../profile", "-a", strings.Repeat("a", 41)} {
		alice.fails(types.CodeInvalidInput, "mm_launch", map[string]any{"context": bad})
	}
	if got := alice.launch(map[string]any{"url": site, "context": "alice", "goal": "Sign in"}); got.Context != "alice" {
		t.Errorf("launched in context %q", got.Context)
	}
	alice.signIn("Alice")

	// Another context knows the way, but not the account.
	bob.launch(map[string]any{"url": site, "context": "bob", "goal": "Sign in"})
	d := bob.describe()
	if d.PriorKnowledge == nil || len(d.PriorKnowledge.SuggestedNextActions) == 0 || d.PriorKnowledge.SuggestedNextActions[0].PreferredTarget.Text != "user-name" {
		t.Errorf("the other context is not shown what worked: %s", asJSON(t, d.PriorKnowledge))
	}
	bob.signIn("Bob")
	if a, b := alice.heading(), bob.heading(); a != "Signed in as Alice" || b != "Signed in as Bob" {
		t.Fatalf("the contexts show %q and %q at once", a, b)
	}

	out := w.mustCairn("contexts")
	if !strings.Contains(out, "alice") || !strings.Contains(out, "open, 1 session") {
		t.Errorf("cairn contexts says:\n%s", out)
	}
	if out, err := w.cairn("contexts", "remove", "alice"); err == nil || !strings.Contains(out, "is used by 1 other session") {
		t.Errorf("a context in use was removed: %s", out)
	}
	if out, err := w.cairn("contexts", "remove", "carol"); err == nil || !strings.Contains(out, "there is no context carol") {
		t.Errorf("a context that is not there was removed: %s", out)
	}

	t.Run("a new tab of the session stays in its context", func(t *testing.T) {
		alice.do("mm_tabs", map[string]any{"action": "close"})
		alice.do("mm_navigate", map[string]any{"url": site})
		if got := alice.heading(); got != "Signed in as Alice" {
			t.Errorf("after its tab was closed the session shows %q", got)
		}
	})
	t.Run("a discarded context is gone", func(t *testing.T) {
		if got := alice.do("mm_cleanup", map[string]any{"discardContext": true}); !strings.Contains(got.Text, "context removed") {
			t.Errorf("mm_cleanup says %s", got.Text)
		}
		alice.launch(map[string]any{"url": site, "context": "alice"})
		if got := alice.heading(); got != "Sign in" {
			t.Errorf("a discarded context shows %q", got)
		}
	})
	t.Run("a kept context outlives the daemon", func(t *testing.T) {
		bob.do("mm_cleanup", nil)
		w.stopDaemon()
		w.startDaemon("--headless")
		bob.launch(map[string]any{"url": site, "context": "bob"})
		if got := bob.heading(); got != "Signed in as Bob" {
			t.Errorf("a kept context shows %q", got)
		}
	})
	t.Run("without a context nothing is discarded", func(t *testing.T) {
		alice.launch(map[string]any{"url": site})
		if got := alice.heading(); got != "Sign in" {
			t.Errorf("the first browser shows %q", got)
		}
		alice.fails(types.CodeInvalidInput, "mm_cleanup", map[string]any{"discardContext": true})
		alice.do("mm_cleanup", nil)
	})
}
