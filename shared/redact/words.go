package redact

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// namePart reports whether a part of a token looks like part of a name: a number, a word
// or an abbreviation, with a number before or after it.
func namePart(s string) bool {
	letters := strings.Trim(s, "0123456789")
	k, n := kindsOf(letters), utf8.RuneCountInString(letters)
	switch {
	case letters == "", len(s) < chanceLong && isHex(s):
		return true
	case k.digits > 0 || len(s)-len(letters) > 5:
		return false
	case n <= 5:
		return true
	case k.upper > 0 && k.lower > 0 && (k.upper > 1 || !isUpper(letters[0])):
		return false
	}
	return n < 14 && (len(letters) == len(s) || randomness(letters, false) <= 0)
}

// nameParts reports whether all parts of a token look like parts of a name.
func nameParts(s string) bool { return oddParts(s) == "" }

// mostlyWords reports whether half of a token or more are words, as in the
// names of programs ("OpcodeVecF32x4PromoteLowName").
func mostlyWords(s string) bool {
	words, n := 0, 0
	for lo := 0; lo < len(s); {
		n += b2i(isAlnum(s[lo]))
		hi := lo + 1
		if !isDigit(s[lo]) && isAlnum(s[lo]) {
			for ; hi < len(s) && isLower(s[hi]); hi++ {
				n++
			}
			if hi-lo >= 4 && randomness(strings.ToLower(s[lo:hi]), false) <= 0 {
				words += hi - lo
			}
		}
		lo = hi
	}
	return 2*words >= n
}

// Words of placeholders for a secret: one of strong, or two of weak.
var (
	strongFilling = strings.Fields("token key secret password passwd placeholder example changeme")
	weakFilling   = strings.Fields("your my here value id name auth user pass api client access some the sample string public private label new old insert replace with env var default override")
)

// isRealValue reports whether s is a value and no placeholder such as "your_client_secret",
// "${TOKEN}" or "SECRET_KEY".
func isRealValue(s string) bool {
	if strings.Contains(s, "${") || strings.Contains(s, "{{") || strings.Contains(s, "$(") || s[0] == '%' && len(s) < 5 || variableOrAmount().MatchString(s) { // a program's place for one
		return false
	}
	words, known := 0, 0
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune("-_. <>[]{}", r) }) {
		if k := kindsOf(part); k.digits > 1 || k.odd > 0 {
			return true
		}
		words++
		part = strings.ToLower(strings.TrimRight(part, "0123456789"))
		known += b2i(slices.Contains(weakFilling, part)) + 2*b2i(slices.Contains(strongFilling, part))
	}
	constant := words > 1 && strings.Contains(s, "_") && strings.ToUpper(s) == s
	return known < min(2, words) && !constant
}

// variableOrAmount matches a shell's variable, a tag of YAML and an amount of money.
var variableOrAmount = lazy(`^![a-z]+$|^\$(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*|[a-z]+(?:_[a-z]+)+)$|^[$€£¥₹][0-9][0-9.,]*[KMBkmb]?$`)

// trimValue returns a value without closing punctuation, and whether it may be a secret: no
// placeholder, path or name.
func trimValue(s string, least int) (string, kinds, bool) {
	s = strings.TrimRight(s, ".,!?)]}:;\"'」』”’»")
	named := strings.ContainsAny(s, "/:") && !strings.Contains(s, "://") && nameParts(s)
	return s, kindsOf(s), len(s) >= least && !named && !strings.Contains(s, "REDACTED") && isRealValue(s) && !shownEnd().MatchString(s)
}

// shownEnd matches a secret of which a page shows the end alone.
var shownEnd = lazy(`^(?:\+?\d{1,4})?[*•·xX.… -]{2,}[0-9A-Za-z]{2,4}$|^[\w.+-]{0,10}[*•]{2,}[\w.*•-]*@`)

// isLabelledSecret reports whether a value after or beside a label of secrets is one: no word,
// number or amount, but letters with digits or signs, random, or joined words.
func isLabelledSecret(s string) bool {
	s, k, ok := trimValue(s, 4)
	letters := k.letters()
	switch {
	case !ok:
		return false
	case k.digits > 0 && letters > 0, k.odd > 0 && letters+k.digits >= 4, k.digits == len(s) && len(s) >= 6, joinedWords().MatchString(s):
		return true
	case innerCapital().MatchString(s):
		return randomness(s, false) >= chanceLabel // names have inner capitals too
	}
	return letters >= 6 && letters == len(s) && randomness(s, false) >= chanceLabelAlpha
}

var (
	joinedWords  = lazy(`^.{3,}[-_.].{3,}[-_.].{3,}$`)
	innerCapital = lazy(`^.+[A-Z].{6,}$|^.{7,}[A-Z]`)
)

// coded matches escapes of addresses and formats. A password rarely has two of them by
// chance, but may contain "%%".
var coded = lazy(`%(?:[0-9A-Fa-f]{2}|[-+0-9.]*[a-z])`)

// looksLikePassword reports whether s has letters with digits or signs, and is not the name of a
// method ("SHA256").
func looksLikePassword(s string) bool {
	signed := kindsOf(strings.TrimRight(s, "?")).odd > 0
	s, k, ok := trimValue(s, 5)
	switch {
	case !ok || len(coded().FindAllStringIndex(s, 2)) > 1 || k.lower == 0 && !signed && len(s) < 9:
		return false
	case k.digits+k.odd == 0:
		return len(s) >= 8 && k.letters() == len(s) && randomness(s, false) >= chanceGroup
	}
	return k.letters() >= 2 && (k.digits > 0 || randomness(s, true) >= chanceCredential)
}

// isCredential reports whether a value near a label of secrets cannot be a name.
func isCredential(s string) bool {
	if kindsOf(strings.TrimRight(s, "!?=")).only() < 2 {
		return false
	}
	s, k, ok := trimValue(s, 8)
	trimmed := strings.TrimRight(s, "=")
	switch {
	case !ok || noCredential().MatchString(s):
		return false
	case uuidPattern().MatchString(s):
		return true
	case mostlyWords(trimmed):
		return false
	case padded().MatchString(s):
		return randomness(trimmed, false) >= chanceLabel
	case len(s) < chanceLong:
		return k.digits+k.odd > 0 && randomness(s, true) >= chanceCredential
	case k.digits > 0 && k.digits+k.letters() == len(s):
		return randomness(s, true) >= 0
	}
	return randomness(s, true) >= chanceCredential
}

// noCredential matches options of commands, parts of formulas and error numbers.
var noCredential = lazy(`^-|[\[\]<>()|]|^0x[0-9A-Fa-f]{1,8}$`)

// looksLikeToken reports whether the rest of a token after a vendor's prefix has letters and
// digits, or is no word.
func looksLikeToken(s string) bool {
	return hasLettersAndDigits(s) && !nameParts(s) || randomness(s, false) >= chanceLabelAlpha
}

// hasLettersAndDigits reports whether s has letters and at least two digits.
func hasLettersAndDigits(s string) bool {
	k := kindsOf(s)
	return k.digits >= 2 && k.letters() >= 2
}

// codes reports whether s is a sequence of codes and no sentence.
func codes(s string) bool {
	k := kindsOf(s)
	return k.digits >= 4 || k.digits > 0 && changes(s) >= 2 || k.digits == 0 && strings.ContainsAny(s, "- ") && randomness(s, false) >= chanceGroup
}

// alikeCodes reports whether s is a list of codes of one length, which do not rise as
// years and numbers of articles do.
func alikeCodes(s string) bool {
	items := strings.FieldsFunc(strings.ReplaceAll(s, Mark, ""), func(r rune) bool { return strings.ContainsRune(" ,;", r) })
	items = slices.DeleteFunc(items, func(item string) bool { return strings.TrimRight(item, ".)") != item })
	named := 0
	for _, item := range items {
		if len(item) < 4 || len(item) != len(items[0]) {
			return false
		}
		named += b2i(wordAndNumber(item))
	}
	return 2*named < len(items) && codes(s) && !ascending(strings.Join(items, " "))
}

// wordAndNumber is a word with a number or without.
func wordAndNumber(s string) bool {
	word := strings.TrimRight(s, "0123456789")
	return len(word) >= 4 && kindsOf(word).letters() == len(word) && randomness(word, false) <= 0
}

// manyAlike reports whether there are four groups or more, all of one length: a code that can be spoken.
func manyAlike(groups []string) bool {
	return len(groups) > 3 && !slices.ContainsFunc(groups, func(g string) bool { return len(g) != len(groups[0]) })
}

// letterCode reports whether s is a code of groups of capitals and digits, or of small letters by chance.
func letterCode(s string) bool {
	k := kindsOf(s)
	switch {
	case k.lower > 0 && k.lower == len(s)-strings.Count(s, "-") && strings.Contains(s, "-"):
		return len(s) >= 9 && randomness(s, false) >= chanceGroup || manyAlike(strings.Split(s, "-"))
	case k.digits+k.upper < 4 || k.digits == len(s) || wordAndNumber(s) || strings.Contains(s, " ") && mixedGroups(s) < 2:
		return false
	case k.letters() == 0:
		groups := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' })
		return k.digits >= 6 && !slices.ContainsFunc(groups, func(g string) bool { return len(g) != len(groups[0]) })
	case hasLettersAndDigits(s):
		return true
	}
	return k.lower == 0 && (k.digits > 0 && k.upper > 0 && len(s) >= 5 || len(s) >= 6 && randomness(s, false) >= chanceLabel)
}
