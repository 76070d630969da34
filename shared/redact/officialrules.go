package redact

// numberRules find numbers that a checksum or a shape tells.
var numberRules = []TextRule{
	{Name: "ssn", MinDigits: 9, Pattern: `\b\d{3}-\d{2}-\d{4}\b`},
	{Name: "iban", MinDigits: 8,
		Pattern: `\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?\b`, Fold: true, Check: "iban"},
	{Name: "card", MinDigits: 13, Pattern: `(?:\b(?:` + goodsNames + `)[ .:#no-]{1,6})?\b(\d(?:[ .-]{0,2}\d){12,18})\b`, Fold: true, Group: 1, Check: "luhn", Unless: goods},
}

// officialRules find numbers that an office, a bank or an insurer gave to a person.
var officialRules = []TextRule{
	{Name: "official", MinDigits: 5, Keywords: officialKeywords,
		Pattern: `(?:` + officialNames + `)(?:[ .'-]{0,2}` + numberWords + `){0,2}["'.]{0,2}[\s:=#：º°-]{1,4}(?:(?:is|est|ist|es|è|é)\s)?#?` + officialValue,
		Fold:    true, Group: 1, Check: "official"},
	{Name: "hetu", MinDigits: 9, Pattern: `\b(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2}[-+A]\d{3}[A-FHJ-NPR-Y]\b`},
	{Name: "hkid", MinDigits: 7, Pattern: `\b[A-Z]{1,2}\d{6}\([0-9A]\)`},
	{Name: "nie-es", MinDigits: 7, Pattern: `\b[XYZ]-?\d{7}-?[A-Z]\b`},
	{Name: "official-papers", Keywords: []string{"passport", "visa", "permit", "licen", "card"},
		Pattern: `\b(?:passport|visa|(?:residence |work )?permit|licen[cs]e|(?:id|identity|residence) card) (?:number|no|nr|#)[\s:.#-]{1,4}([A-Z0-9]{6,12})\b`, Fold: true, Group: 1, Check: "mixed"},
	{Name: "official-papers-native", MinDigits: 2, Keywords: paperKeywords,
		Pattern: `(?:` + paperNames + `)[a-z]{0,10}(?:[ .'-]{0,2}` + numberWords + `){0,2}["'.]{0,2}[\s:=#：º°-]{1,4}([A-ZА-Я0-9]{6,18})(?:[^0-9A-Za-z]|$)`, Fold: true, Group: 1, Check: "paper"},
	{Name: "official-shape", MinDigits: 8, Keywords: []string{"ein", "imei", "account"}, Pattern: `\b(?:ein[\s:#]{1,3}\d{2}-\d{7}|imei[\s:#]{1,3}\d{15}|account[\s:#]{1,3}\d{8,12})\b`, Fold: true},
	{Name: "official-key", MinDigits: 1, Keywords: []string{"license key", "licence key", "product key", "serial key", "activation", "gift card", "redeem", "voucher pin"},
		Pattern: `\b(?:(?:licen[cs]e|product|serial|activation) (?:key|code)|gift card(?: (?:code|pin|number))?|redeem (?:this |your |the )?(?:code|voucher|gift card)|voucher pin)[\s:=#]{1,4}([A-Z0-9](?:[ -]?[A-Z0-9]){5,40})\b`, Fold: true, Group: 1, Check: "mixedOrLong"},
	{Name: "card-expiry", MinDigits: 4, Keywords: []string{"exp", "thru", "mm/yy"}, Pattern: `\b(?:exp(?:iry|ires|iration)?(?: date)?|valid thru|good thru|mm/yy)[^0-9A-Za-z]{0,6}((?:0[1-9]|1[0-2]) ?/ ?(?:20)?\d{2})\b`, Fold: true, Group: 1},
	{Name: "pan-in", MinRun: 10, MinDigits: 4, Pattern: `\b[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]\b`},
	{Name: "curp", MinRun: 18, MinDigits: 7, Pattern: `\b[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d\b`},
	{Name: "emirates", MinDigits: 15, Pattern: `\b784-?\d{4}-?\d{7}-?\d\b`},
	{Name: "medicare", MinDigits: 4, Pattern: `\b[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}\b`},
	{Name: "rfc-mx", MinRun: 12, MinDigits: 6, Pattern: `\b[A-Z&]{3,4}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]\b`},
	{Name: "nir", MinDigits: 13, Pattern: `\b[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}\b`},
	{Name: "rut", MinDigits: 7, Pattern: `\b\d{1,2}\.\d{3}\.\d{3}-[\dK]\b`},
	{Name: "rrn", MinDigits: 13, Pattern: `\b\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6}\b`},
	{Name: "cpf", MinDigits: 11, Pattern: `\b\d{3}\.\d{3}\.\d{3}-\d{2}\b`},
	{Name: "cnpj", MinDigits: 14, Pattern: `\b\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}\b`},
	{Name: "codice-fiscale", MinRun: 16, MinDigits: 7, Pattern: `\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b`},
	{Name: "resident-id", MinRun: 18, MinDigits: 17, Pattern: `\b[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]\b`},
	{Name: "mrz", Keywords: []string{"<<"}, Pattern: `[A-Z0-9<]{5,44}<<[A-Z0-9<]{2,44}`},
	{Name: "nino", MinDigits: 6, Pattern: `\b[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b`},
	{Name: "birth", MinDigits: 4, Keywords: birthKeywords,
		Pattern: `(?:` + birthNames + `)[^0-9A-Za-z]{0,4}(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}(?:st|nd|rd|th)?\.? [a-z]{3,9},? \d{4}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4})\b`, Fold: true, Group: 1},
}

// birthNames are what the day of somebody's birth is called.
const birthNames = `\bdate of birth|\bbirth ?da(?:te|y)|\bdob|\bborn(?: on)?|geburts(?:datum|tag)|date de naissance|\bnée? le|fecha de nacimiento|data di nascita|data de nasc(?:imento)?|geboortedatum|födelse(?:datum|dag)|fødselsdato|syntymäaika|data urodzenia|datum narozen[ií]|születési (?:dátum|idő)|data nașterii|doğum tarihi|дата рождения|дата народження|дата на раждане|ημερομηνία γέννησης|生年月日|出生日期|생년월일|تاريخ الميلاد|תאריך לידה|जन्म ?तिथि|วันเกิด|ngày sinh|tanggal lahir`

// birthKeywords has one of each of birthNames.
var birthKeywords = []string{"birth", "dob", "born", "geburt", "naissance", "née", "né le", "nacimiento", "nascita", "nasc", "geboorte", "födelse", "fødsel", "syntymä", "urodzenia", "narozen", "születési", "nașterii", "doğum", "рождения", "народження", "раждане", "γέννησης", "生年月日", "出生日期", "생년월일", "الميلاد", "לידה", "जन्म", "วันเกิด", "ngày sinh", "lahir"}

// paperNames are what passports, identity cards, licences and residence papers
// are called in languages other than English: their numbers have letters.
const paperNames = `passeport|pasaporte|passaport[eo]|paspoort|reisepass|personalausweis|ausweis|aufenthaltstitel|führerschein|permis de conduire|titre de séjour|carnet de conducir|permiso de conducir|licencia de conducir|patente di guida|carta d'identità|carta de condução|rijbewijs|körkort|førerkort|kørekort|ajokortti|paszport|dowód (?:osobisty|rejestracyjny)|prawo jazdy|občansk(?:ý|ého) průkaz|cestovní pas|řidičsk(?:ý|ého) průkaz|útlevél|személyi|jogosítvány|pașaport|pasaport|carte? de identitate|sürücü belgesi|ehliyet|διαβατ[ήη]ριο|δελτίο ταυτότητας|загранпаспорт|паспорт|посвідчення|водительск|свидетельство|جواز|דרכון|पासपोर्ट|पैन|หนังสือเดินทาง|hộ chiếu|căn cước|paspor\b|护照|護照|驾驶证|通行证|在留カード|旅券|여권|운전면허|versicherten|krankenversicherung|krankenkasse|versichertennummer|sozialversicherung|driv(?:er|ing)(?:'?s)? licen[cs]e|\bdea\b|health card`

// paperKeywords has one of each of paperNames.
var paperKeywords = []string{"passeport", "pasaporte", "passaport", "paspoort", "reisepass", "ausweis", "aufenthalt", "führerschein", "permis", "titre de", "carnet de", "licencia de", "patente di", "carta d", "rijbewijs", "körkort", "førerkort", "kørekort", "ajokortti", "paszport", "dowód", "prawo jazdy", "průkaz", "cestovní pas", "útlevél", "személyi", "jogosítvány", "pașaport", "pasaport", "identitate", "belgesi", "ehliyet", "διαβατ", "δελτίο", "паспорт", "посвідчення", "водительск", "свидетельство", "جواز", "דרכון", "पासपोर्ट", "पैन", "หนังสือเดินทาง", "chiếu", "căn cước", "paspor", "护照", "護照", "驾驶证", "通行证", "在留", "旅券", "여권", "운전면허", "versicher", "krankenkasse", "licen", "dea", "health card"}

// goodsNear are words that make what is called a number one of goods, of
// programs or of papers.
const goodsNear = `\b(?:` + goodsNames + `|ticket|case|issue|receipt|transaction|flight|booking|phone|tel|fax|mobile|version|build|port|line|page|error|status|room|postal|zip|track|shipment|process|thread|task|job|request|message|post|video|channel|course|class|object)`

// officialNames are what numbers are called that an office, a bank or an insurer
// gave to a person.
const officialNames = `account (?:number|no)|tax file|burgerservice|passport|pasaporte|passeport|passaport[eo]|paspoort|reisepass|\bcnic|\bnid\b|\bnic\b|\bnin\b|\bbvn|\buan\b|\bsss\b|\btin\b|\bnit\b|\bnss\b|\bohip|\behic|\bcccd|\bcmnd|\bmykad|\bsin\b|\bfin\b|\bird\b|\butr\b|\bpis\b|\bsvnr|\btaj\b|\bcuit|\bnik\b|\bahv|rijksregister|numéro national|numero nazionale|título de eleitor|cartão de cidadão|personas kods|adóazonosító|taj szám|adószám|személyi szám|číslo op|sa id|south african id|emirates id|iqama|a-number|alien (?:registration )?number|visa control|\ba/c|número de cuenta|kontonummer|rekeningnummer|tilinumero|numer konta|codice cliente|ΑΦΜ|ΑΜΚΑ|ЕГН|ЕДРПОУ|ИИН|БИН|ОГРН|\bthai id|(?:เลข|รหัส)ประจำตัว[^\s0-9A-Za-z:]{0,16}|الرقم القومي|رقم (?:الهوية|الإقامة|جواز السفر|الحساب)|کد ملی|شماره (?:ملی|شناسنامه)|תעודת זהות|מספר זהות|חשבון בנק|आधार|身分證字號|身份證|證號|健康保険|基礎年金番号|在留カード|口座番号|외국인등록|건강보험|routing number|sort code|\bbsb|national insurance|member(?:ship)? id|subscriber id|group number|beneficiary|driv(?:er|ing)(?:'?s)? licen[cs]e|licen[cs]e n(?:o|umber)|medicare|medicaid|\bnhs|social security|\bssn|\bitin|national id(?:entity)?|identity card|\bid card|personal id|` +
	`aadhaar|\bdni|\bnif|\bcpf|\bcnh|\bbsn|\bpesel|\btfn|\bpuk|\bmrn|medical record|patient id|\bnpi|kontonummer|\bblz|steuer-?(?:id|nummer|identifikationsnummer)|sozialversicherungs-?n(?:umme)?r|versicherungsnummer|personalausweis|\bausweis|\bnric|\bhkid|\brut|\bcurp|\bclabe|\btckn|kimlik|\bvkn|\bcnp|\begn|\bjmbg|\boib|\bemso|\bamka|\bafm|\bpps|\bhetu|henkilötunnus|personnummer|fødselsnummer|\bcpr|kennitala|isikukood|asmens kodas|rodné číslo|\bvoter id|\bepic|` +
	`sécurité sociale|seguridad social|segurança social|codice fiscale|carte (?:nationale|d'identité)|cédula(?: de [a-zí]{4,12})?|\bcuil|\bcuit|\bnik|\bktp|\bccn|\bsv-?nummer|ИНН|СНИЛС|паспорт|РНОКПП|身份证(?:号|号码)?|身分證|護照|护照|银行卡|卡号|マイナンバー|個人番号|免許証|주민등록|여권|운전면허|계좌`

// officialKeywords has one of each of officialNames.
var officialKeywords = []string{"account", "tax file", "burgerservice", "passport", "pasaporte", "passeport", "passaport", "paspoort", "reisepass", "nid", "nic", "nin", "bvn", "uan", "sss", "tin", "nit", "nss", "ohip", "ehic", "cccd", "cmnd", "mykad", "sin", "fin", "ird", "utr", "pis", "svnr", "taj", "ahv", "rijksregister", "nazionale", "numéro national", "título de", "cartão de", "personas kods", "adó", "személyi", "číslo op", "sa id", "african id", "emirates", "iqama", "a-number", "alien", "visa control", "a/c", "de cuenta", "rekening", "tilinumero", "numer konta", "αφμ", "αμκα", "егн", "едрпоу", "иин", "бин", "огрн", "thai id", "ประจำตัว", "القومي", "رقم", "ملی", "شناسنامه", "זהות", "חשבון", "आधार", "身份證", "證號", "健康保険", "年金", "在留", "口座", "외국인", "건강보험", "routing", "sort code", "bsb", "insurance", "member", "subscriber", "group number", "beneficiary", "licen", "medic", "nhs", "social", "ssn", "itin", "identity", "id card", "national id", "personal id",
	"aadhaar", "dni", "nif", "cpf", "cnh", "bsn", "pesel", "tfn", "puk", "mrn", "patient", "npi", "kontonummer", "blz", "steuer", "versicherung", "ausweis", "nric", "hkid", "rut", "curp", "clabe", "tckn", "kimlik", "vkn", "cnp", "egn", "jmbg", "oib", "emso", "amka", "afm", "pps", "hetu", "henkilötunnus", "personnummer", "fødselsnummer", "cpr", "kennitala", "isikukood", "asmens", "rodné", "voter", "epic",
	"sécurité", "seguridad", "segurança", "codice", "carte", "cédula", "cuil", "cuit", "nik", "ktp", "ccn", "инн", "снилс", "паспорт", "рнокпп", "身份证", "身分證", "護照", "护照", "银行卡", "卡号", "マイナンバー", "個人番号", "免許証", "주민등록", "여권", "운전면허", "계좌", "sv"}

// numberWords follow the name of a number.
const numberWords = `(?:numbers?|no|nr|num|id|card|code|ref|nummer|numero|número|numéro|numer|szám|jel|№|nº|n°|n\.|番号|號碼|号码|號|号|번호|رقم|मांक|संख्या|громадянина|гражданина)`

// officialValue is a number in groups that each have a digit.
const officialValue = `(\d{1,4}(?:\.\d{2,5}){2,4}(?:-[\dA-Z]{1,4}(?:\.\d{2})?)?|[A-ZА-Я]{0,5}[ -]?\d[A-Z0-9]{0,20}(?:[ /-][A-Z]{0,3}\d[A-Z0-9]{0,8}){0,8})(?:[^0-9A-Za-z.]|\.(?:\s|$)|$)`

// goodsNames are what numbers of goods, parcels and papers are called.
const goodsNames = `sku|model|part|item|order|ref(?:erence)?|product|article|asin|ean|gtin|isbn|upc|barcode|tracking|parcel|invoice|batch|lot|mpn`

// goods are the beginnings of such numbers.
var goods = []string{"sku", "model", "part", "item", "order", "ref", "product", "article", "asin", "ean", "gtin", "isbn", "upc", "barcode", "tracking", "parcel", "invoice", "batch", "lot", "mpn"}
