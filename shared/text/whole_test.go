package text

import "testing"

func TestHoldsWhole(t *testing.T) {
	for _, tc := range []struct {
		s, value string
		holds    bool
	}{
		{"ann@x.com · Member", "ann@x.com", true},
		{"ANN@x.com", "ann@X.com", true},
		{"joann@x.com", "ann@x.com", false},
		{"mary-ann@x.com", "ann@x.com", false},
		{"ann@x.com.au", "ann@x.com", false},
		{"Mail ann@x.com.", "ann@x.com", true},
		{"Invoice 17", "Invoice 17", true},
		{"Invoice 175", "Invoice 17", false},
		{"Invoice 17.5", "Invoice 17", false},
		{"Invoice #17", "17", true},
		{"INV-17", "17", false},
		{"Ann-Marie, Ann", "Ann", true},
		{"Ann-Marie", "Ann", false},
		{"Ann   Lee", "ann lee", true},
		{"Annals, Ann", "Ann", true},
		{"東京都の天気", "東京", true},
		{"anything", "", false},
		{"anything", "  ", false},
		{"", "x", false},
	} {
		if got := HoldsWhole(tc.s, tc.value); got != tc.holds {
			t.Errorf("HoldsWhole(%q, %q) is %t", tc.s, tc.value, got)
		}
	}
}

func FuzzHoldsWhole(f *testing.F) {
	f.Add("Ann Lee · 17", "ann")
	f.Add("\xffa", "a")
	f.Fuzz(func(t *testing.T, s, value string) {
		if HoldsWhole(s, value) && !HoldsWhole(value+" "+s, value) {
			t.Errorf("%q holds %q, and with it ahead it does not", s, value)
		}
	})
}
