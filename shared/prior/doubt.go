package prior

import "slices"

// What sessions with quite another goal did here is no evidence for more than
// the way that both share. However often they did it, their votes for a target
// call up votes for what memory has not seen: doubt. It grows with how unlike
// the goals are and with the room that the page leaves for parting, and shrinks
// when several goals went the same way. Doubt falls to the elements that the
// asker's goal names, the rest of it to nothing at all.

// Bounds of doubt.
const (
	alikeEnough = 8  // sixteenths of joint words from which on goals are not unlike
	fullRoom    = 16 // other things to act on that leave all room for parting
	rareEnough  = 3  // octaves that a word of a goal weighs at most
	maxGoals    = 4  // how many goals that went the same way are told apart
	minApart    = 8  // sixteenths of a name that the asker's goal must have of its own
)

// Whatever the goal, sessions begin alike: the door, the consent, the field to
// search by. What share of the doubt holds grows with the way, in sixteenths.
const (
	doubtAtStart = 4
	doubtPerMove = 6
	wholeDoubt   = 16
)

// unlike is how unlike the goals of the asker and of v's session are, in
// sixteenths: 0 when either has none. A goal's values (an amount, a name) differ
// from run to run, so that half of the words in common are enough, and numbers
// do not count.
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

// readGoal marks the words that the asker's goal has, or means, and weighs it.
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

// content is the weight of a goal's word when goals are held against each
// other: an octave for one that every goal has, rareEnough for those of one in
// four and fewer. A few sessions do not say how rare a word is.
// The asker's own goal is not among those that it is held against.
func (q *question) content(text string) int {
	if w := q.origin.words[text]; w != nil {
		return q.contentOf(w)
	}
	return q.contentBy(text, 0)
}

// contentOf is the same of a word that is known, reckoned once a page.
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

// doubt is the share of r's vote that goes to what memory has not seen, on top
// of it, in 1/256: more than a whole one when the goals have nothing in common.
func (q *question) doubt(r *record) uint64 {
	if len(q.goal) == 0 || r.session == q.trail.session {
		return 0
	}
	unlike := q.unlike(r.visit)
	mine, theirs := q.naming(r.form, q.mine(r.form)), q.foreign(r.form, r.named)
	apart := max(unlike*unlike/16*(16-mine)/16, min(16, 3*theirs))
	far := min(wholeDoubt, doubtAtStart+doubtPerMove*q.trail.length)
	return uint64(q.model.Doubt * apart * q.room() / 16 * far / wholeDoubt)
}

// foreign is how far the words of another goal that the asker's lacks name a
// form, in sixteenths. That all goals so far have such a word makes it the more
// telling.
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

// room is how much the page leaves to choose from, in sixteenths: on a page
// with a field and a button all go the same way.
func (q *question) room() int {
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

// doubtOf is the doubt that a candidate's votes call up, given its standing:
// a quarter when two goals went this way, a ninth when three did.
func (c *candidate) doubtOf(standing uint64) uint64 {
	n := uint64(max(1, c.went))
	return mulVote(c.doubt, standing) / (n * n)
}

// noteGoal tells apart the goals that went a candidate's way.
func (c *candidate) noteGoal(key string) {
	if key == "" || c.went == maxGoals || slices.Contains(c.goals[:c.went], key) {
		return
	}
	c.goals[c.went] = key
	c.went++
}

// settle gives the doubt to those that the asker's goal names by words that
// other goals lack, each by how far it does. What the asker did already is not
// what it still looks for. It returns what is left of the doubt.
func (q *question) settle(list []*candidate, doubt uint64) (left uint64) {
	all := 0
	left = doubt
	for _, c := range list {
		if c.best != nil {
			c.named = 0
			if c.listed && q.done(c.target, c.action) == 0 {
				if c.named = q.apartBy(c.best.form); c.stands != nil {
					c.named = 16 // the goal's own words are what it is found by
				}
			}
		}
		if c.named < minApart {
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

// apartBy is how far the asker's goal names a form by words of its own.
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
