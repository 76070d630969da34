package redact

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// scrubURLs redacts every http(s) address inside a text.
func scrubURLs(s string) string {
	var out strings.Builder
	for {
		i := strings.Index(s, "://")
		if i < 0 {
			break
		}
		lo := i
		for lo > 0 && (isUpper(s[lo-1]) || isLower(s[lo-1])) {
			lo--
		}
		hi := addressEnd(s, i+len("://"))
		out.WriteString(s[:lo])
		out.WriteString(addressInText(s[lo:hi], strings.ToLower(s[lo:i])))
		s = s[hi:]
	}
	out.WriteString(s)
	return out.String()
}

// addressEnd is where an address ends that is in s[:at] already: before a space,
// a quotation mark or a bracket that closes nothing of it, and not with what
// ends a sentence.
func addressEnd(s string, at int) int {
	hi, open := at, 0
	for ; hi < len(s) && s[hi] > ' ' && strings.IndexByte("\"'<>`{}|\\^", s[hi]) < 0; hi++ {
		switch s[hi] {
		case '(', '[':
			open++
		case ')', ']':
			open--
		}
		if open < 0 {
			break
		}
	}
	for hi > at && strings.IndexByte(".,;:!?*", s[hi-1]) >= 0 {
		hi--
	}
	return hi
}

// addressInText is what of an address in a text may stay: all of it where
// nothing is missing but capitals of its host, and nothing of the web's where no
// address follows.
func addressInText(raw, scheme string) string {
	if scheme != "http" && scheme != "https" && scheme != "ws" && scheme != "wss" || len(raw) == len(scheme)+len("://") {
		return raw
	}
	if !strings.ContainsAny(raw[len(scheme)+len("://"):], "/?#@") {
		return raw // a host alone, or what a program puts one in place of
	}
	clean := cleanAddress(raw, true)
	if strings.EqualFold(clean, raw) {
		return raw
	}
	return clean
}

// readable reports whether a value says in words and small numbers what it is of:
// "flat-square", "is%3Aopen+label%3Abug", "v2".
func readable(value string) bool {
	value, err := url.PathUnescape(strings.ReplaceAll(value, "+", " "))
	if err != nil || value == "" || units(value) > 2*urlRule.MaxValue || !utf8.ValidString(value) || strings.ContainsAny(value, "@") {
		return false
	}
	if strings.Contains(value, "://") { // an address without values of its own
		return !strings.Contains(value, "?") && cleanAddress(value, true) == value
	}
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return r < 0x80 && !isAlnum(byte(r)) }) {
		if !readableWord(part) {
			return false
		}
	}
	return true
}

// readableWord: letters that are a word or few, or digits that are few, or a few of
// both.
func readableWord(s string) bool {
	k := kindsOf(s)
	letters := strings.TrimRight(s, "0123456789")
	switch {
	case len(letters) == 0:
		return k.digits <= 4
	case k.digits != len(s)-len(letters) || k.digits > 3:
		return false
	}
	return units(letters) <= 3 || surprise(letters, false) <= 0 && changes(letters) <= 1+units(letters)/8
}
