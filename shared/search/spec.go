package search

import (
	"time"

	"cairn/shared/text"
)

// specWorth is the worth of a word in each field (spec 001 sections 4.1.3 and 4.2.1).
var specWorth = [fieldCount]int{
	fieldTool:   10, // stable
	fieldScreen: 8,
	fieldTestID: 6, // identifiers are renamed more often than screens
	fieldLabel:  5,
	fieldSeen:   3, // on the page, not used
	fieldName:   2,
	fieldRole:   2,
	fieldFlow:   12, // the strongest signal: a name for the flow
	fieldGoal:   6,
	fieldTag:    4,
	fieldBranch: 2,
}

// The other constants of spec 001.
const (
	specCoverage  = 5 // for all words found, proportionally less for some
	specFresh     = 3 // session younger than a day
	specFreshAge  = 24 * time.Hour
	specRecent    = 1 // younger than three days
	specRecentAge = 72 * time.Hour
)

// partly are the fields in which spec 001 finds a word within a longer one.
var partly = setOf(fieldTool, fieldScreen, fieldLabel, fieldName, fieldRole, fieldFlow, fieldTag)

// specPlan turns a query into a plan by spec 001: its words and their synonyms, all
// with the same weight.
func specPlan(query string, v vocabulary) *plan {
	words := text.Tokenize(query)
	expanded := text.ExpandSynonyms(words)
	p := &plan{norm: func(int) int { return normUnit }, slack: specCoverage + specFresh}
	for i, w := range expanded {
		p.terms = append(p.terms, specTerm(text.Fold(w), i < len(words), v))
	}
	p.score = func(f *parts) int { return specScore(f, len(expanded)) }
	return p
}

// specTerm finds the words that count as a query word. A synonym never counts as a
// role: otherwise "connect" would find every link of every page.
func specTerm(word string, literal bool, v vocabulary) *term {
	t := &term{word: word}
	for _, w := range v.containing(word) {
		stands := w.spread.fields
		for f, worth := range specWorth {
			f := field(f)
			if worth > 0 && stands.has(f) && (w.text == word || partly.has(f)) && (literal || f != fieldRole) {
				t.hits = append(t.hits, hit{word: w, list: w.list(f), field: f, slot: specSlot(f), worth: int32(worth)})
			}
		}
	}
	t.sort()
	return t
}

// specSlot combines names and roles: spec 001 uses the first of them.
func specSlot(f field) field {
	if f == fieldRole {
		return fieldName
	}
	return f
}

// specScore computes spec 001's sum. A failed step needs evidence in the step: its
// session does not raise it. Recency alone is no match.
func specScore(f *parts, terms int) int {
	if !f.evidence() {
		return 0
	}
	score := f.stepWorth + specCoverage*f.ownTerms/terms
	if !f.ok {
		return score
	}
	score += f.meta + f.branch
	switch age := f.now.Sub(f.session.CreatedAt); {
	case f.session.Foreign:
	case age < specFreshAge:
		score += specFresh
	case age < specRecentAge:
		score += specRecent
	}
	return score
}
