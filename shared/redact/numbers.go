package redact

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// luhn: as many digits as the cards of an issuer have, with the right check digit.
func luhn(s string) bool {
	bare := digitsOf(s)
	return luhnSum(bare)%10 == 0 && issued().MatchString(bare)
}

// luhnSum is divisible by ten where the last digit is right.
func luhnSum(digits string) (sum int) {
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i]-'0') * (1 + i%2)
		sum += d/10 + d%10
	}
	return sum
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// issued matches the numbers of Mastercard, Diners, American Express, JCB, Visa and those of other issuers.
var issued = lazy(`^(?:2[2-7]\d{14}|3(?:0[0-5]|[689]\d)\d{11,16}|3[47]\d{13}|35\d{14,17}|[456]\d{15,18})$`)

// identityChecked: the check digit is right, of the forms that have one.
func identityChecked(s string) bool {
	digits, last := digitsOf(s), s[len(s)-1]
	switch n, _ := strconv.Atoi(digits); {
	case strings.Contains(s, "/"): // of ten digits
		return n%11 == 0
	case strings.IndexByte("XYZ", s[0]) >= 0 && len(s) == 9:
		return "TRWAGMYFPDXBNJZSQVHLCKE"[(n+1e7*int(s[0]-'X'))%23] == last
	case isUpper(last) && len(digits) == 9:
		return "0123456789ABCDEFHJKLMNPRSTUVWXY"[n%31] == last
	case len(s)-4 == strings.LastIndexAny(s, "-+")+1 && len(digits) != 13:
		day := digits[len(digits)-6 : len(digits)-4]
		return luhnSum(digits[len(digits)-10:])%10 == 0 && day[0] < '4'
	}
	return true
}

// iban: the remainder of ISO 7064 (97) is 1, taken digit by digit.
func iban(s string) bool {
	s = strings.ToUpper(strings.ReplaceAll(strings.ReplaceAll(s, " ", ""), "-", ""))
	if len(s) < 15 || len(s) > 34 || strings.HasPrefix(s, "RF") { // of an invoice
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

// ascending reports whether s has several numbers that rise, as in a list of pages and a calendar.
func ascending(s string) bool {
	numbers := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	return len(numbers) > 1 && slices.IsSortedFunc(numbers, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
}

// dayForm is a day of these times: 20261121, 21/11/2026.
var dayForm = lazy(`^(?:(?:19|20)\d\d\D?[01]\d\D?[0-3]\d|[0-3]\d\D?[0-3]\d\D?(?:19|20)\d\d)$`)
