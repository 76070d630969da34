package learn

import (
	"math"

	"cairn/shared/types"
)

// tally holds the counts for kb_report.
type tally struct {
	failures     int // agents' failed steps in sessions with retrieved KB items
	withoutItems int // the same in sessions without
	attributed   int // of these, with a kb_source
	guessed      int // of the others, attributed by a guess
	unattributed int // not attributed
	reused       int // a learning existed when its item was used again
	trust        []float64
	wins         []float64 // 1 or 0, parallel to trust
}

// use records a use of an item by a session: its trust before, and whether it
// succeeded.
func (t *tally) use(trust float64, win bool) {
	t.trust = append(t.trust, trust)
	won := 0.0
	if win {
		won = 1
	}
	t.wins = append(t.wins, won)
}

// Counts from which a figure is meaningful.
const (
	enoughFailures  = 5
	enoughLearnings = 3
	enoughUses      = 10
	enoughItems     = 5
)

// bands holds the boundaries of the reported ranges of trust: very low, with a
// caution, without one.
var bands = []float64{trustFloor, 0.7, cautionBelow, trustFull}

// Report computes spec 003's metrics over all records.
func (b *Base) Report() types.KBReport {
	s := b.state()
	r := types.KBReport{Failures: s.tally.failures, Unfetched: s.tally.withoutItems, Attributed: s.tally.attributed, Guessed: s.tally.guessed, Silent: s.tally.unattributed,
		Reused: s.tally.reused, Uses: len(s.tally.trust), Items: len(s.items), Bands: s.tally.bands()}
	enriched := 0
	for _, item := range s.items {
		r.Learnings += len(item.KBLearnings)
		if len(item.KBLearnings) > 0 {
			enriched++
		}
		if item.Status == StatusDraft {
			r.Drafts++
		}
	}
	if r.Failures >= enoughFailures {
		r.Attribution = ratio(r.Attributed, r.Failures)
	}
	if r.Learnings >= enoughLearnings {
		r.Reuse = ratio(r.Reused, r.Learnings)
	}
	if r.Items >= enoughItems {
		r.Enriched = ratio(enriched, r.Items)
	}
	if r.Uses >= enoughUses {
		r.TrustCorrelation = pearson(s.tally.trust, s.tally.wins)
	}
	return r
}

func (t *tally) bands() []types.TrustBand {
	out := make([]types.TrustBand, len(bands)-1)
	for i := range out {
		out[i].From, out[i].To = bands[i], bands[i+1]
	}
	for i, trust := range t.trust {
		at := len(out) - 1
		for at > 0 && trust < out[at].From {
			at--
		}
		out[at].Uses++
		out[at].Wins += int(t.wins[i])
	}
	return out
}

func ratio(a, b int) *float64 {
	v := float64(a) / float64(b)
	return &v
}

// pearson returns the correlation of two series, nil if one of them is constant.
func pearson(x, y []float64) *float64 {
	mx, my := mean(x), mean(y)
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mx, y[i]-my
		xy += float64(dx * dy) // the conversion prevents a fused operation, which would round differently
		xx += float64(dx * dx)
		yy += float64(dy * dy)
	}
	if xx < 1e-12 || yy < 1e-12 {
		return nil
	}
	r := xy / math.Sqrt(float64(xx*yy))
	return &r
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
