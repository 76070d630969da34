package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/text"
)

// Doubtful reports whether a text of an application's data, such as a message, may hand over a secret that no rule finds
// for sure: a sentence that somebody says or that has what may be a code, or a word behind one for password or log-in that
// interfaces do not use. Much that is harmless is so too.
func Doubtful(s string) bool {
	if off != "" {
		return false
	}
	if len(s) < shortestSecret || strings.IndexByte(s, ' ') < 0 {
		return licenceForm().MatchString(s) || message().MatchString(s)
	}
	words, small := saidWords(s), 0
	for _, w := range words {
		first, _ := utf8.DecodeRuneInString(s[w.lo:])
		small += b2i(w.hi-w.lo > 1 && unicode.IsLetter(first) && !unicode.IsUpper(first))
	}
	said, called, named := small >= sentenceWords, gate().calls(s), gate().named
	return said && message().MatchString(s) || called&(named["words of a passphrase"]|named["password of a user"]|named["assignment"]) != 0 && handsOverWord(s, words) ||
		kindsOf(s).digits > 1 && (said || called&named["spoken code"] != 0 && accessWords().MatchString(s)) && hasCode(s)
}

// handsOverWord reports whether a text has an unusual word that ends its clause behind one for password or log-in.
func handsOverWord(s string, words []saidWord) bool {
	behind := false
	for i, w := range words {
		word := s[w.lo:w.hi]
		if behind && endsSaid(s, words, i) && isUnusual(word) {
			return true
		}
		behind = behind || namesPassword(word) || isPasswordName(word) || logIn().MatchString(word) && !ofPerson().MatchString(word)
	}
	return false
}

// hasCode reports whether a number in a text may be a code.
func hasCode(s string) bool {
	return slices.ContainsFunc(spokenCode().FindAllStringSubmatchIndex(s, -1), func(m []int) bool {
		code := s[m[2]:m[3]]
		return !isNoCode(s, m[2], m[3]) && !yearForm().MatchString(code) && !issueKey().MatchString(code)
	})
}

// sentenceWords is how many words in small letters a sentence has at least; labels and records have fewer.
const sentenceWords = 3

// issueKey matches the name of a ticket.
var issueKey = lazy(`^\p{Lu}{2,}-\d+$`)

// message matches what begins with the name of its sender.
var message = lazy(`^(?:\p{Lu}\pL+(?: \p{Lu}\pL+){0,2}: |\p{Lo}{1,8}：.{6,})`)

// isUnusual reports whether a word behind one for password is none that speaks of passwords.
func isUnusual(word string) bool {
	return isUncommon(word) && !isStatement([]string{strings.ToLower(word)}) && !namesSaid(word)
}

// isUncommon reports whether a word is none of those that many interfaces use.
func isUncommon(word string) bool {
	lower := strings.ToLower(word)
	return utf8.RuneCountInString(word) > 3 && !text.Stopword(lower) && !text.Common(text.Stem(lower))
}

// licenceForm matches groups of a key, of which two mix letters and digits.
var licenceForm = lazy(`^[A-Z0-9]{2,8}-(?:[A-Z0-9]{2,8}-)*(?:[A-Z]+\d|\d+[A-Z])[A-Z0-9]*-(?:[A-Z0-9]{2,8}-)*(?:[A-Z]+\d|\d+[A-Z])[A-Z0-9]*(?:-[A-Z0-9]{2,8})*$`)

// Vault reports whether a title is that of a list of passwords, whose entries say no more than the passwords.
func Vault(title string) bool {
	return off == "" && (namesPassword(title) || vault().MatchString(title))
}

var vault = lazy(`(?i)(?:^|\PL)(?:vault|passwörter|logins|credentials|keychain|zugänge|zugangsdaten|identifiants|accès|accesos|accessi|acessos|toegangen|dostępy|доступы|secrets)(?:\PL|$)`)

// Reserved returns a text about a log-in without the words that may be its password: while it is not known which it is.
func Reserved(s string) string {
	if off != "" || !logIn().MatchString(s) && !accessWords().MatchString(s) && !namesPassword(s) {
		return s
	}
	var found []part
	for _, w := range saidWords(s) {
		if word := s[w.lo:w.hi]; strings.ContainsAny(word, "0123456789") || isUncommon(word) && !strings.Contains(word, "REDACTED") {
			found = append(found, w.part)
		}
	}
	for _, p := range slices.Backward(found) {
		s = s[:p.lo] + "…" + s[p.hi:]
	}
	return s
}
