package masking

import (
	"cmp"
	"slices"

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
	for i := range o.Items {
		item := &o.Items[i]
		if item.Text != "" {
			item.Text = capture.Clean(shown(change(item.Text)), redact.MaxText)
		}
		if item.Hint != "" {
			item.Hint = shown(change(item.Hint))
		}
	}
	for i := range o.Overlays {
		o.Overlays[i].Name = shown(change(o.Overlays[i].Name))
	}
}

// besides are the secrets that only their neighbours show: those that the content
// scripts name, and those of the outline, whose texts are read in the order of the
// page with the names of the elements between them.
func besides(p *wire.Page) *exact.Secrets {
	if p.Outline == nil {
		return exact.Hidden(p.Beside)
	}
	names := make(map[string]string, len(p.Observation.A11y.Nodes))
	for i := range p.Observation.A11y.Nodes {
		names[p.Observation.A11y.Nodes[i].Ref] = p.Observation.A11y.Nodes[i].Name
	}
	all := append(make([]string, 0, len(p.Beside)+len(p.Outline.Items)), p.Beside...)
	for _, item := range p.Outline.Items {
		if item.Ref != "" {
			all = append(all, names[item.Ref])
		}
		if item.Text != "" {
			all = append(all, item.Text)
		}
	}
	return exact.Hidden(append(all, columns(p.Outline.Items, names)...))
}

// columns returns the cells below heads that are labels of secrets, each behind its head: in rows with as
// many cells as their table has heads.
func columns(items []types.OutlineItem, names map[string]string) (pairs []string) {
	heads, list := []string(nil), 0
	for lo, hi := 0, 0; lo < len(items); lo = hi {
		for hi = lo + 1; hi < len(items) && items[lo].List > 0 && items[hi].Row == items[lo].Row; hi++ {
		}
		row := items[lo:hi]
		switch {
		case row[0].Kind == types.TextHeader && row[0].List > 0:
			heads, list = heads[:0], row[0].List
			for _, item := range row {
				heads = append(heads, cmp.Or(item.Text, names[item.Ref]))
			}
			if !slices.ContainsFunc(heads, redact.Label) {
				heads = heads[:0]
			}
		case row[0].List == list && len(row) == len(heads):
			for i, item := range row {
				if redact.Label(heads[i]) {
					pairs = append(pairs, heads[i], cmp.Or(item.Text, names[item.Ref]))
				}
			}
		}
	}
	return pairs
}
