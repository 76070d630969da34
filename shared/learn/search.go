package learn

import (
	"cmp"
	"slices"

	"cairn/shared/text"
	"cairn/shared/types"
)

// How much the fields of an item say about what it is for, and how much a
// synonym counts beside the word itself.
const (
	weightDescription = 3.0
	weightID          = 2.0
	weightSequence    = 1.0
	weightPlace       = 1.0
	synonymShare      = 0.5

	// A draft has worked once: it stands behind what was confirmed.
	draftShare = 0.8

	defaultLimit = 5
	maxLimit     = 20
)

// Hit is an item that a search found.
type Hit struct {
	Item      *types.KBItem
	Relevance float64 // 0 to 1
	Score     float64 // relevance × trust
}

// Search ranks items by relevance times trust (spec 003, open question 4). An
// item of another origin is left out; nothing in common means no hit. limit 0
// means 5.
func (b *Base) Search(query, origin string, limit int) []Hit {
	words := text.Tokenize(query)
	if len(words) == 0 {
		return nil
	}
	if limit <= 0 {
		limit = defaultLimit
	}
	var hits []Hit
	for _, item := range b.items {
		if item.Origin != "" && origin != "" && item.Origin != origin {
			continue
		}
		relevance := relevanceOf(item, words)
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
	return hits[:min(len(hits), limit, maxLimit)]
}

// relevanceOf is the share of the query's words that the item speaks of, each
// at the weight of the best field that has it.
func relevanceOf(item *types.KBItem, words []string) float64 {
	fields := []struct {
		words  []string
		weight float64
	}{
		{text.Words(item.Description), weightDescription},
		{text.TokenizeIdentifier(item.KnowledgeID), weightID},
		{sequenceWords(item), weightSequence},
		{text.Words(item.UILocation + " " + item.OutputState), weightPlace},
	}
	sum := 0.0
	for _, word := range words {
		best := 0.0
		for i, form := range text.ExpandSynonyms([]string{word}) {
			share := 1.0
			if i > 0 {
				share = synonymShare
			}
			for _, f := range fields {
				if slices.ContainsFunc(f.words, func(w string) bool { return text.Stem(w) == text.Stem(form) }) {
					best = max(best, share*f.weight)
				}
			}
		}
		sum += best
	}
	return sum / (weightDescription * float64(len(words)))
}

func sequenceWords(item *types.KBItem) []string {
	var words []string
	for _, action := range item.ActionSequence {
		words = append(words, text.Words(action)...)
	}
	return words
}
