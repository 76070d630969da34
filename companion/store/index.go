package store

import (
	"iter"

	"cairn/shared/types"
)

// index is the in-memory state of the file. Only the writer changes it, under
// Store.mu; all others read it under Store.mu.
type index struct {
	cursor   int64 // of the newest durable change
	steps    map[string]int64
	sessions map[string]located // newest metadata of each session
	edits    map[string]int64   // by id
	shared   map[string]int64   // by id
	requests map[int64]bool     // cursors of deletion requests
	blobs    map[ref]int        // how many changes use each
	sources  map[ref]*source

	// partial holds steps whose blob is lost: they are served without it, and replaced
	// when their source sends them again.
	partial map[string]int64

	liveBytes int64 // size of the file after a compaction
	lost      int   // records that sources report as lost
}

// located is the blob of a session's metadata and the change that named it.
type located struct {
	cursor int64
	blob   ref
}

func newIndex() *index {
	return &index{
		steps:    map[string]int64{},
		sessions: map[string]located{},
		edits:    map[string]int64{},
		shared:   map[string]int64{},
		requests: map[int64]bool{},
		blobs:    map[ref]int{},
		sources:  map[ref]*source{},
		partial:  map[string]int64{},
	}
}

// source is the state of one install's epoch.
type source struct {
	hwm   int64 // every number up to here is durable
	floor int64 // the mark as it was last written to the file
	// digests belong to the numbers first, first+1, …; 0 where unknown.
	first   int64
	digests []uint64
}

// digest returns the digest of seq, 0 if unknown.
func (s *source) digest(seq int64) uint64 {
	if i := seq - s.first; i >= 0 && i < int64(len(s.digests)) {
		return s.digests[i]
	}
	return 0
}

// advance records the digest of the next number.
func (s *source) advance(digest uint64) {
	if len(s.digests) == 0 {
		s.first = s.hwm + 1
	}
	s.hwm++
	s.digests = append(s.digests, digest)
}

func (x *index) source(r ref) *source {
	s := x.sources[r]
	if s == nil {
		s = &source{}
		x.sources[r] = s
	}
	return s
}

func (x *index) add(cursor int64, c *change, size int64) {
	x.cursor = max(x.cursor, cursor)
	x.liveBytes += size
	for _, r := range []ref{c.session, c.observation} {
		if r != (ref{}) {
			x.blobs[r]++
		}
	}
	if c.session != (ref{}) && cursor > x.sessions[c.sessionID].cursor {
		x.sessions[c.sessionID] = located{cursor, c.session}
	}
	switch c.kind {
	case kindStep:
		x.steps[c.id] = cursor
	case kindEdit:
		x.edits[c.id] = max(cursor, x.edits[c.id])
	case kindShared:
		x.shared[c.id] = max(cursor, x.shared[c.id])
	case kindDeletion:
		x.requests[cursor] = true
	case kindGap:
		x.lost += gapCount(c)
	}
}

// current yields the cursors of the changes that are neither deleted nor superseded, except of
// sessions and of the taken steps.
func (x *index) current(taken map[string]bool) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for id, cursor := range x.steps {
			if !taken[id] && !yield(cursor) {
				return
			}
		}
		for _, cursors := range []map[string]int64{x.edits, x.shared} {
			for _, cursor := range cursors {
				if !yield(cursor) {
					return
				}
			}
		}
		for cursor := range x.requests {
			if !yield(cursor) {
				return
			}
		}
	}
}

// remove removes a change and returns the blobs that are no longer used.
func (x *index) remove(cursor int64, c *change, size int64) (orphans []ref) {
	x.liveBytes -= size
	for _, r := range []ref{c.session, c.observation} {
		if r == (ref{}) {
			continue
		}
		if x.blobs[r]--; x.blobs[r] == 0 {
			delete(x.blobs, r)
			orphans = append(orphans, r)
		}
	}
	switch c.kind {
	case kindStep:
		if x.steps[c.id] == cursor {
			delete(x.steps, c.id)
			delete(x.partial, c.id)
		}
	case kindEdit:
		if x.edits[c.id] == cursor {
			delete(x.edits, c.id)
		}
	case kindShared:
		if x.shared[c.id] == cursor {
			delete(x.shared, c.id)
		}
	case kindDeletion:
		delete(x.requests, cursor)
	}
	return orphans
}

// Stats describes the content and the state of a store.
type Stats struct {
	Sessions     int   `json:"sessions"`
	Steps        int   `json:"steps"`
	Blobs        int   `json:"blobs"` // distinct observations and session versions
	Cursor       int64 `json:"cursor"`
	FileBytes    int64 `json:"fileBytes"`    // on disk now
	LiveBytes    int64 `json:"liveBytes"`    // on disk after a compaction
	BytesPerStep int64 `json:"bytesPerStep"` // LiveBytes / Steps
	// Quarantined counts damaged values, found when the store was opened and
	// since: they are never served.
	Quarantined int `json:"quarantined"`
	// Partial counts steps that lost their observation by such damage.
	Partial int `json:"partial"`
	// Lost counts records that browsers report as lost.
	Lost int `json:"lost"`
	// Renewed counts values that decayed on the disk since the store was opened,
	// and were rewritten from memory.
	Renewed int `json:"renewed,omitempty"`
	// TornBytes were cut off the end at opening: an unfinished write that was
	// never acknowledged.
	TornBytes int64 `json:"tornBytes"`
	// DamagedFile is the name of the damaged file if the store was salvaged when
	// it was opened.
	DamagedFile string `json:"damagedFile,omitempty"`
	// Compactions since it was opened.
	Compactions int        `json:"compactions"`
	OpenedAt    types.Time `json:"openedAt"`
	// Key is the id of the encryption key, empty if the store is not encrypted.
	Key string `json:"key,omitempty"`
	// LastError is the last error of background work, such as a compaction.
	LastError string `json:"lastError,omitempty"`
	// ReadOnly is the reason why the store takes no writes, empty if it does.
	ReadOnly string `json:"readOnly,omitempty"`
}

// Missing describes what answers may lack because of damage; it is empty for a sound store.
func (s Stats) Missing() string {
	switch {
	case s.DamagedFile != "":
		return "the store was damaged, and this answer may lack what was lost; the file as it was is kept: " + s.DamagedFile
	case s.Quarantined > 0:
		return "some records are damaged and left out of this answer: see cairn doctor"
	}
	return ""
}
