package mcptools

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/types"
)

const (
	// maxPeriod is the longest row of a list or table, in elements, that is
	// recognised as one of many.
	maxPeriod = 12
	// foldFrom rows of the same shape are folded, and shownRows of them shown.
	foldFrom  = 5
	shownRows = 3
	// Rows of one element each may be a menu, where every entry counts: more
	// of them are needed, and more are shown.
	foldSinglesFrom = 16
	shownSingles    = 10
)

// landmarks hold whole parts of a page: no list goes on from one to the next.
var landmarks = map[string]bool{
	"banner": true, "navigation": true, "main": true, "complementary": true, "contentinfo": true, "search": true,
	"dialog": true, "alertdialog": true,
}

// landmark is the innermost landmark that an element is in; empty for none.
func landmark(n *types.A11yNode) string {
	for _, where := range slices.Backward(n.Path) {
		if role, _, _ := strings.Cut(where, " "); landmarks[role] {
			return where
		}
	}
	return ""
}

// shape is what rows of one list have in common: where they are, roles, and
// test ids but for numbers in them. Names differ from row to row.
func shape(n *types.A11yNode) string {
	kind := landmark(n) + "\x00" + n.Role + "\x00"
	if !strings.ContainsAny(n.TestID, "0123456789") {
		return kind + n.TestID
	}
	var b strings.Builder
	b.WriteString(kind)
	inNumber := false
	for i := range len(n.TestID) {
		c := n.TestID[i]
		isDigit := '0' <= c && c <= '9'
		switch {
		case !isDigit:
			b.WriteByte(c)
		case !inNumber:
			b.WriteByte('#')
		}
		inNumber = isDigit
	}
	return b.String()
}

// fold makes lines of elements and replaces the middle of long repetitions by
// one line that says what was folded.
func fold(nodes []types.A11yNode) []row {
	shapes := make([]string, len(nodes))
	for i := range nodes {
		shapes[i] = shape(&nodes[i])
	}
	var rows []row
	for i := 0; i < len(nodes); {
		period, left := repetition(shapes[i:])
		shown := shownRows
		if period == 1 {
			shown = shownSingles
		}
		if left == 0 {
			rows = append(rows, row{text: nodeLine(&nodes[i]), rank: rankOf(&nodes[i])})
			i++
			continue
		}
		for ; shown > 0; shown-- {
			for range period {
				rows = append(rows, row{text: nodeLine(&nodes[i]), rank: rankOf(&nodes[i])})
				i++
				left--
			}
		}
		rows = append(rows, row{text: foldedLine(&nodes[i], &nodes[i+left-1], left/period, period), rank: rankHeading})
		i += left
	}
	return rows
}

// foldedLine stands for n rows of so many elements.
func foldedLine(first, last *types.A11yNode, n, period int) string {
	like := fmt.Sprintf("the %d lines above", period)
	if period == 1 {
		like = "the line above"
	}
	return fmt.Sprintf("+%d more like %s, %s to %s", n, like, word(first.Ref, 24), word(last.Ref, 24))
}

func allAlike(shapes []string) bool {
	return !slices.ContainsFunc(shapes, func(s string) bool { return s != shapes[0] })
}

// repetition finds the shortest row that repeats from the start often enough
// to be folded. It answers how long the row is and how many elements its
// repetitions take, or zeros.
func repetition(shapes []string) (period, elements int) {
	for period = 1; period <= maxPeriod && period*foldFrom <= len(shapes); period++ {
		if period > 1 && allAlike(shapes[:period]) {
			continue // a menu, not rows of several elements
		}
		n := period
		for n < len(shapes) && shapes[n] == shapes[n-period] {
			n++
		}
		times := n / period
		if times >= foldSinglesFrom || period > 1 && times >= foldFrom {
			return period, times * period
		}
	}
	return 0, 0
}
