package learn

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"io"
	"maps"
	"slices"

	"cairn/shared/types"
)

// idleEnd is the time after its last step, measured by steps of other sessions, from
// which a session without an end counts as ended.
const idleEnd = 30 * 60000 // milliseconds

// maxDistilled bounds the items distilled from sessions: the newest are kept.
const maxDistilled = 500

// maxPending bounds the failures kept for an unknown item.
const maxPending = 100

// state holds the items derived from edits and sessions.
type state struct {
	siteOf  func(origin string) string // see Base
	items   []*types.KBItem
	byID    map[string]*types.KBItem
	written map[string]bool   // ids that people or catalogs put
	deleted map[string]bool   // ids that must not be distilled again
	ways    map[string][]*way // distilled, by id
	// tried are the newest recipes of sessions without a known success, by id.
	// They become items only if a person confirms them.
	tried map[string]*types.KBItem
	// pending holds the failures of items that do not exist yet, by id.
	pending     map[string][]func()
	lastFailure map[pair]*failure // the newest of a session for an item
	// unattributed is the newest failure of a session without an item.
	unattributed map[string]*failure
	failedUse    map[pair]bool // items that failed in a session that used them
	tally        tally
	facts        factsCache
	itemFacts    map[*types.KBItem]*facts // of the items as they are
	// itemsHash identifies the present items, so that cached attributions are dropped
	// when they change.
	itemsHash uint64
}

// pair is a session and an item.
type pair struct{ session, item string }

// event is a change to the state, applied in chronological order.
type event struct {
	at    types.Time
	order int // rank among events of the same time
	id    string
	do    func()
}

// The order of simultaneous events: an item must exist before its failures, and a
// session's steps come before its end.
const (
	orderEdit = iota
	orderFailure
	orderEnd
)

// fold derives the whole state. It takes a few microseconds a session, because session
// summaries are cached.
func (b *Base) fold() *state {
	if b.facts == nil {
		b.facts = factsCache{}
	}
	s := &state{byID: map[string]*types.KBItem{}, written: map[string]bool{}, deleted: map[string]bool{}, ways: map[string][]*way{}, tried: map[string]*types.KBItem{},
		pending: map[string][]func(){}, lastFailure: map[pair]*failure{}, unattributed: map[string]*failure{}, failedUse: map[pair]bool{}, facts: b.facts, itemFacts: map[*types.KBItem]*facts{}}
	s.siteOf = b.siteOf
	events := make([]event, 0, len(b.edits)+2*len(b.runs))
	for _, e := range b.edits {
		events = append(events, event{e.At, orderEdit, e.EditID, func() { s.applyEdit(e) }})
	}
	newest := b.newest()
	for _, id := range slices.Sorted(maps.Keys(b.runs)) {
		r := b.runs[id]
		t := r.summary(newest)
		s.tally.attributed += t.sourcedFailures
		if len(r.retrieved()) > 0 || len(t.uses) > 0 {
			s.tally.failures += t.agentFailures
		} else {
			s.tally.withoutItems += t.agentFailures
		}
		for _, sl := range t.failures {
			events = append(events, event{sl.action.at, orderFailure, sl.action.id, func() { s.applyFailure(r, sl) }})
		}
		if len(t.uses) > 0 || t.recipe != nil {
			events = append(events, event{t.end, orderEnd, r.id, func() { s.applyEnd(r, t) }})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.order, b.order), cmp.Compare(a.id, b.id))
	})
	for _, e := range events {
		e.do()
	}
	return s
}

// newest returns the time of the newest step.
func (b *Base) newest() types.Time {
	var at types.Time
	for _, r := range b.runs {
		if n := len(r.actions); n > 0 {
			at = max(at, r.actions[n-1].at)
		}
	}
	return at
}

// summary returns the run's summary, computing it if stale.
func (r *run) summary(newest types.Time) *summary {
	ended := r.session != nil && r.session.EndedAt != 0
	if n := len(r.actions); n > 0 && newest > r.actions[n-1].at+idleEnd {
		ended = true
	}
	if r.summaryCache == nil || ended != r.ended {
		r.summaryCache, r.ended = r.summarize(ended), ended
	}
	return r.summaryCache
}

// applyEdit applies an edit.
func (s *state) applyEdit(e *types.Edit) {
	id := e.KB.KnowledgeID
	switch e.KB.Op {
	case types.KBPut:
		item := *e.KB.Item
		item.KBLearnings = slices.Clone(item.KBLearnings)
		complete(&item)
		if old := s.byID[id]; old != nil {
			setTrust(&item, old, e.At)
		}
		s.put(&item)
		s.written[id], s.deleted[id] = true, false
		waiting := s.pending[id]
		delete(s.pending, id)
		for _, attach := range waiting {
			attach()
		}
	case types.KBConfirm:
		s.confirm(id, e.At)
	case types.KBDelete:
		s.deleted[id], s.written[id] = true, false
		s.remove(id)
	case types.KBNote:
		if item := s.byID[id]; item != nil {
			said := CleanLearning(*e.KB.Learning) // stores from before hold secrets
			said.Timestamp = cmp.Or(said.Timestamp, e.At.String())
			if hasAdvice(said) {
				s.note(item, *said)
			}
		}
	}
}

func (s *state) put(item *types.KBItem) {
	s.updateHash(item.KnowledgeID, factsKey(item))
	if old := s.byID[item.KnowledgeID]; old != nil {
		*old = *item
		delete(s.itemFacts, old)
		return
	}
	if len(s.items) >= maxItems {
		return
	}
	s.byID[item.KnowledgeID] = item
	s.items = append(s.items, item)
}

func (s *state) remove(id string) {
	if s.byID[id] == nil {
		return
	}
	s.updateHash(id, "")
	delete(s.itemFacts, s.byID[id])
	delete(s.byID, id)
	delete(s.ways, id)
	s.items = slices.DeleteFunc(s.items, func(item *types.KBItem) bool { return item.KnowledgeID == id })
}

// updateHash includes an item's change in itemsHash.
func (s *state) updateHash(id, content string) {
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, s.itemsHash) // a hash accepts all writes
	_, _ = io.WriteString(h, id+"\x00"+content)
	s.itemsHash = h.Sum64()
}

// factsOf returns the facts of an item.
func (s *state) factsOf(item *types.KBItem) *facts {
	f := s.itemFacts[item]
	if f == nil {
		f = s.facts.of(item)
		s.itemFacts[item] = f
	}
	return f
}

// applyFailure attaches a failure to the item in the step's kb_source; without one, to
// the item that it is attributed to. If the item does not exist yet, it is attached
// once it does.
func (s *state) applyFailure(r *run, sl *failure) {
	id, guess := sl.action.source, 0.0
	item := s.byID[id]
	switch {
	case item != nil:
	case id != "":
		if waits := s.pending[id]; !s.deleted[id] && len(waits) < maxPending && len(s.pending) < maxItems {
			s.pending[id] = append(waits, func() { s.applyFailure(r, sl) })
		}
		return
	default:
		if item, guess = s.attributedItem(sl); item == nil {
			s.tally.unattributed++
			s.unattributed[r.id] = sl
			return
		}
		s.tally.guessed++
	}
	learning := sl.learning
	learning.Guess = guess
	attach(item, learning)
	at := pair{r.id, item.KnowledgeID}
	s.lastFailure[at] = sl
	s.failedUse[at] = s.failedUse[at] || guess == 0
}

// applyEnd closes a session. If it reached its goal, its recipe is added, and the items
// that it used without failure and the learnings that it applied are verified.
func (s *state) applyEnd(r *run, t *summary) {
	for _, id := range slices.Sorted(maps.Keys(t.uses)) {
		item := s.byID[id]
		if item == nil {
			continue
		}
		win := !s.failedUse[pair{r.id, id}]
		s.tally.use(item.TrustScore, win)
		s.reuse(item, t, t.uses[id].String())
		item.Uses++
		if win {
			item.Wins++
		}
		if win && r.session.Done() {
			verified(item, t.end, t.origin)
		}
	}
	switch {
	case t.recipe == nil:
	case r.session.Done():
		_, named := t.uses[t.recipe.KnowledgeID]
		if again := s.propose(t.recipe, t.end); again && !named {
			verified(s.byID[t.recipe.KnowledgeID], t.end, t.origin)
		}
	default:
		s.tried[t.recipe.KnowledgeID] = t.recipe
	}
}

// reuse counts the learnings that were available to a session, and verifies those whose
// recovery it applied.
func (s *state) reuse(item *types.KBItem, t *summary, began string) {
	for i := range item.KBLearnings {
		l := &item.KBLearnings[i]
		if l.Timestamp >= began || l.Origin != "" && s.siteOf(l.Origin) != s.siteOf(t.origin) {
			continue
		}
		s.tally.reused++
		if way := recoveryAction(l); way != "" && t.succeeded[way] {
			l.Verified++
			l.VerifiedAt = t.end.String()
		}
	}
}
