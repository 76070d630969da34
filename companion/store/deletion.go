package store

import (
	"fmt"

	"github.com/tidwall/buntdb"
)

// deletions is the sum of several deletion requests.
type deletions struct {
	all                    int64 // everything before this cursor
	steps, sessions, edits map[string]int64
}

func newDeletions() deletions {
	return deletions{steps: map[string]int64{}, sessions: map[string]int64{}, edits: map[string]int64{}}
}

// addChange adds the stored deletion request c.
func (g *deletions) addChange(cursor int64, c *change) error {
	var f erasure
	if err := decodePayload(c, &f); err != nil {
		return err
	}
	g.add(cursor, &f)
	return nil
}

func (g *deletions) add(cursor int64, f *erasure) {
	if f.Forget.All {
		g.all = max(g.all, cursor)
	}
	for _, part := range []struct {
		into map[string]int64
		ids  []string
	}{{g.steps, f.Steps}, {g.sessions, f.Sessions}, {g.edits, f.Forget.Edits}} {
		for _, id := range part.ids {
			part.into[id] = max(part.into[id], cursor)
		}
	}
}

// covers reports whether a change is deleted. A request covers only changes before
// it.
func (g *deletions) covers(cursor int64, c *change) bool {
	switch c.kind {
	case kindStep:
		return cursor < g.all || cursor < g.steps[c.id] || cursor < g.sessions[c.sessionID]
	case kindSession:
		return cursor < g.all || cursor < g.sessions[c.sessionID]
	case kindEdit:
		return cursor < g.all || cursor < g.edits[c.id]
	}
	return false
}

// storedChange is a change with its place in the file.
type storedChange struct {
	cursor int64
	key    string
	change *change
	size   int64
}

func (s *Store) changesCoveredBy(g *deletions) ([]storedChange, error) {
	var out []storedChange
	err := s.db.View(func(tx *buntdb.Tx) error {
		return ascend(tx, keyChange, func(key, value string) error {
			if cursor, c := s.vault.openChange(key, value); c != nil && g.covers(cursor, c) {
				out = append(out, storedChange{cursor, key, c, setSize(key, len(value))})
			}
			return nil
		})
	})
	return out, err
}

// openChange decodes a change. It returns nil for a tombstone or damage, which were
// counted when the store was opened.
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

// commitErasure makes a deletion request durable, stops serving the data that it
// covers and overwrites them with tombstones. The request is written before the
// tombstones: once it is on disk, a crash cannot bring the data back, because it is
// applied again at load. Replacements lie before the request in the file but have
// higher cursors: a crash that tears the end off leaves either all of it or no
// request. The floors are written too, so that the deleted numbers count as stored.
func (s *Store) commitErasure(req *request) error {
	if err := s.refusal(); err != nil {
		return err
	}
	b := s.newBatch()
	gone := newDeletions()
	gone.add(b.cursor+1, req.erase)
	lost, err := s.changesCoveredBy(&gone)
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
	stays := s.keepSessionMetadata(b, &gone, lost)
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
		b.apply(x)
		orphans = x.removeDeleted(&gone, lost)
		s.feed.invalidate()
	})
	return s.writeTombstones(lost, orphans)
}

// keepSessionMetadata stores the metadata of sessions again that stay while the
// steps that carried it are deleted. The values must be written before the request.
func (s *Store) keepSessionMetadata(b *batch, gone *deletions, lost []storedChange) map[string]string {
	values := map[string]string{}
	for _, f := range lost {
		at := s.x.sessions[f.change.sessionID]
		if f.change.kind == kindEdit || at.cursor != f.cursor || f.cursor < gone.all || gone.sessions[f.change.sessionID] > 0 {
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

// removeDeleted removes the lost changes from the index and returns the blobs that are
// no longer used.
func (x *index) removeDeleted(gone *deletions, lost []storedChange) (orphans []ref) {
	for id, at := range x.sessions {
		if at.cursor < gone.all || at.cursor < gone.sessions[id] {
			delete(x.sessions, id)
		}
	}
	for _, f := range lost {
		orphans = append(orphans, x.remove(f.cursor, f.change, f.size)...)
	}
	return orphans
}

func (s *Store) writeTombstones(lost []storedChange, orphans []ref) error {
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

// finishDeletions completes, when the store is opened, the deletions that a crash
// interrupted.
func (s *Store) finishDeletions(l *loader) error {
	if len(l.undeleted) == 0 {
		return nil
	}
	if err := s.writeFloors(); err != nil {
		return err
	}
	var lost []storedChange
	for _, key := range l.undeleted {
		lost = append(lost, storedChange{key: key})
	}
	var orphans []ref
	for r := range l.present {
		if s.x.blobs[r] == 0 {
			orphans = append(orphans, r)
		}
	}
	s.wantCompact = true
	return s.writeTombstones(lost, orphans)
}
