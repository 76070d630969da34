package prior

import (
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/text"
	"cairn/shared/types"
)

// maxNameWords bounds the words of a name that count: longer names are texts.
const maxNameWords = 12

// targetWords returns the distinct stems of a target's name and test id, or else of
// the id at the end of its selector.
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

// selectorID returns the id at the end of a selector, which is often the only name.
func selectorID(selector string) string {
	i := strings.LastIndexByte(selector, '#')
	if i < 0 || strings.ContainsAny(selector[i:], " >[:.") {
		return ""
	}
	return cut(selector[i+1:], maxName)
}

// namedBy returns a mask of the words of a name that a goal has, a bit for each.
func namedBy(goal, words []string) (mask uint16) {
	for i, w := range words {
		if kinIn(goal, w) {
			mask |= 1 << i
		}
	}
	return mask
}

// leastStem is the least length of a stem for another one that begins with it to be of the
// same family: depend and dependency, select and selection.
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

// namedBy returns a mask of the form's words that a goal has; none for navigation, which
// has no form.
func (f *form) namedBy(goal []string) uint16 {
	if f == nil {
		return 0
	}
	return namedBy(goal, f.words)
}

// mine returns a mask of the words of a form that the asker's goal has.
func (q *question) mine(f *form) uint16 {
	if f.asked == q.look {
		return f.mine
	}
	return q.readMine(f)
}

// readMine computes that mask, once a page.
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

// naming returns how far the masked words name the form, in sixteenths: their share of
// the weight of its words. Words that are rarer on this origin weigh more.
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

// telling returns how well a word distinguishes elements: little when many names or most
// goals have it, almost not at all when it is part of the site's name.
func (o *origin) telling(w string) uint16 {
	if strings.Contains(o.name, w) {
		return siteName
	}
	return o.tellingHere(w, o.naming[w])
}

// siteName is the weight of a word of the site's name.
const siteName = 1

// tellingHere returns the same for words that are not in the site's name.
func (o *origin) tellingHere(w string, part *namePart) uint16 {
	rare := o.tellingName(part)
	if goal := o.words[w]; goal != nil {
		rare = min(rare, o.rarity(goal))
	}
	return uint16(max(1, rare))
}

// tellingName returns the same by the names alone; a nil part is in no name.
func (o *origin) tellingName(w *namePart) int {
	have := 0
	if w != nil {
		have = w.forms
	}
	return octave/8 + log2(uint64(64*(o.forms+1)/(have+1))) - log2(64)
}

// fullyNamed is how many of the heaviest words name a target fully, because goals never
// repeat a whole headline.
const fullyNamed = 4

// weighWords computes the weights of a form's words for this question.
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
