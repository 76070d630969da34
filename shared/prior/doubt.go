package prior

import "slices"

// Sessions with quite another goal are evidence only for the way that both goals share.
// However many there are, their votes for a target also add votes for actions unknown to
// memory: doubt. Doubt grows with the difference between the goals and with the number of
// other choices on the page. It shrinks when several goals went the same way. Doubt is
// assigned to the elements that the asker's goal names, and the rest of it to no element.

// Bounds of doubt.
const (
	alikeEnough = 8  // sixteenths of joint words from which goals count as alike
	fullRoom    = 16 // other things to act on from which the room for parting is full
	rareEnough  = 3  // octaves: the highest weight of a word of a goal
	maxGoals    = 4  // how many goals that went the same way are distinguished
	minApart    = 8  // sixteenths of a name that only the asker's goal must have
)

// Sessions begin alike whatever their goals: the login, the consent, the search field. So
// the share of the doubt that applies grows with the length of the way, in sixteenths.
const (
	doubtAtStart = 4
	doubtPerMove = 6
	wholeDoubt   = 16
)

// unlike returns the difference between the goals of the asker and of v's session, in
// sixteenths, and 0 when either has none. A goal's values (an amount, a name) differ
// from run to run. So half of the words in common are enough, and numbers do not
// count.
func (q *question) unlike(v *visit) int {
	if len(q.goal) == 0 || len(v.words) == 0 || v.session == q.trail.session {
		return 0
	}
	if v.compared == q.look {
		return v.unlike
	}
	v.compared = q.look
	shared, theirs := 0, 0
	for _, w := range v.words {
		if w.numeric {
			continue
		}
		weight := q.contentOf(w)
		theirs += weight
		if w.asked == q.look {
			shared += weight
		}
	}
	joint := theirs + max(0, q.weight-shared)
	v.unlike = 16 - min(16, 16*16/alikeEnough*shared/max(1, joint))
	return v.unlike
}

// readGoal marks the words that the asker's goal has or means, and computes its weight.
func (q *question) readGoal() {
	for _, text := range q.named {
		if w := q.origin.words[text]; w != nil {
			w.asked = q.look
		}
	}
	for _, text := range q.goal {
		if !numeric(text) {
			q.weight += q.content(text)
		}
	}
}

// content returns the weight of a goal's word for comparing goals: an octave for a word
// that every goal has, up to rareEnough for one that a quarter or fewer have. A few
// sessions are too few to estimate how rare a word is. The asker's goal is not counted
// among those that it is compared with.
func (q *question) content(text string) int {
	if w := q.origin.words[text]; w != nil {
		return q.contentOf(w)
	}
	return q.contentBy(text, 0)
}

// contentOf returns the same for a known word, computed once a page.
func (q *question) contentOf(w *word) int {
	if w.weighed != q.look {
		w.weighed, w.content = q.look, q.contentBy(w.text, len(w.visits))
	}
	return w.content
}

func (q *question) contentBy(text string, visits int) int {
	have, goals := 1+visits, len(q.origin.visits)+1
	if s := q.trail.session; s != nil && s.visits[q.origin] != nil {
		goals--
		if slices.Contains(s.goal, text) {
			have--
		}
	}
	return min(rareEnough*octave, octave+log2(uint64(64*goals/have))-log2(64))
}

func numeric(word string) bool {
	for _, r := range word {
		if r >= '0' && r <= '9' {
			return true
		}
	}
	return false
}

// doubt returns the share of r's vote that is added for actions unknown to memory, in
// 1/256. It exceeds a whole vote when the goals have nothing in common.
func (q *question) doubt(r *record) uint64 {
	if len(q.goal) == 0 || r.session == q.trail.session {
		return 0
	}
	unlike := q.unlike(r.visit)
	mine, theirs := q.naming(r.form, q.mine(r.form)), q.foreign(r.form, r.named)
	apart := max(unlike*unlike/16*(16-mine)/16, min(16, 3*theirs))
	far := min(wholeDoubt, doubtAtStart+doubtPerMove*q.trail.length)
	return uint64(q.model.Doubt * apart * q.choices() / 16 * far / wholeDoubt)
}

// foreign returns, in sixteenths, how far words of another goal that the asker's goal lacks
// name a form. It does not discount a word that all goals so far have, because its absence
// from the asker's goal is stronger evidence.
func (q *question) foreign(f *form, named uint16) int {
	mask := named &^ q.mine(f)
	if mask == 0 {
		return 0
	}
	part, all := 0, 0
	for i, w := range f.parts {
		weight := q.origin.tellingName(w)
		all += weight
		if mask&(1<<i) != 0 {
			part += weight
		}
	}
	return 16 * part / max(1, all)
}

// choices returns how many choices the page offers, in sixteenths. On a page with a field and
// a button all sessions go the same way.
func (q *question) choices() int {
	if q.choice < 0 {
		n := 0
		for i := range q.obs.A11y.Nodes {
			if node := &q.obs.A11y.Nodes[i]; n < fullRoom && node.Name != "" && !node.Disabled && !passive(node.Role) {
				n++
			}
		}
		n = max(n, min(fullRoom, len(q.view.testIDs)))
		q.choice = 16 * max(0, log2(uint64(n))-octave) / (log2(fullRoom) - octave)
	}
	return q.choice
}

// doubtOf returns the doubt that a candidate's votes cause, given its standing:
// a quarter when two goals went this way, a ninth when three did.
func (c *candidate) doubtOf(standing uint64) uint64 {
	n := uint64(max(1, c.went))
	return mulVote(c.doubt, standing) / (n * n)
}

// noteGoal records a goal that went a candidate's way, each different goal once.
func (c *candidate) noteGoal(key string) {
	if key == "" || c.went == maxGoals || slices.Contains(c.goals[:c.went], key) {
		return
	}
	c.goals[c.went] = key
	c.went++
}

// settle gives doubt to candidates that the asker's goal names by words which other goals
// lack. Each share grows with how far the goal names it. Actions that the asker did already
// get none, because it does not repeat them, nor does the button of an empty form. settle
// returns the rest.
func (q *question) settle(list []*candidate, doubt uint64) (left uint64) {
	all := 0
	left = doubt
	for _, c := range list {
		if c.best != nil {
			c.named = 0
			if c.listed && q.done(c.target, c.action) == 0 {
				if c.named = q.apartBy(c.best.form); c.replacement != nil {
					c.named = 16 // it was found by the goal's words
				}
			}
		}
		if c.named < minApart || c.best != nil && q.tooEarly(c) {
			c.named = 0
		}
		all += c.named
	}
	for _, c := range list {
		if c.named > 0 {
			part := doubt / 16 * uint64(c.named) / uint64(all) * uint64(c.named)
			c.score += part
			left -= min(left, part)
		}
	}
	return left
}

// apartBy returns how far the asker's goal names a form by words that other goals lack.
func (q *question) apartBy(f *form) int {
	mask := q.mine(f)
	part, all := 0, 0
	for i, w := range f.parts {
		weight := q.origin.tellingName(w)
		all += weight
		if mask&(1<<i) != 0 {
			part += weight * q.content(w.text) / q.content("")
		}
	}
	return 16 * part / max(1, all)
}

// tooEarly reports whether a candidate's uses all followed text that was typed on this screen,
// where the asker has typed none: it is the button of a form that is still empty.
func (q *question) tooEarly(c *candidate) bool {
	if last := q.trail.last; last != nil && last.action == actionType && q.here(last) {
		return false
	}
	uses := q.usesOf(c)
	return len(uses) > 0 && !slices.ContainsFunc(uses, func(r *record) bool {
		return r.prev == nil || r.prev.action != actionType || !q.here(r) || !q.here(r.prev) || q.done(r.prev.aim, actionType) > 0
	})
}
