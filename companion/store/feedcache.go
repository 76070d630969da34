package store

import "sync"

// feedCacheBytes bounds feedCache to about one second of the promised load (1,000
// records of 4 KB).
const feedCacheBytes = 4 << 20

// feedCache holds the newest records in the encoding that replicas receive, by
// cursor. Several replicas ask for the same records at about the same time, so
// each record is encoded once and not once per replica.
type feedCache struct {
	encoding sync.Mutex // held while records are encoded; taken before mu

	mu      sync.Mutex // guards the fields below
	version int        // number of invalidations
	records map[int64]encodedRecord
	order   []int64
	bytes   int
}

// encodedRecord is a record as replicas receive it.
type encodedRecord struct {
	text []byte
	// source is the sender of a complete step, which stays valid until the next
	// deletion. It is zero for all other records, and for the companion's own.
	source ref
}

// currentVersion returns the version to pass to put.
func (c *feedCache) currentVersion() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.version
}

func (c *feedCache) get(cursor int64) encodedRecord {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.records[cursor]
}

// put caches a record that was read at version. It does nothing if the cache
// was invalidated since, because the record may have been deleted.
func (c *feedCache) put(version int, cursor int64, r encodedRecord) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version != c.version || c.records[cursor].text != nil || len(r.text) > feedCacheBytes {
		return
	}
	if len(c.order) > 0 && cursor < c.order[0] && c.bytes+len(r.text) > feedCacheBytes {
		return // a replica that is behind must not evict the records that all others want
	}
	if c.records == nil {
		c.records = map[int64]encodedRecord{}
	}
	c.records[cursor] = r
	c.order = append(c.order, cursor)
	for c.bytes += len(r.text); c.bytes > feedCacheBytes; c.order = c.order[1:] {
		c.bytes -= len(c.records[c.order[0]].text)
		delete(c.records, c.order[0])
	}
}

// invalidate empties the cache after a deletion or a rewrite.
func (c *feedCache) invalidate() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version++
	c.records, c.order, c.bytes = nil, nil, 0
}
