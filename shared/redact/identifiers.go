package redact

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// How many letters and digits an identifier beside a label has, or digits alone.
const (
	identifierMin    = 6
	identifierDigits = 7
	longDigits       = 15 // digits alone that a machine is known by, not a piece of goods
	longResidence    = 12 // words of an address; what has more is a sentence
	shortHash        = 12 // the longest short name of a version of a source
)

// number: digits that name one thing, and are not counted, measured or dated.
func number(s string) bool {
	k := kindsOf(s)
	return madeUp(s) && !seconds(s) && (k.upper > 0 || k.digits > 10 || !strings.HasSuffix(s, "00"))
}

// identifier: beside a label, a number, or letters and digits that are no name.
func identifier(s string) bool {
	s = strings.TrimLeft(s, " -")
	k := kindsOf(s)
	letters := k.upper + k.lower
	switch {
	case k.digits == 2 && k.upper >= 2 && k.lower == 0:
		return k.upper+2 >= identifierMin && changes(s) >= 3
	case k.digits < 3 || k.lower > 1 || !madeUp(s):
		return false
	case letters == 0:
		inThrees := len(s) == 7 && (s[3] == '-' || s[3] == ' ') && s[5:] != "00" // as codes are told
		return (k.digits >= identifierDigits || inThrees) && !network(s) && !unlikeGroups(s) && (k.digits > 9 || !strings.HasSuffix(s, "000"))
	case k.digits+letters < identifierMin || k.digits < 5 && nameParts(s) && !isHex(s):
		return false
	}
	return letters <= k.digits+1 || !mostlyWords(s) && k.digits+letters >= chanceRun
}

// coined: a word beside a label that people make up to be let in: of letters with
// digits behind or between, or with signs.
func coined(s string) bool {
	k := kindsOf(s)
	if k.digits < 2 || k.lower == 0 || k.upper+k.lower < 4 || k.digits+k.odd < 3 || strings.ContainsAny(s, "/\\<>(){}[],;:|\"'=") || placeholder(s) || uuid(s) || isHex(s) && len(s) <= shortHash {
		return false
	}
	if strings.ContainsAny(s, "!@#$%^&*~?") {
		return s[0] != '@' && !mail(s)
	}
	return changes(s) >= 2 && !mostlyWords(s) && !nameParts(strings.ReplaceAll(s, ".", "-"))
}

// lockCode: what opens something has three digits or more, and is no year.
func lockCode(s string) bool {
	k := kindsOf(s)
	return k.digits >= 3 && k.digits+k.upper >= 4 && k.digits <= 8 && !dayLike(s) && (s[0] != '0' || k.digits < 8)
}

// networkWord: a password that is told behind the name of a network.
func networkWord(s string) bool {
	k := kindsOf(s)
	return k.digits >= 2 && k.upper+k.lower >= 3 && k.digits+k.upper+k.lower+k.odd+strings.Count(s, "-") == len(s) && !placeholder(s)
}

// madeUp reports whether the digits of s are none of an example, a day, a run of
// years or the end of what computers count to.
func madeUp(s string) bool {
	return !fewDigits(s) && !inOrder(s) && !years(s) && !dayLike(s) && !dayFirst(s) && !limit(s)
}

// fewDigits reports whether s has only two different digits.
func fewDigits(s string) bool {
	var seen [10]bool
	n := 0
	for i := 0; i < len(s); i++ {
		if isDigit(s[i]) && !seen[s[i]-'0'] {
			seen[s[i]-'0'] = true
			n++
		}
	}
	return n < 3
}

// inOrder reports whether most digits of s are one more or one less than the
// one before, as in examples: 123456789.
func inOrder(s string) bool {
	up, down, n, last := 0, 0, 0, byte(0)
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			continue
		}
		up += b2i(n > 0 && s[i] == last+1)
		down += b2i(n > 0 && s[i]+1 == last)
		n, last = n+1, s[i]
	}
	return 3*max(up, down) >= 2*n
}

// limit reports whether s is a power of two or the number before one.
func limit(s string) bool {
	n, err := strconv.ParseUint(s, 10, 64)
	return err == nil && (n&(n-1) == 0 || n&(n+1) == 0)
}

// seconds reports whether s counts the seconds of these times, or their
// thousandths, as computers do: 1790000000.
func seconds(s string) bool {
	k := kindsOf(s)
	return (k.digits == 10 || k.digits == 13) && k.digits == len(s) && s[0] == '1' && s[1] >= '4'
}

// dayFirst reports whether s begins with a day as computers write it: 2026-11-21.
func dayFirst(s string) bool {
	return len(s) >= 10 && (s[:2] == "19" || s[:2] == "20") && s[4] == '-' && s[7] == '-'
}

// network reports whether s is an address of a network: four numbers of a byte.
func network(s string) bool {
	n := 0
	for part := range strings.SplitSeq(s, ".") {
		if b, err := strconv.Atoi(part); err != nil || b > 255 {
			return false
		}
		n++
	}
	return n == 4
}

// unlikeGroups reports whether the groups of s between dots are of unlike lengths, as
// those of versions are: 157.0.8084.3. Offices make theirs alike.
func unlikeGroups(s string) bool {
	parts := strings.Split(s, ".")
	for i := 1; i+1 < len(parts) && !strings.Contains(parts[i], "-"); i++ {
		if len(parts[i]) < 2 || len(parts[i]) != len(parts[1]) {
			return true
		}
	}
	return false
}

// registered: what names a vehicle, a piece of land or a machine has digits, and
// nothing that a sentence has.
func registered(s string) bool {
	k := kindsOf(s)
	n := k.digits + k.upper
	if k.lower > 0 || k.digits == len(s) && n < longDigits { // digits alone are of goods
		return false
	}
	return (n >= 4 && k.digits >= 2 || n >= 6 && k.digits > 0) && !dayLike(s) && !years(s) && !inOrder(s)
}

// spread reports whether s has as many different characters as chance makes.
func spread(s string) bool { return !fewKinds(s) }

// residence: a house has a number of few digits, beside words of capitals or of
// other scripts.
func residence(s string) bool {
	if strings.ContainsAny(s, "@{}<>=\\$%") || strings.Contains(s, "://") {
		return false
	}
	words, houses, all := 0, 0, 0
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(" ,;、，", r) }) {
		k, n := kindsOf(part), units(part)
		native := part[0] >= utf8.RuneSelf
		all++
		switch {
		case k.digits == 0 && (native || isUpper(part[0]) && n > 2):
			words++
		case k.digits > 0 && k.digits <= 5 && n-k.digits <= 4:
			houses++
		case k.digits > 0 && native && n > 2*k.digits:
			words, houses = words+2, houses+1
		}
	}
	return houses > 0 && words > 0 && words+houses >= 3 && all <= longResidence
}

// mail reports whether s is an address of mail.
func mail(s string) bool {
	at := strings.IndexByte(s, '@')
	return at > 0 && strings.Contains(s[at:], ".")
}
