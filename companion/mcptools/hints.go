package mcptools

import (
	"slices"
	"strings"
	"unicode"
)

// leastHinted is the number of elements of one role from which a class word that most of
// them have says nothing of one.
const leastHinted = 4

// shortenHints leaves out class words that do not distinguish an element: those that most
// elements of its role have, and those that end like a shorter one.
func shortenHints(lines []screenLine) {
	byRole := map[string][]*part{}
	for i := range lines {
		for k := range lines[i].parts {
			if p := &lines[i].parts[k]; p.isHinted() {
				byRole[p.node.Role] = append(byRole[p.node.Role], p)
			}
		}
	}
	for _, parts := range byRole {
		count := map[string]int{}
		for _, p := range parts {
			for _, word := range strings.Fields(p.hint) {
				count[word]++
			}
		}
		for _, p := range parts {
			p.hint = shortHint(p.hint, func(word string) bool {
				return len(parts) >= leastHinted && 2*count[word] > len(parts)
			})
		}
	}
}

// isHinted reports whether the class words of a pressed element stand for its name.
func (p *part) isHinted() bool {
	return p.node != nil && p.node.Name == "" && p.kind == "" && p.hint != "" && !isField(p.node)
}

// shortHint returns the class words that say something; all of them if none does.
func shortHint(hint string, isCommon func(word string) bool) string {
	var kept []string
	for _, word := range strings.Fields(hint) {
		if !strings.ContainsAny(word, "-_") {
			kept = append(kept, word)
			continue
		}
		same := slices.IndexFunc(kept, func(k string) bool { return ending(k) == ending(word) })
		switch {
		case isCommon(word):
		case same < 0:
			kept = append(kept, word)
		case len(word) < len(kept[same]):
			kept[same] = word
		}
	}
	if len(kept) == 0 {
		return hint
	}
	return strings.Join(kept, " ")
}

// ending returns the last word of a class, in lower case: "in" of "tie-btn-zoomIn".
func ending(class string) string {
	at := 0
	for i, r := range class {
		switch {
		case r == '-' || r == '_':
			at = i + 1
		case unicode.IsUpper(r):
			at = i
		}
	}
	return strings.ToLower(class[at:])
}
