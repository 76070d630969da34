package text

import (
	"slices"
	"testing"
)

func TestDerivedWordsShareARoot(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"confirmation", "confirm", true}, {"cancellation", "cancel", true}, {"registration", "register", true},
		{"delivery", "deliver", true}, {"removal", "remove", true}, {"subscription", "subscribe", true},
		{"translation", "translate", true}, {"notification", "notify", true}, {"sender", "send", true},
		{"installation", "install", true}, {"withdrawal", "withdrawing", true}, {"assignment", "assigned", true},
		{"comment", "com", false}, {"order", "or", false}, {"number", "name", false}, {"搜索", "搜索手机", false},
	} {
		a, b := Roots(Stem(c.a)), Roots(Stem(c.b))
		if got := slices.ContainsFunc(a, func(r string) bool { return slices.Contains(b, r) }); got != c.want {
			t.Errorf("%s %q and %s %q share a root: %v", c.a, a, c.b, b, got)
		}
	}
}

func FuzzRoots(f *testing.F) {
	for _, s := range []string{"", "ation", "ication", "aation", "confirmation", "llation", "é", "er"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range Roots(s) {
			if len(r) < rootMin {
				t.Errorf("%q has the root %q", s, r)
			}
		}
	})
}
