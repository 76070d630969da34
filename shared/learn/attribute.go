package learn

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// The weights of the evidence that attributes a failure without a kb_source to an
// item. There is no attribution below minConfidence, nor if the second item is less
// than minLead behind.
const (
	partTarget = 0.5 // the item's actions name the target
	partWords  = 0.3 // the item's texts share words with the step's names
	partScreen = 0.2 // the item is about this screen
	partExact  = 0.9 // the item was retrieved, and one of its actions equals this one

	minConfidence = 0.6
	minLead       = 0.15
)

// attributedItem returns the item that a failure is attributed to and the confidence, or
// nil. The result is cached for one state of the items.
func (s *state) attributedItem(sl *failure) (*types.KBItem, float64) {
	if g := &sl.attribution; g.itemsHash != s.itemsHash || s.itemsHash == 0 {
		*g = attribution{itemsHash: s.itemsHash}
		if item, sure := s.attribute(sl.action, sl.retrieved); item != nil {
			g.id, g.confidence = item.KnowledgeID, sure
		}
	}
	return s.byID[sl.attribution.id], sl.attribution.confidence
}

// attribute finds the item that a failed action was probably derived from, with the
// confidence (0 to 1). It returns nil if unsure, because a learning on the wrong item
// does more harm than none. If items were retrieved for the session, it considers
// these only.
func (s *state) attribute(a *stepAction, fetched []string) (*types.KBItem, float64) {
	if a.target == nil {
		return nil, 0
	}
	named := stems(wordsOf(a.target.Name, false, text.Words))
	if len(named) == 0 {
		named = stems(text.TokenizeIdentifier(a.target.TestID))
	}
	screen := stems(wordsOf(a.screen, true, text.TokenizeIdentifier))
	var first *types.KBItem
	best, second := 0.0, 0.0
	for _, item := range s.items {
		if item.Origin != "" && s.siteOf(item.Origin) != s.siteOf(a.origin) {
			continue
		}
		if len(fetched) > 0 && !slices.Contains(fetched, RetrievedID(item)) {
			continue
		}
		score := s.factsOf(item).blame(named, screen)
		if len(fetched) > 0 && slices.ContainsFunc(item.ActionSequence, a.isCall) {
			score = max(score, partExact)
		}
		switch {
		case score > best:
			first, best, second = item, score, best
		case score > second:
			second = score
		}
	}
	if best < minConfidence || best-second < minLead {
		return nil, 0
	}
	return first, best
}

// RetrievedID returns the reference to an item that a session stores: its id, or a
// digest for a recipe, whose id contains the goal and site of another session and must
// be deleted with that.
func RetrievedID(item *types.KBItem) string {
	if item.Status == "" {
		return item.KnowledgeID
	}
	sum := sha256.Sum256([]byte(item.KnowledgeID))
	return types.RecipeDigest + hex.EncodeToString(sum[:8])
}

// isCall reports whether an action of an item equals the step: the same verb on the
// same target, by one of the names that tools accept.
func (a *stepAction) isCall(action string) bool {
	if !strings.HasPrefix(action, verb(a.tool)+"(") {
		return false
	}
	has := func(key, value string) bool {
		return value != "" && strings.Contains(action, fmt.Sprintf("%s=%q", key, value))
	}
	t := a.target
	return has("testId", t.TestID) || has("role", t.Role) && has("name", t.Name) || has("selector", t.Selector)
}

// facts are the stemmed words of an item, for search and attribution.
type facts struct {
	actions  []map[string]bool // one for each
	about    map[string]bool   // description, place, id
	output   map[string]bool
	sequence map[string]bool

	description, id, place map[string]bool
}

// factsCache holds the facts of items by their content.
type factsCache map[string]*facts

// maxFacts bounds the cache, which is cleared beyond it.
const maxFacts = 2 * maxItems

func (c factsCache) of(item *types.KBItem) *facts {
	key := factsKey(item)
	f := c[key]
	if f == nil {
		if len(c) >= maxFacts {
			clear(c)
		}
		f = factsOf(item)
		c[key] = f
	}
	return f
}

// factsKey returns the texts that the facts of an item are derived from.
func factsKey(item *types.KBItem) string {
	return strings.Join([]string{item.KnowledgeID, item.Description, item.UILocation, item.OutputState, strings.Join(item.ActionSequence, "\n")}, "\x00")
}

func factsOf(item *types.KBItem) *facts {
	f := &facts{sequence: map[string]bool{}}
	for _, action := range item.ActionSequence {
		action = strings.Replace(action, ", "+submitted, "", 1) // an argument, not a name
		all := set(wordsOf(action, false, func(s string) []string { return append(text.Words(s), text.TokenizeIdentifier(s)...) }))
		f.actions = append(f.actions, all)
		for w := range all {
			f.sequence[w] = true
		}
	}
	f.description, f.id = set(text.Words(item.Description)), set(text.TokenizeIdentifier(item.KnowledgeID))
	f.place, f.output = set(wordsOf(item.UILocation+" "+item.OutputState, true, text.Words)), set(wordsOf(item.OutputState, true, text.Words))
	f.about = set(slices.Concat(text.Words(item.Description), wordsOf(item.UILocation, true, text.Words), text.TokenizeIdentifier(item.KnowledgeID)))
	return f
}

// wordsOf splits a recorded text; hidden names are represented by their hashes. place
// is set for texts about places, whose parts may be hidden.
func wordsOf(s string, place bool, split func(string) []string) []string {
	clear, hashes := capture.HiddenIn(s, place)
	words := split(clear)
	for _, hash := range hashes {
		words = append(words, "#"+hash)
	}
	return words
}

// blame returns how well an item fits a failure, 0 to 1. One of its actions must
// contain the target's name.
func (f *facts) blame(named, screen []string) float64 {
	if len(named) == 0 || !slices.ContainsFunc(f.actions, func(action map[string]bool) bool { return share(named, action) == 1 }) {
		return 0
	}
	score := partTarget + float64(partWords*share(named, f.about))
	if len(screen) > 0 {
		score += float64(partScreen * max(share(screen, f.about), share(screen, f.output)))
	}
	return score
}

// share returns the fraction of words that are in a set.
func share(words []string, in map[string]bool) float64 {
	n := 0
	for _, w := range words {
		if in[w] {
			n++
		}
	}
	return float64(n) / float64(len(words))
}

func stems(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = text.Stem(w)
	}
	return out
}

func set(words []string) map[string]bool {
	out := make(map[string]bool, len(words))
	for _, w := range words {
		out[text.Stem(w)] = true
	}
	return out
}
