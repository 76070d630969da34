package flow

import (
	"math"
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// Index holds flows as goals are compared with them.
type Index struct {
	flows []*indexed
	rare  rarity
}

// indexed is a flow with its words.
type indexed struct {
	*types.Flow
	title []token
	steps []knownWord // names of what its steps use, and of its fields
}

// token is a word of a title, or a parameter in it.
type token struct {
	knownWord
	param string
	light bool
	named bool // it looks like the name of something
}

// NewIndex reads flows for [Index.Rank].
func NewIndex(flows []*types.Flow) *Index {
	ix := &Index{}
	for _, f := range flows {
		ix.flows = append(ix.flows, index(f))
	}
	ix.rare = rarityOf(ix.flows)
	return ix
}

func index(f *types.Flow) *indexed {
	return &indexed{Flow: f, title: titleTokens(f.Title), steps: stepWords(f)}
}

func titleTokens(title string) (out []token) {
	parts, err := parse(title)
	if err != nil {
		return nil
	}
	for _, p := range parts {
		if p.param != "" {
			out = append(out, token{param: p.param})
			continue
		}
		for _, w := range wordsAt(p.literal) {
			named := goalWord{raw: p.literal[w.from:w.to]}.shaped(len(out) == 0)
			out = append(out, token{knownWord: wordOf(w.folded), light: lights(w.folded), named: named})
		}
	}
	var stems []string
	for _, t := range out {
		stems = append(stems, t.stem)
	}
	text.Phrases(stems, func(from int, means []string) { out[from].wider = append(out[from].wider, means...) })
	return out
}

// stepWords are the telling words of what a flow's steps use.
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

// rarity is how much a word tells flows apart.
type rarity struct {
	titles map[string]int
	flows  int
}

func rarityOf(flows []*indexed) rarity {
	r := rarity{map[string]int{}, len(flows)}
	for _, f := range flows {
		var seen []string
		for _, t := range f.title {
			if t.param == "" && !slices.Contains(seen, t.stem) {
				seen = append(seen, t.stem)
				r.titles[t.stem]++
			}
		}
	}
	return r
}

func (r rarity) of(stem string) float64 {
	return math.Log(1 + float64(r.flows+1)/float64(r.titles[stem]+1))
}
