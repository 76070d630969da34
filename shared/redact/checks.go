package redact

import "strings"

// checks are the named tests of TextRule.Check. Each sees what would be
// removed. They look at ASCII alone.
var checks = map[string]func(string) bool{
	"luhn": luhn, "iban": iban, "mixed": mixed, "dense": dense, "random": random, "digits20": digits20, "keylike": keylike,
	"labelled": labelled, "bytes": manyBytes, "word": word, "mixedOrLong": mixedOrLong, "official": official,
	"credential": credential, "tokenish": tokenish, "passwordy": passwordy, "codes": codes, "caps": caps, "coded": coded, "paper": paper, "filled": filled, "phrase": phraseLike, "identifier": identifier, "coined": coined, "number": number,
	"registered": registered, "spread": spread, "residence": residence,
	"summed": summed, "telephone": telephone, "lockCode": lockCode, "networkWord": networkWord,
}

// luhn: 13 to 19 digits of a card issuer, with the right check digit.
func luhn(s string) bool {
	d := digitsOf(s)
	return len(d) >= 13 && len(d) <= 19 && d[0] >= 2 && d[0] <= 6 && doubled(d)
}

// iban: the remainder of ISO 7064 (97) is 1, taken digit by digit.
func iban(s string) bool {
	s = strings.ToUpper(strings.ReplaceAll(strings.ReplaceAll(s, " ", ""), "-", ""))
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	rest := 0
	for i := range len(s) {
		c := s[(i+4)%len(s)]
		if isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(c-'A') + 10) % 97
		}
	}
	return rest == 1
}

// secretish: what stands after "password:" or "token=" and is no plain word,
// number or amount.
func secretish(s string) bool {
	if strings.Contains(s, "REDACTED") {
		return false
	}
	s = strings.TrimRight(s, ".!?)]}:")
	if len(s) < 4 {
		return false
	}
	k := kindsOf(s)
	innerUpper := k.upper > 0 && k.lower > 0 && strings.IndexFunc(s[1:], isUpperRune) >= 0
	return k.digits > 0 && k.upper+k.lower > 0 || k.odd > 0 && k.upper+k.lower+k.digits >= 4 || innerUpper && len(s) >= 8 || k.digits == len(s) && len(s) >= 6
}

// mixed: letters and at least two digits.
func mixed(s string) bool {
	k := kindsOf(s)
	return k.digits >= 2 && k.upper+k.lower >= 2
}

// dense: a code in groups, in which letters and digits alternate often.
func dense(s string) bool {
	k := kindsOf(s)
	if k.digits < 1 || k.upper+k.lower < 3 || fewKinds(s) || beginAlike(s) {
		return false
	}
	if !evenGroups(s) && strings.Count(s, "-") < 4 {
		if odd, _, _ := oddParts(s); odd < chanceRun {
			return false
		}
	}
	return k.digits >= 2 && changes(s) >= 4 || surprise(s, false) >= chanceGroup*2
}

// random: characters of different kinds follow each other as by chance. In
// random text of two or more kinds four to six in ten neighbours differ in kind;
// in names that people give, CamelCase and numbers included, one or two.
// Public addresses of wallets (0x and 40 hex digits) pass: they name a place.
func random(s string) bool {
	k := kindsOf(s)
	letters := k.upper + k.lower
	if k.digits < 2 || letters < 2 || len(s) == 42 && strings.HasPrefix(s, "0x") && isHex(s[2:]) {
		return false
	}
	if len(s) >= 24 && isHex(s) {
		return true
	}
	odd, _, _ := oddParts(s)
	return odd >= chanceRun && Jumbled(s) && !mostlyWords(s)
}

// Jumbled reports whether digits, capitals and small letters follow each other
// as by chance. Short strings may do so by accident.
func Jumbled(s string) bool {
	k := kindsOf(s)
	return changes(s)*100 >= 30*(k.digits+k.upper+k.lower) && changes(s) > 0
}

// evenGroups reports whether all groups of s are of one length.
func evenGroups(s string) bool {
	length := 0
	for part := range strings.FieldsFuncSeq(s, isGap) {
		if length != 0 && len(part) != length {
			return false
		}
		length = len(part)
	}
	return true
}

// keylike: base64 of a key of 30 bytes. Its kinds change a little less often
// than random asks where a word was written into it.
func keylike(s string) bool {
	k := kindsOf(s)
	return k.digits >= 1 && k.upper >= 8 && k.lower >= 5 && changes(s) >= 8
}

func digits20(s string) bool { return kindsOf(s).digits >= 20 && !years(s) && !fewKinds(s) }

// labelled: what stands behind a label of secrets, in its string or beside it,
// and is no word: secretish, made by chance, or words joined by hyphens.
func labelled(s string) bool {
	s = strings.TrimRight(s, ".!?)]}:;")
	if placeholder(s) || names(s) {
		return false
	}
	if secretish(s) {
		// Names of people's making have capitals inside as well.
		k := kindsOf(s)
		return k.digits > 0 || k.odd > 0 || surprise(s, false) >= chanceLabel
	}
	if len(s) < 4 || strings.Contains(s, "REDACTED") {
		return false
	}
	if joined := strings.Count(s, "-") + strings.Count(s, "_") + strings.Count(s, "."); joined >= 2 && len(s) >= 12 {
		return true
	}
	k := kindsOf(s)
	return k.upper+k.lower >= 6 && k.upper+k.lower+k.digits == len(s) && surprise(s, false) >= chanceLabelAlpha
}

// credential: what stands near a label of secrets and cannot be a name.
func credential(s string) bool {
	s = strings.TrimRight(s, ".,!?)]}:;\"'」』”’»")
	bare := strings.TrimRight(s, "=")
	if uuid(s) {
		return true
	}
	if len(s) < 8 || strings.Contains(s, "REDACTED") || s[0] == '-' || strings.ContainsAny(s, "[]<>()|") || placeholder(s) || names(s) || mostlyWords(bare) {
		return false
	}
	k := kindsOf(bare)
	if k.digits == 0 && k.odd == 0 && (k.upper == 0 || k.lower == 0) {
		return false
	}
	if len(bare) < len(s) && len(s)%4 == 0 {
		return surprise(bare, false) >= chanceLabel
	}
	score := surprise(s, true)
	if len(s) >= chanceLong && k.digits+k.upper+k.lower == len(s) && k.digits > 0 && score >= 0 {
		return true
	}
	return score >= chanceCredential && (k.digits > 0 || k.odd > 0 || len(s) >= 16)
}

// tokenish: behind a maker's prefix, letters and digits or what is no word.
func tokenish(s string) bool {
	return mixed(s) && !nameParts(s) || surprise(s, false) >= chanceLabelAlpha
}

// nameParts reports whether all parts of a token are names of people's making.
func nameParts(s string) bool {
	for part := range strings.FieldsFuncSeq(s, isJoint) {
		if !namePart(part) || len(part) >= 8 && isHex(part) {
			return false
		}
	}
	return true
}

// passwordy: letters with digits or signs, not the name of a method ("SHA256").
func passwordy(s string) bool {
	s = strings.TrimRight(s, ".,!?)]}:;\"'")
	k := kindsOf(s)
	if len(s) < 5 || strings.Contains(s, "REDACTED") || strings.Count(s, "%") > 1 || placeholder(s) || names(s) || k.lower == 0 {
		return false
	}
	if k.digits+k.odd == 0 {
		return len(s) >= 8 && k.lower+k.upper == len(s) && surprise(s, false) >= chanceGroup
	}
	return k.upper+k.lower >= 2 && (k.digits > 0 || surprise(s, true) >= chanceCredential)
}

// codes: codes in a row behind their name.
func codes(s string) bool {
	k := kindsOf(s)
	return k.digits >= 5 || surprise(s, false) >= chanceLabelAlpha
}

// phraseLike: as many words as phrases have, hardly one of them twice, and the
// same between each two.
func phraseLike(s string) bool {
	words := map[string]bool{}
	n, commas, hyphens := 0, strings.Count(s, ","), strings.Count(s, "-")
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return strings.ContainsRune(" ,\n.)-", r) }) {
		if !isDigit(word[0]) {
			words[word] = true
			n++
		}
	}
	uniform := (commas == 0 || commas >= n-1) && (hyphens == 0 || hyphens == n-1)
	return uniform && len(words) >= n-3 && (n <= 16 || n == 18 || n == 20 || n == 21 || n == 24 || n == 25 || n == 33)
}

// caps: a code in capitals and digits that is no word.
func caps(s string) bool {
	k := kindsOf(s)
	return k.lower == 0 && (k.digits > 0 && k.upper > 0 || surprise(s, false) >= chanceLabel)
}

// coded: a code of letters and digits, or of capitals that are no word.
func coded(s string) bool { return labelled(s) || caps(s) }

// paper: the number of a passport or a licence, which has letters.
func paper(s string) bool {
	k := kindsOf(s)
	return k.digits >= 2 && k.lower*2 <= len(s)
}

// dayLike reports whether the digits of s are those of a day of these times and
// nothing else: 20261121, 21/11/2026.
func dayLike(s string) bool {
	var d []byte
	for i := 0; i < len(s); i++ {
		switch {
		case isDigit(s[i]):
			d = append(d, s[i])
		case isAlnum(s[i]):
			return false
		}
	}
	if len(d) != 8 {
		return false
	}
	begins := d[0] == '1' && d[1] == '9' || d[0] == '2' && d[1] == '0'
	ends := d[4] == '1' && d[5] == '9' || d[4] == '2' && d[5] == '0'
	return begins && d[4] <= '1' && d[6] <= '3' || ends && (d[0] <= '3' && d[2] <= '1' || d[0] <= '1' && d[2] <= '3')
}

// filled: no filling-in.
func filled(s string) bool { return !placeholder(s) }

// word: a word that may be a password: small letters, or letters and digits.
func word(s string) bool {
	k := kindsOf(s)
	return k.lower+k.digits >= 5 && k.upper == 0
}

// official: digits above all, and no word among them.
func official(s string) bool {
	k := kindsOf(s)
	run := 0
	for i := 0; i < len(s); i++ {
		if run++; isDigit(s[i]) || !isAlnum(s[i]) {
			run = 0
		}
		if run > 5 {
			return false
		}
	}
	return k.digits >= 5 && k.upper+k.lower <= k.digits
}

// mixedOrLong: a code of several groups, or one of letters and digits.
func mixedOrLong(s string) bool {
	k := kindsOf(s)
	return k.digits+k.upper >= 8 && (k.digits >= 2 || strings.Count(s, "-") >= 2)
}

// manyBytes: numbers from 0 to 255, or pairs of hex digits, as bytes are shown.
func manyBytes(s string) bool {
	hex, small, n := true, true, 0
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" ,:;", r) }) {
		n++
		part = strings.TrimPrefix(strings.TrimPrefix(part, "0x"), "0X")
		hex = hex && len(part) == 2 && isHex(part)
		small = small && len(part) <= 3 && kindsOf(part).digits == len(part) && (len(part) < 3 || part <= "255")
	}
	return n >= 16 && (hex || small && !ascending(s))
}

// ascending reports whether the numbers in s only grow, as in a list of pages.
func ascending(s string) bool {
	last := -1
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' }) {
		n := 0
		for i := 0; i < len(part); i++ {
			n = n*10 + int(part[i]-'0')
		}
		if n < last {
			return false
		}
		last = n
	}
	return true
}

// kinds counts a string's characters by kind. odd are ASCII signs that occur
// in passwords rather than in prose.
type kinds struct{ digits, upper, lower, odd int }

func kindsOf(s string) kinds {
	var k kinds
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case isDigit(c):
			k.digits++
		case isUpper(c):
			k.upper++
		case isLower(c):
			k.lower++
		case strings.IndexByte("!@#$%^&*+=~?", c) >= 0:
			k.odd++
		}
	}
	return k
}

// changes counts neighbours of different kind (digit, capital, small letter),
// looking past everything else. The small letter after a word's one capital is
// no change.
func changes(s string) int {
	const digit, upper, lower = 1, 2, 3
	n, last, run := 0, 0, 0
	for i := 0; i < len(s); i++ {
		kind := 0
		switch c := s[i]; {
		case isDigit(c):
			kind = digit
		case isUpper(c):
			kind = upper
		case isLower(c):
			kind = lower
		default:
			continue
		}
		switch {
		case kind == last:
			run++
			continue
		case last == 0 || kind == lower && last == upper && run == 1:
		default:
			n++
		}
		last, run = kind, 1
	}
	return n
}

func isHex(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i] | 0x20; !isDigit(s[i]) && (c < 'a' || c > 'f') {
			return false
		}
	}
	return s != ""
}

func isDigit(c byte) bool     { return '0' <= c && c <= '9' }
func isUpper(c byte) bool     { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool     { return 'a' <= c && c <= 'z' }
func isUpperRune(r rune) bool { return 'A' <= r && r <= 'Z' }
