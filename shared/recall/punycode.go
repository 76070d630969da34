package recall

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/text"
)

// Parameters of Punycode (RFC 3492 section 5).
const (
	punyBase        = 36
	punyTMin        = 1
	punyTMax        = 26
	punySkew        = 38
	punyDamp        = 700
	punyInitialBias = 72
	punyInitialN    = 128
	maxLabelRunes   = 63
)

const punyDigits = "abcdefghijklmnopqrstuvwxyz0123456789"

// punycode encodes a label of letters, digits and hyphens of any script. It rejects
// all other characters.
func punycode(label string) (string, bool) {
	runes := []rune(label)
	if len(runes) > maxLabelRunes {
		return "", false
	}
	var out strings.Builder
	for _, r := range runes {
		if r != '-' && !text.InWord(r) {
			return "", false
		}
		if r < utf8.RuneSelf {
			out.WriteRune(r)
		}
	}
	basic := out.Len()
	if basic > 0 {
		out.WriteByte('-')
	}
	n, delta, bias := rune(punyInitialN), 0, punyInitialBias
	for handled := basic; handled < len(runes); n++ {
		next := rune(unicode.MaxRune)
		for _, r := range runes {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (handled + 1)
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			writeVarInt(&out, delta, bias)
			bias = adaptBias(delta, handled+1, handled == basic)
			delta = 0
			handled++
		}
		delta++
	}
	return out.String(), true
}

func writeVarInt(out *strings.Builder, value, bias int) {
	for k := punyBase; ; k += punyBase {
		t := threshold(k, bias)
		if value < t {
			out.WriteByte(punyDigits[value])
			return
		}
		out.WriteByte(punyDigits[t+(value-t)%(punyBase-t)])
		value = (value - t) / (punyBase - t)
	}
}

// validPunycode reports whether the part after "xn--" decodes to a name with a
// character beyond ASCII.
func validPunycode(s string) bool {
	length := 0
	if i := strings.LastIndexByte(s, '-'); i >= 0 {
		length, s = i, s[i+1:]
	}
	n, i, bias := punyInitialN, 0, punyInitialBias
	for first := true; s != ""; first = false {
		before, weight := i, 1
		for k := punyBase; ; k += punyBase {
			if s == "" {
				return false
			}
			digit := strings.IndexByte(punyDigits, s[0])
			s = s[1:]
			if digit < 0 || weight > 1<<40 {
				return false
			}
			i += digit * weight
			t := threshold(k, bias)
			if digit < t {
				break
			}
			weight *= punyBase - t
		}
		length++
		bias = adaptBias(i-before, length, first)
		n += i / length
		i = i%length + 1
		if n > unicode.MaxRune || !unicode.IsPrint(rune(n)) {
			return false
		}
	}
	return n > punyInitialN
}

func threshold(k, bias int) int { return min(max(k-bias, punyTMin), punyTMax) }

func adaptBias(delta, points int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > (punyBase-punyTMin)*punyTMax/2; k += punyBase {
		delta /= punyBase - punyTMin
	}
	return k + (punyBase-punyTMin+1)*delta/(delta+punySkew)
}
