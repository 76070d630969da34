package recall

import (
	"cmp"
	"math"
	"slices"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// How sure a pattern is. The starting values, the rise, the decay and the caps
// are those that earlier implementations of spec 004 settled on.
const (
	startSelector   = 0.6
	startNavigation = 0.5
	startLogin      = 0.9
	startSPA        = 0.7
	startStructure  = 0.5
	startIntent     = 0.8

	rise = 0.1 // added by every success, up to 1
	// fall multiplies at every failure: two in a row take a fresh pattern out of
	// the context, and one success brings it back (spec 004, last section).
	fall = 0.5

	decay        = 0.95 // a day without use
	dropBelow    = 0.1  // effective confidence under which a pattern is dead
	contextFloor = 0.2  // and under which it is not offered

	maxPatterns = 30 // of one card
)

// Caps of card text, in characters.
const (
	maxValue       = 400
	maxDescription = 200
	maxURLPattern  = 120
)

// The sources of patterns (spec 004).
const (
	sourceAgent  = "agent_auto"
	sourceHuman  = "human_recording"
	sourceManual = "manual"
)

var startOf = map[types.PatternType]float64{
	types.PatternSelector: startSelector, types.PatternNavigationPath: startNavigation, types.PatternLoginRequired: startLogin,
	types.PatternSPAHint: startSPA, types.PatternPageStructure: startStructure, types.PatternTaskIntent: startIntent,
}

// event is one use of a pattern.
type event struct {
	at types.Time
	ok bool
}

// evidence is what speaks for and against one pattern. Its sum does not depend
// on the order in which it came, only on when things happened.
type evidence struct {
	pattern types.Pattern
	events  []event
	agent   bool // an agent's step is among the successes
	written bool // pattern is as a person wrote it, before the events
}

// sum makes the pattern from its events; ok is false while it has never worked.
func (e *evidence) sum() (p types.Pattern, ok bool) {
	slices.SortStableFunc(e.events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	p = e.pattern
	start := startOf[p.Type]
	uses := p.UseCount
	for _, ev := range e.events {
		switch {
		case e.written && ev.at < e.pattern.LastUsedAt:
			if ev.ok {
				uses++ // it worked before it was written down, too
			}
			continue
		case !ev.ok:
			p.Confidence *= fall
			continue
		case p.UseCount == 0 && !e.written:
			p.Confidence, p.CreatedAt = start, ev.at
		default:
			p.Confidence = min(1, p.Confidence+rise)
		}
		p.UseCount++
		p.LastUsedAt = ev.at
	}
	if e.written {
		p.UseCount += uses - e.pattern.UseCount
		return p, true
	}
	p.Source = sourceHuman
	if e.agent {
		p.Source = sourceAgent
	}
	return p, p.UseCount > 0
}

// effective is a pattern's confidence now: it fades with every whole day that
// the pattern was not used, unless it is pinned.
func effective(p *types.Pattern, now types.Time) float64 {
	c := p.Confidence
	if p.Pinned {
		return c
	}
	days := int(now.Sub(p.LastUsedAt) / (24 * time.Hour))
	for range min(max(days, 0), 1000) {
		c *= decay
	}
	return c
}

// merge adds incoming patterns to existing ones. Two are the same when type,
// value and URL pattern are: then the existing one keeps its words and gains
// confidence and uses.
func merge(existing, incoming []types.Pattern) []types.Pattern {
	out := slices.Clone(existing)
	at := make(map[types.PatternKey]int, len(out))
	for i := range out {
		at[out[i].Key()] = i
	}
	for _, p := range incoming {
		i, known := at[p.Key()]
		if !known {
			at[p.Key()] = len(out)
			out = append(out, p)
			continue
		}
		old := &out[i]
		old.Confidence = min(1, old.Confidence+rise)
		old.UseCount += p.UseCount
		old.LastUsedAt = max(old.LastUsedAt, p.LastUsedAt)
		old.CreatedAt = min(old.CreatedAt, p.CreatedAt)
	}
	return out
}

// strongest keeps maxPatterns: the pinned ones, then those that people wrote, then
// the surest at a time; ties keep their order. So a pattern that is written on a
// full card takes the place of the weakest learnt one.
func strongest(patterns []types.Pattern, now types.Time) []types.Pattern {
	slices.SortStableFunc(patterns, func(a, b types.Pattern) int {
		return cmp.Or(cmp.Compare(rankOf(&b, now), rankOf(&a, now)), cmp.Compare(effective(&b, now), effective(&a, now)))
	})
	return patterns[:min(len(patterns), maxPatterns)]
}

// Ranks of patterns: a higher one comes first whatever the confidence.
const (
	rankLearnt = iota
	rankWritten
	rankPinned
)

// rankOf is a pattern's rank at a time. One that a person wrote ranks no higher
// than others once it has failed so often that it is not offered.
func rankOf(p *types.Pattern, now types.Time) int {
	switch {
	case p.Pinned:
		return rankPinned
	case p.Source == sourceManual && effective(p, now) >= contextFloor:
		return rankWritten
	}
	return rankLearnt
}

// alive are the patterns that are not dead at a time.
func alive(patterns []types.Pattern, now types.Time) []types.Pattern {
	out := make([]types.Pattern, 0, len(patterns))
	for i := range patterns {
		if patterns[i].Pinned || effective(&patterns[i], now) >= dropBelow {
			out = append(out, patterns[i])
		}
	}
	return out
}

// tidy makes a pattern that came from outside fit to be kept; ok is false where
// it is none.
func tidy(p types.Pattern) (types.Pattern, bool) {
	p.Value = capture.Clean(p.Value, maxValue)
	p.Description = capture.Clean(p.Description, maxDescription)
	p.URLPattern = capture.Clean(p.URLPattern, maxURLPattern)
	_, known := startOf[p.Type]
	if !known || p.Value == "" {
		return p, false
	}
	if math.IsNaN(p.Confidence) {
		p.Confidence = 0
	}
	p.Confidence = min(max(p.Confidence, 0), 1)
	p.UseCount = max(p.UseCount, 0)
	if p.Source != sourceAgent && p.Source != sourceHuman {
		p.Source = sourceManual
	}
	return p, true
}
