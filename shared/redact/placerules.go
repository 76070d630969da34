package redact

// placeRules find where somebody lives or is, by the make of an address or of a
// place on the map, and what is registered under its owner: vehicles, land,
// journeys, machines.
var placeRules = []TextRule{
	{Name: "registered", MinDigits: 2, Keywords: registeredKeywords,
		Pattern: `(?:` + registeredNames + `)[^0-9\n:：=]{0,24}?["'”’.)]{0,2}(?:\s{0,2}[:：=#]\s{0,2}|\s(?:(?:` + isWords + `)\s)?)["'“«#]?([A-ZА-Я一-龥]{0,9}(?:[ ./·-]{1,2}[A-ZА-Я]{1,3})?[ ./·-]{0,2}\d[A-ZА-Я0-9가-힣]{0,20}(?:[ ./·-]{1,2}[A-ZА-Я0-9ぁ-ん]{1,8}){0,5})(?:[^0-9A-Za-zА-я]|$)`, Fold: true, Group: 1, Check: "registered"},
	{Name: "booked", Keywords: bookedKeywords,
		Pattern: `(?:` + bookedNames + `)[^0-9\n:：=]{0,24}?["'”’.)]{0,2}(?:\s{0,2}[:：=#]\s{0,2}|\s(?:(?:` + isWords + `)\s)?)["'“«#]?([A-Z0-9]{5,9})(?:[^0-9A-Za-z]|$)`, Group: 1, Check: "caps"},
	{Name: "hardware", MinDigits: 1, Keywords: []string{"mac", "address", "bluetooth", "bssid", "adresse", "dirección", "indirizzo", "адрес"},
		Pattern: `(?:\bmac\b|bssid|bluetooth|(?:wi-?fi|wlan|ethernet|hardware|physical) (?:address|adresse)|adresse)[^0-9\n:]{0,24}(?:\s{0,2}[:=]\s{0,2}|\s)((?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2})(?:[^0-9A-Za-z:]|$)`, Fold: true, Group: 1, Check: "spread"},
	{Name: "residence", MinDigits: 1, Keywords: residenceKeywords,
		Pattern: `(?:` + residenceNames + `)[^0-9\n:：]{0,24}?["'”’)]{0,2}\s{0,2}[:：]\s{0,2}["'“«]?([^\n"]{8,90}?)(?:["”»|]| [–—-] |\.?$)`, Fold: true, Group: 1, Check: "residence", Not: noResidence},
	{Name: "residence-in", MinDigits: 1, Keywords: []string{"liv", "resid", "wohn", "habit", "viv", "mor", "abita", "send", "ship", "deliver", "address is", "прожива"},
		Pattern: `(?:\bliv(?:es?|ing)(?: alone)? (?:at|in|on)|\bresid(?:es?|ing) (?:at|in)|\b(?:ship|deliver|send)(?:ed|ing)? (?:it |this |them )?(?:to (?:me )?(?:at )?)|\baddress is|\bwohn(?:t|haft|e) (?:in|an)|\bhabite (?:au|à)|\bviv[eo] en|\bmor[ao] na|\babit[ao] in|прожива[а-я]{2,4}(?: по адресу)?) ([^\n"]{8,90}?)(?:["”»|]| [–—-] |\.?$)`, Fold: true, Group: 1, Check: "residence", Not: noResidence},
	{Name: "residence-said", MinDigits: 3, Keywords: []string{" st", " ave", " road", " rd", " lane", " ln", " drive", " dr", " court", " ct", " blvd", " boulevard", " gardens", " close", " terrace", " way", " place", " crescent", " grove", " circle"},
		Pattern: `[A-Za-z:,"] ?["'“(]?(\d{1,5}[A-Za-z]? (?:[A-Z][A-Za-z'’.-]{0,20} ){1,4}(?:St(?:reet)?|Ave(?:nue)?|R(?:oa)?d|L(?:a)?ne?|Dr(?:ive)?|C(?:our)?t|Blvd|Boulevard|Gardens|Close|Terrace|Way|Place|Pl|Crescent|Grove|Circle|Parkway|Pkwy)\.?,?(?: (?:Apt|Unit|Flat|#)\.? ?[0-9A-Z]{1,5},?)? [A-Z][A-Za-z'’. -]{1,30},? (?:[A-Z]{2},? )?(?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z0-9]? \d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d))(?:[^0-9A-Za-z,-]|$)`, Group: 1},
	{Name: "square", MinDigits: 2,
		Pattern: `(?:^|[^0-9A-Za-z+])([2-9CFGHJMPQRVWX]{4}(?:[2-9CFGHJMPQRVWX]{4})?\+[2-9CFGHJMPQRVWX]{2,3})(?:[^0-9A-Za-z+]|$)`, Group: 1, Check: "mixed"},
	{Name: "three-words", Keywords: []string{"///"}, Pattern: `(?:^|[\s:("'])(///[a-z]{3,20}\.[a-z]{3,20}\.[a-z]{3,20})(?:[^a-z.]|\.?$)`, Group: 1},
	{Name: "degrees", MinDigits: 8, Keywords: []string{"°"},
		Pattern: `\d{1,3}°\s?\d{1,2}['′’]\s?\d{1,2}(?:[.,]\d{1,4})?["″”]\s?[NSEWO]?[,; /]{0,3}[NSEWO]?\s?\d{1,3}°\s?\d{1,2}['′’]\s?\d{1,2}(?:[.,]\d{1,4})?["″”](?:\s?[NSEWO])?`},
	{Name: "military-grid", MinDigits: 7,
		Pattern: `(?:^|[^0-9A-Za-z])(\d{1,2}[C-HJ-NP-X] ?[A-HJ-NP-Z]{2} ?(?:\d{3} ?\d{3}|\d{4} ?\d{4}|\d{5} ?\d{5}))(?:[^0-9A-Za-z]|$)`, Group: 1},
	{Name: "latitude", MinDigits: 6, Keywords: []string{"lat", "lng", "lon"},
		Pattern: `(?:^|[^a-z])(?:lat|latitude|lng|lon|long|longitude)["']?\s{0,2}[:=]\s{0,2}["']?(-?\d{1,3}\.\d{4,9})(?:[^0-9A-Za-z.]|$)`, Fold: true, Group: 1},
	{Name: "whereabouts", MinDigits: 10, // four places are a house, and with the names of quarters what maps of sights give
		Pattern: `(?:^|[^0-9A-Za-z., ]|[^0-9.,] )(-?\d{1,3}\.\d{4,9}°?[, ;/]{1,2}-?\d{1,3}\.\d{4,9}|\d{1,3}\.\d{5,9}°? ?[NS][, ;/]{1,2}\d{1,3}\.\d{5,9}°? ?[EW])(?:[^0-9A-Za-z.,]|\.(?:\s|$)|,\s?(?:[^0-9\s.-]|\d{1,2}(?:\.\d{1,2})?z|$)|$)`, Group: 1, Not: `(?:^|[^0-9.])0\.\d+[^0-9]+0\.`},
}

// registeredNames are what is entered in a public register under its owner, and what
// a device is known by: vehicles, land, machines. What they are called by is short.
const registeredNames = `kennzeichen|\b(?:licen[cs]e|number|reg(?:istration)?) ?plate|\bplate (?:no|num|#)|\bplate\b|\bvehicle (?:reg|no|num)|\breg(?:istration)? (?:no|mark|num)|immatric|plaque d|matr[ií]cula\b|\btarga\b|kenteken|registreringsn|\bregnr|\brego\b|rejestracyj|\bnr rej|госномер|гос\. ?номер|номер (?:авто|машин)|номерной знак|номерний знак|\bplaca\b|\bplaka|rendszám|\b[sš]pz\b|\bregistracij|registarsk|rekisterinumero|rekisteritunnus|reģistrācijas|valstybinis numeris|πινακίδα|車牌|车牌|車両番号|ナンバープレート|번호판|차량번호|لوحة|רישוי|biển số|ทะเบียนรถ|plat nomor` +
	`|flurst(?:ü|ue)ck|\bapn\b|assessor|\bparcel (?:id|no|num)|\bparcelle|\bparcela|parcelní|cadastr|catastral|catastal|kataster|kadast|кадастр|парцел|działk|\bhrsz|helyrajzi|fastighetsbet|kiinteistötunnus|地番|지번|\btitle number|\bgrid ref|\bos grid|geohash` +
	`|\bserial\b|\bs/n\b|\bsim card|seriennummer|numéro de série|número de s[ée]rie|numero di serie|serienummer|numer seryjny|серийный номер|シリアル番号|序列号|일련번호|\biccid|\bmeid\b|\bvin\b|fahrgestell|châssis|bastidor|telaio|chassis`

// registeredKeywords has one of each of registeredNames.
var registeredKeywords = []string{"kennzeichen", "plate", "vehicle", "reg", "immatric", "plaque", "matr", "targa", "kenteken", "rejestrac", "nr rej", "номер", "placa", "plaka", "rendsz", "spz", "špz", "rekister", "reģistr", "valstyb", "πινακ", "車牌", "车牌", "車両", "ナンバー", "번호", "차량", "لوحة", "רישוי", "biển", "ทะเบียน", "plat ",
	"flurst", "apn", "assessor", "parcel", "cadast", "catast", "kataster", "kadast", "кадастр", "парцел", "działk", "hrsz", "helyrajzi", "fastighet", "kiinteist", "地番", "지번", "title number", "grid", "geohash",
	"serial", "s/n", "sim card", "serien", "série", "serie", "seryjny", "серийн", "シリアル", "序列", "일련", "iccid", "meid", "vin", "fahrgestell", "châssis", "bastidor", "telaio", "chassis"}

// bookedNames are what journeys and stays are booked under.
const bookedNames = `\b[Bb]ooking (?:ref|code|no|num|id)|\bPNR\b|[Rr]ecord locator|[Rr]eservation (?:code|no|num|ref|id)|[Bb]uchungs(?:code|nummer|nr|ref)|[Cc]ode de réservation|[Rr]éférence de réservation|[Cc]ódigo de reserva|[Ll]ocalizador|[Cc]odice (?:di )?prenotazione|[Bb]oekings(?:code|nummer)|[Bb]oknings(?:nummer|kod|referens)|[Vv]araus(?:numero|tunnus)|[Nn]umer rezerwacji|[Kk]od rezerwacji|[Kk]ód rezervace|[Rr]ezervasyon (?:kodu|no)|[Кк]од брони|[Нн]омер брони|予約番号|예약 ?번호|预订(?:号|编号)|رقم الحجز`

// bookedKeywords has one of each of bookedNames.
var bookedKeywords = []string{"booking", "pnr", "locator", "reserva", "buchung", "réserva", "localizador", "prenota", "boeking", "boknings", "varaus", "rezerw", "rezerv", "брони", "予約", "예약", "预订", "الحجز"}

// residenceNames say that where somebody lives follows.
const residenceNames = `\b(?:home|street|postal|mailing|delivery|shipping|billing|residential|current|permanent|my|your|his|her|their) address|\baddress|\b(?:ship|deliver|send)(?:ed|ing|y)? (?:it )?to|\bliv(?:es?|ing)(?: alone)? (?:at|in|on)|\bresid(?:es?|ing|ent) (?:at|of)|\bmy place|\banschrift|adresse\b|\bwohnhaft|\bwohnt (?:in|an)|\bdomicil|\bdirección|\bindirizzo|\bresidenza|\bendereço|\bmorada\b|\badres(?:a|i|y)?\b|\bbezorgadres|\bwoonadres|adress\b|\blakcím|\bosoite|адрес|адреса|прожива|διεύθυνση|住所|お届け先|送付先|地址|주소|배송지|العنوان|כתובת|\bđịa chỉ|\balamat|\blivrer à|\benviar a|\bspedire a|\bentregar em|\bleverans`

// noResidence are words of sentences about addresses of other kinds.
const noResidence = `[^s] is\b|\b(?:are|was|when|if|must|should|will|can|not|that|this|value|object|server|port|bytes?|ipv?[46]?|dns|mail|memory|function|error|interface|wallet|contract|web|email|e-mail|bus|range|space|version)\b`

// residenceKeywords has one of each of residenceNames.
var residenceKeywords = []string{"address", "ship", "deliver", "send", "liv", "resid", "my place", "anschrift", "adress", "wohn", "domicil", "direcci", "indirizzo", "endere", "morada", "adres", "lakc", "osoite", "адрес", "прожива", "διεύθ", "住所", "お届け", "送付先", "地址", "주소", "배송지", "العنوان", "כתובת", "địa ch", "alamat", "enviar", "spedire", "entregar", "leverans"}
