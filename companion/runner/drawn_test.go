package runner

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"cairn/shared/types"
	"cairn/shared/types/tool"
)

// pictures is a page that lists no pictures, and gives the name of each. Each row has a text and
// hints of its pictures, which stand in elements of their own where wrapped.
type pictures struct {
	Driver
	rows           [][]string
	wrapped, apart bool // apart: at no place that a selector tells
}

func (p pictures) Point(_ context.Context, in tool.TargetInput) (*types.Target, error) {
	if p.apart {
		return p.called(in)
	}
	pattern := "i:nth-of-type(%d)"
	if p.wrapped {
		pattern = ":nth-child(%d) > i:only-of-type"
	}
	var nth int
	if _, err := fmt.Sscanf(in.Selector, pattern, &nth); err != nil || in.Within == nil {
		return nil, types.Fault(types.CodeTargetNotFound, "no element", "")
	}
	var at *types.Target
	for i, row := range p.rows {
		switch {
		case !strings.Contains(row[0], in.Within.Text):
		case at != nil:
			return nil, types.Fault(types.CodeTargetAmbiguous, "several rows have that text", "")
		case nth < len(row):
			role, hint, is := strings.Cut(row[nth], ":")
			if !is {
				role, hint = "", role
			}
			at = &types.Target{A11yRef: fmt.Sprintf("r%di%d", i+1, nth), Tag: "i", Role: role, Hint: hint, Row: row[0], RowNth: nth, RowOf: len(row) - 1}
		}
	}
	if at == nil {
		return nil, types.Fault(types.CodeTargetNotFound, "no element", "")
	}
	return at, nil
}

// called answers by the class of a picture.
func (p pictures) called(in tool.TargetInput) (at *types.Target, err error) {
	for i, row := range p.rows {
		for nth, hint := range row[1:] {
			switch {
			case !strings.Contains(row[0], in.Within.Text) || in.Selector != fmt.Sprintf("i[class*=%q]", hint):
			case at != nil:
				return nil, types.Fault(types.CodeTargetAmbiguous, "several elements match", "")
			default:
				at = &types.Target{A11yRef: fmt.Sprintf("r%di%d", i+1, nth+1), Tag: "i", Hint: hint, Row: row[0], RowNth: nth + 1, RowOf: len(row) - 1}
			}
		}
	}
	if at == nil {
		return nil, types.Fault(types.CodeTargetNotFound, "no element", "")
	}
	return at, nil
}

// TestPicturesThatThePageDoesNotList looks for the trash in the row of Easel, which was the second of two pictures.
func TestPicturesThatThePageDoesNotList(t *testing.T) {
	target := types.FlowTarget{Tag: "i", Hint: "trash", Row: "Easel", Rows: []string{"Anvil, 80"}, Nth: 2, Of: 2}
	for name, x := range map[string]struct{ page, want string }{
		"the only one of that hint":      {"Anvil, 80|pen|trash;Easel, 33|pen|trash", "r2i2"},
		"each in an element of its own":  {"+Anvil, 80|pen|trash;Easel, 33|pen|trash", "r2i2"},
		"each beside other things":       {"*Anvil, 80|pen|trash;Easel, 33|pen|trash", "r2i2"},
		"two beside other things":        {"*Easel, 33|trash|trash", "missing"},
		"more beside other things":       {"*Easel, 33|pen|trash|star", "missing"},
		"one that went to another place": {"Easel, 33|trash|pen", "r1i1"},
		"two of that hint":               {"Easel, 33|trash|trash", "missing"},
		"none of that hint":              {"Easel, 33|pen|undo", "missing"},
		"a row with more of them":        {"Easel, 33|pen|trash|star", "missing"},
		"a row with fewer":               {"Easel, 33|trash", "missing"},
		"one that became a button":       {"Easel, 33|pen|button:trash", "missing"},
		"no such row":                    {"Anvil, 80|pen|trash", "missing"},
		"two rows with the text":         {"Easel, 33|pen|trash;Easel, 34|pen|trash", "missing"},
		"a row with a longer word":       {"Easels, 33|pen|trash", "missing"},
	} {
		t.Run(name, func(t *testing.T) {
			lines, wrapped := strings.CutPrefix(x.page, "+")
			lines, apart := strings.CutPrefix(lines, "*")
			page := pictures{wrapped: wrapped, apart: apart}
			for _, line := range strings.Split(lines, ";") {
				page.rows = append(page.rows, strings.Split(line, "|"))
			}
			r := &run{driver: page, flow: &types.Flow{}, sight: &tool.Sight{Page: &types.Observation{}, Outline: &types.Outline{}}}
			found, doubt := r.findOne(t.Context(), &target, false)
			expectFound(t, found, doubt, x.want)
			button := target
			button.Role = "button"
			other, doubt := r.findOne(t.Context(), &button, false)
			expectFound(t, other, doubt, "missing") // a picture is no button
			if found != nil && (found.proof.Row != "Easel" || found.proof.Target.Hint != "trash") {
				t.Errorf("it is proved by %+v", found.proof)
			}
		})
	}
}

// TestAPictureOfAnotherPage looks for the trash of Easel on the first of several pages of a list.
func TestAPictureOfAnotherPage(t *testing.T) {
	for row, want := range map[string]string{
		"Easel of oak, 33 pieces, shelf 4": "r1i1",
		"Easel of oak, 34 pieces, shelf 4": "r1i1",
		"Easel of elm, 70 pieces, shelf 9": "missing",
	} {
		target := types.FlowTarget{Tag: "i", Hint: "trash", Row: "Easel", Rows: []string{"Easel of oak, 33 pieces, shelf 4"}, Nth: 1, Of: 1}
		o := &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{{Ref: "e2", Role: "button", Name: "Next page"}}}}
		r := &run{driver: pictures{rows: [][]string{{row, "trash"}}}, flow: &types.Flow{}, sight: &tool.Sight{Page: o, Outline: &types.Outline{}}}
		found, doubt := r.findOne(t.Context(), &target, false)
		expectFound(t, found, doubt, want)
	}
}
