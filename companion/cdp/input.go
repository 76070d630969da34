package cdp

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/input"

	"cairn/shared/types"
)

// releaseTime bounds the release of a mouse button after the action's deadline: a
// button that stays down would drag the next element.
const releaseTime = 500 * time.Millisecond

// imeKey is the code of a key that an input method between keyboard and page handles.
const imeKey = 229

// releasing returns ctx if it leaves the time to release keys and buttons, else a new context for that.
func releasing(ctx context.Context) (context.Context, context.CancelFunc) {
	if end, ok := ctx.Deadline(); ctx.Err() == nil && (!ok || time.Until(end) > releaseTime) {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), releaseTime)
}

// isClosed reports whether err means that the page or its browser was closed.
func isClosed(err error) bool {
	return types.HasCode(err, types.CodePageGone) || types.HasCode(err, types.CodeNoBrowser)
}

// InsertText enters text into the focused field at once, as a phone's keyboard does:
// between the press and the release of an unnamed key, so that pages with key
// listeners notice it, too. The key repeats after the text: some pages read the field
// right after a key is pressed, not after its release.
func (t *Tab) InsertText(ctx context.Context, text string) error {
	release, err := t.keepAttached(ctx)
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
	repeated := key
	repeated.AutoRepeat = new(true)
	_ = t.feel(ctx, input.DispatchKeyEvent.Method, repeated) // the text is in: a dialog or the end of the page shows at the release
	key.Type = input.DispatchKeyEventTypeKeyUp
	if err := t.feelLast(ctx, input.DispatchKeyEvent.Method, key); err != nil && !isClosed(err) {
		return err
	}
	return nil
}

// Keys types text into the focused field key by key, for pages that rewrite the field
// on each key.
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
