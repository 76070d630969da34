package capture

import (
	"strings"
	"testing"

	"cairn/shared/types"
)

func TestScreenFromRoute(t *testing.T) {
	for url, want := range map[string]string{
		"https://x.test":                                         "home",
		"https://x.test/":                                        "home",
		"https://x.test/?utm_source=a":                           "home",
		"https://x.test/#":                                       "home",
		"https://x.test/#features":                               "home",
		"https://x.test/index.html":                              "home",
		"https://x.test/index.php?route=checkout/cart":           "home?route=checkout/cart",
		"chrome-extension://abc/home.html#/":                     "home",
		"chrome-extension://abc/home.html#/send/asset":           "send/asset",
		"chrome-extension://abc/home.html#/nft/1":                "nft/:id",
		"chrome-extension://abc/home.html#/confirm/0xabc/1":      "confirm/:id/:id",
		"http://127.0.0.1:3000/wallet/#/confirm/7001":            "wallet/confirm/:id",
		"http://localhost:4360/react/dist/#/active":              "react/dist/active",
		"https://x.test/#!/inbox?folder=x":                       "inbox",
		"https://x.test/login.php":                               "login",
		"https://x.test/settings/profile/":                       "settings/profile",
		"https://x.test/settings?tab=security&page=2":            "settings?tab=security",
		"https://x.test/list?page=2":                             "list",
		"https://x.test/wp-admin/admin.php?page=wc-settings":     "wp-admin/admin?page=wc-settings",
		"https://x.test/orders/1042/edit":                        "orders/:id/edit",
		"https://x.test/u/550e8400-e29b-41d4-a716-446655440000":  "u/:id",
		"https://x.test/o/:token/edit":                           "o/:id/edit",
		"https://x.test/commit/9f8c7d6e":                         "commit/:id",
		"https://x.test/@ada/posts":                              ":id/posts",
		"https://x.test/users/ada@example.org":                   "users/:id",
		"https://x.test/watch/dQw4w9WgXcQ":                       "watch/:id",
		"https://x.test/dp/B08N5WRWNW":                           "dp/:id",
		"https://x.test/news/world-europe-67890123":              "news/:id",
		"https://x.test/blog/how-to-make-a-cake-at-home":         "blog/:id",
		"https://x.test/blog/2026/11/21/release":                 "blog/:id/:id/:id/release",
		"https://x.test/archive/2026-11-21":                      "archive/:id",
		"https://x.test/api/v2/covid19/web3js/iphone-15-pro":     "api/v2/covid19/web3js/iphone-15-pro",
		"https://x.test/inbox/t1":                                "inbox/:id",
		"https://x.test/questions/4711/how-do-i-do-this":         "questions/:id",
		"https://x.test/orders/4711/line-items":                  "orders/:id/line-items",
		"https://x.test/search/_/q/NBA%20standings":              "search/_/q/:id",
		"https://x.test/wizard/step-2":                           "wizard/step-2",
		"https://x.test/-/web/detail/cairn-demo":                 "-/web/detail/cairn-demo",
		"https://x.test/-/web/detail/@scope%2Fname":              "-/web/detail/:id",
		"https://x.test/%E6%90%9C%E7%B4%A2/%E6%89%8B%E6%9C%BA":   "搜索/手机",
		"https://x.test/a/b/c/d/e/f/g/h/i/j":                     "a/b/c/d/e/f/g/h",
		"https://mail.google.com/mail/u/0/#inbox":                "mail/u/:id/inbox",
		"https://mail.google.com/mail/u/0/#inbox/FMfcgzQXKhbDlZ": "mail/u/:id/inbox/:id",
		"https://mail.google.com/mail/u/0/?view=cm":              "compose",
		"about:blank":        types.UnknownScreen,
		"":                   types.UnknownScreen,
		"data:text/html,hi":  types.UnknownScreen,
		"javascript:void(0)": types.UnknownScreen,
		"chrome://newtab/":   types.UnknownScreen,
		"not an address":     types.UnknownScreen,
		"http://":            types.UnknownScreen,
		"/relative":          types.UnknownScreen,
	} {
		if got := DefaultRules().Screen(url, "", nil); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}

const rulesText = `{"version": 1, "sites": [
 {"site": "app.test", "params": ["folder"], "screens": [
  {"name": "invoice-edit", "path": "/i/*", "query": {"mode": "edit"}},
  {"name": "invoice", "path": "/i/*"},
  {"name": "deep", "path": "/d/**/end"},
  {"name": "wizard-pay", "path": "/wizard", "heading": "Pay*"},
  {"name": "wizard-ship", "path": "/wizard", "testId": "shipping-form"},
  {"name": "titled", "path": "/t", "title": "Hello *"}]},
 {"site": "*.shop.test", "plainFragments": true, "screens": [{"name": "cart", "fragment": "cart"}]},
 {"site": "localhost:5173", "screens": [{"name": "dev", "path": "/"}]}
]}`

func TestScreenByRules(t *testing.T) {
	rules, err := ParseRules([]byte(rulesText))
	if err != nil {
		t.Fatal(err)
	}
	obs := func(heading, testID string) *types.Observation {
		return &types.Observation{A11y: types.A11y{Nodes: []types.A11yNode{{Role: "heading", Name: heading}}}, TestIDs: []types.TestID{{TestID: testID, Visible: true}}}
	}
	for _, c := range []struct {
		url, title string
		obs        *types.Observation
		want       string
	}{
		{"https://app.test/i/42", "", nil, "invoice"},
		{"https://app.test/i/42?mode=edit", "", nil, "invoice-edit"},
		{"https://app.test/i/42/lines", "", nil, "i/:id/lines"},
		{"https://app.test/d/a/b/end", "", nil, "deep"},
		{"https://app.test/wizard", "", obs("Payment", ""), "wizard-pay"},
		{"https://app.test/wizard", "", obs("Shipping", "shipping-form"), "wizard-ship"},
		{"https://app.test/wizard", "", obs("Other", ""), "wizard"},
		{"https://app.test/t", "Hello you", nil, "titled"},
		{"https://app.test/t", "Bye", nil, "t"},
		{"https://eu.shop.test/#cart", "", nil, "cart"},
		{"https://eu.shop.test/#list", "", nil, "list"},
		{"https://shop.test/#cart", "", nil, "home"},
		{"http://localhost:5173/", "", nil, "dev"},
		{"http://localhost:5174/", "", nil, "home"},
		{"https://mail.google.com/mail/u/0/#inbox", "", nil, "mail/u/:id/inbox"},
	} {
		if got := rules.Screen(c.url, c.title, c.obs); got != c.want {
			t.Errorf("%s: %q, want %q", c.url, got, c.want)
		}
	}
}

func TestParseRulesSaysWhatIsWrong(t *testing.T) {
	for data, want := range map[string]string{
		``:                           "EOF",
		`[]`:                         "array",
		`{"version": 2}`:             "version is 2",
		`{"version": 1, "site": []}`: `unknown field "site"`,
		`{"version": 1} {}`:          "closing brace",
		strings.Repeat(" ", 1<<20+1): "larger than",
		`{"version":1,"sites":[{}]}`: "sites[0]",
		`{"version":1,"sites":[{"site":"http://x"}]}`:                                                             "neither a host",
		`{"version":1,"sites":[{"site":"a*b"}]}`:                                                                  "neither a host",
		`{"version":1,"sites":[{"site":"x","screens":[{"path":"/"}]}]}`:                                           "screens[0]",
		`{"version":1,"sites":[{"site":"x","screens":[{"name":"unknown","path":"/"}]}]}`:                          "unknown",
		`{"version":1,"sites":[{"site":"x","screens":[{"name":"a"}]}]}`:                                           "says nothing",
		`{"version":1,"sites":[{"site":"x","screens":[{"name":"` + strings.Repeat("a", 121) + `","path":"/"}]}]}`: "too long",
	} {
		_, err := ParseRules([]byte(data))
		if fault := types.AsError(err); fault == nil || fault.Code != types.CodeInvalidInput || fault.Hint == "" || !strings.Contains(fault.Message, want) {
			t.Errorf("%.60q: %v, want %q", data, err, want)
		}
	}
}

func FuzzParseRules(f *testing.F) {
	f.Add([]byte(rulesText), "https://app.test/i/1")
	f.Fuzz(func(t *testing.T, data []byte, url string) {
		rules, err := ParseRules(data)
		if err != nil {
			rules = DefaultRules()
		}
		name := rules.Screen(url, "", nil)
		if name == "" || len([]rune(name)) > maxScreenName {
			t.Errorf("%q names the screen %q", url, name)
		}
	})
}
