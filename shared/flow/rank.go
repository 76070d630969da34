package flow

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// How much it says that a word of the goal stands in a flow.
const (
	inTitle   = 1.0
	inSteps   = 0.7 // the names of what its steps use
	kinShare  = 0.8 // of another word for the same
	strange   = 0.45
	leastCall = 0.15 // below that a flow has nothing to do with a goal
	sure      = 0.95
)

// Rank lists the flows that a goal may mean as calls, the best first. Confidence is low
// where the goal has words that a flow knows nothing of, or lacks those that make the
// flow's task another than its neighbours'.
func Rank(flows []*types.Flow, goal string) []types.FlowCall {
	if len(wordsAt(capture.Clean(goal, maxGoal))) == 0 {
		return nil
	}
	rare := rarityOf(flows)
	var calls []types.FlowCall
	for _, f := range flows {
		r := readGoal(f, goal)
		confidence := r.confidence(f, rare)
		if confidence < leastCall {
			continue
		}
		calls = append(calls, call(f, r.values, confidence))
	}
	slices.SortStableFunc(calls, func(a, b types.FlowCall) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(b.Runs.OK, a.Runs.OK), cmp.Compare(a.Flow, b.Flow))
	})
	return calls
}

// call is a flow as a call that can be made.
func call(f *types.Flow, values map[string]string, confidence float64) types.FlowCall {
	c := types.FlowCall{Flow: f.ID, Title: f.Title, Confidence: math.Round(confidence*100) / 100, Steps: len(f.Steps), Runs: f.Runs, Source: f.Source}
	for _, p := range f.Params {
		if v, bound := values[p.Name]; bound {
			if c.Params == nil {
				c.Params = map[string]string{}
			}
			c.Params[p.Name] = v
		} else if !p.Optional {
			c.Missing = append(c.Missing, p.Name)
		}
	}
	for i := range f.Steps {
		if risk := f.Steps[i].Risk; risk != "" && !slices.Contains(c.Risk, risk) {
			c.Risk = append(c.Risk, risk)
		}
	}
	return c
}

// rarity is how much a word tells flows apart.
type rarity struct {
	titles map[string]int
	flows  int
}

func rarityOf(flows []*types.Flow) rarity {
	r := rarity{map[string]int{}, len(flows)}
	for _, f := range flows {
		seen := map[string]bool{}
		for _, w := range titleTokens(f.Title) {
			if s := text.Stem(w.folded); w.param == "" && !seen[s] {
				seen[s] = true
				r.titles[s]++
			}
		}
	}
	return r
}

func (r rarity) of(folded string) float64 {
	return math.Log(1 + float64(r.flows+1)/float64(r.titles[text.Stem(folded)]+1))
}

// confidence is how surely a flow is the one for the goal.
func (r *reading) confidence(f *types.Flow, rare rarity) float64 {
	title := titleTokens(f.Title)
	steps := stepWords(f)
	unknown := false
	said, whole := 0.0, 0.0
	for i, w := range r.words {
		if r.taken[i] || w.light() {
			continue
		}
		best := 0.0
		for _, t := range title {
			if t.param == "" {
				best = max(best, inTitle*kin(t.folded, w.folded))
			} else {
				best = max(best, inSteps*paramKin(t.param, w.folded))
			}
		}
		for _, s := range steps {
			best = max(best, inSteps*kin(s, w.folded))
		}
		weight := rare.of(w.folded)
		said += float64(best * weight)
		whole += weight
		unknown = unknown || best == 0
	}
	lacks := false
	named, all := 0.0, 0.0
	for _, t := range title {
		if t.param != "" || t.light {
			continue
		}
		best := 0.0
		for i, w := range r.words {
			if !r.taken[i] {
				best = max(best, kin(t.folded, w.folded))
			}
		}
		weight := rare.of(t.folded)
		named += float64(best * weight)
		all += weight
		lacks = lacks || best == 0
	}
	if whole == 0 && all == 0 || said == 0 && named == 0 {
		return 0
	}
	covers := ratio(said, whole)
	covered := ratio(named, all)
	confidence := sure * float64(math.Sqrt(float64(covers*covered)))
	if unknown || lacks {
		confidence = min(confidence, strange)
	}
	return confidence
}

func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 1
	}
	return part / whole
}

// kin is how much two words mean the same.
func kin(a, b string) float64 {
	cost, ok := kinship(a, b)
	switch {
	case !ok:
		return 0
	case cost > 0:
		return kinShare
	}
	return 1
}

func paramKin(param, w string) float64 {
	best := 0.0
	for part := range strings.SplitSeq(param, "_") {
		best = max(best, kin(part, w))
	}
	return best
}

// stepWords are the telling words of what a flow's steps use.
func stepWords(f *types.Flow) (words []string) {
	add := func(s string) {
		parts, _ := parse(s)
		for _, p := range parts {
			for _, w := range wordsAt(p.literal) {
				if !text.Stopword(w.folded) && !text.Light(w.folded) && !slices.Contains(words, w.folded) {
					words = append(words, w.folded)
				}
			}
		}
	}
	for i := range f.Steps {
		for _, t := range f.Steps[i].Targets {
			add(t.Name)
			add(strings.ReplaceAll(t.TestID, "-", " "))
		}
		if f.Steps[i].Tool == "type" {
			add(f.Steps[i].Value)
		}
	}
	for _, p := range f.Params {
		add(literal(p.Label))
	}
	return words
}
