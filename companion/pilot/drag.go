package pilot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
	"cairn/shared/types/tool"
	"cairn/shared/wire"
)

const (
	// pressTime bounds the wait for the page to receive a press.
	pressTime = 60 * time.Millisecond
	// dropTime bounds the search for the end of a drag while the button is down.
	dropTime = 3 * time.Second
)

// errAstray ends an action whose press hit another element. The next observation names it.
var errAstray = errors.New("the press went astray")

// Drag presses on an element, moves, and releases on another one or at an offset.
func (a *Agent) Drag(ctx context.Context, in tool.DragInput) (*tool.ActResult, error) {
	in.To.TargetInput = plainRole(in.To.TargetInput)
	offset, err := checkDrop(in.To)
	if err != nil {
		return nil, err
	}
	extra := map[string]any{}
	if in.At != nil {
		extra["at"] = capture.PointInput(*in.At)
	}
	to := map[string]any{}
	if offset != nil {
		to = capture.PointInput(*offset)
	} else {
		name(to, in.To.TargetInput)
	}
	extra["to"] = to
	var end *wire.Located
	act := action{
		tool: "mm_drag", given: in.ActInput, target: &in.TargetInput, fit: "drag", at: in.At,
		input: kept(in.TargetInput, in.ActInput, extra),
		late:  types.CodeDragTimeout, failed: types.CodeDragFailed,
	}
	if offset == nil {
		act.first = func(ctx context.Context, t *tab) error { // before the source, whose place must hold
			found, err := a.endOf(ctx, t, in, msLeft(ctx, actReserve))
			if err != nil {
				return err
			}
			end = found
			return a.inBarred(&end.Target)
		}
	}
	act.onto = func() string {
		if end == nil {
			return ""
		}
		return cmp.Or(end.Target.Name, end.Target.TestID)
	}
	act.do = func(ctx context.Context, t *tab, at *wire.Located) error {
		if end != nil {
			act.input["to"] = namesOf(end.Target, in.To.At)
		} else if err := within(ctx, t, at, *offset); err != nil {
			return err
		} else if t.barred != "" {
			return a.outside(fmt.Sprintf("the page holds a frame of %.200q, where a drag by an offset might end", t.barred), "drag to an element instead of by an offset")
		}
		err := t.input.Drag(ctx, at.X, at.Y, func(ctx context.Context) (float64, float64, error) {
			if err := t.pressed(ctx); err != nil {
				return 0, 0, err
			}
			if offset != nil {
				return at.X + float64(offset.X), at.Y + float64(offset.Y), nil
			}
			again, err := a.endOf(ctx, t, in, min(msLeft(ctx, actReserve), int(dropTime.Milliseconds())))
			if err != nil {
				return 0, 0, lostEnd(err)
			}
			return again.X, again.Y, nil
		})
		if errors.Is(err, errAstray) {
			return nil
		}
		return err
	}
	return a.act(ctx, act)
}

func checkDrop(to tool.DropInput) (*types.Point, error) {
	if to.X == nil && to.Y == nil {
		if to.TargetInput == (tool.TargetInput{}) {
			return nil, types.Invalid("to names no element and has no offset", "give to a target as mm_click takes one, or {x, y}: pixels to the right and down from where the drag begins")
		}
		return nil, checkTarget(to.TargetInput)
	}
	if to.X == nil || to.Y == nil {
		return nil, types.Invalid("to has only one of x and y", "give both; 0 for none")
	}
	if to.TargetInput != (tool.TargetInput{}) || to.At != nil {
		return nil, types.Invalid("to has an offset beside an element", "give x and y alone, or an element with at, a point within it")
	}
	if *to.X == 0 && *to.Y == 0 {
		return nil, types.Invalid("to has the offset 0,0, which is no drag", "mm_click presses without moving")
	}
	return &types.Point{X: *to.X, Y: *to.Y}, nil
}

func (a *Agent) endOf(ctx context.Context, t *tab, in tool.DragInput, ms int) (*wire.Located, error) {
	to := in.To
	if err := a.stale(t, to.TargetInput, in.Proof); err != nil {
		return nil, err
	}
	if in.Proof == nil {
		to.TargetInput = *a.redrawn.target(to.TargetInput)
	}
	end, err := t.place(ctx, &wire.Locate{Target: to.Target(), For: "drop", At: to.At, TimeoutMs: ms, Only: a.only(t)}, to.TargetInput)
	if types.HasCode(err, types.CodeTargetAmbiguous) {
		t.showRefs() // the error lists some
	}
	if err != nil {
		return nil, ofEnd(err)
	}
	return end, nil
}

// pressed reports whether the last press reached its element.
func (t *tab) pressed(ctx context.Context) error {
	reply, err := t.ask(ctx, wire.Envelope{Kind: wire.KindSettle, Settle: &wire.Settle{TabID: t.id, QuietMs: 1, TimeoutMs: int(pressTime.Milliseconds())}})
	if err != nil {
		return err
	}
	if reply.Page != nil && reply.Page.Hit {
		return nil
	}
	return errAstray
}

func within(ctx context.Context, t *tab, at *wire.Located, offset types.Point) error {
	width, height, err := t.input.Viewport(ctx)
	if err != nil {
		return err
	}
	if x, y := at.X+float64(offset.X), at.Y+float64(offset.Y); x >= 0 && y >= 0 && x < width && y < height {
		return nil
	}
	return types.Invalid(fmt.Sprintf("a drag by %d,%d would leave the window; nothing was pressed", offset.X, offset.Y),
		fmt.Sprintf("from here x may be %d to %d, y %d to %d; at begins elsewhere in the element", -int(at.X), int(width-1-at.X), -int(at.Y), int(height-1-at.Y)))
}

// namesOf returns the names by which a step keeps the end of a drag.
func namesOf(t types.Target, at *types.Point) map[string]any {
	to := map[string]any{}
	name(to, tool.TargetInput{TestID: t.TestID, Selector: t.Selector, Role: t.Role, Name: t.Name})
	if at != nil {
		to["at"] = capture.PointInput(*at)
	}
	return to
}

// ofEnd adds to an error that it concerns the end of the drag.
func ofEnd(err error) error {
	var e *types.Error
	if !errors.As(err, &e) {
		return err
	}
	return types.Fault(e.Code, "where the drag ends: "+e.Message, e.Hint)
}

// lostEnd returns the error for an end that disappeared while the button was down.
func lostEnd(err error) error {
	e := types.AsError(err)
	return types.Fault(types.CodeDragFailed, "the press changed the page; "+e.Message+"; the button was let go where it was pressed", "look with mm_describe_screen what the press did, then drag to what is there, or by an offset")
}
