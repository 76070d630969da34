package prior

import (
	"strconv"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Caps of spec 002 section 7.
const (
	maxRelated   = 5
	maxSimilar   = 10
	maxSuggested = 5
	maxAvoid     = 5
)

// Floors in 1/10000 (DESIGN 9.3). If the first suggestion is below floorFirst, in votes or
// in confidence, nothing is suggested, unless others used it and the page shows it: then
// it is given with its low confidence. A later suggestion with fewer votes than floorOther
// is left out.
const (
	floorFirst = 1000
	floorOther = 1
)

// answer returns the question's findings as spec 002's object, nil when there are none.
func (q *question) answer() *types.PriorKnowledge {
	suggested := q.suggestions()
	similar, behind := q.similar()
	warnings := q.warnings()
	if len(suggested)+len(similar)+len(warnings) == 0 {
		return nil
	}
	out := &types.PriorKnowledge{
		SchemaVersion:        1,
		GeneratedAt:          q.now,
		Query:                types.PriorQuery{WindowHours: q.hours, UsedFlowTags: append([]string{}, q.flow...), UsedFilters: q.filter()},
		RelatedSessions:      q.related(behind),
		SimilarSteps:         q.summaries(similar),
		SuggestedNextActions: suggested,
		Avoid:                warnings,
	}
	out.Query.CandidateSessions, out.Query.CandidateSteps = q.candidateCounts()
	return out
}

// filter returns the filters of spec 002 section 6 step 2: the screen, where it is known,
// and the asker's first flow tag, which ranks sessions but excludes none.
func (q *question) filter() (f types.Filters) {
	f.SinceHours = q.hours
	if q.screen != types.UnknownScreen {
		f.Screen = q.obs.State.CurrentScreen
	}
	if len(q.flow) > 0 {
		f.FlowTag = q.flow[0]
	}
	return f
}

// maxCounted bounds the sessions that are counted, newest first.
const maxCounted = 20_000

// candidateCounts counts the sessions that may give evidence and their actions here.
func (q *question) candidateCounts() (sessions, steps int) {
	list := q.origin.visits
	for i := len(list) - 1; i >= max(0, len(list)-maxCounted); i-- {
		v := list[i]
		if v.created < q.since {
			break
		}
		if v.session != q.trail.session && q.counts(v) {
			sessions++
			steps += v.records
		}
	}
	return sessions, steps
}

// scored is a record with its similarity.
type scored struct {
	record *record
	score  int
	shares bool // a flow tag with the asker
}

// ahead reports whether a similar step comes before another one.
func (s scored) ahead(o scored) bool {
	switch {
	case s.shares != o.shares:
		return s.shares
	case s.score != o.score:
		return s.score > o.score
	}
	return o.record.before(s.record)
}

// similar returns the earlier steps most similar to this screen. Steps of sessions that
// share a flow tag with the asker come first, then the best, then the newest. It also
// returns their sessions, which relate to the question.
func (q *question) similar() (list []scored, behind []relation) {
	list = make([]scored, 0, maxSimilar+1)
	for _, r := range q.evidence {
		if q.inPresentRound(r) {
			continue
		}
		s := q.similarity(r)
		if !q.enoughAlike(r, s) {
			continue
		}
		behind = q.relate(behind, r.visit, relatedBySteps)
		list = keepBest(list, maxSimilar, scored{r, s, q.sharesFlow(r.session)}, scored.ahead)
	}
	return list, behind
}

// keepBest inserts an item into a list of at most most items, the best first.
func keepBest[T any](list []T, most int, item T, better func(a, b T) bool) []T {
	i := len(list)
	for i > 0 && better(item, list[i-1]) {
		i--
	}
	if i == most {
		return list
	}
	if len(list) < most {
		list = append(list, item)
	}
	copy(list[i+1:], list[i:])
	list[i] = item
	return list
}

// summaries returns the answer's form of similar steps.
func (q *question) summaries(list []scored) []types.SimilarStep {
	out := make([]types.SimilarStep, 0, len(list))
	var described types.Step
	var target types.Target
	for _, s := range list {
		step := s.record.step
		name, screen := q.resolve(s.record.name), q.screenOf(s.record)
		s.record.describe(&described, &target, name, screen)
		shown := types.SimilarStep{
			SessionID:  step.SessionID,
			Timestamp:  step.Timestamp,
			Tool:       capture.NormalizeTool(step.Tool.Name),
			Screen:     screen,
			Snippet:    capture.Snippet(&described, nil),
			Labels:     step.Labels,
			Confidence: float64(s.score) / simMax,
		}
		if usableText(name.TestID) != "" {
			shown.Target = &types.SimilarTarget{TestID: name.TestID}
		} else if usableText(name.Selector) != "" && !capture.Positional(name.Selector) {
			shown.Target = &types.SimilarTarget{Selector: name.Selector}
		}
		out = append(out, shown)
	}
	return out
}

// describe sets s to the step, and t to its target, with the name and the screen that may be
// shown. It removes the ref, which is no longer valid, and names that are whole texts.
func (r *record) describe(s *types.Step, t, name *types.Target, screen string) {
	*s = *r.step
	if o := s.Observation; o != nil && screen != "" && screen != o.State.CurrentScreen {
		s.Observation = &types.Observation{State: types.State{CurrentScreen: screen}}
	}
	if r.aim.ofPage() {
		return
	}
	*t = *name
	if t.Name == "" {
		t.Name = r.name.Name // the answer states that it is hidden
	}
	t.TestID, t.Selector, t.Name = usableText(t.TestID), usableText(t.Selector), usableText(t.Name)
	s.Tool.Target = t
}

// relate records, once per session, how relevant its part on this origin is to the question.
func (q *question) relate(list []relation, v *visit, n int) []relation {
	if v.related == q.number {
		list[v.at].relevance = max(list[v.at].relevance, n+v.likenessTo(q.look))
		return list
	}
	if v.session == q.trail.session && q.trail.round == 0 || !q.counts(v) {
		return list
	}
	v.related, v.at = q.number, len(list)
	return append(list, relation{v, n + v.likenessTo(q.look), q.sharesFlow(v.session)})
}

// related returns the sessions behind the similar steps and those with a goal like the
// asker's: first those that share a flow tag with the asker, then the most relevant, then
// the newest.
func (q *question) related(behind []relation) []types.SessionSummary {
	for _, v := range q.likest {
		if v.like >= relatedLikeness {
			behind = q.relate(behind, v, 0)
		}
	}
	var list []relation
	for _, r := range behind {
		list = keepBest(list, maxRelated, r, relation.before)
	}
	out := []types.SessionSummary{}
	for _, r := range list {
		out = append(out, summaryOf(r.visit.session.meta))
	}
	return out
}

// before reports whether a relation comes before another one.
func (r relation) before(o relation) bool {
	a, b := r.visit, o.visit
	switch {
	case r.shares != o.shares:
		return r.shares
	case r.relevance != o.relevance:
		return r.relevance > o.relevance
	case a.created != b.created:
		return a.created > b.created
	}
	return a.session.id < b.session.id
}

// relation holds a session's part on this origin and its relevance to the question.
type relation struct {
	visit     *visit
	relevance int
	shares    bool // a flow tag with the asker
}

// A session with a step on a similar screen counts as much as one whose goal is half the
// same. Goals with a likeness below a quarter do not relate sessions.
const (
	relatedBySteps  = 8
	relatedLikeness = 4
)

func summaryOf(m *types.Session) types.SessionSummary {
	s := types.SessionSummary{SessionID: m.SessionID, CreatedAt: m.CreatedAt, Goal: cut(m.Goal, maxGoalShown),
		FlowTags: m.FlowTags, Tags: m.Tags, Git: m.Git, From: m.From}
	if s.FlowTags == nil {
		s.FlowTags = []string{}
	}
	if s.Tags == nil {
		s.Tags = []string{}
	}
	return s
}

// maxGoalShown bounds a goal in an answer.
const maxGoalShown = 300

// rationale returns a fixed sentence with the reason (DESIGN 9.14: counts, never page text).
func rationale(c *candidate) string {
	switch {
	case c.unnamed:
		return "Never used, but an empty field"
	case c.best == nil && c.spare:
		return "Never used, but the goal has a word of it"
	case c.best == nil:
		return "Never used, but the goal names it"
	case c.others == 0:
		return "Worked earlier in this session"
	case c.replacement != nil:
		return "Counterpart of what worked here " + times(c.others)
	case c.follows > 0:
		return "Next after the same action in " + sessions(c.follows)
	case c.opens > 0:
		return "First on this screen in " + sessions(c.opens)
	case c.onScreen > 0:
		return "Worked on this screen in " + sessions(c.onScreen)
	}
	return "Worked on this site " + times(c.others)
}

func sessions(n int) string {
	if n == 1 {
		return "1 session"
	}
	return strconv.Itoa(n) + " sessions"
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}
