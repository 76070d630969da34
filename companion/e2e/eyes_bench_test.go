package e2e

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// seen holds the results of one view.
type seen struct {
	*view
	err             error
	right           int
	words, shown    int
	sought, found   int
	missing, unfind []string
	text, peer      string // the descriptions of Cairn and of Playwright MCP
	failures        []string
}

// BenchmarkEyes describes pages of this project and of applications that it did
// not write, and asks of each description whether a reader could name the target
// of the next step by it, which of the words on the screen it holds, and its
// tokens beside Playwright MCP's snapshot of the same tab. Failures of
// views that are held back are never printed: rules tuned to them would prove
// nothing.
//
// EYES names the views to look at, by a regular expression; EYES_OUT is a file
// that takes each description with its failures.
func BenchmarkEyes(b *testing.B) {
	dir := installed(b, "peers")
	copyFile(b, filepath.Join(repoRoot, "testdata", "apps", "peers", "tokens.mjs"), filepath.Join(dir, "tokens.mjs"))
	r, views, only := newEyeReader(b)
	r.playwright = startPeer(b, "playwright-mcp", filepath.Join(dir, "node_modules", ".bin", "playwright-mcp"),
		"--cdp-endpoint", "http://"+r.w.devtool, "--output-dir", b.TempDir())
	var all []*seen
	for i := range views {
		if !only.MatchString(views[i].app) {
			continue
		}
		all = append(all, r.look(&views[i]))
	}
	report(b, dir, all)
	for b.Loop() { // all is printed; there is no one number
	}
}

// newEyeReader starts a browser with an agent that reads, and returns it with the views that EYES names.
func newEyeReader(b *testing.B) (r *eyeReader, views []view, only *regexp.Regexp) {
	b.Helper()
	probe, err := os.ReadFile(filepath.Join(repoRoot, "testdata", "apps", "eyes", "probe.js"))
	if err != nil {
		b.Fatal(err)
	}
	only = regexp.MustCompile(os.Getenv("EYES"))
	views = eyeViews(b, only)
	w := newWorld(b)
	w.start()
	return &eyeReader{w: w, probe: string(probe), agent: w.stdioAgent("reader")}, views, only
}

// eyeViews are all views, at the addresses where they are served now. An application
// that cannot be had is left out, with the reason; one without a wanted view is not started.
func eyeViews(b *testing.B, only *regexp.Regexp) []view {
	views := slices.Clone(ownViews)
	for i := range views { // an origin each: the memory of one says nothing about another
		views[i].path = serve(b, http.HandlerFunc(ownPage)) + "/" + views[i].path
	}
	at := map[string]string{}
	for _, app := range []struct {
		name  string
		start func(testing.TB) (string, error)
	}{
		{"verdaccio", func(t testing.TB) (string, error) { return startVerdaccio(t), nil }},
		{"swagger", func(t testing.TB) (string, error) { return startSwagger(t), nil }},
		{"node-red", startNodeRED}, {"eyes", serveBundles}, {"todomvc-react", serveTodoMVC}, {"actual", serveActual}, {"wiki", serveWiki}, {"kinds", servePages("kinds")}, {"held", servePages("held")}, {"widgets", servePages("widgets")},
		{"desk", serveDesk}, {"sight", serveSight}, {"craft", serveCraft}, {"gentelella", serveGentelella}, {"transmission", serveTransfers}, {"field", servePages("field")}, {"maildev", startMailDev}, {"syncthing", startQuietSyncthing},
	} {
		wanted := map[string]string{app.name: "http://wanted/"}
		if !slices.ContainsFunc(slices.Concat(foreignViews(wanted), deskViews(wanted), sightViews(wanted), craftViews(wanted), fieldViews(wanted)), func(v view) bool {
			return strings.HasPrefix(v.path, "http://wanted/") && only.MatchString(v.app)
		}) {
			continue
		}
		url, err := app.start(b)
		if err != nil {
			fmt.Printf("left out: %s: %v\n", app.name, err)
			continue
		}
		at[app.name] = url
	}
	for _, v := range slices.Concat(foreignViews(at), deskViews(at), sightViews(at), craftViews(at), fieldViews(at)) {
		if strings.HasPrefix(v.path, "http") {
			views = append(views, v)
		}
	}
	return views
}

// ownPage serves the pages of this project.
func ownPage(rw http.ResponseWriter, r *http.Request) {
	if strings.HasSuffix(r.URL.Path, ".html") {
		http.ServeFileFS(rw, r, os.DirFS(filepath.Join(repoRoot, "testdata", "pages", "eyes")), strings.TrimPrefix(r.URL.Path, "/"))
		return
	}
	describePage(rw, r)
}

// eyeReader looks at views in one browser, with Cairn and with Playwright MCP.
type eyeReader struct {
	w          *world
	agent      *agent
	playwright *peer
	probe      string
}

func (r *eyeReader) look(v *view) *seen {
	s := &seen{view: v}
	start := time.Now()
	s.err = r.reach(v)
	if s.err == nil {
		s.err = r.judge(s)
	}
	fmt.Printf("%-18s looked at in %.1f s\n", v.app, time.Since(start).Seconds())
	return s
}

// reach brings a new session's tab into the state of the view.
func (r *eyeReader) reach(v *view) error {
	if got := r.agent.call("mm_launch", map[string]any{"url": v.path, "goal": v.goal}); !got.OK {
		return errors.New(got.Text)
	}
	return nil
}

func (r *eyeReader) judge(s *seen) error {
	p := r.w.takeTab(strings.SplitN(s.path, "#", 2)[0])
	if err := s.prepare(p, r.probe); err != nil {
		return err
	}
	defer r.agent.call("mm_cleanup", nil)
	s.text = r.plain(nil)
	visible := evaluate[[]string](p, `cairnBench.words()`)
	s.words = len(visible)
	described := wordsOf(s.text)
	for _, word := range visible {
		if described[word] {
			s.shown++
		} else {
			s.missing = append(s.missing, word)
		}
	}
	r.find(s, visible)
	r.resolve(s, p)
	s.peer = r.snapshot(s.path)
	return nil
}

// prepare waits until the page is there, and sets it up.
func (v *view) prepare(p *person, probe string) error {
	evaluate[bool](p, probe)
	if err := p.awaits(v.ready); err != nil {
		return err
	}
	for _, js := range v.setup {
		evaluate[bool](p, js+`; true`)
		time.Sleep(400 * time.Millisecond)
	}
	if err := p.awaits(v.until); err != nil {
		return err
	}
	evaluate[bool](p, `new Promise((done) => setTimeout(() => done(true), 500))`)
	return nil
}

// awaits waits until JavaScript is true.
func (p *person) awaits(js string) error {
	for end := time.Now().Add(30 * time.Second); js != "" && !evaluate[bool](p, `!!(`+js+`)`); time.Sleep(200 * time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("not ready: %q", evaluate[string](p, `document.body.innerText.slice(0, 300)`))
		}
	}
	return nil
}

// plain is a description as an agent gets it that asks for nothing more.
func (r *eyeReader) plain(args map[string]any) string {
	return r.agent.do("mm_describe_screen", args).Text
}

// sampled words are put to find, at most, in one view.
const sampled = 30

// wordsOf are the words that a description says of the page, without those
// around it: where the page is, and its memory.
func wordsOf(description string) map[string]bool {
	_, page, is := strings.Cut(description, "\nscreen ")
	if _, after, more := strings.Cut(page, "\n"); is && more {
		_, title, _ := strings.Cut(page[:strings.Index(page, "\n")], "title")
		page = title + "\n" + after
	}
	all := map[string]bool{}
	for _, word := range someWord.FindAllString(strings.ToLower(page), -1) {
		all[word] = true
	}
	return all
}

var someWord = regexp.MustCompile(`[\p{L}\p{N}]+`)

func (r *eyeReader) find(s *seen, words []string) {
	every := max(1, len(words)/sampled)
	for i := 0; i < len(words); i += every {
		s.sought++
		got := r.plain(map[string]any{"find": words[i]})
		if wordsOf(got)[words[i]] {
			s.found++
		} else {
			s.unfind = append(s.unfind, words[i])
		}
	}
}

// resolve judges each step: the handles that fit its words best must all lead
// to its target, by a click that is swallowed.
func (r *eyeReader) resolve(s *seen, p *person) {
	for _, step := range s.steps {
		why := r.identify(step, s.text, p)
		if why == "" {
			s.right++
			continue
		}
		html := evaluate[string](p, `cairnBench.html(`+step.target+`)`)
		s.failures = append(s.failures, fmt.Sprintf("%s %q: %s\n      target: %s", step.task, step.words, why, html))
	}
}

// rivals that fit equally well are asked where they lead, at most.
const rivals = 4

// identify says why the target of a step cannot be known; empty if it can.
func (r *eyeReader) identify(step eyeStep, description string, p *person) string {
	if !evaluate[bool](p, `!!(`+step.target+`)`) {
		return "THE BENCH: no such element"
	}
	handles := handlesOf(description)
	best := bestFits(handles, step.kind, step.words)
	if len(step.words) == 1 && len(best) != 1 && step.kind != "type" && step.kind != "tick" { // a text that is in no element is a handle, too, and better than several beside it
		if text := saidOnce(description, handles, step.words); text != "" {
			return r.leads(step, map[string]any{"text": text}, p)
		}
	}
	if len(step.words) == 2 && !slices.ContainsFunc(best, func(h handle) bool { return h.holdsAny(step.words[1]) }) {
		if text, row := saidIn(description, step.words); text != "" { // a text in a row is a handle, too, and better than an element beside it
			return r.leads(step, map[string]any{"text": text, "within": map[string]any{"text": row}}, p)
		}
	}
	if len(best) == 0 {
		return "no line fits"
	}
	if len(best) > rivals {
		return fmt.Sprintf("%d handles fit equally well: %s", len(best), strings.TrimSpace(best[0].line))
	}
	var wrong []string
	for _, h := range best {
		if strings.Contains(h.own, "on hover") { // as it says: the mouse goes there first
			r.agent.call("mm_hover", map[string]any{"a11yRef": h.ref})
		}
		if why := r.leads(step, map[string]any{"a11yRef": h.ref}, p); why != "" {
			wrong = append(wrong, fmt.Sprintf("%s (%s) %s", h.ref, strings.TrimSpace(h.own), why))
		}
	}
	return strings.Join(wrong, "; ")
}

// leads clicks the element of a handle, swallows the click, and says where it went;
// empty for the target.
func (r *eyeReader) leads(step eyeStep, handle map[string]any, p *person) string {
	evaluate[bool](p, `window.cairnBenchTarget = `+step.target+`; cairnBench.arm()`)
	got := r.agent.call("mm_click", with(handle, map[string]any{"timeoutMs": 4000}))
	evaluate[bool](p, `cairnBench.disarm()`)
	hit := evaluate[string](p, `cairnBench.hit(window.cairnBenchTarget)`)
	switch {
	case hit == "target":
		return ""
	case !got.OK:
		return fmt.Sprintf("cannot be clicked: %.200s", got.Text)
	}
	return "leads to " + hit
}

// snapshot is Playwright MCP's description of the same tab.
func (r *eyeReader) snapshot(url string) string {
	list := r.playwright.call(r.w.t.(*testing.B), "browser_tabs", map[string]any{"action": "list"})
	base := strings.SplitN(url, "#", 2)[0]
	for _, line := range strings.Split(list, "\n") {
		m := regexp.MustCompile(`^- (\d+):`).FindStringSubmatch(line)
		if m != nil && strings.Contains(line, "("+base) {
			n, _ := strconv.Atoi(m[1])
			r.playwright.call(r.w.t.(*testing.B), "browser_tabs", map[string]any{"action": "select", "index": n})
			return r.playwright.call(r.w.t.(*testing.B), "browser_snapshot", nil)
		}
	}
	return ""
}
