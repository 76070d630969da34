package flow

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/text"
	"cairn/shared/types"
)

// formOf returns the form that all values have. Empty values are unknown ones.
func formOf(values []string) (form types.FlowForm) {
	for _, v := range values {
		of := types.FlowForm("")
		switch digits, one := strings.ContainsFunc(v, unicode.IsDigit), !strings.Contains(v, " "); {
		case v == "":
			continue
		case isAddress(v):
			of = types.FormAddress
		case one && digits && !strings.ContainsFunc(v, unicode.IsLetter) && !strings.Contains(v, "%"):
			of = types.FormNumber
		case one && strings.ContainsFunc(v, unicode.IsLetter) && (digits || !strings.ContainsFunc(v, upperOrMark)):
			of = types.FormCode
		case isName(v):
			of = types.FormName
		}
		if form != "" && form != of && of != "" && of != types.FormAddress && form != types.FormAddress {
			of, form = types.FormName, types.FormName // what names a thing
		}
		if of == "" || form != "" && form != of {
			return ""
		}
		form = of
	}
	return form
}

// fitsParam reports whether a text has the form that a parameter's values had, or that its name requires.
func fitsParam(p *types.FlowParam, value string) bool {
	switch {
	case p.Form == types.FormNumber && p.Kind == types.FlowText:
		return isAmount(value) && !strings.Contains(value, "%") // 70 % is of another number
	case p.Form == types.FormAddress:
		return isAddress(value)
	case p.Form == types.FormCode, p.Form == types.FormNumber:
		return !strings.Contains(value, " ")
	case p.Form == types.FormName:
		return isName(value) || !strings.Contains(value, " ") || value == strings.ToLower(value) && !slices.ContainsFunc(strings.Fields(value), lights)
	case p.Kind != types.FlowText:
		return true
	}
	for _, said := range []string{strings.ReplaceAll(p.Name, "_", " "), p.Label} {
		words := wordsAt(said)
		for i, w := range words {
			next := append(words[i+1:], word{"", len(said), len(said)})[0]
			switch of := said[w.to:next.from] == " " && !lights(next.folded) && next.folded != "address"; w.folded { // the host of a mail host is no address
			case "email", "mail", "e-mail":
				if !of {
					return isAddress(value)
				}
			case "amount", "quantity", "qty", "price", "count":
				return isAmount(value)
			}
		}
	}
	return true
}

// upperOrMark reports whether a letter of a text makes it more than one plain word in lower case: a capital, or a mark
// other than a hyphen.
func upperOrMark(r rune) bool { return r != '-' && !unicode.IsLower(r) }

// inNames are small words within names.
var inNames = strings.Fields("of the van der de la du di &")

// isName reports whether a text consists of words with capital letters or digits, apart from the small words of
// names between them. Mill House in a week is no name: the rest says when.
func isName(value string) bool {
	words := strings.Fields(value)
	for i, w := range words {
		named := strings.ContainsFunc(w[:1], digit) || strings.ContainsFunc(w, unicode.IsUpper)
		inside := i > 0 && i < len(words)-1
		if !named && !(inside && slices.Contains(inNames, w)) || inside && strings.ContainsAny(w[len(w)-1:], ",;:?!") {
			return false
		}
	}
	return strings.ContainsFunc(value, unicode.IsUpper)
}

func isAddress(value string) bool {
	return strings.Count(value, "@") == 1 && !strings.ContainsAny(value, " ")
}

// isAmount reports whether a value is one number, with a unit behind it or a currency before it: half of 20 is another
// amount.
func isAmount(value string) bool {
	numbers, units := 0, 0
	for _, w := range strings.Fields(grouped.ReplaceAllString(value, "$1$2")) {
		switch word := strings.Trim(w, ".,"); {
		case strings.ContainsAny(w, "'’"), text.Light(strings.ToLower(word)), slices.Contains(relative, word):
			return false
		case strings.ContainsFunc(w, unicode.IsDigit):
			numbers++
		case numbers == 0 && strings.ContainsFunc(w, unicode.IsLower), len([]rune(word)) > maxUnit:
			return false
		default:
			units++
		}
	}
	return numbers == 1 && units <= 1
}

// numbered matches the word or mark before a number that says it is one.
var numbered = regexp.MustCompile(`^(?i)(#|(number|no\.?|nr\.?|nummer|n°|numéro|número) )`)

// grouped matches a space between the thousands of a number.
var grouped = regexp.MustCompile(`(\d)[ \x{a0}\x{202f}](\d{3})\b`)

// maxUnit is the most letters of a unit. A longer word behind a number says when or how often.
const maxUnit = 4

// relative are words behind a number that make it another amount.
var relative = strings.Fields("more less half back over out off up down mehr")
