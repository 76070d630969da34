package flow

import (
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

// many reports whether the goal asks for several things where the title has one, before a parameter: the users, both loans, but not the table users;
// every user, or 6 hours each.
func (r *reading) many() bool {
	for i, w := range r.words {
		if slices.Contains(wholeKind, w.folded) && !r.taken[i] && w.quote == 0 && !slices.ContainsFunc(r.f.title, func(t token) bool { return t.folded == w.folded }) {
			return true
		}
	}
	for at, t := range r.f.title[:max(len(r.f.title)-1, 0)] {
		next := r.f.title[at+1]
		if next.light && at+2 < len(r.f.title) {
			next = r.f.title[at+2]
		}
		if t.param != "" || t.light || next.param == "" || strings.HasSuffix(t.folded, "s") {
			continue
		}
		for i, w := range r.words {
			if w.stem == t.stem && w.quote == 0 && !r.taken[i] && strings.HasSuffix(w.folded, "s") {
				return true
			}
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

// leading are words that begin a description or the next part of a sentence, and no value.
var leading = strings.Fields("of for in on at about with without to into from by but except than what who which whose when if unless until after before next its their his her something anything everything whatever someone somebody anyone everyone everybody")

// describes reports whether a text without quotation marks describes its value: the name of the other card.
func describes(value string) bool {
	first, rest, more := strings.Cut(value, " ")
	second, _, _ := strings.Cut(rest, " ")
	return more && (slices.Contains(leading, first) || first == "the" && slices.Contains(referring, second))
}
