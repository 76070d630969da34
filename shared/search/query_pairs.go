package search

import (
	"slices"
	"strings"

	"cairn/shared/text"
)

// queryPair is a pair of neighbouring words of the query, with its factors in goals
// and in targets, of whole.
type queryPair struct {
	word          string
	order, phrase int
	plain         bool // of a sentence, and neither of its words is a subject of the query
}

// newPairTerm finds the words and pairs of the store that stand for a pair of the
// query.
func newPairTerm(pair queryPair, v vocabulary) *term {
	t := &term{word: pair.word, kind: helper, pair: pair.plain}
	own := v.word(pair.word)
	t.addAlternative(v, own, pair.order, 1<<fieldOrder, nil)
	t.addAlternative(v, own, pair.phrase, 1<<fieldPhrase, nil)
	t.finish()
	return t
}

// queryPairs returns the pairs of a query. In a sentence they count as wording, except
// those with a word that the query is about. Within an identifier they always count
// much; among key words they do if the pair was acted on.
func queryPairs(runs [][]string, words []string, about map[string]int, v vocabulary) []queryPair {
	names := func(i int) bool {
		return i > 0 && about[words[i-1]] > 0 || i < len(words) && about[words[i]] > 0
	}
	sentence := false
	for _, w := range words {
		sentence = sentence || function(w) || text.Unspaced(w)
	}
	var tight []string // pairs within text without a space
	for _, run := range runs {
		if len(run) > 1 {
			p := pairs(run)
			tight = append(tight, p[1:len(p)-1]...)
		}
	}
	all := pairs(words)
	out := make([]queryPair, 0, len(all))
	for i, w := range all {
		end := strings.HasPrefix(w, pairMark) || strings.HasSuffix(w, pairMark)
		switch {
		case text.Unspaced(strings.TrimPrefix(w, pairMark)):
			out = append(out, queryPair{word: w, order: factorUnspaced, phrase: literal})
		case slices.Contains(tight, w):
			out = append(out, queryPair{word: w, order: factorTight, phrase: literal})
		case sentence:
			out = append(out, queryPair{word: w, order: factorSentence, phrase: literal, plain: !names(i)})
		case !end:
			out = append(out, queryPair{word: w, order: literal, phrase: literal})
		}
	}
	return scattered(words, v, out)
}

// scattered adds the pairs of targets whose words are separate in the query, if the
// query has only words between them that were never acted on, or has them in reverse
// order.
func scattered(words []string, v vocabulary, out []queryPair) []queryPair {
	stands := func(pair string) bool { return v.word(pair).spreadOrNone().fields.has(fieldPhrase) }
	add := func(pair string) {
		if !slices.ContainsFunc(out, func(p queryPair) bool { return p.word == pair }) {
			out = append(out, queryPair{word: pair, phrase: factorScattered})
		}
	}
	before := ""
	for _, w := range words {
		if function(w) || v.word(w).spreadOrNone().fields&pairedFields == 0 {
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

// pairedFields are the fields whose pairs are indexed.
const pairedFields = fieldSet(1<<fieldTestID | 1<<fieldTarget | 1<<fieldScreen | 1<<fieldError)
