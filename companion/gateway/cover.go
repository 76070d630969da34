package gateway

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/types"
)

// A notice in front of an element gets the click that is meant for the element. Playwright MCP
// and agent-browser refuse such a click; Chrome DevTools MCP makes it, so a run asks first. A
// snapshot does not say which element covers which: dialogs are always listed as overlays, other layers
// if one was in the way.

// covered returns the fault of an element that cannot be reached. The runner then closes the layer
// in front, if it is only a notice.
func covered(message string) error {
	return types.Fault(types.CodeTargetNotActable, message, "close or finish what covers it first")
}

func isCovered(err error) bool {
	return err != nil && types.AsError(err).Code == types.CodeTargetNotActable
}

var refusedCover = regexp.MustCompile(`intercepts pointer events|^Element '[^']*' is covered by <`)

// coveredBy reports whether a driver refused an action because something covers its element.
func coveredBy(failure string) bool {
	return refusedCover.MatchString(failure) && !strings.Contains(failure, "click action done")
}

// reachable fails if a layer is over the element of an action with the mouse, or over one outside of a modal dialog:
// the list of a dialog's field may be drawn outside of it, and is in front.
func (h *hands) reachable(ctx context.Context, d *deed, modal bool) error {
	h.front = nil
	_, blind := h.w.adapt.(*devtools) // it clicks on whatever is at an element's place
	if _, box := boxes[d.ref]; d.ref == "" || box || !modal && (!blind || d.tool != "click" && d.tool != "hover") {
		return nil
	}
	name := ""
	switch ok, err := h.evaluate(ctx, layerOver, d.ref, &name); {
	case !ok && modal:
		return covered("a modal dialog is in front of the element")
	case err != nil || name == "":
		return err
	}
	h.front = &types.Overlay{Name: clip(name), Covers: 1}
	return covered(fmt.Sprintf("%q is in front of the element", clip(name)))
}

// dialogs returns the dialogs of a page as its overlays.
func (p *page) dialogs() (all []types.Overlay) {
	for i := range p.tree {
		if e := &p.tree[i]; slices.Contains([]string{"dialog", "alertdialog"}, e.role) && !p.framed(i) {
			all = append(all, types.Overlay{Ref: e.ref, Role: e.role, Name: clip(e.name), Covers: 1})
		}
	}
	return all
}

// layerOver is a function in the page that returns the name of the layer over an element, "" for
// none. An element beside the given one in the same control is no layer.
const layerOver = hitTest + `  let front = null;
  for (const block of ["", "center", "end"]) {
    if (block) el.scrollIntoView({ block, behavior: "instant" }); else el.scrollIntoViewIfNeeded?.();
    const at = hit(el);
    if (!at || holds(el, at) || holds(at, el) || [...(el.labels ?? [])].some((l) => holds(l, at))) return "";
    front = null;
    for (let n = at; n && !holds(n, el); n = up(n)) {
      const { position } = getComputedStyle(n), box = n.getBoundingClientRect();
      if (n.matches("dialog, [role=dialog], [role=alertdialog], [popover]") || ["fixed", "sticky"].includes(position) ||
        position === "absolute" && box.width * box.height * 2 > innerWidth * innerHeight) front = n;
    }
    if (!front) return "";
  }
  const text = front.getAttribute("aria-label") || front.querySelector("h1, h2, h3, h4, [role=heading]")?.textContent || front.innerText || "";
  return text.trim().slice(0, 80) || "a layer";
}`
