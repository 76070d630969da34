package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/text"
)

// A query shows which of its words it is about: those that it repeats, those that it
// quotes, and names, which have a capital within a sentence. Most of the others only
// phrase the question.

// stressed returns the words that a query quotes or names, with their factors, of
// whole.
func stressed(query string) map[string]int {
	out := map[string]int{}
	for w := range properNames(query) {
		out[w] = stressName
	}
	for w := range quotedWords(query) {
		out[w] = stressQuoted
	}
	return out
}

// stress raises the words that a query is about, among its own terms (the first `own`).
func (p *plan) stress(about map[string]int, words []string, own int) {
	for i, t := range p.terms[:own] {
		if t.kind != asked {
			continue
		}
		times := 0
		for _, w := range words {
			times += one(w == t.word)
		}
		by := max(literal, about[t.word]) * max(1, min(times, maxRepeated))
		if by != literal {
			p.terms[i] = t.times(by)
		}
	}
}

// times returns the term with its worth multiplied, in parts of whole. It is a copy,
// because other plans may share the term.
func (t *term) times(by int) *term {
	out := *t
	out.hits = append([]hit(nil), t.hits...)
	for i := range out.hits {
		out.hits[i].worth = int32(int(out.hits[i].worth) * by / literal)
	}
	out.full = out.full * by / literal
	return &out
}

// quoteMarks maps opening quotation marks to the closing ones.
var quoteMarks = map[rune]string{'"': `"`, '\'': `'`, '`': "`", '“': "”“", '„': "“”", '‘': "’", '«': "»", '»': "«", '‹': "›", '「': "」", '『': "』", '《': "》", '〈': "〉", '【': "】"}

// maxQuote is the most bytes of a quoted name: longer quotes are texts.
const maxQuote = 100

func quotedWords(query string) map[string]bool {
	found := map[string]bool{}
	before := ' '
	for i, r := range query {
		if closing, ok := quoteMarks[r]; ok && !unicode.IsLetter(before) && !unicode.IsDigit(before) || ok && text.Unspaced(string(before)) {
			rest := query[i+utf8.RuneLen(r):]
			if end := strings.IndexAny(rest[:min(len(rest), maxQuote)], closing); end > 0 {
				for _, w := range goalWords(rest[:end]) {
					found[w] = true
				}
			}
		}
		before = r
	}
	return found
}

// properNames returns the words with a capital within sentences. When most words have
// one, capitals carry no information.
func properNames(query string) map[string]bool {
	found := map[string]bool{}
	begins, capitals, all := true, 0, 0
	for _, run := range strings.Fields(query) {
		first, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(run, unicode.IsPunct))
		all += one(unicode.IsLetter(first))
		if unicode.IsUpper(first) {
			capitals++
			if !begins {
				for _, w := range goalWords(run) {
					found[w] = true
				}
			}
		}
		begins = strings.ContainsAny(run[len(run)-1:], ".!?:;")
	}
	if 2*capitals > all {
		return nil
	}
	return found
}
