package search

import (
	"math/bits"
	"slices"
	"unicode/utf8"

	"cairn/shared/text"
)

// rankedPlan turns a query into a plan of the default ranker (DESIGN 9.8): every word
// with all alternatives, weighted by rarity, and the order of the words.
func rankedPlan(query string, v vocabulary) *plan {
	runs := splitUnknown(wordRuns(query), v)
	words := slices.Concat(runs...)
	p := &plan{fades: true}
	p.ask(words, v)
	own := len(p.terms)
	p.askPhrases(words, v)
	p.countOnce(own, v)
	about := stressed(query)
	p.stress(about, words, own)
	p.cover = newCoverage(p.terms)
	for _, pair := range queryPairs(runs, words, about, v) {
		if len(p.terms) < maxTerms && !p.has(pair.word) {
			p.terms = append(p.terms, v.pairTerm(pair))
		}
	}
	p.wording = wordingOf(p.terms)
	average := max(1, v.goalLength()/max(1, v.size()))
	p.norm = func(length int) int { return goalNorm(length, average) }
	p.score = func(f *parts) int { return rankedScore(f, p.worded(f.pairs), &p.cover) }
	p.slack = 1
	return p
}

// wordingOf returns the worth of a query's pairs in a goal that has them all. Pairs that
// the store does not know count like the others: they show that no goal is in the query's
// words.
func wordingOf(terms []*term) int {
	sum, known, all := 0, 0, 0
	for _, t := range terms {
		if !t.pair {
			continue
		}
		best := 0
		for _, h := range t.hits {
			if h.field == fieldOrder {
				best = max(best, int(h.worth))
			}
		}
		sum += t.bounded(best)
		known += one(best > 0)
		all++
	}
	return sum * all / max(1, known)
}

func (p *plan) ask(words []string, v vocabulary) {
	for _, w := range words {
		if len(p.terms) < maxTerms && !p.has(w) {
			p.terms = append(p.terms, v.term(w))
		}
	}
}

// askPhrases adds terms for the meaning of several words together: turn on, for
// enable.
func (p *plan) askPhrases(words []string, v vocabulary) {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = text.Stem(w)
	}
	text.Phrases(stems, func(_ []int, means []string) {
		if len(p.terms) == maxTerms {
			return
		}
		t := &term{word: means[0] + "…"}
		a := alternatives{term: t, vocabulary: v}
		for _, stem := range means {
			if !slices.Contains(stems, stem) {
				a.add(factorRelated, v.stemmed(stem)...)
			}
		}
		if t.finish(); len(t.hits) > 0 && !p.has(t.word) {
			p.terms = append(p.terms, t)
		}
	})
}

// countOnce lets each word of the store count for only one of the query words (the
// first `own` terms). A word that is itself in the query stands for none of the others.
func (p *plan) countOnce(own int, v vocabulary) {
	if own < 2 {
		return
	}
	meant := make([]*word, own)
	for i, t := range p.terms[:own] {
		if t.kind == asked {
			meant[i] = v.word(t.word)
		}
	}
	for i, t := range p.terms {
		another := func(h hit) bool {
			at := slices.Index(meant, h.word)
			return at >= 0 && at != i
		}
		if t.kind == asked && slices.ContainsFunc(t.hits, another) {
			own := *t // it may be shared with other plans
			own.hits = slices.DeleteFunc(slices.Clone(t.hits), another)
			own.sort()
			p.terms[i] = &own
		}
	}
}

// has reports whether a word or pair has a term.
func (p *plan) has(word string) bool {
	for i := range p.terms {
		if p.terms[i].word == word {
			return true
		}
	}
	return false
}

// goalNorm computes BM25's length normalisation in units of normUnit.
func goalNorm(length, average int) int {
	relative := 100 - lengthEffect + lengthEffect*length/average
	return normUnit * (100 + lengthSaturation) * 100 / (100*100 + lengthSaturation*relative)
}

// rankedScore returns the sum of the terms' worths, minus the loss for missing terms.
// It excludes recency, which only orders equal scores.
func rankedScore(f *parts, worded int, cover *coverage) int {
	if !f.evidence() {
		return 0
	}
	score := cover.discounted(f.sum+worded+f.branch, f.covered)
	if f.ownTerms == 0 {
		score = score * aboutKeeps / 4
	}
	if !f.ok && !f.inError {
		score = score * failedKeeps / 4
	}
	return max(score, 1) // words that every session has are still evidence
}

// wordTerm finds everything in the store that may stand for a word of the query, the
// surest first: the word, its other forms, synonyms, words that begin with it. It
// considers typing errors and words within words only when it found nothing better,
// because they would add noise to good matches. Function words count in pairs alone. Light
// words count less, and are never taken for typing errors.
func wordTerm(of string, v vocabulary) *term {
	t := &term{word: of}
	own := v.word(of)
	if function(of) { // it distinguishes sentences, but not subjects
		t.kind = helper
		t.finish()
		return t
	}
	a := alternatives{term: t, vocabulary: v, wordSpread: own.spreadOrNone()}
	t.hits = make([]hit, 0, usualHits)
	light, literal := text.Light(of), literal
	if light {
		literal = factorLight
	}
	if own != nil {
		a.add(literal, own)
	}
	a.addHidden(literal, of)
	stem := text.Stem(of)
	a.add(factorStem, v.stemmed(stem)...)
	found := a.count > 0
	for _, synonym := range text.ExpandSynonyms([]string{of})[1:] {
		a.add(factorSynonym, v.stemmed(text.Stem(synonym))...)
		a.addHidden(factorSynonym, synonym)
	}
	for _, l := range v.learned(of) {
		a.add(l.factor, l.word)
	}
	if !found && !light {
		a.add(factorDerived, derived(stem, v)...)
	}
	for _, related := range text.Related(stem) {
		a.add(factorRelated, v.stemmed(related)...)
		a.addHidden(factorRelated, related)
	}
	for _, pair := range text.SaidAs(stem) {
		t.standApart(v, v.pair(pair[0], pair[1]))
	}
	for _, wider := range text.Wider(stem) {
		a.add(factorWider, v.stemmed(wider)...)
	}
	letters := utf8.RuneCountInString(of)
	if letters >= minPrefix {
		longer := v.prefixed(of)
		slices.SortStableFunc(longer, func(a, b *word) int { return len(a.text) - len(b.text) })
		factor := factorPrefix
		if own != nil {
			factor = factorLonger
		}
		for _, longer := range longer {
			a.add(factor*letters/int(longer.long), longer)
		}
	}
	if !found && !light {
		a.addTypos(of, letters)
	}
	t.sought = !light && len(t.hits) > 0
	t.finish()
	return t
}

// usualHits is an upper bound on the hits of most words.
const usualHits = 32

// alternatives collects the words that stand for a term.
type alternatives struct {
	*term
	vocabulary
	wordSpread spread
	words      [maxAlternatives]*word
	count      int // number of alternatives
}

func (a *alternatives) add(factor int, words ...*word) {
	for _, w := range words {
		if a.count < maxAlternatives && !slices.Contains(a.words[:a.count], w) {
			a.words[a.count] = w
			a.count++
			a.addAlternative(a.vocabulary, w, factor, wordFields, &a.wordSpread)
		}
	}
}

func (a *alternatives) addHidden(factor int, word string) {
	if hash := a.hidden(word); hash != nil {
		a.add(factor, hash)
	}
}

func (a *alternatives) addTypos(word string, letters int) {
	edits := one(letters >= minTypo) + one(letters >= minTypo2)
	if number(word) {
		edits = 0 // a different number is a different thing
	}
	for n, words := range a.near(word, edits) {
		a.add(factorTypos[n], words...)
	}
	if letters >= minInside && a.count == 0 {
		a.add(factorInside, a.containing(word)...)
	}
}

// function reports whether a word is a function word.
func function(word string) bool {
	return text.Stopword(word) || len(word) == 1
}

// addAlternative lets a word of the store count for the term. Its rarity is at most that of
// the asked word (least); otherwise an odd form would count more than the word.
func (t *term) addAlternative(v vocabulary, word *word, factor int, in fieldSet, least *spread) {
	n := word.spreadOrNone()
	fields := n.fields & in
	if factor < literal {
		fields &^= 1 << fieldRole // a synonym never counts as a role: "link" is on every page
	}
	var rare [groupCount]int
	for g := range rare {
		if fields&groupFields[g] == 0 {
			continue
		}
		with := n.sessions[g]
		if least != nil {
			with = max(with, least.sessions[g])
		}
		rare[g] = rarity(int(with), v.size()) * factor / literal
		places := fullPlaces
		if t.kind == helper {
			places = fullPairs
		}
		t.full = max(t.full, places*rare[g])
	}
	for ; fields != 0; fields &= fields - 1 {
		f := field(bits.TrailingZeros32(uint32(fields)))
		if worth := weights[f] * rare[groups[f]]; worth > 0 {
			t.hits = append(t.hits, hit{word: word, list: word.list(f), field: f, slot: slots[f], worth: int32(worth)})
		}
	}
}

// standApart lets a pair count that means the term, where the term itself does not occur.
func (t *term) standApart(v vocabulary, pair *word) {
	from := len(t.hits)
	t.addAlternative(v, pair, factorRelated, 1<<fieldOrder|1<<fieldPhrase, nil)
	for i := range t.hits[from:] {
		h := &t.hits[from+i]
		if h.slot = fieldGoal; h.field == fieldPhrase {
			h.slot = fieldTestID
		}
	}
}

// wordFields are the fields that contain words; the others contain pairs.
const wordFields = fieldSet(1<<fieldCount-1) &^ (1<<fieldOrder | 1<<fieldPhrase)

func (t *term) finish() {
	t.full = max(t.full, 1)
	t.sort()
}
