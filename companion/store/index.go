package store

import (
	"cairn/shared/types"
)

// index is what the store knows of its file in memory. The writer alone
// changes it, under Store.mu; everybody else reads it under Store.mu.
type index struct {
	cursor   int64 // of the newest durable change
	steps    map[string]int64
	sessions map[string]located // newest metadata of each session
	cards    map[string]int64   // by domain
	edits    map[string]int64   // by id
	blobs    map[ref]int        // how many changes use each
	sources  map[ref]*source

	// partial holds steps whose blob is lost: they are served with what is
	// left, and replaced when their source sends them again.
	partial map[string]int64

	live int64 // bytes that the file would need without what is dead
	lost int   // records that sources had to give up, by their own word
}

// located is a session's metadata and the change that brought it.
type located struct {
	cursor int64
	blob   ref
}

func newIndex() *index {
	return &index{
		steps:    map[string]int64{},
		sessions: map[string]located{},
		cards:    map[string]int64{},
		edits:    map[string]int64{},
		blobs:    map[ref]int{},
		sources:  map[ref]*source{},
		partial:  map[string]int64{},
	}
}

// source is the state of one install's epoch.
type source struct {
	hwm   int64 // every number up to here is durable
	floor int64 // the mark as it was last written to the file
	// digests are those of the numbers first, first+1, …; 0 where unknown.
	first   int64
	digests []uint64
}

// digest returns that of seq, 0 when it is not known.
func (s *source) digest(seq int64) uint64 {
	if i := seq - s.first; i >= 0 && i < int64(len(s.digests)) {
		return s.digests[i]
	}
	return 0
}

// advance takes the next number.
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

// hold enters a durable change.
func (x *index) hold(cursor int64, c *change, size int64) {
	x.cursor = max(x.cursor, cursor)
	x.live += size
	for _, r := range []ref{c.session, c.seen} {
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
	case kindCard:
		x.cards[c.id] = max(cursor, x.cards[c.id])
	case kindEdit:
		x.edits[c.id] = max(cursor, x.edits[c.id])
	case kindGap:
		x.lost += gapCount(c)
	}
}

// drop takes a change out and returns the blobs that nothing needs any more.
func (x *index) drop(cursor int64, c *change, size int64) (orphans []ref) {
	x.live -= size
	for _, r := range []ref{c.session, c.seen} {
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
	case kindCard:
		if x.cards[c.id] == cursor {
			delete(x.cards, c.id)
		}
	case kindEdit:
		if x.edits[c.id] == cursor {
			delete(x.edits, c.id)
		}
	}
	return orphans
}

// Stats counts what the store holds and what happened to it.
type Stats struct {
	Sessions     int   `json:"sessions"`
	Steps        int   `json:"steps"`
	Cards        int   `json:"cards"`
	Blobs        int   `json:"blobs"` // distinct observations and session versions
	Cursor       int64 `json:"cursor"`
	FileBytes    int64 `json:"fileBytes"`    // on disk now
	LiveBytes    int64 `json:"liveBytes"`    // on disk after a compaction
	BytesPerStep int64 `json:"bytesPerStep"` // LiveBytes / Steps
	// Quarantined counts values that were found damaged, when the store was
	// opened and since: they are kept aside and never served.
	Quarantined int `json:"quarantined"`
	// Partial counts steps that lost their observation to such damage.
	Partial int `json:"partial"`
	// Lost counts records that browsers had to give up, by their own word.
	Lost int `json:"lost"`
	// Renewed counts values that went bad on the disk since the store was opened,
	// and were written anew from memory.
	Renewed int `json:"renewed,omitempty"`
	// TornBytes were cut off the end at opening: an unfinished write that
	// nobody had been promised.
	TornBytes int64 `json:"tornBytes"`
	// DamagedFile is where the file lies from which this one was salvaged when
	// it was opened, if it was.
	DamagedFile string `json:"damagedFile,omitempty"`
	// Compactions since it was opened.
	Compactions int        `json:"compactions"`
	OpenedAt    types.Time `json:"openedAt"`
	// Key is the id of the key that all is encrypted under, empty when nothing is.
	Key string `json:"key,omitempty"`
	// LastError is of work that nobody waited for, such as a compaction.
	LastError string `json:"lastError,omitempty"`
	// ReadOnly says why nothing can be written, empty when all is well.
	ReadOnly string `json:"readOnly,omitempty"`
}
