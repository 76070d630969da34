package paneltest

import (
	"fmt"
	"testing"

	"cairn/extension/rig"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// TestWhatIsKeptOfPagesIsChosen chooses for all sites in the panel and for one in
// the popup.
func TestWhatIsKeptOfPagesIsChosen(t *testing.T) {
	b := start(t)
	b.unlockWallet()
	keeping := func() wire.Keeping {
		return evaluate[wire.Keeping](b, b.Ctx, `chrome.runtime.sendMessage({to: "worker", kind: "keeping"}).then((r) => r.keeping)`)
	}
	choose := func(css, mode string) string {
		return fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event("change")); })()`, css, mode)
	}
	pop := b.Tab(rig.Origin + "/popup/popup.html")
	b.Until("the popup to say what is kept", func() bool {
		return evaluate[bool](b, pop, `document.querySelector("#site-keep").checkVisibility() && document.querySelector("#site-keep").value === "needed"`)
	})
	evaluate[any](b, pop, choose("#site-keep", "full"))
	b.Until("the site to keep all names", func() bool {
		k := keeping()
		return k.Mode == types.KeepNeeded && len(k.Sites) == 1 && k.Of(b.URL) == types.KeepFull
	})
	p := b.panel("health")
	b.Says(p, "#view-health", "Other texts of a page become hashes")
	b.press(p, "#view-health", "As everywhere")
	b.Until("the site to keep what all keep", func() bool { return len(keeping().Sites) == 0 })
	evaluate[any](b, p, choose("#view-health select", "full"))
	b.Says(p, "#view-health", "is kept in clear")
	b.Until("all sites to keep all names", func() bool { return keeping().Mode == types.KeepFull })
	b.Until("the popup to follow", func() bool {
		return evaluate[string](b, pop, `document.querySelector("#site-keep").value`) == "full"
	})
}
