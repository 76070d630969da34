package smoketest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestWhatWorkedIsKnownBeforeAnybodyAsks lets a page settle, and asks about it
// as the popup does: the core has its answer ready. The next action makes the
// answer an old one, and the core computes it again.
func TestWhatWorkedIsKnownBeforeAnybodyAsks(t *testing.T) {
	b := start(t, pages())
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({mode: "all"})`)
	page := b.Tab(b.URL + "/")
	b.Act(page, chromedp.Click(rig.TestID("send")))
	b.waitSteps(2)
	other := b.Tab(b.URL + "/") // a session of its own, to which the click is news

	var last *wire.Health
	was := 0
	known := func() bool {
		prior := b.worked()
		last = b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunHealth}).Health
		return prior != nil && len(prior.SimilarSteps) > 0 && last.Ready > was && last.PriorMs > 0
	}
	b.Until("an answer that lay ready", known)
	if known := b.worked().SuggestedNextActions; len(known) == 0 || known[0].PreferredTarget.Text != "send" {
		t.Errorf("suggested is %+v", known)
	}
	t.Logf("the core took %.1f ms", last.PriorMs)

	was = last.Ready + 1
	b.Act(other, chromedp.Click(rig.TestID("send")))
	b.Until("another answer that lay ready", known)
}

// worked asks for the actions that worked on the page in the newest tab, as the popup does.
func (b *browser) worked() *types.PriorKnowledge {
	b.T.Helper()
	reply := evaluate[wire.CoreReply](b, b.Ctx, fmt.Sprintf(`(async () => {
		const tab = (await chrome.tabs.query({})).filter((t) => t.url.startsWith(%q)).at(-1);
		const { peekSession } = await import("/worker/sessions.js");
		const { reply } = await chrome.runtime.sendMessage({ to: "worker", kind: "call", call: { kind: "observe", observe: { tabId: tab.id } } });
		const sessionId = (await peekSession(tab))?.sessionId;
		const prior = { observation: reply.page.observation, ...(sessionId ? { sessionId } : {}) };
		const { core } = await chrome.runtime.sendMessage({ to: "offscreen", kind: "core", core: { op: "prior", now: new Date().toISOString(), prior } });
		return core;
	})()`, b.URL))
	return reply.Prior
}
