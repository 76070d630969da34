package flow

import (
	"maps"
	"slices"
	"strings"

	"cairn/shared/text"
)

// Nearness of two different words.
const (
	nearForm = 0.98 // of one stem: book, books
	nearRoot = 0.9  // from one root: approve, approval
	nearKin  = 0.8  // used for the same thing: buy, order
	nearFar  = 0.6  // from the root of a word used for the same thing
)

// linking are words that join a value to its object and have no meaning for the
// task.
var linking = strings.Fields("named called titled entitled saying via using per namens genannt nommé appelé llamado")

// plain are verbs that people use for nearly everything: they neither name a task nor
// distinguish it from another.
var plain = strings.Fields("do make put get set give go use take let turn switch bring mark tell want need")

// thanking are words of thanks, which may also be a text to write.
var thanking = strings.Fields("thanks danke gracias")

// bland are nouns beside a more specific one.
var bland = strings.Fields("record entry file account page form option setting settings detail details info information item request value field site website app application section thing number name option one")

// lights reports whether a folded word has no meaning for a task.
func lights(folded string) bool {
	return text.Stopword(folded) || text.Light(folded) || slices.Contains(linking, folded)
}

// secondary reports whether a word may be missing on either side.
func secondary(folded string) bool {
	return slices.Contains(plain, folded) || slices.Contains(bland, folded) || slices.Contains(thanking, folded)
}

// links are groups of small words that are used for one another before a value.
var links = [][]string{
	strings.Fields("of for in on at about with"),
	strings.Fields("to at for into"),
	strings.Fields("from by of"),
	strings.Fields("named called titled entitled with saying as"),
}

// joins reports whether two small words mean the same before a value.
func joins(a, b string) bool {
	return slices.ContainsFunc(links, func(group []string) bool { return slices.Contains(group, a) && slices.Contains(group, b) })
}

// lexeme holds a word of a goal with all words that may replace it, by stem.
type lexeme map[string]float64

func lexemeOf(folded string) lexeme {
	stem := stemOf(folded)
	l := lexeme{stem: 1}
	add := func(stem string, near float64) {
		if l[stem] < near {
			l[stem] = near
		}
	}
	for _, root := range rootsOf(folded, stem) {
		add(root, nearRoot)
	}
	for _, kin := range text.ExpandSynonyms([]string{folded})[1:] {
		add(text.Stem(kin), nearKin)
	}
	for _, kin := range text.Related(stem) {
		add(kin, nearKin)
	}
	for _, group := range said {
		if slices.Contains(group, stem) {
			for _, kin := range group {
				add(kin, nearKin)
			}
		}
	}
	for _, root := range text.Roots(stem) {
		for _, kin := range text.Related(root) {
			add(kin, nearFar)
		}
	}
	return l
}

// near returns the nearness of the word to another one, by that one's stem and roots.
func (l lexeme) near(w knownWord) float64 {
	best := l[w.stem]
	for _, root := range w.roots {
		best = max(best, min(l[root], nearRoot))
	}
	return best
}

// said are groups of words that goals use for one another, beyond those that package
// text knows.
var said = [][]string{stems("mail email message"), stems("put move place file"), stems("write send compose"), stems("answer reply respond"), stems("pay send transfer")}

// knownWord is a word of a flow.
type knownWord struct {
	folded, stem string
	roots        []string
	wider        []string // stems of words that it may stand for, alone or with the words after it
	sense        []string // stems of words that mean the same as the phrase that it begins, if that has one meaning
}

// senses returns the stems of words for each phrase among words that has one meaning, by the place where it begins.
func senses(stems []string) map[int][]string {
	found, several := map[int][]string{}, map[int]bool{}
	text.Phrases(stems, func(at []int, means []string) {
		several[at[0]] = several[at[0]] || found[at[0]] != nil
		found[at[0]] = means
	})
	maps.DeleteFunc(found, func(at int, _ []string) bool { return several[at] })
	return found
}

// oneSense reports whether two words or phrases mean the same: turn on, enable.
func oneSense(a, b string, senseA, senseB []string) bool {
	return slices.Contains(senseA, b) || slices.Contains(senseB, a) || slices.ContainsFunc(senseA, func(s string) bool { return slices.Contains(senseB, s) })
}

// stemOf returns the stem of a folded word, with or without hyphens in it: e-mail, email.
func stemOf(folded string) string { return text.Stem(strings.ReplaceAll(folded, "-", "")) }

func wordOf(folded string) knownWord {
	stem := stemOf(folded)
	return knownWord{folded: folded, stem: stem, roots: rootsOf(folded, stem)}
}

// rootsOf returns the roots of a word, in other languages than English those of a verb.
func rootsOf(folded, stem string) []string {
	roots := text.Roots(stem)
	if root, is := inflected(folded); is {
		roots = append(roots, root)
	}
	return roots
}
