package search

import (
	"reflect"
	"slices"
	"sort"

	"cairn/shared/types"
)

// Engine holds sessions and steps and answers questions about them. It is not
// safe for concurrent use: callers lock. Steps are kept packed: each time one is
// asked for it is made anew. Other things that it gives back are shared: nobody
// may change them.
type Engine struct {
	sessions map[string]*session
	steps    map[string]*session // by step id
	count    int
	index    *index
	packer   packer
	places   places
}

// session is one session with its steps in the order of time.
type session struct {
	meta   *types.Session
	steps  []*held
	places []string // sorted

	number uint32   // in the index
	blocks []uint32 // in the index
	length int      // of the goal, in words
	acts   []uint32 // actors of the index that stand in the targets of its steps

	version uint32 // counts its changes
}

// New returns an empty engine that knows of no places.
func New() *Engine { return NewWith(func(*types.Step) []string { return nil }) }

// NewWith returns an empty engine that can tell which sessions were at which
// places. placesOf names those of a step, of which it sees the outline alone
// (see [Engine.Outlines]).
func NewWith(placesOf func(*types.Step) []string) *Engine {
	e := &Engine{places: places{of: placesOf, sessions: map[string][]*session{}}, sessions: map[string]*session{}, steps: map[string]*session{}, index: newIndex()}
	e.index.byID = e.sessions
	return e
}

// PutSession inserts a session or replaces its metadata. It keeps a copy: what
// was posted must be known exactly when it is to be taken back. What says
// nothing new changes nothing: a start puts every session of its segments again.
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

// PutStep adds a step to its session; a step that is already there stays as it
// is. It reports whether the step was new. The session of the step must have
// been put before.
func (e *Engine) PutStep(step *types.Step) bool {
	if e.steps[step.StepID] != nil {
		return false
	}
	s, h := e.sessions[step.SessionID], e.packer.hold(step)
	at := sort.Search(len(s.steps), func(i int) bool { return h.before(s.steps[i]) })
	s.steps = slices.Insert(s.steps, at, h)
	s.version++
	e.steps[h.id] = s
	e.count++
	e.index.addStep(s, h, step)
	e.places.add(s, step)
	return true
}

// RemoveStep forgets one step and reports whether it was there.
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

// RemoveSession forgets a session and its steps, and says how many steps they
// were.
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
	e.places.leave(s)
	delete(e.sessions, id)
	e.count -= len(s.steps)
	return len(s.steps)
}

// Session returns a session's metadata, nil when it is unknown.
func (e *Engine) Session(id string) *types.Session {
	if s := e.sessions[id]; s != nil {
		return s.meta
	}
	return nil
}

// Step returns a step by its id, nil when it is unknown.
func (e *Engine) Step(id string) *types.Step {
	if h := e.held(id); h != nil {
		return h.read()
	}
	return nil
}

// Outline is Step without what the page showed.
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

// Outlines returns a session's steps, oldest first, without what their pages
// showed: of an observation there is the state alone. It costs a fraction of
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

// Sessions and Steps held.
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
