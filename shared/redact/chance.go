package redact

import (
	"strings"
	"unicode/utf8"
)

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

func isGap(r rune) bool { return r == ' ' || r == '-' }

func isJoint(r rune) bool { return strings.ContainsRune("-_/+", r) }

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
		return len(letters) <= 5
	}
	return len(letters) <= 5 || len(letters) < 14 && (len(letters) == len(s) || surprise(letters, false) <= 0)
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

// signed reports whether a word is a password with signs in it.
func signed(s string) bool {
	k := kindsOf(s)
	if n := utf8.RuneCountInString(s); k.odd == 0 || n < 8 || n > 64 || k.digits == 0 || k.upper == 0 || k.lower == 0 || strings.ContainsAny(s, "/()[]{}<>`\";,|\\:") {
		return false
	}
	if at := strings.IndexByte(s, '@'); at > 0 && strings.Contains(s[at:], ".") {
		return false // mail
	}
	s = strings.TrimRight(s, "+=") // LGPLv2.1+
	k = kindsOf(s)
	return k.odd > 0 && strings.Count(s, "%") < 2 && surprise(s, true) >= chanceSigns
}

// scrubChance replaces the tokens of s that stand as if made by chance, alone
// or in groups of equal length as keys and codes are shown in.
func scrubChance(s string) string {
	var out strings.Builder
	done := 0
	drop := func(lo, hi int) {
		out.WriteString(s[done:lo])
		out.WriteString(Mark)
		done = hi
	}
	for lo := 0; lo < len(s); {
		if !tokenByte(s[lo]) {
			lo++
			continue
		}
		hi := lo
		for hi < len(s) && tokenByte(s[hi]) {
			hi++
		}
		end := hi
		for end < len(s) && s[end] == '=' && end < hi+2 {
			end++
		}
		if end < len(s) && s[end] > ' ' && strings.IndexByte("\"'`,;&).<", s[end]) < 0 {
			end = hi // not padded, assigned
		}
		if !marked(s, lo, hi) && chance(s[lo:end]) && !spared(s, lo, end) {
			drop(lo, end)
		}
		lo = max(end, hi)
	}
	if done > 0 {
		return out.String() + s[done:]
	}
	return s
}

func tokenByte(c byte) bool { return isAlnum(c) || strings.IndexByte("_+/-", c) >= 0 }

func isAlnum(c byte) bool { return isDigit(c) || isUpper(c) || isLower(c) }

// marked reports whether s[lo:hi] is the word of Mark.
func marked(s string, lo, hi int) bool {
	return lo > 0 && s[lo-1] == '[' && s[lo:hi] == Mark[1:len(Mark)-1]
}

// scrubSigned replaces words that are passwords with signs in them.
func scrubSigned(s string) string {
	return replaceInWords(s, func(lo, hi int) (from, to int) {
		word := strings.TrimLeft(strings.TrimRight(s[lo:hi], ".,;:!?)'\"]}"), "([{'\"")
		from = lo + strings.Index(s[lo:hi], word)
		if !signed(word) || spared(s, from, from+len(word)) {
			return 0, 0
		}
		return from, from + len(word)
	})
}

// replaceInWords puts Mark in place of the part s[from:to] that find names of a
// word s[lo:hi]: what stands between two spaces. An empty part is none.
func replaceInWords(s string, find func(lo, hi int) (from, to int)) string {
	var out strings.Builder
	done := 0
	for lo := 0; lo < len(s); {
		if s[lo] <= ' ' {
			lo++
			continue
		}
		hi := lo
		for hi < len(s) && s[hi] > ' ' {
			hi++
		}
		if from, to := find(lo, hi); from < to {
			out.WriteString(s[done:from])
			out.WriteString(Mark)
			done = to
		}
		lo = hi
	}
	if done == 0 {
		return s
	}
	return out.String() + s[done:]
}

// Groups of equal length: at least so many, of so many characters, in all.
const (
	groupsMin   = 3
	groupMin    = 3
	groupMax    = 8
	groupsChars = 12
)

// scrubGroups replaces runs of equally long groups of letters and digits,
// one space or hyphen between each two, that stand as if made by chance.
func scrubGroups(s string) string {
	var out strings.Builder
	done, first, count, length, lastEnd := 0, 0, 0, 0, -2
	flush := func() {
		if count >= groupsMin && count*length >= groupsChars && groupsByChance(s[first:lastEnd]) && !spared(s, first, lastEnd) {
			out.WriteString(s[done:first])
			out.WriteString(Mark)
			done = lastEnd
		}
		count = 0
	}
	for lo := 0; lo < len(s); {
		if !isAlnum(s[lo]) {
			lo++
			continue
		}
		hi := lo
		for hi < len(s) && isAlnum(s[hi]) {
			hi++
		}
		n := hi - lo
		joined := lo == lastEnd+1 && (s[lo-1] == ' ' || s[lo-1] == '-') && n == length
		if !joined {
			flush()
		}
		if n >= groupMin && n <= groupMax {
			if count == 0 {
				first, length = lo, n
			}
			count++
			lastEnd = hi
		}
		lo = hi
	}
	flush()
	if done > 0 {
		return out.String() + s[done:]
	}
	return s
}

// groupsByChance judges groups. Numbers alone count when they are many: dates,
// years and telephone numbers are few.
func groupsByChance(s string) bool {
	k := kindsOf(s)
	if k.upper+k.lower == 0 {
		return k.digits >= 24 && !years(s)
	}
	if fewKinds(s) || oneGroup(s) {
		return false
	}
	first := strings.IndexAny(s, " -")
	score := surprise(s, false)
	if k.digits == 0 {
		return k.upper+k.lower >= chanceLong && first >= groupMin+1 && score >= chanceGroupAlpha
	}
	odd := 0
	for part := range strings.FieldsFuncSeq(s, isGap) {
		odd += b2i(!namePart(part) || isHex(part) && k.upper+k.lower != len(part))
	}
	return score >= 2*chanceGroup || odd > 1 && score >= chanceGroup
}

// oneGroup reports whether all groups of s are the same.
func oneGroup(s string) bool {
	i := strings.IndexAny(s, " -")
	return i > 0 && strings.Repeat(s[:i+1], len(s)/(i+1)+1)[:len(s)] == s
}

// years reports whether every group of s is one.
func years(s string) bool {
	for _, g := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' }) {
		if len(g) != 4 || g[:2] != "19" && g[:2] != "20" {
			return false
		}
	}
	return true
}
