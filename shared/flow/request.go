package flow

import (
	"regexp"
	"slices"
	"strings"

	"cairn/shared/text"
)

// Words of politeness around an order, which belong neither to its task nor to its last value.
var (
	asked  = regexp.MustCompile(`(?i)^\s*((please|kindly|bitte|por favor|veuillez|merci d[e'’]|(can|could|would|will) you( mind)?|(i|we)(['’]d| would) like( you)? to|(i|we) (want|need|have)( you)? to|(kannst|könntest|würdest) du|(können|könnten|würden) sie|ich (möchte|will|muss)|(peux|pourrais)-tu|(pouvez|pourriez)-vous|je (veux|voudrais|dois)|quiero|necesito|(puedes|podrías|puede))[\s,:]*)+\b`)
	thanks = regexp.MustCompile(`(?i)[\s,.!]+(please|thanks|thank you|bitte|danke|merci|svp|s['’]il (te|vous) pla[iî]t|por favor|gracias)[\s.!?]*$`)
	kindly = regexp.MustCompile(`(?i)^(\S+) (please|bitte)\b`)
	// passively matches an order in the passive: the user Bo should be deleted, get it deleted.
	passively = regexp.MustCompile(`(?i)^(?:(?:have|get|(?:i|we) want) (.+)|(.+) (?:should|must|can|has to|needs to|is to) be) (\pL{2,}ed)[\s.!?]*$`)
)

// order returns a goal without words of politeness, its verb first.
func order(goal string) string {
	out := asked.ReplaceAllString(goal, "")
	if out != goal {
		out = strings.TrimRight(out, " ?")
	}
	out = kindly.ReplaceAllString(out, "$1")
	if m := passively.FindStringSubmatch(out); m != nil && !slices.ContainsFunc(wordsAt(m[1]+m[2]), clausal) {
		out = m[3] + " " + m[1] + m[2]
	}
	if strings.TrimSpace(out) == "" {
		return goal
	}
	return out
}

// clausal reports whether a word belongs to more than the name of a thing: tell me when the class can be joined.
func clausal(w word) bool {
	verb := w.from == 0 && (text.Verb(text.Stem(w.folded)) && !strings.HasSuffix(w.folded, "ing") || slices.Contains(plain, w.folded))
	small := slices.Contains(questioning, w.folded) || slices.Contains(wondering, w.folded) || slices.Contains(leading, w.folded)
	return verb || small && w.folded != "of" && w.folded != "for"
}

// verbFirst returns a goal with its verb, or the small word of its verb, where the title has it: das Abo kündigen, kündige
// das Abo; turn the lamp on, turn on the lamp.
func (g *goal) verbFirst(title []token) *goal {
	last := len(g.words) - 1
	if last < 2 || len(title) < 3 || !title[0].head || clausal(g.words[0].word) && g.words[0].folded != title[0].folded {
		return g
	}
	first, w := g.words[0], g.words[last]
	rest, text := g.text[first.to:w.from], ""
	switch {
	case w.quote > 0:
		return g
	case first.folded == title[0].folded && slices.Contains(particles, w.folded) && w.folded == title[1].folded && g.words[1].folded != w.folded:
		text = first.raw + " " + w.raw + rest
	case first.folded != title[0].folded && strings.HasSuffix(w.folded, "n") && w.folded != title[0].folded && w.near(title[0].knownWord) >= nearRoot:
		text = w.raw + " " + first.raw + rest
	default:
		return g
	}
	moved := parseGoal(strings.TrimRight(text, " ,;:"))
	moved.site = g.site
	return moved
}

// inflections are endings of verbs in languages that [text.Stem] leaves unchanged: kündige and kündigen, reserva and
// reservar, archive and archivez.
var inflections = strings.Fields("en er ez ar e a")

// inflected returns the common part of the forms of a verb, marked as such, and whether the word may be one.
func inflected(folded string) (string, bool) {
	for _, ending := range inflections {
		if rest, is := strings.CutSuffix(folded, ending); is && len(rest) >= 4 {
			return rest + "-", true
		}
	}
	return "", false
}
