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
	// foldSectionsFrom entries below a heading each are a list, not the parts of
	// a form; shownHeadings of those that are folded are named.
	foldSectionsFrom = 8
	shownHeadings    = 8
	// shownOptions of a closed list are named on its line.
	shownOptions = 5
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
	kind := landmark(n) + "\x00" + n.Role + string(rune('0'+n.Level)) + "\x00"
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
// one line that says what was folded. Where room is short, tight, entries that
// are much alike are folded as well.
func fold(all []types.A11yNode, tight bool) []row {
	nodes, options := merged(all)
	shapes := make([]string, len(nodes))
	for i := range nodes {
		shapes[i] = shape(&nodes[i])
	}
	var rows []row
	show := func(i int) {
		rows = append(rows, row{text: nodeLine(&nodes[i]) + options[i], rank: rankOf(&nodes[i])})
	}
	for i := 0; i < len(nodes); {
		if period, total := repetition(shapes[i:]); total > 0 {
			shown := shownRows * period
			if period == 1 {
				shown = shownSingles
			}
			for k := range shown {
				show(i + k)
			}
			rows = append(rows, row{text: foldedLine(&nodes[i+shown], &nodes[i+total-1], (total-shown)/period, period), rank: rankHeading})
			i += total
			continue
		}
		if starts := sections(shapes[i:]); tight && nodes[i].Role == "heading" && starts != nil {
			shown, total := starts[shownRows], starts[len(starts)-1]
			for k := range shown {
				show(i + k)
			}
			rows = append(rows, row{text: sectionsLine(nodes[i:i+total], starts[shownRows:len(starts)-1]), rank: rankHeading})
			i += total
			continue
		}
		show(i)
		i++
	}
	return rows
}

// merged takes the options of closed lists out: they are chosen by their
// labels, so the line of the list says the first ones. options are by the index
// of the list.
func merged(all []types.A11yNode) (nodes []types.A11yNode, options map[int]string) {
	options = map[int]string{}
	for i := 0; i < len(all); {
		list := &all[i]
		nodes = append(nodes, *list)
		i++
		if list.Role != "combobox" {
			continue
		}
		first := i
		for i < len(all) && isOptionOf(&all[i], list) {
			i++
		}
		if i > first {
			options[len(nodes)-1] = optionsText(all[first:i])
		}
	}
	return nodes, options
}

func isOptionOf(n, list *types.A11yNode) bool {
	return n.Role == "option" && len(n.Path) == len(list.Path)+1 && strings.HasPrefix(n.Path[len(n.Path)-1], "combobox")
}

func optionsText(options []types.A11yNode) string {
	var names []string
	for i := range options[:min(len(options), shownOptions)] {
		names = append(names, quoted(options[i].Name, maxOption))
	}
	text := " of " + strings.Join(names, ", ")
	if more := len(options) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// foldedLine stands for n rows of so many elements.
func foldedLine(first, last *types.A11yNode, n, period int) string {
	like := fmt.Sprintf("the %d lines above", period)
	if period == 1 {
		like = "the line above"
	}
	return fmt.Sprintf("+%d more like %s, %s to %s", n, like, word(first.Ref, 24), word(last.Ref, 24))
}

// sectionsLine stands for the entries of a list that begin at starts.
func sectionsLine(list []types.A11yNode, starts []int) string {
	var names []string
	for _, at := range starts[:min(len(starts), shownHeadings)] {
		names = append(names, quoted(list[at].Name, maxOption))
	}
	return fmt.Sprintf("+%d more such headings with what is below them, %s to %s: %s, …",
		len(starts), word(list[starts[0]].Ref, 24), word(list[len(list)-1].Ref, 24), strings.Join(names, ", "))
}

// sections finds the entries of a list that begin with a heading each, the
// first of shapes, and are not made alike to the last element: one has a badge
// more, another is sold out. It answers where each begins, and last where the
// list ends; nil where there are too few.
func sections(shapes []string) (starts []int) {
	known := map[string]bool{}
	end := len(shapes)
	for i, s := range shapes {
		if s == shapes[0] {
			starts = append(starts, i)
			continue
		}
		if i-starts[len(starts)-1] >= maxPeriod || len(starts) > shownRows && !known[s] {
			end = i
			break
		}
		known[s] = true
	}
	if len(starts) < foldSectionsFrom {
		return nil
	}
	return append(starts, end)
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
