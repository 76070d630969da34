package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// record is a test that notes its reports.
type record struct {
	testing.TB
	said []string
}

func (r *record) Helper()                   {}
func (r *record) Errorf(f string, a ...any) { r.said = append(r.said, fmt.Sprintf(f, a...)) }

func TestCheckReportsEachDifferenceAndUpdateEndsIt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "below", "a.txt")
	check := func(got string) string {
		r := &record{TB: t}
		Check(r, file, got)
		return strings.Join(r.said, "\n")
	}
	updated := func(got string) string {
		*update = true
		defer func() { *update = false }()
		return check(got)
	}
	for _, step := range []struct {
		does func(string) string
		got  string
		says string
		file string
	}{
		{check, "one\n", "is missing; run this test with -update", ""},
		{updated, "one\n", "", "one\n"},
		{check, "one\n", "", "one\n"},
		{check, "two\n", `differs in line 1, which was "one" and is "two"`, "one\n"},
		{check, "one\ntwo\n", `differs in line 2, which was "" and is "two"`, "one\n"},
		{check, "one", "differs in its number of lines, which was 2 and is 1", "one\n"},
		{updated, "two\n", "", "two\n"},
	} {
		said := step.does(step.got)
		if step.says == "" && said != "" || !strings.Contains(said, step.says) {
			t.Errorf("%q: said %q, want %q", step.got, said, step.says)
		}
		if text, _ := os.ReadFile(file); string(text) != step.file { // an absent file holds nothing
			t.Errorf("%q: the file holds %q, want %q", step.got, text, step.file)
		}
	}
}
