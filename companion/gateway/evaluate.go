package gateway

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"cairn/shared/types"
)

// evaluator is an adapter of a driver that calls functions in the page.
type evaluator interface {
	// evaluate returns the call of a function with an element; ok is false if the driver has none.
	evaluate(function, ref, tab string) (tool string, arguments map[string]any, ok bool)
	// evaluated reads the function's result from the answer, as JSON, "" for none.
	evaluated(answer string) string
}

// evaluate calls a function in the page with an element, and decodes its result. ok is false if the driver has no call
// for it.
func (h *hands) evaluate(ctx context.Context, function, ref string, into any) (ok bool, err error) {
	a, is := h.w.adapt.(evaluator)
	if !is {
		return false, nil
	}
	h.w.task.mu.Lock()
	tab := h.w.task.tab
	h.w.task.mu.Unlock()
	tool, given, ok := a.evaluate(function, ref, tab)
	if !ok {
		return false, nil
	}
	said, failure, err := h.say(ctx, &call{tool: tool, began: now()}, given)
	switch {
	case err != nil:
		return true, err
	case failure != "":
		return true, fault(types.CodeStaleRef, "the driver says: %s", clip(firstLine(failure)))
	case json.Unmarshal([]byte(a.evaluated(said.text)), into) != nil:
		return true, fault(types.CodePageDenied, "the driver's answer about the element is not understood")
	}
	return true, nil
}

func (a *devtools) evaluate(function, ref, tab string) (string, map[string]any, bool) {
	has := slices.Contains(a.args("evaluate_script"), "args")
	return a.paged("evaluate_script", map[string]any{"function": function, "args": []string{ref}}, tab, has)
}

func (a *devtools) evaluated(answer string) string {
	_, value, _ := strings.Cut(answer, "```json\n")
	value, _, _ = strings.Cut(value, "\n```")
	return value
}

func (a *playwright) evaluate(function, ref, _ string) (string, map[string]any, bool) {
	return "browser_evaluate", map[string]any{"function": function, "element": "element", a.refName("browser_evaluate"): ref}, slices.Contains(a.args("browser_evaluate"), "function")
}

func (a *playwright) evaluated(answer string) string {
	sections, err := sectionsOf(answer)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(sections["Result"])
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
