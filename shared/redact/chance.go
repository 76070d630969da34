package redact

import "strings"

// Thresholds of surprise, in quarters of a bit: from these on a token is taken
// for made by chance. Words, names and identifiers of people stay below zero
// nearly always, in any language with Latin letters; chance gains one bit or two a
// character. Shorter tokens must surprise more, since there are more of them.
const (
	chancePointer    = 18 // 0x and 16 hex digits name a place in memory
	chanceParts      = 12 // so many characters at least are no part of a name
	chanceGroupAlpha = 16 // groups of letters alone, sixteen of them
	chanceRun        = 12 // shorter tokens are not looked at without a label
	chanceLong       = 16
	chanceMixed      = 28 // letters and digits, or both cases
	chanceFar        = 16 // the same from chanceLong characters on
	chanceAlpha      = 28 // letters of one case alone
	chanceSigns      = 28 // passwords with signs in them
	chanceGroup      = 16 // groups of equal length
	chanceLabel      = -8 // where a label says that a secret follows
	chanceEach       = 2  // and for each character, or a long name with numbers in it would add up
	chanceCredential = 14 // where one stands near
	chanceLabelAlpha = 8  // the same of letters alone
	chanceTurn       = 18 // the cost of a change between digits, capitals and small letters
	chanceKinds      = 4  // what two kinds of characters cost chance itself, for each character
	chanceThree      = 5  // and three
	costOfPair       = 19 // what a letter costs chance: the logarithm of 26
	signs            = "!@#$%^&*+=~?"
)

// surprise says how much less likely s is as a word or name of people than as
// the work of chance, in quarters of a bit. What is neither letter nor digit
// separates; a sign does so as a kind of its own where signed.
func surprise(s string, signed bool) int {
	const digit, upper, lower, sign = 1, 2, 3, 4
	score, n, last, run := 0, 0, 0, 0
	before, prev := 26, byte(0)
	var k kinds
	for i := 0; i < len(s); i++ {
		c := s[i]
		kind := 0
		switch {
		case isDigit(c):
			kind, k.digits = digit, k.digits+1
		case isUpper(c):
			kind, k.upper = upper, k.upper+1
		case isLower(c):
			kind, k.lower = lower, k.lower+1
		case signed && strings.IndexByte(signs, c) >= 0:
			kind = sign
		}
		if kind == 0 {
			last, run, before, prev = 0, 0, 26, c
			continue
		}
		n++
		capital := kind == lower && last == upper && run == 1
		if kind != last {
			if last != 0 && !capital {
				score += chanceTurn
			}
			if !capital {
				before = 26
			}
			run = 0
		}
		run, last = run+1, kind
		if kind == upper || kind == lower {
			letter := int(c|0x20) - 'a'
			if c|0x20 != prev {
				score += costAt(before, letter) - costOfPair
			}
			before = letter
		}
		prev = c | 0x20
	}
	switch b2i(k.digits > 0) + b2i(k.upper > 0) + b2i(k.lower > 0) {
	case 3:
		score -= chanceThree * n
	case 2:
		score -= chanceKinds * n
	}
	return score
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func costAt(before, letter int) int {
	c := pairCost[before*26+letter]
	switch {
	case isDigit(c):
		return int(c - '0')
	case isUpper(c):
		return int(c-'A') + 10
	}
	return int(c-'a') + 36
}

// chance reports whether a token stands as if made by chance. What of it are
// names of people's making counts for nothing, see namePart.
func chance(s string) bool {
	bare := strings.TrimRight(s, "=")
	k := kindsOf(bare)
	letters := k.upper + k.lower
	n := letters + k.digits
	switch {
	case letters < 2 || n < chanceRun || address(s) || fewKinds(bare):
		return false
	case isHex(bare):
		return n >= chanceLong && k.digits >= 2
	case strings.HasPrefix(bare, "0x") && isHex(bare[2:]):
		return n > chancePointer
	}
	score := surprise(bare, false)
	if len(bare) < len(s) && len(s)%4 == 0 && !strings.ContainsAny(bare, "-_") {
		return score >= chanceLabel // padded as base64 is
	}
	if mostlyWords(bare) {
		return false
	}
	n, k, score = oddParts(bare)
	switch {
	case n < chanceParts || score < chanceEach*n:
		return false
	case k.digits == 0 && (k.upper == 0 || k.lower == 0):
		return n >= 14 && score >= chanceAlpha
	case n >= chanceLong:
		return score >= chanceFar
	}
	return score >= chanceMixed
}

// oddParts measures those parts of a token that are no names.
func oddParts(s string) (n int, k kinds, score int) {
	hex := 0
	for part := range strings.FieldsFuncSeq(s, isJoint) {
		if p := kindsOf(part); len(part) >= 4 && isHex(part) && p.digits > 0 {
			hex++
		}
	}
	for part := range strings.FieldsFuncSeq(s, isJoint) {
		if !namePart(part) || hex >= 3 && isHex(part) {
			p := kindsOf(part)
			k.digits, k.upper, k.lower = k.digits+p.digits, k.upper+p.upper, k.lower+p.lower
			n += len(part)
			score += surprise(part, false)
		}
	}
	return n, k, score
}

func isJoint(r rune) bool { return strings.ContainsRune("-_/+", r) }

// fewKinds reports whether a token is made of so few different characters that
// somebody filled it in.
func fewKinds(s string) bool {
	var seen [256]bool
	n := 0
	for i := 0; i < len(s); i++ {
		if !seen[s[i]] {
			seen[s[i]] = true
			n++
		}
	}
	return n < 6
}

// address reports whether s is a public address of a wallet: it names a place.
func address(s string) bool {
	return len(s) == 42 && strings.HasPrefix(s, "0x") && isHex(s[2:])
}
