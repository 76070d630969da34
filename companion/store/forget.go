package store

import (
	"fmt"
	"slices"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
)

// forgotten is what forgettings cover.
type forgotten struct {
	all                    int64 // everything before this cursor
	steps, sessions, cards map[string]int64
	edits                  map[string]int64
	// sealed are the cards of orders that hold digests of domains alone.
	sealed []sealedCards
}

// sealedCards are the cards that one order covers.
type sealedCards struct {
	cursor  int64
	key     types.Sealed
	domains []string // digests
}

func newForgotten() forgotten {
	return forgotten{steps: map[string]int64{}, sessions: map[string]int64{}, cards: map[string]int64{}, edits: map[string]int64{}}
}

// learn adds the forgetting that c is.
func (g *forgotten) learn(cursor int64, c *change) error {
	var f erasure
	if err := decodePayload(c, &f); err != nil {
		return err
	}
	g.add(cursor, &f)
	return nil
}

func (g *forgotten) add(cursor int64, f *erasure) {
	if f.Forget.All {
		g.all = max(g.all, cursor)
	}
	for _, part := range []struct {
		into map[string]int64
		ids  []string
	}{{g.steps, f.Steps}, {g.sessions, f.Sessions}, {g.cards, f.plainCards()}, {g.edits, f.Forget.Edits}} {
		for _, id := range part.ids {
			part.into[id] = max(part.into[id], cursor)
		}
	}
	if f.Forget.Sealed != nil && len(f.Cards) > 0 {
		g.sealed = append(g.sealed, sealedCards{cursor, *f.Forget.Sealed, f.Cards})
	}
}

// plainCards are the domains of an order that was not sealed.
func (f *erasure) plainCards() []string {
	if f.Forget.Sealed != nil {
		return nil
	}
	return f.Cards
}

// card is the cursor up to which a card is forgotten.
func (g *forgotten) card(domain string) int64 {
	at := g.cards[domain]
	for _, s := range g.sealed {
		if s.cursor > at && slices.Contains(s.domains, s.key.Digest(types.SealSite, domain)) {
			at = s.cursor
		}
	}
	return at
}

// covers reports whether a change is forgotten. A forgetting covers what came
// before it alone.
func (g *forgotten) covers(cursor int64, c *change) bool {
	switch c.kind {
	case kindStep:
		return cursor < g.all || cursor < g.steps[c.id] || cursor < g.sessions[c.sessionID]
	case kindSession:
		return cursor < g.all || cursor < g.sessions[c.sessionID]
	case kindCard:
		return cursor < g.all || cursor < g.card(c.id)
	case kindEdit:
		return cursor < g.all || cursor < g.edits[c.id]
	}
	return false
}

// found is a change that is to go.
type found struct {
	cursor int64
	key    string
	change *change
	size   int64
}

// find lists the changes that g covers.
func (s *Store) find(g *forgotten) ([]found, error) {
	var out []found
	err := s.db.View(func(tx *buntdb.Tx) error {
		return ascend(tx, keyChange, func(key, value string) error {
			if cursor, c := s.vault.openChange(key, value); c != nil && g.covers(cursor, c) {
				out = append(out, found{cursor, key, c, setSize(key, len(value))})
			}
			return nil
		})
	})
	return out, err
}

// openChange reads a change, nil when there is a tombstone or damage, which
// were counted when the store was opened.
func (v *vault) openChange(key, value string) (int64, *change) {
	cursor, err := cursorOf(key)
	if err != nil {
		return 0, nil
	}
	body, err := v.unseal(key, []byte(value))
	if err != nil || len(body) == 0 {
		return 0, nil
	}
	c, err := decodeChange(body)
	if err != nil {
		return 0, nil
	}
	return cursor, c
}

// commitErasure makes a forgetting durable, stops serving what it covers and
// overwrites that with tombstones. The forgetting comes before these: once it is
// on disk, a crash cannot bring back what it covers, because it is applied again
// at load. What comes in the place of what goes lies before the forgetting in
// the file and behind it in number: a crash that tears the end off leaves either
// all of it or the forgetting undone. The floors come with it: numbers that are
// about to go count as had.
func (s *Store) commitErasure(req *request) error {
	if err := s.refusal(); err != nil {
		return err
	}
	b := s.newBatch()
	gone := newForgotten()
	gone.add(b.cursor+1, req.erase)
	lost, err := s.find(&gone)
	if err != nil {
		return err
	}
	if err := s.dropSegmentsWith(lost); err != nil {
		return fmt.Errorf("drop segments: %w", err)
	}
	if err := b.add(req); err != nil {
		return err
	}
	forgetting := b.changeValues()
	floors := s.dueFloors(1)
	stays := s.keepSessions(b, &gone, lost)
	for _, p := range req.instead {
		it := b.replace(p)
		stays[changeKey(it.cursor)] = it.value
	}
	if err := s.set(floors, b.blobValues(), stays); err != nil {
		return err
	}
	if err := s.set(forgetting); err != nil {
		return err
	}
	if err := s.flush(); err != nil {
		return err
	}
	s.wantCompact = true
	var orphans []ref
	s.publish(func(x *index) {
		x.wroteFloors(s.vault, floors)
		b.enter(x)
		orphans = x.forget(&gone, lost)
		s.feed.invalidate()
	})
	return s.bury(lost, orphans)
}

// keepSessions writes the metadata of sessions anew that stay, while the steps
// which brought it go. The values are to be written before the forgetting.
func (s *Store) keepSessions(b *batch, gone *forgotten, lost []found) map[string]string {
	values := map[string]string{}
	for _, f := range lost {
		at := s.x.sessions[f.change.sessionID]
		if f.change.kind == kindCard || f.change.kind == kindEdit || at.cursor != f.cursor || f.cursor < gone.all || gone.sessions[f.change.sessionID] > 0 {
			continue
		}
		c := &change{kind: kindSession, sessionID: f.change.sessionID, session: at.blob}
		b.cursor++
		it := item{b.cursor, c, s.vault.seal(changeKey(b.cursor), c.encode())}
		b.items = append(b.items, it)
		values[changeKey(it.cursor)] = it.value
	}
	return values
}

// forget takes what is lost out of the index and returns the blobs that
// nothing needs any more.
func (x *index) forget(gone *forgotten, lost []found) (orphans []ref) {
	for id, at := range x.sessions {
		if at.cursor < gone.all || at.cursor < gone.sessions[id] {
			delete(x.sessions, id)
		}
	}
	for _, f := range lost {
		orphans = append(orphans, x.drop(f.cursor, f.change, f.size)...)
	}
	return orphans
}

// bury overwrites changes and blobs with tombstones.
func (s *Store) bury(lost []found, orphans []ref) error {
	tombs := make(map[string]string, len(lost)+len(orphans))
	for _, f := range lost {
		tombs[f.key] = s.vault.seal(f.key, nil)
	}
	for _, r := range orphans {
		key := s.vault.blobKey(r)
		tombs[key] = s.vault.seal(key, nil)
	}
	if len(tombs) == 0 {
		return nil
	}
	if err := s.set(tombs); err != nil {
		return err
	}
	return s.flush()
}

// finishForgettings does the part of forgettings that a crash kept from being
// done, when the store is opened.
func (s *Store) finishForgettings(l *loader) error {
	if len(l.left) == 0 {
		return nil
	}
	if err := s.writeFloors(); err != nil {
		return err
	}
	var lost []found
	for _, key := range l.left {
		lost = append(lost, found{key: key})
	}
	var orphans []ref
	for r := range l.present {
		if s.x.blobs[r] == 0 {
			orphans = append(orphans, r)
		}
	}
	s.wantCompact = true
	return s.bury(lost, orphans)
}
