package gateway

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// path lists the landmarks, dialogs and groups around an element, the outermost first.
func (p *page) path(i int) (path []string) {
	for at := p.parents[i]; at >= 0; at = p.parents[at] {
		e := &p.tree[at]
		if !slices.Contains(places, e.role) || e.name == "" && (e.role == "group" || e.role == "region" || e.role == "form") {
			continue
		}
		entry := e.role
		if e.name != "" {
			entry += ` "` + clip(e.name) + `"`
		}
		path = append(path, entry)
	}
	slices.Reverse(path)
	return path
}

// target describes the element of a ref, by all its names in the snapshot.
func (p *page) target(ref string) (types.Target, bool) {
	if p == nil {
		return types.Target{}, false
	}
	i, ok := p.at[ref]
	if !ok {
		return types.Target{}, false
	}
	if p.framed(i) {
		return types.Target{Role: p.tree[i].role, Name: clip(p.tree[i].name), Origin: types.OpaqueOrigin}, true
	}
	n, ok := p.node(i)
	if !ok {
		n = types.A11yNode{Role: p.tree[i].role, Name: p.shown(i)}
	}
	t := types.Target{Role: n.Role, Name: n.Name, Sensitive: n.Sensitive}
	for k := range p.obs.A11y.Nodes {
		switch other := &p.obs.A11y.Nodes[k]; {
		case other.Role != t.Role || other.Name != t.Name:
		case other.Ref == ref && other.Copy:
			t.Twins-- // the one before it is as good as itself
		case other.Ref != ref && !other.Copy:
			t.Twins++
		}
	}
	if at := p.rowOf(i); at >= 0 && at != i {
		if cells := p.cells(at); strings.Join(cells, " ") != t.Name {
			t.RowRole, t.Row = p.tree[at].role, clip(strings.Join(cells, capture.RowJoin))
		}
	}
	t.Column = p.columnOf(i)
	return t, true
}

// nth returns which of the equal elements of the page one is, from 1; 0 where it has no equals.
func (p *page) nth(ref string) (nth int) {
	if p == nil || ref == "" {
		return 0
	}
	nodes := p.obs.A11y.Nodes
	i := slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Ref == ref })
	equals := 0
	for k := range nodes {
		if i >= 0 && nodes[k].Role == nodes[i].Role && nodes[k].Name == nodes[i].Name {
			if equals++; k == i {
				nth = equals
			}
		}
	}
	if equals < 2 {
		return 0
	}
	return nth
}

// chooses reports whether an element is a list with options to choose.
func (p *page) chooses(ref string) bool {
	i, ok := p.at[ref]
	return ok && (p.tree[i].role == "listbox" || p.tree[i].role == "combobox" && p.holds(i, []string{"option"}))
}

// empty reports whether the element of a ref is a field without content.
func (p *page) empty(ref string) bool {
	if p == nil {
		return false
	}
	i, ok := p.at[ref]
	return ok && slices.Contains(fields, p.tree[i].role) && p.tree[i].value == ""
}

// shown returns the text that an element shows by itself: its name, or the text in it. The
// content of a field is none.
func (p *page) shown(i int) string {
	e := &p.tree[i]
	if e.name == "" && !slices.Contains(fields, e.role) && !strings.HasPrefix(e.role, "/") {
		return nameOf(e.value)
	}
	return nameOf(e.name)
}

// showing returns the ref of the only element that shows a text. Of elements within each other
// it is the outermost: a cell before the text in it.
func (p *page) showing(text string) (ref string, err error) {
	last := -1
	for i := range p.tree {
		if p.tree[i].ref == "" || p.framed(i) || p.shown(i) != text {
			continue
		}
		within := false
		for at := p.parents[i]; at >= 0 && !within; at = p.parents[at] {
			within = at == last
		}
		switch {
		case within:
		case last >= 0:
			return "", fault(types.CodeTargetAmbiguous, "several elements show that text")
		default:
			ref, last = p.tree[i].ref, i
		}
	}
	if last < 0 {
		return "", fault(types.CodeTargetNotFound, "no element shows that text")
	}
	return ref, nil
}

// clip cuts a text to its stored length.
func clip(s string) string {
	s, _ = text.Clean(s, maxName)
	return s
}

// nameOf returns a name in its stored form. The icons of a font are characters without a meaning,
// which texts leave out; where a name has nothing else, their codes tell a pencil from a bin.
func nameOf(s string) string {
	name := clip(s)
	if name != "" {
		return name
	}
	var icons []string
	for _, r := range s {
		if unicode.Is(unicode.Co, r) && len(icons) < maxIcons {
			icons = append(icons, fmt.Sprintf("icon-%x", r))
		}
	}
	return strings.Join(icons, " ")
}
