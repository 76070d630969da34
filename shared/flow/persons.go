package flow

import (
	"strings"

	"cairn/shared/types"
)

// inName reports whether a token of the title is one of several names side by side, as {first_name} {last_name}. Each
// stands for one word.
func (r *reading) inName(tokens []token, i int) bool {
	return r.continues(tokens, i) || r.continues(tokens, i+1)
}

// continues reports whether a token is a name behind another one, without a word or mark between them.
func (r *reading) continues(tokens []token, i int) bool {
	if i < 1 || i >= len(tokens) {
		return false
	}
	before, after := tokens[i-1].param, tokens[i].param
	return r.isName(before) && r.isName(after) && strings.Contains(r.f.Title, "{"+before+"} {"+after+"}")
}

// isName reports whether a parameter is a text whose values are names.
func (r *reading) isName(param string) bool {
	p := paramOf(r.f.Flow, param)
	return p != nil && p.Kind == types.FlowText && p.Form == types.FormName
}

// wholeNames drops the words for names side by side unless there is one word for each, and reports whether all stay. Of
// Maria de Souza, or of Souza alone, nothing says which word is which name.
func (r *reading) wholeNames(tokens []token, spans []stretch) bool {
	all := true
	for i := 0; i < len(spans); {
		end, whole := i+1, true
		for ; r.continues(tokens, end); end++ {
			first, next := spans[end-1], spans[end]
			whole = whole && first.to == first.from+1 && next.from == first.to && next.to == next.from+1 &&
				r.spaced(next.from) && r.words[first.from].shaped(false) && r.words[next.from].shaped(false)
		}
		if !whole {
			clear(spans[i:end])
			all = false
		}
		i = end
	}
	return all
}

// spaced reports whether only a space stands before a word of the goal.
func (r *reading) spaced(at int) bool {
	return at > 0 && r.text[r.words[at-1].to:r.words[at].from] == " "
}
