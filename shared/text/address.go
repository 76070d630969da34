package text

import "strings"

// Origin returns scheme, host and port of an address, in lower case, or an empty
// string for other texts.
func Origin(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok {
		return ""
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return strings.ToLower(scheme + "://" + rest)
}
