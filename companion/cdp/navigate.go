package cdp

import (
	"context"
	"fmt"
	"time"

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
	went, err := t.navigate(ctx, url)
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

const (
	// aborted is the error of a navigation that another one replaced: a page that loads slowly
	// may still go to an address by itself.
	aborted = "net::ERR_ABORTED"
	// abortTries bounds the attempts at an aborted navigation, and abortPause is the time between them.
	abortTries = 3
	abortPause = 300 * time.Millisecond
)

// navigate asks the browser to go to a URL, and again if the page's own navigation aborts that.
func (t *Tab) navigate(ctx context.Context, url string) (went page.NavigateResult, err error) {
	for try := 1; ; try++ {
		went, err = cdp.Call(ctx, t, page.Navigate, page.NavigateParams{URL: url})
		if err != nil || went.ErrorText != aborted || went.IsDownload || try == abortTries {
			return went, err
		}
		select {
		case <-time.After(abortPause):
		case <-ctx.Done():
			return went, nil
		}
	}
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
