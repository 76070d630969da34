package prior

// A session may do a whole flow again: pay the next bill, enter the next row.
// What it did in the rounds before is over then. It does not count as done, and
// tells of the way as another session's steps would. A new round (lap) is seen
// by one of two things: the session goes its way again from where it began, or it
// has gone back to there by address after what was the end of the way. Neither
// counts where other sessions went round in one run, too: their steps know better
// what is done how often.

// minLap is how many different actions make a way: fewer are a habit of the page.
const minLap = 3

// lapOf finds where in the asker's moves, oldest first, its present round begins;
// 0 for the first round, len(moves) for one that is about to begin.
func (q *question) lapOf(moves []*record) int {
	if len(moves) <= minLap {
		return 0
	}
	begin := moves[0]
	if begin.target == nil {
		if begin = moves[1]; begin.target == nil {
			return 0
		}
	}
	at := 0
	for i := len(moves) - 1; i > 0 && at == 0; i-- {
		if moves[i].does(begin) && moves[i] != begin && retraces(moves[i:], moves) && ways(moves[:i]) >= minLap {
			at = i
		}
	}
	if at == 0 && q.returned(begin, moves) {
		at = len(moves)
	}
	if at == 0 || q.roundIn(begin, moves[:at]) {
		return 0
	}
	return at
}

// does reports whether two records are of the same action on the same target,
// with the same key.
func (r *record) does(o *record) bool {
	return r.target == o.target && r.action == o.action && r.key == o.key
}

// retraces reports whether again goes the way of moves from their beginning.
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

// ways counts the different actions among moves, up to minLap.
func ways(moves []*record) int {
	var seen [minLap]*record
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
		if n++; n == minLap {
			break
		}
	}
	return n
}

// returned reports whether the asker has gone back by address to the screen where
// it began, after an action that others, too, ended with or that none knows of.
func (q *question) returned(begin *record, moves []*record) bool {
	last := moves[len(moves)-1]
	if last.target != nil || !q.here(begin) || ways(moves) < minLap {
		return false
	}
	end := moves[len(moves)-2]
	if end.target == nil {
		return false
	}
	known := false
	for i, n := len(end.target.records)-1, 0; i >= 0 && n < maxRounds; i, n = i-1, n+1 {
		r := end.target.records[i]
		if r.session == q.trail.session || !r.does(end) || !r.moves() || !q.counts(r.visit) {
			continue
		}
		if r.final() {
			return true
		}
		known = true
	}
	return !known
}

// maxRounds bounds how many records are looked at to find out what others did.
const maxRounds = 64

// roundIn reports whether another session began anew as often in one run as the
// asker is about to.
func (q *question) roundIn(begin *record, before []*record) bool {
	rounds := 0
	for _, r := range before {
		if r.does(begin) {
			rounds++
		}
	}
	list := begin.target.records
	for i, n := len(list)-1, 0; i >= 0 && n < maxRounds; i, n = i-1, n+1 {
		if r := list[i]; r.session != q.trail.session && r.ok && r.action == begin.action && r.occ >= rounds && q.counts(r.visit) {
			return true
		}
	}
	return false
}

// own reports whether r is of the asker's present round.
func (q *question) own(r *record) bool {
	return r.session == q.trail.session && r.idx >= q.trail.lap
}
