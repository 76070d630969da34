package redact

// besideRules find what nobody has a list of: numbers and codes that offices,
// banks, schools and shops give to people. No word is common to all that they are
// called, in no language, but their make is: they are not rounded, grouped or
// measured as amounts are, and no day, version or address of a network. What
// stands beside them says when they are of goods, programs or telephones
// (publicWords), and that is left alone.
var besideRules = []TextRule{
	{Name: "number", Shown: true, MinDigits: 6,
		Pattern: anyLetter + `(?: ?\d| ?#)?["'”’»).]{0,2}\s{0,2}[:：]\s{0,3}["'“«(]?(\d{6,20})` + numberAfter, Group: 1, Check: "number", Before: true, Not: publicWords + `|` + assignment},
	{Name: "number-said", Shown: true, MinDigits: 6,
		Pattern: anyLetter + anyLetter + `["'”’».]{0,2},?\s[(#]?\s?(0\d{5,19}|\d{8,20})` + numberAfter, Group: 1, Check: "number", Before: true, Not: publicWords + `|` + assignment},
	{Name: "number-native", Shown: true, MinDigits: 6,
		Pattern: `[À-῿぀-힣豈-￦「『]\s?(\d{6,20}|\d{1,6}(?:-\d{1,7}){2,4})` + numberAfter, Group: 1, Check: "number", Before: true, Not: publicWords},
	{Name: "lettered-number", Shown: true, MinDigits: 7,
		Pattern: anyLetter + anyLetter + `["'”’».]{0,2},?\s[(#]?([A-Z]{1,4}\d{7,14}[A-Z]{0,3})(?:$|[.,;:!?](?:\s|$)|[^0-9A-Za-z_.,:;!?/=@%*+\]-])`,
		Group:   1, Check: "number", Before: true, Not: publicWords},
	{Name: "six-first", MinDigits: 6, Keywords: sixKeywords,
		Pattern: `(?:^|[.!:] |[^0-9A-Za-z_.,:/+$€£¥#-])(\d{6}|\d{3}[ -]\d{3})\)?[\s:-]{1,3}(?:` + isWords + `|` + yourWords + `)\s[^0-9\n.,!?]{0,24}?(?:` + sixNames + `)`, Fold: true, Group: 1, Not: noCode},
	{Name: "six-then", MinDigits: 6, Keywords: sixKeywords,
		Pattern: anyLetter + `,? (\d{6}|\d{3}[ -]\d{3})['’]? (?:` + sixNames + `)`, Fold: true, Group: 1, Not: noCode + `|\d (?:code|codes)\b`},
	{Name: "dated-number", MinDigits: 9,
		Pattern: `(?:^|[^0-9A-Za-z_./+-])((?:19|20)?\d{2}(?:[05][1-9]|[16][0-2])(?:[04][1-9]|[1256]\d|[37][01])[-/+]\d{3,4})(?:[^0-9A-Za-z_/-]|$)`, Group: 1, Check: "number"},
	{Name: "fours", Shown: true, MinDigits: 12,
		Pattern: numberBefore + `(\d{4}(?: \d{4}){2,4})(?:[^0-9A-Za-z_.,%:/ -]|[., -](?:[^0-9]|$)|$)`,
		Fold:    true, Group: 1, Check: "number", Before: true, Not: publicWords},
	{Name: "beside-label", MinDigits: 3,
		Pattern: `(?:^|[^0-9A-Za-z_$€£-])` + labelWords + labelEnd + identifierValue, Group: 1, Check: "identifier", Not: publicWords},
	{Name: "beside-key", MinDigits: 3,
		Pattern: `(?:^|[^0-9A-Za-z_.-])["']?[A-Za-z_][A-Za-z0-9_.-]{0,40}["']?\s{0,2}(?::|=>?)\s{0,2}["']` + identifierValue, Group: 1, Check: "identifier", Not: publicWords},
	{Name: "called-number", MinDigits: 3, Keywords: calledKeywords,
		Pattern: `(?:^|[^0-9\n!?]{0,24}?[^0-9A-Za-z_])` + labelLetter + `{0,24}(?:` + numberNames + `)["'”.)]{0,2}\s{0,2}#?(?:(?:` + isWords + `)\s)?` + identifierValue, Fold: true, Group: 1, Check: "identifier", Not: publicWords},
	{Name: "number-called", MinDigits: 3, Keywords: calledKeywords,
		Pattern: `(?:^|[^0-9A-Za-z_])(?:` + calledBeginnings + `)\.?(?: ` + labelLetter + `{1,24}){1,5}(?: (?:` + isWords + `))? ` + identifierValue, Fold: true, Group: 1, Check: "identifier", Not: publicWords},
	{Name: "person-number", MinDigits: 4, Keywords: personKeywords,
		Pattern: `\b(?:` + personWords + `)(?: (?:no|nr|num|number|id|ref|reference)\.?)?(?: ?[:：#])? [(#]?` + identifierValue, Fold: true, Group: 1, Check: "identifier"},
	{Name: "labelled-token", MinDigits: 2,
		Pattern: `(?:^|[^0-9A-Za-z_$€£-])` + labelWords + labelColon + `([A-Za-z][!-~]{7,40}?)["']?[.,;]?(?:\s|$)`, Group: 1, Check: "coined", Not: publicWords},
	{Name: "word-number-sign", MinDigits: 2,
		Pattern: `(?:^|[\s"'“(:])([A-Za-z]{4,20}\d{2,6}[!@#$%&*]{1,3})(?:$|[\s"'”.,;)])`, Group: 1, Check: "filled"},
	{Name: "keyed", MinDigits: 4,
		Pattern: `(?:^|[\s:："'(])(\*?\d{4,9}#)(?:[\s"'.,;)]|$)`, Group: 1, Check: "number"},
	{Name: "opens", MinDigits: 4, Keywords: []string{"open", "unlock", "öffn", "ouvr", "abre", "apr", "öppn", "åpn", "åbn", "otev", "otwier", "откры"},
		Pattern: `(?:^|[\s"'“(:])([*#]?\d{4,8}[*#]?) (?:opens|unlocks|to open|to unlock|öffnet|zum öffnen|ouvre|pour ouvrir|abre|para abrir|apre|per aprire|öppnar|åpner|åbner|otevírá|otwiera|открывает)(?:[^0-9A-Za-z]|$)`, Fold: true, Group: 1},
	{Name: "opens-with", MinDigits: 4, Keywords: []string{"open", "unlock", "öffn", "ouvr", "abr", "apr", "öppn", "åpn", "åbn"},
		Pattern: `(?:open(?:s|ed)?|unlock(?:s|ed)?|öffnet|öffnen|ouvre|abre|apre|öppnas|åpnes|åbnes)[^0-9\n]{0,12}? (?:with|mit|avec|con|com|med) ([*#]?\d{4,8}[*#]?)(?:[^0-9A-Za-z]|$)`, Fold: true, Group: 1},
	{Name: "lock", MinDigits: 4, Keywords: lockKeywords,
		Pattern: `(?:` + lockWords + `)[^0-9\n.:：]{0,24}(?: \d{1,4})?["'”)]?\s?[:：]\s{0,2}([*#]?\d{4,8}[*#]?)(?:[^0-9A-Za-z.,%-]|[.,](?:\s|$)|$)`, Fold: true, Group: 1, Not: noCode},
	{Name: "code-colon", MinDigits: 4, Keywords: sixKeywords,
		Pattern: `(?:[a-zà-ž]{2,14}[ -]){0,2}(?:[a-zà-ž]{0,24}(?:code|kode|kod|kód)[a-zà-ž]{0,4}|` + sixNames + `)["'”]?(?:\s?[:：]\s{0,2}| (?:` + isWords + `|on|je|er) )(\d{4,8})(?:[^0-9A-Za-z.,%-]|[.,](?:\s|$)|$)`, Fold: true, Group: 1, Unless: harmlessCodes, Not: noCode + `|(?:bar|qr-?|op|key|land|pro)code|response|result|reason|return|promo|coupon|rabatt|discount|gutschein|vouch|referr|currency|language|model|class|course|airport|store|branch|plu\b|hs code`},
	{Name: "enter-code", Keywords: []string{"enter ", "type "},
		Pattern: `\b(?:[Ee]nter|[Tt]ype)(?: [a-z]{2,10}){0,2}:? ([A-Z0-9]{3,5}-[A-Z0-9]{3,5})(?:[^0-9A-Za-z-]|$)`, Group: 1, Check: "caps"},
	{Name: "first", Keywords: []string{"first ", "childhood ", "favo"},
		Pattern: `\b(?:first|childhood|favou?rite) (?:pet|school|car|teacher|job|street|concert|boss|nickname)\b[^\n?:]{0,30}:\s{0,2}["'“]?([^\n"0-9]{2,30})["'”.]?$`, Fold: true, Group: 1},
	{Name: "asked", Keywords: []string{"maiden", "first", "favo", "childhood", "born", "grow up", "grew up", "school", "meet"},
		Pattern: `\b(?:maiden name|(?:first|childhood|favou?rite|elementary|primary) [a-z]{2,12}|were you born|you (?:meet|grow up)|grew up)\b[^\n?]{0,40}\?["']?\s{0,3}(?:a(?:nswer)?\s{0,2}:|:)\s{0,2}["'“]?([^\n"]{2,40})`, Fold: true, Group: 1},
	{Name: "six-last", MinDigits: 6, Shown: true,
		Pattern: `^(?:` + anyLetter + `{2,16},? ){3,7}(\d{6})[.!]?$`, Group: 1, Check: "number", Not: publicWords + `|\b(?:bug|pr|cl|revision|patch|closes|fixes|see|by|of|in)\b`},
	{Name: "six-after-picture", MinDigits: 6,
		Pattern: `^[^\x00-⯿]{1,8} ?(\d{6}) `, Group: 1, Check: "number"},
	{Name: "six-said", MinDigits: 6,
		Pattern: `(?:^|[.:!] )(\d{6}|\d{3}[- ]\d{3})(?: -)? (?:` + isWords + `|er|je|to|on|adalah|use (?:this|it|to)|enter)\s[^0-9\s]`, Fold: true, Group: 1, Check: "number"},
}

// numberAfter is what may stand behind a number that is none of a path, a sum or a
// sign, with the word behind it; a further number makes it one of a table.
const numberAfter = `(?:$|[.,;:!?](?:\s|$)|[^0-9A-Za-z_.,:;!?/=@%*+\s\]-](?:[A-Za-z]{1,14})?|\s{1,3}(?:[A-Za-z]{1,14}|[^0-9A-Za-z\s]|$))`

// numberBefore is what may stand before a number of several groups: no path, sum or
// sign, and no further number. anyLetter is one of any script.
const (
	numberBefore = `(?:^` + numberBorder + `?|[^0-9\n]` + numberBorder + `)`
	numberBorder = "[^0-9A-Za-z_.,:/+$€£¥₹#=@~&%*\\\\<[`-]"
	anyLetter    = `[A-Za-zÀ-῿぀-힣豈-￦]`
)

// personWords are people by what they are to an office or a firm.
const personWords = `policy|membership|patient|student|employee|inmate|prisoner|detainee|candidate|licen[cs]e|customer|badge|payroll|claimant|donor|subscriber|applicant|tenant|borrower|policyholder|passenger|taxpayer|voter|cardholder|pension|benefit|mortgage|loan|fuel card|folio|claim ref(?:erence)?`

// personKeywords has one of each of personWords.
var personKeywords = []string{"policy", "member", "patient", "student", "employee", "inmate", "prisoner", "detainee", "candidate", "licen", "customer", "badge", "payroll", "claimant", "donor", "subscriber", "applicant", "tenant", "borrower", "passenger", "taxpayer", "voter", "cardholder", "pension", "benefit", "mortgage", "loan", "fuel card", "folio", "claim ref"}

// lockWords are what is opened by digits.
const lockWords = `disarm|immobili[sz]er|radio code|lock ?box|key ?box|\blocker|padlock|\bgarage|\bgate\b|keypad|intercom|\bdoor\b|\balarm\b|\bsafe\b|tresor\b|schließfach|haustür|\bdigicode|interphone|portail|coffre|cancello|portone|cassaforte|caja fuerte|portón|\bcofre|portão|\bkluis|voordeur|\bsejf|domofon|домофон|калитк|сейф|\btrezor|kassaskåp|暗証|金庫|보관함|현관`

// lockKeywords has one of each of lockWords.
var lockKeywords = []string{"disarm", "immobili", "radio", "lock", "box", "garage", "gate", "keypad", "intercom", "door", "alarm", "safe", "tresor", "schließ", "haustür", "digicode", "interphone", "portail", "coffre", "cancello", "portone", "cassaforte", "caja", "portón", "cofre", "portão", "kluis", "voordeur", "sejf", "domofon", "домофон", "калитк", "сейф", "trezor", "kassask", "暗証", "金庫", "보관", "현관"}

// assignment is a number that a program gives to a name, or that of a fault.
const assignment = `^[\s"'/{*]*[a-z][\w$]*["']?: ?["']?\d+["']?,|\b(?:closes|fixes|merge|cf|bugs?|revision|pull|coverity)\b|\d\s{1,3}(?:out|nanoseconds|milliseconds|times|tests)\b`

// yourWords say whose a code is.
const yourWords = `your|the|dein|ihr|votre|ton|tu|su|il tuo|o seu|seu|uw|je|din|vaš|tvůj|twój|ваш|твой`

// labelWords are up to six words and what is said of them in brackets; labelEnd is
// what stands between them and what they are of, labelColon without what programs
// assign by.
const (
	capital     = `(?:[A-Z]|[^\x00-\x7f])`
	labelLetter = `[^\x00-&(-,:-@[-^{-\x7f]` // letters of any script, and what is in their words besides
	labelLast   = `[^\x00-&(-,/-@[-^{-\x7f]` // and no digit, or 10:30 were a label
	labelWords  = `(?:` + capital + labelLetter + `{0,30} (?:` + labelLetter + `{1,30} ){0,4}` + labelLetter + `{0,29}|` + capital + labelLetter + `{0,29})` + labelLast + `(?: ?\([^()\n]{1,24}\))?`
	labelColon  = `["'”’»)\]]{0,2}(?: ?#)?(?:\s{0,2}[:：]\s{1,2}|\s(?:` + isWords + `)\s{1,2})["'“«]?`
	labelEnd    = `["'”’»)\]]{0,2}(?: ?#| \d)?(?:\s{0,2}[:：=]\s{0,2}|\s(?:` + isWords + `)\s{1,2})["'“«]?`
)

// identifierValue is letters and digits in groups that each have a digit.
const identifierValue = `(\d{1,4}(?:\.\d{1,5}){2,5}(?:-[\dA-Z]{1,4}(?:\.\d{2,3})?)?|[A-ZА-Яs]{0,12}[ -]?\d[A-Z0-9]{0,24}(?:[ /-][A-Z]{0,3}\d[A-Z0-9]{0,20}){0,8}(?:[/-][A-Z])?)(?:[^0-9A-Za-z.%]|\.(?:\s|$)|$)`

// isWords say that what follows is what was named.
const isWords = `is|ist|lautet|är|es|est|é|è|este`

// numberNames are words for a number or a card with which labels end, alone or as
// part of a longer word, and behind which it stands without a sign.
const numberNames = `numbers?|\bno\b|\bnr\b|\bnum\b|\bid\b|idnr|№|\bn[º°]|nummer(?:n|et|a|ta)?|numero|número|numéro|numărul|numer|numeris|numurs|numri|číslo|čislo|broj|број|szám[aá]?|sayısı|numarası|numara|номер|номера|αριθμ[όο]ς|nomor|nombor|kennung|tunnus|kodas|kods|` +
	`番号|号码|號碼|号|號|번호|رقم|شماره|نمبر|מספר|संख्या|नंबर|หมายเลข`

// calledBeginnings are the same in languages that put them first.
const calledBeginnings = `numero|número|numéro|numer|numărul|număr|číslo|čislo|broj|број|номер|αριθμ[όο]ς|nomor|nombor|n[º°]|№|số|numri|namba|رقم|شماره|מספר`

// calledKeywords has one of each of both.
var calledKeywords = []string{"num", "núm", "no", "nr", "id", "nomor", "nombor", "číslo", "čislo", "broj", "број", "szám", "sayı", "номер", "αριθμ", "kenn", "tunnus", "koda", "kods", "nº", "n°", "№", "số", "namba",
	"番号", "号", "號", "번호", "رقم", "شماره", "نمبر", "מספר", "संख्या", "नंबर", "หมายเลข"}

// publicWords are words beside numbers that everybody may know.
const publicWords = `["']: ?\d{6,8}(?:[^0-9]|$)|\b[pugt]id\b[^0-9]{0,4}\d{1,7}(?:[^0-9 ]|$)|number of|` + goodsWorld + `|` + measureWords + `|\d[^0-9a-z]{0,2}(?:` + unitWords + `)\b`

// measureWords are names of what is counted, measured or dated; unitWords stand
// behind numbers that are.
const (
	measureWords = `\b(?:population|art|seed|hd|ngc|r[ée]f|resolution|attempts|tries|ino|po|dhl|ups|usps|fedex|gls|dpd|subscribers|downloads|size|length|offset|total|count|sum|balance|amount|price|cost|salary|revenue|debt|width|height|since|until|copyright|years?|limit|range|default|between|timestamp|epoch|unix|inode|latitude|longitude|isbn|ean|gtin|upc|sku|asin|doi|pmid|rfc|cve|iso|hex|octal)\b`
	unitWords    = `rows?|members|users|views|people|customers|followers|likes|votes|points|credits|results|records|entries|residents|inhabitants|subscribers|downloads|installs|stars|words|tokens|lines|characters|seconds|ms|px|bytes|hz|kb|mb|gb`
)

// goodsWorld are words of labels that make a number one of goods, orders, papers
// about them, telephones, places or programs, in many languages.
const goodsWorld = goodsNear + `|order|bestell|auftrag|pedido|commande|ordine|ordini|encomenda|zamów|objedn|rendel|sipariş|tilaus|beställ|bestil|заказ|замовл|поръч|παραγγελ|narudž|naroč|订单|訂單|注文|주문|طلب|הזמנה|đơn hàng|pesanan` +
	`|invoice|rechnung|factur|fatur|fattur|faktu|számla|lasku|račun|arve|sąskait|счет|счёт|рахун|τιμολ|发票|發票|請求|송장|فاتورة|חשבונית|hóa đơn|quittung|beleg` +
	`|artik|artic|artíc|artig|produ|waren|tuote|termék|товар|артикул|προϊ|商品|品番|상품|модел|model|modèl|型号|型番|serial|serien|série|serie|sorozat|seri no|sérion|seriov|sériov|серий|серій|シリアル|序列|일련|версия|version|teile|pièce|pieza|peça|onderdeel` +
	`|track|sendung|suivi|seguim|rastre|paket|pakke|colis|paczk|przesył|zásil|csomag|kargo|forsend|försänd|kolli|отправл|накладн|посыл|快递|運單|运单|追跡|伝票|운송|شحن|vận đơn|\bresi\b|lieferschein|livraison|envío|frakt|fracht` +
	`|telef|téléph|phone|mobil|móvil|handy|celular|\bcell|\bgsm|\bfax|\btel\b|\btlf|rufnummer|puhelin|τηλ|тел|電話|电话|전화|هاتف|جوال|טלפון|điện thoại|telpon|whatsapp|โทร|携帯|휴대|手机|手機|hotline|viber|\bsms|\bcall|\bdial|contact|emergency|durchwahl|postnummer|postleit|郵便|邮|우편|индекс|street|straß` +
	`|vorgang|referen|referan|référen|viite|commit|seite\b|\bsida\b|strona|página|pagina|страниц|zeile|ligne\b|\blinea|\brow\b|column|chapter|kapitel|magic|sequence|\binode|atomic|\bprime|random|largest|smallest|\bmax|\bmin\b|total|\bbytes?\b|\bbits?\b|block|sector|memory|graphics|sound|network|ethernet|sd card|score|wildcard|postcard` +
	`|device|client id|\bapp\b|applic|project|session|trace\b|\bspan\b|event|vendor|group|\bteam|\bnode|tenant|organi[sz]|workspace|resource|instance|payment|asset|campaign|pixel|property|meeting|webinar|conference|server|guild|\brole|\bchat|comment|\bfile|folder|image|photo|album|artist|\bsong|movie|\brecord|entity|parent|\bkey|analytics|\buser|\bgame|listing|\bvol\b|\btrain|issn|charge|hardware|\bmac\b|\bip\b|\bint\b|integer|uuid|guid|\bdebt|\bfunds?\b|income|budget|patent|winning|lotter|\bcompany|会議|会议|版本|列车|航班|ページ`
