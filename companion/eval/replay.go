package eval

import (
	"slices"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// replay feeds recorded sessions to the engine in their order.
type replay struct {
	engine  memory
	session *types.Session
	steps   int
	page    *types.Observation
	shown   []types.SuggestedAction // suggestions since the last step
	now     types.Time
	// spelling maps a clean name to the trace's spelling: traces contain line breaks
	// and icons, which the content script drops and answers do not have.
	spelling map[string]string
}

// memory records sessions and answers queries.
type memory interface {
	PutSession(*types.Session)
	PutStep(*types.Step)
	Suggest(now types.Time, req types.PriorRequest) *types.PriorKnowledge
	RemoveSession(id string)
}

// spell records the trace's spelling of a target.
func (r *replay) spell(target *types.Target) {
	if target == nil {
		return
	}
	if r.spelling == nil {
		r.spelling = map[string]string{}
	}
	r.spelling[capture.Clean(target.Name, len(target.Name))] = target.Name
}

// respell returns an answer in the spelling of the trace, which scorers compare.
func (r *replay) respell(p types.PriorKnowledge) *types.PriorKnowledge {
	p.SuggestedNextActions = slices.Clone(p.SuggestedNextActions)
	for i := range p.SuggestedNextActions {
		a := &p.SuggestedNextActions[i]
		r.respellTarget(&a.PreferredTarget)
		a.FallbackTargets = slices.Clone(a.FallbackTargets)
		for j := range a.FallbackTargets {
			r.respellTarget(&a.FallbackTargets[j])
		}
	}
	return &p
}

func (r *replay) respellTarget(t *types.PriorTarget) {
	if t.Hint == nil || r.spelling[t.Hint.Name] == "" {
		return
	}
	hint := *t.Hint
	hint.Name = r.spelling[hint.Name]
	t.Hint = &hint
}

func (r *replay) start(t *traceSession) {
	r.session = t.session()
	r.steps, r.page, r.now = 0, nil, r.session.CreatedAt
	r.engine.PutSession(r.session)
}

func (r *replay) step(t *traceStep) {
	s := t.step(r.session.SessionID, r.steps, r.page, r.now)
	r.steps++
	r.page, r.now = s.Observation, s.Timestamp
	if s.Tool.Target != nil && len(r.shown) > 0 {
		s.Actor, s.Advice, r.shown = types.ActorAgent, types.Advise(s, r.shown), nil
	}
	r.spell(s.Tool.Target)
	r.engine.PutStep(s)
}

// ask queries as the extension would after the page has settled, and shows the
// suggestions to the session's agent: the next step records whether it followed them.
func (r *replay) ask(p *tracePage) *types.PriorKnowledge {
	now := types.PriorRequest{Observation: *p.observation(r.page), SessionID: r.session.SessionID}
	known := r.engine.Suggest(r.clock(), now)
	if r.shown = nil; known == nil {
		return nil
	}
	r.shown = known.SuggestedNextActions
	return r.respell(*known)
}

// end closes a session with its outcome, which is unknown before. It removes a session
// completely if remember is false; steps are those of a session that was not replayed.
func (r *replay) end(t *traceSession, remember bool, steps []traceStep) {
	if !remember {
		r.engine.RemoveSession(t.SessionID)
		return
	}
	if r.session == nil || r.session.SessionID != t.SessionID || len(steps) > 0 {
		r.start(t)
		for i := range steps {
			r.step(&steps[i])
		}
	}
	ended := *r.session
	ended.Outcome = t.outcome()
	r.engine.PutSession(&ended)
	r.session = nil
}

// clock returns a time after the last step.
func (r *replay) clock() types.Time { return r.now.Add(time.Millisecond) }
