package runner

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// A calendar calls its days by numbers alone, which each month has. Where the task names the month, the
// month above a day tells whether it is the day that is meant: of two months side by side, and of the one
// that a calendar opens at, which is another one later in the year.

// months are the names of the twelve months in the languages that most pages have.
var months = [12][]string{
	strings.Fields("january januar janvier enero gennaio janeiro januari"),
	strings.Fields("february februar février febrero febbraio fevereiro februari"),
	strings.Fields("march märz mars marzo março maart"),
	strings.Fields("april avril abril aprile"),
	strings.Fields("mai mayo maggio maio mei"),
	strings.Fields("june juni juin junio giugno junho"),
	strings.Fields("july juli juillet julio luglio julho"),
	strings.Fields("august août agosto augustus"),
	strings.Fields("september septembre septiembre settembre setembro"),
	strings.Fields("october oktober octobre octubre ottobre outubro"),
	strings.Fields("november novembre noviembre novembro"),
	strings.Fields("december dezember décembre diciembre dicembre dezembro"),
}

// shortMonths are names that are shortened. They may be other words: those of days of the week, without a number.
var shortMonths = map[string]int{"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "okt": 10, "nov": 11, "dec": 12, "dez": 12}

// dayNumber matches the name of a day in a calendar.
var dayNumber = regexp.MustCompile(`^(0?[1-9]|[12]\d|3[01])$`)

// onlyMonth matches what may stand beside the name of a month in its head.
var onlyMonth = regexp.MustCompile(`^[\d\s,./-]*$`)

const (
	// monthReach bounds how far above a day, in parts of a page, its month is searched for.
	monthReach = 64
	// may is a month where it is written as a name.
	may = "May"
)

// monthsIn returns the names of months in a text.
func monthsIn(s string) (names []string) {
	numbered := strings.ContainsFunc(s, unicode.IsDigit)
	for _, w := range strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) }) {
		low := strings.ToLower(w)
		if n := monthOf(low); n > 0 && (w == may || low != "may" && (numbered || shortMonths[low] == 0)) {
			names = append(names, low)
		}
	}
	return names
}

// monthOf returns the number of a month by its name in small letters, 0 for other words.
func monthOf(name string) int {
	if name == "may" {
		return 5
	}
	return cmp.Or(shortMonths[name], slices.IndexFunc(months[:], func(names []string) bool { return slices.Contains(names, name) })+1)
}

// ofMonth checks a day of a calendar by the month above it, or picks the only one of several days below the
// month that the task names.
func (r *run) ofMonth(ctx context.Context, t *types.FlowTarget, s *scene, f *found, d *doubt) (*found, *doubt) {
	named := monthsIn(r.title())
	if t.Row != "" { // which may be that of a month, beside the one of another
		if named = monthsIn(t.Row); f != nil || len(named) != 1 || !onlyMonth.MatchString(strings.Replace(strings.ToLower(t.Row), named[0], "", 1)) {
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
		if at := monthAbove(seen, f.node.Ref); at != "" && monthOf(at) != monthOf(named[0]) {
			return nil, &doubt{reason: types.FlowAmbiguous, message: fmt.Sprintf("%s is a day of %s, and the task names %s", said(t), at, named[0]), candidates: []string{f.node.Ref}}
		}
		return f, d
	}
	below := s.only(s.named(t), func(n *types.A11yNode) bool {
		at := monthAbove(seen, n.Ref)
		return at != "" && monthOf(at) == monthOf(named[0])
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
	named := monthsIn(task)
	if len(named) != 1 || !dayNumber.MatchString(name) {
		return refs
	}
	below := slices.DeleteFunc(slices.Clone(refs), func(ref string) bool {
		at := monthAbove(seen, ref)
		return at == "" && len(refs) > 1 || at != "" && monthOf(at) != monthOf(named[0])
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
		if i <= at && len(monthsIn(said)) > 0 {
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
		if names := monthsIn(said); len(names) > 0 {
			return map[bool]string{true: names[0]}[len(slices.Compact(names)) == 1]
		}
	}
	return ""
}
