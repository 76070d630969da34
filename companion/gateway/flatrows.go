package gateway

import (
	"slices"
	"strings"
)

// flat is the flag of a row that withRows added.
const flat = "flat"

// rowControls are the roles of elements that act on the row around them.
var rowControls = []string{"button", "link", "checkbox", "switch", "menuitem"}

// withRows adds rows to a snapshot that lists none: Chrome DevTools MCP leaves out tables
// and lists, so that only the texts before a button say what it acts on. A row is a
// sequence of texts and the controls behind it, if there are several beside each other
// or if the texts contain data. A link or a button with a name of its own counts as a text
// before controls that repeat, where there are no texts. Without it, a flow would press the same button of another
// row.
func withRows(tree []element) []element {
	parents := parentsOf(tree)
	begins, ends := map[int]bool{}, map[int]int{} // the end is that of the row which begins there
	children := map[int][]int{}
	for i, parent := range parents {
		children[parent] = append(children[parent], i)
	}
	for parent, list := range children {
		if parent >= 0 && (slices.Contains(rowLike, tree[parent].role) || slices.Contains(acted, tree[parent].role)) {
			continue
		}
		rows := flatRows(tree, list)
		for _, row := range rows {
			if len(rows) > 1 || row.data {
				begins[row.from] = true
				ends[row.from] = row.to
			}
		}
	}
	if len(begins) == 0 {
		return tree
	}
	var out []element
	within := -1 // the end of the present row
	for i, e := range tree {
		if begins[i] && i > within {
			within = ends[i]
			for within+1 < len(tree) && tree[within+1].depth > tree[ends[i]].depth {
				within++
			}
			out = append(out, element{depth: e.depth, role: "row", flags: map[string]string{flat: "true"}})
		}
		if i <= within {
			e.depth++
		}
		out = append(out, e)
	}
	return out
}

// flatRow is a row by its first and its last element.
type flatRow struct {
	from, to int
	data     bool // its texts contain a number or an address
}

// flatRows finds the rows among elements with one parent.
func flatRows(tree []element, list []int) (rows []flatRow) {
	var texts []string
	row := flatRow{from: -1, to: -1}
	end := func() {
		if row.to >= 0 {
			rows = append(rows, row)
		}
		row, texts = flatRow{from: -1, to: -1}, nil
	}
	equals := map[named]int{} // controls
	control := func(n int) (key named, ok bool) {
		if n >= len(list) {
			return key, false
		}
		e := &tree[list[n]]
		return named{e.role, e.name}, slices.Contains(rowControls, e.role)
	}
	plain := false // there are texts
	for n, i := range list {
		if key, ok := control(n); ok {
			equals[key]++
		}
		plain = plain || tree[i].role == "text" && strings.TrimSpace(tree[i].name) != ""
	}
	heads := func(n int) bool {
		key, ok := control(n)
		next, acts := control(n + 1)
		return ok && acts && !plain && equals[key] == 1 && equals[next] > 1
	}
	for n, i := range list {
		e := &tree[i]
		name := strings.TrimSpace(e.name)
		switch {
		case e.role == "text" && name == "":
		case e.role == "text" || heads(n):
			if row.to >= 0 {
				end()
			}
			if row.from < 0 {
				row.from = i
			}
			texts = append(texts, name)
			row.data = row.data || plain && strings.ContainsAny(name, "0123456789@")
		case slices.Contains(rowControls, e.role) && row.from >= 0 && !slices.Contains(texts, name):
			row.to = i
		default:
			end()
		}
	}
	end()
	return rows
}
