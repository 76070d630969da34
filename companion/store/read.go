package store

import (
	"cmp"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tidwall/buntdb"

	"cairn/shared/types"
	"cairn/shared/wire"
)

// Load calls visit with every stored record: sessions by their creation, then steps
// by their time, then edits and deletions. Records of steps carry no session;
// steps of one screen share one Observation. An error of visit ends the walk. Writes
// wait meanwhile.
func (s *Store) Load(visit func(wire.Record) error) error { return s.LoadRest(nil, visit) }

// LoadRest is [Store.Load] without the steps that were taken from segments.
func (s *Store) LoadRest(taken map[string]bool, visit func(wire.Record) error) error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.db.View(func(tx *buntdb.Tx) error {
		r := s.newReader(tx)
		for _, rec := range r.sessions(s.x) {
			if err := visit(rec); err != nil {
				return err
			}
		}
		return r.timeline(s.x, taken, visit)
	})
}

// reader decodes stored changes into records. It reads from a transaction under
// Store.mu, or from values copied out of one.
type reader struct {
	vault        *vault
	value        func(key string) (string, error)
	known        func(sessionID string) (located, bool) // a session's newest metadata
	damaged      func()                                 // counts values that do not decode
	sessionMeta  map[ref]*types.Session
	observations map[ref]*types.Observation
}

// newReader reads inside tx, under Store.mu.
func (s *Store) newReader(tx *buntdb.Tx) *reader {
	return s.readerOf(
		func(key string) (string, error) { return tx.Get(key) },
		func(id string) (located, bool) { at, ok := s.x.sessions[id]; return at, ok })
}

func (s *Store) readerOf(value func(key string) (string, error), known func(string) (located, bool)) *reader {
	return &reader{s.vault, value, known, func() { s.unreadable.Add(1) }, map[ref]*types.Session{}, map[ref]*types.Observation{}}
}

// isCurrent reports whether a change is neither deleted nor superseded.
func (x *index) isCurrent(cursor int64, c *change) bool {
	switch c.kind {
	case kindStep:
		return x.steps[c.id] == cursor
	case kindSession:
		return x.sessions[c.sessionID].cursor == cursor
	case kindEdit:
		return x.edits[c.id] == cursor
	case kindShared:
		return x.shared[c.id] == cursor
	case kindDeletion:
		return true
	}
	return false
}

// record decodes a change. Damaged ones are counted and not served.
func (r *reader) record(cursor int64, c *change) (wire.Record, bool) {
	rec := wire.Record{Seq: cursor}
	var err error
	switch c.kind {
	case kindStep:
		rec.Step, err = r.step(c)
	case kindSession:
		rec.Session = r.session(c.sessionID)
	case kindEdit:
		rec.Edit = new(types.Edit)
		err = decodePayload(c, rec.Edit)
	case kindShared:
		rec.Shared = new(types.Shared)
		err = decodePayload(c, rec.Shared)
	case kindDeletion:
		var f erasure
		err = decodePayload(c, &f)
		rec.Forget = &f.Forget
	}
	if err != nil {
		r.damaged()
		return wire.Record{}, false
	}
	return rec, true
}

func (r *reader) step(c *change) (*types.Step, error) {
	step := new(types.Step)
	if err := decodePayload(c, step); err != nil {
		return nil, err
	}
	step.StepID, step.SessionID = c.id, c.sessionID
	if c.observation != (ref{}) {
		step.Observation = r.observation(c.observation)
	}
	return step, nil
}

// observation returns the observation in a blob, nil if it is lost.
func (r *reader) observation(b ref) *types.Observation {
	if o, ok := r.observations[b]; ok {
		return o
	}
	o, err := fromBlob(r, b, decodeObservation)
	if err != nil && !errors.Is(err, buntdb.ErrNotFound) {
		r.damaged()
	}
	r.observations[b] = o
	return o
}

// session returns the newest metadata of a session, nil when it is unknown.
func (r *reader) session(id string) *types.Session {
	at, ok := r.known(id)
	if !ok {
		return nil
	}
	if meta, ok := r.sessionMeta[at.blob]; ok {
		return meta
	}
	meta, err := fromBlob(r, at.blob, decodeSession)
	if err != nil {
		r.damaged()
		meta = nil
	}
	r.sessionMeta[at.blob] = meta
	return meta
}

func decodeSession(plain []byte) (*types.Session, error) {
	meta := new(types.Session)
	return meta, json.Unmarshal(plain, meta)
}

func fromBlob[T any](r *reader, b ref, decode func([]byte) (*T, error)) (*T, error) {
	key := r.vault.blobKey(b)
	value, err := r.value(key)
	if err != nil {
		return nil, err
	}
	return openBlob(r.vault, key, value, decode)
}

func openBlob[T any](v *vault, key, value string, decode func([]byte) (*T, error)) (*T, error) {
	plain, err := v.plainBlob(key, value)
	if err != nil {
		return nil, err
	}
	return decode(plain)
}

func (v *vault) plainBlob(key, value string) ([]byte, error) {
	body, err := v.unseal(key, []byte(value))
	if err != nil {
		return nil, err
	}
	if len(body) == 0 {
		return nil, buntdb.ErrNotFound
	}
	return unpack(body)
}

func (r *reader) sessions(x *index) []wire.Record {
	newest := make(map[ref]bool, len(x.sessions))
	for _, at := range x.sessions {
		newest[at.blob] = true
	}
	decodeAhead(r, newest, decodeSession, r.sessionMeta)
	var recs []wire.Record
	for id, at := range x.sessions {
		if meta := r.session(id); meta != nil {
			recs = append(recs, wire.Record{Seq: at.cursor, Session: meta})
		}
	}
	slices.SortFunc(recs, func(a, b wire.Record) int {
		return cmp.Or(cmp.Compare(a.Session.CreatedAt, b.Session.CreatedAt), cmp.Compare(a.Session.SessionID, b.Session.SessionID))
	})
	return recs
}

// timeline visits steps, edits and deletions.
func (r *reader) timeline(x *index, taken map[string]bool, visit func(wire.Record) error) error {
	type place struct {
		kind   kind
		at     types.Time
		cursor int64
		seen   ref
		key    string
	}
	var places []place
	uses := map[ref]int{} // of observations, by steps that are still to come
	for cursor := range x.current(taken) {
		key := changeKey(cursor)
		value, err := r.value(key)
		if err != nil {
			r.damaged()
			continue
		}
		if _, c := r.vault.openChange(key, value); c != nil {
			places = append(places, place{c.kind, c.at, cursor, c.observation, key})
			uses[c.observation]++
		}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.at, b.at), cmp.Compare(a.cursor, b.cursor))
	})
	for part := range slices.Chunk(places, decodeAheadSteps) {
		seen := map[ref]bool{}
		for _, p := range part {
			if _, had := r.observations[p.seen]; !had && p.seen != (ref{}) {
				seen[p.seen] = true
			}
		}
		decodeAhead(r, seen, decodeObservation, r.observations)
		for _, p := range part {
			value, err := r.value(p.key)
			if err != nil {
				return err
			}
			cursor, c := r.vault.openChange(p.key, value)
			if rec, ok := r.record(cursor, c); ok {
				if err := visit(rec); err != nil {
					return err
				}
			}
			if uses[p.seen]--; uses[p.seen] == 0 {
				delete(r.observations, p.seen)
			}
		}
	}
	return nil
}

// decodeAheadSteps is the number of steps whose observations are decoded at once: enough
// to keep all processors busy. All of a store at once would take too much memory, at
// ten kilobytes each; one is kept until its last step was visited.
const decodeAheadSteps = 1 << 10

// decodeAhead decodes blobs into a map on all processors, because this takes most of the
// time of opening a store.
func decodeAhead[T any](r *reader, refs map[ref]bool, decode func([]byte) (*T, error), into map[ref]*T) {
	type job struct {
		ref        ref
		key, value string
		out        *T
	}
	var jobs []*job
	for b := range refs {
		key := r.vault.blobKey(b)
		if value, err := r.value(key); err == nil {
			jobs = append(jobs, &job{ref: b, key: key, value: value})
		}
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(jobs)); i = next.Add(1) - 1 {
				// The reader retries a failed one and counts it.
				if out, err := openBlob(r.vault, jobs[i].key, jobs[i].value, decode); err == nil {
					jobs[i].out = out
				}
			}
		})
	}
	workers.Wait()
	for _, j := range jobs {
		if j.out != nil {
			into[j.ref] = j.out
		}
	}
}
