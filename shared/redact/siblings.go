package redact

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Names redacts siblings (a list's items, a row of fields, the elements of a
// page in their order) of which no one is a secret by itself: the words of a
// seed phrase one by one, and what stands behind a label that says that a
// secret follows. It works in place and reports whether it changed anything.
func Names(names []string) bool {
	if off != "" {
		return false
	}
	changed := seedNames(names)
	changed = codeLists(names) || changed
	changed = phraseCells(names) || changed
	for i := 0; i+1 < len(names); i++ {
		if !mayBeValue(names[i+1]) && !numbered(names[i], names[i+1]) {
			continue
		}
		n, kind := 0, labelOf(names[i])
		if kind != noLabel {
			n = kind.values(names[i+1:])
		}
		if n == 0 && saidBefore(names[i], names[i+1]) {
			n = 1
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

// saidBefore reports whether a label and its value, said in one string, would be
// a secret: what the rules know of labels holds for elements side by side.
func saidBefore(label, value string) bool {
	if utf8.RuneCountInString(label) > labelRule.Max || utf8.RuneCountInString(value) < 4 || utf8.RuneCountInString(value) > labelRule.Max || value == Mark || strings.HasSuffix(value, ":") || !labels(label, value) || mentions(nameTokens(label)) {
		return false
	}
	said := strings.TrimRight(label, ": ") + ": " + value
	left := Text(said)
	return strings.HasSuffix(said, value) && !strings.Contains(left, value) && !hasWords(left[strings.LastIndex(left, Mark)+len(Mark):])
}

// hasWords reports whether words stand behind what a rule found in a neighbour:
// "Q1 2026 Planning" is a heading, not the value of the one before.
func hasWords(s string) bool {
	return slices.ContainsFunc(strings.Fields(s), func(w string) bool { return len(w) > 3 && kindsOf(w).upper+kindsOf(w).lower == len(w) })
}

// labels reports whether a name may say what another is: it calls for a rule, or
// the other has digits and it has none.
func labels(label, value string) bool {
	return gate().labels(label) > 0 || kindsOf(value).digits > 2 && kindsOf(label).digits == 0
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

// numbered reports whether a phrase of words with digits in it may be what a name
// says: one that calls for a rule and is not full of digits itself, as the
// neighbours in a list of such phrases are.
func numbered(label, value string) bool {
	return kindsOf(value).digits > 0 && kindsOf(label).digits <= labelDigits && gate().labels(label) > 0
}

// labelDigits is how many digits a label may have that are its own: Address line 2.
const labelDigits = 2

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
	Phrases: []string{"frase", "semilla", "mnemonico", "mnémonique", "wiederherstellungsphrase", "助记词", "助記詞", "シードフレーズ", "ニーモニック", "니모닉", "сид", "мнемоника", "мнемоническая", "phrase", "mnemonic", "passphrase", "seed", "srp"}, NoPhrases: []string{"search", "exact", "match"},
	Numbers: []string{"pin", "puk", "tan", "passkey", "pincode", "cvv", "cvc", "csc", "otp", "passcode", "combination"},
	CodeBeside: []string{"your", "verification", "security", "login", "access", "door", "gate", "sms", "confirmation", "this", "one", "authentication", "entry", "alarm", "enter",
		"setup", "pairing", "unlock", "transfer", "restore", "pickup", "device", "lock", "safe", "keypad", "activation", "voicemail", "guard", "collection"},
	Backups: []string{"wiederherstellungscode", "notfallcode", "ersatzcode", "sicherungscode", "codes de récup", "codes de secours", "códigos de recup", "códigos de resp", "códigos de emerg", "códigos de reserva",
		"codici di recup", "codici di back", "herstelcode", "återställningsk", "gjenopprettingsk", "gendannelsesk", "palautuskood", "kody zapas", "kody odzysk", "záložní kód", "kurtarma kod", "резервные код", "коды восст",
		"恢复代码", "恢复码", "备用码", "备用验证码", "備用碼", "バックアップコード", "リカバリーコード", "回復コード", "복구 코드", "백업 코드", "single-use code", "scratch code"},
	Words:  []string{"word", "mot", "palabra", "wort", "parola", "palavra", "слово", "单词", "単語", "단어"},
	Fields: []string{"number", "no", "card"},
}

// labelOf reads a name as a label.
func labelOf(name string) labelKind {
	if name == "" || utf8.RuneCountInString(name) > labelRule.Max || strings.HasPrefix(name, Mark) {
		return noLabel
	}
	tokens := nameTokens(name)
	if mentions(tokens) {
		return noLabel
	}
	has := func(words []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return contains(tokens, w) })
	}
	lower := strings.ToLower(name)
	switch {
	case len(tokens) == 2 && contains(labelRule.Words, tokens[0]) && isDigit(tokens[1][0]):
		return phraseLabel
	case slices.ContainsFunc(labelRule.Backups, func(w string) bool { return strings.Contains(lower, w) }):
		return codesLabel
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

// mentions reports whether a name speaks of a secret as a circumstance of
// something else, such as "url with password": what follows is not its value.
func mentions(tokens []string) bool {
	for i, t := range tokens {
		switch t {
		case "with", "without", "using", "via", "by":
			return i > 0 && !Sensitive(strings.Join(tokens[:i], " ")) && Sensitive(strings.Join(tokens[i+1:], " "))
		}
	}
	return false
}

// values counts the names at the beginning of rest that are what the label is of.
func (kind labelKind) values(rest []string) int {
	most := [...]int{secretLabel: 1, codeLabel: 10, codesLabel: 40, phraseLabel: 33}[kind]
	n := 0
	for n < len(rest) && n < most && (rest[n] == Mark || kind.value(rest[n])) {
		n++
	}
	for kind == secretLabel && n > 0 && n < len(rest) && n < mostParts && (rest[n] == Mark || partLike(rest[n])) {
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

// mostParts is how many elements one secret may be spread over.
const mostParts = 16

// partLike reports whether a name may be a further part of a secret: one word of
// letters and digits that is none.
func partLike(s string) bool {
	k := kindsOf(s)
	if len(s) < 4 || k.digits+k.upper+k.lower != len(s) || k.upper+k.lower == 0 {
		return false
	}
	return k.digits > 0 && !namePart(s) || k.upper > 0 && k.lower > 0 && changes(s) > 0 && surprise(s, false) > 0
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
		return k.upper == 0 && k.digits == 0 && letters >= units(s)*4/5 && (len(words) >= 4 || strings.Count(s, "-") >= 2 || len(words) == 1 && len(s) >= 3 && len(s) <= 12) || labelledValue(s)
	}
	return labelledValue(s)
}

// labelledValue is one word that is none, or groups by chance.
func labelledValue(s string) bool {
	if strings.Contains(s, " ") {
		k := kindsOf(s)
		return len(s) <= 80 && (groupsByChance(s) || 2*k.lower > len(s) && surprise(s, false) >= 3*chanceLabel && strings.ToLower(s) == s) && strings.Count(s, " ")*9 >= len(s)-9
	}
	k := kindsOf(s)
	if k.digits >= 6 && k.upper+k.lower == 0 && len(s) <= 23 {
		return true // a number in groups
	}
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
