package redact

// personRules find numbers of people that no list knows: by a label that calls
// what follows a number, a card or an identity in one of many languages, or that
// has a word of persons and their offices. What such a label says besides does not
// matter, unless it is about goods, orders, programs or telephones.
var personRules = []TextRule{
	{Name: "called-number", MinDigits: 5, Keywords: calledKeywords,
		Pattern: labelBegin + `(?:` + labelWord + ` ){0,3}(?:[` + labelLetters + `-]{0,20}(?:` + calledEndings + `)["'”.)]{0,2}\s{0,2}[:：=#]|(?:number|card|` + labelWord + `[ -](?:no|id))["'”.)]{0,2}\s{0,2}[:：])\s{0,2}` + officialValue,
		Fold:    true, Group: 1, Check: "official8", Not: goodsWorld},
	{Name: "called-number-said", MinDigits: 5, Keywords: calledKeywords,
		Pattern: labelBegin + `(?:` + labelWord + ` ){0,3}[` + labelLetters + `-]{0,20}(?:` + calledEndings + `|card (?:no\.?|number)|(?:your|my|his|her)(?: ` + labelWord + `){0,3} (?:number|no\.?|id|card)(?: number)?)["'”.)]{0,2}\s{0,2}(?:` + isWords + `)?\s{0,2}` + officialValue,
		Fold:    true, Group: 1, Check: "official8", Not: goodsWorld},
	{Name: "number-called", MinDigits: 5, Keywords: calledKeywords,
		Pattern: labelBegin + `(?:` + calledBeginnings + `)\.?(?:[ /-]` + labelWord + `){1,5}["'”)]{0,2}\s{0,2}(?:[:：=#]|(?:` + isWords + `)\s|\s)\s{0,2}` + officialValue,
		Fold:    true, Group: 1, Check: "official8", Not: goodsWorld},
	{Name: "of-a-person", MinDigits: 5, Keywords: personKeywords,
		Pattern: labelBegin + `(?:` + labelWord + ` ){0,3}(?:` + personStems + `)[` + labelLetters + `-]{0,18}(?:[ /-]` + labelWord + `){0,3}["'”.)]{0,2}\s{0,2}[:：=#]\s{0,2}` + officialValue,
		Fold:    true, Group: 1, Check: "official8", Not: goodsWorld},
	{Name: "official-abbreviated", MinDigits: 7,
		Pattern: `(?:^|[^0-9` + labelLetters + `_-])(?:[A-ZÀ-ÖØ-ÞŠŽČĆĐŁŚŹŻĘĄŐŰĞİŞŘŤĎŇĽĀĒĪŪĖĮŲȘȚΑ-ΩА-ЯІЇЄ]{3,5}|[A-Z][a-z]{2,8}ID)\s{0,1}[:：]\s{0,2}` + officialValue,
		Group:   1, Check: "official8", Not: goodsCapitals + `|` + programCapitals},
}

// labelLetters are letters of the scripts of labels, without those of RE2 and
// JavaScript that only one of them has.
const labelLetters = `A-Za-zÀ-ɏΆ-ӿ԰-֏א-תء-ۿა-ჿऀ-ॿก-๏Ạ-ỹぁ-ヿ一-龥가-힣`

// labelBegin is before a label's first word, labelWord one of its words.
const (
	labelBegin = `(?:^|[^0-9_` + labelLetters + `-])`
	labelWord  = `[` + labelLetters + `'’.º°/-]{1,24}`
)

// calledEndings are words for a number or a card with which labels end, alone or
// as part of a longer word. English ones are in too many sentences: they ask for
// a sign behind them.
const calledEndings = `nummer(?:n|et|a|ta)?|numméro|numero|número|numéro|números?|numărul|numer|numerą|numeris|numurs|numri|numër|číslo|čislo|broj|број|szám[aá]?|számod|sayısı|numarası|numaranız|numara|номер|номера|нөмірі|raqami|nömrəsi|αριθμ[όο]ς|nomor|nombor|kennung|kennziffer|kenntal|kennitala|tunnus|kodas|kods|kood|\bn[º°]|№|nr|azonosító(?: jele?)?|ნომერი|համար[ըը]?|քարտ|` +
	`kort|kortet|karte|karta|kártya|kartı|carte|carta|tarjeta|cartão|cartao|kartu|kaart|kortti|καρτα|κάρτα|карта|картка|картичка|カード|卡|카드|番号|号码|號碼|号|號|번호|رقم|بطاقة|شماره|מספר|संख्या|नंबर|หมายเลข|บัตร`

// calledBeginnings are the same in languages that put them first.
const calledBeginnings = `numero|número|numéro|numer|numărul|număr|número|číslo|čislo|č\.|broj|број|номер|αριθμ[όο]ς|αρ\.|nomor|nombor|no\.|nr|n[º°]|№|số|numri|namba|número|رقم|شماره|מספר|tarjeta|cartão|carta|carte|karta|kartu|kad|карта|thẻ|بطاقة`

// calledKeywords has one of each of both and of the English ones.
var calledKeywords = []string{"num", "núm", "nöm", "nomor", "nombor", "číslo", "čislo", "č.", "broj", "број", "szám", "sayı", "номер", "нөмірі", "azonosító", "ნომერი", "համար", "քարտ", "raqam", "αριθμ", "αρ.", "kenn", "tunnus", "koda", "kods", "kood", "nº", "n°", "no", "№", "nr", "số", "namba", "id", "card",
	"kort", "kart", "kárt", "cart", "tarjeta", "kaart", "kad ", "καρτα", "κάρτα", "карт", "カード", "卡", "카드", "番号", "号", "號", "번호", "رقم", "بطاقة", "شماره", "מספר", "संख्या", "नंबर", "หมายเลข", "บัตร", "thẻ"}

// isWords say that what follows is what was named.
const isWords = `is|ist|lautet|er|är|es|est|é|è|este|je|jest|to|on|ir|yra|adalah|là|は|是|为|`

// personStems are beginnings of words for persons, nations, households' taxes,
// health, pensions and studies.
const personStems = `national|nacional|nazional|nasjonal|nationell|narodow|národn|nemzeti|milli|citizen|citoyen|ciudadan|cidad|cittadin|bürger|burger|borger|medborgar|obywatel|občan|obcan|državljan|polgár|cetăț|vatanda|kodanik|kansal|pilieč|граждан|громадян|πολιτ|identi|identit|totožnost|személy|tożsamoś|personal|persoon|persona|persón|personen|personn|osobn|osobist|asmen|isiku|henkilö|kişi|особ|личн|` +
	`fiscal|fiskal|tribut|steuer|belasting|skatte|vero|podat|porez|davč|mokes|nodok|vergi|налог|податк|φορολογ|sozial|social|szociál|społecz|sociál|sosyal|соціал|социал|trygde|sjuk|syge|helse|health|sundhed|zdrav|zdrow|egész|sağlık|santé|salud|saúde|salute|sanitari|gesund|terveys|pension|rente|emeryt|emekli|пенси|matricul|matrícul|matrikel|immatrikul|student|étudiant|estudiante|opiskelija|geburt|naissance|nacimiento|nascita|födelse|rodn|rođen|urodz|doğum`

// personKeywords has one of each of personStems.
var personKeywords = []string{"nation", "nacional", "nazional", "nasjonal", "narodow", "národn", "nemzeti", "milli", "citizen", "citoyen", "ciudadan", "cidad", "cittadin", "bürger", "burger", "borger", "obywatel", "občan", "obcan", "državljan", "polgár", "cetăț", "vatanda", "kodanik", "kansal", "pilieč", "граждан", "громадян", "πολιτ", "identi", "totožnost", "személy", "tożsamoś", "person", "persón", "persoon", "osob", "asmen", "isiku", "henkilö", "kişi", "особ", "личн",
	"fiscal", "fiskal", "tribut", "steuer", "belasting", "skatte", "vero", "podat", "porez", "davč", "mokes", "nodok", "vergi", "налог", "податк", "φορολογ", "sozial", "social", "szociál", "społecz", "sociál", "sosyal", "соціал", "социал", "trygde", "sjuk", "syge", "helse", "health", "sundhed", "zdrav", "zdrow", "egész", "sağlık", "santé", "salud", "saúde", "salute", "sanitari", "gesund", "terveys", "pension", "rente", "emeryt", "emekli", "пенси", "matric", "matríc", "matrik", "student", "étudiant", "estudiante", "opiskelija", "geburt", "naissance", "nacimiento", "nascita", "födelse", "rodn", "rođen", "urodz", "doğum"}

// goodsWorld are words of labels that make a number one of goods, orders, papers
// about them, telephones, places or programs, in many languages.
const goodsWorld = goodsNear + `|order|bestell|auftrag|pedido|commande|ordine|ordini|encomenda|zamów|objedn|rendel|sipariş|tilaus|beställ|bestil|заказ|замовл|поръч|παραγγελ|narudž|naroč|订单|訂單|注文|주문|طلب|הזמנה|đơn hàng|pesanan` +
	`|invoice|rechnung|factur|fatur|fattur|faktu|számla|lasku|račun|arve|sąskait|счет|счёт|рахун|τιμολ|发票|發票|請求|송장|فاتورة|חשבונית|hóa đơn|quittung|beleg` +
	`|artik|artic|artíc|artig|produ|waren|tuote|termék|товар|артикул|προϊ|商品|品番|상품|модел|model|modèl|型号|型番|serial|serien|série|serie|sorozat|seri no|sérion|seriov|sériov|серий|серій|シリアル|序列|일련|версия|version|teile|pièce|pieza|peça|onderdeel` +
	`|track|sendung|suivi|seguim|rastre|paket|pakke|colis|paczk|przesył|zásil|csomag|kargo|forsend|försänd|kolli|отправл|накладн|посыл|快递|運單|运单|追跡|伝票|운송|شحن|vận đơn|\bresi\b|lieferschein|livraison|envío|frakt|fracht` +
	`|telef|téléph|phone|mobil|móvil|handy|celular|\bcell|\bgsm|\bfax|\btel\b|\btlf|rufnummer|puhelin|τηλ|тел|電話|电话|전화|هاتف|جوال|טלפון|điện thoại|telpon|whatsapp|hotline|viber|\bsms|\bcall|\bdial|contact|emergency|durchwahl|postnummer|postleit|郵便|邮|우편|индекс|street|straß` +
	`|vorgang|referen|referan|référen|viite|commit|seite\b|\bsida\b|strona|página|pagina|страниц|zeile|ligne\b|\blinea|\brow\b|column|chapter|kapitel|magic|sequence|\binode|atomic|\bprime|random|largest|smallest|\bmax|\bmin\b|total|\bbytes?\b|\bbits?\b|block|sector|memory|graphics|sound|network|ethernet|sim card|sd card|score|wildcard|postcard` +
	`|device|client id|\bapp\b|applic|project|session|trace\b|\bspan\b|event|vendor|group|\bteam|\bnode|tenant|organi[sz]|workspace|resource|instance|payment|asset|campaign|pixel|property|meeting|webinar|conference|server|guild|\brole|\bchat|comment|\bfile|folder|image|photo|album|artist|\bsong|movie|\brecord|entity|parent|\bkey|analytics|\buser|\bgame|listing|\bvol\b|\btrain|issn|charge|hardware|\bmac\b|\bip\b|\bint\b|integer|uuid|guid|\bdebt|\bfunds?\b|income|budget|patent|winning|lotter|\bcompany|会議|会议|版本|列车|航班|ページ`

// programCapitals are abbreviations with ID in them that programs number things by.
const programCapitals = `(?:User|App|Video|Process|Thread|Object|Event|Message|Channel|Item|Order|Product|Post|Group|Team|Node|Client|Project|Request|Trace|Span|Build|Job|Task|Page|File|Image|Asset|Device|Session|Tenant|Parent|Steam|Track|Game|Key|Row|Record|Entity)ID`
