package prior

import (
	"cairn/shared/capture"
	"cairn/shared/types"
)

// drop is where a candidate that is a drag begins in its target, and where it ends. A
// drag to what the page does not show, or shows twice, is not suggested; ok is false
// then. It is true for all other actions.
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

// dropPlace names the end of a drag by the most stable name that the page has once, nil
// where there is none. What is no control may not be listed: then a selector must do
// that is no place.
func (q *question) dropPlace(t *types.Target) *types.DropPlace {
	if id := fit(t.TestID); id != "" && q.view.count(testIDKey(id)) == 1 {
		return &types.DropPlace{TestID: id}
	}
	if h := hintOf(t); h != nil && !capture.IsHidden(h.Name) && q.view.count(nameKey(h.Role, h.Name)) == 1 {
		return &types.DropPlace{Role: h.Role, Name: h.Name}
	}
	if sel := fit(t.Selector); sel != "" && sel != capture.HiddenMark && !capture.Positional(sel) {
		return &types.DropPlace{Selector: sel}
	}
	return nil
}
