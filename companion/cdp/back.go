package cdp

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
)

const (
	// lookAgain is the interval at which Back queries the browser's history position.
	lookAgain = 40 * time.Millisecond
	// tellTime bounds the wait for the page's events after that.
	tellTime = 500 * time.Millisecond
)

// Back goes one page back in the tab's history if allowed accepts its address, and
// waits for the page as Navigate does.
func (t *Tab) Back(ctx context.Context, allowed func(url string) error) error {
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
	history, err := cdp.Call(ctx, t, page.GetNavigationHistory, cdp.Empty{})
	if err != nil {
		return err
	}
	to := history.CurrentIndex - 1
	if to < 0 || to >= int64(len(history.Entries)) {
		return types.Fault(types.CodeNavigationFailed, "there is no page to go back to in this tab", "mm_navigate opens an address, mm_tabs lists the other tabs")
	}
	entry := history.Entries[to]
	if err := allowed(entry.URL); err != nil {
		return err
	}
	watched := t.watchLoad()
	defer watched.stop()
	came, unhear := t.Subscribe(page.FrameNavigated.Method)
	defer unhear()
	moved, unmove := t.Subscribe(page.NavigatedWithinDocument.Method)
	defer unmove()
	boxed := t.Boxed()
	if err := t.command(ctx, page.NavigateToHistoryEntry.Method, page.NavigateToHistoryEntryParams{EntryID: entry.ID}, nil); err != nil {
		return err
	}
	if err := t.awaitEntry(ctx, to, boxed); err != nil || t.Dialog() != nil {
		return err
	}
	t.mu.Lock()
	life := t.life
	t.mu.Unlock()
	late := time.NewTimer(tellTime)
	defer late.Stop()
	for {
		select {
		case event := <-came:
			var e page.EventFrameNavigated
			if jsonv2.Unmarshal(event, &e) != nil || e.Frame == nil || e.Frame.ParentID != "" {
				continue
			}
			if e.Type == page.NavigationTypeBackForwardCacheRestore {
				return nil // the page is restored unchanged
			}
			return watched.await(ctx, life, boxed, page.NavigateResult{FrameID: e.Frame.ID, LoaderID: e.Frame.LoaderID})
		case <-moved:
			return nil
		case <-boxed:
			return nil
		case <-late.C: // only a frame went back
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// awaitEntry waits until the tab is at that entry of its history, or a dialog blocks
// it.
func (t *Tab) awaitEntry(ctx context.Context, at int64, boxed <-chan struct{}) error {
	for {
		now, err := cdp.Call(ctx, t, page.GetNavigationHistory, cdp.Empty{})
		if t.Dialog() != nil || err == nil && now.CurrentIndex == at {
			return nil
		}
		if err != nil && !isClosed(err) {
			return err
		}
		select {
		case <-time.After(lookAgain):
		case <-boxed:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
