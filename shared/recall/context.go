package recall

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// Sizes of the context, in UTF-16 units: the unit in which the least generous
// reader counts characters.
const (
	maxContext  = 2000 // spec 004
	footerSpace = 80   // kept free for the footer
	maxIntents  = 8
	// intentShare is the part of the space for tasks, so that selectors get the rest.
	intentShare = 0.6
	maxHint     = 200 // the rest of a longer task hint is ignored
)

// buildContext formats a card's live patterns for an agent, the tasks first, within
// limit units. A hint determines the order (matches come first) and never filters.
// elsewhere is the hint from other sites, or "".
func buildContext(l *language, card *types.KnowledgeCard, limit int, hint, elsewhere string, now types.Time) string {
	rank := newRanker(hint)
	w := &contextWriter{limit: limit - footerSpace}
	w.force(l.title + card.Domain + siteMark(card.SiteType))
	if card.RequiresLogin {
		w.force(l.login)
	}
	intents, others := rank.split(card.Patterns, now)
	if len(intents) > 0 {
		w.force("")
		w.force(l.intents)
		whole := w.limit
		w.limit = int(intentShare * float64(whole))
		for i := range intents {
			w.add(l.intent + oneLine(intents[i].Value))
		}
		w.limit = whole
		w.force("")
	}
	if elsewhere != "" {
		w.add("- " + elsewhere)
	}
	written := map[string]bool{} // the same element on several screens is one line
	for i := range others {
		words := l.words(&others[i])
		if written[words] {
			continue
		}
		written[words] = true
		if !w.add(l.line(&others[i], now)) {
			break
		}
	}
	w.force("")
	w.force(l.footer)
	return strings.Join(w.lines, "\n")
}

func siteMark(siteType string) string {
	if siteType == "" {
		return ""
	}
	return " [" + strings.ToUpper(siteType) + "]"
}

// words formats a pattern without its confidence. A pattern that a person wrote may lack
// a description. It includes the value of an SPA hint if that is more than the site type,
// and omits the value "true", which adds nothing to the type.
func (l *language) words(p *types.Pattern) string {
	value, description := oneLine(p.Value), oneLine(p.Description)
	flag := (p.Type == types.PatternSPAHint || p.Type == types.PatternLoginRequired) && strings.EqualFold(value, "true")
	if p.Type == types.PatternSPAHint && !flag && !strings.EqualFold(value, siteSPA) {
		description = strings.TrimSuffix(value+": "+description, ": ")
	}
	line := fmt.Sprintf(l.pattern[p.Type], value, description)
	if flag {
		line = strings.Replace(line, " `"+value+"`", "", 1)
	}
	if description == "" {
		line = strings.TrimRight(line, " :→")
	}
	return line
}

func (l *language) line(p *types.Pattern, now types.Time) string {
	words := l.words(p)
	confidence := math.Round(effective(p, now)*100) / 100
	if p.Pinned {
		words += l.pinned
	}
	if p.UseCount > 1 {
		return words + fmt.Sprintf(l.sureUsed, confidence, p.UseCount)
	}
	return words + fmt.Sprintf(l.sure, confidence)
}

// oneLine makes recorded text safe inside a list: one line, no back quotes.
func oneLine(s string) string {
	return strings.ReplaceAll(capture.Clean(s, maxValue), "`", "'")
}

// contextWriter collects lines up to a limit.
type contextWriter struct {
	lines []string
	size  int
	limit int
}

// add appends a line if there is room for it.
func (w *contextWriter) add(line string) bool {
	if w.size+units(line)+1 > w.limit {
		return false
	}
	w.force(line)
	return true
}

// force appends a line of Cairn's, which is short, without a limit.
func (w *contextWriter) force(line string) {
	w.lines = append(w.lines, line)
	w.size += units(line) + 1
}

func units(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// ranker sorts patterns by their relevance to a task hint.
type ranker struct{ hint string }

func newRanker(hint string) ranker { return ranker{intentText(capture.Clean(hint, maxHint))} }

// Lengths from which a common substring is meaningful. Two characters are a
// word in Chinese; in alphabets they are in every text.
const (
	minCommon      = 2 // spec 004
	minCommonLatin = 4
)

// relevance returns the length of the longest common substring of a text and the hint,
// in lower case and without stopwords; 0 if it is too short to be meaningful.
func (r ranker) relevance(s string) int {
	if r.hint == "" {
		return 0
	}
	s = intentText(s)
	n := text.LongestCommonSubstring(s, r.hint)
	switch {
	case n < minCommon:
		return 0
	case n >= minCommonLatin || strings.ContainsFunc(r.hint, isWide):
		return n
	}
	for _, word := range strings.Fields(s) {
		if slices.Contains(strings.Fields(r.hint), word) {
			return n // a short word, but a whole one
		}
	}
	return 0
}

// isWide reports whether a character belongs to a script without spaces.
func isWide(r rune) bool { return r >= 0x2E80 }

// intentText returns a text in lower case without stopwords.
func intentText(s string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(strings.ToLower(s)), text.Stopword), " ")
}

// split separates the task intents from the other patterns, drops those below the floor,
// and sorts both: by relevance, then pinned and written ones first, then by confidence;
// ties keep the card's order.
func (r ranker) split(patterns []types.Pattern, now types.Time) (intents, others []types.Pattern) {
	type ranked struct {
		p         types.Pattern
		relevance int
		rank      int
		weight    float64
	}
	var a, b []ranked
	for _, p := range patterns {
		sure := effective(&p, now)
		switch {
		case sure < contextFloor && !p.Pinned:
		case p.Type == types.PatternTaskIntent:
			a = append(a, ranked{p, r.relevance(p.Value), rankOf(&p, now), sure})
		default:
			fits := 0
			if r.relevance(p.Value+" "+p.Description) > 0 {
				fits = 1
			}
			b = append(b, ranked{p, fits, rankOf(&p, now), sure})
		}
	}
	order := func(x, y ranked) int {
		return cmp.Or(cmp.Compare(y.relevance, x.relevance), cmp.Compare(y.rank, x.rank), cmp.Compare(y.weight, x.weight))
	}
	slices.SortStableFunc(a, order)
	slices.SortStableFunc(b, order)
	for _, x := range a[:min(len(a), maxIntents)] {
		intents = append(intents, x.p)
	}
	for _, x := range b {
		others = append(others, x.p)
	}
	return intents, others
}
