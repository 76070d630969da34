package doctor

import (
	"context"
	"fmt"

	"cairn/companion/chromium"
	"cairn/shared/types"
)

func (d *Doctor) checkBrowser(ctx context.Context) {
	const check = "browser"
	machine := chromium.ThisMachine()
	b, err := machine.Choose("")
	if err != nil {
		fault := types.AsError(err)
		d.wrong(check, fault.Hint, "%s", fault.Message)
		d.listBrowsers(check, machine, "")
		return
	}
	says := chromium.Says(ctx, b.Path)
	if v, ok := chromium.ParseVersion(says); ok {
		d.judgeBrowser(check, b, v)
	} else {
		d.wrong(check, chromium.Install, "%s is no Chromium-family browser: asked for its version, it says %.80q (%s)", b.Path, says, b.Why)
	}
	if err := machine.CanRead(b, d.home.ManagedExtension()); err != nil {
		fault := types.AsError(err)
		d.wrong(check, fault.Hint, "%s", fault.Message)
	}
	d.listBrowsers(check, machine, b.Path)
	d.checkLeftBrowser(check)
	if !chromium.HasDisplay() {
		d.ok(check, "there is no display: browsers that Cairn starts have no window")
	}
}

func (d *Doctor) judgeBrowser(check string, b chromium.Installed, v chromium.Version) {
	oldest := embeddedManifest().OldestBrowser
	switch {
	case v.Parts[0] < oldest:
		d.wrong(check, chromium.Install, "%s at %s is too old: the extension needs %d", v.Full, b.Path, oldest)
	case v.DropsUnpacked():
		d.wrong(check, chromium.Install, "%s at %s is of a range that registers unpacked extensions and then never loads them", v.Full, b.Path)
	default:
		d.ok(check, "%s at %s is used: %s", v.Full, b.Path, b.Why)
	}
}

// listBrowsers names the other browsers that could be used.
func (d *Doctor) listBrowsers(check string, machine chromium.Machine, used string) {
	for _, b := range machine.Browsers() {
		if b.Path != used {
			d.ok(check, "also found: %s", b)
		}
	}
}

// checkLeftBrowser looks for a browser of ours that outlived its daemon: the next one
// would hand over to it and end at once.
func (d *Doctor) checkLeftBrowser(check string) {
	if d.health != nil {
		return // it may be the daemon's
	}
	if pid := chromium.InUseBy(d.home.Profile()); pid > 0 {
		d.warn(check, fmt.Sprintf("kill %d", pid), "a browser that Cairn started is still open without its daemon (process %d); a new one would hand over to it and end", pid)
	}
}
