package redact

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// fieldRule makes a field sensitive whose name, as lower-case words, holds one of
// the words of Is and none of Unless. Whole words count, so that "secretary",
// "seedling" and "paraphrase" are no secrets. Both are parts of regular
// expressions that Go and JavaScript read alike: extension/content/sensitive.js
// has the same table, and a test compares them.
type fieldRule struct{ Is, Unless string }

var fieldRules = []fieldRule{
	{Is: `passkeys?|pwd|psk|wpa|secrets?|credentials?|authorization|bearer|t?otp|mfa|2 fa|two factor|tan|pin ?code|puk|cv[vc]|ccv|csc|iban|ssn|dob|birth(?:da(?:te|y))?|srp|keystore|[cx]srf|cookies?|session ?id|senha|haslo|sifre|parola|(?:one time|verification|security|sms|auth(?:entication)?|login|confirmation|recovery|backup|sort) codes?|security number|(?:security|secret) answer|maiden|(?:account|routing|card|cc) (?:number|no|num)|ccnum|bank account|social security|national (?:id|insurance)|tax id|passport|driv.+ licen[cs]e`},
	{Is: `(?:private|api|access|secret|encryption|signing|licen[cs]e|ssh|webhook|recovery|network|wi ?fi|stream|product|set ?up|entry|master|activation|serial|app|account|steam|shared|deploy|session|storage)(?: [a-z]+)? keys?|(?:access|api|auth|refresh|bearer|session) tokens?`, Unless: `labels?|names?|description`},
	{Is: `clave`, Unless: `palabra|punto|musical|sol`},
	{Is: `pass`, Unless: `boarding|ski|day|season|rate|low|high|band|filter|fail`},
	{Is: `tokens?`, Unless: `ids?|amount|address|symbol|decimals|search|name|swap|send|balance|price|asset|list|quantity|standard|network|contract|import|select|picker|max|count|limit|usage|used|per`},
	{Is: `pin`, Unless: `map|post|board|message|location|drop|note|tab|chat`},
	{Is: `seed`, Unless: `random|rng|noise|image|generation`},
	{Is: `phrase`, Unless: `search|exact|translate|match`},
	{Is: `card`, Unless: `titles?|composer|comments?|description|notes?|board|business|kanban|list|search|filter|flash|post|story|task|report|labels?|column|body|header|footer`},
}

// fieldWordsPattern matches words that make a name sensitive wherever they stand in it: long words that are
// part of no other, words of scripts that write no spaces, and the words for password.
var fieldWordsPattern = strings.Join(append(slices.DeleteFunc(slices.Clone(passwordNames), func(w string) bool {
	return len(w) < anywhereFrom || w == "identified by" // of SQL
}), `pass(?:wd|phrase|code)|mnemonic|(?:private|api|secret|access)key|creditcard|cardnum|onetimecode|(?:seed|recovery)phrase|securitycode|accountnumber|clientsecret|(?:auth|access)token|`+
	`hasło|şifre|密[码碼]|口令|kontonummer|kartennummer|geheimzahl|пин-код|验证码|驗證碼|助记词|私钥|身份证|银行卡|卡号|暗証番号|인증번호|sicherheitsfrage|question secrète|(?:pre|per)gunta (?:secreta|de seg)|domanda (?:segreta|di sic)|beveiligingsvraag|säkerhetsfråga|контрольный вопрос|秘密の質問|密保`), "|")

// fieldPatterns are the compiled rules; no name as words has a line break.
var fieldPatterns = sync.OnceValue(func() (all [][2]*regexp.Regexp) {
	for _, r := range fieldRules {
		pair := [2]*regexp.Regexp{}
		for i, words := range []string{r.Is, cmp.Or(r.Unless, `\n`)} {
			pair[i] = regexp.MustCompile(`(?:^| )(?:` + words + `)(?: |$)`)
		}
		all = append(all, pair)
	}
	return all
})

var fieldWords = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(fieldWordsPattern) })

// Sensitive reports whether any of a field's names (test id, selector, label,
// placeholder, key) says that its content is secret.
func Sensitive(names ...string) bool { return slices.ContainsFunc(names, sensitiveName) }

func sensitiveName(name string) bool {
	name = cut(name, MaxText)
	words := wordsOf(name)
	return name != "" && !ofProperty().MatchString(words) && (isHiddenNoun(words) || asksPerson().MatchString(name) || namesSecret(words) && !entitles().MatchString(words) || fieldWords().MatchString(strings.ToLower(name)) ||
		slices.ContainsFunc(fieldPatterns(), func(p [2]*regexp.Regexp) bool { return p[0].MatchString(words) && !p[1].MatchString(words) }))
}

// AsksSecret reports whether the text before a field without a name asks for a secret: its last sentence does, and is no
// question but one of security.
func AsksSecret(before string) bool {
	return Sensitive(sentenceOrQuestion().ReplaceAllString(before, "")) || asksPerson().MatchString(before)
}

var sentenceOrQuestion = lazy(`(?s)^.*(?:[.!?]\s|\?\s*$)`)

// HoldsValue reports whether a field's name says no more than that it holds a value.
func HoldsValue(name string) bool { return valueName().MatchString(wordsOf(name)) }

var valueName = lazy(`^(?:\pL+ )?(?:value|wert|valeur|valor|valore|waarde|värde|verdi|værdi|arvo|wartość|hodnota|érték|valoare|değer|значение|значення|值|値|값)$`)

// isHiddenNoun reports whether a name is a word for secret alone, in any language.
func isHiddenNoun(words string) bool {
	return slices.ContainsFunc(hiddenKinds, func(w string) bool {
		rest, ok := strings.CutPrefix(words, w)
		return ok && len(rest) <= 2 && !strings.Contains(rest, " ")
	})
}

// asksPerson matches security questions: sites copy from each other the few things that they ask about.
var asksPerson = lazy(`(?i)(?:^|\PL)(?:first (?:pet|school|car|job|teacher|employer|concert)|childhood|gr[eo]w up|were you born|mother born|` +
	`erste[rsn]? (?:haustier|schule|auto|lehrer|arbeit)|kindheit|aufgewachsen|sind sie geboren|premi(?:er|ère) (?:animal|école|voiture|emploi)|enfance|grandi|` +
	`primera? (?:mascota|escuela|coche|trabajo)|infancia|naci(?:ste|ó)|prim[ao] (?:animale|scuola|auto)|infanzia|eerste (?:huisdier|school|auto)|jeugd|opgegroeid|primeir[ao] (?:animal|escola|carro)|infância|nasceu).*[?？]\s*\*?$`)

// ofProperty matches the end of an English name that is of a property of a secret or of something named after one: a type of token, the layout of PINs.
var ofProperty = lazy(propertyPattern)

const propertyPattern = `[a-z] (?:type|colou?r|length|layout|policy|format|size|variety|system|group)s?(?: name)?$`

// entitles matches the end of a name whose field holds what a person calls a secret, as API key label.
var entitles = lazy(` (?:labels?|names?|description)$`)

// The borders of words within names such as "apiKey" and "APIKey", and words.
var (
	humpBorder    = lazy(`(\p{Ll})(\p{Lu})`)
	capitalBorder = lazy(`(\p{Lu})(\p{Lu}\p{Ll})`)
	nameWord      = lazy(`[\p{L}\p{M}]+|[0-9]+`)
)

// wordsOf returns a name as lower-case words and numbers with one space between two.
func wordsOf(name string) string {
	name = capitalBorder().ReplaceAllString(humpBorder().ReplaceAllString(name, "$1 $2"), "$1 $2")
	return strings.ToLower(strings.Join(nameWord().FindAllString(name, -1), " "))
}
