package prior

import (
	"sort"
	"time"

	"cairn/shared/types"
)

// origin is all that is known of one origin. Nothing of it is ever used on
// another (DESIGN 9.13).
type origin struct {
	name     string
	screens  map[string][]*record // oldest first
	places   map[string]*place    // by key
	visits   []*visit             // oldest session first
	elements *lexicon
	pages    map[string]*pageSet
	words    map[string]*word // of the goals
	forms    int              // names of targets
	naming   map[string]*namePart
	heeds    map[heedKey][]heed // what came of suggestions, oldest first
	firsts   []heed             // the same of first suggestions, whatever they were
}

// target is one element of an origin, with the records of its use.
type target struct {
	key     string
	name    *name     // the same; nil of one that was never acted on
	records []*record // oldest first
	failed  int       // of them
	forms   map[string]*form

	// Scratch of one question.
	asked uint64
	cand  int    // its candidate
	seen  uint64 // the last question whose page shows it, by any name

	counted uint64 // the last question that counted its attempts
	ok, bad int    // of those

	trailed uint64                      // the last question whose asker acted on it
	done    [actionNotification + 1]int // by the asker, with success
	tried   int                         // by the asker in vain, since its story moved on
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

// form is a target under one of its names: a row's button keeps its test id and
// changes its name.
type form struct {
	alias string // key of role and name, empty when that is the target's own key or there is none
	name  *name  // the same, nil when it is empty
	uses  int
	words []string    // distinct stems of name and test id
	parts []*namePart // the same

	// Scratch of one question.
	asked   uint64
	weighed uint64               // the last question that filled in what follows mine
	mine    uint16               // which words the asker's goal has
	weights [maxNameWords]uint16 // of the words
	enough  int                  // the weight of words that name it fully
	paired  uint64               // the last question that sought its counterpart
	pair    *pageElement         // that was found
	variant string               // for this goal
}

// record is one remembered action, reduced to what a vote needs.
type record struct {
	step    *types.Step
	at      types.Time // the step's
	id      string
	session *session
	visit   *visit
	target  *target       // nil for navigation
	form    *form         // of target
	name    *types.Target // the target's fingerprint
	page    *pageSet
	place   *place
	action  action
	ok      bool
	inPage  bool   // the page listed the target when it was used
	named   uint16 // which of form.words the session's goal has

	// What follows is kept by session.renumber.
	idx  int     // among the session's records
	pos  int     // among its successful ones
	occ  int     // how many successful uses of the same target and action came before
	prev *record // the last successful one before, nil at the start

	asked uint64 // the last question that heard it
}

// action is what a step did, as spec 002 names it.
type action uint8

const (
	actionNone action = iota
	actionClick
	actionType
	actionWaitFor
	actionNavigate
	actionNotification
)

var actionNames = [...]string{actionClick: "click", actionType: "type", actionWaitFor: "wait_for",
	actionNavigate: "navigate", actionNotification: "wait_for_notification"}

func (a action) String() string { return actionNames[a] }

// actionOf reads a tool's name with or without the mm_ prefix; actionNone for
// discovery and everything else that is no action (spec 002 section 4.2).
func actionOf(tool string) action {
	if len(tool) > 3 && tool[:3] == "mm_" {
		tool = tool[3:]
	}
	for a, name := range actionNames {
		if name != "" && name == tool {
			return action(a)
		}
	}
	return actionNone
}

// session is one run with its actions in order.
type session struct {
	id      string
	meta    *types.Session // nil until PutSession: steps can arrive first
	created types.Time
	records []*record // by time, then id
	byID    map[string]*record
	visits  map[*origin]*visit
	goal    []string // distinct words of the goal
	flow    []*tag   // of meta
	goalKey string   // the same as one, to tell goals apart
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
	tagged  bool // it has flow tags

	// Scratch of one question, valid while asked is that question's number.
	asked  uint64
	shared int // weight of the words shared with the asker's goal
	like   int // likeness of the goals, in sixteenths
	judged uint64
	counts bool

	related uint64 // the last question that listed it among the related
	at      int    // where

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

// known reports whether the session has metadata: without it no filter can let
// it pass (spec 000 section 6.3).
func (s *session) known() bool { return s.meta != nil && !s.meta.Foreign }

// before orders records by time, then id, so that replicas agree.
func (r *record) before(o *record) bool {
	if r.at != o.at {
		return r.at < o.at
	}
	if r.session != o.session {
		return r.session.id < o.session.id
	}
	return r.id < o.id
}

// insert adds r in order: at the end, nearly always.
func insert(list []*record, r *record) []*record {
	if n := len(list); n == 0 || list[n-1].before(r) {
		return append(list, r)
	}
	i := sort.Search(len(list), func(i int) bool { return !list[i].before(r) })
	list = append(list, nil)
	copy(list[i+1:], list[i:])
	list[i] = r
	return list
}

// remove takes r out of an ordered list.
func remove(list []*record, r *record) []*record {
	i := sort.Search(len(list), func(i int) bool { return !list[i].before(r) })
	if i == len(list) || list[i] != r {
		return list
	}
	copy(list[i:], list[i+1:])
	list[len(list)-1] = nil
	return list[:len(list)-1]
}

// add puts r into its session and renumbers what moved.
func (s *session) add(r *record) {
	s.records = insert(s.records, r)
	s.byID[r.id] = r
	if s.records[len(s.records)-1] == r {
		s.renumber(len(s.records) - 1)
	} else {
		s.renumber(0)
	}
}

func (s *session) remove(r *record) {
	s.records = remove(s.records, r)
	delete(s.byID, r.id)
	s.renumber(0)
}

// renumber recomputes the order of things from record i on. Failed steps have
// a place but do not move the story on: prev is what last worked.
func (s *session) renumber(i int) {
	var last *record
	for j := i - 1; j >= 0 && last == nil; j-- {
		if s.records[j].moves() {
			last = s.records[j]
		}
	}
	for ; i < len(s.records); i++ {
		r := s.records[i]
		r.idx, r.pos, r.prev = i, 0, nil
		if last.leadsTo(r.visit.origin, r.at) {
			r.pos, r.prev = last.pos+1, last
		}
		r.occ = r.earlier(r.prev)
		if r.moves() {
			last = r
		}
	}
}

// idle is the pause after which one starts anew (DESIGN 4: ambient sessions).
const idle = 30 * time.Minute

// leadsTo reports whether what is done on an origin at a time goes on from r.
// After a pause, or when it comes from elsewhere, it is a new start: browsing by
// hand is one long session with many beginnings.
func (r *record) leadsTo(o *origin, at types.Time) bool {
	return r != nil && r.visit.origin == o && at.Sub(r.at) <= idle
}

// maxLookBack bounds how far back the same action is looked for: beyond it a
// repetition says nothing any more.
const maxLookBack = 64

// earlier counts how often r's action was done before, from last backwards.
func (r *record) earlier(last *record) int {
	if r.target == nil {
		return 0
	}
	for n := 0; last != nil && n < maxLookBack; n++ {
		if last.target == r.target && last.action == r.action {
			return last.occ + 1
		}
		last = last.prev
	}
	return 0
}

// moves reports whether the story went on with r: it worked and was more than
// waiting.
func (r *record) moves() bool {
	return r.ok && (r.action == actionClick || r.action == actionType || r.action == actionNavigate)
}

// next is the successful record that went on from r, nil when none did.
func (r *record) next() *record {
	for i := r.idx + 1; i < len(r.session.records); i++ {
		if n := r.session.records[i]; n.ok {
			if n.prev != r {
				return nil
			}
			return n
		}
	}
	return nil
}
