package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Said redacts a text that an agent or a person writes: a goal, a note. It is Text, and finds the word that a sentence
// hands over behind the name of a secret: no page writes a label so, because the value stands beside it there.
func Said(s string) string {
	s = Text(s)
	if off != "" || len(s) < shortestSecret {
		return s
	}
	var found []part
	words := saidWords(s)
	spoken := namesPassword(s)
	for i := range words {
		if spoken && joinedCapital().MatchString(s[words[i].lo:words[i].hi]) || isSecondOfPair(s, words, i) || isWithUser(s, words, i) {
			found = append(found, words[i].part)
		}
		if !endsName(s, words, i) {
			continue
		}
		at, how := handedOver(s, words, i)
		if at < len(words) && how > loose && userOf(s[words[i].lo:words[i].hi], s[words[at].lo:words[at].hi]) {
			at++
		}
		if at == len(words) {
			continue
		}
		if quoted := quotedFrom(s, words[at]); quoted.hi > 0 && !isStatement(strings.Fields(strings.ToLower(s[quoted.lo:quoted.hi]))) {
			found = append(found, quoted)
		} else if isSaidValue(s, words, i, at, how) {
			found = append(found, words[at].part)
		} else if said := saidPhrase(s, words, i, at, how); said.hi > 0 {
			found = append(found, said)
		}
	}
	said := s
	s = masked(s, found)
	for _, p := range found { // who writes a password twice names it once
		if p.hi-p.lo >= shortestSecret {
			s = strings.ReplaceAll(s, said[p.lo:p.hi], Mark)
		}
	}
	return s
}

// isSecondOfPair reports whether words[i] stands behind a user and a slash, after a label for a log-in or behind a word for
// with in a sentence about one: "VPN: ada / lanternfish", "sign in with ada / lanternfish".
func isSecondOfPair(s string, words []saidWord, i int) bool {
	if i < 2 || strings.TrimSpace(s[words[i-1].hi:words[i].lo]) != "/" {
		return false
	}
	label, value := s[words[i-2].lo:words[i-2].hi], s[words[i].lo:words[i].hi]
	if isWordIn(withWords, s, words[i-2]) {
		label = clauseStart().ReplaceAllString(s[:words[i-2].lo], "")
	} else if !words[i-2].gives {
		return false
	}
	user, _ := utf8.DecodeRuneInString(s[words[i-1].lo:])
	return !unicode.IsUpper(user) && (logIn().MatchString(label) || strings.EqualFold(label, "auth")) && len(value) >= shortestSecret && !namesSaid(value) && !isStatement([]string{strings.ToLower(value)})
}

// isWithUser reports whether words[i] stands behind a word for with and the number or address of a user in a sentence about a
// log-in: a word of small letters that ends its clause.
func isWithUser(s string, words []saidWord, i int) bool {
	if i < 3 || !isWordIn(withWords, s, words[i-1]) || !isIdentifier(s[words[i-2].lo:words[i-2].hi]) && !(isWordIn(servesAs, s, words[i-3]) && namesPassword(s)) || !endsSaid(s, words, i) {
		return false
	}
	value := s[words[i].lo:words[i].hi]
	return plainWord().MatchString(value) && !namesSaid(value) && !isStatement([]string{value}) && logIn().MatchString(clauseStart().ReplaceAllString(s[:words[i-1].lo], ""))
}

// isIdentifier reports whether a word is a number, an address or one that is masked.
func isIdentifier(word string) bool {
	return strings.ContainsAny(word, "0123456789@") || word == strings.Trim(Mark, "[]")
}

// endsSaid reports whether words[i] ends its clause.
func endsSaid(s string, words []saidWord, i int) bool {
	return i+1 == len(words) || words[i].ends || s[words[i+1].lo:words[i+1].hi] >= string(rune(firstCJK)) || isWordIn(andWords, s, words[i+1])
}

func isWordIn(list []string, s string, w saidWord) bool {
	return slices.Contains(list, strings.ToLower(s[w.lo:w.hi]))
}

// userOf reports whether a word behind a name for both is the user: the password comes next.
func userOf(name, word string) bool {
	return logIn().MatchString(name) && (strings.Contains(word, "@") || strings.Contains(word, "REDACTED"))
}

// quotedFrom returns the text in quotation marks that begins with a word and ends its clause, which may be several words;
// no part if there is none.
func quotedFrom(s string, word saidWord) (p part) {
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s[:word.lo], " "))
	closing := strings.IndexAny(s[word.lo:], `"'”’»“`)
	if closing < 4 || closing > labelMax || !strings.ContainsRune(`"'“‘«„`, before) || !afterQuoted().MatchString(s[word.lo+closing:]) {
		return p
	}
	return part{word.lo, word.lo + len(strings.TrimRight(s[word.lo:word.lo+closing], " "))}
}

var afterQuoted = lazy(`^["'”’»“](?:[ ]?[.,;:!?)]|\s*$|[ ](?:` + strings.Join(andWords, "|") + `)[ ])`)

// saidWord is a word without the punctuation around it. ends says that a clause ends behind it, gives that a colon or an
// equals sign does.
type saidWord struct {
	part
	ends, gives bool
}

func saidWords(s string) (words []saidWord) {
	lo := 0
	for i, r := range s + " " {
		if !unicode.IsSpace(r) && (r != '/' || strings.ContainsAny(s[lo:i], "/:.") || strings.HasPrefix(s[i+1:], "/")) {
			continue
		}
		word := strings.TrimLeft(s[lo:i], `"'“”„«»‘’([{`)
		at := i - len(word)
		if word == "·" { // between cells of a row
			word = ""
		}
		bare := strings.TrimRight(word, `"'“”„«»‘’)]}.,;:!?=…`)
		tail := word[len(bare):]
		if bare != "" {
			words = append(words, saidWord{part{at, at + len(bare)}, strings.ContainsAny(tail, ".,;!?)]"), strings.ContainsAny(tail, ":=")})
		}
		lo = i + utf8.RuneLen(r)
	}
	return words
}

// longestSaidName is how many words the name of a secret has at most.
const longestSaidName = 3

// endsName reports whether words[i] ends the name of a secret, which is none without it.
func endsName(s string, words []saidWord, i int) bool {
	for n := range min(longestSaidName, i+1) {
		from := words[i-n]
		if n > 0 && (from.ends || from.gives) {
			return false
		}
		if namesSaid(s[from.lo:words[i].hi]) {
			return n == 0 || !namesSaid(s[from.lo:words[i-1].hi]) || soleAnswer().MatchString(strings.ToLower(s[from.lo:words[i].hi]))
		}
	}
	return isKeyOfNetwork(s, words[i])
}

// isKeyOfNetwork reports whether a word is one for key in a text that names a network.
func isKeyOfNetwork(s string, w saidWord) bool {
	key, _, _ := saysSecret(wordsOf(s[w.lo:w.hi]))
	all, _, _ := saysSecret(wordsOf(s[:w.lo]))
	return key&ofKey != 0 && all&ofNetwork != 0
}

func namesSaid(name string) bool {
	return Sensitive(name) || ofWifi().MatchString(wordsOf(name)) || isAnswer().MatchString(strings.ToLower(name)) && (soleAnswer().MatchString(strings.ToLower(name)) || ofSecurity(strings.ToLower(name)))
}

var soleAnswer = lazy(`(?:^|\PL)(?:` + strings.Join(soleAnswers, "|") + `)$`)

// ofWords stand between the name of a secret and the thing that it is for, and begin a remark on it.
var ofWords = append(strings.Fields("of des du der del della dello there here dell' den van vom d' de l' do da dos das which that qui que che die welches które которое который"), complementWords...)

// adverbs stand between the verb and the value: the password is still …
var adverbs = strings.Fields("still now currently again noch jetzt derzeit wieder nog nu weer encore maintenant toujours todavía ahora ancora ora ainda agora fortfarande fortsatt stadig")

// intoWords stand between the name of a secret and the value to which a verb of setting sets it.
var intoWords = strings.Fields("auf en par a in op på na til till")

var setsTo = lazy(`(?i)(?:^|\PL)(?:setz|stell|änder|chang|modifi|remplac|mets|mett|cambi|ponl?|configur|impost|wijzig|verander|zet|ustaw|zmie|ändra|skift|endre|sæt|alter|mude)\pL*(?:\PL|$)`)

// maxRemark is how many words stand between the name and the verb that hands the value over.
const maxRemark = 7

// handedOver returns the word that a sentence hands over behind the name that ends in words[i].
func handedOver(s string, words []saidWord, i int) (at, how int) {
	verb := func(j int) bool { return saysIs[strings.ToLower(s[words[j].lo:words[j].hi])] > 0 }
	at = i + 1
	if at < len(words) && isWordIn(intoWords, s, words[at]) && setsTo().MatchString(clauseStart().ReplaceAllString(s[:words[i].lo], "")) {
		at, how = at+1, inSentence
	}
	for j := at + 1; at == i+1 && j < min(len(words), at+3) && isWordIn(withWords, s, words[at]); j++ {
		if HoldsValue(s[words[j].lo:words[j].hi]) { // with the value …
			return j + 1, inSentence
		}
	}
	if words[i].gives || at < len(words) && strings.HasSuffix(s[:words[at].lo], " (") && strings.HasPrefix(s[words[at].hi:], ")") && namesPassword(s[words[i].lo:words[i].hi]) {
		how = inSentence
	} else if at < len(words) && !verb(at) && (slices.Contains(ofWords, strings.ToLower(s[words[at].lo:words[at].hi])) || strings.ContainsAny(s[words[at].lo:words[at].hi], "'’")) {
		for j := at; j < min(len(words), at+maxRemark); j++ {
			if words[j].gives || j > at && verb(j) {
				at, how = j+1-b2i(!words[j].gives), inSentence
				break
			}
			if words[j].ends {
				break
			}
		}
		if how == loose {
			return len(words), how
		}
	} else if words[i].ends {
		return len(words), how
	}
	for ; at < len(words) && (verb(at) || how > loose && isWordIn(adverbs, s, words[at])); at++ {
		how = inSentence
	}
	return at, how
}

// isSaidValue reports whether words[at] is the secret of the name that ends in words[i]: a word with digits, one
// with a capital behind a name without, or the last of its clause behind a verb.
func isSaidValue(s string, words []saidWord, i, at, how int) bool {
	value, name := s[words[at].lo:words[at].hi], s[words[i].lo:words[i].hi]
	letters, digits := 0, 0
	for _, r := range value {
		letters += b2i(unicode.IsLetter(r))
		digits += b2i(unicode.IsDigit(r))
	}
	first, _ := utf8.DecodeRuneInString(value)
	before, _ := utf8.DecodeRuneInString(name)
	small := strings.ContainsFunc(value, unicode.IsLower)
	last := endsSaid(s, words, at)
	switch {
	case strings.Contains(value, "REDACTED") || isStatement([]string{strings.ToLower(value)}) || namesSaid(value) || !last && digits == 0:
		return false
	case digits > 1 && letters > 2 || digits > 0 && letters > 5 && last:
		return letters+digits > 4 && small
	case digits > 0 || letters < 4 || strings.ContainsAny(value, "/<>:@"):
		return false
	case how == loose && small && isUnusual(value) && isIntroduced(s, words, i):
		return true
	case strings.Contains(value, "."):
		return false
	case unicode.IsUpper(first):
		return how > loose || !unicode.IsUpper(before) && small && !strings.EqualFold(name, "token") // a program makes no word
	case how == loose:
		return smallThenCapital().MatchString(value)
	}
	return spokenPassword().MatchString(wordsOf(s[words[max(0, i-longestSaidName+1)].lo:words[i].hi]))
}

// saidPhrase returns the words from words[at] to the end of their clause, if they are a password of several words in small
// letters; no part if not.
func saidPhrase(s string, words []saidWord, i, at, how int) (p part) {
	unusual := 0
	for n := at; n < min(len(words), at+phraseCounts[0]/3); n++ {
		word := s[words[n].lo:words[n].hi]
		if !spokenWord().MatchString(word) || n == at && isStatement([]string{word}) || namesSaid(word) {
			return part{}
		}
		unusual += b2i(isUnusual(word))
		if p = (part{words[at].lo, words[n].hi}); endsSaid(s, words, n) {
			if n > at && 2*unusual > n-at && (how > loose || isIntroduced(s, words, i)) && isPasswordName(s[words[max(0, i-longestSaidName+1)].lo:words[i].hi]) {
				return p
			}
			return part{}
		}
	}
	return part{}
}

var spokenWord = lazy(`^\p{Ll}{2,}$`)

// ofUser matches words before the name of a user.
var ofUser = lazy(`(?i)^(?:[dl]['’])?(?:user(?:name)?|log-?in|account|konto|benutzer(?:name)?n?|nutzer|utilisateur|identifiant|compte|usuari[oa]|cuenta|utente|gebruiker|użytkownik\pL*|usuário|bruger\pL*|använd\pL*|bruker\pL*|пользовател\pL)$`)

// smallThenCapital matches words that are joined as no brand is.
var smallThenCapital = lazy(`^\p{Ll}{2,}\p{Lu}\pL+$`)

// isIntroduced reports whether the name that ends in words[i] begins its clause, or stands behind a word for with, a user, or
// in languages that join words or put the head first, an identifier with "and the": the word behind it is its value, not the second half of a compound such as "password page".
func isIntroduced(s string, words []saidWord, i int) bool {
	for n := range min(longestSaidName, i) {
		before := words[i-n-1]
		second := i > n+2 && isWordIn(articles, s, before) && isWordIn(andWords, s, words[i-n-2]) && (isIdentifier(s[words[i-n-3].lo:words[i-n-3].hi]) || i > n+3 && ofUser().MatchString(s[words[i-n-4].lo:words[i-n-4].hi]))
		second = second || i+1 < len(words) && (isWordIn(joins, s, before) || isIdentifier(s[before.lo:before.hi])) && isUnusual(s[words[i+1].lo:words[i+1].hi]) && endsSaid(s, words, i+1)
		if namesSaid(s[words[i-n].lo:words[i].hi]) && (second || isWordIn(withPassword, s, words[i]) || strings.HasPrefix(s[before.hi:], ",") || strings.HasPrefix(s[before.hi:], " (") || isWordIn(withWords, s, before) || i > n+1 && ofUser().MatchString(s[words[i-n-2].lo:words[i-n-2].hi])) {
			return true
		}
	}
	return false
}

// andWords follow a value in the middle of a clause.
var andWords = strings.Fields("and und et y e i en og och ja и ve to for on um pour para per om та an ein")

// joins are words for and before the name of a secret in languages without compounds of two words.
var joins = strings.Fields("et y e i en og och ja и a und")

// withPassword are words for password in the case that means with.
var withPassword = strings.Fields("hasłem heslem heslom паролем geslom lozinkom šifrom slaptažodžiu salasanalla parooliga jelszóval şifresiyle паролом лозинком")

// articles stand before the name of a secret. English has none here: a compound may follow it ("and the password page").
var articles = strings.Fields("der dem den das die la le el il lo het")

// scrubHandedToUser masks the passwords of users.
func scrubHandedToUser(s string) string {
	var found []part
	words := saidWords(s)
	for i := range words {
		if i > 0 && isHandedToUser(s, words, i) {
			found = append(found, words[i].part)
		}
	}
	return masked(s, found)
}

// isHandedToUser reports whether words[i] is the password of a user in a sentence about a log-in: small letters and a number
// behind a user's name and a sign, a word for with, or the word for access itself.
func isHandedToUser(s string, words []saidWord, i int) bool {
	value, last := s[words[i].lo:words[i].hi], words[i-1]
	if isOfPair(s, words, i) {
		return true
	}
	if !userPassword().MatchString(value) && !(oneDigit().MatchString(value) && isUnusual(strings.TrimRight(value, base62[:10]))) {
		return false
	}
	before := clauseStart().ReplaceAllString(s[:last.hi], "")
	between := strings.TrimSpace(s[last.hi:words[i].lo])
	at := logIn().FindAllStringIndex(before, -1)
	return len(at) > 0 && (between == "/" || between == "," || between == "|" || between == "·" || between == "" && (at[len(at)-1][1] == len(before) && !ofPerson().MatchString(before) || slices.Contains(withWords, strings.ToLower(s[last.lo:last.hi]))))
}

// isOfPair reports whether words[i] ends a clause behind a name of a secret, which follows a user or a network and a comma
// or a word for and: "user ada, pass lanternfish", "SSID Harbour, key lanternfish".
func isOfPair(s string, words []saidWord, i int) bool {
	if i < 3 || !endsSaid(s, words, i) || !(strings.HasPrefix(s[words[i-2].hi:], ",") || isWordIn(andWords, s, words[i-2])) || !isUnusual(s[words[i].lo:words[i].hi]) || strings.ContainsAny(s[words[i].lo:words[i].hi], "/:@") {
		return false
	}
	name, before := s[words[i-1].lo:words[i-1].hi], s[:words[i-2].hi]
	return isKeyOfNetwork(s, words[i-1]) || (isPasswordName(name) || shortPassword().MatchString(strings.ToLower(name))) && userWord().MatchString(before)
}

var (
	shortPassword = lazy(`(?:^| )(?:pass|pw|pwd|mdp)$`)
	userWords     = list(`user, username, login, log-in, benutzer, benutzername, utilisateur, identifiant, usuario, usuaria, utente, usuário, gebruiker, użytkownik`)
	userWord      = lazy(`(?i)(?:^|\PL)(?:` + strings.Join(userWords, "|") + `)(?:\PL|$)`)
	userPassword  = lazy(`^(?:\p{Lu}?\p{Ll}{4,}(?:[._-]?\d{2,5}|[!#$*+]\d{1,5})[!?.#$*]*|\p{Ll}{3,}\d{1,4}\p{Ll}{3,}[!?.#$*]*)$`)
	oneDigit      = lazy(`^\p{Ll}{4,}\d$`)
	withWords     = strings.Fields("with using mit avec con com met med z с")
	// logInWords begin words for a log-in, and those who log in.
	logInWords = list(`log in, login, logge dich, log dich, log je, melde dich, meld dich, melden sie sich, meld je, meld u, log-in, logged in, sign in, sign-in, signed in, anmeld, zugang, connexion, connect, accès, acces, acced, iniciar sesión, zalog, dostęp, toegang, inlog, войти, вход, доступ, giriş, erişim, åtkomst, adgang, přihl, bejelent, kirjaud, ログイン, 登录, ssh, vpn, rdp, ftp, root, user, cred, account, admin`)
	ofPerson   = lazy(`(?i)(?:user|account|admin|root)\pL*$`)
	logIn      = lazy(`(?i)(?:` + strings.Join(logInWords, "|") + `)\pL*`)
)
