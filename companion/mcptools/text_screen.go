package mcptools

import (
	"fmt"
	"slices"
	"strings"

	"cairn/shared/types"
)

const (
	maxName   = 80 // characters of an accessible name
	maxTestID = 80
	// describeBudget is what a description may take in bytes, prior
	// knowledge included: under 1,000 tokens, at three bytes a token, as
	// measured for lines like these. However long the rest is, a page keeps
	// leastScreen of it.
	describeBudget = 2700
	leastScreen    = 1500
	maxLooseIDs    = 30 // test ids of elements without role or name
)

// nodeLine is one element: ref, role, "name", [testId], states.
func nodeLine(n *types.A11yNode) string {
	parts := []string{word(n.Ref, 24), word(n.Role, 30)}
	if n.Level > 0 {
		parts[1] += fmt.Sprint(n.Level)
	}
	if n.Name != "" {
		parts = append(parts, quoted(n.Name, maxName))
	}
	if n.TestID != "" {
		parts = append(parts, "["+word(n.TestID, maxTestID)+"]")
	}
	for _, state := range []struct {
		is   bool
		word string
	}{
		{n.Disabled, "disabled"}, {n.Checked == "true", "checked"}, {n.Checked == "mixed", "mixed"},
		{n.Expanded == "true", "expanded"}, {n.Expanded == "false", "collapsed"},
		{n.Filled, "filled"}, {n.Sensitive, "secret"},
	} {
		if state.is {
			parts = append(parts, state.word)
		}
	}
	return strings.Join(parts, " ")
}

// screenText is a page for a model: what is in a dialog first, then the page
// in its own order, repeated rows folded, and what does not fit into the budget
// left out, the least useful first.
func screenText(nodes []types.A11yNode, ids []types.TestID, budget int) string {
	inDialog, onPage := split(nodes)
	var rows []row
	if len(inDialog) > 0 {
		rows = append(rows, row{text: "in the dialog in front:", rank: rankActable})
		rows = append(rows, fold(inDialog)...)
		rows = append(rows, row{text: "behind it:", rank: rankActable})
	}
	rows = append(rows, fold(onPage)...)
	if loose := looseIDs(nodes, ids); loose != "" {
		rows = append(rows, row{text: loose, rank: rankText})
	}
	return fit(rows, budget)
}

// split takes out the elements of dialogs, which are in front.
func split(nodes []types.A11yNode) (inDialog, onPage []types.A11yNode) {
	for _, n := range nodes {
		isDialog := func(where string) bool {
			return strings.HasPrefix(where, "dialog") || strings.HasPrefix(where, "alertdialog")
		}
		if isDialog(n.Role) || slices.ContainsFunc(n.Path, isDialog) {
			inDialog = append(inDialog, n)
		} else {
			onPage = append(onPage, n)
		}
	}
	if len(onPage) == 0 {
		return nil, inDialog
	}
	return inDialog, onPage
}

// row is one line, and how much an agent would miss it.
type row struct {
	text string
	rank int
}

// The ranks of rows. Rows of the lowest rank are left out first.
const (
	rankText = iota
	rankOffscreen
	rankHeading
	rankActable
)

var actable = map[string]bool{
	"button": true, "link": true, "textbox": true, "searchbox": true, "combobox": true, "checkbox": true, "radio": true,
	"switch": true, "slider": true, "spinbutton": true, "tab": true, "menuitem": true, "menuitemcheckbox": true,
	"menuitemradio": true, "option": true, "treeitem": true, "listbox": true, "gridcell": true,
}

var telling = map[string]bool{"heading": true, "alert": true, "status": true, "dialog": true, "alertdialog": true}

func rankOf(n *types.A11yNode) int {
	switch {
	case telling[n.Role] && !n.Offscreen:
		return rankHeading
	case !actable[n.Role] && n.TestID == "":
		return rankText
	case n.Offscreen:
		return rankOffscreen
	}
	return rankActable
}

// fit leaves out rows, the lowest rank first and the last of a rank first,
// until the rest is within the budget, and says how many were left out.
func fit(rows []row, budget int) string {
	size := 0
	for _, r := range rows {
		size += len(r.text) + 1
	}
	left := 0
	for rank := rankText; rank <= rankActable && size > budget; rank++ {
		for i := len(rows) - 1; i >= 0 && size > budget; i-- {
			if rows[i].rank == rank && rows[i].text != "" {
				size -= len(rows[i].text) + 1
				rows[i].text = ""
				left++
			}
		}
	}
	var b strings.Builder
	for _, r := range rows {
		if r.text != "" {
			b.WriteString(r.text + "\n")
		}
	}
	if left > 0 {
		fmt.Fprintf(&b, "%d more lines left out: mm_accessibility_snapshot with find shows them", left)
	}
	return strings.TrimRight(b.String(), "\n")
}

// looseIDs names visible elements that have a test id but are no node.
func looseIDs(nodes []types.A11yNode, ids []types.TestID) string {
	shown := map[string]bool{}
	for i := range nodes {
		shown[nodes[i].TestID] = true
	}
	var loose []string
	for _, id := range ids {
		if id.Visible && !shown[id.TestID] {
			shown[id.TestID] = true
			loose = append(loose, word(id.TestID, maxTestID))
		}
	}
	if len(loose) == 0 {
		return ""
	}
	more := ""
	if n := len(loose) - maxLooseIDs; n > 0 {
		loose, more = loose[:maxLooseIDs], fmt.Sprintf(" and %d more", n)
	}
	return "other test ids: " + strings.Join(loose, ", ") + more
}
