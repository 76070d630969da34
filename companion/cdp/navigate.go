package cdp

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
)

// loadTime is how long Navigate waits for pictures and the like once the
// document itself is there: pages with endless loads are usable long before.
const loadTime = 5 * time.Second

// Navigate goes to a URL and returns once its document is parsed and, if that
// does not take too long, loaded. Going to another fragment of the same
// document returns at once.
func (t *Tab) Navigate(ctx context.Context, url string) error {
	release, err := t.hold(ctx)
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
	events, cancel := t.Subscribe(page.LifecycleEvent.Method)
	defer cancel()
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
	return awaitLoad(ctx, life, events, t.Boxed(), went)
}

func (t *Tab) isFrozen() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frozen
}

// leaveFrozen goes to a URL from a page that answers nothing. The browser takes
// away the dialog that froze it, and what was asked for before is answered.
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

// awaitLoad waits for the document that a navigation brought; events of
// others, such as the one before it, are passed over. A document that opens a
// dialog which asks something loads no further; nor does one without a life.
func awaitLoad(ctx, life context.Context, events <-chan jsonv2.Value, boxed <-chan struct{}, went page.NavigateResult) error {
	var enough <-chan time.Time // set once the document is parsed
	for {
		select {
		case raw, ok := <-events:
			if !ok {
				<-life.Done()
				return fmt.Errorf("while it loaded: %w", context.Cause(life))
			}
			var e page.EventLifecycleEvent
			if err := jsonv2.Unmarshal(raw, &e); err != nil {
				return fmt.Errorf("decode %s: %w", page.LifecycleEvent.Method, err)
			}
			if e.FrameID != went.FrameID || e.LoaderID != went.LoaderID {
				continue
			}
			switch {
			case e.Name == "load":
				return nil
			case e.Name == "DOMContentLoaded" && enough == nil:
				enough = time.After(loadTime)
			}
		case <-enough:
			return nil
		case <-boxed:
			return nil
		case <-life.Done():
			return fmt.Errorf("while it loaded: %w", context.Cause(life))
		case <-ctx.Done():
			if enough != nil {
				return nil
			}
			return ctx.Err()
		}
	}
}
