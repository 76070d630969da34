package mcptools

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// tightness is the degree to which a page is shortened.
type tightness int

const (
	// whole folds only lists with more rows than longList.
	whole tightness = iota
	// The middle level folds and shortens rows out of view.
	_
	// tight folds rows in view as well, if there are more than viewRows; tightest always.
	tight
	tightest
)

const (
	longList = 100
	// longRun consecutive elements are folded like a list if space is short.
	longRun = 40
	// shownRows is the number of first rows of a folded list that are shown: at least so
	// many and all in view, or exactly so many if space is tight.
	shownRows = 3
	// viewRows is the number of rows in view up to which a list is a form or a menu that a
	// person sees whole, and not folded.
	viewRows = 24
	// goalRows bounds the additional rows with words of the goal.
	goalRows = 20
	// singlesLine bounds a line of single elements, in tokens.
	singlesLine = 80
	// shownOptions is the number of options shown for a closed list.
	shownOptions = 5
)

// list returns the rows for one list: the common pattern, the kept rows, and the
// number of folded ones in their place.
func (v *view) list(lines []screenLine, how tightness, s style) []row {
	s.testIDs = false // the rows' texts tell them apart
	var rows []row
	for len(lines) > 0 && lines[0].isHeader() {
		rows = append(rows, row{text: lines[0].text(s), rank: rankHeading})
		lines = lines[1:]
	}
	keep := v.keptLines(lines, how)
	if isSingles(lines) {
		return append(rows, v.foldedRuns(lines, keep, func(run []screenLine) []row { return singles(run, s) })...)
	}
	if s.each = patternOf(lines); s.each != nil {
		rows = append(rows, row{text: s.each.text(lines), rank: rankActable})
	}
	return append(rows, v.foldedRuns(lines, keep, func(run []screenLine) (rows []row) {
		for i := range run {
			rows = append(rows, row{text: run[i].text(s), rank: run[i].rank()})
		}
		return rows
	})...)
}

// isHeader reports whether a line names the columns of a table.
func (l *screenLine) isHeader() bool {
	return !slices.ContainsFunc(l.parts, func(p part) bool { return p.kind != types.TextHeader })
}

// run returns the rows for consecutive single elements. If space is short, long runs
// of one role out of view are folded like a list.
func (v *view) run(lines []screenLine, how tightness, s style) (rows []row) {
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && slices.Equal(lines[end].bareRoles(), lines[i].bareRoles()) {
			end++
		}
		if same := lines[i:end]; len(same) > longList || how > whole && len(same) > longRun {
			rows = append(rows, v.foldedRuns(same, v.keptLines(same, how), func(run []screenLine) []row { return singles(run, s) })...)
		} else {
			rows = append(rows, singles(same, s)...)
		}
		i = end
	}
	return rows
}

// foldedRuns returns the kept rows, and one line for each run of others.
func (v *view) foldedRuns(lines []screenLine, keep []bool, show func(run []screenLine) []row) (rows []row) {
	for i := 0; i < len(lines); {
		end := i
		for end < len(lines) && keep[end] == keep[i] {
			end++
		}
		if keep[i] {
			rows = append(rows, show(lines[i:end])...)
		} else {
			v.folded = true
			rows = append(rows, row{text: foldedLine(lines[i:end]), rank: rankHeading})
		}
		i = end
	}
	return rows
}

// keptLines selects the rows of a list: all if there is space; else those in view, the
// first, the last, the selected, and those with words of the goal. Folding two rows
// saves nothing.
func (v *view) keptLines(lines []screenLine, how tightness) []bool {
	keep := make([]bool, len(lines))
	if how == whole && len(lines) <= longList {
		for i := range keep {
			keep[i] = true
		}
		return keep
	}
	inView := 0
	for i := range lines {
		if !lines[i].offscreen {
			inView++
		}
	}
	for i := range lines {
		l := &lines[i]
		keep[i] = i < shownRows || i == len(lines)-1 || l.holdsSelected() || !l.offscreen && (how < tight || how == tight && inView <= viewRows)
	}
	for _, i := range v.goalLines(lines) {
		keep[i] = true
	}
	const least = 3
	for i := 0; i < len(keep); {
		end := i
		for end < len(keep) && !keep[end] {
			end++
		}
		for ; i < end && end-i < least; i++ {
			keep[i] = true
		}
		i = end + 1
	}
	return keep
}

// goalLines returns at most goalRows rows with distinguishing words of the goal, those
// with most words first. A word in every fourth row does not distinguish.
func (v *view) goalLines(lines []screenLine) (at []int) {
	words := text.Tokenize(v.goal)
	if len(words) == 0 || len(lines) == 0 {
		return nil
	}
	hits := make([]int, len(lines))
	held := make([][]string, len(lines))
	for i := range lines {
		held[i] = lines[i].words()
	}
	for _, w := range words {
		var with []int
		for i := range held {
			if slices.Contains(held[i], w) {
				with = append(with, i)
			}
		}
		if len(with) > max(shownRows, len(lines)/4) {
			continue
		}
		for _, i := range with {
			hits[i]++
		}
	}
	for i := range hits {
		if hits[i] > 0 {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int { return hits[b] - hits[a] })
	return at[:min(len(at), goalRows)]
}

func (l *screenLine) words() []string {
	var all []string
	for i := range l.parts {
		all = append(all, text.Words(l.parts[i].name())...)
	}
	return all
}

func foldedLine(lines []screenLine) string {
	first, last := "", ""
	for i := range lines {
		for k := range lines[i].parts {
			if n := lines[i].parts[k].node; n != nil {
				first = cmp.Or(first, n.Ref)
				last = n.Ref
			}
		}
	}
	if first == "" {
		return fmt.Sprintf("+%d more rows: find shows them", len(lines))
	}
	return fmt.Sprintf("+%d more rows, %s to %s: find or expand shows them", len(lines), quoteUnlessID(first, 24), quoteUnlessID(last, 24))
}

// isSingles reports whether each line is one element or one short text.
func isSingles(lines []screenLine) bool {
	return !slices.ContainsFunc(lines, func(l screenLine) bool { return !l.isSingle() })
}

func (l *screenLine) isSingle() bool {
	return len(l.parts) == 1 && l.parts[0].options == "" && len(l.parts[0].text) <= maxJoined && l.parts[0].kind == ""
}

// singles joins lines of one element each, by role, with the role in front.
func singles(lines []screenLine, s style) (rows []row) {
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && lines[end].single() == lines[i].single() {
			end++
		}
		switch run := lines[i:end]; {
		case run[0].parts[0].node == nil:
			rows = append(rows, textRows(run, s)...)
		case len(run) < 3, run[0].parts[0].node.Role == "heading":
			for k := range run {
				rows = append(rows, row{text: run[k].text(s), rank: run[k].rank()})
			}
		default:
			rows = append(rows, elementRows(run, s)...)
		}
		i = end
	}
	return rows
}

// single holds the common properties of single lines that share a line.
func (l *screenLine) single() string {
	if l.parts[0].node == nil {
		return fmt.Sprint("text", l.offscreen, l.covered, l.holdsSelected())
	}
	return fmt.Sprint(l.bareRoles(), l.rank(), l.covered)
}

// elementRows returns rows of elements of one role, with the role in front.
func elementRows(run []screenLine, s style) (rows []row) {
	s.each = &pattern{roles: run[0].bareRoles(), bare: true, names: []string{""}}
	intro := several(s.each.roles[0]) + ":"
	at, cost := intro, 0
	for i := range run {
		said := run[i].text(s)
		if cost += tokenCost(said); cost > singlesLine && at != intro {
			rows = append(rows, row{text: at, rank: run[i].rank()})
			at, cost = intro, tokenCost(said)
		}
		at += " " + said
	}
	return append(rows, row{text: at, rank: run[0].rank()})
}

// textRows returns rows of several short texts each.
func textRows(run []screenLine, s style) (rows []row) {
	var l screenLine
	for i := range run {
		if l.parts != nil && l.size()+len(run[i].parts[0].text) > maxTexts {
			rows = append(rows, row{text: l.text(s), rank: l.rank()})
			l.parts = nil
		}
		l.offscreen, l.covered = run[i].offscreen, run[i].covered
		l.parts = append(l.parts, run[i].parts[0])
	}
	return append(rows, row{text: l.text(s), rank: l.rank()})
}

func several(role string) string {
	first, rest, more := strings.Cut(role, " ")
	ending := "s"
	if strings.HasSuffix(first, "x") || strings.HasSuffix(first, "ch") || strings.HasSuffix(first, "s") {
		ending = "es"
	}
	if first += ending; more {
		first += " " + rest
	}
	return first
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
