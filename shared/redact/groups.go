package redact

import "strings"

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

func isGap(r rune) bool { return r == ' ' || r == '-' }

// spacedMin is how many characters one by one may be a secret.
const spacedMin = 12

// scrubSpaced replaces runs of single characters, the same space or hyphen between
// each two, that stand as if made by chance.
func scrubSpaced(s string) string {
	var out strings.Builder
	done := 0
	for lo := 0; lo < len(s); {
		hi := lo
		var run []byte
		for hi < len(s) && isAlnum(s[hi]) && (hi+1 == len(s) || !isAlnum(s[hi+1])) {
			run = append(run, s[hi])
			if hi++; hi+1 >= len(s) || s[hi] != s[lo+1] || !isGap(rune(s[hi])) || !isAlnum(s[hi+1]) || hi+2 < len(s) && isAlnum(s[hi+2]) {
				break
			}
			hi++
		}
		if k := kindsOf(string(run)); len(run) >= spacedMin && k.digits > 0 && k.digits < len(run) && chance(string(run)) && !alphabet(string(run)) {
			out.WriteString(s[done:lo])
			out.WriteString(Mark)
			done = hi
		}
		for lo = max(hi, lo+1); lo < len(s) && isAlnum(s[lo-1]) && isAlnum(s[lo]); {
			lo++
		}
	}
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
	if fewKinds(s) || oneGroup(s) || beginAlike(s) {
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
	capitals := k.lower == 0 && first*groupsMin < len(s)-first // more groups than the fewest
	return score >= 2*chanceGroup || (odd > 1 || capitals) && score >= chanceGroup
}

// oneGroup reports whether all groups of s are the same.
func oneGroup(s string) bool {
	i := strings.IndexAny(s, " -")
	return i > 0 && strings.Repeat(s[:i+1], len(s)/(i+1)+1)[:len(s)] == s
}

// beginAlike reports whether four groups or more begin with the same character,
// as numbers of characters do, or the first with 0x.
func beginAlike(s string) bool {
	n := 0
	for part := range strings.FieldsFuncSeq(s, isGap) {
		if part[0] != s[0] {
			return false
		}
		n++
	}
	return n >= 4 || strings.HasPrefix(s, "0x")
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
