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

// How a failure without a kb_source finds the item that is to blame. Nothing is
// said below surest, nor when two items fit about equally well.
const (
	partTarget = 0.5 // the item's actions name the target
	partWords  = 0.3 // the item speaks of what the step's names speak of
	partScreen = 0.2 // the item is about this screen
	partNear   = 0.4 // the steps around it were derived from the item
	partExact  = 0.9 // the item was retrieved, and one of its actions is just this one

	surest  = 0.6
	outdoes = 0.15
)

// guess is the item that a slip is laid to, and how sure that is; nil where it
// is not. It is worked out once for a set of items.
func (s *sum) guess(sl *slip) (*types.KBItem, float64) {
	if g := &sl.guess; g.shape != s.shape || s.shape == 0 {
		*g = guess{shape: s.shape}
		if item, sure := s.attribute(sl.act, sl.near, sl.fetched); item != nil {
			g.id, g.sure = item.KnowledgeID, sure
		}
	}
	return s.byID[sl.guess.id], sl.guess.sure
}

// attribute guesses which item a failed act was derived from, and how sure the
// guess is (0 to 1). It is nil when it is not sure: a learning on the wrong item
// does more harm than none. Where items were retrieved for the session, it was one
// of these.
func (s *sum) attribute(a *act, near, fetched []string) (*types.KBItem, float64) {
	if a.target == nil {
		return nil, 0
	}
	named := stems(wordsOf(a.target.Name, false, text.Words))
	if len(named) == 0 {
		named = stems(text.TokenizeIdentifier(a.target.TestID))
	}
	if len(named) == 0 && len(fetched) == 0 {
		return nil, 0
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
		score := s.factsOf(item).blame(named, screen, slices.Contains(near, item.KnowledgeID))
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
	if best < surest || best-second < outdoes {
		return nil, 0
	}
	return first, best
}

// RetrievedID is what a session keeps of an item that was retrieved for it: the id,
// and of a recipe a digest. A recipe's id is made of another session's goal and
// site, and must go with these when they are forgotten.
func RetrievedID(item *types.KBItem) string {
	if item.Status == "" {
		return item.KnowledgeID
	}
	sum := sha256.Sum256([]byte(item.KnowledgeID))
	return types.RecipeDigest + hex.EncodeToString(sum[:8])
}

// isCall reports whether an action of an item is what was done: the same verb on
// the same target, by a name that tools take. Both may have more names.
func (a *act) isCall(action string) bool {
	if !strings.HasPrefix(action, verb(a.tool)+"(") {
		return false
	}
	has := func(key, value string) bool {
		return value != "" && strings.Contains(action, fmt.Sprintf("%s=%q", key, value))
	}
	t := a.target
	return has("testId", t.TestID) || has("role", t.Role) && has("name", t.Name) || has("selector", t.Selector)
}

// facts are the words of an item, stemmed, for finding and blaming it.
type facts struct {
	actions  []map[string]bool // one for each
	about    map[string]bool   // description, place, id
	output   map[string]bool
	sequence map[string]bool

	description, id, place map[string]bool
}

// factsCache holds the facts of items by what they say.
type factsCache map[string]*facts

// maxFacts bounds the cache; beyond it starts anew.
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

// factsKey is what the facts of an item are made of.
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

// wordsOf splits a recorded text; words of hidden names stand in it by their
// hashes. place says that it is about places, whose parts may be hidden.
func wordsOf(s string, place bool, split func(string) []string) []string {
	clear, hashes := capture.HiddenIn(s, place)
	words := split(clear)
	for _, hash := range hashes {
		words = append(words, "#"+hash)
	}
	return words
}

// blame is how well an item fits a failure, 0 to 1. An action of it must name the
// target; where the steps around are the item's too, a part of the name will do.
func (f *facts) blame(named, screen []string, near bool) float64 {
	if len(named) == 0 {
		return 0
	}
	best := 0.0
	if all := share(named, f.sequence); all == 0 || all < 1 && !near {
		return 0 // what all actions together do not name, none does
	}
	for _, action := range f.actions {
		best = max(best, share(named, action))
	}
	if best == 0 || best < 1 && !near {
		return 0
	}
	score := float64(partTarget * best)
	if near {
		score += partNear
	}
	score += float64(partWords * share(named, f.about))
	if len(screen) > 0 {
		score += float64(partScreen * max(share(screen, f.about), share(screen, f.output)))
	}
	return min(score, 1)
}

// share is how many of words are in a set, 0 to 1.
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
