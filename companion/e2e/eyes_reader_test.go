package e2e

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// handle is one element that a description offers: its ref, the words that are
// about it, the whole line and the text above the line.
type handle struct {
	ref   string
	own   string
	line  string
	above string
}

var (
	refWord   = regexp.MustCompile(`\b(?:f\d+)?e\d+\b`) // f: of a frame
	foldLine  = regexp.MustCompile(`^\+\d+ more `)
	eachRow   = regexp.MustCompile(`^(?:each|most) of \d+ rows: (.*)$`)
	manyOf    = regexp.MustCompile(`(?:^| )([a-z]+s(?: class _+)?): (?:f\d+)?e\d`)
	timesOf   = regexp.MustCompile(`^(.*) ×(\d+)$`)
	refFirst  = regexp.MustCompile(`^(?:f\d+)?e`)
	roleWords = regexp.MustCompile(`^(?:button|link|clickable|textbox|searchbox|combobox|checkbox|radio|switch|slider|spinbutton|tab|menuitem|option|treeitem|gridcell|listbox|heading)`)
	inQuotes  = regexp.MustCompile(`"[^"]*"`)
	title     = regexp.MustCompile(`\bheading\d?\b|^"[^"·]*"$`)
)

// handlesOf reads a description as an agent does: every ref with the words
// about it, which follow it. A line above rows has the kind of each of their elements,
// by their order; several of one role begin with it.
func handlesOf(description string) (all []handle) {
	_, page, _ := strings.Cut(description, "\nscreen ")
	_, page, _ = strings.Cut(page, "\n")
	above := ""
	var each []string
	for _, line := range strings.Split(page, "\n") {
		if m := eachRow.FindStringSubmatch(line); m != nil {
			each = partsOf(m[1])
			continue
		}
		if foldLine.MatchString(line) { // the rows go on behind it
			continue
		}
		if !refFirst.MatchString(line) && !strings.HasPrefix(line, `"`) {
			each = nil
		}
		all = append(all, handlesIn(line, above, each)...)
		if title.MatchString(line) {
			above = line
		}
	}
	return all
}

// handlesIn reads one line. each holds the words of the line above rows for their
// elements; nil elsewhere.
func handlesIn(line, above string, each []string) (all []handle) {
	plain := inQuotes.ReplaceAllStringFunc(line, func(q string) string { return strings.Repeat("_", len(q)) })
	at := refWord.FindAllStringIndex(plain, -1)
	role := ""
	from := 0
	for i, m := range at {
		if many := manyOf.FindStringSubmatchIndex(plain[from:min(m[1]+1, len(plain))]); many != nil {
			role = line[from+many[2]:from+many[3]] + " "
		} else if roleWords.MatchString(strings.TrimSpace(line[m[1]:])) {
			role = ""
		}
		from = m[1]
		to := len(line)
		if i+1 < len(at) {
			to = at[i+1][0]
		}
		if many := manyOf.FindStringIndex(plain[m[1]:min(to+2, len(plain))]); many != nil {
			to = m[1] + many[0]
		}
		if dot := strings.Index(plain[m[1]:to], " · "); dot >= 0 {
			to = m[1] + dot
		}
		own := role + strings.TrimSpace(line[m[1]:to])
		if len(each) == len(at) && !roleWords.MatchString(own) {
			own = each[i] + " " + own
		}
		all = append(all, handle{ref: line[m[0]:m[1]], own: strings.ToLower(own), line: strings.ToLower(line), above: strings.ToLower(above)})
	}
	return all
}

// partsOf splits at commas that are not in quotes, and repeats a part that has a number of times.
func partsOf(text string) (parts []string) {
	defer func() {
		for i := 0; i < len(parts); i++ {
			if m := timesOf.FindStringSubmatch(parts[i]); m != nil {
				n, _ := strconv.Atoi(m[2])
				parts = slices.Replace(parts, i, i+1, slices.Repeat([]string{m[1]}, n)...)
			}
		}
	}()
	quoted, from := false, 0
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ',' && !quoted:
			parts = append(parts, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return append(parts, strings.TrimSpace(text[from:]))
}

// Patterns of handles that a reader would never take for a kind of step.
var (
	fieldWords  = regexp.MustCompile(`^\W*(?:textbox|searchbox|combobox|spinbutton|slider|field)`)
	tickWords   = regexp.MustCompile(`^\W*(?:checkbox|radio|switch)`)
	sources     = regexp.MustCompile(`\b(?:class|near|column) ("[^"]*")`)
	inCode      = regexp.MustCompile(`class "[^"]*"`) // no name: a guess at one
	inColumn    = regexp.MustCompile(`(?:column|near) "[^"]*"`)
	boxWords    = regexp.MustCompile(`\b(?:` + tick + `)\b`)
	unseenWords = regexp.MustCompile(` (?:transparent|hidden|disabled)\b`)
	deadWords   = regexp.MustCompile(`^\W*(?:heading|img|image|list|navigation|main|banner|region|form|table|dialog|group|status|alert|row|cell|columnheader|article|text|contentinfo|complementary)\d?\b`)
)

// suits reports whether a handle may be meant by a step of this kind, by its
// role alone.
func (h *handle) suits(kind string) bool {
	switch kind {
	case "type":
		return fieldWords.MatchString(h.own)
	case "press":
		return !fieldWords.MatchString(h.own) && !tickWords.MatchString(h.own)
	case "tick":
		return tickWords.MatchString(h.own) || !strings.Contains(inCode.ReplaceAllString(h.own, ""), `"`) || boxWords.MatchString(h.own)
	}
	return true
}

// score says how well a handle fits words: each must be found, and counts most
// as its name, then next to the ref, then in its line, then above. 0 is no fit.
func (h *handle) score(words []string) (n int) {
	for i, w := range words {
		best := 0
		for _, either := range strings.Split(strings.ToLower(w), "|") {
			switch {
			case h.named(either):
				best = max(best, 250)
			case holds(h.own, either):
				best = max(best, 100)
			case holds(h.line, either):
				best = max(best, 10)
			case holds(h.above, either):
				best = max(best, 1)
			}
		}
		if best == 0 {
			return 0
		}
		n += best
		if i == len(words)-1 && best >= 100 {
			n++ // the row comes first, then which of its elements
		}
	}
	if deadWords.MatchString(h.own) || unseenWords.MatchString(h.own) {
		n-- // of equals a reader takes the one that can be acted on
	}
	return n
}

// holdsAny reports whether one of the words, with bars between them, is said of the handle itself.
func (h *handle) holdsAny(words string) bool {
	return slices.ContainsFunc(strings.Split(strings.ToLower(words), "|"), func(w string) bool { return holds(h.own, w) })
}

// named reports whether the words are all of a handle's name; its column
// and the texts near it are no names of it.
func (h *handle) named(words string) bool {
	return strings.Contains(inColumn.ReplaceAllString(h.own, ""), `"`+words+`"`)
}

// holds reports whether text has a word or phrase, not merely its letters
// within others; the words by which a description says where a text is from are none of the page.
func holds(text, words string) bool {
	text = sources.ReplaceAllString(text, "$1")
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(words):])
		if !ofWord(before) && !ofWord(after) {
			return true
		}
		from = i + 1
	}
}

func ofWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// saidOnce is the words of a step where one text of the page, in quotes, has
// them and no element is called so: then the text is the handle.
func saidOnce(description string, all []handle, words []string) string {
	for _, either := range strings.Split(words[0], "|") {
		lower := strings.ToLower(either)
		n := 0
		for _, q := range inQuotes.FindAllString(description, -1) {
			for _, text := range strings.Split(strings.Trim(q, `"`), " · ") {
				if strings.EqualFold(text, either) {
					n++
				}
			}
		}
		if n == 1 && !slices.ContainsFunc(all, func(h handle) bool { return holds(h.own, lower) }) {
			return either
		}
	}
	return ""
}

// saidIn is a text of the page, and the text of its row, that together have the
// words of a step, where they stand on one line alone.
func saidIn(description string, words []string) (text, row string) {
	n := 0
	for _, line := range strings.Split(description, "\n") {
		var parts []string
		for _, q := range inQuotes.FindAllString(line, -1) {
			parts = append(parts, strings.Split(strings.Trim(q, `"`), " · ")...)
		}
		first, last := saidBy(parts, words[0]), saidBy(parts, words[len(words)-1])
		if first == "" || last == "" || first == last {
			continue
		}
		n++
		text, row = last, first
	}
	if n != 1 {
		return "", ""
	}
	return text, row
}

func saidBy(parts []string, names string) string {
	for _, either := range strings.Split(names, "|") {
		if i := slices.IndexFunc(parts, func(p string) bool { return strings.EqualFold(p, either) }); i >= 0 {
			return parts[i]
		}
	}
	return ""
}

// bestFits are the handles that fit the words best.
func bestFits(all []handle, kind string, words []string) (best []handle) {
	if len(words) == 0 {
		return nil
	}
	top := 0
	last := words[len(words)-1]
	if nth, is := strings.CutPrefix(last, "#"); is && len(words) > 1 { // the fourth of five stars: a reader counts
		best = bestFits(all, kind, words[:len(words)-1])
		if n, err := strconv.Atoi(nth); err == nil && n <= len(best) {
			return best[n-1 : n]
		}
		return nil
	}
	said := map[string]bool{} // lines of which an element itself has the last words
	for i := range all {
		if len(words) > 1 && all[i].suits(kind) && all[i].score(words) > 0 && all[i].holdsAny(last) {
			said[all[i].line] = true
		}
	}
	for i := range all {
		n := all[i].score(words)
		if n <= 0 || n < top || !all[i].suits(kind) || said[all[i].line] && !all[i].holdsAny(last) {
			continue
		}
		if n > top {
			top, best = n, nil
		}
		best = append(best, all[i])
	}
	return best
}
