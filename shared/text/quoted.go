package text

import (
	"slices"
	"strconv"
	"strings"
)

// Quoted returns the texts in quotes within another one: in the form of Go's %q ("a
// \"b\""), in single quotes or in backquotes. An unclosed quote does not count.
func Quoted(s string) (quotes []string) {
	for {
		i := strings.IndexAny(s, "\"'`")
		if i < 0 {
			return quotes
		}
		s = s[i:]
		if s[0] == '"' {
			if whole, err := strconv.QuotedPrefix(s); err == nil {
				inner, _ := strconv.Unquote(whole) // QuotedPrefix accepted it
				quotes, s = append(quotes, inner), s[len(whole):]
				continue
			}
		} else if n := strings.IndexByte(s[1:], s[0]); n >= 0 {
			// An apostrophe does not open a quote, so a quote may begin after it.
			quotes = append(quotes, s[1:1+n])
			if s[0] == '`' {
				s = s[n+2:]
				continue
			}
		}
		s = s[1:]
	}
}

// Mentions reports whether s quotes a text for which is returns true, at any depth: a
// selector in an action's JSON is a quote within a quote.
func Mentions(s string, is func(text string) bool) bool {
	return slices.ContainsFunc(Quoted(s), func(q string) bool { return is(q) || len(q) < len(s) && Mentions(q, is) })
}
