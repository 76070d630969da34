package paneltest

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
)

// TestThePanelWorksInDevTools opens DevTools with the page, shows the panel
// there as a person would, and works with it: it may ask less of chrome.*
// than in a tab, and the page is the one that DevTools inspects.
func TestThePanelWorksInDevTools(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	w := b.Tab(b.URL + "/#/unlock")
	b.Act(w, chromedp.SendKeys(rig.TestID("unlock-password"), "correct horse"), chromedp.Click(rig.TestID("unlock-submit")))
	evaluate[any](b, w, `location.hash = "#/home"`)
	other := b.Tab(b.URL + "/#/unlock")
	p := b.devtoolsPanel(w)

	b.Says(p, "#view-page .screen-name", "home")
	b.Says(p, "#view-page .suggestion", "“Send”")
	hover := `[...document.querySelectorAll(".suggestion")].find((e) => e.innerText.includes("“Send”"))`
	evaluate[any](b, p, hover+`.dispatchEvent(new PointerEvent("pointerenter"))`)
	b.Until("the mark on the inspected page", func() bool { return evaluate[bool](b, w, `!!document.getElementById("cairn-mark")`) })
	if evaluate[bool](b, other, `!!document.getElementById("cairn-mark")`) {
		t.Error("another tab bears the mark")
	}
	evaluate[any](b, p, hover+`.querySelector(".buttons button").click()`)
	b.Until("the wallet to show what the click led to", func() bool { return evaluate[string](b, w, `location.hash`) == "#/send" })
	b.Says(p, "#view-page .screen-name", "send")

	b.show(p, "timeline")
	b.Says(p, "#view-timeline .vrow:first-child", "“Send”")
	b.show(p, "search")
	b.Says(p, "#view-search", "Find what was done")
	evaluate[any](b, p, `(() => { const q = document.querySelector(".query"); q.value = "send"; q.dispatchEvent(new Event("input")); })()`)
	b.Says(p, "#view-search .vrow", "“Send”")
	evaluate[any](b, p, `document.querySelector("#view-search .vrow").click()`)
	b.Says(p, "#view-search .pane", "Why this was found")

	b.show(p, "sessions")
	b.editSession(p)
	evaluate[any](b, p, `(() => { const s = document.querySelector("#view-sessions .pane select"); s.value = "seed-0001"; s.dispatchEvent(new Event("change")); })()`)
	b.Says(p, "#view-sessions .pane", "only here")
	b.choose(p, "#view-sessions .pane", "More…", "Copy steps as text")
	b.Says(p, "#toast", "Copied")
	b.choose(p, "#view-sessions .pane", "Export…", asTest)
	b.Says(p, "#toast", "Saved")
	b.show(p, "site")
	b.editSite(p)
	b.nameSite(p)
	b.show(p, "kb")
	b.editKnowledge(p)
	b.show(p, "health")
	b.Says(p, "#view-health", "remembered")
}

// devtoolsPanel opens DevTools for a tab and shows the panel there. Each of its views
// loads when it likes: DevTools is asked until the panel is there.
func (b *browser) devtoolsPanel(tab context.Context) (panel context.Context) {
	b.T.Helper()
	of := chromedp.FromContext(tab).Target.TargetID
	opened, err := chromedp.CallBrowser(b.Ctx, target.OpenDevTools, target.OpenDevToolsParams{TargetID: of})
	if err != nil {
		b.T.Fatalf("open DevTools: %v", err)
	}
	devtools := b.attach(opened.TargetID)
	b.Until("the panel in DevTools", func() bool {
		evaluate[any](b, devtools, showPanel)
		for _, id := range b.targetsNow(func(i *target.Info) bool { return strings.HasPrefix(i.URL, rig.Origin+"/panel/panel.html") }) {
			panel = b.attach(id)
		}
		return panel != nil
	})
	return panel
}

// showPanel runs in DevTools.
const showPanel = `import("./ui/legacy/legacy.js").then(({ ViewManager }) => {
	const manager = ViewManager.ViewManager.instance();
	const id = [...manager.views.keys()].find((v) => v.endsWith("Cairn"));
	if (id && !manager.isViewVisible(id)) void manager.showView(id);
}).catch(() => {})`

// targets waits until there are some of a kind.
func (b *browser) targets(what string, is func(*target.Info) bool) (ids []target.ID) {
	b.T.Helper()
	b.Until(what, func() bool {
		ids = b.targetsNow(is)
		return len(ids) > 0
	})
	return ids
}

// targetsNow are those of a kind that there are.
func (b *browser) targetsNow(is func(*target.Info) bool) (ids []target.ID) {
	b.T.Helper()
	infos, err := chromedp.Targets(b.Ctx)
	if err != nil {
		b.T.Fatal(err)
	}
	for _, info := range infos {
		if is(info) {
			ids = append(ids, info.TargetID)
		}
	}
	return ids
}

// attach takes a target over, for as long as the test runs: chromedp listens
// to it while the context of the first use lasts, so that is no bounded one.
func (b *browser) attach(id target.ID) context.Context {
	b.T.Helper()
	ctx, cancel := chromedp.NewContext(b.Ctx, chromedp.WithTargetID(id))
	b.T.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		b.T.Fatalf("attach to %s: %v", id, err)
	}
	return ctx
}
