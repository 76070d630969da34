package gateway

import (
	"context"
	"slices"
	"strings"
)

// choices are the roles of controls that styled pages hide behind their label.
var choices = []string{"radio", "checkbox", "switch", "menuitemradio", "menuitemcheckbox"}

// label returns the ref of the text beside a choice that shows its name, "" for none. A click on
// the text chooses it, also where a drawing covers the choice itself.
func (p *page) label(ref string) string {
	if i, ok := p.at[ref]; ok && slices.Contains(choices, p.tree[i].role) {
		if choice, text := p.labelled(p.parents[i]); choice == i {
			return p.tree[text].ref
		}
	}
	return ""
}

// choice returns the ref of the choice whose label has a ref, the ref itself for any other element.
// A step on the label is one on the choice, which has the state and is one of several.
func (p *page) choice(ref string) string {
	if p == nil {
		return ref
	}
	if i, ok := p.at[ref]; ok {
		if choice, text := p.labelled(p.parents[i]); text == i && p.tree[choice].ref != "" {
			return p.tree[choice].ref
		}
	}
	return ref
}

// labelled returns the only choice of a generic element and the only text beside it that shows its name;
// both are -1 where it has several, or none.
func (p *page) labelled(parent int) (choice, text int) {
	if parent < 0 || p.tree[parent].role != "generic" {
		return -1, -1
	}
	var found, texts []int
	for i := range p.within(parent) {
		switch e := &p.tree[i]; {
		case p.parents[i] != parent:
		case slices.Contains(choices, e.role):
			found = append(found, i)
		case e.role == "generic" && e.ref != "" && p.shown(i) != "":
			texts = append(texts, i)
		}
	}
	if len(found) != 1 {
		return -1, -1
	}
	texts = slices.DeleteFunc(texts, func(i int) bool { return p.shown(i) != p.shown(found[0]) })
	if len(texts) != 1 {
		return -1, -1
	}
	return found[0], texts[0]
}

// labeller is an adapter of a driver that waits for a covered choice, for seconds, before it refuses the click.
type labeller interface {
	// labels returns the call that tells whether a text is the label of a choice that it covers; ok is false
	// if the driver has none.
	labels(text string) (tool string, arguments map[string]any, ok bool)
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
	tool, given, ok := a.labels(text)
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

func (a *playwright) labels(text string) (string, map[string]any, bool) {
	return "browser_evaluate", map[string]any{"function": labelOver, "element": "label", a.refName("browser_evaluate"): text}, slices.Contains(a.args("browser_evaluate"), "function")
}

func (a *playwright) covers(answer string) bool {
	sections, err := sectionsOf(answer)
	return err == nil && strings.TrimSpace(sections["Result"]) == "true"
}
