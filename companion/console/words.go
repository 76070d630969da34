// Package console formats text for people and values for programs on the command line.
package console

import (
	"strconv"
	"strings"

	"cairn/shared/types"
)

// Counted formats a number of things in words.
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

// OneLine returns a text on one line, for a list.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// When formats a time for people.
func When(t types.Time) string { return t.Std().Local().Format("2006-01-02 15:04") }

// Percent returns a part of a whole in percent, 0 if the whole is 0.
func Percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}
