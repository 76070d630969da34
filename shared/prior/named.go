package prior

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// maxNameWords bounds how many words of a name count: beyond, it is a text.
const maxNameWords = 12

// targetWords are the distinct stems of a target's name and test id, else of
// the id that its selector ends in.
func targetWords(t *types.Target) []string {
	var out []string
	add := func(list []string) {
		for _, w := range list {
			if w = text.Stem(w); len(out) < maxNameWords && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	if capture.IsHidden(t.Name) {
		out = append(out, hiddenWords(t.Name)...)
	} else {
		add(wordsOf(cut(t.Name, maxName)))
	}
	add(text.TokenizeIdentifier(cut(t.TestID, maxName)))
	if len(out) == 0 {
		add(text.TokenizeIdentifier(selectorID(t.Selector)))
	}
	return out
}

// selectorID is the id at the end of a selector: often all the name there is.
func selectorID(selector string) string {
	i := strings.LastIndexByte(selector, '#')
	if i < 0 || strings.ContainsAny(selector[i:], " >[:.") {
		return ""
	}
	return cut(selector[i+1:], maxName)
}

// namedBy marks which of the words of a name a goal has, a bit for each.
func namedBy(goal, words []string) (mask uint16) {
	for i, w := range words {
		if kinIn(goal, w) {
			mask |= 1 << i
		}
	}
	return mask
}

// leastStem is how long the stem of a word must be for another that begins with
// it to be of the same family: depend and dependency, select and selection.
const leastStem = 5

// akin reports whether two stems are of one family.
func akin(a, b string) bool {
	if a == "" || b == "" || a[0] != b[0] {
		return a == b
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= leastStem && b[:len(a)] == a
}

// namedBy marks which of the form's words a goal has; none for navigation, which
// has no form.
func (f *form) namedBy(goal []string) uint16 {
	if f == nil {
		return 0
	}
	return namedBy(goal, f.words)
}

// mine marks the words of a form that the asker's goal has.
func (q *question) mine(f *form) uint16 {
	if f.asked == q.look {
		return f.mine
	}
	return q.readMine(f)
}

// readMine finds it out, once a page.
func (q *question) readMine(f *form) (mine uint16) {
	for i, w := range f.parts {
		if w.asked != q.look {
			w.asked, w.mine = q.look, kinIn(q.named, w.text)
		}
		if w.mine {
			mine |= 1 << i
		}
	}
	f.asked, f.mine = q.look, mine
	return mine
}

// naming is how far the marked words name the form, in sixteenths: their share
// of the weight of its words, the rarer on this origin the heavier.
func (q *question) naming(f *form, mask uint16) int {
	if mask == 0 {
		return 0
	}
	return q.namingBy(f, mask)
}

func (q *question) namingBy(f *form, mask uint16) int {
	if f.weighed != q.look {
		q.weighWords(f)
	}
	part := 0
	for i := range f.words {
		if mask&(1<<i) != 0 {
			part += int(f.weights[i])
		}
	}
	return min(16, 16*part/f.enough)
}

// telling is how much a word tells one element from another: little when many
// names or most goals have it, next to nothing when it is the site's own name.
func (o *origin) telling(w string) uint16 {
	if strings.Contains(o.name, w) {
		return siteName
	}
	return o.tellingHere(w, o.naming[w])
}

// siteName is what a word of the site's own name tells.
const siteName = 1

// tellingHere is telling for words that the site is not named by.
func (o *origin) tellingHere(w string, part *namePart) uint16 {
	rare := o.tellingName(part)
	if goal := o.words[w]; goal != nil {
		rare = min(rare, o.rarity(goal))
	}
	return uint16(max(1, rare))
}

// tellingName is the same by the names alone; no name has nil.
func (o *origin) tellingName(w *namePart) int {
	have := 0
	if w != nil {
		have = w.forms
	}
	return octave/8 + log2(uint64(64*(o.forms+1)/(have+1))) - log2(64)
}

// fullyNamed is how many of the heaviest words name a target fully: nobody
// repeats a whole headline.
const fullyNamed = 4

// weighWords fills in the scratch of a form for this question.
func (q *question) weighWords(f *form) {
	f.weighed = q.look
	var sorted [maxNameWords]uint16
	for i, w := range f.parts {
		if w.weighed != q.look {
			w.weighed, w.weight = q.look, siteName
			if !w.site {
				w.weight = q.origin.tellingHere(w.text, w)
			}
		}
		f.weights[i] = w.weight
		sorted[i] = f.weights[i]
	}
	list := sorted[:len(f.words)]
	slices.Sort(list)
	f.enough = 1
	for _, w := range list[max(0, len(list)-fullyNamed):] {
		f.enough += int(w)
	}
}
