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
		n := 0
		if mayBeValue(names[i+1]) {
			n = labelOf(names[i]).values(names[i+1:])
		}
		for j := range n {
			if v := &names[i+1+j]; *v != "" && *v != Mark {
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

// labelKind is what a name says of the names behind it.
type labelKind int

const (
	noLabel labelKind = iota
	secretLabel
	codeLabel   // a short number counts
	codesLabel  // many of them
	phraseLabel // words count
)

// labelMax is the length in characters of the longest label.
const labelMax = 60

// The words by which a name is read as a label, in a dozen languages.
var (
	codeLabels   = lazy(`(?i)(?:` + codeNames + `)\W{0,3}(?:\(.*\))?$|\b(?:cvv|cvc|csc|(?:account|card|passport|routing) (?:number|no)|combination|(?:security|social security) number|your code|enter (?:the )?code|use this code)\W*$`)
	codesLabels  = lazy(`(?i)\b(?:backup|back-up|recovery|reserve|scratch|emergency|single-use|one-time) codes?\b|(?:wiederherstellungs|notfall|ersatz|sicherungs|herstel|backup)codes?|codes? de (?:récup|secours)|códigos? de (?:recup|resp|reserva)|codici di (?:recup|backup)|återställningsk|kody (?:zapas|odzysk)|резервные код|коды восст|恢复代码|恢复码|备用码|バックアップコード|リカバリーコード|복구 코드|백업 코드`)
	phraseLabels = lazy(`(?i)\b(?:(?:seed|secret|recovery|backup|mnemonic|wallet) ?(?:phrase|words)|mnemonic|passphrase|your seed|frase (?:semilla|de)|wiederherstellungsphrase|助记词|シードフレーズ|сид-фраза)\b|^(?:word|wort|mot|palabra) \d{1,2}$`)
	// actions begin names of what one does about a secret; what follows them is none.
	actions = lazy(`(?i)^(?:forgot|reset|change|generate|manage|rotate|revoke|create|add|new|show|hide|view|edit|enter|confirm|about|how|what|no|learn|set up|copy)\b|\b(?:with|without|about|for|via|using|by)\b|\?$`)
)

// labelOf reads a name as a label.
func labelOf(name string) labelKind {
	if utf8.RuneCountInString(name) > labelMax || strings.Contains(name, Mark) || !gate().callsFor("assignment", name) {
		return noLabel
	}
	switch {
	case codesLabels().MatchString(name):
		return codesLabel
	case phraseLabels().MatchString(name):
		return phraseLabel
	case codeLabels().MatchString(name):
		return codeLabel
	case Sensitive(name) && !actions().MatchString(name), nativeLabel().MatchString(strings.ToLower(name)):
		return secretLabel
	}
	return noLabel
}

// values counts the names at the beginning of rest that are what the label is of.
func (kind labelKind) values(rest []string) int {
	most := [...]int{noLabel: 0, secretLabel: 1, codeLabel: 10, codesLabel: 40, phraseLabel: 33}[kind]
	n := 0
	for n < len(rest) && n < most && (rest[n] == Mark || kind.value(rest[n])) {
		n++
	}
	if n > 0 && len(rest[0]) == 1 && n < 4 || kind == phraseLabel && n > 1 && n < 4 {
		return 0 // a digit or two are anything
	}
	return n
}

// The forms of values: codes of digits in groups or not, up to a card's; entries of a
// list of codes; words of a phrase.
var (
	codeForm   = lazy(`^(?:\d|\d[\d -]{0,20}\d{2})$`)
	entryForm  = lazy(`^(?:\d{1,2}[.)] )?(?:[0-9A-Za-z]*\d[0-9A-Za-z]*|[a-z]{4,12}|[0-9A-Za-z]{3,12}[ -][0-9A-Za-z]{3,12})$`)
	phraseForm = lazy(`^(?:\p{Ll}{3,12}|(?:\p{Ll}{2,12}[ -]){2,32}\p{Ll}{2,12})$`)
)

// value reports whether a name may be what the label is of.
func (kind labelKind) value(s string) bool {
	k := kindsOf(s)
	switch kind {
	case codeLabel:
		return codeForm().MatchString(s) || !strings.Contains(s, " ") && k.digits > 0 && labelled(s)
	case codesLabel:
		return codeForm().MatchString(s) || entryForm().MatchString(s) && k.digits+k.letters() >= 6 && (k.digits > 0 || strings.Contains(s, "-") || surprise(s, false) >= 0)
	case phraseLabel:
		return phraseForm().MatchString(s)
	}
	return secretValue(s, k)
}

// secretValue: one word that is none, a number, or groups by chance.
func secretValue(s string, k kinds) bool {
	switch {
	case len(s) < 5 || len(s) > 512:
		return false
	case k.digits+strings.Count(s, " ")+strings.Count(s, "-") == len(s):
		return k.digits >= 6 && !dayForm().MatchString(s)
	case strings.Contains(s, " "):
		return strings.Count(s, " ") >= 3 && strings.ToLower(s) == s && k.odd == 0 && len(strings.Fields(s))*9 >= len(s)
	}
	return labelled(s)
}

// phraseNames redacts a phrase whose words are elements of their own, numbered or not.
func phraseNames(names []string) bool {
	changed := false
	for i := 0; i < len(names); {
		words, end := []string{}, i
		for ; end < len(names); end++ {
			if names[end] == "" || len(names[end]) > 60 || isUpper(names[end][0]) {
				break
			} else if m := phraseCell().FindStringSubmatch(names[end]); m == nil {
				break
			} else if m[1] != "" {
				words = append(words, m[1])
			}
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
var phraseCell = lazy(`^(?:\d{1,2}[.)]?\s?)?(\p{Ll}{3,12}|[ぁ-ん]{2,8}|[가-힣]{2,4}|[一-龥])$|^\d{1,2}[.)]?$`)

// SaidBefore reports whether a value behind a label, or said with it, is a secret.
func SaidBefore(label, value string) bool {
	n := utf8.RuneCountInString(label)
	if n == 0 || n > labelMax || len(value) < 4 || len(value) > 2*labelMax || value == Mark {
		return false
	}
	return labelOf(label).values([]string{value}) > 0 || !strings.Contains(Text(strings.TrimRight(label, ": ")+": "+value), value)
}
