package redact

import (
	"strings"
	"unicode/utf8"
)

// Names redacts siblings (a list's items, the elements of a page in their order) of
// which no one is a secret by itself: what stands behind a label, and the words of a
// phrase. It works in place and reports whether it changed anything.
func Names(names []string) bool {
	if off != "" {
		return false
	}
	changed := phraseNames(names)
	for i := 0; i+1 < len(names); i++ {
		if !mayBeValue(names[i+1]) || !isLabel(names[i]) {
			continue
		}
		n := valuesOf(names[i], names[i+1:])
		for j := range n {
			if v := &names[i+1+j]; *v != Mark {
				*v, changed = Mark, true
			}
		}
		i += n
	}
	return changed
}

// mayBeValue spares most names from being read as labels: what follows them is a
// word with a capital, or several.
func mayBeValue(s string) bool {
	k := kindsOf(s)
	plain := k.upper > 0 && k.lower > 0 && (strings.Contains(s, " ") || changes(s) == 0)
	return !plain || k.digits+k.odd > 0 || strings.Contains(s, "-") || s == Mark
}

// labelMax is the length in characters of the longest label.
const labelMax = 60

// actions begin names of what one does about a secret; what follows them is none.
var actions = lazy(`(?i)^(?:forgot|reset|change|generate|manage|rotate|revoke|create|add|show|hide|view|edit|enter|confirm|about|how|what|no|learn|set up|copy)\b|\b(?:with|without|about|for|via|using|by)\b|[?(]$|://`)

// isLabel reports whether a name may say what the next one is.
func isLabel(name string) bool {
	called := gate().calls(name)
	return called&gate().named["assignment"] != 0 && utf8.RuneCountInString(name) <= labelMax && !strings.Contains(name, Mark) &&
		(called&gate().named["code after its name"] != 0 || !actions().MatchString(name))
}

// valuesOf counts the names at the beginning of rest that are what the label is of:
// several codes, the digits of one, or one name.
func valuesOf(label string, rest []string) int {
	n := 0
	for n < len(rest) && n < 40 && (rest[n] == Mark || entry(rest[n])) {
		n++
	}
	if n > 1 && (n > 3 || len(rest[0]) > 1) && isSecretAfter(label, strings.Join(rest[:n], " ")) {
		return n
	}
	return b2i(len(rest[0]) <= 2*labelMax && isSecretAfter(label, rest[0]))
}

// isSecretAfter reports whether all of a value would be a secret when it stands
// after its label.
func isSecretAfter(label, value string) bool {
	label = strings.TrimRight(label, ": ") + ": "
	left, ok := strings.CutPrefix(Text(label+value), label)
	return ok && value != "" && strings.Trim(strings.ReplaceAll(left, Mark, ""), " ,;.#*!?") == ""
}

// entry reports whether a name may be one of several codes, or a digit or group of one.
func entry(s string) bool {
	k := kindsOf(s)
	return entryForm().MatchString(s) && (k.digits == len(s) || k.digits+k.letters() >= 6 && (k.digits > 0 || strings.Contains(s, "-") || surprise(s, false) >= 0))
}

var entryForm = lazy(`^(?:\d{1,2}[.)] )?(?:[0-9A-Za-z]*\d[0-9A-Za-z]*|[a-z]{4,12}|[0-9A-Za-z]{3,12}(?:[ -][0-9A-Za-z]{3,12}){1,3})$`)

// phraseNames redacts a phrase whose words are elements of their own, numbered or not.
func phraseNames(names []string) bool {
	changed := false
	for i := 0; i < len(names); {
		words, end := []string{}, i
		for ; end < len(names); end++ {
			name := names[end]
			if name == "" || len(name) > labelMax || isUpper(name[0]) || !phraseCell().MatchString(name) {
				break
			}
			words = append(words, strings.Fields(strings.TrimLeft(name, "0123456789.)"))...)
		}
		if text := strings.Join(words, " "); len(words) >= phraseCounts[0] && Text(text) == Mark {
			for ; i < end; i++ {
				names[i], changed = Mark, true
			}
		}
		i = max(i+1, end)
	}
	return changed
}

// phraseCell is one word of a phrase, with its number or not, or that alone.
var phraseCell = lazy(`^(?:\d{1,2}[.)]?\s?)?(?:\p{Ll}{3,12}|[ぁ-ん]{2,8}|[가-힣]{2,4}|[一-龥])$|^\d{1,2}[.)]?$`)

// SaidBefore reports whether a value behind a label is a secret.
func SaidBefore(label, value string) bool {
	return label != "" && utf8.RuneCountInString(label) <= labelMax && len(value) >= 4 && len(value) <= 2*labelMax && isSecretAfter(label, value)
}
