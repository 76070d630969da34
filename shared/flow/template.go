package flow

import (
	"slices"
	"strings"

	"cairn/shared/text"
	"cairn/shared/types"
)

// maxWays bounds the ways in which a goal is read as a title.
const maxWays = 64

// Marks that may stand around a value; an apostrophe may stand within one as well.
const (
	doubleMarks = "\"“”„«»"
	quoteMarks  = doubleMarks + "'`‘’「」"
)

// byTemplate reads a goal that is the title word for word, with values in place of its
// parameters: each value is the complete text there. If it can be read in several ways, the
// values that differ are left out. byTemplate reports whether the goal is the title.
func (r *reading) byTemplate() bool {
	parts, err := parse(r.f.Title)
	if err != nil || !r.separate(parts) {
		return false
	}
	var ways []map[string]string
	lower := strings.ToLower(r.text)
	if len(lower) != len(r.text) {
		lower = r.text // letters that change their length: compare them unchanged
	}
	r.ways(parts, lower, 0, map[string]string{}, &ways)
	if len(ways) == 0 {
		return false
	}
	for name, value := range ways[0] {
		if !slices.ContainsFunc(ways, func(way map[string]string) bool { return way[name] != value }) && len(ways) < maxWays {
			r.values[name] = value
		} else {
			r.unclear = append(r.unclear, name)
		}
	}
	for i := range r.taken {
		r.taken[i] = slices.ContainsFunc(parts, func(p part) bool { return p.param != "" && r.within(i, r.values[p.param]) })
	}
	return true
}

// within reports whether a word of the goal is part of a value.
func (r *reading) within(i int, value string) bool {
	w := &r.words[i]
	for at := max(0, w.to-len(value)); value != "" && at <= w.from; at++ {
		if strings.HasPrefix(r.text[at:], value) {
			return true
		}
	}
	return false
}

// readable reports whether the parameters of the title can be read from a goal: no two
// adjacent ones are both unknown, except the names of a person.
func (r *reading) readable() bool {
	for i, t := range r.f.title {
		if t.param != "" && r.crowded(t.param) && !r.inName(r.f.title, i) {
			return false
		}
	}
	return true
}

// crowded reports whether a parameter stands right beside another one in the title, and both are unknown: where its value
// ends is not clear.
func (r *reading) crowded(param string) bool {
	for i := range max(len(r.f.title)-1, 0) {
		a, b := r.f.title[i].param, r.f.title[i+1].param
		if a != "" && b != "" && (a == param || b == param) && !r.bound(a) && !r.bound(b) {
			return true
		}
	}
	return false
}

// sayable reports whether a run takes the value of a parameter from a goal: it is no secret and no file.
func (r *reading) sayable(param string) bool {
	p := paramOf(r.f.Flow, param)
	return p != nil && p.Kind != types.FlowSecret && p.Kind != types.FlowFile
}

// separate reports whether a title has words or marks between its parameters: "for {meal}, {minutes} minutes".
func (r *reading) separate(parts []part) bool {
	for i := range parts {
		if parts[i].param == "" {
			continue
		}
		if i > 0 && parts[i-1].param != "" || i > 1 && parts[i-2].param != "" && bare(parts[i-1].literal) == "" {
			return false
		}
	}
	return true
}

// ways finds the readings of the rest of a goal as the rest of a title.
func (r *reading) ways(parts []part, lower string, from int, values map[string]string, found *[]map[string]string) {
	switch {
	case len(*found) >= maxWays:
	case len(parts) == 0:
		if strings.Trim(lower[from:], " .!"+quoteMarks) == "" {
			*found = append(*found, values)
		}
	case parts[0].param == "":
		literal := bare(parts[0].literal)
		rest := strings.TrimLeft(lower[from:], " "+quoteMarks)
		if strings.HasPrefix(rest, literal) && !(strings.HasSuffix(parts[0].literal, " ") && endsWithin(rest, len(literal))) {
			r.ways(parts[1:], lower, len(lower)-len(rest)+len(literal), values, found)
		}
	default:
		for to := from + 1; to <= len(lower); to++ {
			if to < len(lower) && (len(parts) == 1 || !r.edge(lower, to, bare(parts[1].literal))) {
				continue
			}
			if value, ok := r.valueAt(parts[0].param, from, to); ok {
				with := map[string]string{parts[0].param: value}
				for k, v := range values {
					with[k] = v
				}
				r.ways(parts[1:], lower, to, with, found)
			}
		}
	}
}

// bare returns a literal piece of a title for comparison: without separators between it and
// a value.
func bare(literal string) string {
	return strings.Trim(strings.ToLower(literal), " "+quoteMarks)
}

// edge reports whether a piece of a title may begin where a value ends: at a word's
// beginning, outside of quotations.
func (r *reading) edge(lower string, at int, literal string) bool {
	rest := strings.TrimLeft(lower[at:], " "+quoteMarks)
	if literal == "" || !strings.HasPrefix(rest, literal) {
		return literal == "" && rest == ""
	}
	begin := len(lower) - len(rest)
	first := []rune(literal)[0]
	if text.InWord(first) && begin == at && first < 0x2e80 {
		return false // in the middle of a word
	}
	return !endsWithin(rest, len(literal)) && !slices.ContainsFunc(r.quoted, func(q stretch) bool { return begin > q.from && begin+len(literal) < q.to })
}

// endsWithin reports whether a text's first bytes end in the middle of a word: user, in users.
func endsWithin(s string, n int) bool {
	return n > 0 && n < len(s) && max(s[n-1], s[n]) < 0x80 && text.InWord(rune(s[n-1])) && text.InWord(rune(s[n]))
}

// valueAt returns the text between two positions as a value of a parameter.
func (r *reading) valueAt(name string, from, to int) (string, bool) {
	value := strings.TrimSpace(r.text[from:to])
	if to < len(r.text) {
		value = strings.TrimRight(value, " ,;:")
	}
	if mark, rest, spaced := strings.Cut(value, " "); from > 0 && spaced && strings.Trim(mark, ",;:-–—") == "" {
		value = strings.TrimSpace(rest) // the mark ends the text before it
	}
	if q := unquoted(value); q != "" {
		return q, true
	}
	if value == "" || strings.Count(value, `"`)%2 == 1 || value[0] == '"' {
		return "", false // a quotation with more behind it is not one value
	}
	p := paramOf(r.f.Flow, name)
	if p.Form != "" {
		value = thanks.ReplaceAllString(value, "")
	}
	if p.Form == types.FormNumber {
		value = numbered.ReplaceAllString(value, "")
	}
	switch of, rest, _ := strings.Cut(value, " "); {
	case p.Kind == types.FlowText && of == "of" && !r.f.object(name):
		value = rest // the role of Viewer
	case (p.Kind == types.FlowChoice || p.Form == types.FormName) && rest != "" && slices.Contains(linking, of):
		value = rest // the role called Viewer
	case p.Kind == types.FlowChoice:
		value = withoutArticle(strings.TrimRight(value, ".,;:!?"))
	}
	if next := wordsAt(r.text[to:]); p.Form == types.FormNumber && strings.Contains(value, " ") && len(next) > 0 && !lights(next[0].folded) {
		return "", false // 4 boxes of another thing
	}
	if !fitsParam(p, value) || refers(p, value) || thenMore(value) || describes(value) {
		return "", false
	}
	return value, true
}

// object reports whether a parameter names the object of the title's verb: the dog of Luna is not the dog Luna.
func (f *indexed) object(param string) bool {
	nouns := 0
	for _, t := range f.title {
		if t.param != "" {
			return t.param == param && nouns == 1
		}
		nouns += one(!t.light && !t.head)
	}
	return false
}

// unquoted returns the text between the quotes around a whole value, empty without quotes.
func unquoted(value string) string {
	runes := []rune(value)
	if len(runes) < 3 || quotes[runes[0]] == "" || !strings.ContainsRune(quotes[runes[0]], runes[len(runes)-1]) {
		return ""
	}
	inner := string(runes[1 : len(runes)-1])
	if strings.ContainsAny(inner, doubleMarks) {
		return ""
	}
	return strings.TrimSpace(inner)
}

// withoutArticle returns the name of a thing without a lower-case "the" before it.
func withoutArticle(value string) string {
	first, rest, ok := strings.Cut(value, " ")
	if ok && slices.Contains(articles, first) {
		return rest
	}
	return value
}

// refers reports whether a value only refers to something by its place on the page.
func refers(p *types.FlowParam, value string) bool {
	words := wordsAt(value)
	telling := slices.ContainsFunc(words, func(w word) bool {
		return !slices.Contains(referring, w.folded) && !lights(w.folded) || lettered(value[w.from:w.to])
	})
	return !telling && len(words) > 0 || p.Kind == types.FlowChoice && len(words) > 0 && slices.Contains(referring, value[words[0].from:words[0].to])
}
