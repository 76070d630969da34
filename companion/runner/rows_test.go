package runner

import (
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
)

// TestEqualsOfOneRowAreKnownByTheirPlace looks for an element in the row of Easel. Each row of a
// page holds its elements, as role and name.
func TestEqualsOfOneRowAreKnownByTheirPlace(t *testing.T) {
	easel := func(role, rowRole string, nth, of int) types.FlowTarget {
		return types.FlowTarget{Role: role, Row: "Easel", RowRole: rowRole, Nth: nth, Of: of}
	}
	price := easel("gridcell", "row", 2, 3)
	price.Near = []string{`columnheader "Price"`}
	paged := easel("button", "row", 1, 1)
	paged.Rows = []string{"Anvil · 80 · no", "Easel · 33 · yes"}
	star := easel("button", "row", 0, 0)
	star.Name, star.Rows = "Star", []string{"Easel · 33 · Star Edit"}
	const icons = "cell Anvil,button ,button ;cell Easel,button ,button "
	for name, x := range map[string]struct {
		target types.FlowTarget
		page   string
		want   string
	}{
		"the second of two icons":                   {easel("button", "row", 2, 2), icons, "e6"},
		"one more icon in the row":                  {easel("button", "row", 2, 2), icons + ",button ", "ambiguous"},
		"an icon beside which one is late":          {easel("button", "row", 1, 2), "cell Anvil,button ,button ;cell Easel,button ", "missing"},
		"cells of which one is late":                {easel("gridcell", "row", 2, 3), "gridcell Easel,gridcell 33", "missing"},
		"icons whose place was not recorded":        {easel("button", "row", 0, 0), icons, "ambiguous"},
		"equals of two rows with the text":          {easel("button", "row", 2, 2), "cell Easel,button ;cell Easel,button ", "ambiguous"},
		"a column, whatever is in it":               {easel("gridcell", "row", 3, 3), "gridcell Anvil,gridcell 80,gridcell ;gridcell Easel,gridcell 33,gridcell yes", "e6"},
		"the column of a header":                    {price, "columnheader Tool,columnheader Price,columnheader On;gridcell Easel,gridcell 33,gridcell yes", "e5"},
		"a header whose column moved":               {price, "columnheader Tool,columnheader On,columnheader Price;gridcell Easel,gridcell yes,gridcell 33", "e6"},
		"a header that is gone":                     {price, "columnheader Tool,columnheader On,columnheader Cost;gridcell Easel,gridcell yes,gridcell 33", "changed"},
		"headers of more columns":                   {price, "columnheader Tool,columnheader Price,columnheader On,columnheader By;gridcell Easel,gridcell 33,gridcell yes", "changed"},
		"the icon beside a button of its name":      {easel("button", "row", 0, 0), "button Anvil,button ;button Easel,button ", "e4"},
		"the same in a card":                        {easel("button", "", 1, 1), "button Anvil,button ;button Easel,button ", "e4"},
		"a field beside another with the word":      {easel("textbox", "", 1, 1), "textbox Filter by easel;text Easel,textbox ", "e3"},
		"another row of the name, and more pages":   {paged, "cell Easel,cell 70,cell no,button ;button Next page", "ambiguous"},
		"another row of the name, and no more":      {paged, "cell Easel,cell 70,cell no,button ;button Next", "e4"},
		"the row in another state, and more pages":  {paged, "cell Easel,cell 33,cell no,button ;button Next page", "e4"},
		"a button in capitals in its row alone":     {star, "cell Easel,button STAR,button Edit;cell Anvil,button Star,button Edit", "e2"},
		"a button beside one in capitals":           {star, "cell Easel,button STAR,button Star;cell Anvil,button Star,button Edit", "e3"},
		"two in capitals, and none as it was":       {star, "cell Easel,button STAR,button star;cell Anvil,button Star,button Edit", "ambiguous"},
		"one in capitals in another row":            {star, "cell Easel,button Edit;cell Anvil,button STAR,button Edit", "missing"},
		"a button that is called otherwise":         {star, "cell Easel,button Mark,button Edit;cell Anvil,button Mark,button Edit", "e2"},
		"a new button beside one without its name":  {star, "cell Easel,button Mark,button Flag", "missing"},
		"a button that was there, and its own gone": {star, "cell Easel,button Edit", "missing"},
		"a button of another meaning":               {star, "cell Easel,button Burn,button Edit", "missing"},
		"the element of the name itself":            {easel("button", "", 0, 0), "button Anvil,button ;button Easel,button ", "e3"},
	} {
		t.Run(name, func(t *testing.T) {
			o, outline := &types.Observation{}, &types.Outline{}
			for row, line := range strings.Split(x.page, ";") {
				for _, e := range strings.Split(line, ",") {
					role, name, _ := strings.Cut(e, " ")
					n := types.A11yNode{Ref: fmt.Sprint("e", len(o.A11y.Nodes)+1), Role: role, Name: name}
					o.A11y.Nodes = append(o.A11y.Nodes, n)
					outline.Items = append(outline.Items, types.OutlineItem{Ref: n.Ref, Row: row + 1})
				}
			}
			found, doubt := prove(&x.target, true, sceneOf(o, outline, ""))
			expectFound(t, found, doubt, x.want)
		})
	}
}

// A text of a row stands as it is on a page that lists a control without a ref.
func TestRowsBesideAControlWithoutARef(t *testing.T) {
	nodes := []types.A11yNode{{Ref: "e2", Role: "checkbox"}, {Role: "button", Name: "First page", Disabled: true}}
	outline := &types.Outline{Items: []types.OutlineItem{{Text: "Ben Rook", Row: 1}, {Ref: "e2", Row: 1}, {Text: "First page"}}}
	found, doubt := prove(&types.FlowTarget{Role: "checkbox", Row: "Ben Rook", RowRole: "row"}, true, sceneOf(&types.Observation{A11y: types.A11y{Nodes: nodes}}, outline, ""))
	if found == nil || found.node.Ref != "e2" {
		t.Errorf("the box in the row is %+v, %+v", found, doubt)
	}
}

// expectFound compares an element that was found, or the reason for none, with a ref or a reason.
func expectFound(t *testing.T, f *found, d *doubt, want string) {
	t.Helper()
	got := ""
	if f == nil {
		got = string(d.reason)
	} else {
		got = f.node.Ref
	}
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
