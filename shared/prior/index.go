package prior

import "cairn/shared/types"

// origin holds all records of one origin. They are never used on another origin
// (DESIGN 9.13).
type origin struct {
	name     string
	screens  map[string][]*record // oldest first
	places   map[string]*place    // by key
	visits   []*visit             // oldest session first
	elements *lexicon
	veiled   bool // steps have hidden names
	pages    map[string]*pageSet
	words    map[string]*word // of the goals
	forms    int              // names of targets
	naming   map[string]*namePart
	results  map[adviceKey][]adviceResult // results of suggestions, oldest first
	firsts   []adviceResult               // the same of all first suggestions
	authors  map[string][]*record         // of those for which one member of a team alone spoke
}

// target is one element of an origin, with the records of its use.
type target struct {
	key     string
	name    *name     // the same; nil of one that was never acted on
	records []*record // oldest first
	failed  int       // of them
	forms   map[formKey]*form

	// Scratch of one question.
	asked uint64
	cand  int    // its candidate
	seen  uint64 // the last question whose page shows it, by any name

	counted uint64 // the last question that counted its attempts
	ok, bad int    // of those

	sought uint64 // the last question that checked whether it was ever on the screen
	found  bool   // it was

	trailed uint64       // the last question whose asker acted on it
	done    [actions]int // by the asker, with success
	tried   int          // failed attempts of the asker since its session last moved on
}

// namePart is a word of names of elements.
type namePart struct {
	text  string
	forms int  // that have it
	site  bool // the origin's own name has it

	// Scratch of one page.
	asked   uint64
	mine    bool // the asker's goal has it
	weighed uint64
	weight  uint16
}

// formKey distinguishes the forms of a target. The hidden and the clear form of a
// name have other words.
type formKey struct {
	alias  string // key of role and name, empty when that is the target's own key or there is none
	hidden bool
}

// form is a target under one of its names: a row's button keeps its test id and
// changes its name.
type form struct {
	formKey
	name  *name // of alias, nil when it is empty
	uses  int
	words []string    // distinct stems of name and test id
	parts []*namePart // the same

	// Scratch of one question.
	asked   uint64
	weighed uint64               // the last question that set the fields below mine
	mine    uint16               // which words the asker's goal has
	weights [maxNameWords]uint16 // of the words
	enough  int                  // the weight of words that name it fully
	paired  uint64               // the last question that searched for its counterpart
	pair    *pageElement         // that was found
	variant string               // for this goal
}

// visit is a session's part on one origin.
type visit struct {
	session *session
	origin  *origin
	records int
	words   []*word // of the session's goal

	// The session's own, kept by addVisit: questions judge thousands of visits.
	created types.Time
	known   bool

	// Scratch of one question, valid while asked is that question's number.
	asked  uint64
	shared int // weight of the words shared with the asker's goal
	like   int // likeness of the goals, in sixteenths

	related uint64 // the last question that listed it among the related
	at      int    // where

	fitted uint64 // the last page for which fits was set
	fits   int    // how surely its flow is one for the asker's goal, in sixteenths

	walked uint64 // the last page for which onWay was computed
	onWay  int    // how far the asker's goal names the elements that it used

	compared uint64
	unlike   int // in sixteenths, valid while compared is the question's number
}

// word is a word of goals on one origin.
type word struct {
	text    string
	numeric bool     // it has a digit
	visits  []*visit // oldest session first

	// Scratch of one page.
	asked   uint64 // the last whose asker's goal has it
	rated   uint64
	rare    int // valid while rated is the page's number
	weighed uint64
	content int // the same with weighed
}
