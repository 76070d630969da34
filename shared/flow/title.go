package flow

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"cairn/shared/capture"
	"cairn/shared/redact"
	"cairn/shared/text"
	"cairn/shared/types"
)

// title returns the goal of the oldest trace that names the most parameters, with parameters
// in place of its values.
func (b *builder) title() string {
	best, most := "", -1
	for i, t := range b.traces {
		if t.runs != "" && slices.ContainsFunc(b.traces, func(t *Trace) bool { return t.runs == "" }) {
			continue
		}
		var typed []capture.Typed
		for _, p := range b.params {
			if v := p.values[i]; v != "" && p.Kind != types.FlowSecret {
				typed = append(typed, capture.Typed{Field: p.Name, Text: literal(v)})
			}
		}
		slices.SortStableFunc(typed, func(a, b capture.Typed) int { return cmp.Compare(len(b.Text), len(a.Text)) })
		title := literal(capture.Clean(t.Session.Goal, maxTitle))
		for _, v := range typed {
			if slices.ContainsFunc(typed, func(o capture.Typed) bool { return o.Text != v.Text && strings.EqualFold(o.Text, v.Text) }) {
				title = withParam(title, v) // the same word in another spelling is another value
			}
		}
		title = capture.WithoutTyped(title, typed)
		for _, v := range typed {
			if len([]rune(v.Text)) <= minValue {
				title = withParam(title, v)
			}
		}
		if p := b.onlySecret(); p != nil && strings.Count(title, redacted) == 1 {
			title = strings.Replace(title, redacted, "{"+p.Name+"}", 1)
		}
		title = unquotedParams.ReplaceAllString(title, "$1")
		if n := len(paramsIn(title)); n > most {
			best, most = title, n
		}
	}
	if strings.TrimSpace(best) != "" {
		return best
	}
	last := b.traces[len(b.traces)-1]
	a := last.acts[len(last.acts)-1]
	words := []string{verbs[a.tool]}
	if a.target != nil {
		words = append(words, literal(cmp.Or(capture.ClearName(a.target.Name), a.target.TestID, a.target.Role)))
	}
	return strings.Join(words, " ")
}

// onlySecret returns the parameter for a secret, nil where there is none or several.
func (b *builder) onlySecret() (only *param) {
	for _, p := range b.params {
		if p.Kind == types.FlowSecret && only != nil {
			return nil
		}
		if p.Kind == types.FlowSecret {
			only = p
		}
	}
	return only
}

// withParam replaces a value of one word by a parameter: a word with the value's exact spelling, and
// the marks around it that belong to the value ($7).
func withParam(title string, v capture.Typed) string {
	words := wordsAt(title)
	core := wordsAt(v.Text)
	for i := len(words) - 1; i > 0; i-- {
		w := words[i]
		from, to := w.from, w.to
		if len(core) == 1 {
			from, to = max(1, from-core[0].from), min(len(title), to+len(v.Text)-core[0].to)
		}
		switch {
		case title[from-1] == '{':
		case title[from:to] == v.Text:
			title = title[:from] + "{" + v.Field + "}" + title[to:]
		case ordinal(strings.ToLower(title[w.from:w.to])) == v.Text:
			title = title[:w.from] + "{" + v.Field + "}" + ending + title[w.to:]
		}
	}
	return title
}

// unquotedParams matches parameters in quotes, which a goal may omit.
var unquotedParams = regexp.MustCompile(`["'“„«](\{[^{}]+\})["'”»]`)

// wordKey returns a key for a title from its distinctive words in any order. Two goals with
// one key are one task.
func wordKey(title string) string {
	parts, err := parse(title)
	if err != nil {
		parts = []part{{literal: title}}
	}
	var stems []string
	for _, p := range parts {
		for _, w := range wordsAt(p.literal) {
			if !text.Stopword(w.folded) && !text.Light(w.folded) {
				stems = append(stems, text.Stem(w.folded))
			}
		}
	}
	slices.Sort(stems)
	return strings.Join(slices.Compact(stems), " ")
}

// SameTask reports whether two flows are for the same task: their titles have the same
// distinctive words.
func SameTask(a, b *types.Flow) bool { return wordKey(a.Title) == wordKey(b.Title) }

// shown returns a text under the rules for stored text.
func shown(s string, limit int) string {
	return capture.Clean(redact.Text(capture.Clean(s, redact.MaxText)), limit)
}

// clean applies the rules for stored text to every text of a flow again.
func clean(f *types.Flow) {
	f.Title = shown(f.Title, maxTitle)
	for i := range f.Params {
		p := &f.Params[i]
		p.Label = shown(p.Label, maxName)
		for j := range p.Options {
			p.Options[j] = shown(p.Options[j], maxName)
		}
	}
	screen := func(s *types.FlowScreen) {
		s.Screen = shown(s.Screen, maxName)
		for i := range s.Appeared {
			s.Appeared[i] = shown(s.Appeared[i], maxName)
		}
	}
	target := func(t *types.FlowTarget) {
		t.Name, t.Row, t.Under = shown(t.Name, maxName), shown(t.Row, maxName), shown(t.Under, maxName)
		for i := range t.Near {
			t.Near[i] = shown(t.Near[i], maxName)
		}
	}
	screen(&f.End)
	for i := range f.Steps {
		s := &f.Steps[i]
		screen(&s.Screen)
		screen(&s.Expect)
		for j := range s.Targets {
			target(&s.Targets[j])
		}
		if s.To != nil && s.To.Target != nil {
			target(s.To.Target)
		}
		if s.Tool == "type" {
			s.Value = shown(s.Value, maxValue)
		}
	}
}
