package runner

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// A calendar calls its days by numbers alone, which each month has. Where the task names the month, the
// month above a day tells whether it is the day that is meant: of two months side by side, and of the one
// that a calendar opens at, which is another one later in the year.

// dayNumber matches the name of a day in a calendar.
var dayNumber = regexp.MustCompile(`^(0?[1-9]|[12]\d|3[01])$`)

// onlyMonth matches what may stand beside the name of a month in its head.
var onlyMonth = regexp.MustCompile(`^[\d\s,./-]*$`)

// monthReach bounds how far above a day, in parts of a page, its month is searched for.
const monthReach = 64

// ofMonth checks a day of a calendar by the month above it, or picks the only one of several days below the
// month that the task names.
func (r *run) ofMonth(ctx context.Context, t *types.FlowTarget, s *scene, f *found, d *doubt) (*found, *doubt) {
	named := text.MonthsIn(r.title())
	if t.Row != "" { // which may be that of a month, beside the one of another
		if named = text.MonthsIn(t.Row); f != nil || len(named) != 1 || !onlyMonth.MatchString(strings.Replace(strings.ToLower(t.Row), named[0], "", 1)) {
			return f, d
		}
	}
	if len(named) != 1 || !dayNumber.MatchString(t.Name) || d != nil && d.reason != types.FlowAmbiguous && t.Row == "" || r.sight.Dialog != nil {
		return f, d
	}
	seen := r.sight
	if seen.Outline == nil {
		var err error
		if seen, err = r.driver.See(ctx, true); err != nil {
			return f, d
		}
	}
	if f != nil {
		if at := monthAbove(seen, f.node.Ref); at != "" && text.MonthOf(at) != text.MonthOf(named[0]) {
			return nil, &doubt{reason: types.FlowAmbiguous, message: fmt.Sprintf("%s is a day of %s, and the task names %s", said(t), at, named[0]), candidates: []string{f.node.Ref}}
		}
		return f, d
	}
	below := s.only(s.named(t), func(n *types.A11yNode) bool {
		at := monthAbove(seen, n.Ref)
		return at != "" && text.MonthOf(at) == text.MonthOf(named[0])
	})
	if len(below) > 1 {
		below = slices.DeleteFunc(below, func(i int) bool { return !inMonth(seen, s.nodes[i].Ref) })
	}
	if len(below) != 1 {
		return f, d
	}
	return s.found(t, below[0], ""), nil
}

// DaysMeant returns which of the elements of one name a task may mean: where that is a day's number, and
// the task names a month, those below that month. A single one may have no month above it.
func DaysMeant(task, name string, seen *tool.Sight, refs []string) []string {
	named := text.MonthsIn(task)
	if len(named) != 1 || !dayNumber.MatchString(name) {
		return refs
	}
	below := slices.DeleteFunc(slices.Clone(refs), func(ref string) bool {
		at := monthAbove(seen, ref)
		return at == "" && len(refs) > 1 || at != "" && text.MonthOf(at) != text.MonthOf(named[0])
	})
	if len(below) > 1 {
		below = slices.DeleteFunc(below, func(ref string) bool { return !inMonth(seen, ref) })
	}
	return below
}

// inMonth reports whether a day is one of the month above it. A calendar shows the last days of the month before ahead
// of its first one, and those of the next behind another first one. A first day has a second behind it: weeks have numbers, too.
func inMonth(seen *tool.Sight, ref string) bool {
	items, firsts, next := seen.Outline.Items, 0, ""
	at := slices.IndexFunc(items, func(it types.OutlineItem) bool { return it.Ref == ref })
	for i := min(at+1, len(items)-1); at >= 0 && i >= max(0, at-monthReach); i-- {
		said := saidAt(seen, i)
		if i <= at && len(text.MonthsIn(said)) > 0 {
			break
		}
		if said = strings.TrimSpace(said); said == "1" && next == "2" && i <= at {
			firsts++
		}
		next = said
	}
	return firsts == 1
}

// saidAt returns the text of a part of a page.
func saidAt(seen *tool.Sight, i int) string {
	said := seen.Outline.Items[i].Text
	for k := range seen.Page.A11y.Nodes {
		if n := &seen.Page.A11y.Nodes[k]; seen.Outline.Items[i].Ref != "" && n.Ref == seen.Outline.Items[i].Ref && n.Role != "option" {
			said += " " + n.Name
		}
	}
	return said
}

// monthAbove returns the month in the nearest text above an element that names just one, empty for none.
func monthAbove(seen *tool.Sight, ref string) string {
	if seen.Outline == nil {
		return ""
	}
	items := seen.Outline.Items
	at := slices.IndexFunc(items, func(it types.OutlineItem) bool { return it.Ref == ref })
	for i := at - 1; i >= max(0, at-monthReach); i-- {
		said := saidAt(seen, i)
		if names := text.MonthsIn(said); len(names) > 0 {
			return map[bool]string{true: names[0]}[len(slices.Compact(names)) == 1]
		}
	}
	return ""
}
