package exchange

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"cairn/shared/types"
)

// piece is a part of a flow's text: a literal text, or a parameter for a value.
type piece struct{ literal, param string }

var braces = regexp.MustCompile(`\{\{|\}\}|\{[^{}]+\}`)

// piecesOf splits a flow's text (see [types.Flow]). An unpaired brace is literal.
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

// joined joins the pieces of a text, with value called for each parameter.
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

// inBraces returns a parameter as a placeholder for readers.
func inBraces(param string) string { return "{" + param + "}" }

// environment maps each parameter to an environment variable, as cairn flow run does,
// with distinct names.
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
