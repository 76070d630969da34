package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold returns the form of a (lower-case) word that is the same with and without
// accents: café, cafe and cafe with a combining accent are all cafe. Letters that
// differ by more than an accent, such as й, stay.
func Fold(word string) string {
	if ASCII(word) {
		return word
	}
	var b strings.Builder
	for _, r := range word {
		switch base, ok := bases[r]; {
		case ok:
			b.WriteString(base)
		case latinMark(r):
		default:
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return word
	}
	return b.String()
}

// ASCII reports whether a text has no other characters.
func ASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// latinMark reports whether r is a combining accent of the European scripts. In other
// scripts vowel signs count as letters.
func latinMark(r rune) bool { return 0x0300 <= r && r <= 0x036F && unicode.Is(unicode.Mn, r) }

// bases maps accented lower-case letters to their plain forms.
var bases = spread(map[string]string{
	"a":  "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ",
	"ae": "æǣǽ",
	"b":  "ḃḅḇ",
	"c":  "çćĉċčḉ",
	"d":  "ďđḋḍḏḑḓð",
	"e":  "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ",
	"f":  "ḟ",
	"g":  "ĝğġģǧǵḡ",
	"h":  "ĥħȟḣḥḧḩḫẖ",
	"i":  "ìíîïĩīĭįıǐȉȋḭḯỉị",
	"j":  "ĵǰ",
	"k":  "ķǩḱḳḵ",
	"l":  "ĺļľŀłḷḹḻḽ",
	"m":  "ḿṁṃ",
	"n":  "ñńņňŉǹṅṇṉṋ",
	"o":  "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ",
	"oe": "œ",
	"p":  "ṕṗ",
	"r":  "ŕŗřȑȓṙṛṝṟ",
	"s":  "śŝşšșſṡṣṥṧṩ",
	"ss": "ß",
	"t":  "ţťŧțṫṭṯṱẗ",
	"th": "þ",
	"u":  "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự",
	"v":  "ṽṿ",
	"w":  "ŵẁẃẅẇẉẘ",
	"x":  "ẋẍ",
	"y":  "ýÿŷȳẏẙỳỵỷỹ",
	"z":  "źżžẑẓẕ",
	"α":  "άὰᾶἀἁ",
	"ε":  "έὲ",
	"η":  "ήὴῆ",
	"ι":  "ίϊΐὶῖ",
	"ο":  "όὸ",
	"υ":  "ύϋΰὺῦ",
	"ω":  "ώὼῶ",
	"σ":  "ς",
	"е":  "ё",
	"ا":  "أإآ",
})

func spread(rows map[string]string) map[rune]string {
	out := map[rune]string{}
	for base, accented := range rows {
		for _, r := range accented {
			out[r] = base
		}
	}
	return out
}
