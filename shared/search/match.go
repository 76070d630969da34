package search

import "slices"

// match is a step that a query found.
type match struct {
	score   int
	session *session
	step    *held
}

// before is the order of results: score, then the newer session, then the
// session's id, then the order of steps.
func (m match) before(n match) bool {
	a, b := m.session.meta, n.session.meta
	switch {
	case m.score != n.score:
		return m.score > n.score
	case a.CreatedAt != b.CreatedAt:
		return a.CreatedAt > b.CreatedAt
	case a.SessionID != b.SessionID:
		return a.SessionID < b.SessionID
	}
	return m.step.before(n.step)
}

// ranking keeps the best matches in order.
type ranking struct {
	limit int
	list  []match
}

// worst is the score that a match must reach to come in.
func (k *ranking) worst() int {
	if len(k.list) < k.limit {
		return 0
	}
	return k.list[len(k.list)-1].score
}

func (k *ranking) offer(m match) {
	if len(k.list) == k.limit {
		if k.limit == 0 || !m.before(k.list[len(k.list)-1]) {
			return
		}
		k.list = k.list[:len(k.list)-1]
	}
	at, _ := slices.BinarySearchFunc(k.list, m, func(have, m match) int {
		if have.before(m) {
			return -1
		}
		return 1
	})
	k.list = slices.Insert(k.list, at, m)
}
