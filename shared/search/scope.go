package search

import (
	"slices"
	"strings"
	"time"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// passes reports whether a session is within the scope and passes the filters on
// sessions (spec 000 section 6.3). A session without a record of metadata passes no
// such filter.
func passes(meta *types.Session, now types.Time, scope types.Scope, current string, f types.Filters) bool {
	switch scope.Kind {
	case types.ScopeCurrent:
		if current == "" || meta.SessionID != current {
			return false
		}
	case types.ScopeSession:
		if meta.SessionID != scope.SessionID {
			return false
		}
	}
	if !filtersSessions(f) {
		return true
	}
	return !meta.Foreign &&
		(f.FlowTag == "" || hasTag(meta.FlowTags, f.FlowTag)) &&
		(f.Tag == "" || hasTag(meta.Tags, f.Tag)) &&
		(f.GitBranch == "" || meta.Git != nil && meta.Git.Branch == f.GitBranch) &&
		(f.SinceHours == 0 || now.Sub(meta.CreatedAt) <= time.Duration(f.SinceHours)*time.Hour)
}

// filtersSessions reports whether any filter tests a session's metadata.
func filtersSessions(f types.Filters) bool {
	f.Screen, f.Site, f.Outcome = "", "", ""
	return f != types.Filters{}
}

// hasTag reports whether a list contains a tag in any spelling (text.Tag).
func hasTag(list []string, want string) bool {
	want = text.Tag(want)
	return slices.ContainsFunc(list, func(tag string) bool { return text.Tag(tag) == want })
}

// stepPasses reports whether a step passes the filters on steps.
func stepPasses(step *types.Step, f types.Filters) bool {
	o := step.Observation
	return (f.Screen == "" || o != nil && o.State.CurrentScreen == f.Screen) &&
		(f.Site == "" || o != nil && slices.Contains(sitesIn(f.Site), siteOf(o.State.Origin))) &&
		(f.Outcome == "" || outcomeOf(step) == f.Outcome)
}

// Sites joins the hosts of one site to a value of Filters.Site: any of them passes.
func Sites(hosts []string) string { return strings.Join(hosts, "\n") }

func sitesIn(filter string) []string { return strings.Split(filter, "\n") }

// within returns the sessions of a scope and its filters, newest first, ties by id.
func (e *Engine) within(now types.Time, scope types.Scope, current string, f types.Filters) []*session {
	var out []*session
	for _, id := range e.candidates(scope, current) {
		if s := e.sessions[id]; s != nil && passes(s.meta, now, scope, current, f) {
			out = append(out, s)
		}
	}
	return out
}

// candidates returns the sessions that a scope may contain. A scope of one session
// needs no walk over all.
func (e *Engine) candidates(scope types.Scope, current string) []string {
	switch scope.Kind {
	case types.ScopeCurrent:
		return []string{current}
	case types.ScopeSession:
		return []string{scope.SessionID}
	}
	return e.SessionIDs()
}

// summary describes a step for an answer.
func summary(s *session, step *types.Step, matched []string) types.StepSummary {
	matched = capture.Matched(matched)
	out := types.StepSummary{
		SessionID:     step.SessionID,
		StepID:        step.StepID,
		Timestamp:     step.Timestamp,
		Tool:          step.Tool.Name,
		Screen:        types.UnknownScreen,
		Snippet:       capture.Snippet(step, matched),
		MatchedFields: matched,
		SessionGoal:   s.meta.Goal,
		From:          s.meta.From,
	}
	if o := step.Observation; o != nil && o.State.CurrentScreen != "" {
		out.Screen = capture.Shown(o.State.CurrentScreen)
	}
	return out
}
