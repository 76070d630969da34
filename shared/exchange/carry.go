package exchange

import (
	"fmt"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// playwrightDragBy is the helper for drags that end at an offset.
const playwrightDragBy = `
const dragBy = async (page, on, at, by) => {
  await on.scrollIntoViewIfNeeded();
  const box = await on.boundingBox();
  const [x, y] = [box.x + (at?.x ?? box.width / 2), box.y + (at?.y ?? box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 12 });
  await page.mouse.up();
};
`

// playwrightDrag returns a drag as a line of a Playwright test.
func playwrightDrag(step *types.Step, on string) string {
	d := capture.DropOf(step)
	if d.Offset != nil {
		return fmt.Sprintf("  await dragBy(page, %s, %s, %s);\n", on, jsPoint(d.At), jsPoint(d.Offset))
	}
	return fmt.Sprintf("  await %s.dragTo(%s%s);\n", on, locator(storedTarget(step, d.Target)), dragPoints(d.At, d.TargetAt))
}

// dragPoints returns the options of a drag that begins or ends at a point of an
// element.
func dragPoints(from, to *types.Point) string {
	var options []string
	if from != nil {
		options = append(options, "sourcePosition: "+jsPoint(from))
	}
	if to != nil {
		options = append(options, "targetPosition: "+jsPoint(to))
	}
	if len(options) == 0 {
		return ""
	}
	return ", { " + strings.Join(options, ", ") + " }"
}

func jsPoint(p *types.Point) string {
	if p == nil {
		return "null"
	}
	return fmt.Sprintf("{ x: %d, y: %d }", p.X, p.Y)
}

func jsList(texts []string) string {
	var items []string
	for _, s := range texts {
		items = append(items, js(s))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// dragWords describes the end of a drag.
func dragWords(step *types.Step) string {
	d := capture.DropOf(step)
	from := ""
	if d.At != nil {
		from = fmt.Sprintf(" from its point %d,%d", d.At.X, d.At.Y)
	}
	if d.Offset != nil {
		return fmt.Sprintf("%s by %d,%d pixels", from, d.Offset.X, d.Offset.Y)
	}
	to := named(d.Target)
	if d.TargetAt != nil {
		to = fmt.Sprintf("the point %d,%d of %s", d.TargetAt.X, d.TargetAt.Y, to)
	}
	return from + " onto " + to
}

func quotedList(texts []string) string {
	var items []string
	for _, s := range texts {
		items = append(items, quoted(s))
	}
	return strings.Join(items, ", ")
}
