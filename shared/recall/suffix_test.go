package recall

import (
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"
)

// TestSuffixesAgreeWithTheLibrary asks both about hosts below every rule.
func TestSuffixesAgreeWithTheLibrary(t *testing.T) {
	hosts := []string{"com", "example.com", "a.b.example.com", "co.uk", "x.co.uk", "www.ck", "a.www.ck", "foo.ck", "a.foo.ck", "a.b.foo.ck", "nosuchtld", "a.nosuchtld", "a.b.nosuchtld",
		"bar.github.io", "x.bar.github.io", "foo.com.mx", "city.kawasaki.jp", "a.city.kawasaki.jp", "a.b.kawasaki.jp", "x.y.z.example.museum"}
	for _, rule := range strings.Fields(suffixes) {
		rule = strings.Trim(rule, "!*.")
		hosts = append(hosts, rule, "a."+rule, "b.a."+rule, "c.b.a."+rule)
	}
	for _, host := range hosts {
		want, err := publicsuffix.EffectiveTLDPlusOne(host)
		if err != nil {
			want = ""
		}
		if got := registeredDomain(host); got != want {
			t.Errorf("%s: %q, want %q", host, got, want)
		}
	}
}

func BenchmarkRegisteredDomain(b *testing.B) {
	for b.Loop() {
		registeredDomain("deep.shop.example.co.uk")
	}
}
