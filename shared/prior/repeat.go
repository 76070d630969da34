package prior

// again reports whether the asker has done c's action already, as often as most of its
// votes did. Repetition is evidence only from sessions that repeated the action more often
// than the asker has so far.
func (q *question) again(c *candidate) bool {
	if c.best == nil || q.done(c.target, c.action) == 0 {
		return false
	}
	way := &c.ways[c.action]
	return way.more < way.votes-way.more
}
