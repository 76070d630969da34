package redact

import (
	"strings"
	"testing"
)

// TestOrdinaryLinksAndTablesStay has names that applications give to their links,
// cells and fields, in lists as pages have them.
func TestOrdinaryLinksAndTablesStay(t *testing.T) {
	for _, names := range [][]string{
		{"Roadmap", "Q1 2026 Planning", "Overview", "H1", "Budget", "Q2 2026 Planning", "H2"},
		{"Home", "H1", "Docs"},
		{"cell 0 0", "cell 0 1", "cell 1 0", "cell 1 1", "cell 2 0"},
		{"url with password", "example-project-2", "Settings"},
		{"url with password", "Download", "Settings"},
		{"Token ID", "Amount", "Network 2"},
		{"Token ID", "8", "Owner"},
		{"Forgot password?", "Order 1042", "Help"},
	} {
		got := make([]string, len(names))
		for i, name := range names {
			got[i] = Text(name)
		}
		Names(got)
		if strings.Join(got, "|") != strings.Join(names, "|") {
			t.Errorf("%q becomes %q", names, got)
		}
	}
	for _, name := range []string{"Reveal key sk-live-…-7f3a91", "Reveal key sk-live-51H8xQ2eZvKYlo2C-7f3a91", "Reveal key sk_test_...a91f", "Reveal key ghp_••••••••7f3a"} {
		if got := Text(name); got != "Reveal key "+Mark {
			t.Errorf("%q becomes %q", name, got)
		}
	}
	if Sensitive("Token ID") || !Sensitive("API token") {
		t.Error("Token ID is sensitive, or API token is not")
	}
}
