package runner

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// table is a page that lists no cells, and says of each text where it stands.
type table struct {
	Driver
	cells []types.Target
}

func (p table) Point(_ context.Context, in tool.TargetInput) (*types.Target, error) {
	var at *types.Target
	for i := range p.cells {
		c := &p.cells[i]
		if in.Text == "" || in.Within == nil || in.Within.Role != "row" || c.Name != in.Text || !strings.Contains(c.Row, in.Within.Name) {
			continue
		}
		if at != nil {
			return nil, types.Fault(types.CodeTargetAmbiguous, "several elements have that name", "")
		}
		at = c
	}
	if at == nil {
		return nil, types.Fault(types.CodeTargetNotFound, "no element", "")
	}
	return at, nil
}

// TestCellsThatThePageDoesNotList looks for the cell below Price in the row of Easel. Each row of a
// page holds a text for each column; one with a star is a button.
func TestCellsThatThePageDoesNotList(t *testing.T) {
	for name, x := range map[string]struct{ page, want string }{
		"a cell":                       {"Tool,Price,On;Anvil,80,no;Easel,33,yes", "e5"},
		"a column that moved":          {"Tool,On,Price;Anvil,no,80;Easel,yes,33", "e6"},
		"a column that is gone":        {"Tool,On;Anvil,no;Easel,yes", "missing"},
		"a cell without a text":        {"Tool,Price,On;Anvil,80,no;Easel,,yes", "missing"},
		"two cells with its text":      {"Tool,Price,On;Anvil,80,no;Easel,33,33", "missing"},
		"two rows with the text":       {"Tool,Price,On;Easel,80,no;Easel,33,yes", "missing"},
		"a row with a longer word":     {"Tool,Price,On;Easels,33,yes", "missing"},
		"a button in the place of it":  {"Tool,Price,On;Anvil,80,no;Easel,*33,yes", "missing"},
		"two columns of the same name": {"Tool,Price,Price;Easel,33,44", "missing"},
	} {
		t.Run(name, func(t *testing.T) {
			page, outline := table{}, &types.Outline{}
			lines := strings.Split(x.page, ";")
			heads := strings.Split(lines[0], ",")
			for row, line := range lines[1:] {
				for i, text := range strings.Split(line, ",") {
					role := "cell"
					if strings.HasPrefix(text, "*") {
						role, text = "button", text[1:]
					}
					page.cells = append(page.cells, types.Target{A11yRef: fmt.Sprint("e", len(page.cells)+1), Role: role, Name: text, Column: heads[i], RowRole: "row", Row: strings.ReplaceAll(strings.ReplaceAll(line, "*", ""), ",", " · ")})
					outline.Items = append(outline.Items, types.OutlineItem{Text: text, Row: row + 1})
				}
			}
			r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: &types.Observation{}, Outline: outline}}
			found, doubt := r.findOne(t.Context(), &types.FlowTarget{Role: "cell", RowRole: "row", Row: "Easel", Nth: 1, Of: 1, Near: []string{`columnheader "Price"`}}, false)
			expectFound(t, found, doubt, x.want)
		})
	}
}
