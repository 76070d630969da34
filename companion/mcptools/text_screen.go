package mcptools

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

const (
	// describeBudget bounds a description by default, in tokens of tokenCost. Above
	// easyBudget, parts out of view are folded or shortened. The page itself gets at least
	// leastScreen.
	describeBudget = 4000
	easyBudget     = 3000
	leastScreen    = 250
	priorBudget    = 380
	looseBudget    = 120 // for test ids of elements without role or name
	regionsBudget  = 100 // for the line that lists landmarks
)

// screenText returns a page for a model: overlays first, then the page in document
// order, one line per row. On large pages, rows out of view are folded, then many rows in
// view; then rows out of view are dropped; if that is not enough, rows in view are folded and dropped.
func screenText(v *view, budget int) string {
	lines := v.lines()
	tellApart(lines)
	var rows []row
	for how := whole; how <= tightest; how++ {
		rows = v.rows(lines, how)
		size := costOf(rows)
		if how < tight && size <= min(budget, easyBudget) || how > whole && size <= budget || how == tight && inView(rows) <= budget {
			break
		}
	}
	return dropRows(rows, budget)
}

// rows returns the page, then each frame of another origin below a line that names it.
func (v *view) rows(lines []screenLine, how tightness) (rows []row) {
	byOrigin := map[string][]screenLine{}
	var origins []string
	for _, l := range lines {
		if l.origin != "" && byOrigin[l.origin] == nil {
			origins = append(origins, l.origin)
		}
		byOrigin[l.origin] = append(byOrigin[l.origin], l)
	}
	rows = append(rows, v.pageRows(byOrigin[""], how)...)
	for _, origin := range origins {
		rows = append(rows, row{text: strings.TrimSpace(inFrame(origin)) + ":", rank: rankActable})
		rows = append(rows, v.lineRows(byOrigin[origin], how, false)...)
	}
	if loose := looseIDs(v.nodes, v.ids); loose != "" && v.outline == nil {
		rows = append(rows, row{text: loose, rank: rankText})
	}
	if text := regions(v.nodes); text != "" && (how > whole || v.folded) {
		rows = append([]row{{text: text, rank: rankActable}}, rows...) // the values of expand
	}
	return rows
}

// pageRows returns the rows of the page's origin, dialogs first.
func (v *view) pageRows(lines []screenLine, how tightness) (rows []row) {
	if v.outline != nil {
		for i := range v.outline.Overlays {
			rows = append(rows, row{text: v.overlayText(&v.outline.Overlays[i]), rank: rankActable})
		}
	}
	inFront, behind := split(lines)
	if len(inFront) == 0 {
		return append(rows, v.lineRows(behind, how, true)...)
	}
	rows = append(rows, row{text: "in the dialog in front:", rank: rankActable})
	rows = append(rows, v.lineRows(inFront, how, true)...)
	if len(behind) == 0 {
		return rows
	}
	rows = append(rows, row{text: "behind it:", rank: rankActable})
	return append(rows, v.lineRows(behind, how, false)...)
}

// overlayText describes overlays and how much they cover.
func (v *view) overlayText(o *types.Overlay) string {
	out := "overlay:"
	if o.Ref != "" && slices.ContainsFunc(v.nodes, func(n types.A11yNode) bool { return n.Ref == o.Ref }) {
		out += " " + quoteUnlessID(o.Ref, 24)
	}
	if o.Role != "" {
		out += " " + roleWord(o.Role)
	}
	if o.Name != "" {
		out += " " + quoted(o.Name, maxName)
	}
	if o.Role == "" && o.Name == "" {
		out += " a box"
	}
	if o.Covers > 0 {
		out += fmt.Sprintf(" covers %d elements", o.Covers)
	}
	return out
}

// split separates dialogs from the rest. A text belongs to the element before it,
// unless it is covered.
func split(lines []screenLine) (inFront, behind []screenLine) {
	inDialog := false
	for _, l := range lines {
		if n := l.element(); n != nil {
			inDialog = isInDialog(n)
		}
		if inDialog && (!l.covered || l.element() != nil) {
			inFront = append(inFront, l)
		} else {
			behind = append(behind, l)
		}
	}
	return inFront, behind
}

func (l *screenLine) element() *types.A11yNode {
	for i := range l.parts {
		if l.parts[i].node != nil {
			return l.parts[i].node
		}
	}
	return nil
}

func isInDialog(n *types.A11yNode) bool {
	isDialog := func(where string) bool {
		return strings.HasPrefix(where, "dialog") || strings.HasPrefix(where, "alertdialog")
	}
	return isDialog(n.Role) || slices.ContainsFunc(n.Path, isDialog)
}

// lineRows returns the written lines: lists folded, consecutive elements of one role
// joined.
func (v *view) lineRows(lines []screenLine, how tightness, covered bool) (rows []row) {
	s := style{testIDs: how == whole, short: how > whole, tight: how >= tight, covered: covered}
	for i := 0; i < len(lines); {
		end := listEnd(lines, i)
		single := isSingles(lines[i:end]) && lines[i].parts[0].node != nil
		for single && end < len(lines) {
			next := listEnd(lines, end)
			if !isSingles(lines[end:next]) || lines[end].parts[0].node == nil {
				break
			}
			end = next
		}
		switch {
		case single:
			rows = append(rows, v.run(lines[i:end], how, s)...)
		case lines[i].list != 0:
			rows = append(rows, v.list(lines[i:end], how, s)...)
		default:
			rows = append(rows, row{text: lines[i].text(s), rank: lines[i].rank()})
		}
		i = end
	}
	return rows
}

// listEnd returns the end of a line's list; a line outside of lists is its own list.
func listEnd(lines []screenLine, at int) int {
	end := at + 1
	for lines[at].list != 0 && end < len(lines) && lines[end].list == lines[at].list {
		end++
	}
	return end
}

// regions lists the landmarks and dialogs of a page with their number of elements, for
// expand. Option lists are left out, because they have their own line.
func regions(nodes []types.A11yNode) string {
	count := map[string]int{}
	var order []string
	for i := range nodes {
		for _, p := range nodes[i].Path {
			if strings.HasPrefix(p, "combobox") || strings.HasPrefix(p, "listbox") {
				continue
			}
			if count[p]++; count[p] == 1 {
				order = append(order, p)
			}
		}
	}
	line, cost := "", 0
	for i, p := range order {
		text := fmt.Sprintf("%s (%d)", landmarkText(p), count[p])
		if cost += tokenCost(text) + 1; cost > regionsBudget && i > 0 {
			return line + fmt.Sprintf(", %d more", len(order)-i)
		}
		if line == "" {
			line = "regions: " + text
		} else {
			line += ", " + text
		}
	}
	return line
}

// looseIDs lists test ids of visible elements that are not in the tree.
func looseIDs(nodes []types.A11yNode, ids []types.TestID) string {
	shown := map[string]bool{}
	for i := range nodes {
		shown[nodes[i].TestID+"\x00"+nodes[i].Origin] = true
	}
	var loose []string
	for _, id := range ids {
		if key := id.TestID + "\x00" + id.Origin; id.Visible && !shown[key] {
			shown[key] = true
			loose = append(loose, quoteUnlessID(id.TestID, maxTestID)+inFrame(id.Origin))
		}
	}
	if len(loose) == 0 {
		return ""
	}
	cost := 0
	for i, id := range loose {
		if cost += tokenCost(id) + 1; cost > looseBudget && i > 0 {
			return "other test ids: " + strings.Join(loose[:i], ", ") + fmt.Sprintf(" and %d more", len(loose)-i)
		}
	}
	return "other test ids: " + strings.Join(loose, ", ")
}

// plainText returns a part of a page line by line, unfolded, within the budget. Then
// it names the place to continue.
func plainText(v *view, budget int) string {
	lines := v.lines()
	tellApart(lines)
	var b strings.Builder
	for i := range lines {
		l := &lines[i]
		said := l.text(style{testIDs: true, covered: true, full: true}) + inFrame(l.origin)
		if budget -= tokenCost(said) + 1; budget < 0 && i > 0 {
			b.WriteString(fmt.Sprintf("%d more lines", len(lines)-i))
			if n := nextElement(lines[i:]); n != nil {
				b.WriteString(": expand " + quoteUnlessID(n.Ref, 24))
			}
			break
		}
		b.WriteString(said + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

func nextElement(lines []screenLine) *types.A11yNode {
	for i := range lines {
		if n := lines[i].element(); n != nil {
			return n
		}
	}
	return nil
}

func changesText(v *view, c *tool.Changes, budget int) string {
	added := map[string]bool{}
	for _, ref := range c.Added {
		added[ref] = true
	}
	rows := []row{{text: fmt.Sprintf("since your last look: %d new (+), %d changed (~), %d gone (-), %d as before", len(c.Added), len(c.Changed), len(c.Gone), c.Unchanged), rank: rankLast}}
	lines := v.lines()
	for i := range lines {
		l := &lines[i]
		mark := "+ "
		for k := range l.parts {
			if n := l.parts[k].node; n != nil && !added[n.Ref] {
				mark = "~ "
			}
		}
		rows = append(rows, row{text: mark + l.text(style{testIDs: true, covered: true}) + inFrame(l.origin), rank: l.rank()})
	}
	for i := range c.Gone {
		n := &c.Gone[i]
		rows = append(rows, row{text: "- " + quoteUnlessID(n.Ref, 24) + " " + element(n.Role, n.Name, n.TestID, "") + inFrame(n.Origin), rank: rankText})
	}
	for _, t := range c.GoneTexts {
		rows = append(rows, row{text: "- " + quoted(t, maxCell), rank: rankText})
	}
	return dropRows(rows, budget)
}
