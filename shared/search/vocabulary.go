package search

import (
	"sort"
	"strings"

	"cairn/shared/text"
)

// group is a kind of field in which a word is as rare as it is: "send" may be
// on every page and in few goals.
type group uint8

const (
	groupMeta group = iota // what a session is about
	groupAct               // what a step did
	groupPage              // what the page showed
	groupCount
)

// groupFields are the fields of each group.
var groupFields = [groupCount]fieldSet{
	groupMeta: setOf(fieldFlow, fieldGoal, fieldTag, fieldBranch, fieldOrder),
	groupAct:  setOf(fieldTool, fieldTestID, fieldLabel, fieldTarget, fieldError, fieldText, fieldPhrase),
	groupPage: setOf(fieldScreen, fieldSeen, fieldName, fieldRole, fieldPage),
}

// groups is the group of each field.
var groups = func() (out [fieldCount]group) {
	for g, fields := range groupFields {
		for f := range fieldCount {
			if fields.has(f) {
				out[f] = group(g)
			}
		}
	}
	return out
}()

// spread says where a word stands in a store.
type spread struct {
	fields   fieldSet          // in any session
	sessions [groupCount]int32 // how many sessions have it in a field of the group
}

// vocabulary is what a ranker may know of the words of a store. Lists of words
// come in the order of text.
type vocabulary interface {
	size() int
	goalLength() int                 // sum of the lengths of all goals
	spread(word string) spread       // zero for unknown words
	containing(part string) []string // words with part somewhere in them
	prefixed(prefix string) []string
	stemmed(stem string) []string
	near(word string, most int) [][]string // by the number of edits, up to most
}

// plainVocabulary finds words by looking at all of them.
type plainVocabulary struct {
	count, length int
	words         map[string]spread
	sorted        []string
}

func newVocabulary(docs []sessionDocs) *plainVocabulary {
	v := &plainVocabulary{count: len(docs), words: map[string]spread{}}
	for _, s := range docs {
		v.length += s.length
		all := document{}
		for w, fields := range s.meta {
			all[w] |= fields
		}
		for _, step := range s.steps {
			for w, fields := range step {
				all[w] |= fields
			}
		}
		for w, fields := range all {
			n := v.words[w]
			for g, of := range groupFields {
				if fields&of != 0 {
					n.sessions[g]++
				}
			}
			n.fields |= fields
			v.words[w] = n
		}
	}
	for w := range v.words {
		v.sorted = append(v.sorted, w)
	}
	sort.Strings(v.sorted)
	return v
}

func (v *plainVocabulary) size() int                 { return v.count }
func (v *plainVocabulary) goalLength() int           { return v.length }
func (v *plainVocabulary) spread(word string) spread { return v.words[word] }

func (v *plainVocabulary) filter(keep func(word string) bool) []string {
	var out []string
	for _, w := range v.sorted {
		if !strings.Contains(w, pairMark) && keep(w) {
			out = append(out, w)
		}
	}
	return out
}

func (v *plainVocabulary) containing(part string) []string {
	return v.filter(func(w string) bool { return strings.Contains(w, part) })
}

func (v *plainVocabulary) prefixed(prefix string) []string {
	return v.filter(func(w string) bool { return strings.HasPrefix(w, prefix) })
}

func (v *plainVocabulary) stemmed(stem string) []string {
	return v.filter(func(w string) bool { return text.Stem(w) == stem })
}

func (v *plainVocabulary) near(word string, most int) [][]string {
	out := make([][]string, most+1)
	for n := range out {
		out[n] = v.filter(func(w string) bool { return text.Distance(word, w, most) == n })
	}
	return out
}
