package runner

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/text"
	"cairn/shared/types"
)

// A calendar of one month opens at the present one, so the way to the month of a task is longer or shorter than it was.
// Where the task names the month, a run turns the pages until it is there.

// leadsOn matches the name of a control that leads on, and nextMonth that of one that says what it leads to.
var (
	leadsOn   = regexp.MustCompile(`(?i)\b(next|forward|right|nächste[rs]?|suivante?|siguiente|volgende|successiv[oa]|próxim[oa])\b|[›»>→]`)
	nextMonth = regexp.MustCompile(`(?i)^(go to )?(the )?next month$|^nächster monat$|^mois suivant$|^mes siguiente$|^volgende maand$|^mese successivo$|^próximo mês$`)
)

// dayAt returns the day that a step chooses in a calendar, and the number of its month, which is 0 where the task does
// not name just one.
func (r *run) dayAt(i int) (day string, month int) {
	if named := text.MonthsIn(r.title()); i < len(r.flow.Steps) && len(named) == 1 && r.flow.Steps[i].Tool == "click" && len(r.flow.Steps[i].Targets) > 0 {
		if t, _, err := r.filled(&r.flow.Steps[i].Targets[0]); err == nil && dayNumber.MatchString(t.Name) {
			return t.Name, text.MonthOf(named[0])
		}
	}
	return "", 0
}

// turnsMonth reports whether a step leads to the next page of a calendar, and to nothing else.
func turnsMonth(s *types.FlowStep) bool {
	other := slices.ContainsFunc(s.Expect.Appeared, func(label string) bool {
		return len(text.MonthsIn(label)) == 0 && !strings.ContainsFunc(label, unicode.IsDigit)
	})
	return s.Tool == "click" && s.Click == nil && !other && slices.ContainsFunc(s.Targets, func(t types.FlowTarget) bool {
		return !strings.Contains(t.Name, "{") && (leadsOn.MatchString(t.Name) || t.Name == "" && leadsOn.MatchString(strings.ReplaceAll(t.Hint, "_", " ")))
	})
}

// monthsOf returns the numbers of the months of a day in the calendars of a page.
func (r *run) monthsOf(ctx context.Context, day string) (all []int) {
	seen := r.sight
	if seen.Outline == nil {
		var err error
		if seen, err = r.driver.See(ctx, true); err != nil {
			return nil
		}
	}
	for i := range seen.Page.A11y.Nodes {
		if n := &seen.Page.A11y.Nodes[i]; n.Name == day && n.Unseen == "" {
			all = append(all, text.MonthOf(monthAbove(seen, n.Ref)))
		}
	}
	return all
}

// isTurned reports whether the next step would turn the pages of a calendar beyond the month of the task.
func (r *run) isTurned(ctx context.Context) bool {
	step := &r.flow.Steps[r.at]
	last := r.at + 1
	for last < len(r.flow.Steps) && turnsMonth(&r.flow.Steps[last]) {
		last++
	}
	day, month := r.dayAt(last)
	return month > 0 && turnsMonth(step) && slices.Contains(r.monthsOf(ctx, day), month)
}

// turnMonth shows the next month of the calendar in which the next step chooses a day, if the task names a later one of
// the year. It presses the control that the step before pressed, or the only one that says so.
func (r *run) turnMonth(ctx context.Context) bool {
	day, month := r.dayAt(r.at)
	if month == 0 || r.turned >= text.Months || r.sight.Dialog != nil {
		return false
	}
	shown := r.monthsOf(ctx, day)
	if len(shown) == 0 || slices.Contains(shown, 0) || slices.Max(shown) >= month {
		return false
	}
	next := r.monthTurner(ctx)
	if next == nil || !r.pressed(ctx, next) {
		return false
	}
	r.turned++
	r.patient(ctx)
	return true
}

func (r *run) monthTurner(ctx context.Context) *types.A11yNode {
	if r.at > 0 && turnsMonth(&r.flow.Steps[r.at-1]) {
		if f, _ := r.find(ctx, r.at-1); f != nil {
			return &f.node
		}
		return nil
	}
	var next *types.A11yNode
	for i := range r.sight.Page.A11y.Nodes {
		if n := &r.sight.Page.A11y.Nodes[i]; n.Unseen == "" && !n.Disabled && nextMonth.MatchString(strings.TrimSpace(n.Name)) {
			if next != nil {
				return nil
			}
			next = n
		}
	}
	return next
}
