package text

import (
	"strings"
	"sync"
)

// relatedGroups maps words that people use for the same thing in interfaces, beyond
// spec 001's table. A word may be in several groups; groups do not chain. Related
// words count far less than the query's own, so that a broad table costs little where
// it is wrong. Words are stems (see [Stem]). Such tables are built when they are first used: most
// commands, and a gateway that forwards, use none.
var relatedGroups = sync.OnceValue(func() map[string][]string { return groups(relatedTable) })

// groups reads a table and maps every word's stem to the stems related to it,
// in the order of the table.
func groups(table string) map[string][]string {
	out := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		for i, w := range words {
			words[i] = Stem(w)
		}
		for _, w := range words {
			l := list{words: out[w]}
			for _, other := range words {
				if other != w {
					l.add(other)
				}
			}
			out[w] = l.words
		}
	}
	return out
}

// Related returns the stems of words that people use for the same thing.
func Related(stem string) []string { return relatedGroups()[stem] }

// verbs holds the stems of verbs of interfaces.
var verbs = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for part := range strings.SplitSeq(relatedTable, "# ") {
		if words, is := strings.CutPrefix(part, "actions"); is {
			for _, w := range strings.Fields(words) {
				out[Stem(w)] = true
			}
		}
	}
	for stem := range groups(meantBy(phraseTable)) {
		out[stem] = true
	}
	return out
})

// Verb reports whether a stem is a verb of interfaces.
func Verb(stem string) bool { return verbs()[stem] }

// Wider returns the stems of words that people use for the same thing in some
// applications: good enough for a guess, not for an action.
func Wider(stem string) []string { return widerGroups()[stem] }
