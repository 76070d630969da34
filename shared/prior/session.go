package prior

import (
	"cairn/shared/capture"
	"cairn/shared/types"
)

// session is one run with its actions in order.
type session struct {
	id      string
	meta    *types.Session // nil until PutSession: steps can arrive first
	created types.Time
	records []*record // by time, then id
	byID    map[string]*record
	visits  map[*origin]*visit
	goal    []string // distinct words of the goal
	hidden  []string // the same with hashes, nil before they are needed
	names   *capture.Hider
	flow    []*tag // of meta
	goalKey string // the same as one, to compare goals
	// unproved reports that the session had a goal which is not known to be reached.
	// Browsing that was not launched for a goal had none.
	unproved bool

	along, away uint64 // scratch of goOn: the questions that it was counted for
}

// known reports whether the session has metadata: without it no filter can accept
// it (spec 000 section 6.3).
func (s *session) known() bool {
	return s.meta != nil && !s.meta.Foreign && (s.meta.From == nil || !s.meta.From.Aside)
}

// failed reports whether an agent or a person stated that the session missed its goal.
func (s *session) failed() bool {
	return s.meta != nil && s.meta.Outcome != "" && !s.meta.Done()
}

// add inserts r into its session and renumbers the records from there.
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

// renumber recomputes the order of the records from i on. Failed steps have a place but do
// not move the session on: prev is the last one that worked.
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
		if last.leadsTo(r.top, r.at) {
			r.pos, r.prev = last.pos+1, last
		}
		r.occ = r.earlier(r.prev)
		if r.moves() {
			last = r
		}
	}
}
