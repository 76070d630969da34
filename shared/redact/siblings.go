package redact

import (
	"slices"
	"strings"
)

// Names redacts siblings (a list's items, a row of fields, the elements of a
// page in their order) of which no one is a secret by itself: the words of a
// seed phrase one by one, and what stands behind a label that says that a
// secret follows. It works in place and reports whether it changed anything.
func Names(names []string) bool {
	changed := seedNames(names)
	for i := 0; i+1 < len(names); i++ {
		if !mayBeValue(names[i+1]) {
			continue
		}
		if kind := labelOf(names[i]); kind != noLabel {
			if n := kind.values(names[i+1:]); n > 0 {
				for j := range n {
					if names[i+1+j] != "" {
						names[i+1+j] = Mark
					}
				}
				changed = true
				i += n
			}
		}
	}
	return changed
}

// mayBeValue spares most names from being read as labels: what follows them is
// a phrase of words in upper and lower case.
func mayBeValue(s string) bool {
	if !strings.Contains(s, " ") {
		return true
	}
	k := kindsOf(s)
	return k.upper == 0 || k.lower == 0
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

// labelRule has the words by which a name is read as a label.
var labelRule = LabelRule{
	Max:     60, // longer than what labels a value
	Codes:   []string{"backup", "recovery", "reserve", "scratch", "emergency", "one", "security", "save", "your", "2", "mfa"},
	Phrases: []string{"phrase", "mnemonic", "passphrase", "seed", "srp"}, NoPhrases: []string{"search", "exact", "match"},
	Numbers:    []string{"pin", "cvv", "cvc", "csc", "otp", "passcode", "combination"},
	CodeBeside: []string{"your", "verification", "security", "login", "access", "door", "gate", "sms", "confirmation", "this", "one", "authentication", "entry", "alarm"},
	Fields:     []string{"number", "no", "card"},
}

// labelOf reads a name as a label.
func labelOf(name string) labelKind {
	if name == "" || len(name) > labelRule.Max || strings.HasPrefix(name, Mark) {
		return noLabel
	}
	tokens := nameTokens(name)
	has := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return contains(tokens, w) })
	}
	switch {
	case contains(tokens, "codes") && has(labelRule.Codes):
		return codesLabel
	case has(labelRule.Phrases) && !has(labelRule.NoPhrases):
		return phraseLabel
	case has(labelRule.Numbers), contains(tokens, "code") && has(labelRule.CodeBeside), has(labelRule.Fields) && Sensitive(name):
		return codeLabel
	case Sensitive(name):
		return secretLabel
	}
	return noLabel
}

// values counts the names at the beginning of rest that are what the label is of.
func (kind labelKind) values(rest []string) int {
	most := [...]int{secretLabel: 1, codeLabel: 10, codesLabel: 40, phraseLabel: 33}[kind]
	n := 0
	for n < len(rest) && n < most && kind.value(rest[n]) {
		n++
	}
	switch single := n > 0 && len(rest[0]) == 1; {
	case single && n < 4: // a digit or two are anything
		return 0
	case kind == phraseLabel && n > 1 && n < 6:
		return 0
	}
	return n
}

// value reports whether a name may be what the label is of.
func (kind labelKind) value(s string) bool {
	if s == Mark {
		return false
	}
	k := kindsOf(s)
	letters := k.upper + k.lower
	switch kind {
	case codeLabel:
		return codeValue(s, k) || !strings.Contains(s, " ") && k.digits > 0 && labelled(s)
	case codesLabel:
		return codeValue(s, k) || len(s) <= 24 && strings.Count(s, " ") <= 1 && k.digits+letters >= 6 && (k.digits > 0 && letters > 0 || letters == 0 || k.upper == 0 && surprise(s, false) >= chanceLabel*3)
	case phraseLabel:
		words := strings.Fields(s)
		return k.upper == 0 && k.digits == 0 && letters >= len(s)*4/5 && (len(words) >= 4 || strings.Count(s, "-") >= 2 || len(words) == 1 && len(s) >= 3 && len(s) <= 12) || labelledValue(s)
	}
	return labelledValue(s)
}

// labelledValue is one word that is none, or groups by chance.
func labelledValue(s string) bool {
	if strings.Contains(s, " ") {
		return len(s) <= 80 && (groupsByChance(s) || surprise(s, false) >= 3*chanceLabel && strings.ToLower(s) == s) && strings.Count(s, " ")*9 >= len(s)-9
	}
	k := kindsOf(s)
	return len(s) >= 5 && len(s) <= 512 && (labelled(s) || k.lower == len(s) && surprise(s, false) >= chanceLabel*2)
}

// codeValue: digits, in groups or not, up to a card's.
func codeValue(s string, k kinds) bool {
	if k.digits == 0 || k.upper+k.lower > 0 || len(s) > 23 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) && s[i] != ' ' && s[i] != '-' {
			return false
		}
	}
	return k.digits == 1 || k.digits >= 3
}
