package search

import (
	"reflect"
	"slices"
	"sort"

	"cairn/shared/types"
)

// Engine stores sessions and steps and answers queries about them. It is not safe for
// concurrent use: callers lock. Steps are stored packed, and each request decodes a
// new one. Other return values are shared: callers must not change them.
type Engine struct {
	sessions map[string]*session
	steps    map[string]*session // by step id
	count    int
	index    *index
	packer   packer
	places   places
}

// session is one session with its steps in chronological order.
type session struct {
	meta   *types.Session
	steps  []*held
	places []string // sorted

	number uint32   // in the index
	blocks []uint32 // in the index
	length int      // of the goal, in words
	acts   []uint32 // actor numbers of the words in its steps' targets

	version uint32 // increases with each change
}

// New returns an empty engine without an index of places.
func New() *Engine { return NewWith(func(*types.Step) []string { return nil }) }

// NewWith returns an empty engine that indexes sessions by place. placesOf returns
// the places of a step; it receives only the outline (see [Engine.Outlines]).
func NewWith(placesOf func(*types.Step) []string) *Engine {
	e := &Engine{places: places{of: placesOf, sessions: map[string][]*session{}}, sessions: map[string]*session{}, steps: map[string]*session{}, index: newIndex()}
	e.index.byID = e.sessions
	return e
}

// PutSession inserts a session or replaces its metadata. It stores a copy, because
// removing postings needs exactly the metadata that was posted. Equal metadata
// changes nothing: at each start every session of the segments is put again.
func (e *Engine) PutSession(given *types.Session) {
	s := e.sessions[given.SessionID]
	if s != nil && reflect.DeepEqual(s.meta, given) {
		return
	}
	meta := cloned(given)
	if s != nil {
		e.index.removeMeta(s)
		s.version++
		s.meta = meta
		e.index.addMeta(s)
		return
	}
	s = &session{meta: meta}
	e.sessions[meta.SessionID] = s
	e.index.addSession(s)
}

func cloned(m *types.Session) *types.Session {
	out := *m
	out.FlowTags, out.Tags = slices.Clone(m.FlowTags), slices.Clone(m.Tags)
	if m.Git != nil {
		git := *m.Git
		out.Git = &git
	}
	return &out
}

// PutStep adds a step to its session, which must exist; it ignores a step that the
// engine already has. It reports whether the step was new.
func (e *Engine) PutStep(step *types.Step) bool {
	if e.steps[step.StepID] != nil {
		return false
	}
	s, h := e.sessions[step.SessionID], e.packer.add(step)
	at := sort.Search(len(s.steps), func(i int) bool { return h.before(s.steps[i]) })
	s.steps = slices.Insert(s.steps, at, h)
	s.version++
	e.steps[h.id] = s
	e.count++
	e.index.addStep(s, h, step)
	e.places.add(s, step)
	return true
}

// RemoveStep removes one step and reports whether it existed.
func (e *Engine) RemoveStep(stepID string) bool {
	s := e.steps[stepID]
	if s == nil {
		return false
	}
	delete(e.steps, stepID)
	i := slices.IndexFunc(s.steps, func(h *held) bool { return h.id == stepID })
	e.index.removeStep(s, s.steps[i])
	s.steps = slices.Delete(s.steps, i, i+1)
	s.version++
	e.places.again(s)
	e.count--
	return true
}

// RemoveSession removes a session with its steps and returns the number of steps.
func (e *Engine) RemoveSession(id string) int {
	s := e.sessions[id]
	if s == nil {
		return 0
	}
	for _, h := range s.steps {
		e.index.removeStep(s, h)
		delete(e.steps, h.id)
	}
	e.index.removeSession(s)
	e.places.removeSession(s)
	delete(e.sessions, id)
	e.count -= len(s.steps)
	return len(s.steps)
}

// Session returns a session's metadata, or nil when it is unknown.
func (e *Engine) Session(id string) *types.Session {
	if s := e.sessions[id]; s != nil {
		return s.meta
	}
	return nil
}

// Step returns a step by its id, or nil when it is unknown.
func (e *Engine) Step(id string) *types.Step {
	if h := e.held(id); h != nil {
		return h.read()
	}
	return nil
}

// Outline returns a step without the contents of its page.
func (e *Engine) Outline(id string) *types.Step {
	if h := e.held(id); h != nil {
		return h.outline()
	}
	return nil
}

func (e *Engine) held(id string) *held {
	if s := e.steps[id]; s != nil {
		for _, h := range s.steps {
			if h.id == id {
				return h
			}
		}
	}
	return nil
}

// Steps returns a session's steps, oldest first.
func (e *Engine) Steps(sessionID string) []*types.Step {
	s := e.sessions[sessionID]
	if s == nil {
		return nil
	}
	return read(s.steps, (*held).read)
}

// Outlines returns a session's steps, oldest first, without the contents of their
// pages: of an observation they have only the state. It costs a fraction of
// [Engine.Steps].
func (e *Engine) Outlines(sessionID string) []*types.Step {
	s := e.sessions[sessionID]
	if s == nil {
		return nil
	}
	return read(s.steps, (*held).outline)
}

func read(steps []*held, how func(*held) *types.Step) []*types.Step {
	out := make([]*types.Step, len(steps))
	for i, h := range steps {
		out[i] = how(h)
	}
	return out
}

// Size returns the number of stored sessions and steps.
func (e *Engine) Size() (sessions, steps int) { return len(e.sessions), e.count }

// SessionIDs returns the ids of all sessions, newest first, ties by id.
func (e *Engine) SessionIDs() []string {
	ids := make([]string, 0, len(e.sessions))
	for id := range e.sessions {
		ids = append(ids, id)
	}
	sort.Slice(ids, func(i, j int) bool {
		a, b := e.sessions[ids[i]].meta, e.sessions[ids[j]].meta
		if a.CreatedAt != b.CreatedAt {
			return a.CreatedAt > b.CreatedAt
		}
		return a.SessionID < b.SessionID
	})
	return ids
}
