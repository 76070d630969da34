// Package console is how the command line words things for people and prints
// them for programs.
package console

import (
	"strconv"
	"strings"

	"cairn/shared/types"
)

// Counted is a number of things in words.
func Counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// QuoteArg makes a path safe to paste into a shell.
func QuoteArg(path string) string {
	if strings.ContainsAny(path, " '\"\\$&;()<>|*?#~`!\t\n") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// OneLine is a text as a list shows it.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// When prints an instant as people read it.
func When(t types.Time) string { return t.Std().Local().Format("2006-01-02 15:04") }

// Percent is a part of a whole in percent, 0 where there is none.
func Percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}
