package dispatch

import (
	"math"
	"strconv"

	"cairn/shared/types"
)

// Prior knowledge is sent each time a page settles, so it is also written without
// reflection, byte for byte as by encoding/json.

// appendPrior writes a wire.CoreReply with prior knowledge and nothing else.
func appendPrior(dst []byte, p *types.PriorKnowledge) []byte {
	dst = appendInt(append(dst, `{"prior":{"schemaVersion":`...), p.SchemaVersion)
	dst = appendTime(append(dst, `,"generatedAt":`...), p.GeneratedAt)
	dst = appendQuery(append(dst, `,"query":`...), &p.Query)
	dst = appendList(append(dst, `,"relatedSessions":`...), p.RelatedSessions, appendSession)
	dst = appendList(append(dst, `,"similarSteps":`...), p.SimilarSteps, appendSimilar)
	dst = appendList(append(dst, `,"suggestedNextActions":`...), p.SuggestedNextActions, appendSuggestion)
	if len(p.Avoid) > 0 {
		dst = appendList(append(dst, `,"avoid":`...), p.Avoid, appendAvoid)
	}
	return append(dst, "}}"...)
}

func appendQuery(dst []byte, q *types.PriorQuery) []byte {
	dst = appendInt(append(dst, `{"windowHours":`...), q.WindowHours)
	dst = appendList(append(dst, `,"usedFlowTags":`...), q.UsedFlowTags, appendString)
	dst = append(dst, `,"usedFilters":`...)
	f := &q.UsedFilters
	start := len(dst)
	dst = appendField(dst, start, "flowTag", f.FlowTag)
	dst = appendField(dst, start, "tag", f.Tag)
	dst = appendField(dst, start, "screen", f.Screen)
	if f.SinceHours != 0 {
		dst = appendInt(appendKey(dst, start, "sinceHours"), f.SinceHours)
	}
	dst = appendField(dst, start, "gitBranch", f.GitBranch)
	dst = appendField(dst, start, "site", f.Site)
	dst = appendField(dst, start, "outcome", f.Outcome)
	dst = appendEnd(dst, start)
	dst = appendInt(append(dst, `,"candidateSessions":`...), q.CandidateSessions)
	dst = appendInt(append(dst, `,"candidateSteps":`...), q.CandidateSteps)
	return append(dst, '}')
}

func appendSession(dst []byte, s *types.SessionSummary) []byte {
	dst = appendText(append(dst, `{"sessionId":`...), s.SessionID)
	dst = appendTime(append(dst, `,"createdAt":`...), s.CreatedAt)
	if s.Goal != "" {
		dst = appendText(append(dst, `,"goal":`...), s.Goal)
	}
	dst = appendList(append(dst, `,"flowTags":`...), s.FlowTags, appendString)
	dst = appendList(append(dst, `,"tags":`...), s.Tags, appendString)
	if g := s.Git; g != nil {
		dst = append(dst, `,"git":`...)
		start := len(dst)
		dst = appendField(dst, start, "branch", g.Branch)
		dst = appendField(dst, start, "commit", g.Commit)
		if g.Dirty {
			dst = append(appendKey(dst, start, "dirty"), "true"...)
		}
		dst = appendEnd(dst, start)
	}
	for _, f := range [...]struct{ key, value string }{{"outcome", string(s.Outcome)}, {"outcomeBy", string(s.OutcomeBy)}, {"outcomeEvidence", s.Evidence}} {
		if f.value != "" {
			dst = appendText(append(append(append(dst, `,"`...), f.key...), `":`...), f.value)
		}
	}
	dst = appendFrom(dst, s.From)
	if d := s.Detail; d != nil {
		dst = append(dst, `,"detail":`...)
		start := len(dst)
		dst = appendField(dst, start, "origin", d.Origin)
		dst = appendInt(appendKey(dst, start, "steps"), d.Steps)
		dst = appendField(dst, start, "strip", d.Strip)
		if d.LastAt != 0 {
			dst = appendTime(appendKey(dst, start, "lastAt"), d.LastAt)
		}
		dst = append(dst, '}')
	}
	return append(dst, '}')
}

func appendSimilar(dst []byte, s *types.SimilarStep) []byte {
	dst = appendText(append(dst, `{"sessionId":`...), s.SessionID)
	dst = appendTime(append(dst, `,"timestamp":`...), s.Timestamp)
	dst = appendText(append(dst, `,"tool":`...), s.Tool)
	dst = appendText(append(dst, `,"screen":`...), s.Screen)
	dst = appendText(append(dst, `,"snippet":`...), s.Snippet)
	if len(s.Labels) > 0 {
		dst = appendList(append(dst, `,"labels":`...), s.Labels, appendString)
	}
	if t := s.Target; t != nil {
		dst = append(dst, `,"target":`...)
		start := len(dst)
		dst = appendField(dst, start, "testId", t.TestID)
		dst = appendField(dst, start, "selector", t.Selector)
		dst = appendEnd(dst, start)
	}
	return appendOrigin(appendShare(append(dst, `,"confidence":`...), s.Confidence), s.Origin)
}

// appendOrigin ends an object that may belong to a frame.
func appendOrigin(dst []byte, origin string) []byte {
	if origin != "" {
		dst = appendText(append(dst, `,"origin":`...), origin)
	}
	return append(dst, '}')
}

func appendSuggestion(dst []byte, s *types.SuggestedAction) []byte {
	dst = appendInt(append(dst, `{"rank":`...), s.Rank)
	dst = appendText(append(dst, `,"action":`...), s.Action)
	dst = appendText(append(dst, `,"rationale":`...), s.Rationale)
	dst = appendShare(append(dst, `,"confidence":`...), s.Confidence)
	dst = appendTarget(append(dst, `,"preferredTarget":`...), &s.PreferredTarget)
	if len(s.FallbackTargets) > 0 {
		dst = appendList(append(dst, `,"fallbackTargets":`...), s.FallbackTargets, appendTarget)
	}
	if s.Submit {
		dst = append(dst, `,"submit":true`...)
	}
	if s.Key != "" {
		dst = appendText(append(dst, `,"key":`...), s.Key)
	}
	if s.Times != 0 {
		dst = appendInt(append(dst, `,"times":`...), s.Times)
	}
	if s.Click != nil {
		dst = appendClick(append(dst, `,"click":`...), s.Click)
	}
	if s.At != nil {
		dst = appendPoint(append(dst, `,"at":`...), s.At)
	}
	if s.To != nil {
		dst = appendDrop(append(dst, `,"to":`...), s.To)
	}
	if s.Origin != "" {
		dst = appendText(append(dst, `,"origin":`...), s.Origin)
	}
	if s.Within != nil {
		dst = appendHint(append(dst, `,"within":`...), s.Within)
	}
	return append(dst, '}')
}

func appendPoint(dst []byte, p *types.Point) []byte {
	dst = appendInt(append(dst, `{"x":`...), p.X)
	return append(appendInt(append(dst, `,"y":`...), p.Y), '}')
}

func appendDrop(dst []byte, to *types.DropPlace) []byte {
	start := len(dst)
	dst = appendField(dst, start, "testId", to.TestID)
	dst = appendField(dst, start, "selector", to.Selector)
	dst = appendField(dst, start, "role", to.Role)
	dst = appendField(dst, start, "name", to.Name)
	if to.At != nil {
		dst = appendPoint(appendKey(dst, start, "at"), to.At)
	}
	if to.X != nil {
		dst = appendInt(appendKey(dst, start, "x"), *to.X)
	}
	if to.Y != nil {
		dst = appendInt(appendKey(dst, start, "y"), *to.Y)
	}
	return appendEnd(dst, start)
}

func appendClick(dst []byte, c *types.Clicking) []byte {
	start := len(dst)
	dst = appendField(dst, start, "button", c.Button)
	if c.Count != 0 {
		dst = appendInt(appendKey(dst, start, "count"), c.Count)
	}
	if len(c.Modifiers) > 0 {
		dst = appendList(appendKey(dst, start, "modifiers"), c.Modifiers, appendString)
	}
	if c.At != nil {
		dst = appendPoint(appendKey(dst, start, "at"), c.At)
	}
	return appendEnd(dst, start)
}

func appendTarget(dst []byte, t *types.PriorTarget) []byte {
	dst = append(appendText(append(dst, `{"type":`...), t.Type), `,"value":`...)
	switch {
	case t.Type != types.TargetA11yHint:
		dst = appendText(dst, t.Text)
	case t.Hint == nil:
		dst = append(dst, "null"...)
	default:
		dst = appendHint(dst, t.Hint)
	}
	return append(dst, '}')
}

func appendHint(dst []byte, h *types.A11yHint) []byte {
	dst = appendText(append(dst, `{"role":`...), h.Role)
	return append(appendText(append(dst, `,"name":`...), h.Name), '}')
}

func appendAvoid(dst []byte, a *types.Avoid) []byte {
	dst = appendText(append(dst, `{"rationale":`...), a.Rationale)
	dst = append(dst, `,"target":`...)
	start := len(dst)
	dst = appendField(dst, start, "testId", a.Target.TestID)
	dst = appendField(dst, start, "selector", a.Target.Selector)
	if h := a.Target.A11yHint; h != nil {
		dst = appendHint(appendKey(dst, start, "a11yHint"), h)
	}
	dst = appendEnd(dst, start)
	dst = appendText(append(dst, `,"errorCode":`...), string(a.ErrorCode))
	return appendOrigin(appendInt(append(dst, `,"frequency":`...), a.Frequency), a.Origin)
}

// appendList writes a list; one writes each item.
func appendList[T any](dst []byte, list []T, one func([]byte, *T) []byte) []byte {
	if list == nil {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = one(dst, &list[i])
	}
	return append(dst, ']')
}

// appendKey begins a field of the object that begins at start.
func appendKey(dst []byte, start int, key string) []byte {
	if len(dst) == start {
		dst = append(dst, '{')
	} else {
		dst = append(dst, ',')
	}
	return append(append(append(dst, '"'), key...), '"', ':')
}

// appendField writes a text and omits an empty one.
func appendField(dst []byte, start int, key, value string) []byte {
	if value == "" {
		return dst
	}
	return appendText(appendKey(dst, start, key), value)
}

// appendEnd ends the object that begins at start, which may have no fields.
func appendEnd(dst []byte, start int) []byte {
	if len(dst) == start {
		dst = append(dst, '{')
	}
	return append(dst, '}')
}

func appendString(dst []byte, s *string) []byte { return appendText(dst, *s) }

func appendInt(dst []byte, n int) []byte { return strconv.AppendInt(dst, int64(n), 10) }

func appendTime(dst []byte, t types.Time) []byte {
	return append(t.Append(append(dst, '"')), '"')
}

// appendShare writes a number that is usually between 0 and 1.
func appendShare(dst []byte, f float64) []byte {
	if f >= 1e-6 && f < 1 && !math.IsNaN(f) {
		return strconv.AppendFloat(dst, f, 'f', -1, 64)
	}
	return appendNumber(dst, f)
}

// appendFrom appends the member of a team who recorded something, if there is one.
func appendFrom(dst []byte, from *types.From) []byte {
	if from == nil {
		return dst
	}
	dst = appendText(append(dst, `,"from":{"team":`...), from.Team)
	return append(appendText(append(dst, `,"author":`...), from.Author), '}')
}
