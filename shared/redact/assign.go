package redact

import (
	"strings"
	"unicode/utf8"
)

// How a value stands to the label before it.
const (
	loose      = iota // beside it: API key zq9_…
	inSentence        // in a sentence: the password is …
	assigned          // password: …, token=…
)

// saysIs are the words that stand between a label and its value in a sentence.
var saysIs = map[string]int{"is": inSentence, "was": inSentence, "ist": inSentence, "lautet": inSentence, "est": inSentence, "es": inSentence, "è": inSentence, "é": inSentence, "är": inSentence, "er": inSentence, "jest": inSentence, "to": inSentence, "je": inSentence, "on": inSentence, "este": inSentence, "είναι": inSentence, "adalah": inSentence, "هي": inSentence, "هو": inSentence, "היא": inSentence,
	":": assigned, "=": assigned, "->": assigned, "=>": assigned, "→": assigned, ">": assigned}

const labelWords = 5 // before a value may be its label

// labelStems are parts of all words that labels are made of.
var labelStems = strings.Fields(`pass pwd psk pw wpa key secret credential auth bearer otp mfa 2fa two pin puk cv ccv csc iban ssn dob birth srp mnemonic phrase seed tan csrf xsrf cookie sid session senha clave
	contrase mot mdp haslo hasło sifre şifre parol token code answer maiden account routing card konto sort ssn social tax driv kenn geheim wachtwoord sig hash hook salt nonce login schlüssel clé chave chiave
	ключ токен トークン 토큰 密 キ пароль парол гасло salasana lösenord adgangskode kodeord heslo jelsz lozinka mật sandi κωδικ كلمة رمز סיסמ पासवर्ड รหัส 암호 비밀 パスワ 口令 contrasenya лозинка пин 验证 驗證 助记 私 身份 银行 卡号 暗証 인증`)

// nativeNames are names of passwords in languages that the field names do not have.
const nativeNames = `пароль|пароля|парол|гасло|salasana|lösenord|adgangskode|passord|heslo|jelsz|şifre|lozinka|mật khẩu|kata sandi|\bsandi|κωδικός|كلمة|رمز عبور|סיסמ|पासवर्ड|รหัสผ่าน|암호|비밀번호|パスワード|密码|密碼|口令|\bmdp\b|\bpsk\b|\bpw\b|contrasenya|парола|лозинка|kodeord|clé api|chave de api|clave api|トークン|токен|토큰|api ?密钥|访问密钥`

var (
	// weakLabel names a value that is secret only where it is random.
	weakLabel = lazy(`(?:^| )(?:keys?|auth|authorization|sid|sig|signature|session|code|hash|hook|salt|nonce|pw|pass|login|schlüssel|clé|chave|chiave|ключ|密钥|キー)$`)
	// numberLabel names a number that is secret.
	numberLabel = lazy(`(?:^| )(?:pass ?(?:word|code|key)?|pin|pwd|otp|secret|senha|clave(?: [a-zá]+){0,4}|token|passwort|kennwort|contraseña|(?:secret|security|network|access|recovery|wi ?fi) key)$`)
	// nativeLabel finds one of them; endsNative, before a number, as the last word.
	nativeLabel = lazy(nativeNames)
	endsNative  = lazy(`(?:` + nativeNames + `)$`)
	sentence    = lazy(`^.*[.!?;,] `) // one that ends before a value
	nextPair    = lazy(`^.[\w.-]{1,40}=`)
)

// scrubAssigned masks what stands behind its label in a text.
func scrubAssigned(s string) string {
	var found []part
	parts := partsOf(s)
	for i, p := range parts {
		how, before := assigned, parts[:i+1]
		name, value := p, p
		if at := inside(s[p.lo:p.hi]); at > 0 {
			name.hi, value.lo = p.lo+at-1, p.lo+at
		} else if how, before = standing(s, parts[:i]); len(before) > 0 {
			name = before[len(before)-1]
		} else {
			continue
		}
		if n := len(before) - 1; labels(s, before[max(0, n-labelWords+1):n], s[name.lo:name.hi], s[value.lo:value.hi], how) {
			found = append(found, value)
		}
	}
	return masked(s, found)
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
	for i, r := range s {
		if splits(s[i:], r, equals) {
			end(lo, i)
			lo, equals = i+utf8.RuneLen(r), false
		}
		equals = equals || r == '=' || r == ':'
	}
	end(lo, len(s))
	return parts
}

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
		if is, ok := saysIs[strings.ToLower(word)]; ok {
			how = max(how, is)
			continue
		}
		if strings.HasSuffix(word, ":") || strings.HasSuffix(word, "=") || strings.HasPrefix(word, "--") || strings.Contains(word, "_") && strings.ToUpper(word) == word {
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
	if how == loose && last[0] >= 0x80 && nativeLabel().MatchString(last) {
		how = inSentence // a language without spaces, or one whose verb we do not know
	}
	if !valueLike(value, how) {
		return false
	}
	last = clause(s, before, last)
	words, k := wordsOf(last), kindsOf(value)
	switch {
	case k.digits == len(value):
		return numberLabel().MatchString(words) || endsNative().MatchString(words)
	case Sensitive(last) || nativeLabel().MatchString(words+"\n"+strings.ToLower(last)):
		return true
	}
	return weakLabel().MatchString(words) && isCredential(value)
}

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

// plainPassword: digits, and small letters with signs or many of them.
func plainPassword(s string) bool {
	k := kindsOf(s)
	return k.digits > 1 && k.lower > 3*b2i(k.odd == 0) && !strings.HasSuffix(s, ":") && looksLikePassword(s)
}
