package masking

import (
	"cairn/shared/capture"
	"cairn/shared/exact"
	"cairn/shared/redact"
	"cairn/shared/types"
	"cairn/shared/wire"
)

// outline masks the texts of a page, by change first.
func outline(o *types.Outline, change func(string) string) {
	if o == nil {
		return
	}
	label := ""
	for i := range o.Items {
		item := &o.Items[i]
		before := label
		if label = item.Text; item.Kind == types.TextHeader {
			label = ""
		}
		if text := change(item.Text); text != item.Text || !redact.PublicAfter(before, text) {
			item.Text = capture.Clean(shown(text), redact.MaxText)
		}
		if item.Hint = capture.Drawn(item.Hint); item.Hint != "" {
			item.Hint = shown(change(item.Hint))
		}
	}
	for i := range o.Overlays {
		o.Overlays[i].Name = shown(change(o.Overlays[i].Name))
	}
}

// besides are the secrets that only their neighbours show: those that the content
// scripts name, and those of the outline, whose texts are read in the order of the
// page with the names of the elements between them. known learns them.
func besides(p *wire.Page, known *exact.Secrets) *exact.Secrets {
	if p.Outline == nil {
		return exact.Hidden(p.Beside, nil, known)
	}
	nodes := make(map[string]*types.A11yNode, len(p.Observation.A11y.Nodes))
	for i := range p.Observation.A11y.Nodes {
		nodes[p.Observation.A11y.Nodes[i].Ref] = &p.Observation.A11y.Nodes[i]
	}
	all := append(make([]string, 0, len(p.Beside)+len(p.Outline.Items)), p.Beside...)
	roles := make([]string, len(all), cap(all))
	for i, item := range p.Outline.Items {
		if n := nodes[item.Ref]; n != nil {
			all, roles = append(all, n.Name), append(roles, n.Role)
		}
		if item.Text != "" {
			all, roles = append(all, item.Text), append(roles, roleOf(p.Outline.Items, i))
		}
	}
	hidden := exact.Hidden(all, roles, known)
	columns(p.Outline.Items, func(heads []string, at int, cells []string) {
		for _, cell := range redact.Column(heads, at, cells) {
			hidden.Add(cell)
			known.AddLong(cell)
		}
	}, nodes)
	return hidden
}

// roleOf is "definition" for the second of the two texts of a line, a label and its value.
func roleOf(items []types.OutlineItem, i int) string {
	isText := func(at int) bool {
		return at >= 0 && at < len(items) && items[at].Row == items[i].Row && items[at].Text != "" && items[at].Kind != types.TextHeader
	}
	if items[i].Row > 0 && isText(i-1) && !isText(i-2) && !isText(i+1) {
		return "definition"
	}
	return ""
}

// columns yields the cells of each column below its head: in rows with as many cells as their table has heads, or more.
// What chooses a row before its cells has no head, nor have the buttons behind them.
func columns(items []types.OutlineItem, yield func(heads []string, at int, cells []string), nodes map[string]*types.A11yNode) {
	var heads []string
	var below [][]string
	list := 0
	for lo, hi := 0, 0; lo < len(items); lo = hi {
		for hi = lo + 1; hi < len(items) && items[lo].List > 0 && items[hi].Row == items[lo].Row; hi++ {
		}
		row := make([]string, 0, hi-lo)
		for _, item := range items[lo:hi] {
			if n := nodes[item.Ref]; n != nil && item.Text == "" {
				if item.Text = n.Name; len(row) == 0 && (n.Role == "checkbox" || n.Role == "radio") {
					continue
				}
			}
			row = append(row, item.Text)
		}
		switch {
		case items[lo].Kind == types.TextHeader && items[lo].List > 0:
			for i := range heads {
				yield(heads, i, below[i])
			}
			heads, below, list = row, make([][]string, len(row)), items[lo].List
		case items[lo].List == list && len(row) >= len(heads):
			for i, cell := range row[:len(heads)] {
				below[i] = append(below[i], cell)
				if i > 0 && redact.HoldsValue(heads[i]) { // of the variable in the first cell
					yield(row, 0, []string{cell})
				}
			}
		}
	}
	for i := range heads {
		yield(heads, i, below[i])
	}
}
