package paneltest

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
	"cairn/shared/types"
)

// hostile are texts that pages may call things by.
var hostile = []string{
	`<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>`,
	strings.Repeat("A name without an end ", 500),
	"\u202eRight to left\u202c \u2066isolated",
	"👩‍👩‍👧‍👦🏴‍☠️" + strings.Repeat("🙂", 400),
	"line\nbreak\tand \x00 controls",
	`"]}); window.hurt=1; //`,
	strings.Repeat("Unbroken", 40),
}

// TestHostileNamesStayText shows them in every view.
func TestHostileNamesStayText(t *testing.T) {
	b := start(t)
	var bad []flow
	for _, name := range hostile {
		gone := deed{tool: "mm_click", screen: "unlock", role: "button", name: "Gone " + name, id: "Gone " + name, failed: types.CodeTargetNotFound}
		bad = append(bad, flow{goal: name, tags: []string{name}, agent: true, branch: name, acts: []deed{gone, gone, {tool: "mm_click", screen: "unlock", role: "button", name: name, id: name}}})
	}
	// One of them often enough that people see it suggested.
	for range 2 * len(hostile) {
		bad = append(bad, flow{goal: hostile[5], agent: true, acts: bad[5].acts[2:]})
	}
	b.seed(records(t, b.URL, bad))
	w := b.Tab(b.URL + "/")
	b.Says(w, "h1", "Welcome")
	names, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	evaluate[any](b, w, fmt.Sprintf(`(%s.forEach((name) => { const e = document.createElement("button"); e.type = "button"; e.textContent = name; e.dataset.testid = name; e.style = "max-width: 20em; max-height: 2em; overflow: hidden"; document.querySelector("h1").after(e); }), 1)`, names))
	b.bindTab(strings.Join(hostile, " ") + strings.Repeat("\u202e64 KB ", 8000))
	p := b.panel("timeline")
	b.Says(p, "#watch", "An agent works in this tab")
	b.staysText(p, "what runs", "#watch")
	b.Act(p, chromedp.Click(chromedp.CSS(".segments button:last-child")))
	b.Says(p, "#view-timeline .vrow", "onerror")
	for _, view := range views {
		b.Act(p, chromedp.Click(chromedp.CSS("#tab-"+view)))
		if view == "search" {
			b.Act(p, chromedp.SendKeys(chromedp.CSS(".query"), "unlock name right"))
		}
		if view != "page" && view != "health" && view != "site" && view != "map" && view != "kb" && view != "team" {
			b.Says(p, "#view-"+view+" .vrow", "A name")
			n := evaluate[int](b, p, fmt.Sprintf(`document.querySelectorAll("#view-%s .pane-list .vrow").length`, view))
			for i := range n {
				evaluate[any](b, p, fmt.Sprintf(`document.querySelectorAll("#view-%s .pane-list .vrow")[%d]?.click()`, view, i))
			}
		}
		switch view {
		case "page":
			b.Says(p, "#view-page .suggestion", "window.hurt")
			b.Says(p, "#view-page .avoid", "Gone")
		case "site":
			b.Says(p, "#view-site", "A name")
		case "map":
			b.Says(p, "#view-map .map-flow", "A name")
			b.onMap(p, "unlock", "click")
			b.Says(p, "#view-map .pane", "window.hurt")
		}
		b.staysText(p, view, "#views")
		b.fits(p, view)
	}
	b.hostileKnowledge(p)
	b.hostileQuestions(p)
	b.hostileFiles(p)
	s := b.Tab(rig.Origin + "/search/search.html?q=unlock%20name%20right")
	b.Says(s, ".vrow", "A name")
	b.staysText(s, "search page", "#views")
	f := b.Tab(rig.Origin + "/firstrun/firstrun.html")
	b.Says(f, "#companion-text", "companion")
	b.keepHostile()
	b.Says(f, "#steps", "onerror")
	b.staysText(f, "first run", "#steps")
	b.hostileOmnibox()
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	b.Act(pop, chromedp.SendKeys(chromedp.CSS("#query"), "unlock name right"))
	b.Says(pop, "#results", "A name")
	b.Says(pop, "#suggestions", "window.hurt")
	b.staysText(pop, "popup", "main")
}

// bindTab makes the tab of the web page an agent's, as the companion does at mm_launch.
func (b *browser) bindTab(goal string) {
	b.T.Helper()
	text, err := json.Marshal(goal)
	if err != nil {
		b.T.Fatal(err)
	}
	evaluate[any](b, b.Ctx, fmt.Sprintf(`chrome.tabs.query({url: %q}).then(([tab]) => chrome.storage.session.set({["tab:" + tab.id]: {session: {schemaVersion: 1, sessionId: "mm-bound", createdAt: new Date().toISOString(), goal: %s, flowTags: [], tags: []}}}))`, b.URL+"/*", text))
}

// hostileKnowledge opens an item whose every text is hostile, with a history of
// its trust, which its chart shows.
func (b *browser) hostileKnowledge(p context.Context) {
	b.T.Helper()
	name := strings.Join(hostile, " ")[:4000]
	item := types.KBItem{KnowledgeID: "hostile", Description: name, UILocation: name, OutputState: name, ActionSequence: []string{name}, DocCitation: name, TrustScore: 0.5, KBLearnings: []types.Learning{},
		TrustHistory: []types.TrustChange{{At: "2026-02-03T04:05:06Z", From: 1, To: 0.5, Why: types.TrustSet, Origin: name, Screen: name}}}
	text, err := json.Marshal(item)
	if err != nil {
		b.T.Fatal(err)
	}
	evaluate[any](b, p, fmt.Sprintf(`chrome.runtime.sendMessage({to: "offscreen", kind: "edit", edit: {editId: "", at: "", kb: {op: "put", knowledgeId: "hostile", item: %s}}})`, text))
	b.show(p, "kb")
	b.Until("the item", func() bool {
		return evaluate[bool](b, p, `(() => { const r = [...document.querySelectorAll("#view-kb .vrow")].find((r) => r.innerText.includes("onerror")); r?.click(); return !!document.querySelector("#view-kb .pane .detail"); })()`)
	})
	b.staysText(p, "an item", "#views")
	b.press(p, "#view-kb .pane", "Delete")
	b.Says(p, "dialog h2", "Delete")
	b.staysText(p, "the question about an item", "dialog")
	b.press(p, "dialog", "Cancel")
}

// hostileQuestions opens the dialogs that name sessions, and compares two.
func (b *browser) hostileQuestions(p context.Context) {
	b.T.Helper()
	b.show(p, "sessions")
	for i := range hostile {
		evaluate[any](b, p, fmt.Sprintf(`(document.querySelectorAll("#view-sessions .vrow")[%d].click(), 1)`, i))
		b.Until("the session", func() bool { return evaluate[bool](b, p, `!!document.querySelector("#view-sessions .pane .recipe")`) })
		evaluate[any](b, p, `(() => { const s = document.querySelector("#view-sessions .pane select"); s.selectedIndex = 1; s.dispatchEvent(new Event("change")); })()`)
		b.Says(p, "#view-sessions .compared", "1")
		b.staysText(p, "two sessions", "#views")
		for _, name := range []string{"Edit goal and tags…", "Forget…"} {
			b.choose(p, "#view-sessions", "More…", name)
			b.asked(p)
			b.staysText(p, name, "dialog")
			b.press(p, "dialog", "Cancel")
		}
	}
}

// fileNames matches names of files that are the same on every system.
var fileNames = regexp.MustCompile(`^[A-Za-z0-9][\w.-]{0,80}$`)

// hostileFiles saves sessions, and takes in files whose names are hostile.
func (b *browser) hostileFiles(p context.Context) {
	b.T.Helper()
	evaluate[any](b, p, `(window.saved = [], HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download); }, 1)`)
	formats := []string{asRecording, asTest, asSkill, asDirectory}
	for i := range hostile {
		evaluate[any](b, p, fmt.Sprintf(`(document.querySelectorAll("#view-sessions .vrow")[%d].click(), 1)`, i))
		for j, format := range formats {
			b.choose(p, "#view-sessions .pane", "Export…", format)
			b.Until("the file", func() bool { return evaluate[int](b, p, `window.saved.length`) == i*len(formats)+j+1 })
		}
	}
	for _, name := range evaluate[[]string](b, p, `window.saved`) {
		if !fileNames.MatchString(name) {
			b.T.Errorf("a file is saved as %q", name)
		}
	}
	bad := filepath.Join(b.T.TempDir(), "<img src=x onerror='window.hurt=1'>\u202e.json")
	if err := os.WriteFile(bad, []byte(`<script>window.hurt=1</script>`), 0o600); err != nil {
		b.T.Fatal(err)
	}
	b.show(p, "health")
	b.giveFiles(p, bad)
	b.Says(p, "#receipt", "this is no recording")
	b.staysText(p, "an import", "#receipt")
}

// keepHostile records a step of a page that calls things hostile names.
func (b *browser) keepHostile() {
	b.T.Helper()
	name, err := json.Marshal(hostile[0])
	if err != nil {
		b.T.Fatal(err)
	}
	evaluate[any](b, b.Ctx, fmt.Sprintf(`(async (name) => {
		const [stepId, sessionId, timestamp] = ["s-hostile", "live-hostile", new Date().toISOString()];
		const step = {schemaVersion: 1, stepId, sessionId, timestamp, tool: {name: "mm_click", target: {role: "button", name}}, actor: "observed", outcome: {ok: true},
			observation: {state: {currentUrl: "https://a.example/", currentScreen: "", title: name, origin: "https://a.example"}, testIds: [], a11y: {nodes: [{ref: "e1", role: "button", name}]}}};
		await chrome.runtime.sendMessage({to: "offscreen", kind: "keepOpen", stepId, step, session: {schemaVersion: 1, sessionId, createdAt: timestamp, flowTags: [], tags: [], ambient: true}});
		await chrome.runtime.sendMessage({to: "offscreen", kind: "keepClose", stepId, outcome: {ok: true}});
	})(%s)`, name))
}

// hostileOmnibox asks as the address bar does: a suggestion is XML that can
// be read, or Chrome shows none of it.
func (b *browser) hostileOmnibox() {
	b.T.Helper()
	ids := b.targets("the worker", func(i *target.Info) bool { return i.URL == rig.Origin+"/worker/main.js" })
	got := evaluate[[]struct{ Content, Description string }](b, b.attach(ids[0]), `new Promise((resolve) => chrome.omnibox.onInputChanged.dispatch("unlock name right onerror", resolve))`)
	if len(got) == 0 {
		b.T.Error("nothing is suggested")
	}
	for _, s := range got {
		if err := xml.Unmarshal([]byte("<d>"+s.Description+"</d>"), new(struct{})); err != nil || len([]rune(s.Description)) > 800 || strings.ContainsAny(s.Description, "\u202e\u2066\x00") {
			b.T.Errorf("%v: %.200q", err, s.Description)
		}
	}
}

// staysText reports the effects of hostile names on a part of a page.
func (b *browser) staysText(p context.Context, name, part string) {
	b.T.Helper()
	found := evaluate[[]string](b, p, fmt.Sprintf(`((part) => [
		window.hurt && "a script ran",
		part.querySelector("img, script, a[href]") && "markup became elements",
		document.documentElement.scrollWidth > innerWidth && "the page is wider than the window",
		[...part.querySelectorAll("bdi")].some((e) => [...e.textContent].length > 300) && "a text is not cut",
		/[\u202e\u2066\u0000]/.test(part.textContent) && "a control got through",
	].filter(Boolean))(document.querySelector(%q))`, part))
	if len(found) > 0 {
		b.T.Errorf("%s: %s", name, strings.Join(found, "; "))
	}
}
