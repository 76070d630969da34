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

// thenMore reports whether a second task begins within a value: Editors, then log out; a.txt and delete b.txt.
func thenMore(value string) bool {
	words := strings.Fields(value)
	for i := 1; i+1 < len(words); i++ {
		switch w := strings.ToLower(words[i]); {
		case w == "then" && (words[i-1] == "and" || strings.HasSuffix(words[i-1], ",")):
			return true
		case w == "and" && i+2 < len(words) && words[i+1] == strings.ToLower(words[i+1]) && text.Verb(text.Stem(words[i+1])):
			return true
		}
	}
	return false
}

// leading are words that begin a description or the next part of a sentence, and no value. Texts alone are held to
// them: the page's list refuses a choice that is none of its own.
var leading = strings.Fields("of for in on at about with without to into from by but except than what who which whose when if unless until after before next its their his her something anything everything whatever someone somebody anyone everyone everybody")

// condition matches words that make a task another one, or one for another time.
var condition = regexp.MustCompile(`\b(if|unless|until|every|each|twice|daily|weekly|monthly|instead|except|tomorrow|tonight|next (week|month|year)|(on|next|this) (Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|for (an?|one|two|three|\d+) (hour|day|week|month|year)s?|wenn|falls|jeden|morgen|täglich|wöchentlich|monatlich)\b`)

// saysMore reports whether a text without quotation marks describes its value, or says more about the task: from
// Monday, 70 every month. A flow that changes something for good types no such text.
func (r *reading) saysMore(value string) bool {
	first, rest, more := strings.Cut(value, " ")
	second, _, _ := strings.Cut(rest, " ")
	refers := slices.Contains(leading, first) || first == "the" && slices.Contains(referring, second)
	risky := slices.ContainsFunc(r.f.Steps, func(s types.FlowStep) bool { return s.Risk != "" })
	return more && refers || risky && condition.MatchString(value)
}

// namesSeveral reports whether a value behind a plural names several things.
func namesSeveral(noun, title, value string) bool {
	return noun != title && strings.HasSuffix(noun, "s") && !strings.HasSuffix(title, "s") && severalThings.MatchString(value)
}

var severalThings = regexp.MustCompile(`[,&]| (and|or|und|oder|et|y|to) `)
