package team

import "time"

// Bounds of one author's messages in an hour (T11). More is held back until the next.
const (
	maxBatches   = 1000
	maxForgotten = 10_000 // records in deletion requests
	quotaTime    = time.Hour
)

// usage counts an author's messages since an instant.
type usage struct {
	since time.Time
	sent  int
}

// quota counts n more of an author's, and reports whether that is within most. A key is an author, or
// an author's deletion requests.
func (c *Client) quota(key string, n, most int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	u := c.usage[key]
	if now := c.now(); now.Sub(u.since) >= quotaTime {
		u = usage{since: now}
	}
	if u.sent > 0 && u.sent+n > most {
		return false
	}
	u.sent += n
	c.usage[key] = u
	return true
}
