package gateway

import (
	"cmp"
	"context"
	"slices"
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

// clickOn returns the ref that gets the click on an element: the text of its label where the page says that
// a click on the choice itself cannot reach it. Drivers wait for a covered choice, for seconds, before they refuse.
func (h *hands) clickOn(ctx context.Context, p *page, ref string) string {
	covered := false
	if text := p.label(ref); text != "" {
		if ok, err := h.evaluate(ctx, labelOver, text, &covered); ok && err == nil && covered {
			return text
		}
	}
	return ref
}

// labelOver is a function in the page that reports whether a text belongs to the label of a control which
// gets no click itself.
const labelOver = hitTest + `  const label = el.closest("label"), control = label?.control;
  if (!control) return false;
  el.scrollIntoViewIfNeeded?.();
  return !holds(control, hit(control)) && holds(label, hit(el));
}`

// clears reports whether an element is selected in a list where several can be, so that a click clears it. A snapshot does
// not say which lists these are.
func (h *hands) clears(ctx context.Context, p *page, ref string) (is bool) {
	if i, ok := p.at[ref]; ok && p.tree[i].flags["selected"] == "true" {
		_, _ = h.evaluate(ctx, `(el) => !!el.closest("[aria-multiselectable=true], select[multiple]")`, ref, &is) // without an answer, it is not known to be
	}
	return is
}

// chose reports whether the last action was a click that left the snapshot as it was and selected its element. The
// class words of a list's current item are not in a snapshot.
func (h *hands) chose(ctx context.Context, p *page) bool {
	if h.pressed == "" || !slices.EqualFunc(h.from.tree, p.tree, func(a, b element) bool { return a.role == b.role && a.name == b.name && a.value == b.value }) {
		return false
	}
	if !h.picked {
		_, _ = h.evaluate(ctx, isSelected, h.pressed, &h.picked) // without an answer, it is not known to be
	}
	return h.picked
}

// isSelected is a function in the page that reports whether an element, or the row around it, is marked as the
// selected one of its list.
const isSelected = `(el) => {
  const is = (n) => n.getAttribute("aria-selected") === "true" ||
    [...n.classList].some((c) => /(?:^|[_-])(?<!(?:after|before|not|in)-)(?:selected|current|active)$/i.test(c));
  let n = el.nodeType === 1 ? el : el.parentElement;
  for (let level = 0; n?.parentElement && level < 5; level++, n = n.parentElement) {
    const beside = [...n.parentElement.children].filter((m) => m !== n && m.tagName === n.tagName);
    if (is(n) && (beside.length === 0 || beside.some((m) => !is(m)))) return true;
  }
  return false;
}`
