package prior

import (
	"cairn/shared/capture"
	"cairn/shared/types"
)

// drop returns where in its target a candidate's drag begins, and where it ends. For an end
// that the page does not show, or shows twice, ok is false, and the drag is not suggested.
// For all other actions ok is true.
func (q *question) drop(c *candidate) (at *types.Point, to *types.DropPlace, ok bool) {
	if c.action != actionDrag {
		return nil, nil, true
	}
	d := capture.DropOf(c.best.step)
	if d == nil {
		return nil, nil, false
	}
	if d.Offset != nil {
		return d.At, &types.DropPlace{X: &d.Offset.X, Y: &d.Offset.Y}, true
	}
	if to = q.dropPlace(d.Target); to == nil {
		return nil, nil, false
	}
	to.At = d.TargetAt
	return d.At, to, true
}

// dropPlace returns the end of a drag by its most stable name that is unique on the page,
// nil where there is none. An element that is not a control may be unlisted. For such an
// element it uses a selector that does not depend on position.
func (q *question) dropPlace(t *types.Target) *types.DropPlace {
	if id := usableText(t.TestID); id != "" && q.view.count(testIDKey(id)) == 1 {
		return &types.DropPlace{TestID: id}
	}
	if h := hintOf(t); h != nil && !capture.IsHidden(h.Name) && q.view.count(nameKey(h.Role, h.Name)) == 1 {
		return &types.DropPlace{Role: h.Role, Name: h.Name}
	}
	if sel := usableText(t.Selector); sel != "" && sel != capture.HiddenMark && !capture.Positional(sel) {
		return &types.DropPlace{Selector: sel}
	}
	return nil
}
