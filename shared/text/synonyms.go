package text

import "slices"

// synonymGroup is a word and its synonyms.
type synonymGroup struct {
	canonical string
	synonyms  []string
}

// actionSynonyms is spec 001's table (section 4.5.1), in its order, because results
// of ExpandSynonyms depend on it.
var actionSynonyms = []synonymGroup{
	{"send", []string{"transfer", "pay"}},
	{"receive", []string{"deposit"}},
	{"approve", []string{"confirm", "accept", "allow"}},
	{"reject", []string{"deny", "cancel", "decline"}},
	{"unlock", []string{"login", "signin"}},
	{"connect", []string{"link", "authorize"}},
	{"swap", []string{"exchange", "trade"}},
	{"sign", []string{"signature"}},
}

// ExpandSynonyms returns the tokens followed by their synonyms in the order of
// discovery, each once (spec 001 section 4.5.2).
func ExpandSynonyms(tokens []string) []string {
	var out list
	for _, t := range tokens {
		out.add(t)
	}
	for _, t := range tokens {
		for _, g := range actionSynonyms {
			if t == g.canonical {
				out.addAll(g.synonyms)
			}
		}
		for _, g := range actionSynonyms {
			if slices.Contains(g.synonyms, t) {
				out.add(g.canonical)
				out.addAll(g.synonyms)
			}
		}
	}
	return out.words
}

func (l *list) addAll(words []string) {
	for _, w := range words {
		l.add(w)
	}
}
