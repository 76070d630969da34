package pilot

import (
	"context"
	"slices"
	"strings"

	"cairn/shared/types"
)

// lineOf returns the first line of a text as pages show it, in lower case.
func lineOf(said string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(said), "\n")
	return strings.ToLower(strings.Join(strings.Fields(first), " "))
}

// partsShown lists the texts and names of the page, each by itself. It leaves out the options of lists: they
// are there to be chosen.
func (a *Agent) partsShown(ctx context.Context) ([]string, error) {
	o, err := a.lookWith(ctx, true, nil)
	if err != nil || a.tab == nil {
		return nil, err
	}
	names := map[string]string{}
	for i := range o.A11y.Nodes {
		if n := &o.A11y.Nodes[i]; n.Role != "option" && n.Role != "listbox" {
			names[n.Ref] = n.Name
		}
	}
	var parts []string
	lines := a.tab.outline
	if lines == nil {
		lines = outlineOf(o.A11y.Nodes)
	}
	for _, it := range lines.Items {
		if said := (textLine{it}).says(names); said != "" {
			parts = append(parts, said)
		}
	}
	return parts, nil
}

// listOpen reports whether the page shows the list of a combobox, which Enter closes if it chooses an entry of a single one.
func listOpen(o *types.Observation, target *types.Target) bool {
	return target != nil && slices.ContainsFunc(o.A11y.Nodes, func(n types.A11yNode) bool {
		return n.Role == "combobox" && n.Role == target.Role && n.Name == target.Name && n.Expanded == "true"
	})
}

// chosenInstead returns a text that is new on a page whose field is empty after Enter: the one that is most like
// the typed text, "" if none is new. Such a field may have chosen another entry. It returns nil if the typed text itself is new.
func chosenInstead(before, after []string, typed string) *string {
	had := map[string]int{}
	for _, part := range before {
		had[part]++
	}
	var fresh []string
	for _, part := range after {
		if had[part]--; had[part] < 0 {
			fresh = append(fresh, part)
		}
	}
	typed = lineOf(typed)
	if slices.ContainsFunc(fresh, func(part string) bool { return lineOf(part) == typed }) {
		return nil
	}
	like := slices.IndexFunc(fresh, func(part string) bool { return strings.Contains(lineOf(part), typed) })
	switch {
	case like >= 0:
		return &fresh[like]
	case len(fresh) > 0:
		return &fresh[0]
	}
	return new(string)
}
