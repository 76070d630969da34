package mcptools

import (
	"slices"
	"strings"

	"cairn/shared/types"
)

const (
	// maxPeriod bounds the elements of a repeated row. foldFrom is the least number of
	// rows of several elements, singlesFrom of one element each: fewer may be a menu.
	maxPeriod   = 12
	foldFrom    = 5
	singlesFrom = 16
)

// outlineOf builds an outline for an observation without texts. Elements that repeat a
// pattern become rows.
func outlineOf(nodes []types.A11yNode) *types.Outline {
	shapes := make([]string, len(nodes))
	for i := range nodes {
		shapes[i] = shape(&nodes[i])
	}
	out := &types.Outline{Items: make([]types.OutlineItem, len(nodes))}
	row, list := 0, 0
	for i := 0; i < len(nodes); {
		period, total := repetition(shapes[i:])
		if total > 0 {
			list++
		}
		for k := range max(total, 1) {
			n := &nodes[i+k]
			out.Items[i+k] = types.OutlineItem{Ref: n.Ref, Offscreen: n.Offscreen, Origin: n.Origin}
			if total > 0 {
				if k%period == 0 {
					row++
				}
				out.Items[i+k].Row, out.Items[i+k].List = row, list
			}
		}
		i += max(total, 1)
	}
	return out
}

// landmarks separate parts of a page: no list continues from one into the next.
var landmarks = map[string]bool{
	"banner": true, "navigation": true, "main": true, "complementary": true, "contentinfo": true, "search": true,
	"dialog": true, "alertdialog": true,
}

// landmark returns the innermost landmark of an element; empty for none.
func landmark(n *types.A11yNode) string {
	for _, where := range slices.Backward(n.Path) {
		if role, _, _ := strings.Cut(where, " "); landmarks[role] {
			return where
		}
	}
	return ""
}

// shape returns the properties that rows of one list share: path, roles, and test ids
// without numbers.
func shape(n *types.A11yNode) string {
	kind := n.Origin + "\x00" + landmark(n) + "\x00" + n.Role + string(rune('0'+n.Level)) + "\x00"
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

func allAlike(shapes []string) bool {
	return !slices.ContainsFunc(shapes, func(s string) bool { return s != shapes[0] })
}

// repetition finds the shortest repeated row at the start. It returns the length of the
// row and of all repetitions in elements, or zeros.
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
		if times >= singlesFrom || period > 1 && times >= foldFrom {
			return period, times * period
		}
	}
	return 0, 0
}
