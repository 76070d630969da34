package flow

import (
	"slices"
	"strings"

	"cairn/shared/types"
)

// Costs of reading a goal as a title.
const (
	costWord   = 1.0 // a word more or less
	costKin    = 1.0 // of another word, by how far it is
	costLength = 0.02
	costUnsaid = 1.5 // a parameter without a value
	maxSpan    = 12  // words of a value
)

// byTitle reads the goal as the title with values in the places of its parameters.
func (r *reading) byTitle() {
	tokens := r.f.title
	r.spans = make([]stretch, len(tokens))
	if !r.readable() {
		return
	}
	r.spans, r.exact = r.match(tokens)
	if !r.exact || !r.complete(tokens, r.spans) {
		r.exchanged(tokens)
	}
	for i, t := range tokens {
		if s, known := r.chosen[t.param]; known && t.param != "" {
			r.spans[i] = s
		}
	}
	for i, t := range tokens {
		if t.param == "" || r.spans[i].to <= r.spans[i].from || r.bound(t.param) || slices.Contains(r.unclear, t.param) {
			continue
		}
		if value := r.between(tokens, i); value != "" {
			r.take(t.param, r.spans[i].from, r.spans[i].to)
			r.values[t.param] = value
		}
	}
}

// stretch is a run of words of the goal.
type stretch struct{ from, to int }

// match finds the best reading: the words of the goal for each token. It is exact if no
// distinctive word of either is left over.
func (r *reading) match(tokens []token) (spans []stretch, exact bool) {
	n, m := len(tokens), len(r.words)
	cost := make([][]float64, n+1)
	step := make([][]int, n+1) // words taken by the token; -1 skips the token, -2 skips a word
	for i := n; i >= 0; i-- {
		cost[i], step[i] = make([]float64, m+1), make([]int, m+1)
		for j := m; j >= 0; j-- {
			if i == n && j == m {
				continue
			}
			best, how := 1e9, 0
			try := func(c float64, h int) {
				if c < best-1e-9 {
					best, how = c, h
				}
			}
			if i < n && j < m && tokens[i].param == "" {
				if near := r.nearness(tokens[i], j); near > 0 {
					try(cost[i+1][j+1]+costKin*(1-near), 1)
				}
			}
			if i < n && tokens[i].param != "" && !r.bound(tokens[i].param) {
				most := maxSpan
				if r.inName(tokens, i) {
					most = 1
				}
				for k := 1; k <= most && j+k <= m; k++ {
					if r.value(j, j+k) {
						try(cost[i+1][j+k]+costLength*float64(k), k)
					}
				}
			}
			if j < m {
				try(cost[i][j+1]+costWord, -2)
			}
			if i < n {
				c := costWord
				switch p := tokens[i].param; {
				case p != "" && r.bound(p):
					c = 0
				case p != "":
					c = costUnsaid
				}
				try(cost[i+1][j]+c, -1)
			}
			cost[i][j], step[i][j] = best, how
		}
	}
	spans, exact = make([]stretch, n), true
	for i, j := 0, 0; i < n || j < m; {
		switch h := step[i][j]; h {
		case -1:
			exact = exact && (tokens[i].light || tokens[i].param != "" && r.bound(tokens[i].param))
			i++
		case -2:
			exact = exact && r.idle(j)
			j++
		default:
			spans[i] = stretch{j, j + h}
			i, j = i+1, j+h
		}
	}
	return spans, r.wholeNames(tokens, spans) && exact
}

// bound reports whether a parameter has its value already.
func (r *reading) bound(param string) bool { return r.values[param] != "" }

// idle reports whether a word need not be matched: it is light, or a part of a value.
func (r *reading) idle(j int) bool { return r.taken[j] || r.words[j].light }

// value reports whether words of the goal may be a value: complete quotations, and no words
// that only refer to something, or join a name to it.
func (r *reading) value(from, to int) bool {
	first := r.words[from]
	for i := from; i < to; i++ {
		w := r.words[i]
		if r.taken[i] || w.quote != first.quote || w.quote == 0 && (slices.Contains(referring, w.folded) || slices.Contains(linking, w.raw) || to-from > 1 && strings.Contains(w.raw, "@")) {
			return false
		}
	}
	if first.quote == 0 && to-from == 1 && first.light {
		return false
	}
	return first.quote == 0 || (from == 0 || r.words[from-1].quote != first.quote) && (to == len(r.words) || r.words[to].quote != first.quote)
}

// referring are words that refer to something by its place on the page, and are no value.
var referring = strings.Fields("first last newest latest oldest next previous recent most least cheapest any some all every each another other others same random one ones it them this that these those new old current")

// between returns the value of a parameter by the words beside it. If the goal is the title
// in other words, the value is the complete text between the same words as in the title.
// Otherwise the value itself must show its beginning and end. It is empty where they are
// unclear.
func (r *reading) between(tokens []token, i int) string {
	s, p := r.spans[i], paramOf(r.f.Flow, tokens[i].param)
	if !r.lead(tokens, i) {
		return ""
	}
	left := i == 0 && s.from == 0 || i > 0 && r.spans[i-1].to > r.spans[i-1].from && r.spans[i-1].to == s.from
	right := i+1 == len(tokens) && s.to == len(r.words) || i+1 < len(tokens) && r.spans[i+1].to > r.spans[i+1].from && r.spans[i+1].from == s.to
	if r.exact && left && right {
		from, to := 0, len(r.text)
		if s.from > 0 {
			from = r.words[s.from-1].to
		}
		if s.to < len(r.words) {
			to = r.words[s.to].from
		}
		value, _ := r.valueAt(p.Name, from, to)
		return value
	}
	value := r.text[r.words[s.from].from:r.words[s.to-1].to]
	if !r.beside(tokens, i) || !r.bounded(p, s, left && right && r.sameWord(tokens, i-1) && r.sameWord(tokens, i+1)) || !r.aloneOf(s) || !fitsParam(p, value) || strings.ContainsAny(value, doubleMarks) {
		return ""
	}
	return value
}

// lead reports whether the words before a parameter are those of no other one: from bay B1, to bay D4.
func (r *reading) lead(tokens []token, i int) bool {
	if i < 2 || tokens[i-1].param != "" || tokens[i-1].light {
		return true
	}
	for at, t := range tokens {
		if at != i-1 && t.param == "" && t.folded == tokens[i-1].folded {
			return r.sameWord(tokens, i-2) && r.spans[i-2].to == r.spans[i-1].from
		}
	}
	return true
}

// sameWord reports whether the goal has a token of the title unchanged, or there is no token.
func (r *reading) sameWord(tokens []token, i int) bool {
	if i < 0 || i >= len(tokens) {
		return true
	}
	s := r.spans[i]
	return tokens[i].param == "" && s.to > s.from && r.words[s.from].folded == tokens[i].folded
}

// bounded reports whether words themselves show where a value begins and ends: a quotation,
// an address, a number, the name of an option. tight reports that the words at both ends are
// those of the title.
func (r *reading) bounded(p *types.FlowParam, s stretch, tight bool) bool {
	first := r.words[s.from]
	if tight || first.quote > 0 || s.to-s.from == 1 && first.shape() > 1 && !r.endsName(s.from) {
		return true
	}
	named := func(i int) bool { return i > 0 && i < len(r.words) && r.words[i].shaped(false) }
	name := named(s.from) && named(s.to-1) && !named(s.from-1)
	ends := s.to == len(r.words) || strings.ContainsAny(r.text[r.words[s.to-1].to:r.words[s.to].from], ",.;:!?")
	return name && (p.Form == types.FormName && (ends || !named(s.to) && !named(s.to+1)) || p.Kind == types.FlowChoice && ends)
}

// endsName reports whether a number is the end of a name that no word of the title is: Kite 7.
func (r *reading) endsName(at int) bool {
	if at < 2 || r.words[at].shape() != 2 || !r.words[at-1].shaped(false) || r.words[at-1].shape() != 1 || strings.TrimSpace(r.text[r.words[at-1].to:r.words[at].from]) != "" {
		return false
	}
	return !slices.ContainsFunc(r.f.title, func(t token) bool { return t.param == "" && r.words[at-1].near(t.knownWord) > 0 })
}

// beside reports whether the words for a parameter follow the same word as the parameter
// does, articles and words as named aside.
func (r *reading) beside(tokens []token, i int) bool {
	s, before := r.spans[i], r.spans[i].from
	for before > 0 && (slices.Contains(articles, r.words[before-1].folded) || slices.Contains(linking, r.words[before-1].folded)) {
		before--
	}
	left := i == 0 && before == 0 || i > 0 && r.spans[i-1].to > r.spans[i-1].from && (r.spans[i-1].to == before || r.spans[i-1].to == s.from)
	return left || i+1 < len(tokens) && r.spans[i+1].from == s.to && r.spans[i+1].to > s.to
}

// nearness returns how well a word of the goal matches one of the title, 0 for not at all.
func (r *reading) nearness(t token, j int) float64 {
	w := r.words[j]
	switch {
	case w.quote > 0 || r.taken[j]:
		return 0
	case w.light && t.light && w.folded != t.folded && joins(w.folded, t.folded):
		return nearRoot
	case w.light != t.light:
		return 0
	}
	if oneSense(w.stem, t.stem, w.sense, t.sense) {
		return max(w.near(t.knownWord), nearKin)
	}
	return w.near(t.knownWord)
}

var articles = strings.Fields("the a an my our your der die das den dem ein eine einen le la les un une el los las una")

// aloneOf reports whether words look like a value, and no other words of the goal outside
// the title look like one of that kind.
func (r *reading) aloneOf(s stretch) bool {
	shape := 0
	for j := s.from; j < s.to; j++ {
		if !r.words[j].shaped(j == 0) {
			return false
		}
		shape = max(shape, r.words[j].shape())
	}
	for j, w := range r.words {
		read := slices.ContainsFunc(r.spans, func(o stretch) bool { return o.from <= j && j < o.to })
		if !read && !r.taken[j] && w.shaped(j == 0) && w.shape() == shape {
			return false
		}
	}
	return true
}
