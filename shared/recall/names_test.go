package recall

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cairn/shared/types"
)

func nameEdit(id string, at types.Time, op types.SiteOp, name string, patterns ...string) *types.Edit {
	return &types.Edit{EditID: id, At: at, Site: &types.SiteEdit{Op: op, Name: name, Patterns: patterns}}
}

func TestPatternsSpanOneOwner(t *testing.T) {
	for raw, want := range map[string]string{
		"http://localhost:3000":           "http://localhost:3000",
		"HTTP://LocalHost:3000/":          "http://localhost:3000",
		"http://localhost:*":              "http://localhost:*",
		"https://127.0.0.1:*":             "https://127.0.0.1:*",
		"http://[::1]:*":                  "http://[::1]:*",
		"http://shop.localhost:*":         "http://shop.localhost:*",
		"https://*.preview.example.com":   "https://*.preview.example.com",
		"https://*.example.com":           "https://*.example.com",
		"https://*.shop.github.io":        "https://*.shop.github.io",
		"https://*.example.co.uk":         "https://*.example.co.uk",
		"https://bücher.de:443":           "https://xn--bcher-kva.de",
		"http://192.168.1.5:8080":         "http://192.168.1.5:8080",
		"http://intranet:8080":            "http://intranet:8080",
		"https://*.preview.example.com:8": "https://*.preview.example.com:8",

		"*": "", "https://*": "", "http://*": "", "http://*:3000": "", "https://*.com": "", "https://*.github.io": "", "https://*.co.uk": "", "https://*.*.example.com": "",
		"https://a*.example.com": "", "https://example.*": "", "https://*.localhost": "", "https://*.localhost:*": "", "https://*.preview.example.com:*": "", "https://example.com:*": "",
		"http://192.168.1.5:*": "", "http://10.*": "", "http://localhost:99999999": "", "http://localhost:": "", "http://localhost:0": "", "http://localhost:3000/path": "",
		"https://user@example.com": "", "https://example.com?x": "", "file:///etc": "", "chrome-extension://abc": "", "localhost:3000": "", "": "", "https://": "", "https://exa mple.com": "",
		"https://*.vercel.app": "", "http://0.0.0.0:*": "", "https://*.com.": "", "https://*.1.2.3": "",
	} {
		got, err := Pattern(raw)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("Pattern(%q) = %q, %v; want %q", raw, got, err, want)
		}
		if err != nil && (types.AsError(err).Code != types.CodeInvalidInput || types.AsError(err).Hint == "") {
			t.Errorf("Pattern(%q) is refused without a hint: %v", raw, err)
		}
	}
}

func TestNamesOfSites(t *testing.T) {
	for name, want := range map[string]bool{"shop": true, "shop-2": true, "2shop": true, "": false, "Shop": false, "a.b": false, "http://x": false, "localhost": false, "-a": false, "a b": false, "12": false,
		strings.Repeat("x", maxSiteName+1): false, "läden": false} {
		if err := CheckSiteName(name); (err == nil) != want {
			t.Errorf("CheckSiteName(%q) = %v", name, err)
		}
	}
}

func TestTheMostSpecificPatternNamesAnOrigin(t *testing.T) {
	var n Names
	for i, e := range []*types.Edit{
		nameEdit("e1", 1, types.SiteNamed, "shop", "http://localhost:*", "https://*.preview.example.com"),
		nameEdit("e2", 2, types.SiteNamed, "blog", "http://localhost:4000", "https://blog.preview.example.com"),
		nameEdit("e3", 3, types.SiteNamed, "wallet", "https://*.wallet.example.org"),
		nameEdit("e4", 4, types.SiteUnname, "wallet"),
	} {
		if changed, err := n.Edit(e); err != nil || !changed {
			t.Fatalf("edit %d: %v %v", i, changed, err)
		}
	}
	for origin, want := range map[string]string{
		"http://localhost:3000": "shop", "http://localhost": "shop", "http://localhost:4000": "blog", "https://localhost:3000": "", "http://127.0.0.1:3000": "",
		"https://a.preview.example.com": "shop", "https://a.b.preview.example.com": "shop", "https://blog.preview.example.com": "blog", "https://preview.example.com": "", "https://example.com": "",
		"https://a.preview.example.com.evil.org": "", "https://evilpreview.example.com": "", "https://a.preview.example.com:8443": "", "https://x.wallet.example.org": "", "": "", "about:blank": "",
	} {
		if want == "" {
			want = origin
		}
		if got := n.SiteOf(origin); got != want {
			t.Errorf("SiteOf(%q) = %q, want %q", origin, got, want)
		}
	}
	if got := fmt.Sprint(n.List()); got != "[{blog [http://localhost:4000 https://blog.preview.example.com]} {shop [http://localhost:* https://*.preview.example.com]}]" {
		t.Errorf("list: %s", got)
	}
}

func TestNamesDoNotDependOnTheOrderOfArrival(t *testing.T) {
	edits := []*types.Edit{
		nameEdit("e1", 1, types.SiteNamed, "shop", "http://localhost:3000"),
		nameEdit("e2", 2, types.SiteUnname, "shop", "http://localhost:3000"),
		nameEdit("e3", 3, types.SiteNamed, "blog", "http://localhost:3000"),
		nameEdit("e4", 4, types.SiteNamed, "shop", "http://localhost:3000"), // taken
	}
	var forth, back Names
	for i := range edits {
		if _, err := forth.Edit(edits[i]); err != nil {
			t.Fatal(err)
		}
		if _, err := back.Edit(edits[len(edits)-1-i]); err != nil {
			t.Fatal(err)
		}
	}
	if f, b := fmt.Sprint(forth.List()), fmt.Sprint(back.List()); f != b || f != "[{blog [http://localhost:3000]}]" {
		t.Errorf("%s and %s", f, b)
	}
	if changed, err := forth.Edit(edits[0]); changed || err != nil {
		t.Errorf("the same edit again: %v %v", changed, err)
	}
}

func TestNamesAreCheckedBeforeTheyAreKept(t *testing.T) {
	var n Names
	if _, err := n.Edit(nameEdit("e1", 1, types.SiteNamed, "shop", "http://localhost:3000")); err != nil {
		t.Fatal(err)
	}
	if _, err := n.Edit(nameEdit("e2", 1, types.SiteNamed, "site", "https://*.example.com")); err != nil {
		t.Fatal(err)
	}
	var many []string
	for i := range maxSitePatterns + 1 {
		many = append(many, fmt.Sprintf("http://localhost:%d", 5000+i))
	}
	for _, c := range []struct {
		edit      *types.Edit
		says      string
		agentSays string // where an agent says it
	}{
		{nameEdit("x", 2, types.SiteNamed, "shop", "http://127.0.0.1:4000"), "", ""},
		{nameEdit("x", 2, types.SiteNamed, "new", "http://127.0.0.1:4000"), "", ""},
		{nameEdit("x", 2, types.SiteNamed, "new", "https://a.example.org"), "", ""},
		{nameEdit("x", 2, types.SiteNamed, "site", "https://www.example.com"), "", ""},
		{nameEdit("x", 2, types.SiteNamed, "shop", "https://a.example.com"), "", `no address like https://a.example.com is named "shop" yet`},
		{nameEdit("x", 2, types.SiteNamed, "site", "http://localhost:4000"), "", `no address like http://localhost:4000 is named "site" yet`},
		{nameEdit("x", 2, types.SiteNamed, "blog", "http://localhost:3000"), `http://localhost:3000 is named "shop" already`, ""},
		{nameEdit("x", 2, types.SiteNamed, "site", "https://example.org"), "example.com and example.org belong to different owners", ""},
		{nameEdit("x", 2, types.SiteNamed, "new", "https://a.github.io", "https://b.github.io"), "a.github.io and b.github.io belong to different owners", ""},
		{nameEdit("x", 2, types.SiteNamed, "new", many...), "there are more than 50 patterns", ""},
		{nameEdit("x", 2, types.SiteNamed, "new"), "no address is given for new", ""},
		{nameEdit("x", 2, types.SiteUnname, "nobody"), `there is no site named "nobody"`, ""},
		{nameEdit("x", 2, types.SiteUnname, "shop", "http://localhost:1"), `http://localhost:1 is not a pattern of "shop"`, ""},
		{nameEdit("x", 2, "grow", "shop"), `there is no operation "grow" on site names`, ""},
		{nameEdit("", 2, types.SiteNamed, "shop", "http://localhost:1"), "this is no edit of a site's name", ""},
	} {
		before := fmt.Sprint(n.List())
		if err := n.Check(c.edit); messageOf(err) != c.says {
			t.Errorf("%+v: %v, want %q", *c.edit.Site, err, c.says)
		}
		if c.says == "" {
			if err := n.CheckAgent(c.edit); messageOf(err) != c.agentSays {
				t.Errorf("an agent's %+v: %v, want %q", *c.edit.Site, err, c.agentSays)
			}
		}
		if fmt.Sprint(n.List()) != before {
			t.Fatal("checking changed the names")
		}
	}
}

func messageOf(err error) string {
	if err == nil {
		return ""
	}
	return types.AsError(err).Message
}

func TestGeneralisationsOfWhatIsNoOrigin(t *testing.T) {
	for _, s := range []string{"", "x", "://", "http://", "file:///x", "http://[", "http://..", "http://*.com"} {
		if got := Generalisations(s); slices.ContainsFunc(got, func(p string) bool { return strings.Contains(p, "://*.com") && s != "http://*.com" }) {
			t.Errorf("%q: %q", s, got)
		}
	}
}
