package flow

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Nearness of words that replace one another in some applications, and the weight of the
// title's share beside that of the goal's words.
const (
	nearWide   = 0.6
	byTitleToo = 0.4
	bySecond   = 0.4 // weight of a word that may be missing on either side
)

// widen adds to the words of a goal the words that they may stand for, alone or with the
// words after them.
func (g *goal) widen() {
	stems := make([]string, len(g.words))
	for i := range g.words {
		w := &g.words[i]
		w.wider = map[string]bool{}
		if w.quote > 0 {
			continue
		}
		stems[i] = w.stem
		if w.light && !w.head {
			continue
		}
		for _, root := range append(text.Roots(w.stem), w.stem) {
			for _, kin := range text.Wider(root) {
				w.wider[kin] = true
			}
		}
		if w.head {
			for _, kin := range append(text.MayMean(w.stem), text.Meant(w.stem)...) {
				w.wider[kin] = true
			}
		}
	}
	if len(g.words) > 0 && slices.Contains(asking, g.words[0].folded) {
		g.words[0].said = true
		for _, stem := range classes[0].general {
			g.words[0].wider[stem] = true
		}
	}
	for i := range g.words {
		if slices.Contains(wholeKind, g.words[i].folded) {
			g.words[i].wider[text.Stem("list")] = true
		}
	}
	for i, sense := range senses(stems) {
		g.words[i].sense = sense
	}
	text.Phrases(stems, func(at []int, means []string) {
		first := &g.words[at[0]]
		first.said = true
		for _, i := range at[1:] {
			g.words[i].phrased = true
		}
		first.head = first.head || text.Verb(means[0])
		for _, stem := range means {
			first.wider[stem] = true
		}
	})
}

// wholeKind are words that ask for many things of a kind.
var wholeKind = strings.Fields("all every each")

// wide returns the nearness of a word of the goal to one of a flow in the widest sense of
// both.
func (w *goalWord) wide(to knownWord) float64 {
	if w.wider[to.stem] {
		return nearWide
	}
	for _, stem := range to.wider {
		if w.lexeme[stem] > 0 {
			return nearWide
		}
	}
	return 0
}

// likens holds the nearness of each word of a goal to a flow, and the share of the flow's
// title in the goal.
type likens struct {
	words []float64
	title float64
}

// liken returns how much of a flow a goal has, each word in its widest sense.
func (r *reading) liken(rare rarity) (l likens) {
	l.words = make([]float64, len(r.words))
	near := make([][]float64, len(r.words))
	for i := range r.words {
		w := &r.words[i]
		if r.taken[i] || w.light && !w.said && !w.head {
			continue
		}
		near[i] = make([]float64, len(r.f.title))
		for at, t := range r.f.title {
			if t.param == "" && (!t.light || len(t.wider) > 0) {
				near[i][at] = max(r.kin(i, t.knownWord), w.wide(t.knownWord))
				l.words[i] = max(l.words[i], near[i][at])
			}
		}
		for _, s := range r.f.steps {
			l.words[i] = max(l.words[i], inSteps*w.near(s), inSteps*w.wide(s))
		}
	}
	for i := range r.words {
		if r.ofKind(i) {
			l.words[i] = max(l.words[i], asValue)
		}
	}
	for _, s := range r.chosen {
		for i := s.from; i < s.to; i++ {
			l.words[i] = asValue
		}
	}
	named, all := 0.0, 0.0
	for at, best := range r.pair(near).title {
		t := r.f.title[at]
		if t.param != "" || t.light {
			continue
		}
		weight := rare.of(t.stem)
		if secondary(t.folded) {
			weight *= bySecond
		}
		named += float64(best * weight)
		all += weight
	}
	l.title = ratio(named, all)
	return l
}

// Words in the names of fields for numbers and for addresses.
var (
	forNumbers   = strings.Fields("id number no nr amount price quantity qty count age year port speed rate hours days minutes size weight")
	forAddresses = strings.Fields("email e-mail to recipient cc")
)

// ofKind reports whether a word of the goal is a value of the kind that a parameter's name
// asks for.
func (r *reading) ofKind(i int) bool {
	names := forNumbers
	switch w := &r.words[i]; {
	case w.shape() == 4:
		names = forAddresses
	case strings.ContainsFunc(w.raw, unicode.IsLetter) || w.shape() != 2:
		return false
	}
	return slices.ContainsFunc(r.f.Params, func(p types.FlowParam) bool {
		return slices.ContainsFunc(wordsAt(strings.ReplaceAll(p.Name, "_", " ")+" "+p.Label), func(w word) bool { return slices.Contains(names, w.folded) })
	})
}

// resemblances returns, for each reading, how much of the goal belongs to that flow and not to
// the others, from 0 to 1. Words that no flow knows are no evidence.
func resemblances(readings []*reading, rare rarity) []float64 {
	if len(readings) == 0 {
		return nil
	}
	var likes []likens
	for _, r := range readings {
		likes = append(likes, r.liken(rare))
	}
	out := make([]float64, len(readings))
	sumOf := 0.0
	for i, w := range readings[0].words {
		sum, best := 0.0, 0.0
		for _, l := range likes {
			sum += l.words[i]
			best = max(best, l.words[i])
		}
		if best == 0 {
			continue
		}
		weight := math.Log(1 + float64(len(likes)+1)/float64(sum+0.5))
		if secondary(w.folded) && !w.said {
			weight *= bySecond
		}
		sumOf += float64(weight * best)
		for f, l := range likes {
			out[f] += float64(weight * l.words[i])
		}
	}
	for f, l := range likes {
		share := 0.0
		if sumOf > 0 {
			share = out[f] / sumOf
		}
		_, done := readings[f].actions()
		out[f] = done * (float64(share*(1-byTitleToo)) + float64(l.title*byTitleToo))
		if share == 0 {
			out[f] = 0
		}
	}
	return out
}
