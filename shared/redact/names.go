package redact

import "strings"

// namePart reports whether a part of a token is of people's making: a number, a
// word or an abbreviation, with a number before or behind it.
func namePart(s string) bool {
	letters := strings.Trim(s, "0123456789")
	k := kindsOf(letters)
	switch {
	case letters == "", len(s) < chanceLong && isHex(s):
		return true
	case k.digits > 0 || len(s)-len(letters) > 5:
		return false
	case k.upper > 0 && k.lower > 0 && (k.upper > 1 || !isUpper(letters[0])):
		return units(letters) <= 5
	}
	n := units(letters)
	return n <= 5 || n < 14 && (len(letters) == len(s) || surprise(letters, false) <= 0)
}

// mostlyWords reports whether half of a token or more are words, as in the
// names of programs ("OpcodeVecF32x4PromoteLowName").
func mostlyWords(s string) bool {
	words, n := 0, 0
	for lo := 0; lo < len(s); {
		if isAlnum(s[lo]) {
			n++
		}
		if !isUpper(s[lo]) && !isLower(s[lo]) {
			lo++
			continue
		}
		hi := lo + 1
		for hi < len(s) && isLower(s[hi]) {
			hi++
		}
		n += hi - lo - 1
		if hi-lo >= 4 && surprise(s[lo:hi], false) <= 0 {
			words += hi - lo
		}
		lo = hi
	}
	return 2*words >= n
}

// placeholders are words of which fillings-in for a secret are made.
var placeholders = []string{"your", "my", "example", "token", "key", "secret", "password", "passwd", "here", "value", "id", "name", "auth", "user", "pass", "api", "client", "access",
	"some", "the", "sample", "placeholder", "string", "public", "private", "label", "new", "old", "changeme", "insert", "replace", "with", "env", "var", "default", "override"}

// strongPlaceholders are those that need no second.
var strongPlaceholders = []string{"token", "key", "secret", "password", "passwd", "placeholder", "example", "changeme"}

// placeholder reports whether a value stands for one that is to be put there:
// "your_client_secret", "${TOKEN}", "SECRET_KEY".
func placeholder(s string) bool {
	if strings.Contains(s, "${") || strings.Contains(s, "{{") || strings.Contains(s, "$(") || strings.HasPrefix(s, "%") && len(s) <= 4 {
		return true
	}
	words, known, strong := 0, 0, 0
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune("-_. <>[]{}", r) }) {
		k := kindsOf(part)
		if k.digits > 1 || k.odd > 0 {
			return false
		}
		words++
		part = strings.ToLower(strings.TrimRight(part, "0123456789"))
		known += b2i(contains(placeholders, part))
		strong += b2i(contains(strongPlaceholders, part))
	}
	return known > 1 || known == 1 && words == 1 || strong > 0 || words > 1 && strings.Contains(s, "_") && strings.ToUpper(s) == s
}

// names reports whether a value is a path or a name of programs' making, all
// parts of which people write.
func names(s string) bool {
	if !strings.ContainsAny(s, "/:") || strings.Contains(s, "://") {
		return false
	}
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune("-_./:", r) }) {
		if !namePart(part) {
			return false
		}
	}
	return true
}
