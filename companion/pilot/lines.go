package pilot

import (
	"slices"
	"strings"

	"cairn/shared/types"
)

// textLine is the part of an outline that forms one line.
type textLine []types.OutlineItem

// textLines splits an outline into lines: one for each row, and one for each other
// element or text.
func textLines(o *types.Outline) (lines []textLine) {
	if o == nil {
		return nil
	}
	start := 0
	for i := 1; i <= len(o.Items); i++ {
		if i < len(o.Items) && o.Items[i].Row != 0 && o.Items[i].Row == o.Items[start].Row && o.Items[i].Origin == o.Items[start].Origin {
			continue
		}
		lines = append(lines, o.Items[start:i])
		start = i
	}
	return lines
}

// outlineWith returns the lines of an outline that keep accepts; nil without an outline.
func outlineWith(o *types.Outline, keep func(l textLine) bool) *types.Outline {
	if o == nil {
		return nil
	}
	part := &types.Outline{Items: []types.OutlineItem{}}
	for _, l := range textLines(o) {
		if keep(l) {
			part.Items = append(part.Items, l...)
		}
	}
	return part
}

// has reports whether the line contains one of the elements.
func (l textLine) has(refs map[string]bool) bool {
	return slices.ContainsFunc(l, func(it types.OutlineItem) bool { return it.Ref != "" && refs[it.Ref] })
}

func (l textLine) says(names map[string]string) string {
	var all []string
	for _, it := range l {
		if said := it.Text + names[it.Ref]; said != "" {
			all = append(all, said)
		}
	}
	return strings.Join(all, " · ")
}

// texts returns a line's texts without its elements.
func (l textLine) texts() string { return l.says(nil) }

func refSet(nodes []types.A11yNode) map[string]bool {
	refs := make(map[string]bool, len(nodes))
	for i := range nodes {
		refs[nodes[i].Ref] = true
	}
	return refs
}

func nameByRef(nodes []types.A11yNode) map[string]string {
	names := make(map[string]string, len(nodes))
	for i := range nodes {
		names[nodes[i].Ref] = nodes[i].Name
	}
	return names
}

// linesWith returns the lines that contain all words of find, preferably as complete
// words, and the lines of the found elements.
func linesWith(o *types.Outline, all, found []types.A11yNode, find string) *types.Outline {
	names, refs := nameByRef(all), refSet(found)
	words := strings.Fields(strings.ToLower(find))
	holds := func(l textLine, test func(string, []string) bool) bool {
		return len(words) > 0 && test(strings.ToLower(l.says(names)), words)
	}
	whole := slices.ContainsFunc(textLines(o), func(l textLine) bool { return holds(l, hasWords) && holds(l, hasWholeWords) })
	return outlineWith(o, func(l textLine) bool {
		return l.has(refs) || holds(l, hasWords) && (!whole || holds(l, hasWholeWords))
	})
}

// linesOf returns the lines of consecutive elements, with the texts around them.
func linesOf(o *types.Outline, inside []types.A11yNode) *types.Outline {
	lines, refs := textLines(o), refSet(inside)
	isText := func(l textLine) bool {
		return !slices.ContainsFunc(l, func(it types.OutlineItem) bool { return it.Ref != "" })
	}
	first := slices.IndexFunc(lines, func(l textLine) bool { return l.has(refs) })
	if first < 0 {
		return outlineWith(o, func(textLine) bool { return false })
	}
	keep := map[*types.OutlineItem]bool{}
	last := first
	for i := first; i < len(lines); i++ {
		if lines[i].has(refs) {
			last = i
		}
	}
	for ; first > 0 && isText(lines[first-1]); first-- {
	}
	for ; last+1 < len(lines) && isText(lines[last+1]); last++ {
	}
	for _, l := range lines[first : last+1] {
		if l.has(refs) || isText(l) {
			keep[&l[0]] = true
		}
	}
	return outlineWith(o, func(l textLine) bool { return keep[&l[0]] })
}

// beside returns the other elements on the lines of a part.
func beside(o *types.Outline, all, chosen []types.A11yNode) (others []types.A11yNode) {
	if o == nil {
		return nil
	}
	wanted := map[string]bool{}
	for _, it := range o.Items {
		wanted[it.Ref] = it.Ref != ""
	}
	for i := range chosen {
		wanted[chosen[i].Ref] = false
	}
	for _, n := range all {
		if wanted[n.Ref] {
			others, wanted[n.Ref] = append(others, n), false
		}
	}
	return others
}

// compareLines returns the lines of an outline that are new or contain a new or
// changed element. gone are the texts of removed lines. Lines are identified by their
// content, so that rendering a page again changes none.
func compareLines(was, is *types.Outline, before, now, changed []types.A11yNode) (part *types.Outline, gone []string) {
	names, old := nameByRef(now), nameByRef(before)
	left := map[string]int{}
	for _, l := range textLines(was) {
		if l.texts() != "" {
			left[l.says(old)]++
		}
	}
	refs := refSet(changed)
	part = outlineWith(is, func(l textLine) bool {
		known := l.texts() == ""
		if said := l.says(names); !known && left[said] > 0 {
			left[said]--
			known = true
		}
		return !known || l.has(refs)
	})
	for _, l := range textLines(was) {
		if said := l.says(old); left[said] > 0 {
			left[said]--
			gone = append(gone, l.texts())
		}
	}
	return part, gone
}
