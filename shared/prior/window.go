package prior

import (
	"time"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Windows of spec 002 section 4.1 and DESIGN 9.6: the short one first, the long
// one when the short one has too little evidence.
const (
	shortWindow = 48
	longWindow  = 30 * 24
)

// enough is the share of votes, in 1/10000, of a first suggestion from which on no longer
// window is needed.
const enough = 5000

// suggest returns the actions that worked on a screen like this one, of one origin; nil when
// there are none to report.
func (e *Engine) suggest(now types.Time, req types.PriorRequest) *types.PriorKnowledge {
	o := e.origins[e.siteOf(Origin(&req.Observation.State))]
	if o == nil || o.name == "" {
		return nil
	}
	q := e.ask(now, &req, o, shortWindow, nil)
	if q.surest() < enough && o.olderThan(q.since) {
		e.release(q)
		q = e.ask(now, &req, o, longWindow, q)
	}
	defer e.lookAway()
	defer e.release(q)
	return q.answer()
}

// lookAway releases the last page's content.
func (e *Engine) lookAway() {
	e.view.lookAway()
	clear(e.visible)
	clear(e.similar)
}

// release takes back a question's memory, and clears its references.
func (e *Engine) release(q *question) {
	e.grounds = q.ground
	clear(q.evidence)
	clear(q.candidates)
	e.evidence, e.candidates = q.evidence[:0], q.candidates[:0]
}

// olderThan reports whether any session here began before a time.
func (o *origin) olderThan(t types.Time) bool {
	return len(o.visits) > 0 && o.visits[0].session.created < t
}

// ask answers the question from an origin's records within a window. before is the same
// question within another window, whose results on page and goal are reused.
func (e *Engine) ask(now types.Time, req *types.PriorRequest, o *origin, hours int, before *question) *question {
	e.asked++
	q := &question{model: &e.model, team: e.team, number: e.asked, now: now, hours: hours, since: now.Add(-time.Duration(hours) * time.Hour),
		origin: o, origins: e.origins, top: e.siteOf(pageOrigin(&req.Observation.State)), obs: &req.Observation, evidence: e.evidence, candidates: e.candidates}
	q.trail.session = e.sessions[req.SessionID]
	if before != nil {
		q.pageFacts = before.pageFacts
	} else {
		e.read(q, req)
	}
	q.follow()
	q.gather()
	q.avoid = q.failures()
	q.vote()
	q.rank()
	return q
}

// read computes the sight of a page and goal.
func (e *Engine) read(q *question, req *types.PriorRequest) {
	state := &req.Observation.State
	e.view.read(&req.Observation, q.origin.elements, q.number)
	q.pageFacts = pageFacts{look: q.number, view: &e.view, visible: e.visible[:0],
		goal: words(req.Goal), wish: req.Goal, flow: distinctTags(req.FlowTags), branch: req.GitBranch, choice: -1}
	q.screen, q.route = q.origin.whereabouts(state)
	if own := q.trail.session; own != nil && own.meta != nil {
		q.complete(own)
	}
	for _, spelt := range q.flow {
		if t := e.tags[text.Tag(spelt)]; t != nil {
			t.asked = q.look
		}
	}
	q.named = widen(q.wish, q.goal)
	if q.origin.hides() {
		q.named = append(q.named, hiddenGoal(e.hider, q.wish, q.goal)...)
	}
	q.readGoal()
	q.see()
	e.visible = q.visible
	e.similar = q.origin.similarGoals(q.goal, q.look, e.similar[:0])
	e.similar = q.fitting(e, e.similar)
	for _, v := range e.similar {
		q.likest = keepBest(q.likest, maxLikeVisits, v, (*visit).liker)
	}
}

// complete fills in the missing parts of the request from the asker's session.
func (q *question) complete(s *session) {
	if len(q.goal) == 0 {
		q.goal, q.wish = s.goal, s.meta.Goal
	}
	if len(q.flow) == 0 {
		q.flow = distinctTags(s.meta.FlowTags)
	}
	if q.branch == "" && s.meta.Git != nil {
		q.branch = s.meta.Git.Branch
	}
}

// surest returns the first candidate's share of the votes.
func (q *question) surest() int {
	if len(q.ranked) == 0 {
		return 0
	}
	return q.ranked[0].share
}
