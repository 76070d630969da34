package cdp

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/input"

	"cairn/shared/types"
)

// releaseTime is what letting a mouse button go may take when the action's own
// time is over: a button that stays down would drag whatever comes next.
const releaseTime = 500 * time.Millisecond

// imeKey is the code of a key that something between keyboard and page handles.
const imeKey = 229

// Modifier bits of Input.dispatchKeyEvent.
const (
	modCtrl = 2
	modMeta = 4
)

// Click moves the mouse to a point of the viewport (CSS pixels), presses and
// releases the left button. That the tab is gone once the button was pressed
// is no error: the click closed it.
func (t *Tab) Click(ctx context.Context, x, y float64) error {
	release, err := t.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	mouse := input.DispatchMouseEvent.Method
	at := input.DispatchMouseEventParams{X: x, Y: y}
	moved := at
	moved.Type = input.DispatchMouseEventTypeMouseMoved
	if err := t.feel(ctx, mouse, moved); err != nil {
		return err
	}
	pressed := at
	pressed.Type, pressed.Button, pressed.Buttons, pressed.ClickCount =
		input.DispatchMouseEventTypeMousePressed, input.MouseButtonLeft, 1, 1
	pressErr := t.feel(ctx, mouse, pressed)
	if gone(pressErr) {
		return pressErr
	}
	released := pressed
	released.Type, released.Buttons = input.DispatchMouseEventTypeMouseReleased, 0
	err = t.feelLast(ctx, mouse, released)
	if pressErr != nil {
		return pressErr
	}
	if gone(err) {
		return nil
	}
	return err
}

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
		stroke, known := keyStrokes["Enter"], r == '\n'
		if !known {
			stroke = keyOf(r)
		}
		if err := t.strike(ctx, stroke, 0); err != nil {
			return err
		}
	}
	return nil
}

// keyOf is the key that writes a character. Only letters and digits have one of
// their own on every keyboard.
func keyOf(r rune) keyStroke {
	k := keyStroke{key: string(r), text: string(r)}
	upper := unicode.ToUpper(r)
	switch {
	case upper >= 'A' && upper <= 'Z':
		k.code, k.vk = "Key"+string(upper), int64(upper)
	case r >= '0' && r <= '9':
		k.code, k.vk = "Digit"+string(r), int64(r)
	}
	return k
}

// SelectAll selects what the focused field holds.
func (t *Tab) SelectAll(ctx context.Context) error {
	return t.shortcut(ctx, keyStroke{key: "a", code: "KeyA", vk: 65}, "selectAll")
}

// CaretToEnd puts the caret behind what the focused field holds.
func (t *Tab) CaretToEnd(ctx context.Context) error {
	return t.shortcut(ctx, keyStroke{key: "End", code: "End", vk: 35}, "moveToEndOfDocument")
}

// Press strikes one of the keys Enter, Tab, Escape, Backspace, Delete,
// ArrowUp and ArrowDown.
func (t *Tab) Press(ctx context.Context, key string) error {
	stroke, ok := keyStrokes[key]
	if !ok {
		return fmt.Errorf("press %q: no such key here", key)
	}
	return t.strike(ctx, stroke, 0)
}

// keyStroke is one key as Input.dispatchKeyEvent wants it.
type keyStroke struct {
	key, code, text string
	vk              int64
}

var keyStrokes = map[string]keyStroke{
	"Enter":     {key: "Enter", code: "Enter", text: "\r", vk: 13},
	"Tab":       {key: "Tab", code: "Tab", vk: 9},
	"Escape":    {key: "Escape", code: "Escape", vk: 27},
	"Backspace": {key: "Backspace", code: "Backspace", vk: 8},
	"Delete":    {key: "Delete", code: "Delete", vk: 46},
	"ArrowUp":   {key: "ArrowUp", code: "ArrowUp", vk: 38},
	"ArrowDown": {key: "ArrowDown", code: "ArrowDown", vk: 40},
}

// shortcut strikes a key with the platform's command modifier. The editing
// command is named as well, because headless browsers have no key bindings.
func (t *Tab) shortcut(ctx context.Context, stroke keyStroke, command string) error {
	modifier := int64(modCtrl)
	if runtime.GOOS == "darwin" {
		modifier = modMeta
	}
	return t.strike(ctx, stroke, modifier, command)
}

func (t *Tab) strike(ctx context.Context, stroke keyStroke, modifiers int64, commands ...string) error {
	release, err := t.hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	down := input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Key: stroke.key, Code: stroke.code,
		WindowsVirtualKeyCode: stroke.vk, NativeVirtualKeyCode: stroke.vk,
		Modifiers: modifiers, Commands: commands,
	}
	if stroke.text != "" {
		down.Type, down.Text, down.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, stroke.text, stroke.text
	}
	if err := t.feel(ctx, input.DispatchKeyEvent.Method, down); err != nil {
		return err
	}
	up := down
	up.Type, up.Text, up.UnmodifiedText, up.Commands = input.DispatchKeyEventTypeKeyUp, "", "", nil
	if err := t.feelLast(ctx, input.DispatchKeyEvent.Method, up); err != nil && !gone(err) {
		return err
	}
	return nil
}
