package store

import (
	"fmt"

	"github.com/tidwall/buntdb"

	"cairn/shared/wire"
)

// Feed returns up to most changes after cursor for a replica, and the cursor to
// continue from. Each record's Seq is its own cursor. Records that came from
// install in epoch are left out, since that install has them. A cursor ahead of
// the store (which was then restored from a backup) starts from the beginning.
//
// A record is encoded once for all replicas (feedCache): one caller encodes while
// the others wait, and no lock that others need is held meanwhile.
func (s *Store) Feed(cursor int64, install, epoch string, most int) (recs []wire.Encoded, next int64, err error) {
	p := feedPage{vault: s.vault, values: map[string]string{}, known: map[string]located{}}
	if next, err = s.readFeed(&p, cursor, sourceRef(install, epoch), most); err != nil {
		return nil, cursor, fmt.Errorf("feed: %w", err)
	}
	r := s.readerOf(p.value, func(id string) (located, bool) { at, ok := p.known[id]; return at, ok })
	s.feed.encoding.Lock()
	defer s.feed.encoding.Unlock()
	s.inSlot(func() { err = s.encodeFeed(&p, r) })
	if err != nil {
		return nil, cursor, fmt.Errorf("feed: %w", err)
	}
	for _, it := range p.items {
		if it.text != nil {
			recs = append(recs, wire.Encoded{Seq: it.cursor, Text: it.text})
		}
	}
	return recs, next, nil
}

// encodeFeed encodes the records that are not cached. Records that cannot be
// read are counted by r and left out.
func (s *Store) encodeFeed(p *feedPage, r *reader) error {
	for i := range p.items {
		it := &p.items[i]
		if it.text == nil { // another replica may have encoded it since readFeed
			it.text = s.feed.get(it.cursor).text
		}
		if it.text != nil {
			continue
		}
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
		s.feed.put(p.version, it.cursor, encodedRecord{it.text, it.source})
	}
	return nil
}

// feedPage is one answer of Feed, copied out of the store so that it can be
// encoded without the store's locks.
type feedPage struct {
	vault   *vault
	items   []feedItem
	version int               // of the feedCache
	values  map[string]string // sealed blobs by key
	known   map[string]located
}

// feedItem is a change, with its encoding if that is cached.
type feedItem struct {
	cursor int64
	change *change // nil if text was cached
	text   []byte
	source ref // see encodedRecord
}

func (p *feedPage) value(key string) (string, error) {
	if value, ok := p.values[key]; ok {
		return value, nil
	}
	return "", buntdb.ErrNotFound
}

// readFeed finds the changes of a page. It decodes nothing, because writes stay
// invisible until it returns.
func (s *Store) readFeed(p *feedPage, cursor int64, own ref, most int) (next int64, err error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if cursor < 0 || cursor > s.x.cursor {
		cursor = 0
	}
	p.version, next = s.feed.currentVersion(), s.x.cursor
	err = s.db.View(func(tx *buntdb.Tx) error {
		return tx.AscendRange("", changeKey(cursor+1), changeKey(s.x.cursor+1), func(key, value string) bool {
			at, err := cursorOf(key)
			if err != nil {
				return true
			}
			var c *change
			cached := s.feed.get(at)
			source := cached.source
			if source == (ref{}) { // otherwise the cached step is current and need not be opened
				if at, c = s.vault.openChange(key, value); c == nil || c.kind == kindShared || !s.x.isCurrent(at, c) {
					return true
				}
				source = c.source
				if _, partial := s.x.partial[c.id]; c.kind == kindStep && !partial {
					cached.source = source
				}
			}
			if source == own {
				return true
			}
			if len(p.items) == most {
				next = p.items[most-1].cursor
				return false
			}
			if cached.text == nil {
				p.copyBlobs(tx, s.x, c)
			}
			p.items = append(p.items, feedItem{at, c, cached.text, cached.source})
			return true
		})
	})
	return next, err
}

// copyBlobs copies the blobs that c refers to. A missing one is noticed when the
// record is decoded.
func (p *feedPage) copyBlobs(tx *buntdb.Tx, x *index, c *change) {
	blobs := []ref{c.observation}
	if at, ok := x.sessions[c.sessionID]; ok {
		p.known[c.sessionID] = at
		blobs = append(blobs, at.blob)
	}
	for _, b := range blobs {
		key := p.vault.blobKey(b)
		if value, err := tx.Get(key); err == nil {
			p.values[key] = value
		}
	}
}
