package redact

import (
	"slices"
	"strings"
)

// Thresholds of surprise, in quarters of a bit: from these on a token is taken for made
// by chance. People's words stay below zero nearly always, in any language with
// Latin letters; chance gains one bit or two a character.
const (
	chanceRun        = 12 // shorter tokens are not looked at without a label
	chanceLong       = 16
	chanceShort      = 28 // below chanceLong characters, or letters of one case alone
	chanceFar        = 16 // from chanceLong characters on
	chanceEach       = 2  // and for each character, or a long name with numbers in it would add up
	chanceLabel      = -8 // where a label says that a secret follows
	chanceLabelAlpha = 8  // the same of letters alone
	chanceCredential = 14 // where one stands near
	chanceGroup      = 16 // groups of letters and digits
	chanceTurn       = 18 // the cost of a change between digits, capitals and small letters
	costOfPair       = 19 // cost of a random letter: the logarithm of 26
	signs            = "!@#$%^&*+=~?"
)

// kindCost is the cost per character of a random string of one, two and three kinds.
var kindCost = [4]int{0, 0, 4, 5}

// other, digit, upper, lower and sign are the kinds of characters.
const other, digit, upper, lower, sign = 0, 1, 2, 3, 4

func kindAt(c byte, signed bool) int {
	if kind := kindsAt[c]; signed || kind != sign {
		return int(kind)
	}
	return other
}

// kindsAt are the kinds of all bytes.
var kindsAt = func() (kinds [256]uint8) {
	for kind, set := range []string{digit: base62[:10], upper: base62[10:36], lower: base62[36:], sign: signs} {
		for i := range set {
			kinds[set[i]] = uint8(kind)
		}
	}
	return kinds
}()

// randomness returns how much less likely s is as a word or name than as
// the work of chance, in quarters of a bit. Any character but letters and digits
// separates; a sign does so as a kind of its own where signed.
func randomness(s string, signed bool) int {
	score, n, last, run := 0, 0, other, 0
	before, prev := 26, byte(0)
	var seen [5]int
	for i := 0; i < len(s); i++ {
		c := s[i] | 0x20
		kind := kindAt(s[i], signed)
		if seen[kind] = 1; kind == other {
			last, run, before, prev = other, 0, 26, c
			continue
		}
		n++
		if kind != last {
			if capital := kind == lower && last == upper && run == 1; !capital {
				score += chanceTurn * b2i(last != other)
				before = 26
			}
			run = 0
		}
		run, last = run+1, kind
		if kind == upper || kind == lower {
			if c != prev {
				score += strings.IndexByte(base62, pairCost[before*26+int(c-'a')]) - costOfPair
			}
			before = int(c - 'a')
		}
		prev = c
	}
	return score - n*kindCost[seen[digit]+seen[upper]+seen[lower]]
}

// chance reports whether a token, without its parts that are names, is made by chance.
func chance(s string) bool {
	bare := strings.TrimRight(s, "=")
	k := kindsOf(bare)
	switch n := k.letters() + k.digits; {
	case k.letters() < 2 || n < chanceRun || isPlaceholder(bare):
		return false
	case isHex(strings.TrimPrefix(bare, "0x")):
		return hexKey(bare)
	case padded().MatchString(s):
		return randomness(bare, false) >= chanceLabel
	case mostlyWords(bare):
		return false
	case slices.ContainsFunc(strings.FieldsFunc(bare, isJoint), func(part string) bool { return len(part) >= 2*chanceLong && hexKey(part) }):
		return true
	}
	odd := oddParts(bare)
	k = kindsOf(odd)
	n, least := k.letters()+k.digits, chanceShort
	if n >= chanceLong && k.only() > 1 {
		least = chanceFar
	}
	return n >= chanceRun && randomness(odd, false) >= max(least, chanceEach*n)
}

// hexKey is of 8 bytes or more; with 0x, short ones name a place in memory and those
// of 20 bytes a wallet.
func hexKey(s string) bool {
	hex := strings.TrimPrefix(s, "0x")
	return isHex(hex) && kindsOf(hex).digits > 1 && (hex == s && len(s) >= chanceLong || len(hex) > chanceLong && len(hex) != 40)
}

// padded is as base64 is.
var padded = lazy(`^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$`)

// oddParts returns those parts of a token that are no names.
func oddParts(s string) string {
	parts := strings.FieldsFunc(s, isJoint)
	hex := 0
	for _, part := range parts {
		hex += b2i(len(part) >= 4 && isHex(part) && kindsOf(part).digits > 0)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return namePart(part) && (hex < 3 || !isHex(part)) }), "-")
}

func isJoint(r rune) bool { return strings.ContainsRune("-_/+.:", r) }

// isPlaceholder reports whether a token has so few distinct characters that it is a
// placeholder.
func isPlaceholder(s string) bool {
	b := []byte(s)
	slices.Sort(b)
	return len(slices.Compact(b)) < 6
}

// Jumbled reports whether digits, capitals and small letters follow each other
// as by chance. Short strings may do so by accident.
func Jumbled(s string) bool {
	k := kindsOf(s)
	return k.digits+k.letters() == len(s) && changes(s)*100 >= 30*len(s) && changes(s) > 0
}

// codeGroups: groups of letters and digits with hyphens or spaces between them, as
// keys and recovery codes are shown, not alike and not names.
func codeGroups(s string) bool {
	k, score := kindsOf(s), randomness(s, false)
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' })
	switch odd := oddGroups(parts); {
	case isPlaceholder(s) || odd < 0:
		return false
	case k.letters() == 0:
		return k.digits >= 24 && !ascending(s)
	case k.digits == 0:
		return k.letters() >= chanceLong && len(parts[0]) >= 4 && score >= chanceGroup
	default:
		return hasLettersAndDigits(s) && changes(s) >= 4 && odd > 1 || score >= 2*chanceGroup
	}
}

// oddGroups returns the number of groups are no names; less than 0 where all begin alike, as
// numbers of a series do, or a few are not of one length.
func oddGroups(parts []string) (odd int) {
	even, alike := 0, 0
	for _, p := range parts {
		even += b2i(len(p) == len(parts[0]))
		alike += b2i(p[0] == parts[0][0])
		odd += b2i(!namePart(p) || isHex(p))
	}
	if n := len(parts); alike == n && odd > 0 && parts[0] == parts[n-1] || alike == n && n > 2 || even < n && n < 5 {
		return -1
	}
	return odd
}

// mixedGroups returns the number of groups between spaces have both letters and digits.
func mixedGroups(s string) (n int) {
	for group := range strings.FieldsSeq(s) {
		k := kindsOf(group)
		n += b2i(k.digits > 0 && k.letters() > 0)
	}
	return n
}
