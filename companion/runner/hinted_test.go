package runner

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/capture"
	"cairn/shared/flow"
	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// knowing is a page that tells each element's column and its name in the code.
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

// onTable returns a run on a page whose rows hold elements, each as role:name:column:hint, or heads
// of columns.
func onTable(page string) *run {
	o, outline, points := &types.Observation{}, &types.Outline{}, knowing{at: map[string]*types.Target{}}
	for row, line := range strings.Split(page, ";") {
		var cells []string
		for _, e := range strings.Split(line, ",") {
			part := append(strings.Split(e, ":"), "", "", "")
			if part[0] == "head" { // which is no control
				outline.Items = append(outline.Items, types.OutlineItem{Text: part[1], Kind: types.TextHeader, Row: row + 1})
				continue
			}
			n := types.A11yNode{Ref: fmt.Sprint("e", len(o.A11y.Nodes)+1), Role: part[0], Name: part[1]}
			cells = append(cells, n.Name)
			points.at[n.Ref] = &types.Target{Role: n.Role, Name: n.Name, Column: part[2], Hint: part[3], RowRole: "row", Row: strings.Join(cells, capture.RowJoin)}
			o.A11y.Nodes = append(o.A11y.Nodes, n)
			outline.Items = append(outline.Items, types.OutlineItem{Ref: n.Ref, Row: row + 1})
		}
	}
	return &run{driver: points, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: outline}}
}

// easel is the nth of so many elements in the row of Easel, recorded in that of Anvil.
func easel(role, name, column, hint string, nth, of int) types.FlowTarget {
	t := types.FlowTarget{Role: role, Name: name, Hint: hint, RowRole: "row", Row: "Easel", Rows: []string{"Anvil · 80"}, Nth: nth, Of: of}
	if column != "" {
		t.Near = []string{`columnheader "` + column + `"`}
	}
	return t
}

// TestElementsWithoutANameOfTheirOwn looks for elements by the head of their column and by their hint.
func TestElementsWithoutANameOfTheirOwn(t *testing.T) {
	report := easel("link", "Report 3", "Report", "", 0, 0)
	twin := report
	twin.Twins = 1
	clear := types.FlowTarget{Role: "generic", Hint: "clear", Near: []string{`textbox "Owner"`, `button "Save"`}}
	clearName := types.FlowTarget{Role: "generic", Hint: "clear", Near: []string{`textbox "Name"`, `button "Save"`, `textbox "Owner"`}}
	second, trash := easel("button", "", "", "trash", 2, 2), easel("button", "", "Do", "trash", 0, 0)
	paged := trash
	pick := types.FlowTarget{Role: "checkbox", Name: "Select Mia", RowRole: "row", Row: "Easel", Rows: []string{"Mia · Anvil · "}}
	paged.Rows = []string{"Anvil · 80", "Easel · 33 · oak"}
	short := trash
	short.Rows = []string{"Easel · 33"}
	approve := easel("link", "Approve", "Next", "", 0, 0)
	const (
		reports = "cell:Anvil,link:Report 1:Report;cell:Brush,link:Report 2:Report;cell:Easel,link:More:More,link:Report 9:Report"
		values  = "cell:Anvil,button:free:State;cell:Easel,button:held:State,button::Do"
		alike   = "cell:Anvil,button::Do:row-btn,button::Do:row-btn;"
	)
	for name, x := range map[string]struct {
		target     types.FlowTarget
		page, want string
	}{
		"a link that is named by its row's data":       {report, strings.ReplaceAll(reports, ":More:More", ":More:Tools"), "e7"},
		"the same had an equal":                        {twin, reports, "missing"},
		"the same in too few rows":                     {report, "cell:Anvil,link:Report 1:Report;cell:Easel,link:Report 9:Report", "missing"},
		"a link that does something else":              {report, "cell:Anvil,link:Agree:Report;cell:Brush,link:Agree:Report;cell:Easel,link:Hold:Report", "missing"},
		"a link in another column":                     {easel("link", "Report 3", "Invoice", "", 0, 0), reports, "missing"},
		"other actions in each row":                    {approve, "cell:Anvil,link:Submit:Next;cell:Brush,link:Approve:Next;cell:Easel,link:Pay:Next", "missing"},
		"other actions, and the recorded one nowhere":  {approve, "cell:Anvil,link:Submit:Next;cell:Brush,link:Close:Next;cell:Easel,link:Pass:Next", "missing"},
		"a risk in the place of a value":               {easel("button", "held", "State", "", 0, 0), "cell:Anvil,button:free:State;cell:Brush,button:lent:State;cell:Easel,button:Delete:State", "missing"},
		"a value in its column":                        {easel("button", "", "State", "", 0, 0), values, "e4"},
		"a value in a column that is gone":             {easel("button", "", "Place", "", 0, 0), values, "changed"},
		"another row of the name, and more pages":      {paged, "cell:Easel,cell:70,cell:elm,button::Do:trash;button:Next page", "ambiguous"},
		"the row itself, and more pages":               {paged, "cell:Easel,cell:33,cell:oak,button::Do:trash;button:Next page", "e4"},
		"a row that no session chose, and more pages":  {trash, "cell:Easel,cell:70,cell:elm,button::Do:trash;button:Next page", "e4"},
		"a row that says one other thing":              {short, "cell:Easel,cell:70,button::Do:trash;button:Next page", "ambiguous"},
		"links of another column in too few rows":      {report, "cell:Anvil,link:Report 1:Report,link:Doc 1:Doc;cell:Easel,link:Report 9:Report,link:Doc 2:Doc", "missing"},
		"a state that two rows have":                   {easel("link", "grey", "State", "", 0, 0), "cell:Anvil,link:blue:State;cell:Brush,link:blue:State;cell:Easel,link:red:State", "missing"},
		"an icon alike where another row has the same": {easel("button", "", "Do", "trash", 0, 0), "cell:Anvil,button::Do:trash;cell:Easel,button::Do:delete", "changed"},
		"one of two icons":                             {trash, "cell:Easel,button::Do:edit,button::Do:trash", "e3"},
		"the icons of a row in another state":          {second, "cell:Easel,button::Do:edit,button::Do:restore", "changed"},
		"an icon that went to another place":           {second, "cell:Easel,button::Do:trash,button::Do:edit", "e2"},
		"an icon whose id has a word of the row":       {easel("button", "", "Do", "Anvil trash", 0, 0), "cell:Easel,button::Do:Easel trash", "e2"},
		"icons that share a word, swapped":             {second, "cell:Easel,button::Do:trash,button::Do:trash edit", "e2"},
		"two icons with the same hint":                 {trash, "cell:Easel,button::Do:trash,button::Do:trash", "ambiguous"},
		"one left of two with the same hint":           {easel("button", "", "", "row-btn", 2, 2), alike + "cell:Easel,button::Do:row-btn", "missing"},
		"one left of two in one column":                {easel("button", "", "Do", "", 2, 2), alike + "cell:Easel,button::Do", "missing"},
		"one left of two, as other rows tell":          {easel("button", "", "Do", "trash", 2, 2), "cell:Anvil,button::Do:pen,button::Do:trash;cell:Easel,button::Do:trash", "e5"},
		"one left of two, and no row tells":            {easel("button", "", "Do", "trash", 2, 2), "cell:Easel,button::Do:trash", "missing"},
		"equals with a name whose columns moved":       {easel("button", "Edit", "Live", "", 2, 2), "cell:Anvil,button:Edit:Live,button:Edit:Draft;cell:Easel,button:Edit:Live,button:Edit:Draft", "e5"},
		"equal hints whose columns moved":              {easel("button", "", "Live", "row-btn", 2, 2), "cell:Easel,button::Live:row-btn,button::Draft:row-btn", "e2"},
		"a name that stands in another column":         {easel("button", "Edit", "Live", "", 0, 0), "head:Live,head:Draft;cell:Easel,button:Edit:Draft", "changed"},
		"a name in a column that is called otherwise":  {easel("button", "Edit", "Do", "", 0, 0), "columnheader:Tool,columnheader:Actions;cell:Easel,button:Edit:Actions", "e4"},
		"an icon in such a column":                     {trash, "columnheader:Tool,columnheader:Actions;cell:Easel,button::Actions:trash", "e4"},
		"a value whose column moved":                   {easel("button", "", "State", "", 1, 2), "columnheader:Name,columnheader:State;cell:Easel,button,button::State", "e5"},
		"icons of other classes, swapped":              {easel("button", "", "Do", "trash icon-btn", 2, 2), "cell:Easel,button::Do:bin icon-btn,button::Do:pen icon-btn", "changed"},
		"icons of other classes, one means the same":   {easel("button", "", "Do", "trash row-btn", 2, 2), "cell:Easel,button::Do:pen btn-sm,button::Do:delete btn-sm", "e3"},
		"icons that look otherwise":                    {easel("button", "", "Do", "trash row-btn", 2, 2), "cell:Easel,button::Do:pen btn-sm,button::Do:trash btn-sm", "e3"},
		"icons without their words":                    {easel("button", "", "Do", "trash", 2, 2), "cell:Easel,button::Do,button::Do", "changed"},
		"the one icon of a row in another state":       {easel("button", "", "Do", "trash row-btn", 0, 0), "cell:Easel,button::Do:undo row-btn", "changed"},
		"tooltips with a word in common":               {easel("button", "", "Do", "Delete item", 2, 2), "cell:Easel,button::Do:Delete all,button::Do:Edit item", "changed"},
		"tooltips with a verb in common":               {easel("button", "", "Do", "Move to trash", 0, 0), "cell:Easel,button::Do:Move to archive", "changed"},
		"a button with a name in the place of an icon": {trash, "cell:Easel,button:Archive:Do", "changed"},
		"the name of a row that is late":               {types.FlowTarget{Role: "button", Row: "Easel", RowRole: "row"}, "link:Easel;link:Anvil", "missing"},
		"an icon that was given a name":                {trash, "cell:Easel,button:Delete:Do", "e2"},
		"a risk in the place of an icon":               {easel("button", "", "Do", "", 0, 0), "cell:Easel,button:Delete:Do", "changed"},
		"an icon as no other row has it":               {easel("button", "", "Do", "trash", 0, 0), "cell:Anvil,button::Do:trash;cell:Easel,button::Do:bin", "changed"},
		"an icon where another has no hint either":     {easel("button", "", "Do", "", 2, 2), "cell:Easel,button::Do,button::Do:pen", "changed"},
		"an icon in a field, outside of a row":         {clear, "generic:::find;textbox:Owner,generic:::clear;button:Save", "e3"},
		"an icon that was in a field that is hidden":   {clear, "textbox:Name,generic:::clear;link:Back;link:Next;link:Up;link:Down;link:Out;link:Off;button:Save", "changed"},
		"the same icon in the field beside":            {clearName, "textbox:Owner,generic:::clear;textbox:Name;button:Save", "changed"},
		"a box that is named after another cell":       {pick, "cell:Mia,cell:Anvil,checkbox:Select Mia;cell:Bea,cell:Easel,checkbox:Select Bea", "e6"},
		"a box that is named after a third one":        {pick, "cell:Bea,cell:Easel,checkbox:Select Joe", "missing"},
		"a box that does something else":               {pick, "cell:Bea,cell:Easel,checkbox:Mute Bea", "missing"},
		"two boxes that are named after it":            {pick, "cell:Bea,cell:Easel,checkbox:Select Bea,checkbox:Select Bea", "missing"},
		"the same icon in its own field":               {clearName, "textbox:Owner;textbox:Name,generic:::clear;button:Save", "e3"},
	} {
		t.Run(name, func(t *testing.T) {
			found, doubt := onTable(x.page).findOne(t.Context(), &x.target, false)
			expectFound(t, found, doubt, x.want)
		})
	}
}

// TestARowIsKnownByACompleteCell looks for the trash of rows whose texts hold each other. Sessions chose
// them by a complete cell.
func TestARowIsKnownByACompleteCell(t *testing.T) {
	for name, x := range map[string]struct {
		row, page, want string
		of              int
	}{
		"the beginning of another name":       {"Ann", "cell:Ann Lee,button:::trash;cell:Ann,button:::trash", "e4", 0},
		"the same with two icons each":        {"Ann", "cell:Ann Lee,button:::pen,button:::trash;cell:Ann,button:::pen,button:::trash", "e6", 2},
		"the other name alone":                {"Ann", "cell:Ann Lee,button:::trash;cell:Bob,button:::trash", "missing", 0},
		"the other name alone, by its hint":   {"Ann", "cell:Ann Lee,button:::trash;cell:Bob,button:::pen,button:::trash", "missing", 2},
		"a part of a word":                    {"Ann", "cell:Anna,button:::trash;cell:Joanna,button:::trash", "missing", 0},
		"another cell, once its row is gone":  {"Ann", "cell:Bob,cell:Ann,button:::trash;cell:Cy,cell:Bob,button:::trash", "missing", 0},
		"another cell, its place not known":   {"Ann", "cell:Bob,cell:Ann,button:::trash;cell:Cy,cell:Bob,button:::trash", "e3", 0},
		"a button in its place":               {"Ann", "button:Open,cell:Ann,button:::trash", "e3", 0},
		"a longer cell, its place not known":  {"Ann", "cell:Ann Lee,button:::trash;cell:Bob,button:::trash", "missing", 0},
		"the columns are in another order":    {"Ann", "cell:80,cell:Ann,button:::trash;cell:90,cell:Bob,button:::trash", "e3", 0},
		"a word of another cell":              {"Ann", "cell:Bob,cell:owner Ann,button:::trash;cell:Ann,cell:owner Bob,button:::trash", "e6", 0},
		"cells of two rows":                   {"Ann", "cell:Bob,cell:Ann,button:::trash;cell:Ann,cell:Bob,button:::trash", "ambiguous", 0},
		"a part of a word from right to left": {"דן", "cell:דנה,button:::trash;cell:דן,button:::trash", "e4", 0},
		"an empty cell":                       {"Ann", "cell:,button:::trash;cell:Ann,cell:,button:::trash", "e5", 0},
	} {
		t.Run(name, func(t *testing.T) {
			target := easel("button", "", "", "trash", x.of, x.of)
			target.Row, target.Cell = x.row, 1
			if strings.HasSuffix(name, "not known") {
				target.Cell = flow.CellSomewhere
			}
			found, doubt := onTable(x.page).findOne(t.Context(), &target, false)
			expectFound(t, found, doubt, x.want)
		})
	}
}

// TestNamesThatSayTheirCell compares a button of a row with one of the recorded row of Red tandem.
func TestNamesThatSayTheirCell(t *testing.T) {
	const had = "Red tandem · Nobody ▾ · 45"
	for name, x := range map[string]struct {
		was, rows, is, row string
		want               bool
	}{
		"another value":               {`Expand "Nobody"`, had, `Expand "Rosa"`, "Green racer · Rosa ▾ · 0", true},
		"a value of several words":    {`Expand "Nobody"`, had, `Expand "Rosa Lind"`, "Green racer · Rosa Lind ▾ · 0", true},
		"another action":              {`Expand "Nobody"`, had, `Dismiss "Rosa"`, "Green racer · Rosa ▾ · 0", false},
		"a value of another column":   {`Expand "Nobody"`, had, `Expand "Rosa"`, "Rosa · Nobody ▾ · 0", false},
		"a value that no cell has":    {`Expand "Nobody"`, had, `Expand "Rosa"`, "Green racer · Sven ▾ · 0", false},
		"the cell is the button":      {"Nobody now", "Red tandem · Nobody now · 45", "Nobody later", "Green racer · Nobody later · 0", false},
		"no words around the value":   {"Nobody", had, "Rosa", "Green racer · Rosa ▾ · 0", false},
		"an action in the cell":       {"Approve order", "Red tandem · Approve · 45", "Reject order", "Green racer · Reject · 0", false},
		"the only button of its name": {"", had, "Expand", "Green racer · Rosa ▾ · 0", false},
	} {
		if got := saysCell(&types.FlowTarget{Name: x.was, Rows: []string{x.rows}}, &types.Target{Name: x.is, Row: x.row}); got != x.want {
			t.Errorf("%s: got %t, want %t", name, got, x.want)
		}
	}
}
