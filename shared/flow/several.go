package flow

import (
	"regexp"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// adding are words that join a value to another one, of which the title has no parameter: the account
// Checking on Friday. "Of" and "and" are mostly a part of a name.
var adding = strings.Fields("in on at for from to by with until till under into as via per am im an bei für von mit bis unter als en dans sur pour chez avec con para por desde hasta")

// several leaves out the values of text fields that may be two: a field takes any text, so that nothing on
// the page would show the mistake. A quotation is one value.
func (r *reading) several() {
	for _, p := range r.f.Params {
		if p.Kind == types.FlowText && r.mayBeTwo(r.values[p.Name]) {
			delete(r.values, p.Name)
		}
	}
}

// mayBeTwo reports whether in a value that the goal does not quote a name or a number stands behind such a word.
func (r *reading) mayBeTwo(value string) bool {
	words := wordsAt(value)
	for i := 1; i+1 < len(words); i++ {
		if raw := value[words[i].from:words[i].to]; raw != words[i].folded || !slices.Contains(adding, raw) {
			continue
		}
		if behind := (goalWord{word: words[i+1], raw: value[words[i+1].from:words[i+1].to]}); behind.shaped(false) {
			return !slices.ContainsFunc(r.quoted, func(q stretch) bool { return strings.TrimSpace(r.text[q.from:q.to]) == value })
		}
	}
	return false
}

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
	return more && refers || r.f.risky && condition.MatchString(value)
}

// namesSeveral reports whether a value behind a plural names several things.
func namesSeveral(noun, title, value string) bool {
	return noun != title && strings.HasSuffix(noun, "s") && !strings.HasSuffix(title, "s") && severalThings.MatchString(value)
}

var severalThings = regexp.MustCompile(`[,&]| (and|or|und|oder|et|y|to) `)
