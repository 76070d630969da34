package prior

import (
	"slices"
	"sort"

	"cairn/shared/types"
)

// What came of suggestions moves their confidence (DESIGN 9.15). Each was a
// promise, and what its agent then did says by how much it was off: one that was
// taken and worked fell short, one that was passed over or failed went too far.
// The sum weighs on the same suggestion in the same place (heeded), and the sum
// over first suggestions on the confidence in those to come (surprise).
// Since it adds up what is left to learn, it comes to rest when promises hold.
//
// Only agents are told anything, so only their steps count, on their own origin
// alone; the newest count, and no session more than a few times: an agent that
// goes round in circles settles nothing for ever. And it is a factor on votes:
// what nothing else speaks for is not brought up by it.

// Bounds of what is heard of what came of suggestions, newest first.
const (
	maxHeeds      = 24 // of one suggestion
	maxHeedsEach  = 3  // of those, by one session
	maxFirsts     = 48 // of all first suggestions of an origin
	maxFirstsEach = 12
	maxHeedWeight = 3 * octave / 2
	nearby        = 1 // places in the order of actions that are still the same place
)

// promised is the whole of a promise: confidence is in 1/10000.
const promised = 10000

// heedKey names a suggestion: what to do, and to which element.
type heedKey struct {
	key    string
	action action
}

// heed is what came of a suggestion that was given once.
type heed struct {
	record *record // what its agent did
	off    int     // what came less what was promised
}

// heedsOf reads what came of the suggestions that r's agent had, in their order.
// The keys of those that name nothing are empty.
func heedsOf(r *record) (keys []heedKey, heeds []heed) {
	a := r.step.Advice
	if a == nil || r.step.Actor != types.ActorAgent {
		return nil, nil
	}
	for i := range a.Given[:min(len(a.Given), maxSuggested)] {
		g := &a.Given[i]
		if !(g.Confidence >= 0 && g.Confidence <= 1) {
			continue
		}
		if g.Target.Origin != r.framed() { // no promise of this origin; it keeps its place
			keys, heeds = append(keys, heedKey{}), append(heeds, heed{record: r})
			continue
		}
		h := heed{r, -int(float64(g.Confidence*promised) + 0.5)}
		if r.ok && a.Rank == i+1 {
			h.off += promised
		}
		given := g.Target
		given.TestID = storedID(r.step, given.TestID)
		keys = append(keys, heedKey{r.visit.origin.elements.hashed(primaryKey(&given)), actionOf(g.Action)})
		heeds = append(heeds, h)
	}
	return keys, heeds
}

// addHeeds notes what came of suggestions.
func (o *origin) addHeeds(r *record) {
	keys, heeds := heedsOf(r)
	for i, k := range keys {
		if i == 0 {
			o.firsts = insertHeed(o.firsts, heeds[i])
		}
		if k.key != "" && k.action != actionNone {
			o.heeds[k] = insertHeed(o.heeds[k], heeds[i])
		}
	}
}

// dropHeeds forgets it again.
func (o *origin) dropHeeds(r *record) {
	keys, _ := heedsOf(r)
	if len(keys) > 0 {
		o.firsts = removeHeeds(o.firsts, r)
	}
	for _, k := range keys {
		if o.heeds[k] = removeHeeds(o.heeds[k], r); len(o.heeds[k]) == 0 {
			delete(o.heeds, k)
		}
	}
}

func insertHeed(list []heed, h heed) []heed {
	if n := len(list); n == 0 || list[n-1].record.before(h.record) {
		return append(list, h)
	}
	return slices.Insert(list, findHeed(list, h.record), h)
}

func removeHeeds(list []heed, r *record) []heed {
	from := findHeed(list, r)
	to := from
	for to < len(list) && list[to].record == r {
		to++
	}
	return slices.Delete(list, from, to)
}

func findHeed(list []heed, r *record) int {
	return sort.Search(len(list), func(i int) bool { return !list[i].record.before(r) })
}

// heeded is the weight of what came of suggesting a candidate where the asker
// stands now.
func (q *question) heeded(c *candidate) int {
	if len(q.origin.heeds) == 0 || q.model.Heeded == 0 {
		return 0
	}
	off := 0
	name := c.name
	if c.stands == nil {
		name = c.best.name // as steps hold it
	}
	for _, key := range []string{testIDKey(name.TestID), nameKey(name.Role, name.Name), selectorKey(name.Selector)} {
		if key != "" {
			off += q.sumHeeds(q.origin.heeds[heedKey{q.origin.elements.hashed(key), c.action}], maxHeeds, maxHeedsEach, q.samePlace)
		}
	}
	return max(-maxHeedWeight, min(maxHeedWeight, q.model.Heeded*off/promised))
}

// surprise is the weight of what came of first suggestions on this origin,
// whatever they were.
func (q *question) surprise() int {
	if q.model.Surprise == 0 {
		return 0
	}
	off := q.sumHeeds(q.origin.firsts, maxFirsts, maxFirstsEach, nil)
	return max(-maxHeedWeight, min(maxHeedWeight, q.model.Surprise*off/promised))
}

// samePlace reports whether r was done where the asker stands: after the same
// action, about as far from the start.
func (q *question) samePlace(r *record) bool {
	off := r.pos - q.trail.length
	return -nearby <= off && off <= nearby && targetOf(r.prev) == targetOf(q.trail.last)
}

// sumHeeds adds up by how much the newest promises were off, those alone that
// count and that only, where given, lets pass.
func (q *question) sumHeeds(list []heed, most, each int, only func(*record) bool) (off int) {
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
