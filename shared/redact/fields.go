package redact

import (
	"slices"
	"strings"
	"unicode"
)

// fieldRules decide by whole tokens, so that "secretary", "seedling" and
// "paraphrase" are nobody's secrets. Unless names the company in which a word
// means something else.
var fieldRules = []FieldRule{
	{All: []string{"password"}}, {All: []string{"passwords"}}, {All: []string{"passwd"}}, {All: []string{"pwd"}}, {All: []string{"passcode"}},
	{All: []string{"passphrase"}}, {All: []string{"pass"}, Unless: []string{"boarding", "ski", "day", "season", "rate", "low", "high", "band", "filter", "fail"}},
	{All: []string{"secret"}}, {All: []string{"secrets"}}, {All: []string{"credential"}}, {All: []string{"credentials"}},
	{All: []string{"authorization"}}, {All: []string{"bearer"}},
	{All: []string{"token"}, Unless: tokenIsCoin},
	{All: []string{"access", "token"}}, {All: []string{"api", "token"}}, {All: []string{"auth", "token"}}, {All: []string{"refresh", "token"}},
	{All: []string{"otp"}}, {All: []string{"totp"}}, {All: []string{"tan"}, Unless: []string{"color", "colour"}}, {All: []string{"2", "fa"}}, {All: []string{"mfa"}},
	{All: []string{"pin"}, Unless: []string{"map", "post", "board", "message", "location", "drop", "note", "tab", "chat"}}, {All: []string{"pincode"}},
	{All: []string{"one", "time", "code"}}, {All: []string{"verification", "code"}}, {All: []string{"security", "code"}}, {All: []string{"sms", "code"}},
	{All: []string{"auth", "code"}}, {All: []string{"authentication", "code"}}, {All: []string{"login", "code"}}, {All: []string{"two", "factor"}}, {All: []string{"confirmation", "code"}},
	{All: []string{"recovery", "code"}}, {All: []string{"backup", "code"}}, {All: []string{"backup", "codes"}}, {All: []string{"recovery", "key"}},
	{All: []string{"security", "answer"}}, {All: []string{"secret", "answer"}}, {All: []string{"mother", "maiden"}},
	{All: []string{"private", "key"}}, {All: []string{"api", "key"}}, {All: []string{"access", "key"}}, {All: []string{"secret", "key"}}, {All: []string{"encryption", "key"}},
	{All: []string{"signing", "key"}}, {All: []string{"license", "key"}}, {All: []string{"licence", "key"}}, {All: []string{"ssh", "key"}}, {All: []string{"webhook", "key"}},
	{All: []string{"seed"}, Unless: []string{"random", "rng", "noise", "image", "generation"}}, {All: []string{"mnemonic"}}, {All: []string{"srp"}},
	{All: []string{"phrase"}, Unless: []string{"search", "exact", "translate", "match"}}, {All: []string{"keystore"}},
	{All: []string{"cvv"}}, {All: []string{"cvc"}}, {All: []string{"csc"}}, {All: []string{"ccv"}}, {All: []string{"iban"}}, {All: []string{"ssn"}},
	{All: []string{"card"}, Unless: cardIsNoCard}, {All: []string{"card", "number"}}, {All: []string{"credit", "card"}}, {All: []string{"debit", "card"}}, {All: []string{"cc", "number"}}, {All: []string{"ccnum"}},
	{All: []string{"account", "number"}}, {All: []string{"routing", "number"}}, {All: []string{"sort", "code"}}, {All: []string{"bank", "account"}},
	{All: []string{"social", "security"}}, {All: []string{"national", "insurance"}}, {All: []string{"national", "id"}}, {All: []string{"tax", "id"}}, {All: []string{"passport"}},
	{All: []string{"driver", "license"}}, {All: []string{"drivers", "license"}}, {All: []string{"driving", "licence"}},
	{All: []string{"dob"}}, {All: []string{"birth", "date"}}, {All: []string{"date", "birth"}}, {All: []string{"birthdate"}}, {All: []string{"birthday"}},
	{All: []string{"session", "id"}}, {All: []string{"sessionid"}}, {All: []string{"csrf"}}, {All: []string{"xsrf"}}, {All: []string{"cookie"}}, {All: []string{"cookies"}},
	{All: []string{"network", "key"}}, {All: []string{"wifi", "key"}}, {All: []string{"wpa"}}, {All: []string{"psk"}}, {All: []string{"stream", "key"}}, {All: []string{"product", "key"}},
	{All: []string{"setup", "key"}}, {All: []string{"master", "key"}}, {All: []string{"activation", "key"}}, {All: []string{"serial", "key"}}, {All: []string{"app", "key"}}, {All: []string{"account", "key"}},
	{All: []string{"steam", "key"}}, {All: []string{"shared", "key"}}, {All: []string{"deploy", "key"}}, {All: []string{"session", "key"}}, {All: []string{"storage", "key"}},
	{All: []string{"senha"}}, {All: []string{"clave"}}, {All: []string{"contrasena"}}, {All: []string{"mot", "passe"}}, {All: []string{"haslo"}}, {All: []string{"sifre"}},
}

// tokenIsCoin is the company of the other kind of token.
var tokenIsCoin = []string{"amount", "address", "symbol", "decimals", "search", "name", "swap", "send", "balance", "price", "asset", "list",
	"quantity", "standard", "network", "contract", "import", "select", "picker", "max", "count", "limit"}

// cardIsNoCard is the company of cards that nobody pays with.
var cardIsNoCard = []string{"title", "titles", "composer", "comment", "comments", "description", "note", "notes", "board", "business", "kanban",
	"list", "search", "filter", "flash", "post", "story", "task", "report", "label", "labels", "column", "layout", "body", "header", "footer"}

// fieldWords are long enough to be found inside run-together names, or in
// scripts that do not separate words.
var fieldWords = []string{
	"password", "passwd", "passphrase", "passcode", "mnemonic", "privatekey", "apikey", "secretkey", "accesskey", "creditcard", "cardnumber", "cardnum",
	"onetimecode", "seedphrase", "recoveryphrase", "securitycode", "accountnumber", "clientsecret", "authtoken", "accesstoken",
	"passwort", "kennwort", "kontonummer", "kartennummer", "geheimzahl", "contraseña", "motdepasse", "mot de passe", "wachtwoord", "hasło", "şifre",
	"пароль", "пин-код", "密码", "密碼", "口令", "验证码", "驗證碼", "助记词", "私钥", "身份证", "银行卡", "卡号", "パスワード", "暗証番号", "비밀번호", "인증번호",
}

var autocomplete = []string{"current-password", "new-password", "one-time-code", "cc-", "bday", "bday-"}

// Sensitive reports whether any of a field's names (test id, selector, label,
// placeholder, key) says that its content is secret. Names are split into
// tokens at separators, between letters and digits and at changes of case.
func Sensitive(names ...string) bool {
	for _, name := range names {
		if name != "" && sensitiveName(name) {
			return true
		}
	}
	return false
}

// SensitiveAutocomplete reports whether an autocomplete attribute marks its
// field as secret. Its tokens may be preceded by a section and an address kind.
func SensitiveAutocomplete(value string) bool {
	for _, token := range strings.Fields(strings.ToLower(value)) {
		for _, a := range autocomplete {
			if token == a || strings.HasSuffix(a, "-") && strings.HasPrefix(token, a) {
				return true
			}
		}
	}
	return false
}

func sensitiveName(name string) bool {
	name = cut(name, MaxText)
	lower := strings.ToLower(name)
	for _, word := range fieldWords {
		if strings.Contains(lower, word) {
			return true
		}
	}
	tokens := nameTokens(name)
	for i := range fieldRules {
		if fieldRules[i].matches(tokens) {
			return true
		}
	}
	return false
}

func (r *FieldRule) matches(tokens []string) bool {
	for _, want := range r.All {
		if !slices.Contains(tokens, want) {
			return false
		}
	}
	for _, other := range r.Unless {
		if slices.Contains(tokens, other) {
			return false
		}
	}
	return true
}

// nameTokens splits a name into lower-case runs of letters and runs of digits;
// letters are split before a capital that follows a small letter or precedes
// one ("apiKey", "APIKey").
func nameTokens(name string) []string {
	runes := []rune(name)
	var tokens []string
	start := -1
	for i, r := range runes {
		if start >= 0 && (classOf(r) != classOf(runes[i-1]) || caseBreak(runes, i)) {
			tokens = append(tokens, strings.ToLower(string(runes[start:i])))
			start = -1
		}
		if start < 0 && classOf(r) != 0 {
			start = i
		}
	}
	if start >= 0 {
		tokens = append(tokens, strings.ToLower(string(runes[start:])))
	}
	return tokens
}

// classOf is 1 for letters, 2 for digits, 0 for what separates.
func classOf(r rune) int {
	switch {
	case unicode.IsLetter(r):
		return 1
	case '0' <= r && r <= '9':
		return 2
	}
	return 0
}

func caseBreak(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) {
		return false
	}
	if unicode.IsLower(runes[i-1]) {
		return true
	}
	return unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
}
