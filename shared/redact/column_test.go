package redact

import (
	"slices"
	"testing"
)

// TestABareHeadIsReadByTheOthers has cells below "Code" in tables of doors and of goods, and below "Pass".
func TestABareHeadIsReadByTheOthers(t *testing.T) {
	for _, c := range []struct {
		heads []string
		cells []string
		want  []string
	}{
		{[]string{"Door", "Code"}, []string{"9931", "none"}, []string{"9931"}},
		{[]string{"Country", "Code"}, []string{"9931", "DEU"}, nil},
		{[]string{"Name", "Code"}, []string{"LMP-44", "9931"}, nil},
		{[]string{"User", "Pass"}, []string{"xerksuun", "Demo-259"}, []string{"Demo-259", "xerksuun"}},
		{[]string{"Dienst", "Passwort"}, []string{"Zitronenfalter", "pusteblume!", "abgelaufen", "••••", "12"}, []string{"Zitronenfalter", "pusteblume!"}},
		{[]string{"Line", "Pass"}, []string{"xerksuun", "north"}, nil},
	} {
		got := Column(c.heads, 1, c.cells)
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, c.want) {
			t.Errorf("Column(%q) of %q = %q, want %q", c.heads, c.cells, got, c.want)
		}
	}
}
