package capture

import (
	"math"

	"cairn/shared/types"
)

// Inputs of a drag: the point where it begins, and where it ends.
const (
	inputAt = "at"
	inputTo = "to"
)

// Drop holds the start and end of a drag. Exactly one of Target and Offset is set.
type Drop struct {
	At       *types.Point  // in the dragged element; its middle if nil
	Target   *types.Target // the element on which it ended
	TargetAt *types.Point  // in that element
	Offset   *types.Point  // the distance of the move
}

// DropOf returns the recorded end of a drag, nil for any other step and for a drag whose
// end is unknown.
func DropOf(step *types.Step) *Drop {
	if bareTool(step.Tool.Name) != "drag" {
		return nil
	}
	to, _ := step.Tool.Input[inputTo].(map[string]any)
	text := func(key string) string { s, _ := to[key].(string); return s }
	d := &Drop{At: pointOf(step.Tool.Input[inputAt]), TargetAt: pointOf(to[inputAt]), Offset: pointOf(any(to))}
	if t := (types.Target{TestID: text("testId"), Role: text("role"), Name: text("name"), Selector: text("selector")}); !t.Empty() {
		d.Target, d.Offset = &t, nil
	}
	if d.Target == nil && d.Offset == nil {
		return nil
	}
	return d
}

// pointOf reads a point from a tool's input, whose numbers may have been decoded from
// JSON.
func pointOf(value any) *types.Point {
	in, _ := value.(map[string]any)
	x, okX := whole(in["x"])
	y, okY := whole(in["y"])
	if !okX || !okY {
		return nil
	}
	width, _ := whole(in["width"])
	height, _ := whole(in["height"])
	return &types.Point{X: x, Y: y, Width: max(width, 0), Height: max(height, 0)}
}

// PointInput returns a point as it stands in a step's tool input.
func PointInput(p types.Point) map[string]any {
	in := map[string]any{"x": p.X, "y": p.Y}
	if p.Width > 0 && p.Height > 0 {
		in["width"], in["height"] = p.Width, p.Height
	}
	return in
}

func whole(value any) (int, bool) {
	switch n := value.(type) {
	case int:
		return n, true
	case int64:
		return int(n), true
	case float64:
		return int(math.Round(n)), !math.IsNaN(n) && math.Abs(n) < 1e6
	}
	return 0, false
}
