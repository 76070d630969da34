package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/companion/control"
	"cairn/companion/memory"
	"cairn/companion/team"
	"cairn/shared/types/tool"
)

// TestATeamsSecondMemberNeedsNoExploration has two people of one team, each with a daemon and a real
// browser. Ana does a task and shares it after a review. Bob, who never saw the site, gets her steps as
// suggestions and finishes without a look-up. Then she deletes it, and it is gone everywhere. Server and
// daemon are killed on the way, and in the end the server's machine is lost. All that reaches the server passes a tap.
func TestATeamsSecondMemberNeedsNoExploration(t *testing.T) {
	t.Parallel()
	ana, bob := newWorld(t), newWorld(t)
	ana.site = serve(t, ordersSite()) + "/"
	bob.site = ana.site
	server := ana.createTeam(t)
	tap := tapTeam(t, server.address)
	bob.joinTeam(t, ana, "bob", tap.address())
	ana.viaTap(t, tap)
	ana.start()
	bob.start()
	ana.awaitTeam(t, "live")
	bob.awaitTeam(t, "live")

	lines, secrets := canaries(rand.New(rand.NewPCG(rand.Uint64(), 0)))
	typed := "Typed" + drawn(rand.New(rand.NewPCG(rand.Uint64(), 1)), "bcdfgh23456789", 12)
	secrets = append(secrets, typed)
	page := ana.actAmongSecrets(t, lines, typed)
	session := ana.findOrder(t)
	t.Run("joined, nothing shared: nothing leaves", func(t *testing.T) {
		if r := ana.teamReply(t, "status"); len(r.Reviews) > 0 || r.Status.Sent > 0 || r.Status.Outbox > 0 {
			t.Fatalf("without a choice something is to leave: %+v", r)
		}
		if text := tap.plain() + ana.onServer(t); records(text) > 0 {
			t.Errorf("records reached the server: %.500s", text)
		}
	})

	ana.mustCairn("team", "share", ana.site, "review")
	ana.mustCairn("team", "share", page, "review")
	if out, err := ana.cairn("team", "share", ana.site, "auto"); err == nil || !strings.Contains(out, "does not offer") {
		t.Errorf("auto without an offer: %s", out)
	}
	waiting := ana.reviews(t)
	shown := ana.mustCairn("team", "review", "show", session)
	for _, want := range []string{"nav-orders", "open-details"} {
		if !strings.Contains(shown, want) {
			t.Errorf("the review does not show %s:\n%s", want, shown)
		}
	}
	if strings.Contains(shown, orderTyped) {
		t.Errorf("the review shows what was typed:\n%s", shown)
	}
	// The server is down while Ana agrees, and her daemon is killed before it could send.
	server.kill()
	for _, s := range waiting {
		ana.mustCairn("team", "review", "send", s.SessionID, "--all", "--yes")
	}
	if r := ana.teamReply(t, "status"); r.Status.Outbox == 0 || len(r.Reviews) > 0 {
		t.Errorf("what was agreed to does not wait: %+v", r.Status)
	}
	ana.killDaemon()
	server.start()
	ana.startDaemon()
	ana.waitLinked()
	ana.eventually("everything is sent", func() bool { r := ana.teamReply(t, "status"); return r.Status.Outbox == 0 && r.Status.Sent > 0 })

	t.Run("the second member goes straight through", func(t *testing.T) { bob.findAsKnown(t) })
	t.Run("all shared: nothing typed or merely seen leaves", func(t *testing.T) {
		text := tap.plain() + ana.onServer(t)
		if !strings.Contains(text, "nav-orders") || !strings.Contains(text, "mark-4") || !strings.Contains(text, "Your verification code is [REDACTED]") {
			t.Fatalf("what was shared is not found, so looking proves nothing: %.2000s", text)
		}
		for _, found := range seek(append(secrets, orderTyped, "mark-9", "Everything secret", "delivery of blue bicycles", "order-hint")...).in([]byte(text)) {
			t.Errorf("the server's side has %s: %s", found, around(text, found))
		}
	})
	t.Run("what is forgotten is gone everywhere", func(t *testing.T) {
		ana.mustCairn("forget", "--session", session)
		ana.eventually("the server's files are clean", func() bool { return !strings.Contains(ana.onServer(t), "open-details") })
		if !strings.Contains(ana.onServer(t), "mark-4") {
			t.Error("more is gone than was forgotten")
		}
		own := bob.sessionIDs(t)
		bob.eventually("it is gone at the second member", func() bool { return len(bob.foreign(t)) == 0 })
		if got := bob.sessionIDs(t); !slices.Equal(got, own) {
			t.Errorf("Bob's own sessions were %v and are %v", own, got)
		}
		cem := newWorld(t)
		cem.joinTeam(t, ana, "cem", server.address)
		cem.startDaemon()
		cem.mustCairn("team", "share", ana.site, "review")
		cem.mustCairn("team", "share", page, "review")
		cem.eventually("a later member has what is left", func() bool { return len(cem.foreign(t)) > 0 })
		if got := cem.mustCairn("search", "order", "filter", "details", "--json"); strings.Contains(got, "open-details") {
			t.Errorf("a later member has what was forgotten: %s", got)
		}
		for _, id := range cem.foreign(t) {
			if out := cem.mustCairn("team", "report", id); !strings.Contains(out, "is reported to the admins, and deleted here") {
				t.Error(out)
			}
			ana.eventually("the admin sees the report", func() bool {
				return strings.Contains(ana.mustCairn("team", "status"), "reported   "+id+" of ")
			})
		}
		if got := cem.foreign(t); len(got) > 0 {
			t.Errorf("what was reported is still here: %v", got)
		}
		if out := cem.mustCairn("team", "leave", "--yes"); !strings.Contains(out, "left the team") {
			t.Error(out)
		}
	})
	t.Run("any member makes a lost server again", func(t *testing.T) {
		server.kill()
		if err := os.RemoveAll(filepath.Join(ana.home, "team-server")); err != nil {
			t.Fatal(err)
		}
		if out := bob.mustCairn("team", "recover", server.recovery); !strings.Contains(out, "you are an admin of it") {
			t.Error(out)
		}
		server.w = bob
		server.start()
		ana.awaitTeam(t, "live")
		bob.awaitTeam(t, "live")
		bob.eventually("what is shared is there again", func() bool { return strings.Contains(bob.onServer(t), "mark-4") })
	})
	t.Run("a removed member is out", func(t *testing.T) {
		bob.mustCairn("team", "revoke", "ana")
		ana.awaitTeam(t, "refused")
		if out, err := ana.cairn("team", "doctor"); err == nil {
			t.Errorf("the doctor finds nothing: %s", out)
		}
		if out, err := ana.cairn("team", "push", "--wait", "10m"); err == nil || !strings.Contains(out, "refuses this log-in") {
			t.Errorf("a push that no server takes succeeds: %v: %s", err, out)
		}
	})
}

// around returns the text around the first quoted word of found.
func around(text, found string) string {
	_, word, _ := strings.Cut(found, `"`)
	word, _, _ = strings.Cut(word, `"`)
	at := strings.Index(text, word)
	if at < 0 {
		return "in another form"
	}
	return text[max(0, at-200):min(len(text), at+200)]
}

// orderTyped is Ana's typed text: it never leaves.
const orderTyped = "bluebicycle"

// orderFlow is a task without risk: an action that pays or sends is never suggested from others alone.
var orderFlow = []struct {
	tool string
	args map[string]any
}{
	{"mm_click", map[string]any{"testId": "nav-orders"}},
	{"mm_type", map[string]any{"testId": "order-filter", "text": orderTyped}},
	{"mm_click", map[string]any{"testId": "filter-apply"}},
	{"mm_click", map[string]any{"testId": "open-details"}},
}

// ordersSite is an application with a page for each step.
func ordersSite() http.Handler {
	mux := http.NewServeMux()
	for path, body := range map[string]string{
		"/{$}":     `<h1>Welcome</h1><p>delivery of blue bicycles</p><a data-testid="nav-orders" href="/orders">Orders</a> <a data-testid="nav-people" href="/">People</a>`,
		"/orders":  `<h1>Orders</h1><p data-testid="order-hint">by name</p><form action="/results"><label>Filter orders <input data-testid="order-filter"></label><button data-testid="filter-apply">Apply filter</button></form>`,
		"/results": `<h1>Results</h1><a data-testid="open-details" href="/details">Details</a> <a data-testid="go-back" href="/orders">Back</a>`,
		"/details": `<h1>Order details</h1><p data-testid="order-name">Blue bicycle</p>`,
	} {
		mux.HandleFunc(path, func(rw http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(rw, `<!doctype html><meta charset="utf-8"><title>Shop</title>%s`, body)
		})
	}
	return mux
}

// findOrder does Ana's task and returns its session.
func (w *world) findOrder(t *testing.T) string {
	t.Helper()
	a := w.stdioAgent("agent-a")
	var launched tool.LaunchResult
	a.do("mm_launch", map[string]any{"goal": "Find the details of an order", "url": w.site}).into(t, &launched)
	for _, step := range orderFlow {
		a.do(step.tool, step.args)
	}
	a.do("mm_wait_for", map[string]any{"testId": "order-name"})
	a.do("mm_cleanup", map[string]any{"outcome": "done", "evidence": "the details are shown"})
	return launched.SessionID
}

// findAsKnown does Ana's task by suggestions alone.
func (w *world) findAsKnown(t *testing.T) {
	b := w.stdioAgent("agent-b")
	b.do("mm_launch", map[string]any{"goal": "Find the details of an order", "url": w.site})
	var at described
	w.eventually("what the team knows of the site has come", func() bool {
		at = b.describe()
		return at.PriorKnowledge != nil && len(at.PriorKnowledge.SuggestedNextActions) > 0
	})
	if first := b.last.Text; !strings.Contains(first, "team") {
		t.Errorf("the suggestion does not say whose it is:\n%s", first)
	}
	steps := 0
	for ; steps < 2*len(orderFlow) && at.State.CurrentScreen != "details"; steps++ {
		if !b.follow(at, map[string]string{"filter": "green"}) {
			t.Fatalf("nothing was suggested on screen %q after %d steps: %s", at.State.CurrentScreen, steps, asJSON(t, at.PriorKnowledge))
		}
		at = b.describe()
	}
	if at.State.CurrentScreen != "details" || steps != len(orderFlow) {
		t.Fatalf("Bob stands on screen %q after %d steps, want details after %d", at.State.CurrentScreen, steps, len(orderFlow))
	}
	for _, lookup := range []string{"mm_knowledge_search", "mm_list_testids", "mm_accessibility_snapshot", "mm_screenshot"} {
		if b.calls[lookup] != 0 {
			t.Errorf("Bob called %s", lookup)
		}
	}
	b.do("mm_cleanup", map[string]any{"outcome": "done", "evidence": "the details are shown"})
}

// actAmongSecrets has an agent act on a page full of secrets, and returns the page's origin.
func (w *world) actAmongSecrets(t *testing.T, lines []string, typed string) string {
	t.Helper()
	site := serve(t, http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(rw, `<!doctype html><meta charset="utf-8"><title>Everything secret</title><label>Note <input data-testid="note"></label>`)
		fmt.Fprintf(rw, `<button data-testid="copy" type="button">%s</button>`, html.EscapeString(lines[3]))
		for i, line := range lines {
			fmt.Fprintf(rw, `<button data-testid="mark-%d" type="button">Mark %c</button><p>%s</p>`, i, 'a'+i, html.EscapeString(line))
		}
	}))
	a := w.stdioAgent("canary")
	a.launch(map[string]any{"url": site + "/?token=" + typed, "goal": "Mark what is there with " + typed})
	a.do("mm_type", map[string]any{"testId": "note", "text": typed})
	a.do("mm_click", map[string]any{"testId": "mark-4"})
	a.do("mm_click", map[string]any{"testId": "copy"})
	a.do("mm_cleanup", map[string]any{"outcome": "done"})
	return site
}

// teamHost is `cairn team serve`.
type teamHost struct {
	w        *world
	t        *testing.T
	address  string
	recovery string // the code
	cmd      *exec.Cmd
}

var recoveryCode = regexp.MustCompile(`(?m)([A-Z2-7]{5}-){7}[A-Z2-7]{5}$`)

// createTeam makes a team in w's data directory, and serves it.
func (w *world) createTeam(t *testing.T, options ...string) *teamHost {
	t.Helper()
	out := w.mustCairn(append([]string{"team", "create", "acme", "--name", "ana"}, options...)...)
	s := &teamHost{w: w, t: t, address: fmt.Sprintf("127.0.0.1:%d", freePort(t)), recovery: recoveryCode.FindString(out)}
	s.start()
	t.Cleanup(s.kill)
	return s
}

func (s *teamHost) start() {
	s.t.Helper()
	s.cmd = exec.Command(cairnBinary, "team", "serve", "--listen", s.address, "--data", s.w.home)
	out, err := s.cmd.StdoutPipe()
	s.cmd.Stderr = s.w.log
	if err == nil {
		err = s.cmd.Start()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, s.address) {
		s.t.Fatalf("team serve: %q, %v", line, err)
	}
}

// kill ends the server as a crash does.
func (s *teamHost) kill() {
	if s.cmd != nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait() // it was killed
		s.cmd = nil
	}
}

// joinTeam makes w a member, which reaches the server at an address.
func (w *world) joinTeam(t *testing.T, admin *world, name, address string) {
	t.Helper()
	out := w.mustCairn("team", "join", strings.TrimSpace(admin.mustCairn("team", "invite", name)))
	if !strings.Contains(out, "joined acme as "+name) {
		t.Fatal(out)
	}
	w.reachTeam(t, address)
}

func (w *world) viaTap(t *testing.T, tap *teamTap) { w.reachTeam(t, tap.address()) }

func (w *world) reachTeam(t *testing.T, address string) {
	t.Helper()
	file := filepath.Join(w.home, "team.json")
	m, err := team.Load(file)
	if err == nil {
		m.Addresses = []string{address}
		err = m.Save(file)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) teamReply(t *testing.T, command ...string) (r control.TeamReply) {
	t.Helper()
	out := w.mustCairn(append(append([]string{"team"}, command...), "--json")...)
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return r
}

func (w *world) reviews(t *testing.T) (all []memory.SharedSession) {
	t.Helper()
	out := w.mustCairn("team", "review", "list", "--json")
	if err := json.Unmarshal([]byte(out), &all); err != nil || len(all) != 2 {
		t.Fatalf("two sessions should wait: %v: %s", err, out)
	}
	return all
}

func (w *world) awaitTeam(t *testing.T, state team.State) {
	t.Helper()
	w.eventually("the team is "+string(state), func() bool { return w.teamReply(t, "status").Status.State == state })
}

// foreign returns the sessions that came from the team.
func (w *world) foreign(t *testing.T) []string { return w.sessionIDs(t, "t-") }

// sessionIDs returns the ids of sessions: own ones, or those with a prefix.
func (w *world) sessionIDs(t *testing.T, prefix ...string) (ids []string) {
	t.Helper()
	var all []struct{ SessionID string }
	out := w.mustCairn("sessions", "--json")
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, s := range all {
		if strings.HasPrefix(s.SessionID, "t-") == (len(prefix) > 0) {
			ids = append(ids, s.SessionID)
		}
	}
	slices.Sort(ids)
	return ids
}

// onServer returns the contents of the files of the team's server, unpacked.
func (w *world) onServer(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	err := filepath.WalkDir(filepath.Join(w.home, "team-server"), func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // just removed, or a socket
		}
		if data, err := os.ReadFile(path); err == nil {
			text.WriteString(unpackBatches(data))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}
