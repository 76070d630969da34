package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"
)

// seen is what one view showed.
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
// of the next step by it, which of the words on the screen it holds, and what it
// takes in tokens beside Playwright MCP's snapshot of the same tab. Failures of
// views that are held back are never printed: what is tuned to them would prove
// nothing.
//
// EYES names the views to look at, by a regular expression; EYES_OUT is a file
// that takes each description with its failures.
func BenchmarkEyes(b *testing.B) {
	dir := installed(b, "peers")
	copyFile(b, filepath.Join(repoRoot, "testdata", "apps", "peers", "tokens.mjs"), filepath.Join(dir, "tokens.mjs"))
	probe, err := os.ReadFile(filepath.Join(repoRoot, "testdata", "apps", "eyes", "probe.js"))
	if err != nil {
		b.Fatal(err)
	}
	only := regexp.MustCompile(os.Getenv("EYES"))
	views := eyeViews(b)
	w := newWorld(b)
	w.start()
	r := &eyeReader{w: w, probe: string(probe)}
	r.agent = w.stdioAgent("reader")
	r.playwright = startPeer(b, "playwright-mcp", filepath.Join(dir, "node_modules", ".bin", "playwright-mcp"),
		"--cdp-endpoint", "http://"+w.devtool, "--output-dir", b.TempDir())
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

// eyeViews are all views, at the addresses where they are served now. An
// application that cannot be had is left out, with the reason.
func eyeViews(b *testing.B) []view {
	views := slices.Clone(ownViews)
	for i := range views { // an origin each: what is remembered of one says nothing about another
		views[i].path = serve(b, http.HandlerFunc(ownPage)) + "/" + views[i].path
	}
	at := map[string]string{}
	for _, app := range []struct {
		name  string
		start func(testing.TB) (string, error)
	}{
		{"verdaccio", func(t testing.TB) (string, error) { return startVerdaccio(t), nil }},
		{"swagger", func(t testing.TB) (string, error) { return startSwagger(t), nil }},
		{"node-red", startNodeRED}, {"eyes", serveBundles}, {"todomvc-react", serveTodoMVC}, {"actual", serveActual},
	} {
		url, err := app.start(b)
		if err != nil {
			fmt.Printf("left out: %s: %v\n", app.name, err)
			continue
		}
		at[app.name] = url
	}
	for _, v := range foreignViews(at) {
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
	told := wordsOf(s.text)
	for _, word := range visible {
		if told[word] {
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
// around it: where the page is, what is remembered of it.
func wordsOf(description string) map[string]bool {
	_, page, is := strings.Cut(description, "\nscreen ")
	if _, after, more := strings.Cut(page, "\n"); is && more {
		page = page[strings.Index(page, "title"):strings.Index(page, "\n")] + "\n" + after
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
	if len(step.words) == 1 {
		if text := saidOnce(description, handles, step.words); text != "" {
			return r.leads(step, map[string]any{"text": text}, p)
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
		if why := r.leads(step, map[string]any{"a11yRef": h.ref}, p); why != "" {
			wrong = append(wrong, fmt.Sprintf("%s (%s) %s", h.ref, strings.TrimSpace(h.own), why))
		}
	}
	return strings.Join(wrong, "; ")
}

// leads clicks what a handle names, swallows the click, and says where it went;
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

// tally sums what several views showed.
type tally struct {
	views, steps, right, words, shown, sought, found, cairn, peer int
	worst                                                         float64
	worstAt                                                       string
}

func (t *tally) add(s *seen, cairn, peer int) {
	t.views++
	t.steps += len(s.steps)
	t.right += s.right
	t.words += s.words
	t.shown += s.shown
	t.sought += s.sought
	t.found += s.found
	t.cairn += cairn
	t.peer += peer
	if ratio := float64(cairn) / float64(max(1, peer)); peer > 0 && ratio > t.worst {
		t.worst, t.worstAt = ratio, s.app
	}
}

func (t *tally) line(name string, page bool) string {
	of := func(a, b int) string { return fmt.Sprintf("%3.0f %%", 100*float64(a)/float64(max(1, b))) }
	text := fmt.Sprintf("%-18s %3d/%-3d %s  %s   %s %7d %7d  %.2f", name, t.right, t.steps, of(t.right, t.steps), of(t.shown, t.words), of(t.found, t.sought), t.cairn, t.peer, float64(t.cairn)/float64(max(1, t.peer)))
	if !page {
		text += fmt.Sprintf("  %.2f on %s", t.worst, t.worstAt)
	}
	return text
}

// report prints the table, and writes all that is not held back into EYES_OUT.
func report(b *testing.B, dir string, all []*seen) {
	var texts []string
	for _, s := range all {
		texts = append(texts, s.text, s.peer)
	}
	count := tokensOf(b, dir, texts)
	var out bytes.Buffer
	sums := map[string]*tally{"open": {}, "held back": {}, "own": {}, "not written here": {}, "all": {}}
	fmt.Printf("\n%-18s %-12s %-7s %-6s %7s %7s\n", "view", "steps", "words", "find", "tokens", "of Playwright MCP")
	for i, s := range all {
		if s.err != nil {
			fmt.Printf("%-18s left out: %v\n", s.app, s.err)
			continue
		}
		page := &tally{}
		page.add(s, count[2*i], count[2*i+1])
		groups := []string{"all", "open", "own"}
		if s.held {
			groups[1] = "held back"
		}
		if s.foreign() {
			groups[2] = "not written here"
		}
		for _, g := range groups {
			sums[g].add(s, count[2*i], count[2*i+1])
		}
		if s.held && os.Getenv("EYES_HELD") == "" {
			continue
		}
		fmt.Println(page.line(s.app, true))
		fmt.Fprintf(&out, "## %s\n%s\n", s.app, page.line(s.app, true))
		for _, f := range s.failures {
			fmt.Fprintf(&out, "   FAILED %s\n", f)
		}
		fmt.Fprintf(&out, "   words missing: %s\n   not found by find: %s\n```\n%s\n```\n\n", clipWords(s.missing, 60), clipWords(s.unfind, 30), s.text)
	}
	for _, name := range []string{"open", "held back", "own", "not written here", "all"} {
		fmt.Println(sums[name].line(name, false))
	}
	if file := os.Getenv("EYES_OUT"); file != "" {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

func (v *view) foreign() bool {
	return !strings.Contains(v.path, "/unseen/") && !ownPath.MatchString(v.path)
}

var ownPath = regexp.MustCompile(`:\d+/(?:(?:mail|settings|invoices|canvas|flow|todo)\.html|rows\?|wallet$|todo$)`)

func clipWords(words []string, n int) string {
	if len(words) > n {
		return strings.Join(words[:n], " ") + fmt.Sprintf(" and %d more", len(words)-n)
	}
	return strings.Join(words, " ")
}

// tokensOf counts the tokens of many texts at once.
func tokensOf(b *testing.B, dir string, texts []string) (counts []int) {
	b.Helper()
	args := []string{"tokens.mjs"}
	where := b.TempDir()
	for i, text := range texts {
		file := filepath.Join(where, strconv.Itoa(i))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
		args = append(args, file)
	}
	cmd := exec.Command("node", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("count tokens: %v", err)
	}
	for _, line := range strings.FieldsFunc(string(out), unicode.IsSpace) {
		n, err := strconv.Atoi(line)
		if err != nil {
			b.Fatal(err)
		}
		counts = append(counts, n)
	}
	return counts
}
