package capture

import (
	"strings"
	"unicode"

	"cairn/shared/redact"
)

// idSegment replaces a path segment that names one object among many.
const idSegment = ":id"

// Limits for segments that count as the name of a place and not of an object.
const (
	longSlug      = 60 // characters
	slugWords     = 6  // words: from this number on it is a headline
	titleWords    = 3  // words: after an id, from this number on it is the object's title
	longNumber    = 5  // digits within a slug
	shortestHex   = 8
	shortestMixed = 6 // of alternating letters and digits
	// shortestJumble is the length from which mixed capitals are unlikely in a word.
	shortestJumble = 10
)

// withIDs returns a path segment with ids as ":id", so that the pages of one kind
// share a name. It recognises ids by their shape: numbers and dates, hex, tokens,
// addresses (@ada, ada@example.org), alternating letters and digits, a letter with a
// number (t1; but v2 is a version), text with spaces, and slugs with a long number or
// the length of a headline.
func withIDs(seg string) string {
	switch {
	case strings.HasPrefix(seg, ":"), strings.Contains(seg, "@"), redact.TokenSegment(seg), len([]rune(seg)) > longSlug:
		return idSegment
	case numeric(seg), hexadecimal(seg), oneLetterNumber(seg), strings.ContainsAny(seg, " +"):
		return idSegment
	}
	words := slugParts(seg)
	if len(words) >= slugWords {
		return idSegment
	}
	for _, w := range words {
		digits := strings.Map(keepDigits, w)
		switch {
		case len(digits) >= longNumber, hexadecimal(w), len(w) >= shortestJumble && redact.Jumbled(w):
			return idSegment
		case len(digits) >= 2 && len(digits) < len(w) && len(w) >= shortestMixed && alternations(w) >= 3:
			return idSegment
		}
	}
	return seg
}

func slugParts(seg string) []string {
	return strings.FieldsFunc(seg, func(r rune) bool { return strings.ContainsRune("-_.~,;", r) })
}

// withoutTitles drops a last segment that is the title of the object whose id precedes
// it: "questions/:id/how-do-i".
func withoutTitles(segments []string) []string {
	n := len(segments)
	if n >= 2 && segments[n-2] == idSegment && len(slugParts(segments[n-1])) >= titleWords {
		return segments[:n-1]
	}
	return segments
}

// numeric reports whether a text consists of digits and the signs of dates and times.
func numeric(s string) bool {
	return strings.ContainsFunc(s, isDigit) && strings.Trim(s, "0123456789-_.:,+ ") == ""
}

// hexadecimal reports whether a text is 0x…, or a mixture of digits and the letters a to f.
func hexadecimal(s string) bool {
	if rest, ok := strings.CutPrefix(s, "0x"); ok {
		return rest != "" && strings.Trim(rest, "0123456789abcdefABCDEF") == ""
	}
	return len(s) >= shortestHex && strings.Trim(s, "0123456789abcdef") == "" && strings.ContainsAny(s, "0123456789") && strings.ContainsAny(s, "abcdef")
}

// oneLetterNumber reports whether a text is one such as t1 or p42. v1 is a version
// and stays.
func oneLetterNumber(s string) bool {
	return len(s) >= 2 && s[0]|0x20 != 'v' && 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z' && strings.Trim(s[1:], "0123456789") == ""
}

// alternations counts the changes between letters and digits.
func alternations(s string) int {
	n, last := 0, 0
	for _, r := range s {
		kind := 1
		if isDigit(r) {
			kind = 2
		} else if !isLetter(r) {
			continue
		}
		if last != 0 && kind != last {
			n++
		}
		last = kind
	}
	return n
}

func keepDigits(r rune) rune {
	if isDigit(r) {
		return r
	}
	return -1
}

func isDigit(r rune) bool  { return '0' <= r && r <= '9' }
func isLetter(r rune) bool { return unicode.IsLetter(r) }
