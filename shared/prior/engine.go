package prior

import (
	"sort"
	"strconv"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Engine holds the index for suggestions: by origin, then by target, screen and session,
// updated with every step. It keeps pointers into the steps and sessions it is given,
// which must not change afterwards. It is not safe for concurrent use: callers lock.
type Engine struct {
	model    Model
	origins  map[string]*origin
	sessions map[string]*session
	tags     map[string]*tag
	asked    uint64 // number of the present question
	team     bool   // a session of a team's other member was put
	// siteOf returns the key of an origin's evidence (DESIGN 9.24): origins with the same one share it.
	siteOf func(origin string) string
	hider  *capture.Hider // finds hidden names on pages; it finds none when nil or without a key

	// Memory of the last question, reused for the next one, which needs about as much.
	view       pageView
	visible    []*target
	similar    []*visit
	evidence   []*record
	candidates []candidate
	grounds    Grounds
	fits       map[string]float64 // of the present question: see SuggestBy
}

// Grounds returns the inputs of the last question's first confidence, for fitting its
// weights.
func (e *Engine) Grounds() Grounds { return e.grounds }

// New returns an empty engine with the default model.
func New() *Engine { return NewWith(DefaultModel()) }

// For returns an empty engine in which origins share their evidence if siteOf returns the
// same key for them. names finds hidden names on pages.
func For(siteOf func(origin string) string, names *capture.Hider) *Engine {
	e := New()
	e.siteOf, e.hider = siteOf, names
	return e
}

// NewWith returns an empty engine with the given model, for measuring the value of each
// signal.
func NewWith(m Model) *Engine {
	return &Engine{model: m, origins: map[string]*origin{}, sessions: map[string]*session{}, tags: map[string]*tag{},
		siteOf: func(origin string) string { return origin }}
}

// PutSession inserts or replaces a session's metadata. It may come before or
// after the session's steps.
func (e *Engine) PutSession(s *types.Session) {
	if s == nil || s.SessionID == "" {
		return
	}
	own := e.session(s.SessionID)
	for _, v := range own.places() {
		v.origin.dropVisit(v)
	}
	e.team = e.team || s.From != nil
	own.meta, own.created, own.unproved = s, s.CreatedAt, !s.Done() && !s.Ambient
	e.putTags(own, s.FlowTags)
	own.goal = words(s.Goal)
	own.goalKey, own.hidden = strings.Join(own.goal, " "), nil
	for _, r := range own.records {
		r.named = r.form.namedBy(own.goalFor(r.form))
	}
	for _, v := range own.places() {
		v.origin.addVisit(v)
	}
}

// PutStep adds a step or replaces the one with its id. It ignores observations and other
// steps that contain no evidence.
func (e *Engine) PutStep(s *types.Step) {
	if s == nil || s.SessionID == "" {
		return
	}
	id := stepKey(s)
	e.RemoveStep(s.SessionID, id)
	a := actionOf(s.Tool.Name)
	name := fingerprint(s)
	at := stepOrigin(s)
	key := primaryKey(name)
	if key == "" {
		name, key = pageTarget(s, a, at)
	}
	if key == "" {
		name, key = namelessTarget(s)
	}
	if a == actionNone || key == "" && a != actionNavigate || at == types.OpaqueOrigin {
		return
	}
	own := e.session(s.SessionID)
	r := &record{step: lean(s), at: s.Timestamp, id: id, session: own, visit: e.visit(own, e.origin(e.siteOf(at))),
		top: e.siteOf(stepPage(s)), name: name, action: a, key: capture.Manner(s), ok: s.Outcome.OK}
	obs := s.Observation
	if obs != nil && Origin(&obs.State) != at {
		obs = nil // of the page around a frame
	}
	if s.Keep == types.KeepNeeded || name != nil && capture.IsHidden(name.Name) {
		r.visit.origin.hide(e.hider)
	}
	r.visit.origin.addRecord(r, key, obs)
	r.visit.records++
	r.named = r.form.namedBy(own.goalFor(r.form))
	own.add(r)
	r.visit.origin.addResult(r)
}

// RemoveStep removes one step.
func (e *Engine) RemoveStep(sessionID, stepID string) {
	own := e.sessions[sessionID]
	if own == nil || own.byID[stepID] == nil {
		return
	}
	r := own.byID[stepID]
	own.remove(r)
	e.unindex(r)
	if own.meta == nil && len(own.records) == 0 {
		delete(e.sessions, sessionID)
	}
}

// RemoveSession removes a session and all its steps.
func (e *Engine) RemoveSession(id string) {
	own := e.sessions[id]
	if own == nil {
		return
	}
	for _, r := range own.records {
		e.unindex(r)
	}
	e.dropTags(own)
	delete(e.sessions, id)
}

// unindex removes r from its origin, and the origin with its last record.
func (e *Engine) unindex(r *record) {
	v := r.visit
	v.origin.dropResult(r)
	v.origin.removeRecord(r)
	if v.records--; v.records > 0 {
		return
	}
	v.origin.dropVisit(v)
	delete(v.session.visits, v.origin)
	if len(v.origin.visits) == 0 {
		delete(e.origins, v.origin.name)
	}
}

func (e *Engine) session(id string) *session {
	s := e.sessions[id]
	if s == nil {
		s = &session{id: id, names: e.hider, byID: map[string]*record{}, visits: map[*origin]*visit{}}
		e.sessions[id] = s
	}
	return s
}

func (e *Engine) origin(name string) *origin {
	o := e.origins[name]
	if o == nil {
		o = newOrigin(name)
		e.origins[name] = o
	}
	return o
}

// visit returns the session's part on o, and creates it if necessary.
func (e *Engine) visit(s *session, o *origin) *visit {
	v := s.visits[o]
	if v == nil {
		v = &visit{session: s, origin: o}
		s.visits[o] = v
		o.addVisit(v)
	}
	return v
}

// places returns the visits of a session by origin.
func (s *session) places() []*visit {
	list := make([]*visit, 0, len(s.visits))
	for _, v := range s.visits {
		list = append(list, v)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].origin.name < list[j].origin.name })
	return list
}

// stepKey returns the step's id, or its time and tool for an imported step without an id.
func stepKey(s *types.Step) string {
	if s.StepID != "" {
		return s.StepID
	}
	return strconv.FormatInt(int64(s.Timestamp), 10) + " " + s.Tool.Name
}

// stepOrigin returns the origin that a step was taken on: of a frame, the frame's.
func stepOrigin(s *types.Step) string {
	if t := s.Tool.Target; t != nil && t.Origin != "" {
		return t.Origin
	}
	if s.Observation == nil {
		return ""
	}
	return Origin(&s.Observation.State)
}

// stepPage returns the origin of the page that a step was taken on.
func stepPage(s *types.Step) string {
	if s.Observation == nil {
		return stepOrigin(s)
	}
	return pageOrigin(&s.Observation.State)
}

// lean returns a copy of a step without the content of its page, which is stored as
// numbers.
func lean(s *types.Step) *types.Step {
	out := *s
	if s.Observation != nil {
		out.Observation = &types.Observation{State: s.Observation.State}
	}
	return &out
}
