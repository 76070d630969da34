package capture

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clean makes a string fit to be shown, searched and quoted: without control,
// bidirectional, zero-width and tag characters, with runs of white space as one
// space, and of at most limit characters. Whoever renders remembered text
// cleans it again.
func Clean(s string, limit int) string {
	if plainASCII(s) && len(s) <= limit {
		return s
	}
	var out strings.Builder
	out.Grow(min(len(s), 4*limit))
	n, space := 0, false
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		bad := r == utf8.RuneError && size == 1
		s = s[size:]
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case bad || invisible(r):
			continue
		}
		if space {
			if n+1 >= limit {
				break
			}
			out.WriteByte(' ')
			n++
			space = false
		}
		if n == limit {
			break
		}
		out.WriteRune(r)
		n++
	}
	return out.String()
}

// hides reports whether a string holds what Clean drops. White space is none of
// it.
func hides(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && invisible(r) {
			return true
		}
	}
	return false
}

// plainASCII reports whether Clean has nothing to do but to cut.
func plainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < ' ' || c >= 0x7F || c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false
		}
	}
	return true
}

// invisible reports whether a character shows nothing and may hide or turn what
// stands around it.
func invisible(r rune) bool {
	switch {
	case r < ' ', 0x7F <= r && r <= 0x9F: // C0, C1
	case r == 0x00AD, r == 0x061C, r == 0x180E, r == 0xFEFF:
	case 0x200B <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E, 0x2060 <= r && r <= 0x206F: // zero width, bidirectional
	case 0xE0000 <= r && r <= 0xE007F: // tags
	case r == 0xFFFE, r == 0xFFFF, r == 0xFFFD: // the last is what half of a surrogate pair becomes
	default:
		return false
	}
	return true
}
