package prior

import (
	"slices"
	"sort"

	"cairn/shared/types"
)

// The results of suggestions change their confidence (DESIGN 9.15). The agent's next action
// shows the error of each suggestion: one that was taken and worked had too little
// confidence, one that was ignored or failed had too much. The sum of the errors weighs on
// the same suggestion in the same place (resultWeight), and the sum over first suggestions on the
// confidence in later ones (surprise). Because it adds up the remaining errors, it settles
// when the confidence is right.
//
// Only steps of agents count, because only agents receive suggestions, and only on the same
// origin. The newest count, and no session more than a few times: an agent that repeats
// its actions endlessly must not fix the result for ever. The weight is a factor on votes, so
// that it cannot create a suggestion without other evidence.

// Bounds of the results of suggestions that are evaluated, newest first.
const (
	maxResults      = 24 // of one suggestion
	maxResultsEach  = 3  // of those, by one session
	maxFirsts       = 48 // of all first suggestions of an origin
	maxFirstsEach   = 12
	maxResultWeight = 3 * octave / 2
	nearby          = 1 // positions in the order of actions that count as the same place
)

// promised is full confidence: confidence is in 1/10000.
const promised = 10000

// adviceKey identifies a suggestion: an action, and its element.
type adviceKey struct {
	key    string
	action action
}

// adviceResult holds the result of one suggestion.
type adviceResult struct {
	record *record // its agent's action
	off    int     // the result minus the confidence
}

// resultsOf returns the results of the suggestions that r's agent had, in their order.
// Suggestions without a usable name have empty keys.
func resultsOf(r *record) (keys []adviceKey, results []adviceResult) {
	a := r.step.Advice
	if a == nil || r.step.Actor != types.ActorAgent {
		return nil, nil
	}
	for i := range a.Given[:min(len(a.Given), maxSuggested)] {
		g := &a.Given[i]
		if !(g.Confidence >= 0 && g.Confidence <= 1) {
			continue
		}
		if g.Target.Origin != r.framed() { // of another origin; it keeps its place in the order
			keys, results = append(keys, adviceKey{}), append(results, adviceResult{record: r})
			continue
		}
		h := adviceResult{r, -int(float64(g.Confidence*promised) + 0.5)}
		if r.ok && a.Rank == i+1 {
			h.off += promised
		}
		given := g.Target
		given.TestID = storedID(r.step, given.TestID)
		keys = append(keys, adviceKey{r.visit.origin.elements.hashed(primaryKey(&given)), actionOf(g.Action)})
		results = append(results, h)
	}
	return keys, results
}

// addResults stores the results of suggestions.
func (o *origin) addResults(r *record) {
	keys, results := resultsOf(r)
	for i, k := range keys {
		if i == 0 {
			o.firsts = insertResult(o.firsts, results[i])
		}
		if k.key != "" && k.action != actionNone {
			o.results[k] = insertResult(o.results[k], results[i])
		}
	}
}

// dropResults removes the results that addResults stored.
func (o *origin) dropResults(r *record) {
	keys, _ := resultsOf(r)
	if len(keys) > 0 {
		o.firsts = removeResults(o.firsts, r)
	}
	for _, k := range keys {
		if o.results[k] = removeResults(o.results[k], r); len(o.results[k]) == 0 {
			delete(o.results, k)
		}
	}
}

func insertResult(list []adviceResult, h adviceResult) []adviceResult {
	if n := len(list); n == 0 || list[n-1].record.before(h.record) {
		return append(list, h)
	}
	return slices.Insert(list, findResult(list, h.record), h)
}

func removeResults(list []adviceResult, r *record) []adviceResult {
	from := findResult(list, r)
	to := from
	for to < len(list) && list[to].record == r {
		to++
	}
	return slices.Delete(list, from, to)
}

func findResult(list []adviceResult, r *record) int {
	return sort.Search(len(list), func(i int) bool { return !list[i].record.before(r) })
}

// resultWeight returns the weight of the results of suggesting a candidate at the asker's
// position.
func (q *question) resultWeight(c *candidate) int {
	if len(q.origin.results) == 0 || q.model.Results == 0 {
		return 0
	}
	off := 0
	name := c.name
	if c.replacement == nil {
		name = c.best.name // as steps hold it
	}
	for _, key := range []string{testIDKey(name.TestID), nameKey(name.Role, name.Name), selectorKey(name.Selector)} {
		if key != "" {
			off += q.sumResults(q.origin.results[adviceKey{q.origin.elements.hashed(key), c.action}], maxResults, maxResultsEach, q.samePlace)
		}
	}
	return max(-maxResultWeight, min(maxResultWeight, q.model.Results*off/promised))
}

// surprise returns the weight of the results of all first suggestions on this origin.
func (q *question) surprise() int {
	if q.model.Surprise == 0 {
		return 0
	}
	off := q.sumResults(q.origin.firsts, maxFirsts, maxFirstsEach, nil)
	return max(-maxResultWeight, min(maxResultWeight, q.model.Surprise*off/promised))
}

// samePlace reports whether r was done at the asker's position: after the same action,
// and about as far from the start.
func (q *question) samePlace(r *record) bool {
	off := r.pos - q.trail.length
	return -nearby <= off && off <= nearby && targetOf(r.prev) == targetOf(q.trail.last)
}

// sumResults adds up the errors of the newest results. It includes only those that count and,
// if only is given, those that it accepts.
func (q *question) sumResults(list []adviceResult, most, each int, only func(*record) bool) (off int) {
	var of *session
	n, same, vain := 0, 0, maxVain*most
	for i := len(list) - 1; i >= 0 && n < most && vain > 0; i-- {
		r := list[i].record
		if r.session != of {
			of, same = r.session, 0
		}
		if same == each || !q.counts(r.visit) || only != nil && !only(r) {
			vain--
			continue
		}
		n, same, off = n+1, same+1, off+list[i].off
	}
	return off
}
