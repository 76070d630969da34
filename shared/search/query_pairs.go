package search

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cairn/shared/text"
)

// queryPair is a pair of neighbouring words of the query, with what it counts
// in goals and in what was acted upon, of whole.
type queryPair struct {
	word          string
	order, phrase int
	open          bool // its second word may be the beginning of a longer one
}

// newPairTerm finds what in the store stands for a pair of the query.
func newPairTerm(pair queryPair, v vocabulary) *term {
	t := &term{word: pair.word, kind: helper}
	own := v.word(pair.word)
	t.stand(v, own, pair.order, 1<<fieldOrder, nil)
	t.stand(v, own, pair.phrase, 1<<fieldPhrase, nil)
	if pair.open {
		t.complete(v, pair)
	}
	t.finish()
	return t
}

// complete lets longer pairs count for one that ends the query or an
// identifier: whoever writes part of a name stops in the middle of a word.
func (t *term) complete(v vocabulary, pair queryPair) {
	first, last, _ := strings.Cut(pair.word, pairMark)
	if first == "" || utf8.RuneCountInString(last) < minComplete {
		return
	}
	taken := append(make([]*word, 0, maxAlternatives), v.word(pair.word))
	for _, longer := range v.prefixed(last) {
		w := v.pair(first, text.Stem(longer.text))
		if len(taken) < maxAlternatives && w.stands().fields.has(fieldPhrase) && !slices.Contains(taken, w) {
			taken = append(taken, w)
			t.stand(v, w, pair.phrase*factorComplete/whole, 1<<fieldPhrase, nil)
		}
	}
}

// queryPairs are the pairs of a query. In a sentence they say much, as far as
// the store knows them: the order of what was only heaped up is known to
// nobody. Within an identifier they always do, among key words they do where
// the pair was acted upon.
func queryPairs(runs [][]string, words []string, v vocabulary) []queryPair {
	sentence := false
	for _, w := range words {
		sentence = sentence || function(w) || text.Unspaced(w)
	}
	var tight []string // pairs within what was written without a space
	open := map[string]bool{}
	for _, run := range runs {
		if len(run) < 2 {
			continue
		}
		p := pairs(run)
		tight = append(tight, p[1:len(p)-1]...)
		for i, w := range p[1 : len(p)-1] {
			open[w] = i+3 == len(p)
		}
	}
	all := pairs(words)
	order := inOrder(all, v)
	out := make([]queryPair, 0, len(all))
	for i, w := range all {
		end := strings.HasPrefix(w, pairMark) || strings.HasSuffix(w, pairMark)
		switch {
		case text.Unspaced(strings.TrimPrefix(w, pairMark)):
			out = append(out, queryPair{w, order * factorUnspaced / whole, whole, open[w]})
		case has(tight, w):
			out = append(out, queryPair{w, factorTight, whole, open[w]})
		case sentence:
			out = append(out, queryPair{w, order * factorSentence / whole, whole, false})
		case !end:
			out = append(out, queryPair{w, order * factorLoose / whole, factorLoose, i+2 == len(all)})
		}
	}
	return scattered(words, v, out)
}

// inOrder says, of whole, how far the order of a query is one that goals of the
// store have: as its inner pairs are known.
func inOrder(pairs []string, v vocabulary) int {
	known, of := 0, len(pairs)-2
	for i := 1; i+1 < len(pairs); i++ {
		known += one(v.word(pairs[i]).stands().fields.has(fieldOrder))
	}
	if of < 1 {
		return whole
	}
	return whole * known * known * known / (of * of * of)
}

// scattered adds the pairs that stand side by side in what was acted upon where
// the query has only words between them that were never acted upon, or has them
// the other way round.
func scattered(words []string, v vocabulary, out []queryPair) []queryPair {
	stands := func(pair string) bool { return v.word(pair).stands().fields.has(fieldPhrase) }
	add := func(pair string) {
		if !slices.ContainsFunc(out, func(p queryPair) bool { return p.word == pair }) {
			out = append(out, queryPair{pair, 0, factorScattered, false})
		}
	}
	before := ""
	for _, w := range words {
		if function(w) || v.word(w).stands().fields&pairedFields == 0 {
			continue
		}
		w = text.Stem(w)
		switch there, back := before+pairMark+w, w+pairMark+before; {
		case before == "" || before == w:
		case stands(there):
			add(there)
		case stands(back):
			add(back)
		}
		before = w
	}
	return out
}

// pairedFields are those whose pairs are known.
const pairedFields = fieldSet(1<<fieldTestID | 1<<fieldTarget | 1<<fieldScreen | 1<<fieldError)
