package flow

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/capture"
	"cairn/shared/types"
)

// maxGoal bounds how much of a goal is read, in characters.
const maxGoal = 500

// Bind reads the values of a flow's parameters from a goal, beside those that are given,
// which count more. What the goal does not say clearly is missing: it is never guessed.
// A parameter that is given and that the flow does not have is an error.
func Bind(f *types.Flow, goal string, given map[string]string) (values map[string]string, missing []string, err error) {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if paramOf(f, name) == nil {
			return nil, nil, unknownParam(f, name)
		}
	}
	values = map[string]string{}
	if goal != "" {
		values = readGoal(index(f), parseGoal(goal)).values
	}
	maps.Copy(values, given)
	for _, p := range f.Params {
		if _, known := values[p.Name]; !known && !p.Optional {
			missing = append(missing, p.Name)
		}
	}
	return values, missing, nil
}

func unknownParam(f *types.Flow, name string) *types.Error {
	hint := "It takes none."
	if len(f.Params) > 0 {
		var names []string
		for _, p := range f.Params {
			names = append(names, p.Name)
		}
		hint = "It takes " + strings.Join(names, ", ") + "."
	}
	return types.Fault(types.CodeInvalidInput, fmt.Sprintf("flow %s has no parameter %q", f.ID, capture.Clean(name, maxParamName)), hint)
}

// reading is what a goal says of a flow.
type reading struct {
	*goal
	f      *indexed
	values map[string]string
	taken  []bool    // words that are of values
	spans  []stretch // of each token of the title
	exact  bool      // it is the title in other words
	// unclear are parameters whose values could be read in several ways.
	unclear []string
}

// goal is a goal with its words.
type goal struct {
	text   string
	words  []goalWord
	quoted []stretch // of the text
}

// goalWord is a word of a goal.
type goalWord struct {
	word
	lexeme
	raw   string
	stem  string
	quote int // number of the quotation that it stands in, 0 for none
	light bool
}

// shaped reports whether a word looks like a value: an address, a number, a name.
func (w goalWord) shaped(first bool) bool {
	return w.quote > 0 || strings.ContainsFunc(w.raw, unicode.IsDigit) || strings.ContainsAny(w.raw, "@/_") || !first && unicode.IsUpper([]rune(w.raw)[0])
}

// shape is the kind of value that a word looks like.
func (w goalWord) shape() int {
	switch {
	case strings.Contains(w.raw, "@"):
		return 4
	case w.quote > 0:
		return 3
	case strings.ContainsFunc(w.raw, unicode.IsDigit):
		return 2
	}
	return 1
}

// readGoal binds what a goal says: as the title word for word, else by known options,
// then by the words of the title around the parameters, then by their names.
func readGoal(f *indexed, g *goal) *reading {
	r := &reading{goal: g, f: f, values: map[string]string{}, taken: make([]bool, len(g.words))}
	whole := r.byTemplate()
	r.byOptions()
	r.byTitle()
	if !whole {
		r.byNames()
	}
	return r
}

// quotes are the marks that begin a quotation, with those that end it.
var quotes = map[rune]string{'"': `"`, '“': "”", '„': "“”", '«': "»", '`': "`", '‘': "’", '\'': "'", '「': "」"}

// parseGoal takes a goal apart: its words, with the quotations that they stand in.
func parseGoal(text string) *goal {
	text = capture.Clean(text, maxGoal)
	out := &goal{text: text}
	open, ends := -1, ""
	before := ' '
	for i, r := range text {
		switch {
		case open >= 0 && strings.ContainsRune(ends, r) && !wordFollows(text[i+len(string(r)):]):
			out.quoted = append(out.quoted, stretch{open, i})
			open = -1
		case open < 0 && quotes[r] != "" && !letterOrDigit(before):
			open, ends = i+len(string(r)), quotes[r]
		}
		before = r
	}
	for _, w := range wordsAt(text) {
		g := goalWord{word: w, raw: text[w.from:w.to], stem: stemOf(w.folded), lexeme: lexemeOf(w.folded)}
		for n, q := range out.quoted {
			if w.from >= q.from && w.to <= q.to {
				g.quote = n + 1
			}
		}
		g.light = g.quote == 0 && lights(w.folded)
		out.words = append(out.words, g)
	}
	return out
}

// wordFollows reports whether a text begins with a letter or a digit.
func wordFollows(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest != "" && letterOrDigit(r)
}

// take binds a parameter to words of the goal.
func (r *reading) take(name string, from, to int) {
	for i := from; i < to; i++ {
		r.taken[i] = true
	}
	r.values[name] = r.text[r.words[from].from:r.words[to-1].to]
}

// byOptions binds choices of which the goal names exactly one.
func (r *reading) byOptions() {
	for _, p := range r.f.Params {
		if p.Kind != types.FlowChoice || r.bound(p.Name) || slices.Contains(r.unclear, p.Name) {
			continue
		}
		found, from, to := "", 0, 0
		for _, option := range p.Options {
			for i := range r.words {
				of := wordsAt(option)
				if i+len(of) > len(r.words) || len(of) == 0 || len(of) < to-from || !r.begins(i, of) {
					continue
				}
				if found != "" && len(of) == to-from && i != from {
					found, from, to = "", 0, -1 // two are named
					break
				}
				found, from, to = option, i, i+len(of)
			}
		}
		if found != "" && to > from {
			r.take(p.Name, from, to)
			r.values[p.Name] = found
		}
	}
}

func (r *reading) begins(at int, of []word) bool {
	for i := range of {
		if r.taken[at+i] || r.words[at+i].folded != of[i].folded {
			return false
		}
	}
	return true
}

// Costs of reading a goal as a title.
const (
	costLight  = 0.2 // a light word more or less
	costWord   = 1.0 // a telling word more or less
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

// match finds the best reading: for each token the words that it stands for. It is
// exact where no telling word of either is left over.
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
				for k := 1; k <= maxSpan && j+k <= m; k++ {
					if r.value(j, j+k) {
						try(cost[i+1][j+k]+costLength*float64(k), k)
					}
				}
			}
			if j < m {
				try(cost[i][j+1]+lightCost(r.idle(j)), -2)
			}
			if i < n {
				c := lightCost(tokens[i].light)
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
	return spans, exact
}

// bound reports whether a parameter has its value already.
func (r *reading) bound(param string) bool { return r.values[param] != "" }

// idle reports whether a word need not be read: it is light, or a value's.
func (r *reading) idle(j int) bool { return r.taken[j] || r.words[j].light }

func lightCost(light bool) float64 {
	if light {
		return costLight
	}
	return costWord
}

// value reports whether words of the goal may be a value: whole quotations, nothing
// that only refers to something.
func (r *reading) value(from, to int) bool {
	first := r.words[from]
	for i := from; i < to; i++ {
		w := r.words[i]
		if r.taken[i] || w.quote != first.quote || w.quote == 0 && (slices.Contains(referring, w.folded) || to-from > 1 && strings.Contains(w.raw, "@")) {
			return false
		}
	}
	if first.quote == 0 && to-from == 1 && first.light {
		return false
	}
	return first.quote == 0 || (from == 0 || r.words[from-1].quote != first.quote) && (to == len(r.words) || r.words[to].quote != first.quote)
}

// referring are words that refer to something by what the page shows: no value.
var referring = strings.Fields("first last newest latest oldest next previous recent most least cheapest any some all every each another other others same random one ones it them this that these those new old current")

// between is the value of a parameter by what is beside it: all that stands between the
// same words as in the title, where the goal is the title in other words; else only what
// shows by itself where it begins and ends. It is empty where that is not clear.
func (r *reading) between(tokens []token, i int) string {
	s, p := r.spans[i], paramOf(r.f.Flow, tokens[i].param)
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
		if value, ok := r.valueAt(p.Name, from, to); ok {
			return value
		}
		return ""
	}
	value := r.text[r.words[s.from].from:r.words[s.to-1].to]
	if !r.beside(tokens, i) || !r.bounded(p, s, left && right && r.sameWord(tokens, i-1) && r.sameWord(tokens, i+1)) || !r.aloneOf(s) || !fitsParam(p, value) || strings.ContainsAny(value, doubleMarks) {
		return ""
	}
	return value
}

// sameWord reports whether a token of the title is there as it is, or there is none.
func (r *reading) sameWord(tokens []token, i int) bool {
	if i < 0 || i >= len(tokens) {
		return true
	}
	s := r.spans[i]
	return tokens[i].param == "" && s.to > s.from && r.words[s.from].folded == tokens[i].folded
}

// bounded reports whether words show by themselves where a value begins and ends: a
// quotation, an address, a number, the name of something to choose. tight says that
// the words at both ends are those of the title.
func (r *reading) bounded(p *types.FlowParam, s stretch, tight bool) bool {
	first := r.words[s.from]
	if tight || first.quote > 0 || s.to-s.from == 1 && first.shape() > 1 {
		return true
	}
	named := func(i int) bool { return i > 0 && i < len(r.words) && r.words[i].shaped(false) }
	ends := s.to == len(r.words) || strings.ContainsAny(r.text[r.words[s.to-1].to:r.words[s.to].from], ",.;:!?")
	return p.Kind == types.FlowChoice && named(s.from) && named(s.to-1) && !named(s.from-1) && ends
}

// beside reports whether what stands for a parameter is beside the same word as the
// parameter is, articles aside.
func (r *reading) beside(tokens []token, i int) bool {
	s, before := r.spans[i], r.spans[i].from
	for before > 0 && slices.Contains(articles, r.words[before-1].folded) {
		before--
	}
	left := i == 0 && before == 0 || i > 0 && r.spans[i-1].to > r.spans[i-1].from && (r.spans[i-1].to == before || r.spans[i-1].to == s.from)
	return left || i+1 < len(tokens) && r.spans[i+1].from == s.to && r.spans[i+1].to > s.to
}

// nearness is how well a word of the goal stands for one of the title, 0 for not.
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
	return w.near(t.knownWord)
}

var articles = strings.Fields("the a an my our your der die das den dem ein eine einen le la les un une el los las una")

// aloneOf reports whether words look like a value, and no others of the goal that the
// title does not account for look like one of that kind.
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

// byNames binds what stands behind the name of a parameter, and an address of which
// there is one where one parameter asks for one.
func (r *reading) byNames() {
	for _, p := range r.f.Params {
		if r.bound(p.Name) || p.Kind == types.FlowSecret || p.Kind == types.FlowFile {
			continue
		}
		label := wordsAt(strings.ReplaceAll(p.Name, "_", " "))
		found := stretch{}
		several := false
		for i := range r.words {
			if i+len(label) >= len(r.words) || !r.begins(i, label) {
				continue
			}
			from := i + len(label)
			to := from
			for to < len(r.words) && to-from < maxSpan && r.words[to].shaped(false) && r.words[to].quote == r.words[from].quote && !r.taken[to] {
				to++
			}
			if to > from && r.value(from, to) {
				several = several || found.to > 0
				found = stretch{from, to}
			}
		}
		if found.to > 0 && !several && r.bounded(&p, found, false) && fitsParam(&p, r.text[r.words[found.from].from:r.words[found.to-1].to]) {
			r.take(p.Name, found.from, found.to)
		}
	}
	r.theQuoted()
	r.theOnly("email", func(w goalWord) bool { return strings.Contains(strings.Trim(w.raw, "@"), "@") })
}

// theQuoted binds the one quotation to the one parameter that has no value yet.
func (r *reading) theQuoted() {
	open := ""
	for _, p := range r.f.Params {
		if r.bound(p.Name) || p.Kind == types.FlowSecret || p.Kind == types.FlowFile {
			continue
		}
		if open != "" {
			return
		}
		open = p.Name
	}
	found := stretch{}
	for i, w := range r.words {
		if w.quote == 0 || r.taken[i] {
			continue
		}
		if found.to > 0 && found.to != i || found.to == i && i > 0 && r.words[i-1].quote != w.quote {
			return
		}
		if found.to == 0 {
			found.from = i
		}
		found.to = i + 1
	}
	if open != "" && found.to > 0 && !strings.ContainsAny(r.text[r.words[found.from].from:r.words[found.to-1].to], doubleMarks) {
		r.take(open, found.from, found.to)
	}
}

// theOnly binds the one word of a shape to the one parameter that is named for it.
func (r *reading) theOnly(named string, is func(goalWord) bool) {
	var open []string
	for _, p := range r.f.Params {
		if r.values[p.Name] == "" && p.Kind == types.FlowText && slices.ContainsFunc(strings.Split(p.Name, "_"), func(w string) bool { return w == named }) {
			open = append(open, p.Name)
		}
	}
	at, n := 0, 0
	for i, w := range r.words {
		if is(w) && !r.taken[i] {
			at, n = i, n+1
		}
	}
	if len(open) == 1 && n == 1 {
		r.take(open[0], at, at+1)
	}
}
