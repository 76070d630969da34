package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// zeroWidthJoiner joins several emoji to one: a family, a profession, a flag.
const zeroWidthJoiner = '\u200d'

// Clean turns a page's text into one line without invisible content: it removes control,
// bidirectional, zero-width, tag and private-use characters, replaces runs of white space
// by one space, and keeps at most limit characters. It keeps a joiner between two parts
// of an emoji. cut reports whether the text was longer.
//
// The content script's fold (extension/content/text.js) drops the same characters, so
// that a shown name can be found on the page.
func Clean(s string, limit int) (out string, cut bool) {
	if clean(s) {
		if len(s) <= limit {
			return s, false
		}
		return strings.TrimRight(s[:limit], " "), true
	}
	var b strings.Builder
	b.Grow(min(len(s), 4*limit))
	n, space := 0, false
	var before rune
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		last := before
		i, before = i+size, r
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case r == zeroWidthJoiner:
			if next, _ := utf8.DecodeRuneInString(s[i:]); !mayJoin(last) || !isPictograph(next) {
				continue
			}
		case Invisible(r) || unicode.Is(unicode.Co, r):
			continue
		}
		if space {
			if n+1 >= limit {
				return b.String(), true
			}
			b.WriteByte(' ')
			n++
			space = false
		}
		if n == limit {
			return b.String(), true
		}
		b.WriteRune(r)
		n++
	}
	return b.String(), false
}

// Hides reports whether a string contains characters that Clean drops because they may
// hide or reverse text. White space, private-use characters (icons) and the joiners of
// emoji do not count.
func Hides(s string) bool {
	var before rune
	for i, r := range s {
		last := before
		before = r
		if unicode.IsSpace(r) || !Invisible(r) {
			continue
		}
		if r == zeroWidthJoiner && mayJoin(last) {
			if next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):]); isPictograph(next) {
				continue
			}
		}
		return true
	}
	return false
}

// Invisible reports whether a character is invisible and may hide or reverse the text
// around it: controls, formats (bidirectional, zero-width, tags) and non-characters.
func Invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError || r == 0xFFFE || r == 0xFFFF || r == 0x180E
}

// isPictograph reports whether a character is an emoji or a sign from which emoji are
// composed: arrows, dingbats, pictographs.
func isPictograph(r rune) bool {
	return 0x2190 <= r && r <= 0x2BFF || 0x1F000 <= r && r <= 0x1FAFF
}

// mayJoin reports whether a joiner may follow a character: an emoji, a skin colour,
// or the emoji selector (U+FE0F).
func mayJoin(r rune) bool { return isPictograph(r) || r == 0xFE0F }

// Clip returns a text as [Clean] does, with "…" at its end if it was longer.
func Clip(s string, limit int) string {
	out, cut := Clean(s, limit)
	if cut {
		out += "…"
	}
	return out
}

// Counted formats a number of things.
func Counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// clean reports whether Clean would at most truncate s: tidy ASCII.
func clean(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c >= 0x7F || c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false
		}
	}
	return true
}

// Tag returns the form in which tags are compared: trimmed and in lower case. Agents
// and people spell the same tag differently.
func Tag(s string) string {
	// Upper case first joins letters that have two lower-case forms, such as σ and ς.
	return strings.ToLower(strings.ToUpper(strings.TrimSpace(s)))
}

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
