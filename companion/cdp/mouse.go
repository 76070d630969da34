package cdp

import (
	"context"
	"runtime"

	"github.com/chromedp/cdproto/input"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// besidePx is the distance from its target at which a hover starts: a page receives
// mouse events only if the mouse moves.
const besidePx = 3

// Click moves the mouse to a point of the viewport (CSS pixels), presses and releases
// the left button. A tab that closes after the press is no error: the click closed it.
func (t *Tab) Click(ctx context.Context, x, y float64) error {
	return t.ClickAs(ctx, x, y, types.Clicking{})
}

// ClickAs is Click with the button, the count and the modifiers of how. It stops after
// a click that opened a dialog or closed the tab.
func (t *Tab) ClickAs(ctx context.Context, x, y float64, how types.Clicking) error {
	release, err := t.keepAttached(ctx)
	if err != nil {
		return err
	}
	defer release()
	var held []string
	at := input.DispatchMouseEventParams{X: x, Y: y}
	for _, m := range how.Modifiers {
		if m == capture.EitherCommand {
			m = "Control"
			if runtime.GOOS == "darwin" {
				m = "Meta"
			}
		}
		held = append(held, m)
		at.Modifiers |= modifierBits[m]
	}
	if err := t.move(ctx, at); err != nil {
		return err
	}
	letGo, err := t.holdKeys(ctx, held)
	if err != nil {
		return err
	}
	defer letGo()
	for n := 1; n <= max(1, how.Count); n++ {
		if over, err := t.clickOnce(ctx, at, how.Button, n); over || err != nil {
			return err
		}
	}
	return nil
}

// Hover moves the mouse to a point of the viewport.
func (t *Tab) Hover(ctx context.Context, x, y float64) error {
	release, err := t.keepAttached(ctx)
	if err != nil {
		return err
	}
	defer release()
	if err := t.move(ctx, input.DispatchMouseEventParams{X: max(0, x-besidePx), Y: y}); err != nil {
		return err
	}
	return t.move(ctx, input.DispatchMouseEventParams{X: x, Y: y})
}

func (t *Tab) move(ctx context.Context, to input.DispatchMouseEventParams) error {
	to.Type = input.DispatchMouseEventTypeMouseMoved
	return t.feel(ctx, input.DispatchMouseEvent.Method, to)
}

// buttons maps the buttons of a mouse to their bits.
var buttons = map[string]struct {
	name input.MouseButton
	bit  int64
}{
	"": {input.MouseButtonLeft, 1}, "left": {input.MouseButtonLeft, 1}, "right": {input.MouseButtonRight, 2}, "middle": {input.MouseButtonMiddle, 4},
}

// clickOnce makes the n-th of several clicks. It reports whether no more can follow:
// the tab is closed, or a dialog blocks it.
func (t *Tab) clickOnce(ctx context.Context, at input.DispatchMouseEventParams, button string, n int) (over bool, err error) {
	mouse, b := input.DispatchMouseEvent.Method, buttons[button]
	pressed := at
	pressed.Type, pressed.Button, pressed.Buttons, pressed.ClickCount = input.DispatchMouseEventTypeMousePressed, b.name, b.bit, int64(n)
	pressErr := t.feel(ctx, mouse, pressed)
	if isClosed(pressErr) {
		return true, pressErr
	}
	released := pressed
	released.Type, released.Buttons = input.DispatchMouseEventTypeMouseReleased, 0
	err = t.feelLast(ctx, mouse, released)
	switch {
	case pressErr != nil:
		return true, pressErr
	case isClosed(err):
		return true, nil
	}
	return t.Dialog() != nil, err
}
