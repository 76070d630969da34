package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/domdebugger"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// actor is one visible element that acts, as controls.js finds it.
type actor struct {
	Refs  []string `json:"refs"`  // the refs under which it is listed
	Leads []string `json:"leads"` // parts of it that are listed, and act as it does
	Why   string   `json:"why"`
	Kind  string   `json:"kind"`
	Words []string `json:"words"`
	Twins int      `json:"twins"`
	Text  string   `json:"text"`
	HTML  string   `json:"html"`
	State []string `json:"state"`
}

// BenchmarkEyeControls compares descriptions with every visible control of each page,
// without steps written by hand: how many are listed, how many of those with a name
// of their own a reader finds by it, how many are listed twice, how many without words
// have a hint, how many states, headings and words are there. EYES_PAGES is a file with
// a name and an address in each line, by default the pages of BenchmarkEyes; EYES_OUT
// takes the failures.
func BenchmarkEyeControls(b *testing.B) {
	var list []byte
	if file := os.Getenv("EYES_PAGES"); file != "" {
		var err error
		if list, err = os.ReadFile(file); err != nil {
			b.Fatal(err)
		}
	} else {
		for _, v := range eyeViews(b, regexp.MustCompile(os.Getenv("EYES"))) {
			if v.setup == nil {
				list = fmt.Appendf(list, "%s %s\n", strings.ReplaceAll(v.app, " ", "-"), v.path)
			}
		}
	}
	var scripts []string
	for _, name := range []string{"probe.js", "controls.js"} {
		text, err := os.ReadFile(filepath.Join(repoRoot, "testdata", "apps", "eyes", name))
		if err != nil {
			b.Fatal(err)
		}
		scripts = append(scripts, string(text))
	}
	w := newWorld(b)
	w.start()
	r := &eyeReader{w: w}
	r.agent = w.stdioAgent("reader")
	var out strings.Builder
	sum := &counts{}
	fmt.Printf("%-22s %8s %6s %6s %6s %6s %7s %6s %6s\n", "page", "controls", "listed", "named", "twice", "bare", "state", "heads", "words")
	for line := range strings.Lines(string(list)) {
		name, url, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		fmt.Fprintf(&out, "## %s\n", name)
		c, err := r.compare(url, scripts, &out)
		if err != nil {
			fmt.Printf("%-22s left out: %v\n", name, err)
			continue
		}
		fmt.Println(c.line(name))
		for i := range c {
			sum[i] += c[i]
		}
	}
	fmt.Println(sum.line("all"))
	if file := os.Getenv("EYES_OUT"); file != "" {
		_ = os.WriteFile(file, []byte(out.String()), 0o600)
	}
	for b.Loop() { // all is printed; there is no one number
	}
}

// counts are the numbers of controls of the pages, each followed by how many of them the descriptions hold.
type counts [13]int

const (
	controls = iota
	listed
	named // controls with a name of their own
	met
	bare // controls without any words
	hinted
	states
	stated
	heads
	headed
	words
	said
	twice // listed by two handles
)

func (c *counts) line(name string) string {
	of := func(all, part int) string {
		return fmt.Sprintf("%5.1f%%", 100*float64(c[part])/float64(max(1, c[all])))
	}
	return fmt.Sprintf("%-22s %8d %s %s %6d %3d/%-3d %s %s %s", name, c[controls], of(controls, listed), of(named, met), c[twice], c[hinted], c[bare], of(states, stated), of(heads, headed), of(words, said))
}

func (r *eyeReader) compare(url string, scripts []string, out *strings.Builder) (*counts, error) {
	if got := r.agent.call("mm_launch", map[string]any{"url": url}); !got.OK {
		return nil, fmt.Errorf("%.200s", got.Text)
	}
	defer r.agent.call("mm_cleanup", nil)
	p := r.w.takeTab(strings.SplitN(url, "#", 2)[0])
	for _, script := range scripts {
		evaluate[bool](p, script)
	}
	time.Sleep(1500 * time.Millisecond)
	described := r.plain(nil)
	c := &counts{}
	held := wordsOf(described)
	var lost []string
	for _, word := range evaluate[[]string](p, `cairnBench.words()`) {
		c[words]++
		if held[word] {
			c[said]++
		} else {
			lost = append(lost, word)
		}
	}
	lower := strings.ToLower(described)
	for _, head := range evaluate[[]string](p, `cairnHeadings()`) {
		c[heads]++
		if strings.Contains(lower, head) {
			c[headed]++
		} else {
			fmt.Fprintf(out, "   HEAD %s\n", head)
		}
	}
	handles := handlesOf(described)
	if err := p.mark(handles); err != nil {
		return nil, err
	}
	own := map[string]string{}
	for _, h := range handles {
		own[h.ref] = h.own
	}
	for _, t := range evaluate[[]actor](p, `cairnControls()`) {
		c.judge(&t, described, handles, own, out)
	}
	fmt.Fprintf(out, "   words missing: %s\n```\n%s\n```\n\n", clipWords(lost, 60), described)
	return c, nil
}

const clickableWord = "clickable"

var anyHint = regexp.MustCompile(`"[^"]+"| (?:near|in|class) `)

func (c *counts) judge(t *actor, described string, handles []handle, own map[string]string, out *strings.Builder) {
	c[controls]++
	fail := func(kind, detail string) {
		fmt.Fprintf(out, "   %s %s %q %s\n      %s\n", kind, t.Why, t.Words, detail, t.HTML)
	}
	if len(t.Refs) == 0 {
		fail("MISSED", "")
	} else {
		c[listed]++
	}
	if shown := slices.DeleteFunc(slices.Clone(t.Refs), func(ref string) bool {
		return deadWords.MatchString(own[ref]) || strings.HasPrefix(own[ref], "option") || slices.Contains(t.Leads, ref) && !strings.Contains(own[ref], clickableWord)
	}); len(shown) > 1 {
		c[twice]++
		fail("TWICE", fmt.Sprint(shown))
	}
	for _, s := range t.State {
		if c[states]++; slices.ContainsFunc(t.Refs, func(ref string) bool {
			return strings.Contains(own[ref], s) || s != "disabled" && s != "expanded" && s != "collapsed" && strings.Contains(own[ref], "selected")
		}) {
			c[stated]++
		} else if len(t.Refs) > 0 {
			fail("STATE "+s, own[t.Refs[0]])
		}
	}
	if len(t.Words) == 0 {
		if c[bare]++; slices.ContainsFunc(t.Refs, func(ref string) bool { return anyHint.MatchString(own[ref]) }) {
			c[hinted]++
		} else if len(t.Refs) > 0 {
			fail("BARE", own[t.Refs[0]])
		}
		return
	}
	if t.Twins > 0 {
		return
	}
	c[named]++
	best := bestFits(handles, t.Kind, t.Words)
	var wrong []string
	for _, h := range best {
		if !slices.Contains(t.Refs, h.ref) && !slices.Contains(t.Leads, h.ref) {
			wrong = append(wrong, strings.TrimSpace(h.ref+" "+h.own))
		}
	}
	text := ""
	if len(t.Words) == 1 && len(best) != 1 {
		text = saidOnce(described, handles, t.Words)
	} else if len(best) == 0 && len(t.Words) == 2 {
		text, _ = saidIn(described, t.Words)
	}
	switch {
	case text != "" && strings.Contains(strings.ToLower(t.Text), strings.ToLower(text)):
		c[met]++
	case len(best) == 0:
		fail("NO LINE", fmt.Sprint(t.Refs, firstOwn(t.Refs, own)))
	case len(wrong) > 0:
		fail(fmt.Sprintf("WRONG %d of %d", len(wrong), len(best)), fmt.Sprintf("%v %s; but %.200q", t.Refs, firstOwn(t.Refs, own), wrong[0]))
	default:
		c[met]++
	}
}

func firstOwn(refs []string, own map[string]string) string {
	if len(refs) == 0 {
		return "unlisted"
	}
	return own[refs[0]]
}

// mark sets attributes on the elements that a description offers, and on those that
// listen to presses.
func (p *person) mark(handles []handle) error {
	var mu sync.Mutex
	world := ""
	if err := chromedp.Listen(p.ctx, func(event any) {
		if e, is := event.(*runtime.EventExecutionContextCreated); is && strings.HasPrefix(e.Context.Origin, "chrome-extension://") {
			mu.Lock()
			world = cmp.Or(world, e.Context.UniqueID)
			mu.Unlock()
		}
	}); err != nil {
		return err
	}
	_, _ = chromedp.Call(p.ctx, runtime.Disable, cdp.Empty{})
	if _, err := chromedp.Call(p.ctx, runtime.Enable, cdp.Empty{}); err != nil {
		return err
	}
	time.Sleep(200 * time.Millisecond)
	mu.Lock()
	id := world
	mu.Unlock()
	refs := []string{}
	for _, h := range handles {
		refs = append(refs, h.ref)
	}
	listed, _ := json.Marshal(refs)
	in := func(p *runtime.EvaluateParams) { p.UniqueContextID = id }
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](fmt.Sprintf(`(() => { for (const ref of %s) Cairn.refs.byRef(ref)?.setAttribute('data-bench-ref', ref); return true; })()`, listed), in)); err != nil {
		return fmt.Errorf("content scripts: %w", err)
	}
	root, err := chromedp.Call(p.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "document"})
	if err != nil {
		return err
	}
	depth, pierce := int64(-1), true
	got, err := chromedp.Call(p.ctx, domdebugger.GetEventListeners, domdebugger.GetEventListenersParams{ObjectID: root.Result.ObjectID, Depth: &depth, Pierce: &pierce})
	if err != nil {
		return err
	}
	seen := map[cdp.BackendNodeID]bool{}
	for _, l := range got.Listeners {
		if seen[l.BackendNodeID] || !regexp.MustCompile(`^(click|mousedown|mouseup|pointerdown|pointerup)$`).MatchString(l.Type) {
			continue
		}
		seen[l.BackendNodeID] = true
		node, err := chromedp.Call(p.ctx, dom.ResolveNode, dom.ResolveNodeParams{BackendNodeID: l.BackendNodeID})
		if err != nil {
			continue
		}
		_, _ = chromedp.Call(p.ctx, runtime.CallFunctionOn, runtime.CallFunctionOnParams{ObjectID: node.Object.ObjectID, FunctionDeclaration: `function () { this.setAttribute?.('data-bench-on', '') }`})
	}
	return nil
}
