package pilot

import (
	"testing"

	"cairn/shared/limits"
	"cairn/shared/types"
)

func TestPagesOfExtensionsUnderTestAlone(t *testing.T) {
	const id = "gckpidbcaeckopplcokoodfehdadgchg"
	for _, tc := range []struct{ address, shown, allow string }{
		{"extension://vault/popup.html", "extension://vault/popup.html", ""},
		{"chrome-extension://" + id + "/popup.html#/send", "extension://vault/popup.html#/send", ""},
		{"chrome-extension://" + id, "extension://vault", ""},
		{"extension://vault/", "extension://vault/", "https://example.com,extension://vault"},
	} {
		a := &Agent{cfg: Config{Tested: map[string]string{id: "vault"}, Limits: mustLimit(t, tc.allow)}}
		if got := a.named(tc.address); got != tc.shown || a.allowed(got) != nil {
			t.Errorf("%s is %s, %v", tc.address, got, a.allowed(got))
		}
	}
	for _, tc := range []struct{ address, allow string }{
		{"extension://other/popup.html", ""},
		{"extension://vault.example/popup.html", ""},
		{"extension://vault:80/popup.html", ""},
		{"extension:vault", ""},
		{"chrome-extension://" + id + "x/popup.html", ""},
		{"chrome-extension://boajpbafnjaeinnhfcanpdkbnoodmijc/panel/panel.html", ""},
		{"extension://vault/popup.html", "https://example.com"},
		{"chrome-extension://" + id + "/popup.html", "https://*"},
	} {
		a := &Agent{cfg: Config{Tested: map[string]string{id: "vault"}, Limits: mustLimit(t, tc.allow)}}
		if err := types.AsError(a.allowed(a.named(tc.address))); err == nil || err.Code != types.CodeActionDenied || err.Hint == "" {
			t.Errorf("%s with %q: %v, want %s with a hint", tc.address, tc.allow, err, types.CodeActionDenied)
		}
	}
	if none := new(Agent); none.allowed("extension://vault/") == nil {
		t.Error("without an extension under test its page is opened")
	}
}

func mustLimit(t *testing.T, allow string) limits.Limits {
	t.Helper()
	l, err := limits.Parse(limits.Given{Allow: allow})
	if err != nil {
		t.Fatal(err)
	}
	return l
}
