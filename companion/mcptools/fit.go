package mcptools

import (
	"fmt"
	"strings"

	"cairn/shared/types"
)

// row is one written line with its importance.
type row struct {
	text string
	rank int
	cost int // in tokens; set by costOf
}

// The ranks of rows. Rows of the lowest rank are left out first.
const (
	rankOffscreenText = iota
	rankOffscreen
	rankText
	rankHeading
	rankActable
	rankLast
)

// lastRows of a page are kept longest, because they contain submit and paging
// buttons.
const lastRows = 4

var actable = map[string]bool{
	"button": true, "link": true, "textbox": true, "searchbox": true, "combobox": true, "checkbox": true, "radio": true,
	"switch": true, "slider": true, "spinbutton": true, "tab": true, "menuitem": true, "menuitemcheckbox": true,
	"menuitemradio": true, "option": true, "treeitem": true, "listbox": true, "gridcell": true, "generic": true,
}

var telling = map[string]bool{"heading": true, "alert": true, "status": true, "dialog": true, "alertdialog": true}

func rankOf(n *types.A11yNode) int {
	switch {
	case telling[n.Role] && !n.Offscreen:
		return rankHeading
	case !actable[n.Role] && n.TestID == "" || n.Unseen == types.Hidden:
		return rankText
	case n.Offscreen:
		return rankOffscreen
	}
	return rankActable
}

// rank returns the rank of a line's most important part.
func (l *screenLine) rank() int {
	best := rankText
	if l.offscreen {
		best = rankOffscreenText
	}
	for i := range l.parts {
		switch p := &l.parts[i]; {
		case p.node != nil:
			best = max(best, rankOf(p.node))
		case p.kind == types.TextMessage || p.kind == types.TextHeader:
			best = max(best, rankHeading)
		}
	}
	return best
}

// dropRows drops rows, the lowest rank and its last rows first, until the rest is within
// the budget. It returns how many were dropped.
func dropRows(rows []row, budget int) string {
	size := costOf(rows)
	if size > budget {
		keepLast(rows)
	}
	left := 0
	for rank := rankOffscreenText; rank <= rankLast && size > budget; rank++ {
		for i := len(rows) - 1; i >= 0 && size > budget; i-- {
			if rows[i].rank == rank && rows[i].text != "" {
				size -= rows[i].cost
				rows[i].text = ""
				left++
			}
		}
	}
	var b strings.Builder
	for i, r := range rows {
		if r.text == "" {
			continue
		}
		if r.rank == rankLast && i > 0 && rows[i-1].text == "" {
			b.WriteString("…\n")
		}
		b.WriteString(r.text + "\n")
	}
	if left > 0 {
		fmt.Fprintf(&b, "%d more lines left out: find, expand or a larger budget shows them", left)
	}
	return strings.TrimRight(b.String(), "\n")
}

func costOf(rows []row) (size int) {
	for i := range rows {
		rows[i].cost = tokenCost(rows[i].text) + 1
		size += rows[i].cost
	}
	return size
}

// inView returns the cost of what is left if the rows out of view are dropped.
func inView(rows []row) (size int) {
	for i := range rows {
		if rows[i].rank > rankOffscreen {
			size += rows[i].cost
		}
	}
	return size
}

func keepLast(rows []row) {
	kept := 0
	for i := len(rows) - 1; i >= 0 && kept < lastRows; i-- {
		if rows[i].rank == rankActable || rows[i].rank == rankOffscreen {
			rows[i].rank = rankLast
			kept++
		}
	}
}
