// Package smoketest loads the extension as it ships into a real Chromium,
// without a companion, and shows that it stands on its own: a person's action
// on a page becomes a step, is stored, and is found again.
package smoketest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"cairn/extension"
	"cairn/extension/rig"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// browser is one with the extension's popup as a tab of its own.
type browser struct{ *rig.Browser }

// start runs a browser over some pages.
func start(t testing.TB, pages http.Handler) *browser {
	t.Helper()
	b := &browser{rig.Start(t, extension.AllSites(), pages)}
	// The page that welcomes a person would stand in front of the tested pages.
	evaluate[any](b, b.Ctx, `(async () => {
		for (let i = 0; i < 300; i++) {
			const welcome = (await chrome.tabs.query({})).filter((tab) => (tab.url || tab.pendingUrl || "").includes("/firstrun/"));
			if (welcome.length) return chrome.tabs.remove(welcome.map((tab) => tab.id)).then(() => 1);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
		return 0;
	})()`)
	// Most tests look at the texts of pages.
	b.keep("full")
	return b
}

// keep chooses which names steps hold in clear; "" leaves it to the default.
func (b *browser) keep(mode string) {
	b.T.Helper()
	evaluate[any](b, b.Ctx, fmt.Sprintf(`chrome.storage.local.set({keep: %q})`, mode))
}

func evaluate[T any](b *browser, page context.Context, expression string) T {
	b.T.Helper()
	return rig.Evaluate[T](b.T, page, expression)
}

// tell sends a message within the extension and returns its reply.
func (b *browser) tell(message wire.RuntimeMessage) wire.RuntimeReply {
	b.T.Helper()
	text, err := json.Marshal(message)
	if err != nil {
		b.T.Fatal(err)
	}
	return evaluate[wire.RuntimeReply](b, b.Ctx, fmt.Sprintf("chrome.runtime.sendMessage(%s)", text))
}

// core asks the Wasm core.
func (b *browser) core(request wire.CoreRequest) *wire.CoreReply {
	b.T.Helper()
	request.Now = types.At(time.Now())
	reply := b.tell(wire.RuntimeMessage{To: "offscreen", Kind: wire.RunCore, Core: &request})
	if reply.Error != nil {
		b.T.Fatalf("%s: %v", request.Op, reply.Error)
	}
	return reply.Core
}

// stored returns the rows of one store of the extension's database.
func stored[T any](b *browser, store string) []T {
	b.T.Helper()
	return evaluate[[]T](b, b.Ctx, fmt.Sprintf(`new Promise((resolve, reject) => {
		const open = indexedDB.open("cairn");
		open.onerror = () => reject(open.error);
		open.onsuccess = () => {
			const read = open.result.transaction(%q).objectStore(%q).getAll();
			read.onsuccess = () => { open.result.close(); resolve(read.result); };
		};
	})`, store, store))
}

// row is one of the records; with a number it waits for the companion.
type row struct {
	Seq    int64       `json:"seq"`
	Record wire.Record `json:"record"`
}

// waitSteps waits until the outbox holds n steps and returns them.
func (b *browser) waitSteps(n int) []*types.Step {
	b.T.Helper()
	var steps []*types.Step
	defer func() {
		if b.T.Failed() {
			b.T.Logf("records: %s", describe(stored[any](b, "records")))
		}
	}()
	b.Until(fmt.Sprintf("%d steps in the outbox", n), func() bool {
		steps = nil
		for _, row := range stored[row](b, "records") {
			if row.Seq > 0 && row.Record.Step != nil {
				steps = append(steps, row.Record.Step)
			}
		}
		return len(steps) >= n
	})
	if len(steps) > n {
		b.T.Fatalf("%d steps instead of %d: %s", len(steps), n, describe(steps))
	}
	return steps
}

func describe(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}
