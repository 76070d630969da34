package cdp

import (
	"context"
	"math"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
)

const (
	// firstMove is the length of a drag's first move, in pixels: pages treat a shorter
	// one as a click.
	firstMove = 6.0
	// moves is the number of moves on the way, so that the elements there receive
	// pointer events.
	moves = 12
	// restTime is the pause of the pointer before the release: some pages follow it
	// with a timer.
	restTime = 80 * time.Millisecond
)

// Drag presses the left button at a point of the viewport, moves to the point that to
// returns and releases it there. If to fails, or the drag ends early, it goes back and
// releases at the start: the button never stays down. A tab that closes after the
// release is no error: the drop closed it. Browsers turn the same input into their own
// drag and drop.
func (t *Tab) Drag(ctx context.Context, x, y float64, to func(context.Context) (x, y float64, err error)) error {
	release, err := t.keepAttached(ctx)
	if err != nil {
		return err
	}
	defer release()
	if err := t.point(ctx, input.DispatchMouseEventTypeMouseMoved, x, y, 0); err != nil {
		return err
	}
	err = t.point(ctx, input.DispatchMouseEventTypeMousePressed, x, y, 1)
	if isClosed(err) {
		return err
	}
	endX, endY := x, y
	if err == nil {
		endX, endY, err = to(ctx)
	}
	if err == nil {
		err = t.carry(ctx, x, y, endX, endY)
	}
	if err != nil {
		t.putBack(ctx, x, y)
		return err
	}
	err = t.feelLast(ctx, input.DispatchMouseEvent.Method, buttonEvent(input.DispatchMouseEventTypeMouseReleased, endX, endY, 0))
	if isClosed(err) {
		return nil
	}
	return err
}

// carry moves the pressed button from one point to another and rests there.
func (t *Tab) carry(ctx context.Context, x, y, endX, endY float64) error {
	far := math.Hypot(endX-x, endY-y)
	if far == 0 {
		return nil
	}
	parts := []float64{min(1, firstMove/far)}
	for i := 1; i <= moves; i++ {
		parts = append(parts, float64(i)/moves)
	}
	parts = append(parts, 1) // the end point again, after the rest
	for i, part := range parts {
		if i == len(parts)-1 {
			select {
			case <-time.After(restTime):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err := t.point(ctx, input.DispatchMouseEventTypeMouseMoved, x+(endX-x)*part, y+(endY-y)*part, 1); err != nil {
			return err
		}
	}
	return nil
}

func (t *Tab) putBack(ctx context.Context, x, y float64) {
	late, cancel := releasing(ctx)
	defer cancel()
	_ = t.point(late, input.DispatchMouseEventTypeMouseMoved, x, y, 1) // the release matters more
	_ = t.feelLast(late, input.DispatchMouseEvent.Method, buttonEvent(input.DispatchMouseEventTypeMouseReleased, x, y, 0))
}

func (t *Tab) point(ctx context.Context, kind input.DispatchMouseEventType, x, y float64, buttons int64) error {
	return t.feel(ctx, input.DispatchMouseEvent.Method, buttonEvent(kind, x, y, buttons))
}

// buttonEvent returns an event of the left button, or a move with or without it.
func buttonEvent(kind input.DispatchMouseEventType, x, y float64, buttons int64) input.DispatchMouseEventParams {
	p := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Buttons: buttons}
	if kind != input.DispatchMouseEventTypeMouseMoved {
		p.Button, p.ClickCount = input.MouseButtonLeft, 1
	} else if buttons != 0 {
		p.Button = input.MouseButtonLeft
	}
	return p
}

// Viewport returns the size of the tab's viewport, in CSS pixels.
func (t *Tab) Viewport(ctx context.Context) (width, height float64, err error) {
	m, err := cdp.Call(ctx, t, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil {
		return 0, 0, err
	}
	return float64(m.CSSLayoutViewport.ClientWidth), float64(m.CSSLayoutViewport.ClientHeight), nil
}
