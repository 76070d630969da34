package main

import (
	"testing"

	"github.com/spf13/cobra"
)

func TestOperandsAreCheckedAgainstTheUsageLine(t *testing.T) {
	for _, tc := range []struct {
		use   string
		args  []string
		fault string
	}{
		{"stop", nil, ""},
		{"stop", []string{"now"}, `unexpected operand "now"`},
		{"show DOMAIN", []string{"a"}, ""},
		{"show DOMAIN", nil, "missing DOMAIN"},
		{"show DOMAIN", []string{"a", "b", "c"}, `unexpected operand "b"`},
		{"run [URL]", nil, ""},
		{"run [URL]", []string{"a", "b"}, `unexpected operand "b"`},
		{"search QUERY...", nil, "missing QUERY"},
		{"search QUERY...", []string{"a", "b", "c"}, ""},
		{"note ID WORDS...", []string{"a"}, "missing WORDS"},
		{"note ID WORDS...", []string{"a", "b", "c"}, ""},
		{"remove NAME [PATTERN...]", []string{"a"}, ""},
		{"remove NAME [PATTERN...]", []string{"a", "b", "c"}, ""},
		{"export FILE [DOMAIN]", []string{"a", "b", "c"}, `unexpected operand "c"`},
	} {
		got := ""
		if err := operands(&cobra.Command{Use: tc.use}, tc.args); err != nil {
			got = err.Error()
		}
		if got != tc.fault {
			t.Errorf("%s of %q: %q, want %q", tc.use, tc.args, got, tc.fault)
		}
	}
}
