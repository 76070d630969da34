package prior

import (
	"slices"

	"cairn/shared/types"
)

// A page may have frames of other origins. Each frame is queried as a page with only its
// elements and its origin's records, and its results carry the frame's origin (DESIGN 9.23).
// Page and frame share only the order of actions: an action in the frame follows one on the
// page around it.

// maxFrames bounds the foreign origins of one page that are queried.
const maxFrames = 4

// SuggestBy returns Suggest's answer, given the sessions of flows that fit the asker's goal,
// and how surely they fit, 0 to 1.
func (e *Engine) SuggestBy(now types.Time, req types.PriorRequest, fits map[string]float64) *types.PriorKnowledge {
	e.fits = fits
	defer func() { e.fits = nil }()
	return e.Suggest(now, req)
}

// Suggest returns the actions that worked on a screen like this one and in its frames,
// nil when there are none to report.
func (e *Engine) Suggest(now types.Time, req types.PriorRequest) *types.PriorKnowledge {
	whole := &req.Observation
	answer := e.suggest(now, withPart(req, whole.Part("")))
	for _, origin := range FrameOrigins(whole) {
		framed := e.suggest(now, withPart(req, whole.Part(origin)))
		if framed == nil {
			continue
		}
		label(framed, origin)
		if answer == nil {
			answer = framed
		} else {
			join(answer, framed)
		}
	}
	return answer
}

func withPart(req types.PriorRequest, part *types.Observation) types.PriorRequest {
	req.Observation = *part
	return req
}

// FrameOrigins returns the origins of an observation's foreign frames that can have
// records, in their order, at most maxFrames.
func FrameOrigins(look *types.Observation) []string {
	var out []string
	for i := range look.Frames {
		origin := look.Frames[i].Origin
		if origin == "" || origin == types.OpaqueOrigin || origin == Origin(&look.State) || slices.Contains(out, origin) || len(out) == maxFrames {
			continue
		}
		out = append(out, origin)
	}
	return out
}

// label adds the frame's origin to every item of an answer.
func label(p *types.PriorKnowledge, origin string) {
	for i := range p.SimilarSteps {
		p.SimilarSteps[i].Origin = origin
	}
	for i := range p.SuggestedNextActions {
		p.SuggestedNextActions[i].Origin = origin
	}
	for i := range p.Avoid {
		p.Avoid[i].Origin = origin
	}
}

// join adds a frame's answer to that of its page, the most certain first and within the
// same bounds.
func join(page, frame *types.PriorKnowledge) {
	for _, s := range frame.SuggestedNextActions {
		page.SuggestedNextActions = keepBest(page.SuggestedNextActions, maxSuggested, s, func(a, b types.SuggestedAction) bool { return a.Confidence > b.Confidence })
	}
	for i := range page.SuggestedNextActions {
		page.SuggestedNextActions[i].Rank = i + 1
	}
	for _, s := range frame.SimilarSteps {
		page.SimilarSteps = keepBest(page.SimilarSteps, maxSimilar, s, func(a, b types.SimilarStep) bool { return a.Confidence > b.Confidence })
	}
	for _, a := range frame.Avoid {
		page.Avoid = keepBest(page.Avoid, maxAvoid, a, func(a, b types.Avoid) bool { return a.Frequency > b.Frequency })
	}
	for _, s := range frame.RelatedSessions {
		known := slices.ContainsFunc(page.RelatedSessions, func(o types.SessionSummary) bool { return o.SessionID == s.SessionID })
		if !known && len(page.RelatedSessions) < maxRelated {
			page.RelatedSessions = append(page.RelatedSessions, s)
		}
	}
	page.Query.CandidateSteps += frame.Query.CandidateSteps
	page.Query.CandidateSessions = max(page.Query.CandidateSessions, frame.Query.CandidateSessions)
	page.Query.WindowHours = max(page.Query.WindowHours, frame.Query.WindowHours)
	if page.Query.UsedFilters.SinceHours != 0 {
		page.Query.UsedFilters.SinceHours = page.Query.WindowHours
	}
}

// pageOrigin returns the origin of a state's page, or of the page around it for a frame.
func pageOrigin(s *types.State) string {
	if s.Embedder != "" {
		return s.Embedder
	}
	return Origin(s)
}
