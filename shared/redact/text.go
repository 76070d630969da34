package redact

import (
	"strings"
	"unicode"
)

const (
	// Mark replaces removed text.
	Mark = "[REDACTED]"
	// MaxText is the longest string that is searched, in bytes; longer ones are cut.
	MaxText = 4096
	// maxPasses bounds the searches of a string, which is searched again after a removal
	// because the rest may match other rules. If it never settles, all of it is dropped.
	maxPasses = 5
	// shortestSecret is the length in bytes of the shortest text that a rule changes.
	shortestSecret = 6
)

// Text redacts a string that a page shows. The result is at most MaxText bytes
// of the input, marks included or not.
func Text(s string) string { return redactUntilStable(s, func(string) {}) }

// Attr redacts a string that a page's author wrote: a test id, a selector.
func Attr(s string) string { return Text(s) }

// FoundBy returns the names of the rules that match a string on a page, in their order.
func FoundBy(s string) []string {
	var by []string
	redactUntilStable(s, func(name string) { by = append(by, name) })
	return by
}

// redactUntilStable returns s without secrets, and s as it was where nothing is found in it as it
// is read. by gets the names of rules that changed it.
func redactUntilStable(s string, by func(string)) string {
	s = cut(s, MaxText)
	if off != "" || len(s) < shortestSecret {
		return s
	}
	read := fold(s)
	now := read
	for range maxPasses {
		once := search(now, by)
		switch {
		case once != now:
			now = once
		case now == read:
			return s
		default:
			return now
		}
	}
	return Mark
}

// search applies every rule once.
func search(s string, by func(string)) string {
	called, digits := gate().calls(s), kindsOf(s).digits
	for i := range rules {
		r := &rules[i]
		if called&(1<<i) == 0 || digits < r.Digits || r.Fits != nil && !r.Fits(s) {
			continue
		}
		if after := r.apply(s); after != s {
			by(r.Name)
			s = after
		}
	}
	return s
}

func (r *rule) apply(s string) string {
	if r.Scrub != nil {
		return r.Scrub(s)
	}
	var parts []part
	for _, m := range r.is().FindAllStringSubmatchIndex(s, -1) {
		secret := part{m[0], m[1]}
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				secret = part{m[g], m[g+1]}
				break
			}
		}
		if r.Not != "" && r.not().MatchString(s[wordsBefore(s, m[0]):m[1]]) {
			continue
		}
		if r.Check != nil {
			secret.hi = secret.lo + len(r.checked(s[secret.lo:secret.hi]))
		}
		if secret.hi > secret.lo {
			parts = append(parts, secret)
		}
	}
	return masked(s, parts)
}

// checked returns the secret that passes the rule's test, or the longest beginning of it
// where such may; "" if none does.
func (r *rule) checked(secret string) string {
	for !r.Check(secret) {
		end := strings.LastIndexByte(secret, ' ')
		if end < 0 || !r.Longest {
			return ""
		}
		secret = secret[:end]
	}
	return secret
}

// wordsBefore returns where the two words before s[at:] begin.
func wordsBefore(s string, at int) int {
	at = len(strings.TrimRight(s[:at], " .:#-"))
	for words := 0; at > 0 && (s[at-1] >= 'A' || s[at-1] == ' ' || s[at-1] == '-'); at-- {
		if s[at-1] < 'A' && s[at] >= 'A' {
			if words++; words == 2 {
				break
			}
		}
	}
	return at
}

// fold returns s as it is read: letters, digits, spaces and hyphens of other widths and
// scripts as their ASCII, without invisible characters.
func fold(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return sameSigns(s[:i] + strings.Map(foldRune, invisible().ReplaceAllString(s[i:], "")))
		}
	}
	return s
}

// sameSigns writes Cyrillic and Greek capitals beside a digit as the Latin ones that look like them: a code has them as
// the keys of a door do.
func sameSigns(s string) string {
	return besideDigit().ReplaceAllStringFunc(s, func(word string) string { return latinCapitals.Replace(word) })
}

var (
	besideDigit   = lazy(`[АВЕКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]\d|\d[АВЕКМНОРСТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]+`)
	latinCapitals = strings.NewReplacer("А", "A", "В", "B", "Е", "E", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "Х", "X", "У", "Y",
		"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Υ", "Y", "Χ", "X")
)

func foldRune(r rune) rune {
	switch {
	case unicode.Is(unicode.Zs, r):
		return ' '
	case unicode.Is(unicode.Pd, r):
		return '-'
	case 0xFF01 <= r && r <= 0xFF5E:
		return r - 0xFF01 + '!'
	}
	if !unicode.Is(unicode.Nd, r) {
		return r
	}
	zero := r // the digits of a script follow each other
	for unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return '0' + (r-zero)%10
}

// invisible matches invisible characters: the soft hyphen, marks of no width and of direction.
var invisible = lazy(`[\x{AD}\x{200B}-\x{200F}\x{202A}-\x{202E}\x{2060}-\x{206F}\x{FEFF}]`)

// off disables redaction if the linker sets it: the end-to-end tests link a companion and
// a core so, to show that they would find a leak. A running program cannot set it.
//
//	go build -ldflags "-X cairn/shared/redact.off=yes" ./companion
var off string
