package gateway

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// element is one line of a driver's snapshot.
type element struct {
	depth      int
	ref        string            // "" if the driver accepts none
	role, name string            // role text is a text of the page, in name
	value      string            // the rest of the line: the element's text, or a field's content
	flags      map[string]string // those of readFlags; shared by elements, nil for none
}

// readFlags are the flags of elements that are read after a snapshot was parsed. The others are not
// kept: a page of 20,000 elements would hold 8 MB of them until the next one.
var readFlags = []string{"cursor", "disabled", "checked", "expanded", "pressed", "selected", "modal", "url"}

// clickable are the flags of most elements that have some.
var clickable = map[string]string{"cursor": "pointer"}

// grown returns a tree with one more element. It fails for a page that takes too long to read.
func grown(tree []element, e element) ([]element, error) {
	if len(tree) == maxElements || e.depth > maxDepth {
		return nil, fmt.Errorf("%w: more than %d elements, or more than %d within each other", errReads, maxElements, maxDepth)
	}
	maps.DeleteFunc(e.flags, func(name, _ string) bool { return !slices.Contains(readFlags, name) || name == "url" && len(tree) > 0 })
	switch {
	case len(e.flags) == 0:
		e.flags = nil
	case maps.Equal(e.flags, clickable):
		e.flags = clickable
	}
	return append(tree, e), nil
}

// page is the driver's last view of a page.
type page struct {
	obs     *types.Observation
	outline *types.Outline
	tree    []element
	at      map[string]int // indices in tree, by ref
	parents []int
	beside  map[sibling]int // numbers of equal siblings
	equals  map[named]int   // numbers of elements of a role and a name
	texted  map[int]string  // labels of the fields without names, by their places
	boxed   map[int]bool    // cards without a role
	also    wanted          // elements to list beside those that observations list
	tab     string          // as the adapter names it
	// whole is false for a page of which only the address is known.
	whole bool
	// dialog is the JavaScript dialog in front of the page under.
	dialog *types.Dialog
	under  *page
}

// sibling is the key of equal elements beside each other.
type sibling struct {
	parent int
	role   string
}

// Roles that an observation lists, as in extension/content, and roles that describe
// the place of an element.
var (
	acted = []string{"button", "link", "textbox", "searchbox", "combobox", "listbox", "option", "checkbox", "radio", "switch", "slider",
		"spinbutton", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "treeitem"}
	listed  = append([]string{"heading", "dialog", "alertdialog", "alert", "status"}, acted...)
	fields  = []string{"textbox", "searchbox", "combobox", "spinbutton"}
	places  = []string{"banner", "complementary", "contentinfo", "form", "main", "navigation", "region", "search", "dialog", "alertdialog", "group", "radiogroup", "tabpanel", "toolbar", "menu", "listbox", "combobox"}
	rowLike = []string{"row", "listitem", "article"}
)

// Bounds of the parts of a page that are read.
const (
	maxElements = 20_000
	maxDepth    = 500 // some readings of an element visit all around it
	maxNodes    = 2_000
	maxName     = 300
	maxIcons    = 4 // of a name
)

// pageOf builds a page from a snapshot. It leaves out the content of frames: a driver
// does not report their origins, and evidence must not cross origins (DESIGN 9.13).
func pageOf(address, title string, tree []element) *page { return pageWith(address, title, tree, nil) }

// pageWith builds a page that lists some elements beside the usual ones.
func pageWith(address, title string, tree []element, also wanted) *page {
	p := &page{also: also, obs: &types.Observation{State: types.State{CurrentURL: address, Title: title, Origin: originOf(address)}}, tree: tree,
		at: map[string]int{}, parents: parentsOf(tree), beside: map[sibling]int{}, equals: map[named]int{}, whole: true, outline: &types.Outline{}}
	for i := range tree {
		p.beside[sibling{p.parents[i], tree[i].role}]++
		p.equals[named{tree[i].role, tree[i].name}]++
	}
	p.texted, p.boxed = p.labels(), p.cards()
	row := 0
	rows, lists := map[int]int{}, map[int]int{}
	for i := range tree {
		e := &tree[i]
		if e.ref != "" {
			p.at[e.ref] = i
		}
		if p.framed(i) {
			continue
		}
		item := types.OutlineItem{}
		if at := p.rowOf(i); at >= 0 {
			if rows[at] == 0 {
				row++
				rows[at] = row
			}
			item.Row = rows[at]
			list := p.listOf(at)
			if lists[list] == 0 {
				lists[list] = len(lists) + 1
			}
			item.List = lists[list]
		}
		n, ok := p.node(i)
		switch {
		case ok && len(p.obs.A11y.Nodes) < maxNodes:
			p.obs.A11y.Nodes = append(p.obs.A11y.Nodes, n)
			item.Ref, item.Selected = n.Ref, e.flags["selected"] == "true"
		case ok:
			p.obs.Truncated = true
			continue
		case strings.HasPrefix(e.role, "/") || slices.Contains(acted, e.role) || p.inside(i, acted) >= 0:
			continue // a property, or a text that repeats a name
		default:
			item.Text = clip(strings.TrimSpace(e.name + " " + e.value))
		}
		if item.Ref != "" || item.Text != "" {
			p.outline.Items = append(p.outline.Items, item)
		}
	}
	p.markCopies()
	return p
}

// listOf returns the list or table around a row.
func (p *page) listOf(row int) int {
	if list := p.inside(row, []string{"table", "grid", "treegrid", "list"}); list >= 0 && slices.Contains([]string{"row", "listitem"}, p.tree[row].role) {
		return list
	}
	return p.parents[row]
}

// originOf returns the origin of a web address, "" for any other.
func originOf(address string) string {
	if u, err := url.Parse(address); err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return text.Origin(address)
}

func parentsOf(tree []element) []int {
	parents := make([]int, len(tree))
	var open []int
	for i := range tree {
		for len(open) > 0 && tree[open[len(open)-1]].depth >= tree[i].depth {
			open = open[:len(open)-1]
		}
		parents[i] = -1
		if len(open) > 0 {
			parents[i] = open[len(open)-1]
		}
		open = append(open, i)
	}
	return parents
}

// inside returns the nearest element around one that has one of some roles, -1 for none.
func (p *page) inside(i int, roles []string) int {
	for at := p.parents[i]; at >= 0; at = p.parents[at] {
		if slices.Contains(roles, p.tree[at].role) {
			return at
		}
	}
	return -1
}

// framed reports whether an element is in a frame.
func (p *page) framed(i int) bool { return p.inside(i, []string{"iframe"}) >= 0 }

// node returns an element in the form of an observation. For a field it reports that
// it is filled, but never the content.
func (p *page) node(i int) (types.A11yNode, bool) {
	e := &p.tree[i]
	_, pointer := e.flags["cursor"]
	clicked := e.role == "generic" && pointer && p.inside(i, acted) < 0 && !p.holds(i, acted)
	name := cmp.Or(e.name, p.texted[i])
	if !slices.Contains(listed, e.role) && !clicked {
		if name = p.shown(i); !p.also.has(e.role, "") && (name == "" || !p.also.has(e.role, name)) {
			return types.A11yNode{}, false
		}
	}
	if name == "" && (clicked || !slices.Contains(fields, e.role) && e.role != "listbox" && e.role != "dialog" && e.role != "alertdialog") {
		name = strings.Join(p.texts(i), " ")
	}
	if name == "" && (e.role == "alert" || e.role == "status" || e.role == "heading" || clicked) {
		return types.A11yNode{}, false
	}
	n := types.A11yNode{Ref: e.ref, Role: e.role, Name: nameOf(name), Path: p.path(i)}
	_, n.Disabled = e.flags["disabled"]
	n.Checked, n.Expanded = cmp.Or(e.flags["checked"], e.flags["pressed"]), e.flags["expanded"]
	if n.Checked == "" && slices.Contains(choices, e.role) {
		n.Checked = "false" // drivers list the state that is on; a run that does not know it switches a box back
	}
	if slices.Contains(fields, e.role) {
		n.Filled = e.value != ""
		n.Sensitive = p.asksSecret(i) // drivers do not report it
	}
	return n, true
}

// covered reports whether a modal dialog is open that does not contain the element of a
// ref. Some drivers click on whatever is at the element's place.
func (p *page) covered(ref string) bool {
	covered := false
	for k := range p.tree {
		if e := &p.tree[k]; (e.role == "dialog" || e.role == "alertdialog") && e.flags["modal"] == "true" {
			for at := p.at[ref]; at >= 0; at = p.parents[at] {
				if at == k {
					return false
				}
			}
			covered = true
		}
	}
	return covered
}

// within yields the places of the elements in one, in order.
func (p *page) within(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := i + 1; at < len(p.tree) && p.tree[at].depth > p.tree[i].depth && yield(at); at++ {
		}
	}
}

// holds reports whether an element contains one of some roles.
func (p *page) holds(i int, roles []string) bool {
	for at := range p.within(i) {
		if slices.Contains(roles, p.tree[at].role) {
			return true
		}
	}
	return false
}

// texts returns the texts in an element, without the contents of fields. The name of an element that acts
// stands for the texts in it.
func (p *page) texts(i int) (all []string) {
	for at := i; at < len(p.tree) && (at == i || p.tree[at].depth > p.tree[i].depth); at++ {
		e := &p.tree[at]
		acts, says := slices.Contains(acted, e.role), strings.ContainsFunc(e.name, text.Alnum)
		switch {
		case at > i && acts && says:
			all = append(all, e.name)
			for at+1 < len(p.tree) && p.tree[at+1].depth > e.depth {
				at++
			}
		case at > i && acts && e.name != "": // a symbol
		case at > i && e.name != "":
			all = append(all, e.name)
		case e.value != "" && !slices.Contains(fields, e.role) && !strings.HasPrefix(e.role, "/"):
			all = append(all, e.value)
		}
	}
	return all
}

// said returns an element's name, or the texts in it.
func (p *page) said(i int) string {
	if name := p.tree[i].name; name != "" {
		return name
	}
	return strings.Join(p.texts(i), " ")
}
