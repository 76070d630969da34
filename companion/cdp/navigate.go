package cdp

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
)

// Navigate goes to a URL and returns once its document, or the one that it redirects
// to, is parsed and, if that is quick enough, loaded. Navigation to another fragment
// of the same document returns at once.
func (t *Tab) Navigate(ctx context.Context, url string) error {
	release, err := t.keepAttached(ctx)
	if err != nil {
		return err
	}
	defer release()
	if t.Dialog() != nil {
		if err := t.Answer(ctx, false, ""); err != nil {
			return err
		}
	}
	if t.isFrozen() {
		return t.leaveFrozen(ctx, url)
	}
	watched := t.watchLoad()
	defer watched.stop()
	went, err := cdp.Call(ctx, t, page.Navigate, page.NavigateParams{URL: url})
	if err != nil {
		return err
	}
	switch {
	case went.ErrorText != "":
		return cannotOpen(url, went.ErrorText)
	case went.IsDownload:
		return types.Fault(types.CodeNavigationFailed, fmt.Sprintf("%.200s is a download, not a page", url), "go to a page instead")
	case went.LoaderID == "":
		return nil
	}
	t.mu.Lock()
	life := t.life
	t.mu.Unlock()
	return watched.await(ctx, life, t.Boxed(), went)
}

func (t *Tab) isFrozen() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frozen
}

// leaveFrozen goes to a URL from a page that answers no commands. The browser closes
// the dialog that froze it, and answers the earlier commands.
func (t *Tab) leaveFrozen(ctx context.Context, url string) error {
	went, err := cdp.Call(ctx, t, page.Navigate, page.NavigateParams{URL: url})
	if err != nil {
		return err
	}
	if went.ErrorText != "" {
		return cannotOpen(url, went.ErrorText)
	}
	if err := t.prepare(ctx); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.frozen = false
	return nil
}

func cannotOpen(url, why string) error {
	return types.Fault(types.CodeNavigationFailed, fmt.Sprintf("the browser could not open %.200s: %.100s", url, why),
		"check the address and that its server runs")
}
