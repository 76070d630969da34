package flow

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/capture"
	"cairn/shared/text"
)

// facts holds the texts that a session's values were taken from: its goal, and the texts
// typed in it.
type facts struct {
	goal  string
	typed []string
	acts  []*act
}

// before returns the facts at the time of an act, because text typed later does not
// identify the act's element.
func (f facts) before(a *act) facts {
	if i := slices.Index(f.acts, a); i >= 0 {
		f.typed = f.typedBy(f.acts[:i+1])
	}
	return f
}

// direct reports whether the goal has a text as the page writes it, without an article before
// it: it is no word for a kind of thing.
func (f facts) direct(value string) bool {
	words, of := wordsAt(f.goal), wordsAt(value)
	for at := 1; at < len(words); at++ {
		if begins(words[at:], of) && f.goal[words[at].from:words[at+len(of)-1].to] == value && !slices.Contains(articles, words[at-1].folded) {
			return true
		}
	}
	return false
}

// result reports whether the goal names a text, as the page writes it, as that which something is
// to become, or where it is to go: set the level to Expert, move it to the Cellar.
func (f facts) result(value string) bool {
	words, of := wordsAt(f.goal), wordsAt(value)
	for at := 1; at < len(words); at++ {
		before := at - 1
		if slices.Contains(articles, words[before].folded) && unicode.IsUpper([]rune(value)[0]) {
			before--
		}
		if begins(words[at:], of) && f.goal[words[at].from:words[at+len(of)-1].to] == value && before >= 0 && slices.Contains([]string{"to", "as", "into"}, words[before].folded) {
			return true
		}
	}
	return false
}

// inRow reports whether a text is a cell of a row in which the session did something, or a name in a row without
// cells: then it is the row's object, also where a button of that name unfolds the row.
func (f facts) inRow(value string) bool {
	named := unicode.IsUpper([]rune(value)[0]) && strings.Contains(f.goal, value)
	return slices.ContainsFunc(f.acts, func(a *act) bool {
		if a.target == nil || a.target.Name == value || !byRow(a.target) {
			return false
		}
		return HasCell(a.target.Row, value) || named && len(capture.RowCells(a.target.Row)) == 1 && text.HoldsWhole(a.target.Row, value)
	})
}

// controls are words for parts of a page, which are never the object of a task.
var controls = strings.Fields("button link tab menu field checkbox box icon")

// object reports whether the goal names a text as its object, as the page writes it. whole
// reports that it is the complete name of the page's element: then the word for its kind
// before it is evidence, as in the group printers; otherwise only the spelling of a name is.
func (f facts) object(value string, whole bool) bool {
	words, of := wordsAt(f.goal), wordsAt(value)
	for at := 1; at < len(words); at++ {
		if !begins(words[at:], of) || f.goal[words[at].from:words[at+len(of)-1].to] != value {
			continue
		}
		kind := words[at-1].folded
		behind := at > 1 && slices.Contains(articles, words[at-2].folded) && !lights(kind) && !slices.Contains(controls, kind) && !slices.Contains(referring, kind)
		if whole && behind || !whole && unicode.IsUpper([]rune(value)[0]) && !slices.Contains(articles, kind) && f.sparing(words) {
			return true
		}
	}
	return false
}

// sparing reports whether a goal has words in lower case beside names, and is not written
// like a title.
func (f facts) sparing(words []word) bool {
	return slices.ContainsFunc(words[1:], func(w word) bool {
		return telling(w.folded) && !unicode.IsUpper([]rune(f.goal[w.from:])[0])
	})
}

// saysKind reports whether the goal has a word for each thing that a text names, in singular
// or plural: groups, of a new group. The goal's verb is no thing: "Not started" is a state.
func (f facts) saysKind(s string) bool {
	said, goal := 0, wordsAt(f.goal)
	goal = goal[min(1, len(goal)):]
	for _, w := range wordsAt(s) {
		if !telling(w.folded) {
			continue
		}
		if !slices.ContainsFunc(goal, func(g word) bool { return text.Stem(g.folded) == text.Stem(w.folded) }) {
			return false
		}
		said++
	}
	return said > 0
}

// names reports whether a value in a cell is the goal's object, and not a word that both
// contain by chance: all of the cell, or text that the page writes like a value and the goal
// not like a word: the silence, and the link New Silence.
func (f facts) names(value, cell string) bool {
	return value == strings.TrimSpace(cell) || strings.ToLower(value[:1]) != value[:1] && !f.lower(value) || f.is(value) || text.Unspaced(value)
}

// is reports whether the goal writes a text as it writes a value, or it was typed.
func (f facts) is(value string) bool {
	return strings.ContainsFunc(value, digit) || f.typedIn(value) != "" || f.object(value, true) || f.object(value, false) ||
		slices.ContainsFunc(text.Quoted(f.goal), func(q string) bool { return strings.EqualFold(q, value) })
}

// lower reports whether the goal writes a word small that a page writes with a capital:
// then it is more likely an action than the name of an object. The capital of a verb with which the goal begins is that of
// the sentence.
func (f facts) lower(value string) bool {
	if strings.ToLower(value) == value {
		return false
	}
	goal := f.goal
	if words := wordsAt(goal); len(words) > 0 && (text.Verb(text.Stem(words[0].folded)) || slices.ContainsFunc(words[1:], func(w word) bool {
		return w.folded == words[0].folded && unicode.IsLower([]rune(goal[w.from:])[0])
	})) {
		goal = goal[words[0].to:]
	}
	return !strings.Contains(goal, value)
}

// labels reports whether words of the goal describe the typed text after them, the colour red,
// or are the unit of the one before them: 250 KiB/s. Before a quantity is who gets it: Give Clover 11 frames.
func (f facts) labels(value string) bool {
	goal, value := strings.ToLower(f.goal), strings.TrimRight(strings.ToLower(value), " :*?")
	if _, behind, is := strings.Cut(goal, value+" {"+typedField+"} "); is && !f.lower(value) {
		of := wordsAt(behind)
		return len(of) > 0 && !telling(of[0].folded)
	}
	return strings.Contains(goal, value+" {"+typedField+"}") || rate.MatchString(value) && strings.Contains(goal, "{"+typedField+"} "+value)
}

// rate matches units of rates. Those without a slash may be objects as well: 0.1 ETH.
var rate = regexp.MustCompile(`^\p{L}{0,5}/\p{L}{1,5}$`)

// typedField replaces a typed text in a goal.
const typedField = "typed"

// valueIn returns the part of a text that the goal names or that was typed: the longest run
// of common words, empty where none is distinctive.
func (f facts) valueIn(s string) string {
	if typed := f.typedIn(s); typed != "" {
		if at := strings.Index(strings.ToLower(s), strings.ToLower(typed)); at >= 0 && at+len(typed) <= len(s) {
			return s[at : at+len(typed)]
		}
	}
	said := common(f.goal, s)
	if part := f.behindLabel(said); part != "" || said == "" || !text.HoldsWords(f.goal, s) {
		return cmp.Or(part, said)
	}
	words := wordsAt(s)
	if begins(wordsAt(f.goal), words) && !strings.ContainsFunc(s[:words[0].to], digit) {
		return "" // the verb and its particle: hand out
	}
	if whole := strings.TrimSpace(s); strings.Contains(strings.ToLower(f.goal), strings.ToLower(whole)) {
		return whole
	}
	return s[words[0].from:words[len(words)-1].to] // without a symbol at its end
}

// behindLabel returns the part of a text behind its label, where the goal says both without the sign between them: db1, of
// host=db1 for the host db1. It is empty for other texts.
func (f facts) behindLabel(s string) string {
	_, part, is := strings.Cut(s, "=")
	if part = strings.Trim(part, " "+quoteMarks); !is || strings.ContainsAny(part, "="+quoteMarks) || !text.HoldsWords(f.goal, s) || !text.HoldsWhole(f.goal, part) || strings.Contains(strings.ToLower(f.goal), strings.ToLower(s)) {
		return ""
	}
	return part
}

// dayIn returns the part of the goal that names the day of a calendar, which has another form there: 19 May, of
// Wednesday, May 19, 2027. It is empty for other texts.
func (f facts) dayIn(name string) (part string) {
	day, is := text.CalendarDay(name)
	if !is {
		return ""
	}
	days, at := text.Days(f.goal)
	for i, d := range days {
		if d.Same(day) {
			if part != "" {
				return ""
			}
			part = f.goal[at[i][0]:at[i][1]]
		}
	}
	return part
}

// kindBefore returns the first word of a value, and its separator, where the goal writes this word small and the
// rest as the page does: the stall South 2, of the button Stall South 2. The word is the page's, and no data.
func (f facts) kindBefore(value string) string {
	words, goal := wordsAt(value), wordsAt(f.goal)
	if len(words) < 2 || !unicode.IsUpper([]rune(value)[0]) || slices.Contains(acronyms, words[len(words)-1].folded) {
		return "" // the batch API is one of a kind
	}
	kind, rest := value[:words[1].from], value[words[1].from:]
	for at := 1; at < len(goal); at++ {
		end := at + len(words) - 2
		if end < len(goal) && begins(goal[at:], words[1:]) && f.goal[goal[at].from:goal[end].to] == rest && goal[at-1].folded == words[0].folded &&
			unicode.IsLower([]rune(f.goal[goal[at-1].from:])[0]) && strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) {
			return kind
		}
	}
	return ""
}

// without returns the facts without a text that an act itself types, because it does not
// identify the field.
func (f facts) without(typed string) facts {
	if typed == "" {
		return f
	}
	f.typed = slices.DeleteFunc(slices.Clone(f.typed), func(t string) bool { return t == typed })
	f.goal = capture.WithoutTyped(f.goal, []capture.Typed{{Field: typedField, Text: typed}})
	return f
}
