package flow

import (
	"slices"
	"strings"

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
