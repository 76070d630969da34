package flow

import (
	"slices"
	"strings"

	"cairn/shared/text"
)

// class is a kind of action, with its general verbs, its special ones, and those that are of
// this kind before something new: open a ticket.
type class struct{ general, special, begins []string }

// classes are the kinds of actions in goals. A verb in two of them is weak evidence.
var classes = []class{
	{stems("show view display see list find look open read check search"), stems("filter browse inspect print lookup get fetch retrieve"), nil},
	{stems("create add new make"), stems("compose write insert draft register file schedule record post note log jot"), stems("open start begin place put send set")},
	{stems("change update edit modify set adjust alter switch"), stems("rename move file raise lower increase decrease reduce reschedule postpone resize correct fix revise replace renew rotate"), nil},
	{stems("delete remove erase"), stems("cancel discard clear drop revoke purge trash unassign uninstall terminate"), nil},
}

func stems(words string) []string {
	out := strings.Fields(words)
	for i, w := range out {
		out[i] = text.Stem(w)
	}
	return out
}

// nearVerb is the nearness of two verbs of one class.
const nearVerb = 0.6

// doing returns the classes of words, as bits, and those of their general verbs.
func doing(words []string) (of uint) {
	for i, c := range classes {
		if slices.ContainsFunc(words, c.has) {
			of |= 1 << i
		}
	}
	return of
}

func (c class) has(stem string) bool {
	return slices.Contains(c.general, stem) || slices.Contains(c.special, stem)
}

// alikeVerbs reports whether two stems are verbs of one class, at least one of them
// general.
func alikeVerbs(a, b string) bool {
	return slices.ContainsFunc(classes, func(c class) bool {
		return c.has(a) && c.has(b) && (slices.Contains(c.general, a) || slices.Contains(c.general, b))
	})
}

// contrary reports whether goals have different actions, by the classes of their verbs.
func contrary(a, b uint) bool { return a&b == 0 && a != 0 && b != 0 }

// Words that demand a state, or its opposite.
var (
	makesSo  = strings.Fields("on enable activate unblock unmute unlock unfreeze show approve accept allow grant reopen raise increase assign")
	undoesIt = strings.Fields("off disable deactivate block mute lock freeze hide reject deny decline revoke close lower decrease reduce unassign spam without not don't dont never no nicht kein keine sans ne pas no sin")
)

// The same words as stems.
var makesSoStems, undoesItStems = stems(strings.Join(makesSo, " ")), stems(strings.Join(undoesIt, " "))

// switching are verbs that set a state together with on.
var switching = strings.Fields("turn switch set put")

// polarity returns 1 where words demand a state, -1 where they demand its opposite, 0 where
// they do neither or both.
func polarity(words []string) int {
	switches := slices.ContainsFunc(words, func(w string) bool { return slices.Contains(switching, w) })
	so, not := false, false
	for i, w := range words {
		behind := i+1 < len(words) && !lights(words[i+1]) && (i == 0 || !slices.Contains(switching, words[i-1]))
		if w == "on" && (!switches || behind) {
			continue // put it on the list
		}
		so, not = so || slices.Contains(makesSo, w), not || slices.Contains(undoesIt, w)
	}
	switch {
	case so && !not:
		return 1
	case not && !so:
		return -1
	}
	return 0
}

// says holds the kind and the polarity of an action.
type says struct {
	doing    uint
	polarity int
}

// saidWord is a word of a goal or a title that is no value.
type saidWord struct {
	folded, stem string
	headed
}

// Bits of some of the classes, as doing returns them.
const (
	showing  = 1 << 0
	creating = 1 << 1
	deleting = 1 << 3
)

// sayingOf returns the action in words: from the verbs that clauses begin with, from phrases,
// and from any word that states a deletion.
func sayingOf(words []saidWord) (s says) {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = w.stem
	}
	meant := make([][]string, len(words)) // by phrases that begin there
	within := make([]bool, len(words))    // a phrase that has another meaning
	text.Phrases(stems, func(at []int, means []string) {
		meant[at[0]] = append(meant[at[0]], means...)
		for _, i := range at {
			within[i] = within[i] || !(slices.Contains(makesSoStems, means[0]) || slices.Contains(undoesItStems, means[0]))
		}
	})
	var said []string
	first, loose := true, false
	for i, w := range words {
		if !within[i] {
			said = append(said, w.folded)
		}
		was := s.doing
		switch of := doing([]string{w.stem}); {
		case meant[i] != nil:
			if of := doing(meant[i]); of&(of-1) == 0 { // otherwise it is ambiguous
				s.doing |= of
			}
		case w.head && w.begins && (of&creating != 0 || slices.Contains(classes[1].begins, w.stem)):
			s.doing |= creating
		case w.head && (!slices.Contains(plain, w.folded) || w.folded == "set" && slices.ContainsFunc(words[i:], isTo)):
			s.doing |= of
		default:
			s.doing |= of & deleting
		}
		loose = loose || w.head && first && s.doing == was
		first = first && !w.head
	}
	if loose {
		s.doing &= deleting // the rest may be a part of it
	}
	if len(words) > 0 && slices.Contains(asking, words[0].folded) {
		s.doing |= showing
	}
	s.polarity = polarity(said)
	return s
}

// isTo reports whether a word comes before what something is set to: to set the date to May is a change, to set one off is not.
func isTo(w saidWord) bool { return w.folded == "to" }

// against reports whether two texts have opposite or different actions.
func (s says) against(o says) bool { return s.polarity*o.polarity < 0 || contrary(s.doing, o.doing) }

// saying returns the action of the goal, without its values.
func (r *reading) saying() says {
	var words []saidWord
	for i, w := range r.words {
		if !r.taken[i] && w.quote == 0 {
			words = append(words, saidWord{w.folded, w.stem, w.headed})
		}
	}
	return sayingOf(words)
}

// saying returns the action of the title. A vague verb leaves it to the names that the flow
// presses: to try the request is to get a stone, or to delete one.
func (f *indexed) saying() says {
	var words []saidWord
	clear := false
	for _, t := range f.title {
		if t.param == "" {
			words = append(words, saidWord{t.folded, t.stem, t.headed})
			clear = clear || t.head && !slices.Contains(vague, t.folded)
		}
	}
	s := sayingOf(words)
	if s.doing == 0 && !clear {
		for _, w := range f.presses {
			s.doing |= doing([]string{w.stem})
		}
	}
	return s
}
