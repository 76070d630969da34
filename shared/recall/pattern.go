package recall

import (
	"cmp"
	"math"
	"slices"
	"time"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// Constants for the confidence of patterns. Start values, increments, decay and
// limits are those of earlier implementations of spec 004.
const (
	startSelector   = 0.6
	startNavigation = 0.5
	startLogin      = 0.9
	startSPA        = 0.7
	startStructure  = 0.5
	startIntent     = 0.8

	successStep = 0.1 // added by each success, up to 1
	// failureFactor multiplies the confidence at each failure: two in a row remove a new
	// pattern from the context, and one success restores it (spec 004, last section).
	failureFactor = 0.5

	decay        = 0.95 // per day without use
	dropBelow    = 0.1  // effective confidence below which a pattern is dead
	contextFloor = 0.2  // and below which it is not offered

	maxPatterns = 30 // of one card
)

// Limits of card text, in characters.
const (
	maxValue       = 800
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

// evidence holds the uses of one pattern. Its sum depends on the times of the uses, not
// on the order in which they were added.
type evidence struct {
	pattern types.Pattern
	events  []event
	agent   bool // an agent's step is among the successes
	written bool // pattern is a person's text, before the events
}

// sum computes the pattern from its events; ok is false if it has never worked.
func (e *evidence) sum() (p types.Pattern, ok bool) {
	slices.SortStableFunc(e.events, func(a, b event) int { return cmp.Compare(a.at, b.at) })
	p = e.pattern
	start := startOf[p.Type]
	uses := p.UseCount
	for _, ev := range e.events {
		switch {
		case e.written && ev.at < e.pattern.LastUsedAt:
			if ev.ok {
				uses++ // uses before the edit count too
			}
			continue
		case !ev.ok:
			p.Confidence *= failureFactor
			continue
		case p.UseCount == 0 && !e.written:
			p.Confidence, p.CreatedAt = start, ev.at
		default:
			p.Confidence = min(1, p.Confidence+successStep)
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

// effective returns a pattern's confidence now: it decays with each full day without
// use, unless the pattern is pinned.
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

// keepStrongest keeps maxPatterns: the pinned ones, then those that people wrote, then
// the most confident at a time; ties keep their order. So a pattern written on a full
// card replaces the weakest derived one.
func keepStrongest(patterns []types.Pattern, now types.Time) []types.Pattern {
	slices.SortStableFunc(patterns, func(a, b types.Pattern) int {
		return cmp.Or(cmp.Compare(rankOf(&b, now), rankOf(&a, now)), cmp.Compare(effective(&b, now), effective(&a, now)))
	})
	return patterns[:min(len(patterns), maxPatterns)]
}

// Ranks of patterns: a higher one comes first at any confidence.
const (
	rankDerived = iota
	rankWritten
	rankPinned
)

// rankOf returns a pattern's rank at a time. A person's pattern ranks like the others
// once it has failed so often that it is not offered.
func rankOf(p *types.Pattern, now types.Time) int {
	switch {
	case p.Pinned:
		return rankPinned
	case p.Source == sourceManual && effective(p, now) >= contextFloor:
		return rankWritten
	}
	return rankDerived
}

func livePatterns(patterns []types.Pattern, now types.Time) []types.Pattern {
	out := make([]types.Pattern, 0, len(patterns))
	for i := range patterns {
		if patterns[i].Pinned || effective(&patterns[i], now) >= dropBelow {
			out = append(out, patterns[i])
		}
	}
	return out
}

// cleanImported cleans a pattern from outside; ok is false if it is invalid.
func cleanImported(p types.Pattern) (types.Pattern, bool) {
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
