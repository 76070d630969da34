package redact

import (
	"slices"
	"testing"
)

// TestABareCodeIsThatOfTheFirstColumn has cells below "Code" in tables of doors and of goods.
func TestABareCodeIsThatOfTheFirstColumn(t *testing.T) {
	for _, c := range []struct {
		heads []string
		cells []string
		want  []string
	}{
		{[]string{"Door", "Code"}, []string{"9931", "none"}, []string{"9931"}},
		{[]string{"Country", "Code"}, []string{"9931", "DEU"}, nil},
		{[]string{"Name", "Code"}, []string{"LMP-44", "9931"}, nil},
	} {
		if got := Column(c.heads, 1, c.cells); !slices.Equal(got, c.want) {
			t.Errorf("Column(%q) of %q = %q, want %q", c.heads, c.cells, got, c.want)
		}
	}
}
