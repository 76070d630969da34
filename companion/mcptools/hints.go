package mcptools

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// leastHinted is the number of elements of one role from which a class word that most of
// them have says nothing of one.
const leastHinted = 4

// shortenHints leaves out class words that do not distinguish an element: those that most
// elements of its role have, and those that end like a rarer or a shorter one.
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
			p.hint = shortHint(p.hint, count, len(parts))
		}
	}
}

// isHinted reports whether class words alone stand for the name of a pressed element: behind
// a colon they are distinguished already.
func (p *part) isHinted() bool {
	return p.node != nil && p.node.Name == "" && p.kind == "" && p.hint != "" && !strings.Contains(p.hint, ": ") && !isField(p.node)
}

// shortHint returns the class words that say something; all of them if none does. Of the
// elements of the role, count have each word.
func shortHint(hint string, count map[string]int, elements int) string {
	var kept []string
	for _, word := range strings.Fields(hint) {
		if !strings.ContainsAny(word, "-_") {
			kept = append(kept, word)
			continue
		}
		same := slices.IndexFunc(kept, func(k string) bool { return ending(k) == ending(word) })
		switch {
		case elements >= leastHinted && 2*count[word] > elements:
		case same < 0:
			kept = append(kept, word)
		case cmp.Or(cmp.Compare(count[word], count[kept[same]]), len(word)-len(kept[same])) < 0:
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
