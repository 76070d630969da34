package runner

import (
	"fmt"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// TestRowsThatAreNoLines looks for the button Leave in the paragraph of Ada, where one line of the
// observation has all paragraphs, and for the field beside the label Ada.
func TestRowsThatAreNoLines(t *testing.T) {
	at := func(role, row string) *types.Target { return &types.Target{RowRole: role, Row: row} }
	nth := func(n, of int) *types.Target {
		return &types.Target{RowRole: "paragraph", Row: "Ada · Leave", RowNth: n, RowOf: of}
	}
	second := types.FlowTarget{Nth: 2, Of: 2}
	box := types.FlowTarget{Role: "switch", RowRole: "listitem", Row: "Ada"}
	field := types.FlowTarget{Role: "textbox", Nth: 1, Of: 1, Row: "Ada"}
	card := types.FlowTarget{Role: "button", Name: "Leave", Row: "Ada", Twins: 1}
	cross := types.FlowTarget{Role: "link", RowRole: "listitem", Row: "Ada", Hint: "list-remove"}
	for name, x := range map[string]struct {
		target types.FlowTarget
		page   []*types.Target // the row of each button, nil where the page does not say it
		want   string
	}{
		"one of two rows":                  {types.FlowTarget{}, []*types.Target{at("paragraph", "Ben · Leave"), at("paragraph", "Ada · Leave")}, "e2"},
		"two rows with the text":           {types.FlowTarget{}, []*types.Target{at("paragraph", "Ada · Leave"), at("paragraph", "Ada · Leave")}, "ambiguous"},
		"a longer name beside it":          {types.FlowTarget{}, []*types.Target{at("paragraph", "Ada Ash · Leave"), at("paragraph", "Ada · Leave")}, "e2"},
		"two longer names":                 {types.FlowTarget{}, []*types.Target{at("paragraph", "Ada Ash · Leave"), at("paragraph", "Ada Birch · Leave")}, "ambiguous"},
		"two buttons in the row":           {types.FlowTarget{}, []*types.Target{nth(1, 2), nth(2, 2)}, "ambiguous"},
		"the second of two in the row":     {second, []*types.Target{nth(1, 2), nth(2, 2), at("paragraph", "Ben · Leave")}, "e2"},
		"the second of three in the row":   {second, []*types.Target{nth(1, 3), nth(2, 3), nth(3, 3)}, "ambiguous"},
		"a row of another kind":            {types.FlowTarget{}, []*types.Target{at("paragraph", "Ben · Leave"), at("listitem", "Ada · Leave")}, "ambiguous"},
		"a page that does not say all":     {types.FlowTarget{}, []*types.Target{nil, at("paragraph", "Ada · Leave")}, "ambiguous"},
		"a field beside its label":         {field, []*types.Target{at("", "Ben"), at("", "Ada")}, "e2"},
		"two fields beside one label":      {field, []*types.Target{at("", "Ada"), at("", "Ada")}, "ambiguous"},
		"a field in a row of the label":    {field, []*types.Target{at("", "Ben"), at("listitem", "Ada")}, "ambiguous"},
		"the button of a card":             {card, []*types.Target{at("", "Ben · Leave"), at("", "Ada · Leave")}, "e2"},
		"two cards with the text":          {card, []*types.Target{at("", "Ada · Leave"), at("", "Ada · Leave")}, "ambiguous"},
		"a list item, and no card":         {card, []*types.Target{at("", "Ben · Leave"), at("listitem", "Ada · Leave")}, "ambiguous"},
		"the field of a row of lines":      {box, []*types.Target{at("listitem", "Ben"), at("listitem", "Ada")}, "e2"},
		"two fields of such a row":         {box, []*types.Target{at("listitem", "Ben"), {RowRole: "listitem", Row: "Ada", RowNth: 1, RowOf: 2}}, "ambiguous"},
		"the button of a row of lines":     {types.FlowTarget{Role: "button", RowRole: "listitem", Row: "Ada"}, []*types.Target{at("listitem", "Ben"), at("listitem", "Ada")}, "ambiguous"},
		"a link that the code calls so":    {cross, []*types.Target{{RowRole: "listitem", Row: "Ben", Hint: "list-remove"}, {RowRole: "listitem", Row: "Ada", Hint: "list-remove"}}, "e2"},
		"one that it calls otherwise":      {cross, []*types.Target{{RowRole: "listitem", Row: "Ben", Hint: "list-remove"}, {RowRole: "listitem", Row: "Ada", Hint: "list-edit"}}, "ambiguous"},
		"a row with part of the same word": {types.FlowTarget{}, []*types.Target{at("paragraph", "Ben · Leave"), at("paragraph", "Adam · Leave")}, "ambiguous"},
	} {
		t.Run(name, func(t *testing.T) {
			target := x.target
			if target.Role == "" {
				target.Role, target.Name, target.RowRole, target.Row, target.Twins = "button", "Leave", "paragraph", "Ada", 1
			}
			page, o := knowing{at: map[string]*types.Target{}}, &types.Observation{}
			outline := &types.Outline{Items: []types.OutlineItem{{Text: "Ada", Row: 1}}}
			for i, row := range x.page {
				n := types.A11yNode{Ref: fmt.Sprint("e", i+1), Role: target.Role, Name: target.Name}
				o.A11y.Nodes = append(o.A11y.Nodes, n)
				outline.Items = append(outline.Items, types.OutlineItem{Ref: n.Ref, Row: 1})
				page.at[n.Ref] = row
			}
			r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: outline}}
			found, doubt := r.findOne(t.Context(), &target, false)
			expectFound(t, found, doubt, x.want)
		})
	}
}

// TestACardOfAnotherPage looks for the button Edit in the card of Ada on the first of several pages of a list.
func TestACardOfAnotherPage(t *testing.T) {
	for row, x := range map[string]struct{ was, want string }{
		"Ada Ash · ada@x.org · Mason · Edit":  {"Ada Ash · ada@x.org · Mason · Edit", "e1"},
		"Ada Ash · eve@y.org · Potter · Edit": {"Ada Ash · ada@x.org · Mason · Edit", "missing"},
		"Ada Ash · ada · Edit":                {"Ada Ash · ada · Edit", "e1"},
		"Ada Ash · bee · Edit":                {"Ada Ash · ada · Edit", "missing"}, // her user name is in her name
	} {
		target := types.FlowTarget{Role: "button", Name: "Edit", Row: "Ada Ash", Rows: []string{x.was}, Twins: 1}
		page := knowing{at: map[string]*types.Target{"e1": {Row: row}, "e2": {Row: "Ben · ben@x.org · Mason · Edit"}}}
		o, outline := &types.Observation{}, &types.Outline{}
		for i, name := range []string{"Edit", "Edit", "Next page"} {
			o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: fmt.Sprint("e", i+1), Role: "button", Name: name})
			outline.Items = append(outline.Items, types.OutlineItem{Text: "Ada Ash", Row: 2*i + 1}, types.OutlineItem{Ref: fmt.Sprint("e", i+1), Row: 2*i + 2})
		}
		r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: outline}}
		found, doubt := r.findOne(t.Context(), &target, false)
		expectFound(t, found, doubt, x.want)
	}
}
