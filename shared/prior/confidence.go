package prior

// A candidate's share of all votes decides its rank and whether anything is suggested.
// Confidence is calibrated separately: of suggestions given 0.7, about 70 % shall be the
// action that follows. Confidence is the odds of the share, corrected by a few weights in
// octaves of odds. They were fitted by logistic regression on recorded sessions, and chosen
// by the results on whole sets left out. "calibrate" of eval's TestLab repeats the
// fit and shows these results.
//
// Results: votes are calibrated except for actions that the asker did already, and for doubt
// about a field, because goals differ in the text typed there, not in the field. Votes of a few similar sessions are too confident, and
// doubt about many dissimilar ones is too weak. The numbers of sessions that went on in this
// way and in another one from the asker's position correct both. Twenty further inputs, among
// them the likeness of goals, whether the page shows the element and whether the goal names
// it, predict nothing on sets left out. Sites differ in how much they stay the same between
// runs, more than these weights can measure. So the results of earlier suggestions on a site
// change its confidence, too (surprise).

// typedApart is the divisor for the part of the doubt about a field that counts against it.
const typedApart = 4

// Grounds holds the inputs of a first suggestion's confidence, for fitting its weights.
// Odds and Surprise are in 1/64 octaves.
type Grounds struct {
	Odds     int  // of the share of votes
	Again    bool // the asker has done it as often as most did
	Along    int  // sessions that did it from where the asker stands
	Away     int  // sessions that did something else from there
	Surprise int  // results of earlier first suggestions here
	Bound    int  // of the confidence, in 1/10000 (boundFor)
}

// grounds returns the inputs of the first candidate's confidence.
func (q *question) grounds(c *candidate, total, doubt uint64) Grounds {
	rest := total - min(total, c.score)
	if c.action == actionType {
		rest -= min(rest, doubt-doubt/typedApart)
	}
	along, away := q.goOn(c)
	return Grounds{Odds: log2(c.score) - log2(rest), Again: q.again(c), Along: along, Away: away, Surprise: q.surprise(), Bound: min(q.boundFor(c), q.bound(c))}
}

// Ways returns the ratio of sessions that went a suggestion's way to those that went
// another, in 1/64 octaves. It adds half a session to each for those to come.
func (g Grounds) Ways() int { return log2(uint64(2*g.Along+1)) - log2(uint64(2*g.Away+1)) }

// maxOfTask bounds the sessions of one task that are counted along, because repetitions of
// one task are no evidence for another.
const maxOfTask = 3

// goOn counts the sessions that went on from the asker's position: those that took a
// candidate's action, and those that did something else or ended.
func (q *question) goOn(c *candidate) (along, away int) {
	tasks := map[string]int{}
	for _, r := range q.evidence {
		if q.inPresentRound(r) || !q.follows(r) || !q.here(r) || r.occ < q.done(r.aim, r.action) {
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
	MostSure  = 9900
)

// sure returns the confidence in a first suggestion, in 1/10000.
func (m *Model) sure(g Grounds) int {
	w := m.First + m.FirstOdds*g.Odds/octave + m.Ways*g.Ways()/octave + g.Surprise
	if g.Again {
		w += m.Again
	}
	return min(oddsOf(w), g.Bound)
}

// sureOfOther returns the confidence in a suggestion after the first, given the odds
// of its share of all votes.
func (m *Model) sureOfOther(odds int) int {
	return oddsOf(m.Other + m.OtherOdds*odds/octave)
}

// oddsOf returns the probability for odds of 2^(w/octave) to one, in 1/10000.
func oddsOf(w int) int {
	yes := exp2(w)
	return max(leastSure, min(MostSure, ratio(yes, yes+one)))
}

// promise sets the confidence of every ranked candidate. It never exceeds that of the
// one before it, and the others share the probability that the first leaves.
func (q *question) promise(total, doubt uint64) {
	if len(q.ranked) == 0 {
		return
	}
	first := q.ranked[0]
	q.ground = q.grounds(first, total, doubt)
	first.sure = q.model.sure(q.ground)
	most := min(first.sure, promised-first.sure)
	for _, c := range q.ranked[1:] {
		c.sure = min(most, q.model.sureOfOther(log2(c.score)-log2(total-min(total, c.score))), q.bound(c))
		most = c.sure
	}
}
