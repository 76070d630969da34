package exchange

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"cairn/shared/types"
)

// piece is a part of a flow's text: literal text, or the parameter whose value stands
// there.
type piece struct{ literal, param string }

var braces = regexp.MustCompile(`\{\{|\}\}|\{[^{}]+\}`)

// piecesOf takes a flow's text apart (see [types.Flow]). A brace without its other half
// stands for itself.
func piecesOf(s string) (pieces []piece) {
	literal := ""
	end := func() {
		if literal != "" {
			pieces = append(pieces, piece{literal: literal})
		}
		literal = ""
	}
	at := 0
	for _, m := range braces.FindAllStringIndex(s, -1) {
		literal += s[at:m[0]]
		if token := s[m[0]:m[1]]; len(token) == 2 && token[0] == token[1] {
			literal += token[:1]
		} else {
			end()
			pieces = append(pieces, piece{param: strings.Trim(token, "{}")})
		}
		at = m[1]
	}
	literal += s[at:]
	end()
	return pieces
}

// joined writes the pieces of a text, each parameter as its own words.
func joined(s string, value func(param string) string) string {
	var b strings.Builder
	for _, p := range piecesOf(s) {
		if p.param != "" {
			b.WriteString(value(p.param))
		} else {
			b.WriteString(p.literal)
		}
	}
	return b.String()
}

// inBraces shows a parameter as its place, as people read it.
func inBraces(param string) string { return "{" + param + "}" }

// environment names the variable of each parameter, as cairn flow run does, and all of
// them distinct.
func environment(params []types.FlowParam) map[string]string {
	names, used := map[string]string{}, map[string]bool{}
	for _, p := range params {
		word := strings.Map(func(r rune) rune {
			if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				return '_'
			}
			return unicode.ToUpper(r)
		}, p.Name)
		name := "CAIRN_PARAM_" + word
		for n := 2; used[name]; n++ {
			name = fmt.Sprintf("CAIRN_PARAM_%s_%d", word, n)
		}
		names[p.Name], used[name] = name, true
	}
	return names
}
