package search

import "slices"

// match is a step that a query found.
type match struct {
	score   int // the score for ranking
	session *session
	step    *held
	unfaded int // its score without the effect of better steps of its session

	terms uint64 // of the first 64 terms, those that occur in its block
}

// before orders results: by score, then newer sessions first, then by session id,
// then in the order of steps.
func (m *match) before(n *match) bool {
	a, b := m.session.meta, n.session.meta
	switch {
	case m.score != n.score:
		return m.score > n.score
	case m.session == n.session:
		return m.step.before(n.step)
	case a.CreatedAt != b.CreatedAt:
		return a.CreatedAt > b.CreatedAt
	case a.SessionID != b.SessionID:
		return a.SessionID < b.SessionID
	}
	return m.step.before(n.step)
}

// ranking holds the best matches in order.
type ranking struct {
	limit int
	fades bool
	list  []match
	// earlier holds the steps already found in sessions of several blocks.
	earlier map[*session][]scored
}

// scored is a step of a session with its score before fading.
type scored struct {
	unfaded int
	step    *held
}

func (a scored) before(b scored) bool {
	return a.unfaded > b.unfaded || a.unfaded == b.unfaded && a.step.before(b.step)
}

// worst returns the score that a match must reach to enter the list.
func (k *ranking) worst() int {
	if len(k.list) < k.limit {
		return 0
	}
	return k.list[len(k.list)-1].score
}

// add adds the steps found in a block; it reorders found. The steps of a session
// fade: each counts less than the one before it, so that one session does not fill
// the list while others also match.
//
// Steps found in another block of the session are ranked again together with the new
// ones. That is exact: the best of more steps rank no lower than the best of fewer,
// so a step that was dropped before cannot return.
func (k *ranking) add(of *session, terms uint64, found []scored) {
	if len(found) == 0 || k.limit == 0 {
		return
	}
	again := k.fades && len(of.blocks) > 1
	if again {
		found = append(found, k.earlier[of]...)
		terms = ^uint64(0) // of all its blocks
		k.list = slices.DeleteFunc(k.list, func(m match) bool { return m.session == of })
	}
	n := 0
	for ; n < len(found); n++ {
		// Select the best of the rest. Few are needed, so sorting all costs more.
		best := n
		for i := n + 1; i < len(found); i++ {
			if found[i].before(found[best]) {
				best = i
			}
		}
		found[n], found[best] = found[best], found[n]
		m := match{score: found[n].unfaded, session: of, step: found[n].step, unfaded: found[n].unfaded, terms: terms}
		if k.fades {
			m.score = faded(m.unfaded, n)
		}
		if !k.offer(&m) {
			break // worse ones would not enter either
		}
	}
	if again {
		if k.earlier == nil {
			k.earlier = map[*session][]scored{}
		}
		k.earlier[of] = slices.Clone(found[:n])
	}
}

// addBlock is add for a session of one block, whose steps are in order.
func (k *ranking) addBlock(from *block, terms uint64, found []scoreMark) {
	if k.limit == 0 {
		return
	}
	for n := range found {
		best := n
		for i := n + 1; i < len(found); i++ {
			if found[i] > found[best] {
				best = i
			}
		}
		found[n], found[best] = found[best], found[n]
		alone := found[n].score()
		score := alone
		if k.fades {
			score = faded(alone, n)
		}
		// Worse ones would not enter either.
		if score < k.worst() || !k.offer(&match{score, from.session, from.steps[found[n].bit()], alone, terms}) {
			return
		}
	}
}

// faded returns the remaining score of the n-th step of a session, from 0.
func faded(score, n int) int {
	return max(1, score*fades[min(n, len(fades)-1)]/fadeUnit)
}

// fades holds the factors of faded, in units of fadeUnit.
var fades = func() (out [100]int) {
	out[0] = fadeUnit
	for i := 1; i < len(out); i++ {
		out[i] = max(1, out[i-1]*fadeKeeps/100)
	}
	return out
}()

// offer adds a match if it is good enough, and reports whether it was added.
func (k *ranking) offer(m *match) bool {
	n := len(k.list)
	if n == k.limit {
		if !m.before(&k.list[n-1]) {
			return false
		}
		n--
	} else {
		k.list = append(k.list, *m)
	}
	for ; n > 0 && m.before(&k.list[n-1]); n-- {
		k.list[n] = k.list[n-1]
	}
	k.list[n] = *m
	return true
}
