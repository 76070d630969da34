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
		switch digits := strings.ContainsFunc(v, unicode.IsDigit); {
		case v == "":
			continue
		case isAddress(v):
			of = types.FormAddress
		case digits && len(strings.Fields(v)) > 1, strings.Contains(v, "%"):
		case digits && strings.ContainsFunc(v, unicode.IsLetter):
			of = types.FormCode
		case digits:
			of = types.FormNumber
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
	case p.Kind != types.FlowText:
		return true
	case p.Form == types.FormNumber:
		return isAmount(value) && !strings.Contains(value, "%") // 70 % is of another number
	case p.Form == types.FormAddress:
		return isAddress(value)
	case p.Form == types.FormCode:
		return len(strings.Fields(value)) == 1
	}
	for _, w := range wordsAt(strings.ReplaceAll(p.Name, "_", " ") + " " + p.Label) {
		switch w.folded {
		case "email", "mail", "e-mail":
			return isAddress(value)
		case "amount", "quantity", "qty", "price", "count":
			return isAmount(value)
		}
	}
	return true
}

func isAddress(value string) bool {
	return strings.Count(value, "@") == 1 && !strings.ContainsAny(value, " ")
}

// isAmount reports whether a value is one number, with a unit at most: half of 20 is another amount.
func isAmount(value string) bool {
	numbers, units := 0, 0
	for _, w := range strings.Fields(grouped.ReplaceAllString(value, "$1$2")) {
		switch word := strings.Trim(w, ".,"); {
		case strings.ContainsFunc(w, unicode.IsDigit):
			numbers++
		case text.Light(strings.ToLower(word)) || slices.Contains(relative, strings.ToLower(word)):
			return false
		default:
			units++
		}
	}
	return numbers == 1 && units <= 1
}

// grouped matches a space between the thousands of a number.
var grouped = regexp.MustCompile(`(\d)[ \x{a0}\x{202f}](\d{3})\b`)

// relative are words beside a number that make it another amount.
var relative = strings.Fields("more less half twice double back about around least most extra fewer another over under out off up down weniger mehr")
