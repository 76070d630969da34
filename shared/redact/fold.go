package redact

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// digitZeros are the zeros of the scripts whose digits are read as ours.
var digitZeros = []rune{0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50, 0xED0, 0xF20, 0xFF10}

// foldRune is what a character is read as: letters, digits, signs, spaces and
// hyphens of other widths and scripts as their ASCII, what nobody sees as
// nothing (-1).
func foldRune(r rune) rune {
	switch {
	case r < 0xA0:
		return r
	case r == 0xAD, r == 0x34F, r == 0x61C, r == 0x180E, 0x200B <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E,
		0x2060 <= r && r <= 0x2069, r == 0xFEFF, 0xE0000 <= r && r <= 0xE007F:
		return -1
	case r == 0x130: // this and the next two: not all engines know them for ours without a care for case
		return 'I'
	case r == 0x17F:
		return 's'
	case r == 0x212A:
		return 'K'
	case r == 0xA0, 0x2000 <= r && r <= 0x200A, r == 0x202F, r == 0x205F, r == 0x3000:
		return ' '
	case 0x2010 <= r && r <= 0x2015, r == 0x2212:
		return '-'
	case 0xFF01 <= r && r <= 0xFF5E:
		return r - 0xFF01 + '!'
	case 0x1D400 <= r && r <= 0x1D6A3:
		i := (r - 0x1D400) % 52
		if i < 26 {
			return 'A' + i
		}
		return 'a' + i - 26
	case 0x1D7CE <= r && r <= 0x1D7FF:
		return '0' + (r-0x1D7CE)%10
	}
	for _, zero := range digitZeros {
		if zero <= r && r <= zero+9 {
			return '0' + r - zero
		}
	}
	return r
}

// fold is s as it is read: what looks like ASCII as ASCII, without what nobody
// sees. A secret is one in any width, and with whatever is put between its
// characters.
func fold(s string) string {
	i := 0
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	if i == len(s) {
		return s
	}
	return s[:i] + strings.Map(foldRune, s[i:])
}

// scrubEncoded replaces words in which a rule finds something once their
// percent signs and numbered characters (&#115;) are decoded.
func scrubEncoded(s string, attr bool) string {
	return replaceInWords(s, func(lo, hi int) (from, to int) {
		word := s[lo:hi]
		if !encoded(word) {
			return 0, 0
		}
		if plain := decoded(word); scrubRules(plain, attr, traitsOf(plain), nil) == plain {
			return 0, 0
		}
		return lo, hi
	})
}

// decoded is a word without its percent signs and numbered characters, however
// often they were encoded (up to maxPasses), as it is read.
func decoded(word string) string {
	word = numberedCharacter.ReplaceAllStringFunc(word, characterOf)
	for range maxPasses {
		plain, err := url.PathUnescape(word)
		if err != nil || !utf8.ValidString(plain) || !percented(word) {
			break
		}
		word = plain
	}
	return fold(word)
}

var numberedCharacter = regexp.MustCompile(`&#(?:[0-9]{1,6}|[xX][0-9a-fA-F]{1,5});`)

// characterOf is what a numbered character stands for, itself where that is none.
func characterOf(numbered string) string {
	digits, base := numbered[2:len(numbered)-1], 10
	if digits[0]|0x20 == 'x' {
		digits, base = digits[1:], 16
	}
	n, _ := strconv.ParseInt(digits, base, 32)
	if r := rune(n); r > 0 && utf8.ValidRune(r) {
		return string(r)
	}
	return numbered
}

// encoded reports whether s may hold what decoded decodes.
func encoded(s string) bool {
	return strings.IndexByte(s, '&') >= 0 && strings.Contains(s, "&#") || strings.IndexByte(s, '%') >= 0 && percented(s)
}

// percented reports whether s holds a percent sign and two hex digits.
func percented(s string) bool {
	for i := 0; i+2 < len(s); i++ {
		if s[i] == '%' && isHex(s[i+1:i+3]) {
			return true
		}
	}
	return false
}
