package prior

// A session may do a whole flow again: pay the next bill, enter the next row. Then its
// actions of earlier rounds do not count as done, and are evidence like another session's
// steps. A new round begins where the session repeats its way from the beginning.

// minRound is the least number of different actions in a round: fewer are a habit of the page.
const minRound = 3

// roundOf returns the index in the asker's moves, oldest first, at which its present round
// begins; 0 for the first round.
func (q *question) roundOf(moves []*record) int {
	if len(moves) <= minRound {
		return 0
	}
	begin := moves[0]
	if begin.target == nil {
		if begin = moves[1]; begin.target == nil {
			return 0
		}
	}
	for i := len(moves) - 1; i > 0; i-- {
		if moves[i].does(begin) && moves[i] != begin && retraces(moves[i:], moves) && ways(moves[:i]) >= minRound {
			return i
		}
	}
	return 0
}

// does reports whether two records have the same action on the same target, with the
// same key.
func (r *record) does(o *record) bool {
	return r.target == o.target && r.action == o.action && r.key == o.key
}

// retraces reports whether again repeats moves from their beginning.
func retraces(again, moves []*record) bool {
	if moves[0].target == nil {
		moves = moves[1:]
	}
	for i, r := range again {
		if !r.does(moves[i]) {
			return false
		}
	}
	return true
}

// ways counts the different actions among moves, up to minRound.
func ways(moves []*record) int {
	var seen [minRound]*record
	n := 0
next:
	for _, r := range moves {
		if r.target == nil {
			continue
		}
		for _, s := range seen[:n] {
			if r.does(s) {
				continue next
			}
		}
		seen[n] = r
		if n++; n == minRound {
			break
		}
	}
	return n
}

// inPresentRound reports whether r belongs to the asker's present round.
func (q *question) inPresentRound(r *record) bool {
	return r.session == q.trail.session && r.idx >= q.trail.round
}
