// Package console formats text for people and values for programs on the command line.
package console

import (
	"encoding/json"
	"io"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/dustin/go-humanize/english"

	"cairn/shared/types"
)

// Counted formats a number of things in words.
func Counted(n int, one, many string) string { return english.Plural(n, one, many) }

// Size formats a number of bytes.
func Size(bytes int64) string { return humanize.IBytes(uint64(max(bytes, 0))) }

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

// Ago formats a time in the past: of the last day by its age, else as [When] does.
func Ago(t types.Time) string { return agoAt(t, types.At(time.Now())) }

func agoAt(t, now types.Time) string {
	if age := now.Sub(t); age >= 0 && age < 24*time.Hour {
		return humanize.RelTime(t.Std(), now.Std(), "ago", "")
	}
	return When(t)
}

// Percent returns a part of a whole in percent, 0 if the whole is 0.
func Percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// PrintJSON prints a value as JSON that people can read, too.
func PrintJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
