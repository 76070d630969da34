package flow

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Index holds flows in the form in which goals are compared with them.
type Index struct {
	flows []*indexed
	rare  rarity
	words map[string]bool // stems
}

// indexed is a flow with its words.
type indexed struct {
	*types.Flow
	title   []token
	steps   []knownWord // names of the elements that its steps use, and of its fields
	presses []knownWord // those of its buttons, links and the like
	fixed   [][]string  // stems of the objects that it always acts on

	negations int // words of the title that negate something
}

// token is a word of a title, or a parameter in it.
type token struct {
	knownWord
	param   string
	light   bool
	named   bool // it looks like a name
	capital bool // it is written so
	headed
}

// NewIndex reads flows for [Index.Rank].
func NewIndex(flows []*types.Flow) *Index {
	ix := &Index{words: map[string]bool{}}
	for _, f := range flows {
		known := index(f)
		ix.flows = append(ix.flows, known)
		for _, t := range known.title {
			ix.words[t.stem] = true
		}
		for _, w := range known.steps {
			ix.words[w.stem] = true
		}
	}
	ix.rare = rarityOf(ix.flows)
	return ix
}

func index(f *types.Flow) *indexed {
	ix := &indexed{Flow: f, title: titleTokens(order(f.Title)), steps: stepWords(f), presses: pressWords(f)}
	ix.fixed, ix.negations = ix.objects(), negationsIn(ix.title)
	ix.unname()
	return ix
}

// unname takes the mark of a name from words of the title that a flow with a choice does not
// act on, as a duration that a form has anyway: they are no object, and a goal with another
// one may mean the flow. A flow with a target that no text identifies keeps them, because that
// may be the object.
func (f *indexed) unname() {
	clear := slices.ContainsFunc(f.title, func(t token) bool {
		p := paramOf(f.Flow, t.param)
		return p != nil && p.Kind == types.FlowChoice
	})
	texts := f.texts()
	for i := range f.Steps {
		for _, t := range targetsOf(&f.Steps[i]) {
			clear = clear && t.Name+t.TestID+t.Row+t.Under != "" && !capture.IsHidden(t.Name)
		}
	}
	for i := range f.title {
		word := f.title[i].folded
		f.title[i].named = f.title[i].named && !(clear && !slices.ContainsFunc(texts, func(s string) bool { return text.HoldsWords(text.Fold(s), word) }))
	}
}

// texts returns the addresses, elements and values of a flow.
func (f *indexed) texts() []string {
	texts := append([]string{f.Start, f.End.Path}, f.End.Appeared...)
	for i := range f.Steps {
		s := &f.Steps[i]
		for _, t := range targetsOf(s) {
			texts = append(texts, t.Name, t.TestID, t.Row, t.Under, t.Selector)
		}
		texts = append(append(texts, s.Value, s.Screen.Path, s.Expect.Path), s.Expect.Appeared...)
	}
	return texts
}

func targetsOf(s *types.FlowStep) []types.FlowTarget {
	if s.To == nil || s.To.Target == nil {
		return s.Targets
	}
	return append(slices.Clone(s.Targets), *s.To.Target)
}

// objects returns the stems of the objects that a flow always acts on: elements with a name
// as in a title without parameters, and rows of a kind that the title does not name.
func (f *indexed) objects() (all [][]string) {
	add := func(text string, titled bool) {
		var stems []string
		for _, w := range wordsAt(text) {
			stem := stemOf(w.folded)
			if telling(w.folded) && titled == slices.ContainsFunc(f.title, func(t token) bool { return t.param == "" && t.stem == stem }) {
				stems = append(stems, stem)
			}
		}
		if len(stems) > 0 {
			all = append(all, stems)
		}
	}
	for i := range f.Steps {
		for _, t := range f.Steps[i].Targets {
			label := slices.ContainsFunc(f.Params, func(p types.FlowParam) bool { return literal(p.Label) == t.Row })
			if !strings.Contains(t.Row, "{") && !label {
				add(t.Row, false)
			}
			if (t.Role == "link" || t.Role == "" || slices.Contains(listed, t.Role)) && !strings.Contains(f.Title, "{") && slices.Contains(strings.Fields(f.Title), t.Name) {
				add(t.Name, true)
			}
		}
	}
	return all
}

func titleTokens(title string) (out []token) {
	parts, err := parse(title)
	if err != nil {
		return nil
	}
	for i, p := range parts {
		if p.param != "" {
			out = append(out, token{param: p.param})
			continue
		}
		if i > 0 {
			p.literal, _ = counted(p.literal)
		}
		words := wordsAt(p.literal)
		heads := headsOf(p.literal, words, len(out) == 0)
		for i, w := range words {
			named := goalWord{raw: p.literal[w.from:w.to]}.shaped(len(out) == 0)
			named = named && !slices.Contains(acronyms, w.folded)
			capital := len(out) > 0 && unicode.IsUpper([]rune(p.literal[w.from:])[0])
			out = append(out, token{knownWord: wordOf(w.folded), light: lights(w.folded) && !(len(out) > 0 && lettered(p.literal[w.from:w.to])), named: named, capital: capital, headed: heads[i]})
		}
	}
	var stems []string
	for _, t := range out {
		stems = append(stems, t.stem)
	}
	for i, sense := range senses(stems) {
		out[i].sense = sense
	}
	text.Phrases(stems, func(at []int, means []string) { out[at[0]].wider = append(out[at[0]].wider, means...) })
	return out
}

// stepWords returns the distinctive words of the elements that a flow's steps use.
func stepWords(f *types.Flow) (words []knownWord) {
	var seen []string
	add := func(s string) {
		parts, _ := parse(s)
		for _, p := range parts {
			for _, w := range wordsAt(p.literal) {
				if !lights(w.folded) && !slices.Contains(seen, w.folded) {
					seen = append(seen, w.folded)
					words = append(words, wordOf(w.folded))
				}
			}
		}
	}
	for i := range f.Steps {
		for _, t := range f.Steps[i].Targets {
			add(t.Name)
			add(strings.NewReplacer("-", " ", "_", " ").Replace(t.TestID))
		}
		if f.Steps[i].Tool == "type" {
			add(f.Steps[i].Value)
		}
	}
	for _, p := range f.Params {
		add(literal(p.Label))
		add(literal(strings.ReplaceAll(p.Name, "_", " ")))
	}
	return words
}

// confirming are words of buttons that finish any kind of task.
var confirming = strings.Fields("save submit ok yes apply done continue next finish")

// acronyms are kinds of things, although they look like names.
var acronyms = strings.Fields("api url csv pdf json xml html id faq vat iban sms sql rss ssl tls vpn dns qr otp pin ip")

// pressWords returns the distinctive words of the elements that a flow presses.
func pressWords(f *types.Flow) (words []knownWord) {
	for i := range f.Steps {
		if f.Steps[i].Tool != "click" {
			continue
		}
		for _, t := range f.Steps[i].Targets {
			for _, w := range wordsAt(literal(t.Name)) {
				if !lights(w.folded) && !slices.Contains(confirming, w.folded) && !slices.ContainsFunc(words, func(k knownWord) bool { return k.folded == w.folded }) {
					words = append(words, wordOf(w.folded))
				}
			}
		}
	}
	return words
}

// rarity counts the titles that contain a word, and in how many of them it is a name that the flow has no element for.
type rarity struct {
	titles map[string]int
	names  map[string]int
	flows  int
}

func rarityOf(flows []*indexed) rarity {
	r := rarity{map[string]int{}, map[string]int{}, len(flows)}
	for _, f := range flows {
		var seen []string
		texts := text.Fold(strings.Join(f.texts(), "\n"))
		for _, t := range f.title {
			if t.param == "" && !slices.Contains(seen, t.stem) {
				seen = append(seen, t.stem)
				r.titles[t.stem]++
				if t.capital && !text.HoldsWords(texts, t.folded) {
					r.names[t.stem]++
				}
			}
		}
	}
	return r
}

// isSite reports whether a word names the site itself: most titles of several flows have it, and no element of them. A goal
// need not say it, and may.
func (r rarity) isSite(stem string) bool { return r.names[stem] >= 2 && 2*r.names[stem] > r.flows }

func (r rarity) of(stem string) float64 {
	return math.Log(1 + float64(r.flows+1)/float64(r.titles[stem]+1))
}
