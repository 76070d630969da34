package runner

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// table is a page that lists no cells, and says of each where it stands: columns below heads.
type table struct {
	Driver
	heads []string
	rows  [][]string
}

func (p table) Point(_ context.Context, in tool.TargetInput) (*types.Target, error) {
	if in.A11yRef == "e1" {
		return &types.Target{A11yRef: "e1", Role: "cell", Name: "Easel", Column: p.heads[0]}, nil
	}
	var nth int
	if _, err := fmt.Sscanf(in.Selector, "td:nth-child(%d)", &nth); err != nil || in.Within == nil || in.Within.Role != "row" {
		return nil, types.Fault(types.CodeTargetNotFound, "no element", "")
	}
	var at *types.Target
	for i, row := range p.rows {
		switch text := strings.Join(row, " · "); {
		case !strings.Contains(text, in.Within.Name):
		case at != nil:
			return nil, types.Fault(types.CodeTargetAmbiguous, "several elements have that name", "")
		case nth <= len(row) && row[nth-1] != "th":
			at = &types.Target{A11yRef: fmt.Sprintf("r%dc%d", i+1, nth), Role: "cell", Column: p.heads[nth-1], RowRole: "row", Row: text}
		}
	}
	if at == nil {
		return nil, types.Fault(types.CodeTargetNotFound, "no element", "")
	}
	return at, nil
}

// TestCellsThatThePageDoesNotList looks for the cell below Price in the row of Easel. The first line
// of a page has its heads. A cell with a plus is listed, in the first column.
func TestCellsThatThePageDoesNotList(t *testing.T) {
	for name, x := range map[string]struct{ page, want string }{
		"a cell":                          {"Tool,Price,On;Anvil,80,no;Easel,33,yes", "r2c2"},
		"a cell without a text":           {"Tool,Price,On;Anvil,80,no;Easel,,yes", "r2c2"},
		"a cell with another's text":      {"Tool,Price,On;Easel,33,33", "r1c2"},
		"a row that has a heading":        {"No,Tool,Price;th,Easel,33", "r1c3"},
		"a heading that is not the first": {"Pick,Tool,No,Price;yes,th,Easel,33", "r1c4"},
		"a row whose name is listed":      {"Tool,Price,On;Anvil,80,no;+Easel,33,yes", "r2c2"},
		"only the cell itself listed":     {"Price,On;+Easel,yes", "e1"},
		"a column that moved":             {"Tool,On,Price;Anvil,no,80;Easel,yes,33", "r2c3"},
		"a column that is gone":           {"Tool,On;Anvil,no;Easel,yes", "missing"},
		"two columns of the same name":    {"Tool,Price,Price;Easel,33,44", "missing"},
		"two rows with the text":          {"Tool,Price,On;Easel,80,no;Easel,33,yes", "missing"},
		"a row with a longer word":        {"Tool,Price,On;Easels,33,yes", "missing"},
	} {
		t.Run(name, func(t *testing.T) {
			lines := strings.Split(x.page, ";")
			page, o, outline := table{heads: strings.Split(lines[0], ",")}, &types.Observation{}, &types.Outline{}
			for _, line := range lines[1:] {
				if rest, listed := strings.CutPrefix(line, "+"); listed {
					line = rest
					o.A11y.Nodes = append(o.A11y.Nodes, types.A11yNode{Ref: "e1", Role: "cell", Name: "Easel"})
					outline.Items = append(outline.Items, types.OutlineItem{Ref: "e1", Row: 1})
				}
				page.rows = append(page.rows, strings.Split(line, ","))
			}
			r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: outline}}
			target := types.FlowTarget{Role: "cell", Tag: "td", RowRole: "row", Row: "Easel", Nth: 1, Of: 1, Near: []string{`columnheader "Price"`}}
			found, doubt := r.findOne(t.Context(), &target, false)
			expectFound(t, found, doubt, x.want)
			target.Name = "33" // by which it would be listed
			found, doubt = r.findOne(t.Context(), &target, false)
			expectFound(t, found, doubt, "missing")
		})
	}
}

// TestACellOfAnotherPage looks for the price of Easel on the first of several pages of a list.
func TestACellOfAnotherPage(t *testing.T) {
	for _, x := range []struct{ was, row, want string }{
		{"Easel · 33 · oak · yes", "Easel,34,oak,yes", "r1c2"},
		{"Easel · 33 · oak · yes", "Easel,70,elm,no", "missing"},
		{"Easel ↦ · 33 ↦ · oak ↦ · yes ↦ · ↵", "Easel,34,oak,yes", "r1c2"}, // with marks that are not shown
		{"Easel ↦ · 33 ↦ · oak ↦ · yes ↦ · ↵", "Easel,70,elm,no", "missing"},
	} {
		target := types.FlowTarget{Role: "cell", Tag: "td", Row: "Easel", RowRole: "row", Rows: []string{x.was}, Near: []string{`columnheader "Price"`}}
		page := table{heads: []string{"Tool", "Price", "Wood", "On"}, rows: [][]string{strings.Split(x.row, ",")}}
		o := &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e2", Role: "button", Name: "Next page"}}}}
		r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: &types.Outline{}}}
		found, doubt := r.findOne(t.Context(), &target, false)
		expectFound(t, found, doubt, x.want)
	}
}

// TestTheOwnerIsNoName finds the row of Ann by the cell that held the name, and takes no row of which
// she is the owner. A cell may end with a symbol.
func TestTheOwnerIsNoName(t *testing.T) {
	for row, want := range map[string]string{
		"Ann · Ben · Leave":   "",
		"Ann ☆ · Ben · Leave": "",
		"Cid · Ann · Leave":   `no row has "Ann" where it stood, but one has it beside "Cid"`,
		"Ann Lee · Ben":       `no row has "Ann", but one has "Ann Lee"`,
	} {
		page := knowing{at: map[string]*types.Target{"e1": {RowRole: "row", Row: row}}}
		o := &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e1", Role: "button", Name: "Leave"}}}}
		r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: &types.Outline{}}}
		target := &types.FlowTarget{Role: "button", Name: "Leave", RowRole: "row", Row: "Ann", Cell: 1}
		if got := r.otherRow(t.Context(), target, &scene{nodes: o.A11y.Nodes}, &found{node: o.A11y.Nodes[0]}); got != want {
			t.Errorf("%s: %q, want %q", row, got, want)
		}
	}
}

// TestAWholeCellTellsRowsApart has rows whose own names hold the text, of which one has it as a cell.
func TestAWholeCellTellsRowsApart(t *testing.T) {
	for rows, want := range map[string]string{
		"Dune · Herbert; Dune Messiah · Herbert": "r1",
		"Dune Messiah · Herbert":                 "missing",
		"Dune · Herbert; Dune · Lynch":           "ambiguous",
		"Dune I · Herbert; Dune II · Herbert":    "ambiguous",
	} {
		page, o, outline := knowing{at: map[string]*types.Target{}}, &types.Observation{}, &types.Outline{}
		for i, row := range strings.Split(rows, "; ") {
			n := types.A11yNode{Ref: fmt.Sprint("r", i+1), Role: "row", Name: "Copy " + strings.ReplaceAll(row, " · ", " ")}
			o.A11y.Nodes = append(o.A11y.Nodes, n)
			outline.Items = append(outline.Items, types.OutlineItem{Ref: n.Ref, Row: i + 1})
			page.at[n.Ref] = &types.Target{A11yRef: n.Ref, Role: n.Role, Name: n.Name, RowRole: "row", Row: row}
		}
		r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: outline}}
		found, doubt := r.findOne(t.Context(), &types.FlowTarget{Role: "row", Tag: "tr", Row: "Dune", Cell: 1}, false)
		expectFound(t, found, doubt, want)
	}
}

// TestTheRowOfAnotherPageIsNotTaken looks for the box of Tuff on the first of several pages, where the only row of that name is another
// one, and where it is the row itself.
func TestTheRowOfAnotherPageIsNotTaken(t *testing.T) {
	for row, want := range map[string]string{"Tuff · Series · paused": "e1", "Tuff · Films · runs": "missing"} {
		box := types.A11yNode{Ref: "e1", Role: "generic"}
		page := knowing{at: map[string]*types.Target{"e1": {A11yRef: "e1", Role: box.Role, RowRole: "row", Row: row}}}
		outline := &types.Outline{Items: []types.OutlineItem{{Ref: "e1", Row: 1}}}
		for _, cell := range strings.Split(row, " · ") {
			outline.Items = append(outline.Items, types.OutlineItem{Text: cell, Row: 1})
		}
		o := &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{box, {Ref: "e2", Role: "button", Name: "Next page"}}}}
		r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: outline}}
		target := types.FlowTarget{Role: "generic", RowRole: "row", Row: "Tuff", Cell: 1, Rows: []string{"Tuff · Series · paused"}}
		found, doubt := r.findOne(t.Context(), &target, false)
		expectFound(t, found, doubt, want)
	}
}
