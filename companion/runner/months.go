package runner

import (
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

// months are the names of months in the languages that most pages have.
var months = strings.Fields(`january february march april june july august september october november december
 januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre
 enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre
 janeiro fevereiro março maio junho julho setembro outubro novembro dezembro januari februari maart mei augustus`)

// shortMonths are names that are shortened. They may be other words: those of days of the week, without a number.
var shortMonths = strings.Fields("jan feb mar apr jun jul aug sep sept oct okt nov dec dez")

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
		if low := strings.ToLower(w); slices.Contains(months, low) || numbered && slices.Contains(shortMonths, low) || w == may {
			names = append(names, low)
		}
	}
	return names
}

// sameMonth reports whether two names are those of one month, of which one may be shortened.
func sameMonth(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

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
		if at := monthAbove(seen, f.node.Ref); at != "" && !sameMonth(at, named[0]) {
			return nil, &doubt{reason: types.FlowAmbiguous, message: fmt.Sprintf("%s is a day of %s, and the task names %s", said(t), at, named[0]), candidates: []string{f.node.Ref}}
		}
		return f, d
	}
	below := s.only(s.named(t), func(n *types.A11yNode) bool {
		at := monthAbove(seen, n.Ref)
		return at != "" && sameMonth(at, named[0])
	})
	if len(below) != 1 {
		return f, d
	}
	return s.found(t, below[0], ""), nil
}

// monthAbove returns the month in the nearest text above an element that names just one, empty for none.
func monthAbove(seen *tool.Sight, ref string) string {
	if seen.Outline == nil {
		return ""
	}
	items := seen.Outline.Items
	at := slices.IndexFunc(items, func(it types.OutlineItem) bool { return it.Ref == ref })
	for i := at - 1; i >= max(0, at-monthReach); i-- {
		said := items[i].Text
		for k := range seen.Page.A11y.Nodes {
			if n := &seen.Page.A11y.Nodes[k]; items[i].Ref != "" && n.Ref == items[i].Ref && n.Role != "option" {
				said += " " + n.Name
			}
		}
		if names := monthsIn(said); len(names) > 0 {
			return map[bool]string{true: names[0]}[len(slices.Compact(names)) == 1]
		}
	}
	return ""
}
