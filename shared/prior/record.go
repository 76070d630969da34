package prior

import (
	"sort"
	"time"

	"cairn/shared/types"
)

// record is one stored action, reduced to the data that a vote needs.
type record struct {
	step        *types.Step
	at          types.Time // the step's
	id          string
	session     *session
	visit       *visit
	top         string        // the origin of the page that it was done on, also if it was in a frame
	aim         *target       // the target that it votes for, nil for none
	target      *target       // the same; nil for navigation, which is a new beginning
	form        *form         // of aim
	name        *types.Target // the target's fingerprint
	page        *pageSet
	place       *place
	seen        bool // the page at place was seen by the target's origin
	action      action
	key         string // of a key press, or another variant of the action
	ok          bool
	inPage      bool   // the page listed the target when it was used
	listedWhole bool   // the page was listed whole
	named       uint16 // which of form.words the session's goal has

	// session.renumber sets the following fields.
	idx  int     // among the session's records
	pos  int     // among its successful ones
	occ  int     // how many successful uses of the same target and action came before
	prev *record // the last successful one before, nil at the start

	asked uint64 // the last question that used it as evidence
}

// action is the action of a step, in the terms of spec 002. Actions after
// actionNotification are Cairn's additions.
type action uint8

const (
	actionNone action = iota
	actionClick
	actionType
	actionWaitFor
	actionNavigate
	actionNotification
	actionPress
	actionDrag
	actionUpload
	actionHover
	actionBack
	actions // the number of actions
)

var actionNames = [...]string{actionClick: "click", actionType: "type", actionWaitFor: "wait_for",
	actionNavigate: "navigate", actionNotification: "wait_for_notification", actionPress: "press", actionDrag: "drag", actionUpload: "upload",
	actionHover: "hover", actionBack: "back"}

func (a action) String() string { return actionNames[a] }

// actionOf returns the action of a tool's name with or without the mm_ prefix. It returns
// actionNone for observations and other tools that do not act (spec 002 section 4.2).
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

// insert adds r in order, which is nearly always at the end.
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

// remove removes r from an ordered list.
func remove(list []*record, r *record) []*record {
	i := sort.Search(len(list), func(i int) bool { return !list[i].before(r) })
	if i == len(list) || list[i] != r {
		return list
	}
	copy(list[i:], list[i+1:])
	list[len(list)-1] = nil
	return list[:len(list)-1]
}

// idle is the pause after which a new sequence begins (DESIGN 4: ambient sessions).
const idle = 30 * time.Minute

// leadsTo reports whether an action on a page of an origin at a time continues from r.
// After a pause, or on another origin, it is a new start, because browsing by hand
// is one long session with many beginnings.
func (r *record) leadsTo(top string, at types.Time) bool {
	return r != nil && r.top == top && at.Sub(r.at) <= idle
}

// framed returns the origin of the frame that r was done in, empty for the page
// itself.
func (r *record) framed() string {
	if r.visit.origin.name == r.top {
		return ""
	}
	return r.visit.origin.name
}

// maxLookBack bounds how far back the same action is searched for: repetitions beyond it
// are no evidence.
const maxLookBack = 64

// earlier counts how often r's action was done before, from last backwards.
func (r *record) earlier(last *record) int {
	if r.aim == nil {
		return 0
	}
	for n := 0; last != nil && n < maxLookBack; n++ {
		if last.aim == r.aim && last.action == r.action {
			return last.occ + 1
		}
		last = last.prev
	}
	return 0
}

// moves reports whether r moved its session on: it worked and was not only a wait.
func (r *record) moves() bool {
	return r.ok && r.action != actionNone && r.action != actionWaitFor && r.action != actionNotification
}

// next returns the successful record that continued from r, nil when there is none.
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
