package runner

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// knowing is a page that says of each element which column it is in and what its code calls it.
type knowing struct {
	Driver
	at map[string]*types.Target
}

func (k knowing) Point(_ context.Context, in tool.TargetInput) (*types.Target, error) {
	if t := k.at[in.A11yRef]; t != nil {
		return t, nil
	}
	return nil, types.Fault(types.CodeTargetNotFound, "no element", "")
}

// TestElementsWithoutANameOfTheirOwn looks for an element in the row of Easel. Each row of a page holds
// its elements, as role, name, column and hint.
func TestElementsWithoutANameOfTheirOwn(t *testing.T) {
	in := func(role, name, hint, column string) types.FlowTarget {
		return types.FlowTarget{Role: role, Name: name, Hint: hint, RowRole: "row", Row: "Easel", Near: []string{`columnheader "` + column + `"`}}
	}
	report := in("link", "Report 3", "", "Report")
	twin := report
	twin.Twins = 1
	clear := types.FlowTarget{Role: "generic", Hint: "clear", Near: []string{`textbox "Owner"`, `button "Save"`}}
	second := in("button", "", "trash", "Do")
	second.Near, second.Nth, second.Of = nil, 2, 2
	const (
		reports = "cell Anvil,link Report 1 Report;cell Brush,link Report 2 Report;cell Easel,link More More,link Report 9 Report"
		actions = "cell Anvil,link Approve Report;cell Brush,link Approve Report;cell Easel,link Reject Report"
		values  = "cell Anvil,button free State;cell Easel,button held State,button  Do"
	)
	for name, x := range map[string]struct {
		target     types.FlowTarget
		page, want string
	}{
		"a link that is named by its row's data":     {report, strings.ReplaceAll(reports, " More More", " More Tools"), "e7"},
		"the same had an equal":                      {twin, reports, "missing"},
		"the same in too few rows":                   {report, "cell Anvil,link Report 1 Report;cell Easel,link Report 9 Report", "missing"},
		"a link that does something else":            {report, actions, "missing"},
		"a link in another column":                   {in("link", "Report 3", "", "Invoice"), reports, "missing"},
		"a value in its column":                      {in("button", "", "", "State"), values, "e4"},
		"a value in a column that is gone":           {in("button", "", "", "Place"), values, "changed"},
		"one of two icons":                           {in("button", "", "trash", "Do"), "cell Easel,button  Do edit,button  Do trash", "e3"},
		"the icons of a row in another state":        {second, "cell Easel,button  Do edit,button  Do restore", "changed"},
		"an icon that went to another place":         {second, "cell Easel,button  Do trash,button  Do edit", "e2"},
		"an icon whose id has a word of the row":     {in("button", "", "Anvil trash", "Do"), "cell Easel,button  Do Easel trash", "e2"},
		"icons that share a word, swapped":           {second, "cell Easel,button  Do trash,button  Do trash edit", "e2"},
		"two icons with the same hint":               {in("button", "", "trash", "Do"), "cell Easel,button  Do trash,button  Do trash", "ambiguous"},
		"an icon in a field, outside of a row":       {clear, "generic  - find;textbox Owner,generic  - clear;button Save", "e3"},
		"an icon that was in a field that is hidden": {clear, "textbox Name,generic  - clear;link Back;link Next;link Up;link Down;link Out;link Off;button Save", "changed"},
	} {
		t.Run(name, func(t *testing.T) {
			o, outline, page := &types.Observation{}, &types.Outline{}, knowing{at: map[string]*types.Target{}}
			for row, line := range strings.Split(x.page, ";") {
				for _, e := range strings.Split(line, ",") {
					role, rest, _ := strings.Cut(e, " ")
					n := types.A11yNode{Ref: fmt.Sprint("e", len(o.A11y.Nodes)+1), Role: role, Name: rest}
					at := &types.Target{Role: role}
					if words := strings.Split(rest, " "); role != "cell" && role != "textbox" && len(words) > 1 {
						column := 1
						if words[0] == "Report" {
							column = 2
						}
						n.Name, at.Column = strings.Join(words[:column], " "), words[column]
						at.Hint = strings.Join(words[column+1:], " ")
					}
					at.Name = n.Name
					page.at[n.Ref] = at
					o.A11y.Nodes = append(o.A11y.Nodes, n)
					outline.Items = append(outline.Items, types.OutlineItem{Ref: n.Ref, Row: row + 1})
				}
			}
			r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: outline}}
			found, doubt := r.findOne(t.Context(), &x.target, false)
			expectFound(t, found, doubt, x.want)
		})
	}
}
