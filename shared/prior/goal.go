package prior

import (
	"maps"
	"slices"

	"cairn/shared/text"
)

// Bounds of the goal signal: words of a goal that count, sessions that a single word
// adds (newest first), similar sessions that are followed.
const (
	maxGoal       = 4096 // bytes
	maxGoalWords  = 32
	maxPostings   = 1024
	maxLikeVisits = 10
)

// words returns the distinct stems of a goal's words, in order.
func words(goal string) []string {
	var out []string
	seen := map[string]bool{}
	for _, w := range wordsOf(goal[:min(len(goal), maxGoal)]) {
		if w = text.Stem(w); !seen[w] && len(out) < maxGoalWords {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// widen adds to the words of a goal the synonyms that a page may use, and words with the
// meaning of its phrases: login, for log in.
func widen(wish string, goal []string) []string {
	out := slices.Clone(goal)
	for _, w := range text.ExpandSynonyms(goal)[len(goal):] {
		out = append(out, text.Stem(w))
	}
	all := text.Words(wish[:min(len(wish), maxGoal)])
	all = all[:min(len(all), 2*maxGoalWords)]
	for i := range all {
		all[i] = text.Stem(all[i])
	}
	text.Phrases(all, func(_ []int, means []string) { out = append(out, means...) })
	return out
}

// similarGoals marks every visit whose session's goal shares words with goal, and
// appends them to found. Words count by rarity among the goals of the origin;
// likeness is shared weight over joint weight.
func (o *origin) similarGoals(goal []string, asked uint64, found []*visit) []*visit {
	own := 0
	for _, t := range goal {
		w := o.words[t]
		rare := o.rarityNow(w, asked)
		own += rare
		if w == nil {
			continue
		}
		for i := len(w.visits) - 1; i >= max(0, len(w.visits)-maxPostings); i-- {
			v := w.visits[i]
			if v.asked != asked {
				v.asked, v.shared = asked, 0
				found = append(found, v)
			}
			v.shared += rare
		}
	}
	for _, v := range found {
		joint := own - v.shared
		for _, w := range v.words {
			joint += o.rarityNow(w, asked)
		}
		v.like = 16 * v.shared / max(1, joint)
	}
	return found
}

// liker reports whether v's goal is more like the asker's than o's, or as like and newer.
func (v *visit) liker(o *visit) bool { return v.like > o.like || v.like == o.like && o.before(v) }

// likenessTo returns the likeness of v's goal to the asker's, in sixteenths.
func (v *visit) likenessTo(asked uint64) int {
	if v.asked != asked {
		return 0
	}
	return v.like
}

// rarityNow returns a word's rarity, computed once a page.
func (o *origin) rarityNow(w *word, asked uint64) int {
	if w == nil || w.rated != asked {
		return o.rate(w, asked)
	}
	return w.rare
}

func (o *origin) rate(w *word, asked uint64) int {
	rare := o.rarity(w)
	if w != nil {
		w.rated, w.rare = asked, rare
	}
	return rare
}

// rarity returns the weight of a word: a quarter of an octave for one that every
// goal has, an octave more with every halving of their number.
func (o *origin) rarity(w *word) int {
	have := 0
	if w != nil {
		have = len(w.visits)
	}
	return octave/4 + log2(uint64(64*(len(o.visits)+1)/(have+1))) - log2(64)
}

// fitting marks the sessions of flows that fit the asker's goal as alike, because the fit
// covers parameters and synonyms. It appends those that were not marked yet to found.
func (q *question) fitting(e *Engine, found []*visit) []*visit {
	for _, id := range slices.Sorted(maps.Keys(e.fits)) {
		s, sure := e.sessions[id], e.fits[id]
		if s == nil || s.visits[q.origin] == nil || !(sure >= 0 && sure <= 1) {
			continue
		}
		v := s.visits[q.origin]
		if v.asked != q.look {
			v.asked, v.shared, v.like = q.look, 0, 0
			found = append(found, v)
		}
		v.fitted, v.fits = q.look, int(16*sure)
		v.like = max(v.like, v.fits)
	}
	return found
}
