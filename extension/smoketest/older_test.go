package smoketest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cairn/extension/rig"
	"cairn/shared/wire"
)

// inDatabase reads every row of a store of the extension's database, as one text.
const inDatabase = `new Promise((resolve, reject) => {
	const open = indexedDB.open("cairn");
	open.onerror = () => reject(open.error);
	open.onsuccess = () => {
		const rows = open.result.transaction("records").objectStore("records").getAll();
		rows.onsuccess = () => { open.result.close(); resolve(JSON.stringify(rows.result)); };
	};
})`

// asOlder makes the database one of which nothing was rewritten yet.
const asOlder = `new Promise((resolve, reject) => {
	const open = indexedDB.open("cairn");
	open.onerror = () => reject(open.error);
	open.onsuccess = () => {
		const tx = open.result.transaction("kv", "readwrite");
		tx.objectStore("kv").delete("rewritings");
		tx.oncomplete = () => { open.result.close(); resolve(true); };
	};
})`

// TestOlderStepsAreRewrittenAtTheNextStart records with all names, as older versions
// did, and starts a version that keeps only names which are needed.
func TestOlderStepsAreRewrittenAtTheNextStart(t *testing.T) {
	b := start(t, pages())
	evaluate[any](b, b.Ctx, `chrome.storage.local.set({mode: "all"})`)
	b.keep("full")
	page := b.Tab(b.URL + "/")
	b.waitSteps(1)
	b.Act(page, chromedp.Click(rig.TestID("send")))
	b.waitSteps(2)
	if text := evaluate[string](b, b.Ctx, inDatabase); !strings.Contains(text, "Accounts") {
		t.Fatalf("no name that was only seen in %s", text)
	}
	evaluate[bool](b, b.Ctx, asOlder)
	b.keep("needed")
	b.kill()
	b.Until("names to be hidden", func() bool {
		reply := b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunHealth})
		return reply.Health != nil && reply.Health.Rewriting == nil && reply.Health.Tidying == nil && !strings.Contains(evaluate[string](b, b.Ctx, inDatabase), "Accounts")
	})
	text := evaluate[string](b, b.Ctx, inDatabase)
	if strings.Count(text, `"keep":"needed"`) != 2 || !strings.Contains(text, "Send tokens") {
		t.Errorf("the database has %s", text)
	}
	if steps := b.waitSteps(2); len(steps) != 2 || strings.Contains(describe(steps), "Accounts") {
		t.Errorf("the core has %s", describe(steps))
	}
}
