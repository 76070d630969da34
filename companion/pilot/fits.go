package pilot

import (
	"slices"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// The limits of lists in an answer (packages prior and recall). Longer lists are not
// from Cairn's core.
const (
	mostRelated   = 5
	mostSimilar   = 10
	mostSuggested = 5
	mostAvoided   = 5
	mostTargets   = 3
	mostBriefed   = 4
)

// fits reports whether the extension's answer belongs to this question and page and
// has the core's form, so that an agent never reads another page's memory.
func fits(answer *wire.Answer, q *types.Question, o *types.Observation) bool {
	k := answer.Known
	if k == nil || answer.State == nil || *answer.State != o.State {
		return false
	}
	if k.PriorKnowledge != nil && !fitsPrior(k.PriorKnowledge, q, o) {
		return false
	}
	if b := k.Site; b != nil && (b.Domain == "" || b.PatternCount <= 0 || max(len(b.Tasks), len(b.Ways)) > mostBriefed) {
		return false
	}
	r := k.Resembles
	return r == nil || r.Here == o.State.Origin && r.Origin != "" && r.Origin != r.Here && r.Shared >= 0 && r.Shared <= r.Elements
}

func fitsPrior(p *types.PriorKnowledge, q *types.Question, o *types.Observation) bool {
	if p.SchemaVersion != 1 || p.GeneratedAt != q.Now ||
		len(p.RelatedSessions) > mostRelated || len(p.SimilarSteps) > mostSimilar || len(p.SuggestedNextActions) > mostSuggested || len(p.Avoid) > mostAvoided {
		return false
	}
	here := func(origin string) bool {
		return origin == "" || slices.ContainsFunc(o.Frames, func(f types.State) bool { return f.Origin == origin })
	}
	for i, s := range p.SuggestedNextActions {
		if s.Rank != i+1 || s.Action == "" || !share(s.Confidence) || !here(s.Origin) || !names(s.PreferredTarget) ||
			len(s.FallbackTargets) > mostTargets || !all(s.FallbackTargets, names) {
			return false
		}
	}
	return all(p.SimilarSteps, func(s types.SimilarStep) bool { return share(s.Confidence) && here(s.Origin) }) &&
		all(p.Avoid, func(a types.Avoid) bool { return a.Frequency > 0 && here(a.Origin) })
}

func share(confidence float64) bool { return confidence >= 0 && confidence <= 1 }

// names reports whether a target is of a known kind. Targets of waits for
// notifications may be empty.
func names(t types.PriorTarget) bool {
	switch t.Type {
	case types.TargetA11yHint:
		return t.Hint != nil && t.Hint.Role != "" && t.Text == ""
	case types.TargetTestID, types.TargetSelector, types.TargetURL:
		return t.Hint == nil && t.Text != ""
	}
	return t.Type == types.TargetText && t.Hint == nil
}

func all[E any](list []E, fit func(E) bool) bool {
	return !slices.ContainsFunc(list, func(e E) bool { return !fit(e) })
}
