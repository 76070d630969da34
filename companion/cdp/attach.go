package cdp

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"

	"cairn/shared/types"
	"cairn/shared/wire"
)

const (
	// lingerTime keeps a tab attached between two consecutive actions: attaching costs
	// 5 to 7 ms and makes the banner flicker.
	lingerTime = 1500 * time.Millisecond
	// readyTime bounds the wait for a page to get ready for actions. A page that is
	// frozen by a browser dialog never does, but the tab can navigate away from it.
	readyTime = 2 * time.Second
)

// Reasons for the end of an attachment.
var (
	errDetached = types.Fault(types.CodePageGone, "the tab was detached: its page was replaced, or its debugging was ended", "")
	errCrashed  = types.Fault(types.CodePageCrashed, "the page has crashed", "mm_navigate to its address reloads it; typed text and open dialogs there are lost")
)

// keepAttached attaches the tab if necessary, and keeps it attached until release.
func (t *Tab) keepAttached(ctx context.Context) (release func(), err error) {
	select {
	case t.attaching <- struct{}{}:
		defer func() { <-t.attaching }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	t.mu.Lock()
	t.users++
	attached, was := t.attached, way(nil)
	if attached && t.crashed { // the new page needs a new attachment
		attached, was = false, t.way
		t.ended()
	}
	if t.idle != nil {
		t.idle.Stop()
	}
	t.mu.Unlock()
	if was != nil {
		detach(was)
	}
	if !attached {
		err = t.attach(ctx)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if err != nil {
		t.users--
		return nil, err
	}
	t.attached = true
	return sync.OnceFunc(t.release), nil
}

func (t *Tab) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.letGo()
}

// letGo does the work of hold's release, with the lock held.
func (t *Tab) letGo() {
	if t.users--; t.users > 0 || !t.attached {
		return
	}
	if _, ok := t.way.(*direct); ok {
		return // there is no banner, and dialogs are reported at any time
	}
	t.idle = time.AfterFunc(t.linger, t.detachUnused)
}

// detachUnused detaches unless a new user attached meanwhile.
func (t *Tab) detachUnused() {
	t.attaching <- struct{}{}
	defer func() { <-t.attaching }()
	t.mu.Lock()
	if t.users > 0 || !t.attached {
		t.mu.Unlock()
		return
	}
	was := t.way
	t.ended()
	t.mu.Unlock()
	detach(was)
}

// attach prepares the tab for actions, unless it is frozen.
func (t *Tab) attach(ctx context.Context) error {
	found, err := t.reach(ctx)
	if err != nil {
		return fmt.Errorf("attach to tab %d: %w", t.id, err)
	}
	t.mu.Lock()
	t.way, t.crashed = found, false
	t.life, t.end = context.WithCancelCause(context.Background())
	t.mu.Unlock()
	brief, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	err = t.prepare(brief)
	late := err != nil && brief.Err() != nil && ctx.Err() == nil
	t.mu.Lock()
	t.frozen = late
	if err != nil && !late {
		t.ended()
	}
	t.mu.Unlock()
	if late || err == nil {
		return nil
	}
	detach(found)
	return err
}

// reach returns the way to the tab: the endpoint, if the tab is in its browser.
func (t *Tab) reach(ctx context.Context) (way, error) {
	if t.endpoint != nil {
		reply, err := t.caller.Call(ctx, wire.Envelope{Kind: wire.KindTarget, Target: &wire.TabRef{TabID: t.id}})
		if err == nil && reply.TargetID != "" {
			d, err := attachDirect(ctx, t.endpoint, reply.TargetID, t.event)
			if err == nil {
				return d, nil
			}
		}
	}
	return attachRelay(ctx, t.caller, t.id)
}

// prepare enables page events, which loads and dialogs need, and focus emulation,
// which lets a background tab paint and receive keys. It must run at once: while a
// navigation waits for its server, commands that the page itself must answer wait as
// well. Another navigation can be started.
func (t *Tab) prepare(ctx context.Context) error {
	if err := t.command(ctx, page.Enable.Method, page.EnableParams{}, nil); err != nil {
		return err
	}
	if err := t.command(ctx, page.SetLifecycleEventsEnabled.Method, page.SetLifecycleEventsEnabledParams{Enabled: true}, nil); err != nil {
		return err
	}
	return t.command(ctx, emulation.SetFocusEmulationEnabled.Method, emulation.SetFocusEmulationEnabledParams{Enabled: true}, nil)
}

func detach(w way) {
	ctx, cancel := context.WithTimeout(context.Background(), sideTime)
	defer cancel()
	w.detach(ctx)
}

// ended records, with the lock held, that the tab is no longer attached.
func (t *Tab) ended() {
	t.attached, t.way, t.world = false, nil, ""
	t.end(errDetached)
	t.boxClosed()
	for s := range t.subs {
		t.drop(s)
	}
}
