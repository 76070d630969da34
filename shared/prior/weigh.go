package prior

import (
	"slices"
	"time"
)

// weigh returns the weight of one piece of evidence.
func (q *question) weigh(r *record, counterpart bool) int {
	m := q.model
	w := 0
	if q.here(r) {
		w += m.Screen
	}
	w += m.Page * q.overlap(r.page)
	if r.action == actionWaitFor {
		w += m.Waiting
	}
	w += q.positionWeight(r)
	if len(q.goal) > 0 {
		mine, theirs := q.naming(r.form, q.mine(r.form)), q.naming(r.form, r.named)
		if counterpart {
			mine = theirs // the asker's goal names the counterpart as theirs named this
		}
		w += m.Named*mine + m.Foreign*max(0, theirs-mine)*(16-q.sameTask(r.visit))/16
	}
	return w + q.sessionWeight(r)
}

// sessionWeight returns the weight of r's session as a whole, including its age.
func (q *question) sessionWeight(r *record) int {
	m := q.model
	w := m.Goal*r.visit.likenessTo(q.look) + m.Way*q.onWay(r.visit)
	if r.session.unproved && !q.inPresentRound(r) {
		w += m.Unproved
	}
	if r.session.foreign() {
		w += q.teamWeight(r.session.meta.From.Author)
	}
	if meta := r.session.meta; !q.inPresentRound(r) {
		switch {
		case q.sharesFlow(r.session):
			w += m.FlowTag
		case q.flowKnown && q.anotherFlow(r.visit):
			w += m.OtherFlow
		}
		if q.branch != "" && meta.Git != nil && meta.Git.Branch == q.branch {
			w += m.Branch
		}
	}
	at := r.at
	if r.session.foreign() && r.session.meta.From.Again != nil {
		at = max(at, r.session.meta.From.Again.Last) // done again since
	}
	hours := uint64(max(0, q.newest-at)) / uint64(time.Hour/time.Millisecond)
	return w + m.Age*log2(hours+1)/octave
}

// positionWeight returns the weight of r's position among its session's actions, compared with the
// asker's position.
func (q *question) positionWeight(r *record) int {
	m := q.model
	w := 0
	mine, theirs := targetOf(q.trail.last), targetOf(r.prev)
	switch {
	case mine == nil && theirs == nil:
		w += m.Start
	case mine == theirs && keyOf(r.prev) == keyOf(q.trail.last) || q.standsFor(r.prev, q.trail.last):
		w += m.Prev
	}
	if r.occ < q.done(r.aim, r.action) {
		w += m.Done
	}
	off := r.pos - q.trail.length
	if off < 0 {
		off = -off
	}
	return w + m.Position*min(off, 8)
}

// overlap returns the common part of the pages: shared elements over all, in
// sixteenths. A page that lists nothing says nothing against being this one: of a team's other members it lists only what
// they used.
func (q *question) overlap(p *pageSet) int {
	if p == nil {
		return 0
	}
	if p.asked != q.look {
		q.compare(p)
	}
	return p.overlap
}

// compare computes the overlap, once a page.
func (q *question) compare(p *pageSet) {
	p.asked = q.look
	p.sharedIDs, p.sharedNames = q.origin.elements.count(p.testIDs), q.origin.elements.count(p.names)
	n := p.sharedIDs + p.sharedNames
	p.overlap = 16
	if listed := len(p.testIDs) + len(p.names); listed > 0 {
		p.overlap = 16 * n / (listed + q.shown - n)
	}
}

// see marks the elements that the page shows now, and their targets by any
// name.
func (q *question) see() {
	in := q.origin.elements
	in.unmark()
	if t := in.target(selectorKey(pageSelector)); t != nil {
		q.seeTarget(t)
	}
	for _, list := range [...][]*name{q.view.testIDs, q.view.names} {
		q.shown += min(len(list), maxPageElements)
		for i, n := range list {
			if i < maxPageElements && n.pages > 0 {
				in.markShown(n.id)
			}
			if n.target != nil {
				q.seeTarget(n.target)
			}
			for _, t := range n.aliases {
				q.seeTarget(t)
			}
		}
	}
	for _, n := range q.view.families {
		if n.pages > 0 {
			in.markShown(n.id)
		}
		if n.target != nil {
			q.seeTarget(n.target)
		}
		for _, t := range n.aliases {
			q.seeTarget(t)
		}
	}
}

func (q *question) seeTarget(t *target) {
	t.seen = q.look
	if len(q.visible) < maxVisible {
		q.visible = append(q.visible, t)
	}
}

func sharesAny(a, b []string) bool {
	for _, x := range a {
		if slices.Contains(b, x) {
			return true
		}
	}
	return false
}
