package gateway

import (
	"slices"
	"strings"
	"unicode"

	"cairn/shared/flow"
)

// rowControls are the roles of elements that act on the row around them.
var rowControls = []string{"button", "link", "checkbox", "switch", "menuitem"}

// withRows adds rows to a snapshot that lists none: Chrome DevTools MCP leaves out tables
// and lists, so that only the texts before a button tell its object. A row is a
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
	var out []element
	within := -1 // the end of the present row
	for i, e := range tree {
		if begins[i] && i > within {
			within = ends[i]
			for within+1 < len(tree) && tree[within+1].depth > tree[ends[i]].depth {
				within++
			}
			out = append(out, element{depth: e.depth, role: "row", flags: map[string]string{}})
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
	if rows = gridRows(tree, list); rows != nil {
		return rows
	}
	if rows = ledRows(tree, list); rows != nil {
		return rows
	}
	if rows = closedRows(tree, list); rows != nil {
		return rows
	}
	texts := map[string]bool{}
	row := flatRow{from: -1, to: -1}
	end := func() {
		if row.to >= 0 {
			rows = append(rows, row)
		}
		row, texts = flatRow{from: -1, to: -1}, map[string]bool{}
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
			texts[name] = true
			row.data = row.data || plain && strings.ContainsAny(name, "0123456789@")
		case slices.Contains(rowControls, e.role) && row.from >= 0 && !texts[name]:
			row.to = i
		default:
			end()
		}
	}
	end()
	return withoutHeads(tree, list, rows)
}

// withoutHeads begins the first row behind the heads of its columns, which are texts like its own: with one for each
// column, it has at least twice as many as the other rows, which have as many as each other.
func withoutHeads(tree []element, list []int, rows []flatRow) []flatRow {
	texts := func(row flatRow) (all []int) {
		for _, i := range list {
			if i >= row.from && i <= row.to && tree[i].role == "text" && strings.TrimSpace(tree[i].name) != "" {
				all = append(all, i)
			}
		}
		return all
	}
	if len(rows) < 3 {
		return rows
	}
	first, each := texts(rows[0]), len(texts(rows[1]))
	if each < 2 || len(first) < 2*each || slices.ContainsFunc(rows[2:], func(row flatRow) bool { return len(texts(row)) != each }) {
		return rows
	}
	rows[0].from = first[len(first)-each]
	return rows
}

// gridRows finds the rows of a grid: the heads of its columns, and as many cells for each row. It returns nil where
// a cell may be missing, and for the days of a month, whose first week does not begin with a cell.
func gridRows(tree []element, list []int) (rows []flatRow) {
	heads := 0
	for heads < len(list) && tree[list[heads]].role == flow.Header {
		heads++
	}
	if heads < 2 || len(list) == heads || len(list)%heads != 0 {
		return nil
	}
	for at := 0; at < len(list); at += heads {
		row := list[at : at+heads]
		if at > 0 && (slices.ContainsFunc(row, func(i int) bool { return tree[i].role != "rowheader" && !slices.Contains(flow.Cells, tree[i].role) }) ||
			!slices.ContainsFunc(row, func(i int) bool { return strings.ContainsFunc(tree[i].name, unicode.IsLetter) })) {
			return nil
		}
		rows = append(rows, flatRow{from: row[0], to: row[heads-1]})
	}
	return rows
}

// ledRows finds rows that begin with a control, as with a box before the texts that it
// selects. Texts surround each control, and those at the two ends of the list tell which
// belong to it. It returns nil where controls are behind their texts, and no rows where
// that is uncertain of boxes.
func ledRows(tree []element, list []int) (rows []flatRow) {
	is := func(n int) bool { return slices.Contains(rowControls, tree[list[n]].role) }
	isText := func(n int) bool { return tree[list[n]].role == "text" }
	places := map[named][]int{}
	most := 0
	for n, i := range list {
		if key := (named{tree[i].role, tree[i].name}); is(n) {
			places[key] = append(places[key], n)
			most = max(most, len(places[key]))
		}
	}
	texts := func(from, to int) (count int) {
		for n := max(from, 0); n < min(to, len(list)); n++ {
			if isText(n) && strings.TrimSpace(tree[list[n]].name) != "" {
				count++
			}
		}
		return count
	}
	for n, i := range list {
		at := places[named{tree[i].role, tree[i].name}]
		if !is(n) || len(at) < max(most, 2) || at[0] != n {
			continue
		}
		first, last := at[0], at[len(at)-1]+1
		for first > 0 && (isText(first-1) || is(first-1)) {
			first--
		}
		for last < len(list) && (isText(last) || is(last)) {
			last++
		}
		least, longest := len(list), 0
		for k := 1; k < len(at); k++ {
			least, longest = min(least, texts(at[k-1], at[k])), max(longest, at[k]-at[k-1])
		}
		before, behind := least > 0 && texts(first, n) >= least, least > 0 && texts(at[len(at)-1], last) >= least
		switch boxes := slices.Contains([]string{"checkbox", "radio", "switch"}, tree[i].role); {
		case behind && !before:
		case boxes && (behind || !before):
			return []flatRow{}
		default:
			continue
		}
		lead := len(list) // the controls of a row before the one that repeats
		for _, n := range at {
			k := n
			for k > 0 && is(k-1) {
				k--
			}
			lead = min(lead, n-k)
		}
		for k, n := range at {
			n -= lead
			end := min(n+longest, last) - 1
			if k+1 < len(at) {
				end = at[k+1] - lead - 1
			}
			for !isText(end) && !is(end) { // another element, with the texts before it
				end--
			}
			rows = append(rows, flatRow{from: list[n], to: list[end]})
		}
		return rows
	}
	return nil
}

// closedRows finds rows that end with their texts: the list ends with a text, and the control before
// its first text is like one before a later text. Where the first row begins is unknown, so it is left
// out. It returns no rows where each of these controls is called differently, and nil for other lists.
func closedRows(tree []element, list []int) (rows []flatRow) {
	row := flatRow{from: -1, to: -1}
	var before []named // the control before the texts of each row
	var last named
	for _, i := range list {
		e := &tree[i]
		switch {
		case e.role == "text" && strings.TrimSpace(e.name) == "":
			continue
		case e.role == "text":
			if row.to < 0 {
				before = append(before, last)
			}
			row.to = i
			continue
		case row.to >= 0:
			rows, row = append(rows, row), flatRow{from: i, to: -1}
		}
		if last = (named{e.role, e.name}); !slices.Contains(rowControls, e.role) {
			last = named{}
		}
	}
	if rows = append(rows, row); row.to < 0 || len(before) < 3 || slices.Contains(before, named{}) {
		return nil
	}
	if slices.Contains(before[1:], before[0]) {
		return rows[1:]
	}
	slices.SortFunc(before, func(a, b named) int { return strings.Compare(a.name, b.name) })
	if before = slices.Compact(before); len(before) < len(rows) {
		return nil // a control above the rows, and a text below them
	}
	return []flatRow{}
}
