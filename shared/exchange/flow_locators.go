package exchange

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// byText lists roles whose elements have no name from their content, in ARIA; Cairn uses
// their text as the name.
var byText = []string{"alert", "status", "listitem", "article", "paragraph", "note", "log"}

// element returns a locator for any of the targets: later runs found the element by
// the others.
func (t *flowTest) element(targets []types.FlowTarget) string {
	var all []string
	for i := range targets {
		if on := t.locator(&targets[i]); !slices.Contains(all, on) {
			all = append(all, on)
		}
	}
	on := all[0]
	for _, other := range all[1:] {
		on += ".or(" + other + ")"
	}
	return on
}

func (t *flowTest) locator(g *types.FlowTarget) string {
	in := frameOf(&types.Target{Origin: g.Origin})
	switch {
	case g.Row == "":
		return t.named(in, in, g)
	case g.Name == "" && g.RowRole == "": // the text is the element's own
		return t.having(t.any(in, g), g.Row)
	case g.RowRole == "":
		t.uses[playwrightAround] = true
		return t.named(fmt.Sprintf("around(%s, page, %s, %s)", in, t.text(g.Row), t.named(in, in, g)), in, g)
	}
	return t.named(t.having(fmt.Sprintf("%s.getByRole(%s)", in, js(g.RowRole)), g.Row), in, g)
}

// having filters a locator by the texts of a row, which are one or several cells.
func (t *flowTest) having(all, row string) string {
	t.uses[playwrightWith] = true
	for _, cell := range capture.RowCells(row) {
		all = fmt.Sprintf("having(%s, page, %s)", all, t.text(cell))
	}
	return all
}

// any locates elements of a target's kind; the caller then selects one by its row.
func (t *flowTest) any(in string, g *types.FlowTarget) string {
	switch {
	case g.TestID != "":
		return t.byTestID(in, g)
	case g.Role != "" && g.Role != "generic":
		return fmt.Sprintf("%s.getByRole(%s)", in, js(g.Role))
	case g.Selector != "":
		return bySelector(in, g.Selector)
	}
	return in + ".locator(" + js(cmp.Or(g.Tag, "*")) + ")"
}

// named locates an element by its names, in a part of a frame.
func (t *flowTest) named(in, frame string, g *types.FlowTarget) string {
	varies := slices.ContainsFunc(piecesOf(g.Name), func(p piece) bool { return p.param != "" })
	switch {
	case g.TestID != "" && varies && g.Role != "": // all elements of its kind share the id
		return fmt.Sprintf("%s.and(%s)", t.byTestID(in, g), t.byRole(frame, g.Role, g.Name))
	case g.TestID != "":
		return t.byTestID(in, g)
	case g.Twins > 0 && g.Selector != "" && g.Row == "":
		return bySelector(in, g.Selector)
	case g.Name != "" && g.Sensitive: // password fields have no role
		return fmt.Sprintf("%s.getByLabel(%s, { exact: true }).or(%s.getByPlaceholder(%s, { exact: true }))", in, t.text(g.Name), in, t.text(g.Name))
	case g.Name != "":
		return t.byRole(in, g.Role, g.Name)
	case g.Selector != "":
		return bySelector(in, g.Selector)
	}
	return t.any(in, g)
}

func (t *flowTest) byTestID(in string, g *types.FlowTarget) string {
	t.ids = true
	return in + ".getByTestId(" + t.text(g.TestID) + ")"
}

// byRole locates an element by role and name. It treats a truncated name as a prefix.
func (t *flowTest) byRole(in, role, name string) string {
	exact := ", exact: true"
	if cut, was := strings.CutSuffix(name, "…"); was {
		name, exact = strings.TrimSpace(cut), ""
	}
	switch {
	case role == "" || role == "generic":
		return fmt.Sprintf("%s.getByText(%s%s)", in, t.text(name), strings.Replace(exact, ", exact: true", ", { exact: true }", 1))
	case slices.Contains(byText, role) && exact != "":
		t.uses[playwrightWhole] = true
		return fmt.Sprintf("%s.getByRole(%s).filter({ hasText: whole(%s) })", in, js(role), t.text(name))
	case slices.Contains(byText, role):
		return fmt.Sprintf("%s.getByRole(%s).filter({ hasText: %s })", in, js(role), t.text(name))
	case role == "dialog" || role == "alertdialog": // for one without a name, Cairn uses its heading
		return fmt.Sprintf("%s.getByRole(%s, { name: %s%s }).or(%s.getByRole(%s).filter({ has: page.getByRole(\"heading\", { name: %s%s }) }))", in, js(role), t.text(name), exact, in, js(role), t.text(name), exact)
	}
	return fmt.Sprintf("%s.getByRole(%s, { name: %s%s })", in, js(role), t.text(name), exact)
}

// bySelector follows a selector through shadow roots.
func bySelector(in, selector string) string {
	for _, part := range strings.Split(selector, " >>> ") {
		in += ".locator(" + js("css="+part) + ")"
	}
	return in
}
