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
	maxOption = 30
	// describeBudget is what a description may take in tokens as tokenCost
	// counts them, prior knowledge included: real ones stay under 1,000 on any
	// page. However long the rest is, a page keeps leastScreen of it.
	describeBudget = 900
	leastScreen    = 250
	priorBudget    = 380
	looseBudget    = 120 // for test ids of elements without role or name
	regionsBudget  = 100 // for the line that lists landmarks
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
		{n.Filled, "filled"}, {n.Sensitive, "secret"}, {n.Unseen == types.Transparent, "transparent"}, {n.Unseen == types.Hidden, "hidden"},
	} {
		if state.is {
			parts = append(parts, state.word)
		}
	}
	return strings.Join(parts, " ") + inFrame(n.Origin)
}

// inFrame says that something is in a frame of another origin than the page's.
func inFrame(origin string) string {
	switch origin {
	case "":
		return ""
	case types.OpaqueOrigin:
		return " in a sandboxed frame"
	}
	return " in frame " + word(origin, 100)
}

// screenText is a page for a model: its landmarks, what it announces and what
// is in a dialog first, then the page in its own order, repeated rows folded,
// and what does not fit into the budget left out, the least useful first.
func screenText(nodes []types.A11yNode, ids []types.TestID, budget int) string {
	rows := screenRows(nodes, ids, false)
	if costOf(rows) > budget {
		rows = screenRows(nodes, ids, true)
	}
	return fit(rows, budget)
}

// screenRows is the page itself, then each frame of another origin below a line
// that says so.
func screenRows(nodes []types.A11yNode, ids []types.TestID, tight bool) (rows []row) {
	var origins []string
	byOrigin := map[string][]types.A11yNode{}
	for _, n := range nodes {
		if n.Origin != "" && !slices.Contains(origins, n.Origin) {
			origins = append(origins, n.Origin)
		}
		at := n.Origin
		n.Origin = "" // its heading says it
		byOrigin[at] = append(byOrigin[at], n)
	}
	rows = partRows(byOrigin[""], tight)
	for _, origin := range origins {
		rows = append(rows, row{text: strings.TrimSpace(inFrame(origin)) + ":", rank: rankActable})
		rows = append(rows, partRows(byOrigin[origin], tight)...)
	}
	if loose := looseIDs(nodes, ids); loose != "" {
		rows = append(rows, row{text: loose, rank: rankText})
	}
	return rows
}

// partRows are the rows of one origin.
func partRows(nodes []types.A11yNode, tight bool) (rows []row) {
	if line := regions(nodes); line != "" {
		rows = append(rows, row{text: line, rank: rankActable})
	}
	messages, rest := announced(nodes)
	rows = append(rows, fold(messages, tight)...)
	inDialog, onPage := split(rest)
	if len(inDialog) > 0 {
		rows = append(rows, row{text: "in the dialog in front:", rank: rankActable})
		rows = append(rows, fold(inDialog, tight)...)
		rows = append(rows, row{text: "behind it:", rank: rankActable})
	}
	return append(rows, fold(onPage, tight)...)
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

// announced takes out alerts and states of things, which are news.
func announced(nodes []types.A11yNode) (messages, rest []types.A11yNode) {
	for _, n := range nodes {
		if n.Role == "alert" || n.Role == "status" {
			messages = append(messages, n)
		} else {
			rest = append(rest, n)
		}
	}
	return messages, rest
}

// regions lists the landmarks and dialogs of a page, in its order, with how
// many elements each holds: what expand takes. Lists of options are left out:
// they have a line of their own.
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
		role, name, named := strings.Cut(p, ` "`)
		text := word(role, 30)
		if named {
			text += " " + quoted(strings.TrimSuffix(name, `"`), 40)
		}
		text = fmt.Sprintf("%s (%d)", text, count[p])
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

// row is one line, and how much an agent would miss it.
type row struct {
	text string
	rank int
	cost int // in tokens; set by fit
}

// The ranks of rows. Rows of the lowest rank are left out first.
const (
	rankText = iota
	rankOffscreen
	rankHeading
	rankActable
	rankLast
)

// lastRows of a page that does not fit are kept longest: what sends a form or
// turns the page is there.
const lastRows = 4

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
	case !actable[n.Role] && n.TestID == "" || n.Unseen == types.Hidden:
		return rankText
	case n.Offscreen:
		return rankOffscreen
	}
	return rankActable
}

// fit leaves out rows, the lowest rank first and the last of a rank first,
// until the rest is within the budget, and says how many were left out.
func fit(rows []row, budget int) string {
	size := costOf(rows)
	if size > budget {
		keepLast(rows)
	}
	left := 0
	for rank := rankText; rank <= rankLast && size > budget; rank++ {
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
		fmt.Fprintf(&b, "%d more lines left out: find or expand shows them", left)
	}
	return strings.TrimRight(b.String(), "\n")
}

// costOf finds out what each row takes, and all of them.
func costOf(rows []row) (size int) {
	for i := range rows {
		rows[i].cost = tokenCost(rows[i].text) + 1
		size += rows[i].cost
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

// looseIDs names visible elements that have a test id but are no node.
func looseIDs(nodes []types.A11yNode, ids []types.TestID) string {
	shown := map[string]bool{}
	for i := range nodes {
		shown[nodes[i].TestID+"\x00"+nodes[i].Origin] = true
	}
	var loose []string
	for _, id := range ids {
		if key := id.TestID + "\x00" + id.Origin; id.Visible && !shown[key] {
			shown[key] = true
			loose = append(loose, word(id.TestID, maxTestID)+inFrame(id.Origin))
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

// plainText is elements one by one, unfolded, as far as the budget goes; then
// it says where to go on.
func plainText(nodes []types.A11yNode, budget int) string {
	var b strings.Builder
	for i := range nodes {
		line := nodeLine(&nodes[i])
		if budget -= tokenCost(line) + 1; budget < 0 && i > 0 {
			fmt.Fprintf(&b, "%d more: expand %s", len(nodes)-i, word(nodes[i].Ref, 24))
			break
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// changesText is what came, changed and went since the last look.
func changesText(c *types.Changes, nodes []types.A11yNode, budget int) string {
	added := map[string]bool{}
	for _, ref := range c.Added {
		added[ref] = true
	}
	rows := []row{{text: fmt.Sprintf("since your last look: %d new (+), %d changed (~), %d gone (-), %d as before", len(c.Added), len(c.Changed), len(c.Gone), c.Unchanged), rank: rankActable}}
	for i := range nodes {
		mark := "~ "
		if added[nodes[i].Ref] {
			mark = "+ "
		}
		rows = append(rows, row{text: mark + nodeLine(&nodes[i]), rank: rankOf(&nodes[i])})
	}
	for i := range c.Gone {
		n := &c.Gone[i]
		rows = append(rows, row{text: "- " + word(n.Ref, 24) + " " + element(n.Role, n.Name, n.TestID, "") + inFrame(n.Origin), rank: rankText})
	}
	return fit(rows, budget)
}
