package capture

import (
	"fmt"
	"slices"

	"cairn/shared/types"
)

// Bounds of the details of a click.
const (
	maxClicks = 3
	maxPoint  = 100_000
	maxTimes  = 100
)

// ClickInput returns the details of a click for its step's tool input, nil for a plain
// click.
func ClickInput(how types.Clicking) map[string]any {
	if how.Plain() {
		return nil
	}
	input := map[string]any{}
	if how.Button != "" {
		input["button"] = how.Button
	}
	if how.Count > 1 {
		input["count"] = how.Count
	}
	if len(how.Modifiers) > 0 {
		held := []any{}
		for _, m := range how.Modifiers {
			held = append(held, m)
		}
		input["modifiers"] = held
	}
	if how.At != nil {
		input[inputAt] = PointInput(*how.At)
	}
	return input
}

// Click returns the details of a step's click. It ignores values that no tool of
// Cairn accepts.
func Click(step *types.Step) (how types.Clicking) {
	if bareTool(step.Tool.Name) != "click" {
		return how
	}
	input := step.Tool.Input
	if b, _ := input["button"].(string); b == "right" || b == "middle" {
		how.Button = b
	}
	if n, ok := whole(input["count"]); ok && n > 1 && n <= maxClicks {
		how.Count = n
	}
	held, _ := input["modifiers"].([]any)
	for _, m := range modifiers {
		if slices.ContainsFunc(held, func(h any) bool { return h == m }) {
			how.Modifiers = append(how.Modifiers, m)
		}
	}
	if at := pointOf(input[inputAt]); at != nil && min(at.X, at.Y) >= 0 && max(at.X, at.Y) <= maxPoint {
		how.At = at
	}
	return how
}

// Times returns the number of times that the key of a step was pressed, 0 for once.
func Times(step *types.Step) int {
	if n, ok := whole(step.Tool.Input["times"]); ok && bareTool(step.Tool.Name) == "press" && n > 1 && n <= maxTimes {
		return n
	}
	return 0
}

// Manner describes the details of an action in one word, "" for a plain one: two steps on
// one target are equal only if it is equal.
func Manner(step *types.Step) string {
	if key := Key(step); key != "" {
		if n := Times(step); n > 0 {
			return fmt.Sprintf("%s×%d", key, n)
		}
		return key
	}
	if how := Click(step); !how.Plain() {
		return fmt.Sprint(ClickInput(how))
	}
	return ""
}
