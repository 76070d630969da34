package learn

import (
	"math"

	"cairn/shared/types"
)

// tally counts what kb_report tells.
type tally struct {
	failures   int // failed steps
	attributed int // of these, with a kb_source
	guessed    int // of the others, attributed by a guess
	silent     int // and left alone
	reused     int // uses, by a session, of an item that had learnings
}

func (t *tally) step(step *types.Step) {
	if step.Outcome.OK || !fault(step.Outcome.Error) {
		return
	}
	t.failures++
	if step.KBSource != "" {
		t.attributed++
	}
}

// Report holds spec 003's four metrics over what was observed, each with its
// count. A figure is nil where there is not enough data for one.
type Report struct {
	// Attribution is the share of failed steps with a kb_source (target: 0.8).
	Attribution *float64 `json:"attribution"`
	Failures    int      `json:"failures"`
	Guessed     int      `json:"guessed"`
	Silent      int      `json:"silent"`
	// Reuse is how often a learning was there when its item was used again, per
	// learning (target: 3).
	Reuse     *float64 `json:"reuse"`
	Learnings int      `json:"learnings"`
	Reused    int      `json:"reused"`
	// TrustCorrelation is Pearson's r of an item's trust and the share of its
	// uses that went well, over items that were used.
	TrustCorrelation *float64 `json:"trustCorrelation"`
	UsedItems        int      `json:"usedItems"`
	// Enriched is the share of items with at least one learning (target: 0.4
	// after ten tasks).
	Enriched *float64 `json:"enriched"`
	Items    int      `json:"items"`
}

// Counts from which a figure means something.
const (
	enoughFailures = 5
	enoughItems    = 5
)

// Report computes the metrics.
func (b *Base) Report() Report {
	r := Report{Failures: b.tally.failures, Guessed: b.tally.guessed, Silent: b.tally.silent, Reused: b.tally.reused, Items: len(b.items)}
	enriched := 0
	var trust, wins []float64
	for _, item := range b.items {
		r.Learnings += len(item.KBLearnings)
		if len(item.KBLearnings) > 0 {
			enriched++
		}
		if item.Uses > 0 {
			trust = append(trust, item.TrustScore)
			wins = append(wins, float64(item.Wins)/float64(item.Uses))
		}
	}
	r.UsedItems = len(trust)
	if r.Failures >= enoughFailures {
		r.Attribution = ratio(b.tally.attributed, r.Failures)
	}
	if r.Learnings > 0 {
		r.Reuse = ratio(r.Reused, r.Learnings)
	}
	if r.Items >= enoughItems {
		r.Enriched = ratio(enriched, r.Items)
	}
	if r.UsedItems >= enoughItems {
		r.TrustCorrelation = pearson(trust, wins)
	}
	return r
}

func ratio(a, b int) *float64 {
	v := float64(a) / float64(b)
	return &v
}

// pearson is the correlation of two series, nil where one of them does not vary.
func pearson(x, y []float64) *float64 {
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy += float64(dx * dy) // conversions keep every build from fusing these
		xx += float64(dx * dx)
		yy += float64(dy * dy)
	}
	if xx == 0 || yy == 0 {
		return nil
	}
	r := xy / math.Sqrt(xx*yy)
	return &r
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
