package redact

import (
	"slices"
	"strings"
)

// timedCode reports whether names[i] is a code as authenticators show it: two groups of three digits
// behind an account or a heading for them, or beside the seconds for which they hold. Thousands look alike, and have neither.
func timedCode(names []string, i int) bool {
	if len(names[i]) < 7 || len(names[i]) > 9 || !sixInTwo().MatchString(fold(names[i])) {
		return false
	}
	return i > 0 && (strings.Contains(names[i-1], "@") || countdown().MatchString(names[i-1])) || i+1 < len(names) && (countdown().MatchString(names[i+1]) || strings.Contains(names[i+1], "@")) ||
		slices.ContainsFunc(names[max(0, i-maxCodes):i], recovering().MatchString)
}

// cardCode reports whether names[i] is the code of the card whose number is masked, behind the month in which it expires.
func cardCode(names []string, i int) bool {
	return i > 1 && threeOrFour().MatchString(names[i]) && expiry().MatchString(names[i-1]) && strings.Contains(names[i-2], Mark)
}

var (
	threeOrFour = lazy(`^\d{3,4}$`)
	expiry      = lazy(`^(?:0[1-9]|1[0-2]) ?/ ?(?:20)?\d\d$`)

	sixInTwo  = lazy(`^\d{3} \d{3}$`)
	countdown = lazy(`^[0-5]?\d ?(?:s|sec|сек?|秒|초)\.?$|^00:[0-5]\d$`)
)

// maxSaid is how many texts may stand between the heading of a list of codes and the list.
const maxSaid = 2

// codeLists redacts codes of one length, three or more, below a heading that calls them so.
func codeLists(names []string) (changed bool) {
	for i := 0; i < len(names); {
		n, masks := alikeEntries(names[i:])
		for j := i - 1; n > 2 && j >= max(0, i-1-maxSaid); j-- {
			if Label(names[j]) && (2*masks >= n || isSecretAfter(names[j], strings.Join(names[i:i+n], " "))) || recovering().MatchString(names[j]) && isSecretAfter("Recovery codes", strings.Join(names[i:i+n], " ")) {
				for k := i; k < i+n; k++ {
					if !ordinal().MatchString(names[k]) {
						names[k] = Mark
					}
				}
				changed = true
				break
			}
		}
		i += max(1, n)
	}
	return changed
}

// recovering matches headings of such codes that have no word for code.
var recovering = lazy(`(?i)\b(?:recovery|2fa|mfa|two[- ]factor|authenticator)\b`)

// alikeEntries counts the names at the beginning that are codes of one length or are masked, and those that are masked.
func alikeEntries(names []string) (n, masks int) {
	length := 0
	for n < min(len(names), maxCodes) && (names[n] == Mark || n > 0 && ordinal().MatchString(names[n]) || (length == 0 || len(names[n]) == length) && len(names[n]) >= shortestSecret && len(names[n]) <= labelMax && (entry(names[n]) || length > 0 && isAlnumOnly(names[n]))) {
		switch {
		case names[n] == Mark:
			masks++
		case !ordinal().MatchString(names[n]):
			length = len(names[n])
		}
		n++
	}
	if length == 0 {
		return 0, 0
	}
	return n, masks
}

// ordinal is the place of a code in its list.
var ordinal = lazy(`^\d{1,2}[.)]?$`)

func isAlnumOnly(s string) bool { k := kindsOf(s); return k.digits+k.letters() == len(s) }
