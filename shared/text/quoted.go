package text

import (
	"strconv"
	"strings"
)

// Quoted are the texts that stand in quotes in another one: as Go's %q writes
// them ("a \"b\""), in single quotes or in backquotes. What no quote ends is
// none.
func Quoted(s string) (quotes []string) {
	for {
		i := strings.IndexAny(s, "\"'`")
		if i < 0 {
			return quotes
		}
		s = s[i:]
		if s[0] == '"' {
			if whole, err := strconv.QuotedPrefix(s); err == nil {
				inner, _ := strconv.Unquote(whole) // QuotedPrefix took it
				quotes, s = append(quotes, inner), s[len(whole):]
				continue
			}
		} else if n := strings.IndexByte(s[1:], s[0]); n >= 0 {
			// An apostrophe begins nothing, so what comes next may.
			quotes = append(quotes, s[1:1+n])
			if s[0] == '`' {
				s = s[n+2:]
				continue
			}
		}
		s = s[1:]
	}
}

// Mentions reports whether s quotes a text that is one of those, at any depth: a
// selector in an action's JSON quotes in a quote.
func Mentions(s string, is func(text string) bool) bool {
	for _, q := range Quoted(s) {
		if is(q) || len(q) < len(s) && Mentions(q, is) {
			return true
		}
	}
	return false
}
