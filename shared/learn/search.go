package learn

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// The weights of an item's fields, and of a synonym relative to the word itself.
const (
	weightDescription = 3.0
	weightID          = 2.0
	weightSequence    = 1.0
	weightPlace       = 1.0
	synonymShare      = 0.5

	// A draft has worked once and ranks behind confirmed items.
	draftShare = 0.8
	// maxWords bounds the words of a query.
	maxWords = 40

	defaultLimit = 5
	maxLimit     = 20
	maxQuery     = 500 // characters
)

// Hit is a found item.
type Hit struct {
	Item      *types.KBItem
	Relevance float64 // 0 to 1
	Score     float64 // relevance × trust
}

// Search ranks items by relevance times trust (spec 003, open question 4). It omits
// items of other origins and items without a common word. limit 0 means 5.
func (b *Base) Search(query, origin string, limit int) []Hit {
	words := text.Tokenize(query)
	words = words[:min(len(words), maxWords)]
	if len(words) == 0 {
		return nil
	}
	if limit <= 0 {
		limit = defaultLimit
	}
	forms := make([][]string, len(words))
	for i, w := range words {
		forms[i] = stems(text.ExpandSynonyms([]string{w}))
	}
	var hits []Hit
	s := b.state()
	candidates := make([]*types.KBItem, 0, len(s.items))
	for _, item := range s.items {
		if item.Origin == "" || origin == "" || b.siteOf(item.Origin) == b.siteOf(origin) {
			candidates = append(candidates, item)
		}
	}
	rarity := s.rarity(candidates, forms)
	for _, item := range candidates {
		relevance := s.factsOf(item).relevance(forms, rarity)
		if relevance == 0 {
			continue
		}
		score := relevance * item.TrustScore
		if item.Status == StatusDraft {
			score *= draftShare
		}
		hits = append(hits, Hit{item, relevance, score})
	}
	slices.SortStableFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Item.KnowledgeID, b.Item.KnowledgeID))
	})
	hits = hits[:min(len(hits), limit, maxLimit)]
	for i := range hits {
		hits[i].Item = Shown(hits[i].Item)
	}
	return hits
}

// rarity returns the weight of each word of a query: less for a word of many items.
func (s *state) rarity(items []*types.KBItem, forms [][]string) []float64 {
	out := make([]float64, len(forms))
	for i, word := range forms {
		n := 0
		for _, item := range items {
			if f := s.factsOf(item); f.about[word[0]] || f.sequence[word[0]] || f.output[word[0]] {
				n++
			}
		}
		out[i] = math.Log(1 + float64(len(items)+1)/float64(n+1))
	}
	return out
}

// relevance returns the share of the query's words that the item contains, weighted by
// rarity and by the best field that contains them. forms are the words with their
// synonyms.
func (f *facts) relevance(forms [][]string, rarity []float64) float64 {
	fields := []struct {
		words  map[string]bool
		weight float64
	}{{f.description, weightDescription}, {f.id, weightID}, {f.sequence, weightSequence}, {f.place, weightPlace}}
	sum, whole := 0.0, 0.0
	for at, word := range forms {
		best := 0.0
		for i, form := range word {
			share := 1.0
			if i > 0 {
				share = synonymShare
			}
			for _, field := range fields {
				if field.words[form] {
					best = max(best, share*field.weight)
				}
			}
		}
		sum += float64(best * rarity[at]) // the conversion prevents a fused operation, which would round differently
		whole += float64(weightDescription * rarity[at])
	}
	return sum / whole
}

// Answer answers kb_search.
func (b *Base) Answer(req types.KBSearchRequest) (types.KBSearchResult, error) {
	if utf8.RuneCountInString(req.Query) > maxQuery {
		return types.KBSearchResult{}, types.Invalid("the query is longer than 500 characters", "Say the task in a few words.")
	}
	if req.Limit < 0 || req.Limit > maxLimit {
		return types.KBSearchResult{}, types.Invalid("the limit is not from 1 to 20", "Leave it out, or give 1 to 20.")
	}
	origin := text.Origin(req.URL)
	if req.URL != "" && origin == "" {
		return types.KBSearchResult{}, types.Invalid("the url is no address", "Give an address with http:// or https://, or leave it out.")
	}
	result := types.KBSearchResult{Items: []types.KBHit{}}
	var items []*types.KBItem
	for _, h := range b.Search(req.Query, origin, req.Limit) {
		h.Item = b.at(h.Item, origin)
		if slices.ContainsFunc(items, func(better *types.KBItem) bool { return sameRecipe(better, h.Item) }) {
			continue // a duplicate from another address of the site
		}
		items = append(items, h.Item)
		result.Items = append(result.Items, types.KBHit{KnowledgeID: h.Item.KnowledgeID, Description: capture.Clean(h.Item.Description, maxText),
			Relevance: h.Relevance, Trust: h.Item.TrustScore, Score: h.Score, Learnings: len(here(h.Item, origin)), Status: h.Item.Status, Origin: h.Item.Origin})
	}
	if len(items) > 0 {
		result.Text = Format(items, origin) + relatedDocs(items, origin)
	}
	return result, nil
}

// at returns an item in its form for an origin: learnings of other addresses of the same site apply there too.
func (b *Base) at(item *types.KBItem, origin string) *types.KBItem {
	site := b.siteOf(origin)
	if site == origin {
		return item
	}
	moved := func(from string) string {
		if from != "" && b.siteOf(from) == site {
			return origin
		}
		return from
	}
	out := *item
	out.Origin = moved(item.Origin)
	out.KBLearnings = slices.Clone(item.KBLearnings)
	for i := range out.KBLearnings {
		out.KBLearnings[i].Origin = moved(out.KBLearnings[i].Origin)
	}
	return &out
}

// sameRecipe reports whether two distilled items have the same actions for the same goal on
// one origin.
func sameRecipe(a, b *types.KBItem) bool {
	return a.Origin != "" && a.Origin == b.Origin && a.Description == b.Description && slices.Equal(a.ActionSequence, b.ActionSequence)
}
