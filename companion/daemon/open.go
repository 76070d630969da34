package daemon

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"cairn/companion/bridge"
	"cairn/companion/cdp"
	"cairn/companion/chromium"
	"cairn/companion/home"
	"cairn/companion/profile"
	"cairn/extension"
	"cairn/shared/types"
)

// openBrowser starts a browser, loads the extensions and then shows the page. If it
// cannot load them over its pipe, it is restarted with them on its command line.
func openBrowser(ctx context.Context, o chromium.Options) (*chromium.Browser, *cdp.Endpoint, error) {
	page := o.URL
	o.Pipe, o.URL = true, ""
	b, e, err := startBrowser(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	err = loadExtensions(ctx, e, o)
	if errors.Is(err, cdp.ErrNoLoading) {
		_ = b.Close() // it has shown no page yet
		o.BySwitch, o.URL = true, page
		return startBrowser(ctx, o)
	}
	if err == nil && page != "" {
		err = e.Show(ctx, page)
	}
	if err != nil {
		_ = b.Close() // the other error is more useful
		return nil, nil, whyNotLoaded(ctx, o, err)
	}
	return b, e, nil
}

// startBrowser starts a browser and waits until it answers.
func startBrowser(ctx context.Context, o chromium.Options) (*chromium.Browser, *cdp.Endpoint, error) {
	if pid := chromium.InUseBy(o.Profile); pid > 0 {
		return nil, nil, types.Fault(types.CodeNoBrowser, fmt.Sprintf("the profile %s is in use by another browser (process %d), which would take over the new window", o.Profile, pid), fmt.Sprintf("close that browser, or end it: kill %d", pid))
	}
	b, err := chromium.Start(o)
	if err != nil {
		return nil, nil, types.Fault(types.CodeNoBrowser, err.Error(), "name another browser: cairn run --browser NAME, or "+chromium.Install)
	}
	e := cdp.NewEndpoint(b.Pipe)
	product, err := e.Product(ctx)
	if err == nil {
		if err = checkAge(o.Binary, product); err != nil {
			_ = b.Close() // the other error is more useful
			return nil, nil, err
		}
	} else {
		_ = b.Close() // the other error is more useful
		why := "ended before it answered over its DevTools pipe"
		if ctx.Err() != nil {
			why = "did not answer over its DevTools pipe in time"
		}
		return nil, nil, types.Fault(types.CodeNoBrowser, fmt.Sprintf("%s %s: is it a Chromium-family browser?", o.Binary, why), "see what it is with: cairn doctor; or name another: cairn run --browser NAME")
	}
	return b, e, nil
}

func checkAge(browser, product string) error {
	v, ok := chromium.ParseVersion(product)
	if !ok || v.Parts[0] >= extension.OldestBrowser() {
		return nil
	}
	return types.Fault(types.CodeNoBrowser, fmt.Sprintf("%s is too old: it is %s, and the extension needs %d", browser, product, extension.OldestBrowser()), "update it, or name another: cairn run --browser NAME, or "+chromium.Install)
}

func loadExtensions(ctx context.Context, e *cdp.Endpoint, o chromium.Options) error {
	for _, dir := range o.Extensions() {
		if err := e.LoadExtension(ctx, dir); err != nil {
			return fmt.Errorf("load extension %s: %w", dir, err)
		}
	}
	return nil
}

func whyNotLoaded(ctx context.Context, o chromium.Options, err error) error {
	fault := types.AsError(err)
	switch {
	case ctx.Err() != nil:
		return types.Fault(types.CodeNoBrowser, o.Binary+" did not load Cairn's extension in time", "try again; if it happens again: cairn doctor")
	case fault.Code == types.CodeNoBrowser:
		return types.Fault(types.CodeNoBrowser, o.Binary+" ended while it loaded Cairn's extension", "start it again; if it happens again, see why with: cairn doctor")
	}
	return types.Fault(types.CodeNoBrowser, fmt.Sprintf("%s refuses an extension: %s", o.Binary, err), "an administrator may forbid extensions in that browser; use another one: cairn run --browser NAME, or "+chromium.Install)
}

// attachBrowser joins the browser that has a debugging port at address, and loads the
// extension in dir into it unless it has Cairn's already, from elsewhere.
func attachBrowser(ctx context.Context, address, dir string) (*cdp.Endpoint, error) {
	pipe, err := bridge.DialDevTools(ctx, address)
	if err != nil {
		return nil, err
	}
	e := cdp.NewEndpoint(pipe)
	if err := joinExtension(ctx, e, address, dir); err != nil {
		e.Close()
		return nil, err
	}
	return e, nil
}

func joinExtension(ctx context.Context, e *cdp.Endpoint, address, dir string) error {
	product, err := e.Product(ctx)
	if err != nil {
		return types.Fault(types.CodeNoBrowser, "the browser at "+address+" does not answer: "+types.AsError(err).Message, "see whether it is frozen, or start it again")
	}
	if err := checkAge("the browser at "+address, product); err != nil {
		return err
	}
	has, err := e.ExtensionDir(ctx, extension.ID)
	if err != nil {
		return err
	}
	if has != "" && filepath.Clean(has) != dir {
		return nil // the person's copy: it links by itself if it is paired with this daemon
	}
	err = e.LoadExtension(ctx, dir)
	if errors.Is(err, cdp.ErrNoLoading) {
		return types.Fault(types.CodeNoBrowser, fmt.Sprintf("the browser at %s (%s) loads no extensions over its debugging port", address, product),
			"start it with --enable-unsafe-extension-debugging too, or load the extension by hand once: cairn extension DIR")
	}
	if err != nil {
		return types.Fault(types.CodeNoBrowser, fmt.Sprintf("the browser at %s refuses the extension: %s", address, types.AsError(err).Message), "an administrator may forbid extensions in it; load it by hand: cairn extension DIR")
	}
	return nil
}

// copyProfile copies a person's profile into the data directory, unless an earlier
// call did. It returns the copy, and notes on it for the user.
func copyProfile(ctx context.Context, h home.Dir, from string, browser chromium.Installed) (dir, says string, err error) {
	source, err := profile.Find(from)
	if err != nil {
		return "", "", err
	}
	dir = filepath.Join(h.Profiles(), source.ID())
	if profile.IsCopy(dir) {
		return dir, fmt.Sprintf("%s, as it was copied before; to copy it again, remove that directory", dir), nil
	}
	used, known := chromium.ParseVersion("Chromium " + source.Version)
	v, ok := chromium.ParseVersion(chromium.Says(ctx, browser.Path))
	if known && ok && v.Older(used) {
		return "", "", types.Invalid(fmt.Sprintf("the profile %s was last used by version %s, which is newer than %s", from, source.Version, v.Full), "name the browser that the profile belongs to: --browser NAME")
	}
	report, err := source.Copy(ctx, dir)
	if err != nil {
		return "", "", err
	}
	return dir, fmt.Sprintf("%s, a copy of %s (%d files, %d MB: %s)", dir, from, report.Files, (report.Bytes+1<<19)>>20, profile.Kept), nil
}
