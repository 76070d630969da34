package limits

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

func TestPermits(t *testing.T) {
	for _, x := range []struct {
		allow, deny, address string
		want                 bool
	}{
		{"", "", "https://any.example", true},
		{"", "", "data:text/html,x", true},
		{"https://app.example.com", "", "https://app.example.com", true},
		{"https://app.example.com/", "", "https://app.example.com/a/b?c#d", true},
		{"https://app.example.com", "", "https://app.example.com:443/", true},
		{"https://app.example.com", "", "https://APP.example.com./", true},
		{"https://App.Example.COM", "", "https://app.example.com/", true},
		{"https://app.example.com", "", "https://app.example.com:8443/", false},
		{"https://app.example.com", "", "http://app.example.com/", false},
		{"https://app.example.com", "", "https://example.com/", false},
		{"https://app.example.com", "", "https://app.example.com.evil.test/", false},
		{"https://app.example.com", "", "https://evil.test/https://app.example.com", false},
		{"https://app.example.com", "", "https://app.example.com@evil.test/", false},
		{"https://app.example.com", "", "https://evil.test#@app.example.com", false},
		{"https://app.example.com", "", "blob:https://app.example.com/1-2", true},
		{"https://app.example.com", "", "blob:https://evil.test/1-2", false},
		{"https://app.example.com", "", "null", false},
		{"https://app.example.com", "", "opaque", false},
		{"https://app.example.com", "", "data:text/html,https://app.example.com", false},
		{"https://app.example.com", "", "", false},
		{"https://*.example.com", "", "https://a.b.example.com", true},
		{"https://*.example.com", "", "https://example.com", false},
		{"https://*.example.com", "", "https://notexample.com", false},
		{"https://*.example.com", "", "https://x.example.com.", true},
		{"*://example.com", "", "http://example.com", true},
		{"*://example.com", "", "https://example.com", true},
		{"*://example.com", "", "https://example.com:8443", false},
		{"*://example.com:*", "", "https://example.com:8443", true},
		{"http://127.0.0.1:*", "", "http://127.0.0.1:8080/x", true},
		{"http://127.0.0.1:*", "", "http://127.0.0.1", true},
		{"http://127.0.0.1:*", "", "http://127.0.0.2:8080", false},
		{"http://127.0.0.1:*", "", "http://127.1:8080", false},
		{"http://127.0.0.1:*", "", "http://2130706433:8080", false},
		{"http://127.0.0.1:*", "", "http://localhost:8080", false},
		{"http://127.0.0.1:8080", "", "http://127.0.0.1:08080/", true},
		{"http://[::1]:*", "", "http://[::1]:8080", true},
		{"http://[0:0::1]:*", "", "http://[::1]:8080", true},
		{"http://[::1]", "", "http://[::1]:8080", false},
		{"https://*", "", "https://anything.test", true},
		{"https://*", "", "http://anything.test", false},
		{"https://a.test, https://b.test", "", "https://b.test", true},
		{"https://a.test\nhttps://b.test", "", "https://b.test", true},
		{"https://xn--bcher-kva.example", "", "https://xn--bcher-kva.example", true},
		{"https://*", "", "https://bücher.example", false},
		{"extension://vault", "", "extension://vault/popup.html", true},
		{"extension://*", "", "extension://vault/popup.html", true},
		{"*://*:*", "", "extension://vault/popup.html", false},
		{"", "https://bank.test", "https://bank.test/pay", false},
		{"", "https://bank.test", "https://shop.test", true},
		{"", "https://bank.test", "http://bank.test", true},
		{"", "*://bank.test:*", "http://bank.test:81", false},
		{"", "https://bank.test", "null", false},
		{"", "http://127.0.0.1:*", "http://0x7f.1/", false},
		{"https://*.example.com", "https://admin.example.com", "https://admin.example.com/", false},
		{"https://*.example.com", "https://admin.example.com", "https://shop.example.com/", true},
		{"https://a.test", "*://*:*", "https://a.test", false},
	} {
		l, err := Parse(Given{Allow: x.allow, Deny: x.deny})
		if err != nil {
			t.Errorf("allow %q, deny %q: %v", x.allow, x.deny, err)
			continue
		}
		if got := l.Permits(x.address); got != x.want {
			t.Errorf("allow %q, deny %q: %s is permitted: %v, want %v", x.allow, x.deny, x.address, got, x.want)
		}
	}
}

func TestTwoLimitsHoldTogether(t *testing.T) {
	l, err := Parse(Given{Allow: "https://*.example.com"}, Given{Allow: "*://a.example.com, https://other.test", Deny: "https://b.test", Confirm: ConfirmRisky}, Given{Confirm: ConfirmNever})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{"https://a.example.com": true, "http://a.example.com": false, "https://other.test": false, "https://b.example.com": false} {
		if l.Permits(address) != want {
			t.Errorf("%s is permitted: %v", address, !want)
		}
	}
	if !l.Confirms() || l.ByPerson() {
		t.Error("the looser word on confirming holds")
	}
	if got := l.String(); got != "allowed are https://*.example.com; allowed are *://a.example.com, https://other.test; denied are https://b.test" {
		t.Errorf("they read %q", got)
	}
}

func TestBadPatternsAreRefused(t *testing.T) {
	for text, why := range map[string]string{
		"example.com":            "has no scheme",
		"*":                      "has no scheme",
		"*.example.com":          "has no scheme",
		"ftp://example.com":      "is of no scheme that agents can open",
		"file:///etc":            "is of no scheme that agents can open",
		"javascript://x":         "is of no scheme that agents can open",
		"htt*://example.com":     "is of no scheme that agents can open",
		"https://":               "has no host",
		"https://*.":             "has no host",
		"https://:443":           "has no host",
		"https://a.test/path":    "names more than an origin",
		"https://a.test/*":       "names more than an origin",
		"https://a.test?x":       "names more than an origin",
		"https://a.test#x":       "names more than an origin",
		`https://a.test\b`:       "names more than an origin",
		"https://a.*.test":       "has a * elsewhere",
		"https://a*.test":        "has a * elsewhere",
		"https://*.*.test":       "has a * elsewhere",
		"https://*a.test":        "has a * elsewhere",
		"https://user@a.test":    "is spelt otherwise",
		"https://bücher.example": "is spelt otherwise",
		"https://a..test":        "is spelt otherwise",
		"https://a b.test":       "has no scheme", // the second word
		"https://a%20b.test":     "is spelt otherwise",
		"https://a.test:0":       "has a port that is none",
		"https://a.test:99999":   "has a port that is none",
		"https://a.test:08":      "has a port that is none",
		"https://a.test:+8":      "has a port that is none",
		"https://a.test:":        "has a port that is none",
		"https://a.test:8*":      "has a port that is none",
		"http://127.1":           "is spelt otherwise",
		"http://0x7f000001":      "is spelt otherwise",
		"http://2130706433":      "is spelt otherwise",
		"http://*.127.0.0.1":     "below an address of numbers",
		"http://::1":             "is spelt otherwise",
		"http://[::1":            "is spelt otherwise",
		"http://[fe80::1%25en0]": "is spelt otherwise",
		"extension://a:1":        "has a port, which extensions have not",
		",":                      "names none",
		"https://" + strings.Repeat("a", maxPattern):     "is too long",
		strings.Repeat("https://a.test,", maxPatterns+1): "are the most",
	} {
		for _, g := range []Given{{Allow: text}, {Deny: text}} {
			_, err := Parse(g)
			fault := types.AsError(err)
			if err == nil || fault.Code != types.CodeInvalidInput || !strings.Contains(fault.Message, why) || fault.Hint == "" {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
	if _, err := Parse(Given{Confirm: "always"}); err == nil || types.AsError(err).Hint != "use risky, person or never" {
		t.Errorf("an unknown word is answered %v", err)
	}
}

// FuzzPattern holds a pattern that was taken to the origin that it spells out: it
// fits that one, and not one of another host.
func FuzzPattern(f *testing.F) {
	for _, seed := range []string{"https://app.example.com", "https://*.example.com", "http://127.0.0.1:*", "*://[::1]:80", "https://*", "extension://abc"} {
		f.Add(seed, "https://app.example.com/x")
	}
	f.Fuzz(func(t *testing.T, text, address string) {
		p, err := parsePattern(text)
		if err != nil {
			return
		}
		o := origin{scheme: strings.Replace(p.scheme, "*", "https", 1), host: strings.Replace(p.host, "*", "a.test", 1), port: strings.Replace(p.port, "*", "8", 1)}
		if o.port == "" {
			o.port = usualPorts[o.scheme]
		}
		if p.below {
			o.host = "x." + o.host
		}
		if !p.fits(o) {
			t.Errorf("%q does not fit %+v", text, o)
		}
		if p.host != "*" {
			o.host = "y" + o.host
			if !p.below && p.fits(o) {
				t.Errorf("%q fits %+v", text, o)
			}
		}
		l, err := Parse(Given{Allow: text}, Given{Deny: text})
		if err == nil && l.Permits(address) {
			t.Errorf("%s is denied by %q and permitted", address, text)
		}
	})
}
