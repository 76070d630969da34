package redact

// sumRules find numbers of persons that stand alone: by the digits or letters that
// check the others, see sums.go, or by a make that nothing else has.
var sumRules = []TextRule{
	{Name: "summed", MinDigits: 9,
		Pattern: sumBefore + `(\d{10,13}|\d{18,20}|\d{22}|756\.\d{4}\.\d{4}\.\d{2}|\d{3}-\d{3}-\d{3}(?:[ -]\d{2})?|(?:2[03467]|3[034])-\d{8}-\d|\d{4} \d{6})` + sumAfter, Group: 1, Check: "summed", Before: true, Not: goodsSummed},
	{Name: "summed-letters", MinDigits: 7,
		Pattern: sumBefore + `([A-Z]{2} ?\d{3} ?\d{3} ?\d{3} ?[A-Z]{2}|1Z[0-9A-Z]{16}|\d{8}-?[A-Z]|[STFG]\d{7}[A-Z]|\d{7}[A-W][A-IW]?|[ABFGMPRX][A-Z]\d{7}|[A-PR-Z]\d{9})` + sumAfter, Group: 1, Check: "summed"},
	{Name: "made-as", MinDigits: 7, Pattern: sumBefore + `(` +
		// licences of Britain, Ontario, Florida, Illinois, Wisconsin, Italy, Russia
		`[A-Z9]{5}\d[0156]\d(?:0[1-9]|[12]\d|3[01])\d[A-Z9]{2}[A-Z0-9]{3}|[A-Z]\d{4}[ -]\d{5}[ -]\d{5}|[A-Z]\d{3}-\d{3}-\d{2}-\d{3}-\d|[A-Z]\d{3}-\d{4}-\d{4}(?:-\d{2})?|U1[A-Z0-9]{2}\d{5}[A-Z]|\d{2} \d{2} \d{6}` +
		// insurances of Ontario, Quebec, Australia, Germany, Belgium
		`|\d{4}-\d{3}-\d{3}-[A-Z]{2}|[A-Z]{4} \d{2}(?:[05][1-9]|[16][0-2]) ` + sumDay + `\d{2}|[2-6]\d{3} \d{5} \d|\d{2}` + sumDay + sumMonth + `\d{2}[A-Z]\d{3}|\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}` +
		// papers of Pakistan, Malaysia, Thailand, Portugal, Egypt, Iceland, France, Korea
		`|\d{5}-\d{7}-\d|\d{2}` + sumMonth + sumDay + `-\d{2}-\d{4}|\d-\d{4}-\d{5}-\d{2}-\d|\d{8} \d [A-Z]{2}\d|[23]\d{2}` + sumMonth + sumDay + `\d{7}|` + sumDay + sumMonth + `\d{2}-\d{4}|\d{2}[A-Z]{2}\d{5}|[MSROD]\d{3}[A-Z]\d{4}` +
		`)` + sumAfter, Group: 1, Check: "number"},
	{Name: "telephone", MinDigits: 8,
		Pattern: `(?:^|[^0-9A-Za-z_+/=.)-])(\+\(?[1-9]\d{0,14}` + telephoneGroups + `)(?:[^0-9A-Za-z_%+*/=]|$)`, Group: 1, Check: "telephone"},
	{Name: "telephone-said", MinDigits: 7,
		Pattern: `(?:` + telephoneWords + `)[^0-9\n+$€£%#=]{0,24}?[^0-9A-Za-z_.,+$€£#=-](\(?\d{1,12}` + telephoneGroups + `)(?:[^0-9A-Za-z_%+*/=]|$)`, Fold: true, Group: 1, Check: "telephone", Not: noTelephone},
}

// goodsSummed are what numbers of goods are called that check themselves, too.
const goodsSummed = `\b(?:ean|gtin|isbn|upc|sku|barcode|art(?:icle|ikel)?|orders?|invoice|part|model)\b|bestell|commande|pedido|rechnung|factur|заказ|артик|zamów|注文|订单|주문`

// sumBefore and sumAfter are the borders of a number that is none of a path, a sum
// or a fraction.
const (
	sumBefore = "(?:^|[^0-9A-Za-z_.,:/+$€£¥#=@&%*<`-]|[:=] ?)"
	sumAfter  = `(?:[^0-9A-Za-z_.%/=@*+-]|\.(?:\s|$)|$)`
	sumMonth  = `(?:0[1-9]|1[0-2])`
	sumDay    = `(?:0[1-9]|[12]\d|3[01])`
)

// telephoneGroups are the groups of a number behind the first.
const telephoneGroups = `(?:(?:[ .-]{1,2}\(?|\(|\)[ .-]{0,2})\d{1,12}){0,7}`

// telephoneWords are what telephones and calls are called.
const telephoneWords = `\bphone|telephone|\bmobile\b|\bcell\b|\b(?:call|text|ring) (?:me|him|her|us)\b|\bsms\b|whatsapp|\bviber|\btel\b|tele[fp]on|téléph|\bportable\b|appele[rz]|teléf|móvil|\btoque al|llám|llama(?:r|me)\b|celular|cellulare|chiama|telemóvel|\bligar? |handy|mobil(?:nummer)?\b|rufnummer|anrufen|puhelin|zadzwo|komórk|zavol|\btlf|τηλ|κινητ|тел(?:ефон|\.)|мобил|звон|дзвон|手机|手機|电话|電話|携帯|전화|휴대|연락처|هاتف|جوال|موبايل|טלפון|נייד|फ़ोन|मोबाइल|โทร|มือถือ|điện thoại|\bsđt|telpon|\bcep `

// noTelephone are words beside numbers of what telephones are, and of those that
// everybody may call.
const noTelephone = `\b(?:imei|model|version|android|sku|order|build|serial|price|error|code|hotline|support|toll|free|service)\b|[^0-9](?:1[ .-])?\(?8(?:00|88|77|66|55)\)?[ .-]|[^0-9]0800`
