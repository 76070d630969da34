package redact

// saidRules find what people say of themselves and of their doors and networks in
// plain words: numbers by what they are of, answers to secret questions, days of
// birth, codes of locks, keys of networks.
var saidRules = []TextRule{
	{Name: "held", MinDigits: 6,
		Pattern: `(?:` + heldNames + `)[^0-9\n:：=]{0,30}?["'”).]{0,2}[\s:=°º>→-]{1,4}([A-ZА-Я]{0,5}[ /-]?\d[0-9A-Z]{0,23}(?:[ /.-][A-Z]{0,3}\d[0-9A-Z]{0,20}){0,6})(?:[^0-9A-Za-z.%]|\.(?:\s|$)|$)`, Fold: true, Group: 1, Check: "identifier", Not: noHeld},
	{Name: "answer-secret",
		Pattern: `(?:(?:` + secretly + `)[^\n:=]{0,24}?(?:` + answerWords + `)|(?:` + answerWords + `)[^\n:=?]{0,16}?(?:` + secretly + `))[a-z0-9_]{0,12}["'”]?(?: ?\([^()\n]{1,40}\))?\s{0,2}(?::|=|→|->|は|は、)\s{0,2}["'“«「]?([^\n"”»」,;<>{}]{2,60})`, Fold: true, Group: 1, Check: "filled"},
	{Name: "answer-asked",
		Pattern: `(?:` + askedWords + `)[^\n?？:]{0,40}[?？]["'”»]?\s{0,3}(?:[A-Za-z]{1,12}\s?[:=→]\s{0,2})?["'“«「]?([^\n"”»」,;<>{}.?？\s][^\n"”»」,;<>{}.?？\s]{1,30}(?: [A-Z][^\n"”»」,;<>{}.?？\s]{1,30}){0,2})`, Fold: true, Group: 1},
	{Name: "birth-said", MinDigits: 4,
		Pattern: `(?:` + bornWords + `)[^0-9\n]{0,12}?` + bornDay + `(?:[^0-9A-Za-z]|$)`, Fold: true, Group: 1},
	{Name: "birth-after", MinDigits: 5,
		Pattern: `(?:^|[^0-9])` + bornDay + ` ?(?:р\. ?н|г\. ?р|года рождения|року народження|生まれ|出生|생\b|출생|doğumlu|született)`, Fold: true, Group: 1},
	{Name: "lock-said", MinDigits: 3,
		Pattern: `(?:` + doorWords + `)[^0-9\n]{0,48}?[\s:：]([*#]?[0-9A-FКВ]{0,2}\d[0-9A-FКВ]{2,7}[*#]?)(?:[^0-9A-Za-z.:%°€$/]|[.:](?:\s|$)|$)`, Fold: true, Group: 1, Check: "lockCode", Not: noDoor},
	{Name: "network-key", MinDigits: 2,
		Pattern: `(?:wi-?fi|wlan|w-lan|wpa\d?|ssid|router|вай-?фай|无线|無線|와이파이|ไวไฟ)[^\n]{0,32}?(?:key|schlüssel|clave|chave|chiave|clé|ключ|密钥|密碼|密码|キー|비밀번호|sleutel|nyckel|klucz|klíč)["'”]?(?: ?\([^()\n]{1,40}\))?[\s:：=]{1,3}([!-~]{8,63})`, Fold: true, Group: 1, Check: "mixedOrLong"},
	{Name: "network-said", MinDigits: 2,
		Pattern: `(?:wi-?fi|wlan|\binternet|\bthe net\b|вай-?фай|无线|無線|와이파이|ไวไฟ|teamviewer|anydesk|rustdesk)[^\n]{0,48}?(?: / |,? (?:and )?then |luego |puis |dann |poi |потом )([!-~]{6,63}?)[,.;]?(?:\s|$)`, Fold: true, Group: 1, Check: "networkWord"},
	{Name: "esim", Keywords: []string{"lpa:"}, Pattern: `\bLPA:\d\$([^\s"'<>]{8,200})`, Fold: true, Group: 1},
	{Name: "body", MinDigits: 20, Keywords: []string{"face", "facial", "biom", "finger", "voice", "iris"},
		Pattern: `(?:face|facial|biométr|biometr|fingerprint|voiceprint|iris)[^\n\[]{0,60}(\[-?\d\.\d{3,8}(?:, ?-?\d\.\d{3,8}){7,40})`, Fold: true, Group: 1},
	{Name: "body-named", MinRun: 36, Keywords: []string{"biom"}, Pattern: `biom[eé]tr[a-z]{1,4}[^0-9\n:]{0,24}[:=]\s{0,2}["']?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})`, Fold: true, Group: 1},
	{Name: "codes-listed", MinDigits: 12, Pattern: `((?:\d{1,2}[.)] ?\d{6,10}\s{1,2}){2,16}\d{1,2}[.)] ?\d{6,10})(?:[^0-9]|$)`, Group: 1},
}

// heldNames are what people hold under a number of theirs.
const heldNames = `\bpolic[ey]\b|póliza|polizza|apólice|versicherungsschein|polis[ay]?\b|полис|保单|保険証券|증권번호|\bmember(?:ship)?\b|mitglied|membre|miembro|\bsoci[oa]\b|medlem|\bjäsen|członk|\bčlen|\büye|участник|会员|会員|회원|(?:con|kon)tra[ck]?t(?:o|s)?\b|vertrag|avtal|umow|smlouv|sözleşme|договор|合同|契約|계약|kunden|\bcliente\b|asiakas|klient|zákazn|müşteri|клиент|客户|お客様|고객` +
	`|tracking|sendungs|suivi|seguimiento|rastreio|spedizion|paczk|zásilk|kargo|отслеж|运单|追跡|운송장|clubcard|étudiant|matr[ií]cul|legajo|personalnum|licencia|zorgpas|tessera|tarjeta|carte|kaart|karta|карт[аы]|البطاقة|aseguradora|assur|insur`

// noHeld are words of numbers that everybody may know.
const noHeld = `isbn|\biso\b|\bdin\b|rfc|\bsku\b|article|artik|\bpart\b|model|flight|version|https?:|\d:\d\d|amount|total|points|price|€|\$|section|function|cve|closes|\bfile|gost|\.th `

const (
	answerWords = `answer|antwort|respuesta|réponse|risposta|resposta|antwoord|\bsvar|vastaus|odpowied|odpověď|válasz|cevap|yanıt|ответ|відповідь|απάντηση|答え|答案|回答|답변|إجابة|תשובה|उत्तर|คำตอบ|trả lời|jawaban`
	secretly    = `secret|security|sicherheit|geheim|seguri?dad|segreta|sécurité|secrète|sicurezza|segurança|beveilig|säkerhet|sikkerhe|turva|bezpiecz|tajn|biztons|güvenlik|gizli|секретн|контрольн|безопасн|таємн|ασφαλ|秘密|安全|セキュリティ|보안|السر|אבטחה|सुरक्षा|ลับ|bảo mật|keamanan|rahasia`
)

// askedWords are what such questions ask for.
const askedWords = `memorable (?:place|word|name|date)|maiden name|mädchenname|jeune fille|soltera|nubile|solteira|девичь|panieńsk|旧姓|(?:erst|lieblings)[a-z]{0,3} ?haustier|premier animal|primera mascota|primo animale|ペットの名前|宠物|питом[а-я]{1,4}|first pet|childhood (?:nickname|friend)`

// bornWords say that the day on which somebody was born follows; bornDay is one.
const (
	bornWords = `\bgeb(?:\.|oren)|\bné(?:e|\(e\))? (?:le|à)|\bnat[oa] (?:il|a)\b|\bnacid[oa]\b|\bnascid[oa]\b|\bborn\b|\bur\.|urodzon|\bfødt?\b|\bfödd?\b|syntynyt|narozen|született|născut|родил(?:ся|ась)|народи(?:вся|лася)|γεννή|生年月日|出生|생년월일|\bd\.o\.b|مواليد|יליד`
	bornDay   = `((?:19|20)?\d{1,2}[./ -]{1,2}\d{1,2}[./ -]{1,2}\d{2,4}|\d{4}[./-]\d{1,2}[./-]\d{1,2}|(?:[一-龥]{2})?\d{1,4}[年년] ?\d{1,2}[月월] ?\d{1,2}[日일]|\d{1,2}\.? (?:de )?[^0-9\s.,]{3,12}(?: de)? (?:19|20)\d{2})`
)

// doorWords are what is opened by digits, or what its code is called.
const doorWords = `digicode|\bdoor ?code|\bgate\b|lock ?box|key ?box|schlüsselbox|boîte à clés?|cajita|kluis|sleutel|cassetta|домофон|larm|adgangskode|portkod|portkode|dørkode|ovikoodi|domofon|türcode|haustür|portone|portail|porteiro|kapı|門鎖|门锁|현관|도어락`

// noDoor are words of figures beside doors that open none.
const noDoor = `19\d\d|20\d\d|since|opened|price|model|error|version|code of|gates?\b[^a-z]{0,3}[0-9A-F]{1,3}\b|\b(?:of|at|page|room|flight|port|volt|mm|ms|kb|mb|fig)\b`
