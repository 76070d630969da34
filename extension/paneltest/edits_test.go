package paneltest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// editSite adds a pattern, changes, pins and deletes it through the panel's own
// buttons, and asks the core after each.
func (b *browser) editSite(p context.Context) {
	b.T.Helper()
	b.Says(p, "#view-site .screen-name", "127.0.0.1")
	b.Says(p, "#view-site select", "This site: "+strings.TrimPrefix(b.URL, "http://"))
	want := func(what string, is func(*types.Pattern) bool) {
		b.T.Helper()
		b.Until("the core to know "+what, func() bool { return is(b.pattern("spare-key")) })
	}

	b.press(p, "#view-site", "Add a pattern…")
	b.fill(p, "Kind", "selector")
	b.fill(p, "What it is", "spare-key")
	b.fill(p, "What it is for", "Opens the vault")
	b.press(p, "dialog", "Save")
	want("the pattern", func(k *types.Pattern) bool { return k != nil && k.Description == "Opens the vault" && !k.Pinned })
	b.Says(p, "#view-site", "Opens the vault")

	b.press(p, "#view-site", "Edit Opens the vault")
	b.fill(p, "What it is for", "Opens the garden")
	b.press(p, "dialog", "Save")
	want("the change", func(k *types.Pattern) bool { return k != nil && k.Description == "Opens the garden" })

	b.press(p, "#view-site", "Pin Opens the garden")
	want("that it is pinned", func(k *types.Pattern) bool { return k != nil && k.Pinned })
	b.Says(p, "#view-site .pattern.pinned", "Opens the garden")
	b.newCore()
	want("it in another life", func(k *types.Pattern) bool { return k != nil && k.Pinned })

	b.press(p, "#view-site", "Delete Opens the garden")
	want("that it is gone", func(k *types.Pattern) bool { return k == nil })
}

// nameSite names the page's address, is refused a pattern of everybody's, and removes the name.
func (b *browser) nameSite(p context.Context) {
	b.T.Helper()
	names := func() []types.SiteName { return b.core(wire.CoreRequest{Op: wire.OpSites}).SiteNames }
	b.press(p, "#view-site", "Name this address…")
	b.fill(p, "Name", "panel-shop")
	b.press(p, "dialog", "Save")
	b.Until("the core to know the name", func() bool { n := names(); return len(n) == 1 && n[0].Name == "panel-shop" })
	b.Says(p, "#view-site .screen-name", "panel-shop")
	pattern := names()[0].Patterns[0]

	b.press(p, "#view-site", "Name this address…")
	b.fill(p, "Name", "other")
	b.fill(p, "Addresses", "https://*.com")
	b.press(p, "dialog", "Save")
	b.Says(p, "body", "would join the sites of different owners")

	b.press(p, "#view-site", "Remove "+pattern+" from panel-shop")
	b.Until("the core to forget the name", func() bool { return len(names()) == 0 })
	b.Says(p, "#view-site .screen-name", "127.0.0.1")
}

// editKnowledge confirms a draft, notes something on it and deletes it.
func (b *browser) editKnowledge(p context.Context) {
	b.T.Helper()
	b.Says(p, "#view-kb .vrow", "draft")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-kb .vrow")].find((r) => r.innerText.includes("draft")).click()`)
	b.Says(p, "#view-kb .pane", "A draft")
	all := b.core(wire.CoreRequest{Op: wire.OpKB, KB: &wire.KBRequest{}}).KB
	name := evaluate[string](b, p, `document.querySelector("#view-kb .pane h2").innerText`)
	at := slices.IndexFunc(all, func(i types.KBItem) bool { return i.Description == name })
	if at < 0 {
		b.T.Fatalf("the core knows no item %q", name)
	}
	id := all[at].KnowledgeID
	item := func() *types.KBItem {
		for _, i := range b.core(wire.CoreRequest{Op: wire.OpKB, KB: &wire.KBRequest{}}).KB {
			if i.KnowledgeID == id {
				return &i
			}
		}
		return nil
	}

	b.press(p, "#view-kb .pane", "Confirm")
	b.Until("the core to know it is confirmed", func() bool { i := item(); return i != nil && i.Status != "draft" })
	b.Until("the panel to say so", func() bool {
		return evaluate[bool](b, p, `!document.querySelector("#view-kb .pane").innerText.includes("A draft")`)
	})

	b.press(p, "#view-kb .pane", "Add a note…")
	b.fill(p, "What should others know?", "Mind the spare key")
	b.press(p, "dialog", "Add")
	b.Says(p, "#view-kb .pane", "Mind the spare key")
	if i := item(); i == nil || len(i.KBLearnings) != 1 {
		b.T.Errorf("the core has %+v", i)
	}

	b.press(p, "#view-kb .pane", "Delete")
	b.press(p, "dialog", "Delete")
	b.Until("the core to have forgotten it", func() bool { return item() == nil })
}

// TestSessionsAreEdited changes a goal and its tags in the panel.
func TestSessionsAreEdited(t *testing.T) {
	b := start(t)
	b.seed(records(t, b.URL, flows))
	p := b.panel("sessions")
	b.editSession(p)
	b.stateOutcome(p)
	b.newCore()
	b.show(p, "health")
	b.show(p, "sessions")
	b.Says(p, "#view-sessions .vrow", "Pay Alice")
	b.Says(p, "#view-sessions .vrow", "smoke")
	b.Says(p, "#view-sessions .vrow", "tried, failed")
}

// stateOutcome says of the opened session that it failed: it teaches no task any
// more.
func (b *browser) stateOutcome(p context.Context) {
	b.T.Helper()
	b.choose(p, "#view-sessions .pane", "More…", "Set outcome…")
	evaluate[any](b, p, `(() => { const s = document.querySelector("dialog select"); s.value = "failed"; s.dispatchEvent(new Event("change")); })()`)
	b.fill(p, "Evidence", "Alice got nothing")
	b.press(p, "dialog", "Save")
	b.Says(p, "#view-sessions .pane", "Tried, failed (you said so): Alice got nothing")
	for _, s := range b.core(wire.CoreRequest{Op: wire.OpSessions, Sessions: &types.SessionsRequest{}}).Sessions {
		if s.Goal == "Pay Alice" && (s.Outcome != types.SessionFailed || s.OutcomeBy != types.StatedByPerson) {
			b.T.Errorf("the core has %+v", s)
		}
	}
}

// editSession works on a session in a panel that shows them.
func (b *browser) editSession(p context.Context) {
	b.T.Helper()
	b.Says(p, "#view-sessions .vrow", "Send 0.1 ETH")
	evaluate[any](b, p, `[...document.querySelectorAll("#view-sessions .vrow")].find((e) => e.innerText.includes("0.1 ETH")).click()`)
	b.choose(p, "#view-sessions .pane", "More…", "Edit goal and tags…")
	b.fill(p, "Goal", "Pay Alice")
	b.fill(p, "Flow tags", "pay, send")
	b.fill(p, "Tags", "smoke")
	b.press(p, "dialog", "Save")
	b.Says(p, "#view-sessions .vrow", "Pay Alice")
	b.Says(p, "#view-sessions .pane", "Pay Alice")
}

// pattern returns the core's pattern of the wallet's site with that value.
func (b *browser) pattern(value string) *types.Pattern {
	b.T.Helper()
	for _, card := range b.core(wire.CoreRequest{Op: wire.OpCards, Cards: &wire.CardsRequest{}}).Cards {
		for _, k := range card.Patterns {
			if k.Value == value {
				return &k
			}
		}
	}
	return nil
}

// core asks the extension's core.
func (b *browser) core(req wire.CoreRequest) wire.CoreReply {
	b.T.Helper()
	text, err := json.Marshal(req)
	if err != nil {
		b.T.Fatal(err)
	}
	return evaluate[wire.CoreReply](b, b.Ctx, fmt.Sprintf(`chrome.runtime.sendMessage({to: "offscreen", kind: "core", core: {...%s, now: new Date().toISOString()}}).then((r) => r.core ?? {})`, text))
}

// press clicks a button by its name, as soon as it is there: found and clicked
// at once, for a view may be redrawn at any time.
func (b *browser) press(page context.Context, within, name string) {
	b.T.Helper()
	b.Until("the button "+name, func() bool {
		return evaluate[bool](b, page, fmt.Sprintf(`(() => {
			const found = [...document.querySelectorAll(%q + " button")].find((e) => (e.getAttribute("aria-label") ?? e.innerText).trim() === %q && e.checkVisibility());
			found?.click();
			return !!found;
		})()`, within, name))
	})
}

// choose opens a menu and presses one of its actions, at once: the view may be drawn
// again in between.
func (b *browser) choose(page context.Context, within, menu, name string) {
	b.T.Helper()
	b.Until(name+" in the menu "+menu, func() bool {
		return evaluate[bool](b, page, fmt.Sprintf(`(() => {
			const find = (css, text) => [...document.querySelectorAll(%q + css)].find((e) => e.innerText.trim() === text && e.checkVisibility());
			find(" .menu-button", %q)?.click();
			const found = find(" .menu button", %q);
			found?.click();
			return !!found;
		})()`, within, menu, name))
	})
}

// click clicks the first element that a selector finds, as soon as it is there:
// found and clicked at once, as press does.
func (b *browser) click(page context.Context, css string) {
	b.T.Helper()
	b.Until("something to click at "+css, func() bool {
		return evaluate[bool](b, page, fmt.Sprintf(`(() => { const found = document.querySelector(%q); found?.click(); return !!found; })()`, css))
	})
}

// asked waits until a question is to be answered.
func (b *browser) asked(page context.Context) {
	b.T.Helper()
	b.Until("a question", func() bool { return evaluate[bool](b, page, `!!document.querySelector("dialog[open]")`) })
}

// fill sets a field of a dialog by its label.
func (b *browser) fill(page context.Context, label, value string) {
	b.T.Helper()
	evaluate[any](b, page, fmt.Sprintf(`(() => {
		const field = [...document.querySelectorAll("dialog label")].find((l) => l.querySelector("span").innerText === %q);
		field.querySelector("input, select, textarea").value = %q;
	})()`, label, value))
}
