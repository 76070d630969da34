package redact

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"cairn/testdata/golden"
)

// noMarks removes the marks in place of secrets, in texts and in addresses.
var noMarks = strings.NewReplacer(Mark, "", ":token", "")

var bareMarks = strings.NewReplacer("«", "", "»", "")

// TestRulesByTheirExamples runs each row of the table by itself: the text
// between « and » is masked and nothing else, and by all rules together.
func TestRulesByTheirExamples(t *testing.T) {
	names := map[string]bool{}
	for i := range rules {
		r := &rules[i]
		if r.Name == "" || r.Source == "" || len(r.Finds) == 0 || len(r.Leaves) == 0 || names[r.Name] {
			t.Errorf("rule %d, %q: a name of its own, a source, examples and counterexamples belong to it", i, r.Name)
		}
		names[r.Name] = true
		for _, find := range r.Finds {
			finds(t, r, find)
		}
		for _, s := range r.Leaves {
			if got := r.apply(s); got != s {
				t.Errorf("%s: %q becomes %q", r.Name, s, got)
			}
		}
	}
	if len(rules) > 64 {
		t.Errorf("%d rules: the gate has a bit for each of 64", len(rules))
	}
}

func finds(t *testing.T, r *rule, find string) {
	s := bareMarks.Replace(find)
	if got, want := noMarks.Replace(r.apply(s)), marks.ReplaceAllString(find, ""); got != want {
		t.Errorf("%s: %q becomes %q, want %q", r.Name, s, got, want)
	}
	if got := Text(s); kept([]string{find}, []string{got}) > 0 {
		t.Errorf("%s: all rules together leave %q of %q", r.Name, got, s)
	}
	if lower := strings.ToLower(s); len(r.Words) > 0 && !containsAny(lower, r.Words) || kindsOf(s).digits < r.Digits || r.Fits != nil && !r.Fits(s) {
		t.Errorf("%s: it would not be tried on %q", r.Name, s)
	}
}

func containsAny(s string, words []string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// TestOrdinaryLinksAndTablesStay has other products' names of their things.
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
		Names(got, nil)
		if strings.Join(got, "|") != strings.Join(names, "|") {
			t.Errorf("%q becomes %q", names, got)
		}
	}
	for _, key := range []string{"sk-live-…-7f3a91", "sk-live-51H8xQ2eZvKYlo2C-7f3a91", "sk_test_...a91f", "ghp_••••••••7f3a"} {
		if got := Text("Reveal key " + key); got != "Reveal key "+Mark {
			t.Errorf("a key in the name of a button, %q, becomes %q", key, got)
		}
	}
	if Sensitive("Token ID") || !Sensitive("API token") {
		t.Error("Token ID is sensitive, or API token is not")
	}
}

// fieldTable returns the content script's words for fields' names. No pattern has a backslash, which JavaScript would read.
func fieldTable() string {
	var b strings.Builder
	b.WriteString("  const RULES = [\n")
	for _, r := range fieldRules {
		b.WriteString("    [`" + r.Is + "`")
		if r.Unless != "" {
			b.WriteString(", `" + r.Unless + "`")
		}
		b.WriteString("],\n")
	}
	return b.String() + "  ].map((rule) => rule.map(whole));\n" +
		"  /** ANYWHERE matches words that make a field secret anywhere in a name, PROPERTY the end of the name of a secret's property. */\n" +
		"  const ANYWHERE = /" + fieldWordsPattern + "/i;\n  const PROPERTY = /" + propertyPattern + "/;\n"
}

// TestThePageHasTheSameFieldNames compares the content script's table of field
// names with this one; with -update it writes it.
func TestThePageHasTheSameFieldNames(t *testing.T) {
	const file = "../../extension/content/sensitive.js"
	script, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	table := regexp.MustCompile("(?s)  const RULES = .*\n  const PROPERTY = [^\n]*\n")
	if golden.Updating() {
		if err := os.WriteFile(file, table.ReplaceAllLiteral(script, []byte(fieldTable())), 0o600); err != nil {
			t.Fatal(err)
		}
	} else if got := string(table.Find(script)); got != fieldTable() {
		t.Errorf("sensitive.js has %s\nwant %s", got, fieldTable())
	}
}
