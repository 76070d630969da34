package cdp

import (
	"context"
	"errors"
	"time"

	"github.com/chromedp/cdproto/input"

	"cairn/shared/types"
)

// releaseTime is what letting a mouse button go may take when the action's own
// time is over: a button that stays down would drag whatever comes next.
const releaseTime = 500 * time.Millisecond

// imeKey is the code of a key that something between keyboard and page handles.
const imeKey = 229

// atLeast is ctx when it leaves the time d, else a context of its own for d.
func atLeast(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ctx.Err() == nil && (!ok || time.Until(end) > d) {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), d)
}

// gone reports whether err says that the page or its browser went away.
func gone(err error) bool {
	var e *types.Error
	return errors.As(err, &e) && (e.Code == types.CodePageGone || e.Code == types.CodeNoBrowser)
}

// InsertText types text into the focused field at once, as a phone's keyboard
// does: between the press and the release of a key that has no name, so that
// pages which listen for keys notice it, too.
func (t *Tab) InsertText(ctx context.Context, text string) error {
	release, err := t.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	key := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Key: "Unidentified", WindowsVirtualKeyCode: imeKey}
	if err := t.feel(ctx, input.DispatchKeyEvent.Method, key); err != nil {
		return err
	}
	if err := t.feel(ctx, input.InsertText.Method, input.InsertTextParams{Text: text}); err != nil {
		return err
	}
	key.Type = input.DispatchKeyEventTypeKeyUp
	if err := t.feelLast(ctx, input.DispatchKeyEvent.Method, key); err != nil && !gone(err) {
		return err
	}
	return nil
}

// Keys types text into the focused field key by key, for pages that write what
// they make of each.
func (t *Tab) Keys(ctx context.Context, text string) error {
	for _, r := range text {
		stroke, known := keyStroke{key: "Enter", code: "Enter", text: "\r", vk: 13}, r == '\n'
		if !known {
			stroke, _ = keyOf(r)
		}
		if err := t.strike(ctx, stroke, 0); err != nil {
			return err
		}
	}
	return nil
}
