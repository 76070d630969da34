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

// vocabulary is what a ranker may know of the words of a store. Lists of words
// come in the order of text.
type vocabulary interface {
	size() int
	goalLength() int                 // sum of the lengths of all goals
	spread(word string) spread       // zero for unknown words
	containing(part string) []string // words with part somewhere in them
	prefixed(prefix string) []string
	stemmed(stem string) []string
	learned(word string) []learnedWord
	term(word string) term                 // wordTerm, perhaps kept
	near(word string, most int) [][]string // by the number of edits, up to most; no numbers
}
