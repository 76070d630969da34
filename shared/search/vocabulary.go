package search

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

// stands is where a word stands; nowhere, for one that is unknown.
func (w *word) stands() spread {
	if w == nil {
		return spread{}
	}
	return w.spread
}

// vocabulary is what a ranker may know of the words of a store. Lists of words
// come in the order of text, and are the caller's.
type vocabulary interface {
	size() int
	goalLength() int                // sum of the lengths of all goals
	word(text string) *word         // nil for unknown words
	hidden(word string) *word       // the hash of a word that was only seen; nil for unknown ones
	pair(a, b string) *word         // of two words side by side, by their stems; nil for unknown pairs
	containing(part string) []*word // words with part somewhere in them
	prefixed(prefix string) []*word
	stemmed(stem string) []*word
	learned(word string) []learnedWord
	term(word string) *term               // wordTerm, perhaps kept
	pairTerm(pair queryPair) *term        // newPairTerm, perhaps kept
	near(word string, most int) [][]*word // by the number of edits, up to most; no numbers
}
