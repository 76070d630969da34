package prior

import (
	"slices"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// question is one call of Suggest in progress.
type question struct {
	pageFacts
	model  *Model
	team   bool   // members of a team recorded some of the sessions
	lived  bool   // other sessions that were recorded here are among the evidence
	number uint64 // scratch fields with this number are this question's
	now    types.Time
	hours  int        // the window
	since  types.Time // sessions older than this do not count
	origin *origin
	top    string // the origin of the page, also if the question is about a frame in it
	obs    *types.Observation
	trail  trail

	// Scratch of counterparts.
	standIns map[string]*target // by key

	origins map[string]*origin // all, for trust
	trusts  map[string]trusted // of authors
	said    map[said]speech

	found      []*namePart // of onWay
	evidence   []*record
	flowKnown  bool       // an earlier session among it has a flow tag of the asker's
	newest     types.Time // of the evidence of other sessions
	avoid      map[*target]*warning
	warned     map[string]bool // all names of those, nil before they are needed
	candidates []candidate
	ranked     []*candidate   // those that may be suggested, best first
	ended      int            // sessions that did nothing more at the asker's position
	wentOn     int            // sessions that did
	ground     Grounds        // of the first one's confidence
	bySelector map[string]int // candidates that the page does not list, by selector
}

// pageFacts holds the facts that depend only on page and goal, so that both windows share them.
type pageFacts struct {
	look    uint64 // scratch fields with this number are of this page and goal
	screen  string // in the form of the origin's places
	route   []string
	view    *pageView
	shown   int       // elements of the page that take part in overlap
	visible []*target // that the page shows, a few

	goal   []string // words of the asker's goal
	wish   string   // the same as text
	named  []string // the same with their synonyms
	flow   []string // the asker's flow tags, each once
	branch string
	likest []*visit // sessions with the most similar goals

	weight int // of the asker's goal
	choice int // the result of room, -1 before it is computed
}

// candidate is a target with the votes for it.
type candidate struct {
	target      *target
	ways        [actions]way
	action      action        // with the most votes
	best        *record       // the record of that action with the heaviest vote, nil when fresh
	name        *types.Target // its name
	replacement *types.Target // the name of an element that replaces the one that earlier sessions used, else nil
	here        bool          // used on this screen
	hidden      bool          // used before while a page that was listed whole did not list it
	unlisted    bool          // used before while a page that held more than was listed did not list it
	listed      bool          // seen now
	spare       bool          // only the asker did it, or nobody used it and the goal hardly names it: it may fill a line that is free
	inVain      bool          // only sessions that failed did it
	unnamed     bool          // nobody used it and the goal does not name it: an empty field
	named       int           // how far the asker's goal names it, in sixteenths
	score       uint64
	doubt       uint64           // that its votes call up, as they are
	goals       [maxGoals]string // those that went this way, a few
	went        int              // how many
	share       int              // of all votes, in 1/10000
	sure        int              // confidence, in 1/10000

	// Reasons: earlier sessions that did it next, first, on this screen; records of
	// other sessions in all.
	follows, opens, onScreen, others int
	counted                          *session // the last one counted
}

// way holds the votes for one action on a target.
type way struct {
	votes uint64
	best  *record // the record with the heaviest vote
	top   uint64  // and that vote
	more  uint64  // votes of sessions that did it more often than the asker has
}

// vote adds up the evidence by target. The asker's actions count besides those of others.
// Alone they count only while the asker repeats itself on one screen: elsewhere the
// suggestions would only repeat its actions.
func (q *question) vote() {
	others := slices.ContainsFunc(q.evidence, func(r *record) bool { return !q.inPresentRound(r) })
	if !others && (q.trail.last == nil || !q.here(q.trail.last)) {
		q.evidence = q.evidence[:0]
	}
	q.flowKnown = slices.ContainsFunc(q.evidence, func(r *record) bool { return !q.inPresentRound(r) && q.sharesFlow(r.session) })
	q.lived = slices.ContainsFunc(q.evidence, func(r *record) bool { return r.session != q.trail.session && !r.session.foreign() })
	for _, r := range q.evidence {
		counterpart := q.counterpart(r)
		v := exp2(q.weigh(r, counterpart != nil))
		c := q.candidate(r, counterpart)
		way := &c.ways[r.action]
		way.votes += v
		if !q.inPresentRound(r) {
			if r.occ >= q.done(r.aim, r.action) {
				way.more += v
			}
			if counterpart == nil {
				c.doubt += v / 256 * q.doubt(r)
			}
			c.noteGoal(r.session.goalKey)
		}
		if v > way.top || v == way.top && way.best.before(r) {
			way.top, way.best = v, r
		}
		c.note(q, r)
	}
}

// candidate returns the candidate that r votes for. An element that is not listed under its
// name now may have another name. If a selector names it, its candidate is shared with
// other records of that selector.
func (q *question) candidate(r *record, counterpart *pageElement) *candidate {
	if counterpart != nil {
		return q.candidateFor(counterpart.name)
	}
	t := r.aim
	if t.asked != q.number {
		t.asked, t.cand = q.number, -1
		if sel := r.name.Selector; sel != "" && !capture.Positional(sel) && t.seen != q.look && t.key[0] != keyTestID {
			if i, ok := q.bySelector[sel]; ok {
				t.cand = i
			} else {
				if q.bySelector == nil {
					q.bySelector = map[string]int{}
				}
				q.bySelector[sel] = len(q.candidates)
			}
		}
		if t.cand < 0 {
			t.cand = len(q.candidates)
			q.candidates = append(q.candidates, candidate{target: t, listed: t.seen == q.look || t.ofPage()})
		}
	}
	return &q.candidates[t.cand]
}

// candidateFor returns the candidate for an element of the page that may never have been
// used.
func (q *question) candidateFor(name *types.Target) *candidate {
	key := primaryKey(name)
	t := q.origin.elements.target(key)
	if t == nil {
		t = q.standIns[key]
	}
	if t == nil {
		t = &target{key: key}
		if q.standIns == nil {
			q.standIns = map[string]*target{}
		}
		q.standIns[key] = t
	}
	if t.asked != q.number {
		t.asked, t.cand = q.number, len(q.candidates)
		q.candidates = append(q.candidates, candidate{target: t, listed: true})
	}
	c := &q.candidates[t.cand]
	c.replacement = name
	return c
}

// note counts r for the rationale. Evidence comes newest first, so that the records of a
// session are mostly adjacent. The count is only shown and has no weight.
func (c *candidate) note(q *question, r *record) {
	c.hidden = c.hidden || !r.inPage && r.listedWhole
	c.unlisted = c.unlisted || !r.inPage && !r.listedWhole
	here := q.here(r)
	c.here = c.here || here
	if q.inPresentRound(r) {
		return
	}
	c.inVain = r.session.failed() && (c.inVain || c.others == 0)
	c.others++
	if r.session == c.counted || !here {
		return
	}
	c.counted = r.session
	c.onScreen++
	switch mine := targetOf(q.trail.last); {
	case mine != targetOf(r.prev) || keyOf(q.trail.last) != keyOf(r.prev):
	case mine != nil:
		c.follows++
	default:
		c.opens++
	}
}
