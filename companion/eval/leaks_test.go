package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRedactTellsWhichSecretsStay(t *testing.T) {
	dir := t.TempDir()
	secrets, ordinary := filepath.Join(dir, "secrets"), filepath.Join(dir, "ordinary")
	rows := []string{
		`{"class":"pin","where":"text","text":"PIN\n4821","secret":"4821"}`,
		`{"class":"token","where":"url","text":"https://x.test/?t=q8w7e6r5","secret":"q8w7e6r5"}`,
		`{"class":"number","where":"typed","text":"API key\nX7281920","secret":"X7281920"}`,
		`{"class":"row","where":"attr","text":"row-9fK2mX7pL4vN8bR3","secret":"9fK2mX7pL4vN8bR3"}`,
		`{"class":"word","where":"text","text":"The word is sesame","secret":"sesame"}`,
	}
	for file, lines := range map[string][]string{secrets: rows, ordinary: {"Add to cart", "Your PIN is 4821", "", "Help"}} {
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := Redact(secrets, ordinary, keepFull, 1, &out); err != nil {
		t.Fatal(err)
	}
	want := `word                                        1 of    1 stay
    "sesame" of "The word is sesame" in text
5 classes, 1 with a leak; 1 of 5 secrets stay (20.00 %)
    "Your PIN is 4821"
    "Your PIN is [REDACTED]" by code after its name
code after its name                         1 lines
1 of 3 lines touched (33.3333 %)
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	out.Reset()
	if err := Redact(secrets, "", "needed", 1, &out); err != nil || out.String() != "5 classes, 0 with a leak; 0 of 5 secrets stay (0.00 %)\n" {
		t.Errorf("with needed names: %v\n%s", err, out.String())
	}
	if err := Redact(secrets, "", "some", 1, &out); err == nil || err.Error() != `there is no form "some": give full or needed` {
		t.Errorf("another form: %v", err)
	}
	if err := os.WriteFile(secrets, []byte(`{"class":"pin","text":""}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Redact(secrets, "", keepFull, 0, &out); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a row without text: %v", err)
	}
}
