package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/extensions"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"cairn/shared/types"
)

// ErrNoLoading reports that a browser loads no extensions over DevTools: it is too
// old, or does not allow it.
var ErrNoLoading = errors.New("the browser loads no extensions over DevTools")

// Product returns the browser's name and version, such as Chrome/156.0.8078.79.
func (e *Endpoint) Product(ctx context.Context) (string, error) {
	var got browser.GetVersionResult
	err := e.ask(ctx, "", browser.GetVersion.Method, nil, &got)
	return got.Product, err
}

// LoadExtension loads or reloads an unpacked extension until the browser ends.
func (e *Endpoint) LoadExtension(ctx context.Context, dir string) error {
	err := e.ask(ctx, "", extensions.LoadUnpacked.Method, extensions.LoadUnpackedParams{Path: dir}, &extensions.LoadUnpackedResult{})
	if refused(err) {
		return fmt.Errorf("%w: %w", ErrNoLoading, err)
	}
	return err
}

// ExtensionDir returns the directory of the unpacked extension with that id, or empty
// if there is none.
func (e *Endpoint) ExtensionDir(ctx context.Context, id string) (string, error) {
	var got extensions.GetExtensionsResult
	if err := e.ask(ctx, "", extensions.GetExtensions.Method, nil, &got); err != nil && !refused(err) {
		return "", err
	}
	for _, x := range got.Extensions {
		if x.ID == id {
			return x.Path, nil
		}
	}
	return "", nil
}

// Show opens an address in the first tab, as an address on a browser's command line
// does. It does not wait for the page.
func (e *Endpoint) Show(ctx context.Context, url string) error {
	var got target.GetTargetsResult
	if err := e.ask(ctx, "", target.GetTargets.Method, nil, &got); err != nil {
		return err
	}
	for _, info := range got.TargetInfos {
		if info.Type != "page" {
			continue
		}
		tab, err := attachDirect(ctx, e, string(info.TargetID), func(string, json.RawMessage) {})
		if err != nil {
			return err
		}
		defer tab.detach(ctx)
		return e.ask(ctx, tab.session, page.Navigate.Method, page.NavigateParams{URL: url}, nil)
	}
	return e.ShowTab(ctx, url)
}

// ShowTab opens an address in a new tab.
func (e *Endpoint) ShowTab(ctx context.Context, url string) error {
	return e.ask(ctx, "", target.CreateTarget.Method, target.CreateTargetParams{URL: url}, nil)
}

// Done returns a channel that is closed when the browser or its connection has ended.
func (e *Endpoint) Done() <-chan struct{} { return e.done }

// ask sends a command with typed parameters and decodes its result into got; both may
// be nil.
func (e *Endpoint) ask(ctx context.Context, session, method string, params, got any) error {
	var text json.RawMessage
	if params != nil {
		encoded, err := jsonv2.Marshal(params)
		if err != nil {
			return fmt.Errorf("%s: encode: %w", method, err)
		}
		text = json.RawMessage(encoded)
	}
	raw, err := e.command(ctx, session, method, text)
	if err != nil || got == nil {
		return err
	}
	if err := jsonv2.Unmarshal(raw, got); err != nil {
		return fmt.Errorf("%s: read %.100q: %w", method, raw, err)
	}
	return nil
}

// refused reports whether a browser lacks the command, or denies it to us.
func refused(err error) bool {
	if err == nil {
		return false
	}
	says := types.AsError(err).Message
	return strings.Contains(says, "wasn't found") || strings.Contains(says, "Method not available") || strings.Contains(says, "not allowed")
}
