package prior

// The share of all votes that a candidate has says which to suggest and whether
// to suggest anything. What it promises is another matter: of suggestions given
// 0.7, about 70 % shall be what is then done. Confidence is the odds of the
// share, corrected by a few weights in octaves of odds. They were fitted by
// logistic regression on recorded sessions, held out site by site: "go run
// ./companion/eval/lab calibrate" does it again and shows what came of it on the sites left out.
//
// What it found: votes keep their word but for what the asker did already, for what was
// never used, and for doubt about a field: goals part by what is typed there, not by
// the field. Votes of a few who are like the asker say too much, and doubt about many
// who are not says too little: how many sessions went on in this way from where the
// asker stands, and how many in another, corrects both. How far sites are the same from
// run to run differs more than any of this can tell, so that what came of earlier
// suggestions on a site moves its confidence, too (surprise).

// typedApart is the part of the doubt about a field that counts against it.
const typedApart = 4

// Grounds are what the confidence of a first suggestion was made of, for
// fitting its weights. Odds and Surprise are in 1/64 octaves.
type Grounds struct {
	Odds      int // of the share of votes
	Again     bool
	Elsewhere bool // nobody did it on this screen
	Never     bool // nobody did it anywhere
	Along     int  // sessions that did it from where the asker stands
	Away      int  // sessions that did something else from there
	Surprise  int  // what came of earlier first suggestions here
	Apart     bool // it may be another goal's alone, and its confidence is bounded
}

// grounds gathers them for the first candidate.
func (q *question) grounds(c *candidate, total, doubt uint64) Grounds {
	rest := total - min(total, c.score)
	if c.action == actionType {
		rest -= min(rest, doubt-doubt/typedApart)
	}
	along, away := q.goOn(c)
	return Grounds{Odds: log2(c.score) - log2(rest), Again: q.again(c), Surprise: q.surprise(),
		Elsewhere: c.others > 0 && c.onScreen == 0, Never: c.best == nil, Along: along, Away: away}
}

// Ways is how many sessions went a suggestion's way for each that went another, in 1/64
// octaves. Half a session each stands for those to come.
func (g Grounds) Ways() int { return log2(uint64(2*g.Along+1)) - log2(uint64(2*g.Away+1)) }

// maxOfTask is how many sessions of one task are counted along: that it is always done so
// says nothing more of another.
const maxOfTask = 3

// goOn counts the sessions that went on from where the asker stands: those that did what a
// candidate stands for, and those that did something else or were at their end.
func (q *question) goOn(c *candidate) (along, away int) {
	tasks := map[string]int{}
	for _, r := range q.evidence {
		if q.own(r) || !q.follows(r) || !q.here(r) || r.occ < q.done(r.aim, r.action) {
			continue
		}
		switch s := r.session; {
		case !q.votesFor(r, c):
			if s.away != q.number {
				s.away = q.number
				away++
			}
		case s.along != q.number && tasks[s.goalKey] < maxOfTask:
			s.along = q.number
			tasks[s.goalKey]++
			along++
		}
	}
	return along, away + q.ended
}

// Bounds of confidence, in 1/10000: nothing is certain.
const (
	leastSure = 1
	mostSure  = 9900
)

// sure is the confidence in a first suggestion, in 1/10000.
func (m *Model) sure(g Grounds) int {
	w := m.First + m.FirstOdds*g.Odds/octave + g.Surprise
	if g.Again {
		w += m.Again
	}
	if g.Elsewhere {
		w += m.Elsewhere
	}
	if g.Never {
		w += m.Never
	}
	w += m.Ways * g.Ways() / octave
	return oddsOf(w)
}

// sureOfOther is the confidence in a suggestion after the first, given the odds
// of its share of all votes.
func (m *Model) sureOfOther(odds int) int {
	return oddsOf(m.Other + m.OtherOdds*odds/octave)
}

// oddsOf is the probability of odds of 2^(w/octave) to one, in 1/10000.
func oddsOf(w int) int {
	yes := exp2(w)
	return max(leastSure, min(mostSure, ratio(yes, yes+one)))
}

// promise gives every ranked candidate its confidence. None is surer than the
// one before it, and what the first leaves over is all there is for the others.
func (q *question) promise(total, doubt uint64) {
	if len(q.ranked) == 0 {
		return
	}
	first := q.ranked[0]
	q.ground = q.grounds(first, total, doubt)
	first.sure = q.model.sure(q.ground)
	if first.sure > Unsure && !q.forThisGoal(first) {
		first.sure, q.ground.Apart = Unsure, true
	}
	most := min(first.sure, promised-first.sure)
	for _, c := range q.ranked[1:] {
		c.sure = min(most, q.model.sureOfOther(log2(c.score)-log2(total-min(total, c.score))))
		most = c.sure
	}
}
