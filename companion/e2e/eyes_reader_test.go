package e2e

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// handle is one element that a description offers: its ref, the words next to
// it, the whole line and what stands above the line.
type handle struct {
	ref   string
	own   string
	line  string
	above string
}

var (
	refWord  = regexp.MustCompile(`\b(?:f\d+)?e\d+\b`)
	foldLine = regexp.MustCompile(`^\s*(?:\[?\+\d+|…|\d+ more)`)
	// endings are words after which a line is a title of those below.
	titleLine = regexp.MustCompile(`\bheading|^\s*#|:$`)
)

// handlesOf reads a description as an agent does: every ref with the words that
// belong to it. A ref comes before its words where the line begins with it, else
// after them.
func handlesOf(description string) (all []handle) {
	title := ""
	type parent struct {
		indent int
		line   string
	}
	var parents []parent
	for _, line := range strings.Split(description, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		indent := len(line) - len(trimmed)
		for len(parents) > 0 && parents[len(parents)-1].indent >= indent {
			parents = parents[:len(parents)-1]
		}
		above := title
		for _, p := range parents {
			above += " " + p.line
		}
		if !foldLine.MatchString(line) {
			all = append(all, handlesIn(line, above)...)
		}
		parents = append(parents, parent{indent, line})
		if titleLine.MatchString(trimmed) {
			title = line
		}
	}
	return all
}

func handlesIn(line, above string) (all []handle) {
	at := refWord.FindAllStringIndex(line, -1)
	for i, m := range at {
		from, to := m[1], len(line)
		leads := strings.Trim(line[:at[0][0]], " -+~*•>") == ""
		if leads {
			if i+1 < len(at) {
				to = at[i+1][0]
			}
		} else {
			from, to = 0, m[0]
			if i > 0 {
				from = at[i-1][1]
			}
			if cut := strings.LastIndex(line[from:to], " · "); cut >= 0 {
				from += cut
			}
		}
		all = append(all, handle{ref: line[m[0]:m[1]], own: strings.ToLower(line[from:to]), line: strings.ToLower(line), above: strings.ToLower(above)})
	}
	return all
}

// kinds of steps: what a reader would never take for it.
var (
	fieldWords = regexp.MustCompile(`^\W*(?:textbox|searchbox|combobox|spinbutton|slider|field)`)
	tickWords  = regexp.MustCompile(`^\W*(?:checkbox|radio|switch)`)
	deadWords  = regexp.MustCompile(`^\W*(?:heading|img|image|list|navigation|main|banner|region|form|table|dialog|group|status|alert|row|cell|columnheader|article|text|contentinfo|complementary)\d?\b`)
)

// suits reports whether a handle may be meant by a step of this kind, by its
// role alone.
func (h *handle) suits(kind string) bool {
	switch kind {
	case "type":
		return fieldWords.MatchString(h.own)
	case "press":
		return !fieldWords.MatchString(h.own) && !tickWords.MatchString(h.own)
	}
	return true
}

// score says how well a handle fits words: each must be found, and counts most
// as its name, then next to the ref, then in its line, then above. 0 is no fit.
func (h *handle) score(words []string) (n int) {
	for _, w := range words {
		best := 0
		for _, either := range strings.Split(strings.ToLower(w), "|") {
			switch {
			case h.named(either):
				best = max(best, 120)
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
	}
	if deadWords.MatchString(h.own) {
		n-- // of equals a reader takes the one that can be acted on
	}
	return n
}

// named reports whether the words are all that a handle is called.
func (h *handle) named(words string) bool {
	return strings.Contains(h.own, `"`+words+`"`) || strings.TrimSpace(h.own) == words
}

// holds reports whether text has a word or phrase, not merely its letters
// within others.
func holds(text, words string) bool {
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

// bestFits are the handles that fit the words best.
func bestFits(all []handle, kind string, words []string) (best []handle) {
	top := 0
	for i := range all {
		n := all[i].score(words)
		if n <= 0 || n < top || !all[i].suits(kind) {
			continue
		}
		if n > top {
			top, best = n, nil
		}
		best = append(best, all[i])
	}
	return best
}
