package search

import (
	"slices"

	"cairn/shared/pack"
	"cairn/shared/types"
)

// places indexes sessions by place. The owner defines places; here they are names. A
// search for all sessions of a site then need not read every step.
type places struct {
	of       func(*types.Step) []string
	sessions map[string][]*session
}

func (p *places) add(s *session, step *types.Step) {
	for _, place := range p.of(step) {
		at, known := slices.BinarySearch(s.places, place)
		if !known {
			s.places = slices.Insert(s.places, at, place)
			p.sessions[place] = append(p.sessions[place], s)
		}
	}
}

func (p *places) removeSession(s *session) {
	for _, place := range s.places {
		left := slices.DeleteFunc(p.sessions[place], func(o *session) bool { return o == s })
		if p.sessions[place] = left; len(left) == 0 {
			delete(p.sessions, place)
		}
	}
	s.places = nil
}

// again recomputes the places of a session from its remaining steps.
func (p *places) again(s *session) {
	p.removeSession(s)
	var room pack.Scratch
	for _, h := range s.steps {
		p.add(s, h.outlineIn(&room))
	}
}

// Count returns the number of steps of a session.
func (e *Engine) Count(sessionID string) int {
	if s := e.sessions[sessionID]; s != nil {
		return len(s.steps)
	}
	return 0
}

// Each calls do for every session, in any order, with the number of its steps
// and the time of the last one.
func (e *Engine) Each(do func(s *types.Session, steps int, last types.Time)) {
	for _, s := range e.sessions {
		last := s.meta.CreatedAt
		if n := len(s.steps); n > 0 {
			last = s.steps[n-1].at
		}
		do(s.meta, len(s.steps), last)
	}
}

// Places calls do for every place of a step, in any order.
func (e *Engine) Places(do func(place string)) {
	for place := range e.places.sessions {
		do(place)
	}
}

// At returns the ids of the sessions with a step at a place, in order.
func (e *Engine) At(place string) []string {
	var ids []string
	for _, s := range e.places.sessions[place] {
		ids = append(ids, s.meta.SessionID)
	}
	slices.Sort(ids)
	return ids
}

// PlacesOf returns the places of a session, in order.
func (e *Engine) PlacesOf(sessionID string) []string {
	if s := e.sessions[sessionID]; s != nil {
		return s.places
	}
	return nil
}
