package flow

import (
	"fmt"
	"testing"

	"cairn/shared/types"
)

// TestACalendarIsLedToTheMonthOfTheDate binds the fields of a calendar from the one date that a goal says.
func TestACalendarIsLedToTheMonthOfTheDate(t *testing.T) {
	typed := func(param string) types.FlowStep { return types.FlowStep{Tool: "type", Value: "{" + param + "}"} }
	clicked := func(name string) types.FlowStep {
		return types.FlowStep{Tool: "click", Targets: []types.FlowTarget{{Role: "generic", Name: name}}}
	}
	calendar := []types.FlowStep{typed("month"), typed("year"), clicked("{day}"), clicked("Save")}
	const title = "Set the launch date to {day}"
	for name, x := range map[string]struct {
		title string
		goal  string
		given map[string]string
		steps []types.FlowStep
		want  string
	}{
		"a date":                      {title, "Set the launch date to 3 June 2022", nil, calendar, "map[day:3 June 2022 month:June year:2022] []"},
		"a date as a parameter":       {title, "", map[string]string{"day": "June 3, 2022"}, calendar, "map[day:June 3, 2022 month:June year:2022] []"},
		"another month is given":      {title, "Set the launch date to 3 June 2022", map[string]string{"month": "May"}, calendar, "map[day:3 June 2022 month:May year:2022] []"},
		"no year":                     {title, "Set the launch date to 3 June", nil, calendar, "map[day:3 June month:June] [year]"},
		"no date":                     {title, "", map[string]string{"day": "tomorrow"}, calendar, "map[day:tomorrow] [month year]"},
		"a month of its own":          {"Set the launch date to {day} for {month}", "", map[string]string{"day": "3 June 2022"}, calendar, "map[day:3 June 2022 year:2022] [month]"},
		"something else between them": {title, "", map[string]string{"day": "3 June 2022"}, []types.FlowStep{calendar[0], calendar[1], clicked("Next"), calendar[2]}, "map[day:3 June 2022] [month year]"},
	} {
		t.Run(name, func(t *testing.T) {
			f := &types.Flow{ID: "f", Title: x.title, Steps: x.steps, Params: []types.FlowParam{{Name: "day", Kind: types.FlowChoice},
				{Name: "month", Kind: types.FlowChoice, Label: "Month", Options: []string{"March", "June"}}, {Name: "year", Kind: types.FlowText, Form: types.FormNumber, Label: "Year"}}}
			values, missing, err := Bind(f, x.goal, x.given)
			if got := fmt.Sprint(values, missing); err != nil || got != x.want {
				t.Errorf("%s, %v, want %s", got, err, x.want)
			}
		})
	}
}
