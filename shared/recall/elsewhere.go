package recall

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
)

// A hint from other sites ("checkout on shops") consists of words that the routes of
// several sites have in common. It is marked as such and never offered as a target.
const (
	minElsewhere   = 3  // sites of different owners that must agree
	maxElsewhere   = 24 // sites examined
	minCommonWords = 2  // steps of a way
	maxCommonWords = 5
	maxWordLength  = 20 // characters: longer ones are ids, not words
)

// elsewhere describes the common route of such tasks on other sites, "" if too few
// agree.
func (b *Book) elsewhere(l *language, site, hint string) string {
	wanted := map[string]bool{}
	for _, w := range text.Tokenize(hint) {
		for _, form := range text.ExpandSynonyms([]string{w}) {
			wanted[text.Stem(form)] = true
		}
	}
	if len(wanted) == 0 {
		return ""
	}
	ways := b.waysElsewhere(site, wanted)
	if len(ways) < minElsewhere {
		return ""
	}
	words := commonWords(ways)
	if len(words) < minCommonWords {
		return ""
	}
	return fmt.Sprintf(l.elsewhere, len(ways), strings.Join(words, " → "))
}

// waysElsewhere returns the routes of sessions on other sites whose goal has a wanted
// word, as words with their position on the route (0 to 1), by owner.
func (b *Book) waysElsewhere(site string, wanted map[string]bool) map[string]map[string]float64 {
	here := ownerOf(site)
	ways := map[string]map[string]float64{}
	looked := 0
	for goal, sites := range b.steps.Tasks() {
		if !slices.ContainsFunc(text.Tokenize(goal), func(w string) bool { return wanted[text.Stem(w)] }) {
			continue
		}
		for _, name := range sites {
			owner := ownerOf(name)
			if owner == here || looked >= maxElsewhere && ways[owner] == nil {
				continue
			}
			if ways[owner] == nil {
				looked++
				ways[owner] = map[string]float64{}
			}
			b.addWay(ways[owner], name, goal)
		}
	}
	maps.DeleteFunc(ways, func(_ string, way map[string]float64) bool { return len(way) == 0 })
	return ways
}

func (b *Book) addWay(way map[string]float64, site, goal string) {
	for session, steps := range b.steps.Runs(site) {
		if session.Goal != goal || session.Ambient || !session.Done() || len(steps) == 0 || !steps[len(steps)-1].Outcome.OK {
			continue
		}
		route := routeOf(&run{session, steps})
		for i, screen := range route {
			for _, w := range text.TokenizeIdentifier(capture.Shown(screen)) {
				if len(w) > 2 && len(w) <= maxWordLength && !suspicious(w) {
					way[w] = float64(i) / float64(len(route))
				}
			}
		}
	}
}

// ownerOf returns the owner of a site as far as its name shows: the registered domain.
func ownerOf(site string) string {
	all := Candidates(site)
	return all[len(all)-1]
}

// commonWords returns the words that enough of the routes have, in their order.
func commonWords(ways map[string]map[string]float64) []string {
	count, place := map[string]int{}, map[string]float64{}
	for _, owner := range slices.Sorted(maps.Keys(ways)) {
		for w, at := range ways[owner] {
			count[w]++
			place[w] += at
		}
	}
	var words []string
	for w, n := range count {
		if n >= minElsewhere {
			words = append(words, w)
		}
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	words = words[:min(len(words), maxCommonWords)]
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(place[a]/float64(count[a]), place[b]/float64(count[b])), cmp.Compare(a, b))
	})
	return words
}
