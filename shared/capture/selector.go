package capture

import (
	"regexp"
	"strings"
)

// attributeTests matches the parts of a selector in brackets, whose values may
// contain any character.
var attributeTests = regexp.MustCompile(`\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]`)

// positionalPseudoClass matches the pseudo-classes that select an element by its place among
// others.
var positionalPseudoClass = regexp.MustCompile(`:(nth|first|last|only)-`)

// uniqueTags holds elements that occur once on a page: their tag identifies them.
var uniqueTags = map[string]bool{"body": true, "html": true, "main": true, "nav": true, "form": true, "header": true, "footer": true}

// Positional reports whether a selector describes the position of an element instead of
// its identity: it counts, or ends in a bare tag which is not the only such element of a
// named parent. Such a selector finds another element as soon as one is inserted, removed
// or sorted (DESIGN 9.20).
func Positional(selector string) bool {
	plain := attributeTests.ReplaceAllString(selector, "[]")
	if positionalPseudoClass.MatchString(plain) {
		return true
	}
	steps := strings.FieldsFunc(plain, func(r rune) bool { return r == ' ' || r == '>' || r == '+' || r == '~' })
	if len(steps) == 0 {
		return false
	}
	named := func(step string) bool { return strings.ContainsAny(step, "#.[:") }
	last := steps[len(steps)-1]
	switch {
	case named(last):
		return false
	case len(steps) == 1:
		return !uniqueTags[strings.ToLower(last)]
	}
	return !named(steps[len(steps)-2]) || strings.ContainsAny(plain, "+~")
}
