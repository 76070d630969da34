package flow

import (
	"slices"
	"strconv"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// ofDate adds the month and the year of a date to the values, where a calendar is led to them by fields of their own
// directly before the date is chosen in it. A goal says a date once.
func ofDate(f *types.Flow, values map[string]string) {
	for at := range f.Steps {
		days, _ := text.Days(values[wholeParam(chosenIn(&f.Steps[at]))])
		if len(days) != 1 {
			continue
		}
		for i := at - 1; i >= 0 && f.Steps[i].Tool == "type"; i-- {
			p := paramOf(f, wholeParam(f.Steps[i].Value))
			if p == nil || strings.Contains(f.Title, "{"+p.Name+"}") {
				break // the goal says it by itself
			}
			if _, given := values[p.Name]; given {
				continue
			}
			switch option := slices.IndexFunc(p.Options, func(o string) bool { return text.MonthOf(strings.ToLower(o)) == days[0].Month }); {
			case option >= 0:
				values[p.Name] = p.Options[option]
			case days[0].Year > 0 && slices.ContainsFunc(wordsAt(p.Label), func(w word) bool { return slices.Contains(years, w.folded) }):
				values[p.Name] = strconv.Itoa(days[0].Year)
			}
		}
	}
}

// years are the words for a year on the labels of calendars.
var years = strings.Fields("year jahr année annee año anno ano jaar år")

// chosenIn returns the name of the element that a click chooses.
func chosenIn(s *types.FlowStep) string {
	if s.Tool != "click" || len(s.Targets) == 0 {
		return ""
	}
	return s.Targets[0].Name
}

// wholeParam returns the parameter that a text consists of, empty where it has more.
func wholeParam(text string) string {
	if names := paramsIn(text); len(names) == 1 && text == "{"+names[0]+"}" {
		return names[0]
	}
	return ""
}
