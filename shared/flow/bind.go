package flow

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// maxGoal bounds the part of a goal that is read, in characters.
const maxGoal = 500

// Bind reads the values of a flow's parameters from a goal. Values in given take precedence.
// A value that the goal does not state clearly is missing, never guessed. A given parameter
// that the flow does not have is an error.
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
	ofDate(f, values)
	for _, p := range f.Params {
		for _, o := range p.Options {
			if strings.EqualFold(o, values[p.Name]) && !slices.Contains(p.Options, values[p.Name]) {
				values[p.Name] = o // the page's spelling
			}
		}
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

// reading holds the values and words of a flow that a goal contains.
type reading struct {
	*goal
	f      *indexed
	values map[string]string
	taken  []bool             // words that belong to values
	chosen map[string]stretch // words of known options, by their parameter
	spans  []stretch          // of each token of the title
	exact  bool               // it is the title in other words
	// unclear are parameters whose values could be read in several ways.
	unclear []string
}

// goal is a goal with its words.
type goal struct {
	text   string
	words  []goalWord
	quoted []stretch       // of the text
	site   map[string]bool // stems of the words of the site's flows
}

// goalWord is a word of a goal.
type goalWord struct {
	word
	lexeme
	raw     string
	stem    string
	quote   int // number of the quotation that contains it, 0 for none
	light   bool
	wider   map[string]bool // stems of words that it may stand for, alone or with the words after it
	sense   []string        // as of knownWord
	said    bool            // it begins a phrase with one meaning
	phrased bool            // it is another word of such a phrase
	headed
}

// shaped reports whether a word looks like a value: an address, a number, a name.
func (w goalWord) shaped(first bool) bool {
	return w.quote > 0 || strings.ContainsFunc(w.raw, unicode.IsDigit) || strings.ContainsAny(w.raw, "@/_") || !first && unicode.IsUpper([]rune(w.raw)[0])
}

// shape returns the kind of value that a word looks like.
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

// readGoal binds values from a goal in four ways: the exact words of the title, known
// options, words of the title around the parameters, and names of parameters. The text in the place of a secret is
// recognized and left out.
func readGoal(f *indexed, g *goal) *reading {
	g = g.verbFirst(f.title)
	r := &reading{goal: g, f: f, values: map[string]string{}, chosen: map[string]stretch{}, taken: make([]bool, len(g.words))}
	whole := r.byTemplate()
	r.byOptions()
	r.byTitle()
	if !whole {
		r.beforeNouns()
		r.byNames()
	}
	r.numbers()
	r.several()
	maps.DeleteFunc(r.values, func(param, _ string) bool { return !r.sayable(param) })
	ofDate(f.Flow, r.values)
	return r
}

// quotes maps the marks that begin a quotation to those that end it.
var quotes = map[rune]string{'"': `"`, '“': "”", '„': "“”", '«': "»", '`': "`", '‘': "’", '\'': "'", '「': "」"}

// parseGoal splits a goal into words, with the quotations that contain them.
func parseGoal(said string) *goal {
	said = order(capture.Clean(said, maxGoal))
	out := &goal{text: said}
	open, ends := -1, ""
	before := ' '
	for i, r := range said {
		switch {
		case open >= 0 && strings.ContainsRune(ends, r) && !wordFollows(said[i+len(string(r)):]):
			out.quoted = append(out.quoted, stretch{open, i})
			open = -1
		case open < 0 && quotes[r] != "" && !text.InWord(before):
			open, ends = i+len(string(r)), quotes[r]
		}
		before = r
	}
	words := wordsAt(said)
	heads := headsOf(said, words, true)
	for i, w := range words {
		g := goalWord{word: w, raw: said[w.from:w.to], stem: stemOf(w.folded), lexeme: lexemeOf(w.folded), headed: heads[i]}
		for n, q := range out.quoted {
			if w.from >= q.from && w.to <= q.to {
				g.quote = n + 1
			}
		}
		g.light = g.quote == 0 && lights(w.folded) && (i == 0 || !lettered(g.raw))
		out.words = append(out.words, g)
	}
	out.widen()
	return out
}

// lettered reports whether a word is a letter written as a name: size S.
func lettered(raw string) bool { return len(raw) == 1 && 'A' <= raw[0] && raw[0] <= 'Z' && raw != "I" }

// wordFollows reports whether a text begins with a letter or a digit.
func wordFollows(rest string) bool {
	r, _ := utf8.DecodeRuneInString(rest)
	return rest != "" && text.InWord(r)
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
				if i+len(of) > len(r.words) || len(of) == 0 || len(of) == 1 && text.Stopword(of[0].folded) || len(of) < to-from || !r.begins(i, of) {
					continue
				}
				if found != "" && len(of) == to-from && i != from {
					found, from, to = "", 0, -1 // two are named
					break
				}
				found, from, to = option, i, i+len(of)
			}
		}
		verb := from == 0 && (len(r.f.title) == 0 || r.f.title[0].param != p.Name) // a verb and not a choice: open, of open and closed
		if found != "" && to > from && !verb {
			r.take(p.Name, from, to)
			r.values[p.Name] = found
			r.chosen[p.Name] = stretch{from, to}
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

// beforeNouns binds the words between an article and the noun that a title has before a parameter: the Oil change service,
// of the service {service}. The first one must look like a name, and no other word of the goal.
func (r *reading) beforeNouns() {
	for i, noun := range r.f.title[:max(len(r.f.title)-1, 0)] {
		t := r.f.title[i+1]
		if t.param == "" || noun.param != "" || noun.light || noun.head || r.bound(t.param) || !r.sayable(t.param) {
			continue
		}
		to := slices.IndexFunc(r.words, func(w goalWord) bool { return w.quote == 0 && w.folded == noun.folded })
		from := to
		for from > 1 && !slices.Contains(articles, r.words[from-1].folded) {
			from--
		}
		if from < 2 || from >= to || slices.ContainsFunc(r.words[from:to], func(w goalWord) bool { return w.light || w.quote > 0 }) || !r.words[from].shaped(false) || !r.value(from, to) {
			continue
		}
		rest := append(slices.Clone(r.words[1:from]), r.words[to:]...)
		if fitsParam(paramOf(r.f.Flow, t.param), r.text[r.words[from].from:r.words[to-1].to]) && !slices.ContainsFunc(rest, func(w goalWord) bool { return w.shaped(false) && w.shape() == r.words[from].shape() }) {
			r.take(t.param, from, to)
		}
	}
}

// byNames binds the words after the name of a parameter. It also binds an address if it is
// the only one and one parameter asks for an address.
func (r *reading) byNames() {
	for _, p := range r.f.Params {
		if r.bound(p.Name) || r.crowded(p.Name) || p.Kind == types.FlowSecret || p.Kind == types.FlowFile {
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

// theOnly binds the only word of a shape to the only parameter with that name.
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
