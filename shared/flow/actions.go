package flow

import (
	"slices"
	"strings"

	"cairn/shared/text"
)

// changing is the stem of the most general verb for a change.
const changing = "chang"

// Certainty that a flow does the action of the goal: by a verb of its title, by the names that
// it presses, or not at all.
const (
	byVerb    = 1.0
	byOther   = 0.9
	byNothing = 0.8
)

// otherAction reports whether the goal clearly names an action, and the flow does another one:
// neither a verb of its title nor the names that it presses are like the goal's verb.
func (r *reading) otherAction(rare rarity) bool {
	said, done := r.actions()
	return r.undoes() || said && done == byNothing && (r.saying().doing == deleting || r.f.saying().doing == deleting || !r.saysRest(rare))
}

// actions reports whether the goal names an action, and how surely the flow does
// it.
func (r *reading) actions() (said bool, done float64) {
	done = byNothing
	for i := range r.words {
		if w := &r.words[i]; w.head && !r.taken[i] && w.quote == 0 {
			said, done = said || w.tells(), max(done, r.does(i))
		}
	}
	return said, done
}

// tells reports whether the first word of a clause names an action.
func (w *goalWord) tells() bool {
	if w.said {
		return !w.wider[changing] // set it to: the object may be anything
	}
	return text.Verb(w.stem) && !slices.Contains(plain, w.folded) && !slices.Contains(framing, w.folded) || undone(w.folded) != ""
}

// undone returns the verb that one with un- reverses, as unlock reverses lock.
func undone(folded string) string {
	if rest, is := strings.CutPrefix(folded, "un"); is && text.Verb(stemOf(rest)) {
		return rest
	}
	return ""
}

// opposites are pairs of verbs that reverse each other without an un-, or do something else with the same thing.
var opposites = [][2]string{{"import", "export"}, {"upload", "download"}, {"borrow", "return"}, {"reserve", "return"}, {"merge", "split"}, {"buy", "sell"}, {"install", "remove"}, {"publish", "withdraw"}, {"send", "forward"}, {"send", "reply"}}

// undoes reports whether a verb of the goal reverses one of the title, or the
// other way round.
func (r *reading) undoes() bool {
	for i := range r.words {
		w := &r.words[i]
		for _, t := range r.f.title {
			if !w.head || !t.head || t.param != "" || r.says(t) {
				continue
			}
			if undone(w.folded) == t.folded || undone(t.folded) == w.folded || slices.ContainsFunc(opposites, func(o [2]string) bool {
				return o[0] == w.folded && o[1] == t.folded || o[1] == w.folded && o[0] == t.folded
			}) {
				return true
			}
		}
	}
	return false
}

// vague are verbs of titles without information about the action.
var vague = strings.Fields("run start place try perform execute")

// does returns how surely the flow does the action of a verb of the goal.
func (r *reading) does(i int) float64 {
	w := &r.words[i]
	for _, t := range r.f.title {
		if t.param == "" && t.head && (max(r.kin(i, t.knownWord), w.wide(t.knownWord)) > 0 || w.means(t.knownWord)) {
			return byVerb
		}
	}
	if slices.ContainsFunc(r.f.presses, func(s knownWord) bool { return max(r.kin(i, s), w.wide(s)) > 0 }) {
		return byOther
	}
	return byNothing
}

// means reports whether a phrase has the meaning of a verb: get rid
// of, for cancel.
func (w *goalWord) means(verb knownWord) bool {
	for stem := range w.wider {
		if w.said && alikeVerbs(stem, verb.stem) {
			return true
		}
	}
	return false
}

// names reports whether the goal has a verb as a noun.
func (r *reading) names(verb knownWord) bool {
	for i := range r.words {
		if !r.taken[i] && r.words[i].near(verb) >= nearKin {
			return true
		}
	}
	return false
}

// saysRest reports whether the goal has all words of the title besides its verbs, and one of
// them distinguishes it from others. If the goal has no verb, one word is enough.
func (r *reading) saysRest(rare rarity) bool {
	verbless := !slices.ContainsFunc(r.f.title, func(t token) bool { return t.head })
	some := false
	for _, t := range r.f.title {
		switch {
		case t.param != "" || t.light || t.head || secondary(t.folded):
		case r.names(t.knownWord):
			if some = some || verbless || rare.titles[t.stem] <= 1; verbless {
				return true
			}
		case !verbless:
			return false
		}
	}
	return some
}

// otherThing reports whether the goal's verb has a kind of thing as its object that is
// unknown to the flow, and not the one behind the title's verb.
func (r *reading) otherThing(m matched) bool {
	for i := range r.words {
		if r.words[i].head && !r.taken[i] && r.words[i].quote == 0 && r.does(i) > byNothing {
			return r.otherBehind(i, m) && !r.sameBehind()
		}
	}
	return false
}

// otherBehind reports whether a word of user interfaces follows a verb of the goal,
// and none that the flow knows.
func (r *reading) otherBehind(verb int, m matched) (other bool) {
	for i := verb + 1; i < len(r.words); i++ {
		w := &r.words[i]
		switch {
		case before(w.folded) || w.phrased:
		case w.light || w.head || r.taken[i] || w.shaped(false):
			return other
		case !r.strange(i, m):
			return false
		default:
			other = other || text.Common(w.stem) || r.site[w.stem]
		}
	}
	return other
}

// sameBehind reports whether the goal has a word for the object of the title's verb, or the
// verb has none.
func (r *reading) sameBehind() bool {
	behind, nothing := false, true
	for _, t := range r.f.title {
		switch {
		case t.head:
			behind = true
		case t.param != "" || t.light && !before(t.folded):
			behind = false
		case behind && !t.light:
			if nothing = false; r.like(t.knownWord) {
				return true
			}
		}
	}
	return nothing
}

// before reports whether a word may come before the name of a thing.
func before(folded string) bool {
	return slices.Contains(determiners, folded) || slices.Contains(newThing, folded)
}

// like reports whether the goal has a word that may stand for another.
func (r *reading) like(to knownWord) bool {
	for i := range r.words {
		if !r.taken[i] && (r.words[i].near(to) > 0 || r.words[i].wide(to) > 0) {
			return true
		}
	}
	return false
}
