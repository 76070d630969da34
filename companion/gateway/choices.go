package gateway

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// choices are the roles of controls that styled pages hide behind their label.
var choices = []string{"radio", "checkbox", "switch", "menuitemradio", "menuitemcheckbox"}

// label returns the ref of the text beside a choice that shows its name, "" for none. A click on
// the text chooses it, also where a drawing covers the choice itself.
func (p *page) label(ref string) string {
	if choice, text := p.labelled(ref); choice >= 0 && p.tree[choice].ref == ref {
		return p.tree[text].ref
	}
	return ""
}

// choice returns the ref of the choice whose label has a ref, the ref itself for any other element.
// A step on the label is one on the choice, which has the state and is one of several.
func (p *page) choice(ref string) string {
	if choice, _ := p.labelled(ref); choice >= 0 {
		return cmp.Or(p.tree[choice].ref, ref)
	}
	return ref
}

// labelled returns a choice and the text beside it that shows its name, one of which has a ref; both are -1 where
// there is no such pair, or another element of that name beside it. In a row, a text is data.
func (p *page) labelled(ref string) (choice, text int) {
	choice, text = -1, -1
	if p == nil || ref == "" {
		return
	}
	i, ok := p.at[ref]
	if !ok || p.parents[i] < 0 || p.shown(i) == "" || slices.Contains(rowLike, p.tree[p.parents[i]].role) {
		return
	}
	var beside []int // elements that show something
	for at := range p.within(p.parents[i]) {
		if p.parents[at] == p.parents[i] && p.shown(at) != "" {
			beside = append(beside, at)
		}
	}
	for n, at := range beside {
		switch e := &p.tree[at]; {
		case p.shown(at) != p.shown(i):
		case choice < 0 && slices.Contains(choices, e.role) && (text < 0 || beside[n-1] == text):
			choice = at
		case text < 0 && (e.role == "generic" || e.role == "text") && e.ref != "" && (choice < 0 || beside[n-1] == choice):
			text = at
		default:
			return -1, -1
		}
	}
	if choice < 0 || text < 0 {
		return -1, -1
	}
	return choice, text
}

// labeller is an adapter of a driver that waits for a covered choice, for seconds, before it refuses the click.
type labeller interface {
	// labels returns the call that tells whether a text is the label of a choice that it covers; ok is false
	// if the driver has none.
	labels(text, tab string) (tool string, arguments map[string]any, ok bool)
	// covers reads its answer.
	covers(answer string) bool
}

// clickOn returns the ref that gets the click on an element: the text of its label where the page says that
// a click on the choice itself cannot reach it.
func (h *hands) clickOn(ctx context.Context, p *page, ref string) (string, error) {
	text := p.label(ref)
	a, is := h.w.adapt.(labeller)
	if !is || text == "" {
		return ref, nil
	}
	h.w.task.mu.Lock()
	tab := h.w.task.tab
	h.w.task.mu.Unlock()
	tool, given, ok := a.labels(text, tab)
	if !ok {
		return ref, nil
	}
	said, failure, err := h.say(ctx, &call{tool: tool, began: now()}, given)
	if err == nil && failure == "" && a.covers(said.text) {
		return text, nil
	}
	return ref, err
}

// labelOver is a function in the page that reports whether a text belongs to the label of a control which
// gets no click itself.
const labelOver = hitTest + `  const label = el.closest("label"), control = label?.control;
  if (!control) return false;
  el.scrollIntoViewIfNeeded?.();
  return !holds(control, hit(control)) && holds(label, hit(el));
}`

func (a *playwright) labels(text, _ string) (string, map[string]any, bool) {
	return "browser_evaluate", map[string]any{"function": labelOver, "element": "label", a.refName("browser_evaluate"): text}, slices.Contains(a.args("browser_evaluate"), "function")
}

func (a *playwright) covers(answer string) bool {
	sections, err := sectionsOf(answer)
	return err == nil && strings.TrimSpace(sections["Result"]) == "true"
}

func (a *devtools) labels(text, tab string) (string, map[string]any, bool) {
	return a.evaluate(labelOver, text, tab)
}

func (a *devtools) covers(answer string) bool { return evaluated(answer) == "true" }
