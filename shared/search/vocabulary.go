package search

// group is a kind of field with separate rarity: "send" may be on every page and in
// few goals.
type group uint8

const (
	groupMeta group = iota // the subject of a session
	groupAct               // the action of a step
	groupPage              // the contents of a page
	groupCount
)

// groupFields are the fields of each group.
var groupFields = [groupCount]fieldSet{
	groupMeta: setOf(fieldFlow, fieldGoal, fieldTag, fieldBranch, fieldOrder),
	groupAct:  setOf(fieldTool, fieldTestID, fieldLabel, fieldTarget, fieldError, fieldText, fieldPhrase),
	groupPage: setOf(fieldScreen, fieldSeen, fieldName, fieldRole, fieldPage),
}

// groups maps each field to its group.
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

// spread counts the places of a word in a store.
type spread struct {
	fields   fieldSet          // in any session
	sessions [groupCount]int32 // number of sessions that have it in a field of the group
}

// spreadOrNone returns the spread of a word; that of a nil word is empty.
func (w *word) spreadOrNone() spread {
	if w == nil {
		return spread{}
	}
	return w.spread
}

// vocabulary gives a ranker access to the words of a store. Lists of words are in the
// order of text, and belong to the caller.
type vocabulary interface {
	size() int
	goalLength() int                // sum of the lengths of all goals
	word(text string) *word         // nil for unknown words
	hidden(word string) *word       // the hash of a hidden word; nil for unknown ones
	pair(a, b string) *word         // of two words side by side, by their stems; nil for unknown pairs
	containing(part string) []*word // words with part somewhere in them
	prefixed(prefix string) []*word
	stemmed(stem string) []*word
	learned(word string) []learnedWord
	term(word string) *term               // wordTerm, perhaps cached
	pairTerm(pair queryPair) *term        // newPairTerm, perhaps cached
	near(word string, most int) [][]*word // by the number of edits, up to most; no numbers
}
