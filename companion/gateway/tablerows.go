package gateway

import (
	"slices"
	"strings"

	"cairn/shared/flow"
	"cairn/shared/redact"
	"cairn/shared/text"
)

// rowOf returns the row, list item or card around an element, -1 if none repeats. The row of a table
// is one also where a search left no other; that of its heads is none. A card without a role is one
// where no row is around it. An item with nothing but an element that has equals is one of a list of
// actions, and the row around that list tells them apart.
func (p *page) rowOf(i int) int {
	card, action := -1, -1
	for at := i; at >= 0; at = p.parents[at] {
		if slices.Contains(rowLike, p.tree[at].role) && (p.repeats(at) || p.tree[at].role == "row" && p.beside[sibling{at, flow.Header}] == 0) {
			if at == i || action >= 0 || !p.onlyAction(at, i) {
				return at
			}
			action = at
		}
		if card < 0 && p.boxed[at] {
			card = at
		}
	}
	if card < 0 {
		return action
	}
	return card
}

// maxInAction bounds the elements of an item that is an action: it is read for each element of a page.
const maxInAction = 12

// onlyAction reports whether a row says nothing but the name of an element in it, which others on the page have as well.
func (p *page) onlyAction(row, i int) bool {
	e := &p.tree[i]
	if last := row + maxInAction + 1; last < len(p.tree) && p.tree[last].depth > p.tree[row].depth {
		return false
	}
	return e.name != "" && p.equals[named{e.role, e.name}] > 1 && slices.Equal(p.texts(row), []string{e.name})
}

// repeats reports whether an element has an equal sibling.
func (p *page) repeats(i int) bool { return p.beside[sibling{p.parents[i], p.tree[i].role}] > 1 }

// columnOf returns the head of the column that an element of a table is in, empty for none. The heads
// are the last ones before the element's row, as many as the row has cells: in its table, or in one
// before it that has no other rows.
func (p *page) columnOf(i int) string {
	cell, row := -1, i
	for row >= 0 && p.tree[row].role != "row" {
		cell, row = row, p.parents[row]
	}
	if row < 0 || cell < 0 {
		return ""
	}
	tables := []string{"table", "grid", "treegrid"}
	cells := p.children(row)
	for k := row; k >= 0; k-- {
		if p.tree[k].role != "row" {
			continue
		}
		heads := p.children(k)
		if !slices.ContainsFunc(heads, func(h int) bool { return p.tree[h].role == flow.Header }) {
			if p.inside(k, tables) != p.inside(row, tables) {
				return "" // it has rows of its own
			}
			continue
		}
		nth := slices.Index(cells, cell)
		if k == row || nth < 0 || len(heads) != len(cells) || p.tree[heads[nth]].role != flow.Header {
			return ""
		}
		return nameOf(p.said(heads[nth]))
	}
	return ""
}

// children returns the elements directly in one, without its properties.
func (p *page) children(i int) (all []int) {
	for at := range p.within(i) {
		if p.parents[at] == i && !strings.HasPrefix(p.tree[at].role, "/") {
			all = append(all, at)
		}
	}
	return all
}

// cells returns the texts of a row, one for each cell, without those that the heads of their columns
// show to be secrets. A box that only wraps others is replaced by its content, and a box with several texts
// by each of them: the name above a description tells a row from the others.
func (p *page) cells(row int) (cells []string) {
	parts := p.children(row)
	for len(parts) == 1 && p.tree[parts[0]].role == "generic" && !p.isControl(parts[0]) && p.tree[parts[0]].value == "" {
		parts = p.children(parts[0])
	}
	for _, part := range parts {
		texts, controls := p.pieces(part)
		if texts = append(texts, controls...); len(texts)-len(controls) < 2 {
			texts = []int{part}
		}
		for _, at := range texts {
			if cell := clip(p.said(at)); strings.ContainsFunc(cell, text.Alnum) && !slices.Contains(fields, p.tree[at].role) && !redact.SaidBefore(p.columnOf(at), cell) {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

// inline are the roles of elements that are a part of the text around them.
var inline = []string{"text", "strong", "emphasis", "code", "mark", "time", "insertion", "deletion", "subscript", "superscript", "option"}

// pieces returns the boxes with a text of their own in an element, and its controls without the links.
func (p *page) pieces(i int) (texts, controls []int) {
	e, parts := &p.tree[i], p.children(i)
	if len(parts) > 0 && e.value == "" && (e.name == "" || e.name == strings.Join(p.texts(i), " ")) &&
		!slices.ContainsFunc(parts, func(at int) bool { return slices.Contains(inline, p.tree[at].role) }) {
		for _, at := range parts {
			more, other := p.pieces(at)
			texts, controls = append(texts, more...), append(controls, other...)
		}
		return texts, controls
	}
	switch {
	case e.role != "link" && p.isControl(i):
		return nil, []int{i}
	case p.said(i) == "":
		return nil, nil
	}
	return []int{i}, nil
}
