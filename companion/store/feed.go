package store

import (
	"fmt"

	"github.com/tidwall/buntdb"

	"cairn/shared/wire"
)

// Feed returns up to most changes after cursor that replicas are to have, and
// the cursor to go on from. Each record's Seq is its own cursor. Left out are
// those that came from install in epoch, which has them. A cursor ahead of the
// store (which was then restored from a backup) starts anew.
//
// Several replicas take the same changes at about the same time: each is put
// into words once for all, by one of them while the others wait, and under no
// lock that others need.
func (s *Store) Feed(cursor int64, install, epoch string, most int) (recs []wire.Encoded, next int64, err error) {
	f := feeding{vault: s.vault, values: map[string]string{}, plains: map[ref][]byte{}, known: map[string]located{}}
	if next, err = s.gatherFeed(&f, cursor, sourceRef(install, epoch), most); err != nil {
		return nil, cursor, fmt.Errorf("feed: %w", err)
	}
	r := s.readerOf(f.value, func(id string) (located, bool) { at, ok := f.known[id]; return at, ok })
	s.told.telling.Lock()
	defer s.told.telling.Unlock()
	s.turn(func() { err = s.tell(&f, r) })
	if err != nil {
		return nil, cursor, fmt.Errorf("feed: %w", err)
	}
	for _, it := range f.items {
		if it.text != nil {
			recs = append(recs, wire.Encoded{Seq: it.cursor, Text: it.text})
		}
	}
	return recs, next, nil
}

// tell puts into words what nobody has until now. What cannot be read is left
// out.
func (s *Store) tell(f *feeding, r *reader) error {
	for i := range f.items {
		it := &f.items[i]
		if it.text == nil {
			it.text = s.told.get(it.cursor).text
		}
		if it.text != nil {
			continue
		}
		if it.change.kind == kindStep {
			it.text, _ = f.spell(it.cursor, it.change)
		}
		if it.text == nil { // what is damaged is counted here
			rec, ok := r.record(it.cursor, it.change)
			if !ok {
				continue
			}
			rec.Session = r.session(it.change.sessionID)
			encoded, err := wire.Encode(rec)
			if err != nil {
				return err
			}
			it.text = encoded.Text
		}
		s.told.put(f.age, it.cursor, toldText{it.text, it.source})
	}
	return nil
}

// feeding is what was taken out of the store for a replica.
type feeding struct {
	vault  *vault
	items  []fed
	age    int               // of told
	values map[string]string // sealed blobs
	plains map[ref][]byte    // those that were opened
	known  map[string]located
}

// fed is a change, with its record when it is known already.
type fed struct {
	cursor int64
	change *change // nil where text is known
	text   []byte
	source ref // see toldText
}

func (f *feeding) value(key string) (string, error) {
	if value, ok := f.values[key]; ok {
		return value, nil
	}
	return "", buntdb.ErrNotFound
}

// gatherFeed finds what Feed is to return. Decoding it comes later: until this
// returns, nothing that was written becomes visible.
func (s *Store) gatherFeed(f *feeding, cursor int64, own ref, most int) (next int64, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if cursor < 0 || cursor > s.x.cursor {
		cursor = 0
	}
	f.age, next = s.told.now(), s.x.cursor
	err = s.db.View(func(tx *buntdb.Tx) error {
		return tx.AscendRange("", changeKey(cursor+1), changeKey(s.x.cursor+1), func(key, value string) bool {
			at, err := cursorOf(key)
			if err != nil {
				return true
			}
			var c *change
			had := s.told.get(at)
			source := had.source
			if source == (ref{}) { // else what was told says enough: it was opened once
				if at, c = s.vault.openChange(key, value); c == nil || !s.x.stands(at, c) {
					return true
				}
				source = c.source
				if _, partial := s.x.partial[c.id]; c.kind == kindStep && !partial {
					had.source = source
				}
			}
			if source == own {
				return true
			}
			if len(f.items) == most {
				next = f.items[most-1].cursor
				return false
			}
			if had.text == nil {
				f.take(tx, s.x, c)
			}
			f.items = append(f.items, fed{at, c, had.text, had.source})
			return true
		})
	})
	return next, err
}

// take takes along what c refers to. What is missing is noticed later.
func (f *feeding) take(tx *buntdb.Tx, x *index, c *change) {
	blobs := []ref{c.seen}
	if at, ok := x.sessions[c.sessionID]; ok {
		f.known[c.sessionID] = at
		blobs = append(blobs, at.blob)
	}
	for _, b := range blobs {
		key := f.vault.blobKey(b)
		if value, err := tx.Get(key); err == nil {
			f.values[key] = value
		}
	}
}
