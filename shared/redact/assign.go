package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How a value stands to the label before it.
const (
	loose      = iota // beside it: API key zq9_…
	inSentence        // in a sentence: the password is …
	assigned          // password: …, token=…
	exactly           // password=…, "password": "…", <password>…</password>: where a program reads it
)

// saysIs are the words that stand between a label and its value in a sentence.
var saysIs = map[string]int{"is": inSentence, "reads": assigned, "now": inSentence, "was": inSentence, "ist": inSentence, "lautet": assigned, "est": inSentence, "es": inSentence, "è": inSentence, "é": inSentence, "är": inSentence, "er": inSentence, "jest": inSentence, "to": inSentence, "je": inSentence, "on": inSentence, "este": inSentence, "είναι": inSentence, "là": inSentence, "adalah": inSentence, "هي": inSentence, "هو": inSentence, "היא": inSentence,
	":": assigned, "=": assigned, "->": assigned, "=>": assigned, "→": assigned, ">": assigned}

// So many words before a value may be its label: of a number more, because labels of one-time passwords are long.
const (
	labelWords       = 7
	numberLabelWords = 8
)

// labelStems are parts of all words that labels are made of.
var labelStems = slices.Concat(passwordNames, tokenNames, keyNames, secretKinds, codeNouns, strings.Fields(`pass secret credential auth bearer otp mfa 2fa two pin puk wpa cv ccv csc iban ssn dob birth srp mnemonic phrase seed tan csrf xsrf cookie sid session
	haslo token code answer maiden account routing card konto sort social tax driv geheim sig hash hook salt nonce login 密 пин 验证 驗證 助记 私 身份 银行 卡号 暗証 인증`))

var (
	// weakLabel names a value that is secret only where it is random.
	// pinLabel names a number: the pin of a chip has letters.
	pinLabel  = lazy(`(?:^| )pins?$`)
	weakLabel = lazy(`(?:^| )(?:keys?|auth|authorization|sid|sig|signature|session|code|hash|hook|salt|nonce|pw|pass|login|schlüssel|clé|chave|chiave|ключ|密钥|キー)$`)
	// numberLabel names a number that is secret.
	numberLabel = lazy(`(?:^| )(?:pass ?(?:word|code|key)?|pin|pwd|otp|secret|senha|clave(?: \pL+){0,4}|token(?: d[aeo] \pL+)?|passwort|kennwort|contraseña|(?:secret|security|network|access|recovery|wi ?fi) key)$`)
	// passwordLabel ends the names of passwords in English; none of the others is a setting or a count.
	passwordLabel = lazy(`(?:^| )pass ?(?:word|wd|code|phrase)$|^clave$`)
	sentence      = lazy(`^.*[.!?;,] `) // one that ends before a value
	option        = lazy(`^--|^-\pL{4}`)
	// programPassword ends the names that programs give a password and people a passage.
	programPassword = lazy(`(?:[a-z0-9][_.]pass|[a-z0-9]Pass|[A-Z0-9]_PASS|\b(?:SSH|DB|PG|FTP|SMTP|MAIL)PASS)$`)
	call            = lazy(`\($|^[A-Za-z_]\w*\.\w+\(`)
	nextPair        = lazy(`^.[\w.-]{1,40}=`)
)

// scrubAssigned masks the value behind its label in a text.
func scrubAssigned(s string) string {
	var found []part
	parts := partsOf(s)
	for i, p := range parts {
		at := inside(s[p.lo:p.hi])
		if at > 0 {
			name, value, how := part{p.lo, p.lo + at - 1}, part{p.lo + at, p.hi}, assigned
			if s[name.hi] == '=' && s[name.hi-1] != '=' {
				how = exactly
			}
			if labelled(s, parts[:i], name, value, how) {
				found = append(found, value)
				continue
			}
		}
		how, before := standing(s, parts[:i])
		if len(before) == 0 {
			continue
		}
		name := before[len(before)-1]
		tagged := p.lo-1 == name.hi && strings.HasPrefix(s[p.hi:], "</"+s[name.lo:name.hi])
		quoted := isQuoted(s, name, p, how)
		if quoted {
			how = exactly
		}
		if tagged && labelled(s, nil, name, p, exactly) || (quoted || at == 0) && labelled(s, before[:len(before)-1], name, p, how) {
			found = append(found, p)
		}
	}
	return masked(s, found)
}

// labelled reports whether the parts before a value, the last of which is name, are its label.
func labelled(s string, before []part, name, value part, how int) bool {
	most := labelWords
	if kindsOf(s[value.lo:value.hi]).digits == value.hi-value.lo {
		most = numberLabelWords
	}
	return labels(s, before[max(0, len(before)-most+1):], s[name.lo:name.hi], s[value.lo:value.hi], how)
}

// partsOf splits a text at spaces, quotation marks and brackets; with an equals
// sign in a word, also at & and ; before the next name and equals sign.
func partsOf(s string) (parts []part) {
	lo, equals := 0, false
	end := func(lo, hi int) {
		for ; hi > lo && strings.IndexByte(".,;!?)]}", s[hi-1]) >= 0; hi-- {
		}
		for ; hi > lo && strings.IndexByte("([{,", s[lo]) >= 0; lo++ {
		}
		if hi > lo {
			parts = append(parts, part{lo, hi})
		}
	}
	cjk := false // the character before is of a script without spaces
	for i, r := range s {
		ascii := r < utf8.RuneSelf && isAlnum(byte(r))
		if cjk && ascii || !cjk && r >= firstCJK {
			end(lo, i)
			lo, equals = i, false
		}
		cjk = r >= firstCJK && unicode.IsLetter(r)
		if splits(s[i:], r, equals) {
			end(lo, i)
			lo, equals = i+utf8.RuneLen(r), false
		}
		equals = equals || r == '=' || r == ':'
	}
	end(lo, len(s))
	return parts
}

// firstCJK is the first character of the scripts of East Asia, which write no spaces.
const firstCJK = 0x2E80

// splits reports whether the first character of s, r, stands between two parts; equals
// says that an equals sign or a colon came before it.
func splits(s string, r rune, equals bool) bool {
	switch {
	case r >= 0x80:
		return strings.ContainsRune("“”„‘’«»「」『』｜", r)
	case isAlnum(byte(r)):
		return false
	}
	return r <= ' ' || strings.IndexByte("\"'`<>|", byte(r)) >= 0 || equals && (r == '&' || r == ';') && nextPair().MatchString(s)
}

// inside returns where the value begins in a word such as KEY=value or key:value; 0
// where it has none.
func inside(word string) int {
	at := strings.IndexByte(word, '=')
	if at <= 0 || strings.Trim(word[at:], "=") == "" {
		at = strings.IndexByte(word, ':')
	}
	if at <= 0 || strings.HasPrefix(word[at:], "://") {
		return 0
	}
	for at+1 < len(word) && strings.IndexByte("=>:", word[at+1]) >= 0 {
		at++
	}
	at++
	if next := strings.IndexByte(word[at:], '='); next > 0 && Sensitive(word[at:at+next]) { // --set=password=value
		at += next + 1
	}
	return at % len(word)
}

// standing returns how a value relates to the words before it (assigned, said or loose),
// and the words that may be its label.
func standing(s string, before []part) (how int, label []part) {
	for n := len(before); n > 0; n-- {
		word := s[before[n-1].lo:before[n-1].hi]
		verb := strings.ToLower(word)
		if verb == "==" || verb == "!=" { // compared with the word before alone
			return assigned, before[max(0, n-2) : n-1]
		}
		if said := strings.TrimSuffix(verb, ":"); said != "" && said != verb {
			verb, how = said, max(how, assigned)
		}
		if verb == "value=" || (verb == "value" || verb == "default") && how == assigned || slices.Contains(adverbs, verb) { // key="SmtpPassword" value="…"
			how = max(how, assigned*b2i(!slices.Contains(adverbs, verb)))
			continue
		}
		if is, ok := saysIs[verb]; ok {
			how = max(how, is)
			continue
		}
		if strings.HasSuffix(word, ":") || strings.HasSuffix(word, "=") || word[0] == '-' && option().MatchString(word) || strings.Contains(word, "_") && strings.ToUpper(word) == word {
			how = assigned
		}
		return how, before[:n]
	}
	return how, nil
}

// clause returns the end of the sentence before a value, which may contain its label.
func clause(s string, before []part, last string) string {
	if n := len(before); n > 0 && !strings.HasPrefix(last, "--") {
		last = s[before[0].lo:before[n-1].hi] + " " + last
	}
	return strings.TrimRight(sentence().ReplaceAllString(last, ""), ":=")
}

// labels reports whether the words before a value and the last of them make it
// secret.
func labels(s string, before []part, last, value string, how int) bool {
	foreign := how == loose && !isASCII(last)                              // a language without spaces, or one whose verb we do not know
	if how == assigned && option().MatchString(last) && isUnusual(value) { // a program reads it
		how = exactly
	}
	password := how >= inSentence && anyPassword(value, how) && (!plainWord().MatchString(value) || how == exactly || endsClause(s, value))
	joined := how == inSentence && !password && anyPassword(value, assigned)
	like := valueLike(value, min(how, assigned)) || foreign && valueLike(value, inSentence)
	number := shortNumber().MatchString(value)
	simple := how == loose && (wordsAndNumber().MatchString(value) || wordWithNumber().MatchString(value) && (endsClause(s, value) || isUnusual(strings.TrimRight(value, base62[:10]))) || number && !yearForm().MatchString(value) && (foreign || endsClause(s, value) || endsInAccessCode(clause(s, before, last)))) || how >= inSentence && number
	if !password && !joined && !like && !simple && !(how >= inSentence && wordsAndNumber().MatchString(value)) {
		return false
	}
	program := how >= assigned && programPassword().MatchString(strings.TrimRight(last, ":="))
	last = clause(s, before, last)
	words := wordsOf(last)
	if publicKey().MatchString(words) || publicHash().MatchString(words) || strings.Contains(value, "://") || call().MatchString(value) {
		return false
	}
	kinds, ofLast, after := saysSecret(words)
	network := kinds&ofNetwork != 0 && (kinds&(ofPassword|ofKey|ofCode) != 0 || shortPassword().MatchString(words))
	password = password || joined && network
	k := kindsOf(value)
	switch {
	case isAccessCode(kinds, words) && (simple || like && (k.digits == len(value) || isCredential(value) || k.letters() < len(value) && k.lower == 0 || hasLettersAndDigits(value))):
		return true
	case simple && (ofLast&ofPassword != 0 || kinds&ofPassword != 0 && after < 2 && k.letters() > 0 || numberLabel().MatchString(words)) && !strings.HasSuffix(words, "s"):
		return true
	case password && (ofLast&ofPassword != 0 || network || program && (Sensitive(last) || !strings.Contains(words, " ")) || passwordLabel().MatchString(words) || how >= assigned && shortPassword().MatchString(words) && userWord().MatchString(s[:strings.LastIndex(s, value)]) || how == exactly && (strings.HasSuffix(words, "pass") || strings.HasSuffix(words, "secret"))):
		return true
	case how >= inSentence && ofWifi().MatchString(words) && wordsAndNumber().MatchString(value):
		return true
	case !like || k.letters() > 0 && pinLabel().MatchString(words):
		return false
	case k.digits == len(value):
		return numberLabel().MatchString(words) || ofLast&(ofPassword|ofToken) != 0 || ofLast&ofKey != 0 && kinds&ofNetwork != 0 || kinds&ofPassword != 0 && after <= 2+2*b2i(how >= assigned)
	case isSecret(kinds), ofLast&ofKeyKind != 0 && (isCredential(value) || k.letters() == len(value) && len(value) >= chanceLong && randomness(value, false) >= chanceLabelAlpha):
		return true
	case foreign && !valueLike(value, loose):
		return false
	}
	return Sensitive(last) || weakLabel().MatchString(words) && (isCredential(value) || how == exactly && k.digits > 2 && changes(value) > 4)
}

// endsClause reports whether a word is the last of its clause.
func endsClause(s, word string) bool {
	return endOfClause().MatchString(strings.TrimLeft(s[strings.LastIndex(s, word)+len(word):], `"'”»)`))
}

// isQuoted reports whether a value stands in quotation marks where one is assigned, behind a key word in
// capitals, or behind a word for password.
func isQuoted(s string, name, value part, how int) bool {
	if value.hi == len(s) || s[value.lo-1] != s[value.hi] || strings.IndexByte("\"'`", s[value.hi]) < 0 {
		return false
	}
	word := s[name.lo:name.hi]
	return how >= inSentence || strings.ToUpper(word) == word || s[name.hi:value.lo-1] == " " && isPasswordName(word)
}

// noPasswords are values that programs have in the place of a password, and states of one.
var noPasswords = strings.Fields("true false yes no on off null nil none undefined required optional string str text varchar boolean bool number int integer any object hidden default empty unset enabled disabled changed value show hide forgot sign change")

// passwordStates are words in small letters for a password's state, or for an action on it.
var passwordStates = list(`wrong, incorrect, invalid, valid, visible, weak, medium, strong, short, expired, missing, blank, reset, updated, saved, forgotten, unchanged, protected, encrypted, never, always, unknown, recommended, mandatory, plain, plaintext, hashed, login, logout, other, below, above, optional, required, random, generated, copied, accepted, rejected, again, email, username, password, passwd, secret, example,
	erforderlich, schwach, mittel, stark, falsch, ungültig, gültig, geändert, abgelaufen, vergessen, versteckt, sichtbar, pflicht, ändern, anzeigen, zeigen, requis, obligatoire, faible, moyen, invalide, expiré, oublié, masqué, modifier, requerida, obligatoria, débil, fuerte, incorrecta, inválida, caducada, cambiar, mostrar, olvidada, obbligatoria, debole, forte, errata, scaduta, mostra, cambia, obrigatória, fraca, alterar, esqueceu, verplicht, sterk, onjuist, ongeldig, verlopen, wijzigen, tonen, vergeten, wymagane, słabe, silne, błędne, wygasło, zmień, pokaż, povinné, slabé, silné, zobrazit, změnit, krävs, svagt, starkt, visa, ändra, påkrevd, svakt, sterkt, endre, pakollinen, heikko, vahva, näytä, kötelező, gyenge, erős, gerekli, zayıf, güçlü, göster, обязательно, слабый, сильный, неверный, истёк, изменить, показать, забыли, wajib, lemah, kuat, ubah, bắt, yếu, mạnh`)

// anyPassword reports whether a value behind the name of a password is one: any word where a program reads
// it; else one with a sign between its letters or a capital in it.
func anyPassword(s string, how int) bool {
	s, k, ok := trimValue(s, 4)
	lower := strings.ToLower(s)
	switch {
	case !ok || k.digits == len(s) || strings.ContainsAny(s, "(){}[]$<>;*•") || slices.Contains(noPasswords, lower) || namesSecret(lower) && !strings.ContainsAny(s, "-_."):
		return false
	case how == exactly:
		return true
	case how == assigned && k.letters()+k.digits < len(s) && jointWords().MatchString(s):
		return !stateWords().MatchString(lower)
	case how == assigned && plainWord().MatchString(s):
		return !slices.Contains(passwordStates, s) && !slices.Contains(statements, s)
	}
	return capitalWithin().MatchString(s)
}

// The passwords that are known as such by the word for password alone: joined words with a number, and
// the digits of a keypad.
var (
	wordsAndNumber = lazy(`^\pL\p{Ll}{2,}(?:[-_.!,]\pL\p{Ll}{2,})+[-_.!,]?\d{1,4}$`)
	wordWithNumber = lazy(`^(?:\p{Ll}{5,}\d{1,4}|\pL{4,}\d{2,4}|\pL{3,}\d{1,4}\pL{3,})[!?#]?$`)
	shortNumber    = lazy(`^(?:\d{4,5}|\d{8})$`)
	yearForm       = lazy(`^(?:19|20)\d\d$`)
)

var (
	ofWifi        = lazy(`(?:^| )(?:wi ?fi|wlan|hotspot)$`)
	plainWord     = lazy(`^\p{Ll}{5,24}$`)
	jointWords    = lazy(`^[\pL\pN]*\pL[\pL\pN]*(?:[-_.!,][\pL\pN]+)+$|\pL\d|\d\pL`)
	joinedCapital = lazy(`^\pL\p{Ll}{3,}\p{Lu}\p{Ll}{3,}\d{1,4}$`)
	capitalWithin = lazy(`^\pL*\p{Ll}[-_.]?\p{Lu}\pL*`)
	stateWords    = lazy(`^(?:re|auto|opt|read|write|case|pre|non|one|two|multi|self|user|system|not|pass|sign|log|e)[-_.]|^[a-z0-9-]+\.(?:[a-z]{2,3}|conf|html|info|jpeg|json|yaml)$`)
)

// valueLike reports whether a word may be a secret behind a label.
func valueLike(s string, how int) bool {
	k := kindsOf(s)
	switch {
	case len(s) < 4 || strings.Contains(s, "REDACTED"):
		return false
	case k.digits == len(s):
		return len(s) >= 6 && !dayForm().MatchString(s)
	case how == inSentence && joinedWords().MatchString(s):
		return true
	case how == assigned:
		return isLabelledSecret(s)
	case how == inSentence:
		return looksLikePassword(s)
	}
	return isCredential(s) || plainPassword(s)
}

// digitWithin is a digit between letters.
var digitWithin = lazy(`^[a-z]{3,}\d[a-z]+$`)

// plainPassword: digits, and small letters with signs or many of them.
func plainPassword(s string) bool {
	k := kindsOf(s)
	return (k.digits > 1 && k.lower > 3*b2i(k.odd == 0) || k.digits > 0 && k.odd > 0 && k.lower > 5 || digitWithin().MatchString(s)) && !strings.HasSuffix(s, ":") && looksLikePassword(s)
}
