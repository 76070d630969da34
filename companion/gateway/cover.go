package gateway

import (
	"context"
	"encoding/json"
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

// pointer is an adapter of a driver that clicks on whatever is at an element's place.
type pointer interface {
	// over returns the call that names the layer over an element; ok is false if the driver
	// has none.
	over(ref, tab string) (tool string, arguments map[string]any, ok bool)
	// layer reads its answer, "" for no layer.
	layer(text string) (name string, err error)
}

// reachable fails if a layer is over the element of an action with the mouse, or over one outside of a modal dialog:
// the list of a dialog's field may be drawn outside of it, and is in front.
func (h *hands) reachable(ctx context.Context, d *deed, modal bool) error {
	h.front = nil
	a, is := h.w.adapt.(pointer)
	if _, box := boxes[d.ref]; d.ref == "" || box || !modal && (!is || d.tool != "click" && d.tool != "hover") {
		return nil
	}
	var c call
	var given map[string]any
	ok := false
	if is {
		h.w.task.mu.Lock()
		tab := h.w.task.tab
		h.w.task.mu.Unlock()
		c.tool, given, ok = a.over(d.ref, tab)
	}
	switch {
	case !ok && modal:
		return covered("a modal dialog is in front of the element")
	case !ok:
		return nil
	}
	c.began = now()
	said, failure, err := h.say(ctx, &c, given)
	if err != nil {
		return err
	}
	if failure != "" {
		return fault(types.CodeStaleRef, "the driver says: %s", clip(firstLine(failure)))
	}
	name, err := a.layer(said.text)
	if err != nil || name == "" {
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

// hitTest begins a function in the page about an element: hit returns what gets a click on an element's middle.
const hitTest = `(el) => {
  if (el.nodeType !== 1) el = el.parentElement;
  const up = (n) => n.parentElement ?? n.getRootNode().host ?? null;
  const holds = (a, b) => { for (; b; b = up(b)) if (a === b) return true; return false; };
  const hit = (n) => {
    const { x, y, width, height } = n.getBoundingClientRect();
    let at = document.elementFromPoint(x + width / 2, y + height / 2);
    for (let inner; (inner = at?.shadowRoot?.elementFromPoint(x + width / 2, y + height / 2)) && inner !== at;) at = inner;
    return at;
  };
`

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

func (a *devtools) over(ref, tab string) (string, map[string]any, bool) {
	return a.evaluate(layerOver, ref, tab)
}

// evaluate returns the call of a function in the page about an element.
func (a *devtools) evaluate(function, ref, tab string) (string, map[string]any, bool) {
	has := slices.Contains(a.args("evaluate_script"), "args")
	return a.paged("evaluate_script", map[string]any{"function": function, "args": []string{ref}}, tab, has)
}

// evaluated returns the JSON of the function's result, "" for an answer without one.
func evaluated(answer string) string {
	_, value, _ := strings.Cut(answer, "```json\n")
	value, _, _ = strings.Cut(value, "\n```")
	return value
}

func (a *devtools) layer(text string) (name string, err error) {
	if json.Unmarshal([]byte(evaluated(text)), &name) != nil {
		return "", fault(types.CodePageDenied, "the driver's answer about the element's place is not understood")
	}
	return name, nil
}
