package flow

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"cairn/shared/types"
)

// Weights for a word of the goal by where the flow has it, and bounds of the confidence in
// a flow.
const (
	inSteps   = 0.7  // in the names of the elements that its steps use
	asValue   = 0.7  // where the title has a parameter, or may have one
	strange   = 0.48 // at most, where words are unknown or missing
	strangest = 0.12
	likely    = 0.5  // from here on it is more likely this task than another
	opposed   = 0.2  // at most, where the goal's action or object is another one: it is not offered
	leastCall = 0.15 // below that a flow is unrelated to a goal
	sure      = 0.95
	aheadBy   = 0.005 // how much likelier the best must be than the next, where none is likely
)

// Rank returns the flows that a goal may mean as calls, the best first. Confidence is low
// if the goal has words that are unknown to a flow, or lacks those that distinguish the
// flow's task from similar ones.
func Rank(flows []*types.Flow, goal string) []types.FlowCall { return NewIndex(flows).Rank(goal) }

// Rank ranks the flows of the index as [Rank] does.
func (ix *Index) Rank(goal string) []types.FlowCall {
	g := parseGoal(goal)
	g.site = ix.words
	if len(g.words) == 0 {
		return nil
	}
	var readings []*reading
	for _, f := range ix.flows {
		readings = append(readings, readGoal(f, g))
	}
	var calls []types.FlowCall
	like := resemblances(readings, ix.rare)
	for i, r := range readings {
		f := r.f
		if confidence := r.confidence(ix.rare, like[i]); confidence >= leastCall {
			var unexplained []string
			if confidence < likely {
				unexplained = r.unexplained()
				clear(r.values) // of another task, they would be guesses
			}
			c := call(f.Flow, r.values, confidence)
			c.Unexplained = unexplained
			calls = append(calls, c)
		}
	}
	slices.SortStableFunc(calls, func(a, b types.FlowCall) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(len(a.Missing), len(b.Missing)), cmp.Compare(valued(a), valued(b)), cmp.Compare(b.Runs.OK, a.Runs.OK), cmp.Compare(a.Flow, b.Flow))
	})
	if len(calls) > 1 && calls[0].Confidence < likely && calls[0].Confidence-calls[1].Confidence < aheadBy {
		for i := range calls {
			calls[i].Confidence = min(calls[i].Confidence, opposed) // one of several without a reason to choose
		}
	}
	return calls
}

// valued returns how much of a goal a call takes as values. The flow whose title says more of
// the goal itself is the closer one.
func valued(c types.FlowCall) (n int) {
	for _, v := range c.Params {
		n += len(v)
	}
	return n
}

// call returns a flow as a call that can be made.
func call(f *types.Flow, values map[string]string, confidence float64) types.FlowCall {
	c := types.FlowCall{Flow: f.ID, Title: f.Title, Confidence: math.Round(confidence*100) / 100, Steps: len(f.Steps), Runs: f.Runs, Source: f.Source, Team: f.Team}
	for _, p := range MarkLogin(f).Params {
		if v, bound := values[p.Name]; bound {
			if c.Params == nil {
				c.Params = map[string]string{}
			}
			c.Params[p.Name] = v
		} else if !p.Optional {
			c.Missing = append(c.Missing, p.Name)
			if p.Login {
				c.Login = append(c.Login, p.Name)
			}
		}
	}
	for i := range f.Steps {
		if risk := f.Steps[i].Risk; risk != "" && !slices.Contains(c.Risk, risk) {
			c.Risk = append(c.Risk, risk)
		}
	}
	return c
}

// confidence returns how surely a flow is the one for a goal with this resemblance.
func (r *reading) confidence(rare rarity, like float64) float64 {
	m := r.matched()
	covered, lacks := r.covered(m, rare)
	covers, unknown := r.covers(m, rare, !lacks)
	confidence := sure * float64(math.Sqrt(float64(covers*covered)))
	switch {
	case r.saying().against(r.f.saying()), r.negated(), r.ofAnother(m), r.otherAction(rare), r.otherThing(m):
		return opposed * like
	case unknown || lacks || r.many() || confidence < likely || r.onlyAsks():
		return similar(like)
	}
	return confidence
}

// covers returns the share of the goal's words that the flow knows, weighted by rarity;
// unknown reports that it does not know one at all. Where the goal has the complete title, a
// general verb may stand before the title's verb: add a star. To show the archive is not to archive.
func (r *reading) covers(m matched, rare rarity, complete bool) (share float64, unknown bool) {
	said, whole := 0.0, 0.0
	values := r.likelyValues()
	for i, w := range r.words {
		if r.taken[i] || w.light {
			continue
		}
		best := m.words[i]
		for _, s := range r.f.steps {
			best = max(best, inSteps*w.near(s))
		}
		if values[i] {
			best = max(best, asValue)
		}
		frames := slices.Contains(framing, w.folded) && (w.begins || !classes[0].has(w.stem))
		if best == 0 && (secondary(w.folded) || rare.isSite(w.stem) || complete && frames) {
			continue
		}
		weight := rare.of(w.stem)
		said += float64(best * weight)
		whole += weight
		unknown = unknown || best == 0
	}
	return ratio(said, whole), unknown
}

// likelyValues marks words that are no part of the title and look like values, if the
// flow has as many parameters left as there are such values. It also marks words after
// the same word as a parameter of the title. A run would leave optional ones out without a
// word about it, so they count as none.
func (r *reading) likelyValues() []bool {
	likely := make([]bool, len(r.words))
	open := 0
	for i, t := range r.f.title {
		if t.param == "" || r.bound(t.param) || r.optional(t.param) {
			continue
		}
		if s := r.spans[i]; s.to > s.from && i > 0 && r.spans[i-1].to > r.spans[i-1].from && r.beside(r.f.title, i) {
			r.likelyIn(s, likely)
			continue
		}
		open++
	}
	for _, p := range r.f.Params {
		if !r.bound(p.Name) && !p.Optional && p.Kind != types.FlowSecret && !slices.ContainsFunc(r.f.title, func(t token) bool { return t.param == p.Name }) {
			open++
		}
	}
	var runs []stretch
	for i, w := range r.words {
		free := !r.taken[i] && !likely[i] && w.shaped(i == 0)
		switch n := len(runs); {
		case !free:
		case n > 0 && (runs[n-1].to == i || runs[n-1].to == i-1 && r.words[i-1].light && !r.taken[i-1]):
			runs[n-1].to = i + 1 // Invoice for March
		default:
			runs = append(runs, stretch{i, i + 1})
		}
	}
	if len(runs) > open {
		return likely
	}
	for _, s := range runs {
		for i := s.from; i < s.to; i++ {
			likely[i] = true
		}
	}
	return likely
}

func (r *reading) optional(param string) bool {
	p := paramOf(r.f.Flow, param)
	return p != nil && p.Optional
}

// likelyIn marks the words of a stretch that may be a value: those that look like one, or
// a single one. Other words name a kind of thing: orders of the customer Bo.
func (r *reading) likelyIn(s stretch, likely []bool) {
	telling := 0
	for i := s.from; i < s.to; i++ {
		telling += one(!r.words[i].light)
	}
	for i := s.from; i < s.to; i++ {
		likely[i] = telling == 1 || r.words[i].shaped(i == 0)
	}
}

// similar returns the confidence in a flow that only resembles the goal.
func similar(like float64) float64 {
	if like == 0 {
		return 0
	}
	return strangest + float64(like*(strange-strangest))
}

// covered returns the share of the title's words that the goal has, weighted by rarity; lacks
// reports that one is missing, or that only the kind of action matches.
func (r *reading) covered(m matched, rare rarity) (share float64, lacks bool) {
	named, all, surest := 0.0, 0.0, 0.0
	for at, best := range m.title {
		t := r.f.title[at]
		if t.param != "" || t.light || best == 0 && (secondary(t.folded) && !r.isPhrase(at) || r.belongs(at) || t.capital && rare.isSite(t.stem)) {
			continue
		}
		weight := rare.of(t.stem)
		named += float64(best * weight)
		all += weight
		lacks = lacks || best == 0
		surest = max(surest, best)
	}
	if all == 0 {
		return 0, true // a title of small words has no meaning
	}
	return ratio(named, all), lacks || surest <= nearVerb
}

// isPhrase reports whether a plain verb of the title has its meaning from the particle behind it, which the
// goal lacks: to take in a bike is not to give it to somebody.
func (r *reading) isPhrase(at int) bool {
	if at+1 >= len(r.f.title) || !slices.Contains(plain, r.f.title[at].folded) || !slices.Contains(particles, r.f.title[at+1].folded) {
		return false
	}
	for i, w := range r.words {
		if w.folded == r.f.title[at+1].folded && i > 0 && (r.words[i-1].head || i == len(r.words)-1) {
			return false
		}
	}
	return true
}

// framing are general verbs beside a word that names the action.
var framing = strings.Fields("add create new make write open show start run place")

// kin returns the nearness of a word of the goal to one of the flow, as a verb too.
func (r *reading) kin(i int, to knownWord) float64 {
	w := &r.words[i]
	near, weak := w.near(to), slices.Contains(plain, w.folded) && !w.begins && !r.setsTo(i)
	switch {
	case w.folded == to.folded:
	case weak || w.said:
		return near / 2 // make her the owner, write back
	case near == 1:
		return nearForm
	case near < nearVerb && to.sense == nil && alikeVerbs(w.stem, to.stem): // to log in is not to log a call
		return nearVerb
	}
	return near
}

// setsTo reports whether a word of the goal is the verb of setting something to a value, which is a change.
func (r *reading) setsTo(i int) bool {
	return r.words[i].folded == "set" && slices.ContainsFunc(r.words[i:], func(w goalWord) bool { return w.folded == "to" && w.quote == 0 })
}

// belongs reports whether a word of the title stands beside a parameter without a value in
// the goal, and is not the first. A goal without the value omits such a word, too.
func (r *reading) belongs(at int) bool {
	open := func(i int) bool {
		return i > 0 && i < len(r.f.title) && r.f.title[i].param != "" && !r.bound(r.f.title[i].param) && r.spans[i].to <= r.spans[i].from
	}
	return at > 0 && (open(at-1) || open(at+1))
}

func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 1
	}
	return part / whole
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
