package redact

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// runsOf are the parts of s, n characters long or longer, that are letters, digits
// and some signs.
func runsOf(s, signs string, n int) (runs []part) {
	in := func(c byte) bool { return isAlnum(c) || strings.IndexByte(signs, c) >= 0 }
	for lo := 0; lo+n <= len(s); {
		hi := lo + n
		for hi > lo && in(s[hi-1]) {
			hi--
		}
		if hi > lo { // too short
			lo = hi
			continue
		}
		for hi = lo + n; hi < len(s) && in(s[hi]); hi++ {
		}
		runs = append(runs, part{lo, hi})
		lo = hi
	}
	return runs
}

// scrubChance masks the tokens of s that stand as if made by chance.
func scrubChance(s string) string {
	var found []part
	for _, p := range runsOf(s, "_+-", chanceRun) {
		lo, hi := p.lo, p.hi
		for hi < min(p.hi+2, len(s)) && s[hi] == '=' { // padding
			hi++
		}
		if hi < len(s) && s[hi] > ' ' && strings.IndexByte("\"'`,;&).<]", s[hi]) < 0 {
			hi = lo + len(strings.TrimRight(s[lo:hi], "=")) // not padded, assigned
		}
		if chance(s[lo:hi]) && !spared(s, lo, hi) {
			found = append(found, part{lo, hi})
		}
	}
	return masked(s, found)
}

// scrubSigned masks words that are passwords with signs in them.
func scrubSigned(s string) string {
	return masked(s, slices.DeleteFunc(partsOf(s), func(p part) bool { return !signedPassword(s[p.lo:p.hi]) || spared(s, p.lo, p.hi) }))
}

// noPassword is a word with signs that is none: an address of mail, somebody's name, a
// character, what programs write.
var noPassword = lazy(`^[^@]*@[^@]*\.[^@]*$|^@[^!@#$%^&*+=~?]*$|^U\+|[/()\[\]{}<>` + "`" + `";,|\\:]|%.*%`)

// signedPassword reports whether a word is a password with signs in it.
func signedPassword(s string) bool {
	s = strings.TrimRight(s, "+=") // LGPLv2.1+
	k, n := kindsOf(s), utf8.RuneCountInString(s)
	if k.only() < 4 || n < 8 || n > 64 || noPassword().MatchString(s) {
		return false
	}
	return surprise(s, true) >= chanceShort && (strings.Count(s, "+") < k.odd || !nameParts(s)) // names joined
}

// publicBefore are words behind which a random string names something that
// everybody may know: a version of a source, a file by its content.
var publicBefore = lazy(`(?i)(?:commit|sha|md|crc|checksum|digest|fingerprint|integrity|revision|rev|etag|tree|blob|raw|blame|compare|u?guid|uuid|keys|tx|txid|block|container|trace|tracking|vin)s?\d{0,3}[^A-Za-z0-9]{1,4}$`)

// assetAfter are endings of files that are often named by their content.
var assetAfter = lazy(`^\.(?:js|mjs|css|map|wasm|ttf|otf|woff2?|svg|png|jpe?g|gif|webp|avif|ico)\b`)

var uuidPattern = lazy(`(?i)(?:^|[^A-Za-z0-9._-])([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?:[^A-Za-z0-9]|$)`)

// spared reports whether s[lo:hi] names something public by its company, is a
// UUID, which programs number everything by, or an alphabet. Behind a label of
// secrets none is asked.
func spared(s string, lo, hi int) bool {
	word := s[lo:hi]
	if publicBefore().MatchString(s[max(0, lo-16):lo]) || alphabet(word) || isHex(word) && assetAfter().MatchString(s[hi:]) {
		return true
	}
	return slices.ContainsFunc(uuidPattern().FindAllStringSubmatchIndex(s, -1), func(m []int) bool { return m[2] <= lo && hi <= m[3] })
}

// alphabet reports whether most characters of s are each the one before's next.
func alphabet(s string) bool {
	next := 0
	for i := 1; i < len(s); i++ {
		next += b2i(s[i] == s[i-1]+1)
	}
	return 2*next >= len(s)
}
