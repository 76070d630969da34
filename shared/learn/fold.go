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

// idleEnd is how long nothing must have happened anywhere but in other sessions
// for one that was never ended to count as ended.
const idleEnd = 30 * 60000 // milliseconds

// maxDistilled bounds the items that sessions make by themselves: the newest
// stay.
const maxDistilled = 500

// maxWaiting bounds what waits for an item that nobody knows.
const maxWaiting = 100

// sum is what edits and sessions come to: the items as they are now.
type sum struct {
	siteOf  func(origin string) string // see Base
	items   []*types.KBItem
	byID    map[string]*types.KBItem
	written map[string]bool   // ids that people or catalogs put
	deleted map[string]bool   // ids that are not to be distilled
	ways    map[string][]*way // distilled, by id
	// tried are the newest recipes of sessions that are not known to be done, by
	// id. They are no items unless a person confirmed one.
	tried map[string]*types.KBItem
	// waiting is what went wrong under the name of an item that is not there.
	waiting map[string][]func()
	last    map[pair]*slip // the newest of a session on an item
	// lone is the newest slip of a session that no item was found for.
	lone  map[string]*slip
	hurt  map[pair]bool // items that failed in a session that named them
	tally tally
	facts factsCache
	known map[*types.KBItem]*facts // of the items as they are
	// shape tells one set of items from another: guesses are made anew where it
	// is not what it was.
	shape uint64
}

// pair is a session and an item.
type pair struct{ session, item string }

// event is one thing that happened, for the order of time.
type event struct {
	at    types.Time
	order int // what comes first at the same time
	id    string
	do    func()
}

// The order of events of one time: an item must be there before what is said
// of it, and a session's steps come before its end.
const (
	orderEdit = iota
	orderSlip
	orderEnd
)

// fold makes everything anew. It costs some microseconds a session, because
// what a session comes to is kept.
func (b *Base) fold() *sum {
	if b.facts == nil {
		b.facts = factsCache{}
	}
	s := &sum{byID: map[string]*types.KBItem{}, written: map[string]bool{}, deleted: map[string]bool{}, ways: map[string][]*way{}, tried: map[string]*types.KBItem{},
		waiting: map[string][]func(){}, last: map[pair]*slip{}, lone: map[string]*slip{}, hurt: map[pair]bool{}, facts: b.facts, known: map[*types.KBItem]*facts{}}
	s.siteOf = b.siteOf
	events := make([]event, 0, len(b.edits)+2*len(b.runs))
	for _, e := range b.edits {
		events = append(events, event{e.At, orderEdit, e.EditID, func() { s.edit(e) }})
	}
	newest := b.newest()
	for _, id := range slices.Sorted(maps.Keys(b.runs)) {
		r := b.runs[id]
		t := r.told(newest)
		s.tally.attributed += t.named
		if len(r.fetched()) > 0 || len(t.uses) > 0 {
			s.tally.failures += t.failed
		} else {
			s.tally.unfetched += t.failed
		}
		for _, sl := range t.slips {
			events = append(events, event{sl.act.at, orderSlip, sl.act.id, func() { s.slip(r, sl) }})
		}
		if len(t.uses) > 0 || t.recipe != nil {
			events = append(events, event{t.end, orderEnd, r.id, func() { s.end(r, t) }})
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

// newest is the time of the newest step of all.
func (b *Base) newest() types.Time {
	var at types.Time
	for _, r := range b.runs {
		if n := len(r.acts); n > 0 {
			at = max(at, r.acts[n-1].at)
		}
	}
	return at
}

// told is the run's tale, told anew when something has come.
func (r *run) told(newest types.Time) *tale {
	ended := r.session != nil && r.session.EndedAt != 0
	if n := len(r.acts); n > 0 && newest > r.acts[n-1].at+idleEnd {
		ended = true
	}
	if r.tale == nil || ended != r.ended {
		r.tale, r.ended = r.tell(ended), ended
	}
	return r.tale
}

// edit does what an edit says.
func (s *sum) edit(e *types.Edit) {
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
		waiting := s.waiting[id]
		delete(s.waiting, id)
		for _, attach := range waiting {
			attach()
		}
	case types.KBConfirm:
		s.confirm(id, e.At)
	case types.KBDelete:
		s.deleted[id], s.written[id] = true, false
		s.drop(id)
	case types.KBNote:
		if item := s.byID[id]; item != nil {
			said := *e.KB.Learning
			said.Timestamp = cmp.Or(said.Timestamp, e.At.String())
			said.OriginalError, said.RecoveryApproach, said.HumanReasoning = noted(said.OriginalError), noted(said.RecoveryApproach), noted(said.HumanReasoning)
			if answered(&said) {
				s.note(item, said)
			}
		}
	}
}

func (s *sum) put(item *types.KBItem) {
	s.reshape(item.KnowledgeID, factsKey(item))
	if old := s.byID[item.KnowledgeID]; old != nil {
		*old = *item
		delete(s.known, old)
		return
	}
	if len(s.items) >= maxItems {
		return
	}
	s.byID[item.KnowledgeID] = item
	s.items = append(s.items, item)
}

func (s *sum) drop(id string) {
	if s.byID[id] == nil {
		return
	}
	s.reshape(id, "")
	delete(s.known, s.byID[id])
	delete(s.byID, id)
	delete(s.ways, id)
	s.items = slices.DeleteFunc(s.items, func(item *types.KBItem) bool { return item.KnowledgeID == id })
}

// reshape notes that an item is another one from here on.
func (s *sum) reshape(id, content string) {
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, s.shape) // a hash takes everything
	_, _ = io.WriteString(h, id+"\x00"+content)
	s.shape = h.Sum64()
}

// factsOf are the facts of an item as it is.
func (s *sum) factsOf(item *types.KBItem) *facts {
	f := s.known[item]
	if f == nil {
		f = s.facts.of(item)
		s.known[item] = f
	}
	return f
}

// slip attaches what went wrong to the item that the step named; where it named
// none, to the one that the guess is sure of; where it named one that is not
// there, to that one when it comes.
func (s *sum) slip(r *run, sl *slip) {
	id, guess := sl.act.source, 0.0
	item := s.byID[id]
	switch {
	case item != nil:
	case id != "":
		if waits := s.waiting[id]; !s.deleted[id] && len(waits) < maxWaiting && len(s.waiting) < maxItems {
			s.waiting[id] = append(waits, func() { s.slip(r, sl) })
		}
		return
	default:
		if item, guess = s.guess(sl); item == nil {
			s.tally.silent++
			s.lone[r.id] = sl
			return
		}
		s.tally.guessed++
	}
	learning := sl.learning
	learning.Guess = guess
	attach(item, learning)
	at := pair{r.id, item.KnowledgeID}
	s.last[at] = sl
	s.hurt[at] = s.hurt[at] || guess == 0
}

// end closes a session: an item that it used without a failure of it is
// verified if the session reached its goal, and so is what was learnt before and
// done now. A session that reached its goal leaves its recipe.
func (s *sum) end(r *run, t *tale) {
	for _, id := range slices.Sorted(maps.Keys(t.uses)) {
		item := s.byID[id]
		if item == nil {
			continue
		}
		win := !s.hurt[pair{r.id, id}]
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

// reuse counts the learnings that a session could profit from, and verifies
// those whose way it took.
func (s *sum) reuse(item *types.KBItem, t *tale, began string) {
	for i := range item.KBLearnings {
		l := &item.KBLearnings[i]
		if l.Timestamp >= began || l.Origin != "" && s.siteOf(l.Origin) != s.siteOf(t.origin) {
			continue
		}
		s.tally.reused++
		if way := wayOf(l); way != "" && t.did[way] {
			l.Verified++
			l.VerifiedAt = t.end.String()
		}
	}
}
