package redact

// codeRules find codes that let somebody in once, and numbers that do so again
// and again.
var codeRules = []TextRule{
	{Name: "cvv", MinDigits: 3, Keywords: []string{"cvv", "cvc", "csc", "security code", "segur", "sicurezza", "prüf", "crypto", "sikkerhed", "säkerhet"},
		Pattern: `(?:\b(?:cvv2?|cvc2?|csc|security code|c[óo]d(?:igo|ice) d[ei] (?:seguridad|segurança|sicurezza)|cryptogramme(?: visuel)?)|(?:karten)?prüf(?:nummer|ziffer)|säkerhetskod|sikkerhedskode)(?: code| number)?[^0-9A-Za-z]{0,4}(?:is[^0-9A-Za-z]{1,3})?(\d{3,4})\b`, Fold: true, Group: 1},
	{Name: "otp", MinDigits: 4, Keywords: []string{"code", "otp", "pin", "tan", " key", "验证码", "пин", "код"},
		Pattern: `(?:\b[a-z]{2,12}[ -])?(?:\b(?:codes?|otp|passcode|pin(?:code|kode|nummer)?|tan|(?:host|pairing|access|entry) key)\b|验证码|код|пин)` +
			`(?:[^0-9A-Za-z\n]{0,4}\b(?:is|was|for|to|your|the|enter|use|login|sign|in|account|verification|number|no|ist|es|est|lautet)\b){0,5}` +
			`[^0-9A-Za-z\n(#-]{0,4}\b(?:[A-Z]-)?(\d{3}[ -]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4,10})\b`,
		Fold: true, Group: 1, Unless: harmlessCodes, Not: protocolCodes},
	{Name: "otp-named", MinDigits: 4, Keywords: codeKeywords,
		Pattern: `(?:` + codeNames + `)[^0-9\n]{0,40}?[^0-9\n.,$€£-]((?:[A-Z]-)?(?:\d{2,4}(?:[ -]\d{2,4}){1,3}|\d(?:[ -]\d){3,7}|\d{4,10}))(?:[^0-9A-Za-z]|$)`,
		Fold:    true, Group: 1, Not: yearsOrLater},
	{Name: "otp-to", MinDigits: 4, Keywords: []string{"use ", "enter ", "type "},
		Pattern: `\b(?:use|enter|type)\s{1,2}["'“*]?(\d{3}[ -]\d{3}|\d{4,8})["'”*]?\s{1,2}(?:to|as|for|when|on)\s[^\n0-9]{0,30}(?:verif|confirm|sign|log|access|auth|unlock|complete|continue|account|password|reset|finish|proceed|activate|approve|link|pair|register|join|pay|transfer|enrol|code|otp)`, Fold: true, Group: 1},
	{Name: "otp-box", MinDigits: 1, Keywords: []string{"digit ", "character "},
		Pattern: `\b(?:digit|character) \d{1,2}(?: of \d{1,2})?: ?(\S)$`, Fold: true, Group: 1},
	{Name: "otp-letters-named", Keywords: []string{"code", "otp", "passcode"},
		Pattern: `\b(?:enter|use|type|your|this|the|login|confirmation|sign-in|log-in|authentication|access|verification|security|invite|invitation|pairing|meeting|join|guard|restore|transfer|pickup|collection|unlock|one-time|single-use|device|setup)\b[^0-9\n:]{0,24}\b(?:code|otp|passcode)\b[^0-9\n:]{0,40}(?::|\bis\b)\s{0,2}([A-Z0-9]{3,12}(?:-[A-Z0-9]{3,10}){0,4})\b`, Fold: true, Group: 1, Check: "coded", Unless: harmlessCodes},
	{Name: "license", Keywords: []string{"license", "licence", "serial"},
		Pattern: `\b(?:licen[cs]e|serial)(?: key| code| number)?\s{0,2}[:=]\s{0,2}([A-Z0-9]{3,8}(?:-[A-Z0-9]{3,8}){2,8})\b`, Fold: true, Group: 1, Check: "codes"},
	{Name: "code-last", Keywords: []string{"code", "key"},
		Pattern: `\b(?:guard|restore|transfer|pickup|collection|redeem|pairing|recovery|setup|unlock|activation|install|steam|product|serial|licen[cs]e|this) (?:code|key)\b:?\s{0,2}([A-Z0-9]{4,12}(?:[ -][A-Z0-9]{3,10}){0,8})[.!]?$`, Fold: true, Group: 1, Check: "codes"},
	{Name: "combination", MinDigits: 4, Keywords: []string{"combination", "kombination", "combo"},
		Pattern: `\b(?:[ck]ombination|combo)\s{0,2}(?:is|:|=|ist|lautet|\s)\s{0,2}(\d{1,2}(?:[ -]\d{1,2}){2,4}|\d{4,8})\b`, Fold: true, Group: 1},
	{Name: "code-six", MinDigits: 6, Keywords: sixKeywords,
		Pattern: `(?:` + sixNames + `)[^0-9\n]{0,40}?[^0-9\n.,$€£#/-](\d{6}|\d{3}[ .-]\d{3})(?:[^0-9A-Za-z.,%]|[.,](?:\s|$)|$)`, Fold: true, Group: 1, Unless: harmlessCodes, Not: noCode},
	{Name: "otp-first", MinDigits: 4, Keywords: []string{"code", "otp", "pin", "passcode"},
		Pattern: `\b(\d{3}[ -]\d{3}|\d{4,10})\s{0,2}(?:is|:|-|–|=)\s{0,2}(?:your|the|my|a)\b[^\n.0-9]{0,40}\b(?:code|otp|pin|passcode|password)\b`,
		Fold:    true, Group: 1},
	{Name: "otp-letters", MinDigits: 2, Keywords: []string{"code", "otp"},
		Pattern: `(?:\b[a-z]{2,12}[ -])?\b(?:code|otp)\s{0,2}(?:is|:)\s{0,2}([A-Z0-9]{4,10}(?:-[A-Z0-9]{4,10}){0,4})\b`, Fold: true, Group: 1, Check: "mixed", Unless: harmlessCodes},
}

// harmlessCodes begin what looks like a one-time code and is none.
var harmlessCodes = []string{
	"error code", "status code", "exit code", "zip code", "post code", "postal code", "area code", "country code", "dial code",
	"dialing code", "dialling code", "calling code", "http code", "response code", "return code", "source code", "product code", "item code",
	"promo code", "coupon code", "discount code", "voucher code", "gift code", "tax code", "currency code", "language code",
	"color code", "colour code", "bar code", "qr code", "order code", "reference code", "model code", "class code", "course code",
	"sort code", "hs code", "naics code", "sic code", "icd code", "airport code", "building code", "dress code", "morse code", "unicode",
	"reason code", "close code", "result code", "event code", "key code", "char code", "byte code", "op code", "line code", "fault code",
}

// sixNames are what codes are called, in many languages; six digits near one are
// it.
const sixNames = `\bcod(?:es?|ice|igo|ul|ului)\b|código\b|\bkod[a-z]{0,4}\b|\bkód[a-zà-ž]{0,4}|\bkoodi[a-zà-ž]{0,4}|\bkods\b|\bkodas\b|код|コード|码|碼|코드|인증|رمز|कोड|קוד|รหัส|κωδικ`

// sixKeywords has one of each of sixNames.
var sixKeywords = []string{"code", "codice", "codul", "kód", "koodi", "código", "codigo", "kod", "код", "コード", "码", "碼", "코드", "인증", "رمز", "कोड", "קוד", "รหัส", "κωδικ"}

// noCode are words beside codes that let nobody in.
const noCode = `prod[uo]|produt|товар|termék|pocztow|pošt|error|status|exit|\bzip|postal|postcode|post code|plz|product|article|item|country|area code|source code|\bline|\bhttp|\brfc|\biso\b|version|order|color|colour|byte|code point|char|unicode|sort code|naics|\bsic\b|fehler|erreur|postleit|codice fiscale|错误|エラー|ошибк`

// protocolCodes are numbers of four or five digits that no word about people
// comes with: "the code 1000".
const protocolCodes = `^(?:(?:the|an?|of|with|and|or|to|from)[ -])?(?:code|codes)[^0-9A-Za-z\n]{0,4}(?:number )?\d{4,5}$`

// codeNames are what codes that let somebody in are called. They may stand some
// words away from theirs.
const codeNames = `(?:verification|security|login|log-?in|sign-?in|confirmation|authentication|authorization|access|one[- ]time|sms|2fa|two[- ]factor|mfa|door|gate|alarm|entry|lock|lockbox|locker|safe|unlock|pairing|device|activation|keypad|setup|set-?up|pickup|restore|transfer|install|voicemail|sim|card|atm)[ -](?:code|pin|passcode|password)\b|\b(?:your|my)[ -](?:code|pin|passcode)\b|\b(?:otp|passcode|passkey|puk ?\d?|m?tan(?: \d{1,3})?)\b|\badm1? key|\bpin\b[^0-9\n]{0,30}\b(?:is|lautet|ist|est|es|è)\b|geheimzahl|clave (?:dinámica|temporal|de acceso)|code (?:confidentiel|secret)|ओटीपी|κωδικός|` +
	`(?:bestätigungs|sicherheits|zugangs|verifizierungs|anmelde|einmal|freischalt)(?:code|kode|pin|passwort)|código de (?:verificación|verificação|seguridad|segurança|acceso|acesso|confirmación|confirmação)|(?:tu|su|seu) código|code de (?:vérification|sécurité|confirmation|connexion)|votre code|code (?:wi-?fi|de la porte|d'entrée|d'accès|portail)|código (?:de la|del|do|da|de) (?:caja|cofre|puerta|porta|portal|portão|alarm[ae]|garaje|garagem|entrada|cerradura)|codice (?:(?:del|della|dell') ?)?(?:porta|cancello|cassaforte|allarme|portone)|(?:tür|tor|alarm|tresor|schließfach|haustür|safe)-?code|` +
	`codice di (?:verifica|sicurezza|conferma|accesso)|(?:verificatie|beveiligings|bevestigings|inlog)code|(?:verifierings|säkerhets|engångs|bekreftelses|verifiserings|bekræftelses|sikkerheds|engangs)ko[dr]e?|vahvistuskoodi|turvakoodi|kod (?:weryfikacyjny|potwierdzający|bezpieczeństwa)|` +
	`(?:ověřovací|overovací|bezpečnostní) kód|ellenőrző kód|cod(?:ul)? de (?:verificare|securitate)|doğrulama kodu|onay kodu|güvenlik kodu|mã (?:xác minh|xác thực|otp)|kode (?:verifikasi|otp|keamanan)|κωδικός επαλήθευσης|код(?:а|ом)? (?:подтверждения|доступа|безопасности|підтвердження|(?:для )?вход[ау])|` +
	`認証コード|確認コード|セキュリティコード|验证码|驗證碼|校验码|动态码|인증번호|인증 ?코드|보안 ?코드|رمز (?:التحقق|التأكيد)|קוד ה?(?:אימות|אישור|כניסה)|सत्यापन कोड|รหัส(?:ยืนยัน|OTP)`

// codeKeywords has one of each of codeNames.
var codeKeywords = []string{"code", "passkey", "puk", "tan", "adm", "geheimzahl", "clave", "ओटीपी", "kod", "otp", "pin", "código", "codice", "cod ", "codul", "kód", "koodi", "password", "mã ", "κωδικός", "код", "コード", "验证码", "驗證碼", "校验码", "动态码", "인증", "보안", "رمز", "קוד", "कोड", "รหัส"}

// yearsOrLater ends what is a year, an amount or a count rather than a code.
const yearsOrLater = `^[^0-9]?(?:19|20)\d{2}[^0-9]|(?:^|[^0-9])(?:19|20)\d{2}[^0-9]?$|(?:19|20)\d{2}-\d{2}|error|status|exit code|rfc|iso|port|version|close code|country|postal|zip`
