package flow

import (
	"slices"
	"testing"

	"cairn/shared/types"
)

// TestTheOnlyCellOfARowIsKnownByThat records the only listed cell of a row, whose text is data.
func TestTheOnlyCellOfARowIsKnownByThat(t *testing.T) {
	tape := record(1, "Set the price of Easel to 14").on("/stock", `gridcell "33"`, `textbox "Price"`).click(`gridcell "33"`, row("Easel · 33 · yes")).write(`textbox "Price"`, "14")
	f := Distil(site, []Run{{tape.session, tape.steps}}, func(o string) string { return o })[0]
	if got := f.Steps[0].Targets[0]; got.Name != "" || got.Row != "{row}" || got.Nth != 1 || got.Of != 1 {
		t.Errorf("got %+v", got)
	}
}

// TestACellKeepsItsHeader records the second of three cells below some headers.
func TestACellKeepsItsHeader(t *testing.T) {
	second := func(s *types.Step) { s.Tool.Target.RowNth, s.Tool.Target.RowOf = 2, 3 }
	for _, x := range []struct {
		name  string
		heads []string
		want  []string
	}{
		{"a header for each", []string{`columnheader "Tool"`, `columnheader "Price"`, `columnheader "On"`}, []string{`columnheader "Price"`}},
		{"headers of two tables", []string{`columnheader "Tool"`, `columnheader "Price"`, `columnheader "On"`, `columnheader "Name"`}, nil},
		{"a header without a name", []string{`columnheader "Tool"`, `columnheader ""`, `columnheader "On"`}, nil},
		{"none", nil, nil},
	} {
		tape := record(1, "Set the price of Easel to 14").on("/stock", append(x.heads, `gridcell "33"`, `textbox "Price"`)...).
			click(`gridcell "33"`, row("Easel · 33 · yes"), second).write(`textbox "Price"`, "14")
		f := Distil(site, []Run{{tape.session, tape.steps}}, func(o string) string { return o })[0]
		if got := f.Steps[0].Targets[0]; !slices.Equal(got.Near, x.want) || got.Row != "{row}" || got.Nth != 2 {
			t.Errorf("%s: got %+v, want the header %v", x.name, got, x.want)
		}
	}
}
