package flow

import (
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Proves returns an error if an element is not the one that a run has verified: was has
// its role, name, test id, hint and origin (empty fields are not compared, except the
// origin), and row is a text of its row, as whole words.
func Proves(was *types.Target, row string, now *types.Target) error {
	same := func(was, now string) bool { return was == "" || was == now }
	switch {
	case !same(was.Role, now.Role), !same(was.Name, now.Name), !same(was.TestID, now.TestID), !same(was.Hint, now.Hint), was.Origin != now.Origin:
		return types.Fault(types.CodeStaleRef, "the element became another while it was got ready", "")
	case row != "" && !HoldsRow(row, now.Row, now.Name):
		return types.Fault(types.CodeStaleRef, "the row of the element does not hold the text that it was chosen by", "")
	}
	return nil
}

// Around returns the place of an element among its equals: the elements around and beside it, and the heading
// above it, which may hold data.
func Around(nodes []types.A11yNode, i int) []string {
	around := slices.Concat(nodes[i].Path, Neighbours(nodes, i))
	for j := i; j >= 0; j-- {
		if Heads(nodes[j].Role) {
			return append(around, nodes[j].Label())
		}
	}
	return around
}

// InPlace reports whether the element of a ref has the place that it was chosen by; every element has none. A page
// may use the element of one row for another, and a driver its ref.
func InPlace(around []string, nodes []types.A11yNode, ref string) bool {
	i := slices.IndexFunc(nodes, func(n types.A11yNode) bool { return n.Ref == ref })
	return len(around) == 0 || i >= 0 && slices.Equal(around, Around(nodes, i))
}

// Moved is the error for an element that is not in its place any more.
func Moved() error {
	return types.Fault(types.CodeStaleRef, "the element stands in another place than it did when it was chosen", "")
}

// HoldsRow reports whether the texts of an element's surroundings contain a target's row, as
// complete words: all of it, or each of the cells that select the row together, in their order where one text has them
// all: a transfer from Ada to Ben is none from Ben to Ada.
func HoldsRow(row string, texts ...string) bool {
	holds := func(part string) bool {
		return slices.ContainsFunc(texts, func(s string) bool { return text.HoldsWhole(s, part) })
	}
	cells := capture.RowCells(row)
	if holds(row) {
		return true
	}
	if len(cells) < 2 || slices.ContainsFunc(cells, func(cell string) bool { return !holds(cell) }) {
		return false
	}
	together := slices.DeleteFunc(slices.Clone(texts), func(s string) bool {
		return slices.ContainsFunc(cells, func(cell string) bool { return !text.HoldsWhole(s, cell) })
	})
	return len(together) == 0 || slices.ContainsFunc(together, func(s string) bool { return isOrdered(s, cells) })
}

// isOrdered reports whether a text contains others one behind the other.
func isOrdered(s string, parts []string) bool {
	s = strings.ToLower(s)
	for _, part := range parts {
		_, behind, is := strings.Cut(s, strings.ToLower(part))
		if !is {
			return false
		}
		s = behind
	}
	return true
}

// CellSomewhere is the FlowTarget.Cell of a text that was a complete cell, and whose place is not known.
const CellSomewhere = -1

// HasCell reports whether a cell of a row is a text, and nothing more.
func HasCell(row, text string) bool { return CellOf(row, text) != 0 }

// CellOf returns which cell of a row is a text, and nothing more, from 1; 0 for none. Of a row without
// other cells perhaps only that text was recorded, so that the place is not known.
func CellOf(row, text string) int {
	cells := capture.RowCells(row)
	i := slices.IndexFunc(cells, func(cell string) bool {
		return strings.EqualFold(cell, text) || strings.EqualFold(withoutMark(cell), text)
	})
	if i == 0 && len(cells) == 1 {
		return CellSomewhere
	}
	return i + 1
}

// withoutMark returns a cell without the arrow or symbol that follows its text. Some tables end
// each cell with one that only a clipboard or a screen reader gets.
func withoutMark(cell string) string {
	i := strings.LastIndexByte(cell, ' ')
	if i < 0 || strings.ContainsFunc(cell[i+1:], func(c rune) bool { return !unicode.Is(unicode.So, c) && (c < '←' || c > '⇿') }) {
		return cell
	}
	return strings.TrimRight(cell[:i], " ")
}
