package redact

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Banks, insurers and offices name the numbers of accounts and people in three ways: by
// letters of their own, by a paper or an account alone, or by the numbered thing beside a
// word for number, in either order. Words are lower-case; short ones stand alone.
var (
	numberLetters = strings.Fields("ssn tfn rut cui cuit cuil itin ein nino nie dni nif nik cpf cnpj bsn bvn nin pesel curp pan nhs cnp egn oib emšo jmbg cpr mrn mbi nip nric pps ppsn svnr ahv hkid tckn mykad rvnr cnic rrn frn tin ird utr cccd cmnd ktp npwp clabe taj инн иин снилс рнокпп егн αφμ αμκα amka niss nir insz rib nuss nss hetu dui dpi ruc cnh vkn унп ембг јмбг")
	// soleNames need no word for number after them.
	soleNames = list(`account, a/c, р/с, t.c. no, паспортные данные, acct, konto, rachunek, girokonto, sparkonto, cuenta, compte, conto, conta, passport, passeport, pasaporte, passaporto, reisepass, paszport, pasaport, ausweis, personalausweis, medicare, medicare card, iqama, tessera sanitaria, license, licence, driver's license, driver's licence, driving licence, permis de conduire,
		шот нөмірі, հաշվի համար, sąskaitos numeris, număr de cont, numărul de cont, broj računa, број рачуна, številka računa, hesab nömrəsi, kontu-zenbakia, tilinumero, nambari ya akaunti, ანგარიშის ნომერი, اکاؤنٹ نمبر, нумар рахунку, nombor akaun, rekeningnommer,
		kaartnommer, kortnummer, kortanúmer, kártyaszám, kortin numero, kaardi number, nombor kad, nambari ya kadi, کارڈ نمبر, número de targeta, número de tarxeta, txartelaren zenbakia, нумар карты, քարտի համար, ბარათის ნომერი, kortelės numeris,
		číslo pasu, pasnummer, төлқұжат нөмірі, paso numeris, број на пасош, број пасоша, numărul pașaportului, numri i pasaportës, številka potnega lista, nambari ya pasipoti,
		codice fiscale, conta corrente, conto corrente, cuenta corriente, compte courant, расчётный счёт, расчетный счет, лицевой счёт, лицевой счет, aadhaar, आधार, pan card, social security, national insurance, sécurité sociale, seguridad social, steuer-id, steuerid, kimlik, emirates id, ni number, ni no, sin:, taxpayer reference, military id, student id, cartão de cidadão, cartão do cidadão, id number, id-nummer, id-nr, vers.-nr, id card, henkilötunnus, personbeteckning, kennitala, isikukood, asmens kodas, personas kods, cédula, adóazonosító jel, adószám,
		паспорт, תעודת זהות, ת.ז, ת"ז, الهوية, ملی, パスポート, マイナンバー, 个人番号, 個人番号, 身份证, 身分證, 护照, 護照, 주민등록, 여권, 계좌, 账号, 账户, 帳號, 帐号, 帐户, 帳戶, 口座, 银行卡, ประชาชน`)
	// numberedThings are parts of words for things of which people have a number.
	numberedThings = list(`account, bank, card, credit, debit, routing, passport, paszport, insur, social, tax, licen, driv, ident, medic, patient, member, polic, health, alien, citizen, national, nasional, voter, visa, benefici, subscri, pension, green card, military, student, travel, frequent, immigra, matric, residen,
		konto, kart, pass, reisepass, ausweis, personal, person, steuer, sozial, versicher, kranken, renten, führer, aufenthalt, mitglied, medlem, lidmaat, allocataire, assuré, contribu, afilia, carteira, cartão, eleitor, utente, compte, carte, permis, sécu, santé, mutuelle, assur, fiscal, cuenta, conta, conto, tarjeta, cart, seguridad, cédula, documento, sanitari, patente, tessera,
		rekening, rijbewijs, verzeker, burger, sofi, rijksregister, fødsel, føde, körkort, førerkort, henkil, rodn, účt, účet, rachun, dowod, dowód, pojist, průkaz, ubezpiecz, legitymac, poist, számla, igazolvány, személyi, hesap, sürücü, tài khoản, căn cước, hộ chiếu,
		рахун, паспорт, пашпарт, личный, удостовер, полис, страх, идентиф, налог, λογαρια, ταυτότ, حساب, هوية, جواز, تأمين, חשבון, זהות, דרכון, paspoort, paspor, pasport, putovn, cestovn, útlevél, vegabréf, passi, pases, διαβατ, პასპორტ, անձնագ, گذرنامه, پاسپورٹ, पासपोर्ट, পাসপোর্ট, પાસપોર્ટ, ਪਾਸਪੋਰਟ, பாஸ்போர்ட், పాస్, ಪಾಸ್ಪೋರ್ಟ್, പാസ്പോർട്ട്, ගමන් බලපත්, หนังสือเดินทาง, ပတ်စ်ပို့,
		jazdy, jogosítv, engedély, vozač, řidič, vodič, vairuot, vadītāj, juhi, ajokort, kørekort, ökuskír, rybewys, водит, водій, шофьор, возач, ліценз, лиценз, δίπλωμ, άδει, ehliyet, رخصة, گواهینامه, مجوز, רישיון, लाइसेंस, লাইসেন্স, ലൈസൻസ്, உரிம, ლიცენზ, լիցենզ, bằng lái, giấy phép, ใบขับขี่, ใบอนุญาต, 驾驶证, 駕照, 執照, 許可證, 许可证,
		osobn, osobist, matičn, lična, lične, asmens, isiku, пирс, кимлик, ταυτ, kimlik, ລະຫັດ, पहचान, পরিচয়, அடையாள, గుర్తింపు, ಗುರುತಿ, തിരിച്ചറിയ, chứng minh, kitambulisho, პირადი, անձն, жеке, осигур, osigur, apdrošin, draudim, kindlust, asigur, zavarov, trygd, bảo hiểm, asuransi, insurans, ประกัน, बीमा, বীমা, vergi, pajak, daňov, podat, porez, davčn, mokes, nodok, veronumero, thuế, ภาษี, ضريب, مالیات,
		kaart, kortn, tilin, карт, сметк, κάρτα, thẻ, بطاقة, کارت, כרטיס, कार्ड, কার্ড, കാർഡ്, கார்டு, அட்டை, ကတ်, บัตร, llogari, konta, preukaz, občian, учетн, учётн, облік, アカウント, 계정, အကောင့်, खाता, অ্যাকাউন্ট, カード, 卡, 免許, 保険, 保险, 保障, 社保, 病历, 登録, 旅券, 年金, 카드, 면허, 등록, 보험, บัญชี`)
)

// noThings begin words that only begin as those of numberedThings do: contact, container, carton, cartridge, kontakt.
var noThings = strings.Fields("contac contain carto cartri kontak")

const (
	numberAfter  = `(?:numbers?|num\b|nummer|nr\b|\bno?\b|\bids?\b|n[°º]|num[ée]r[oi]?|número|identifier|#[ :]|szám|číslo|jel\b|numaras|nömrəsi|numri\b|numurs|numeris|number|č[íi]?s?\.|številk|zenbaki|raqami|нөмір|номер|αριθμ|нумар|ნომერ|համար|नंबर|नम्बर|संख्या|নম্বর|નંબર|ਨੰਬਰ|எண்|నంబర్|సంఖ్య|ಸಂಖ್ಯೆ|നമ്പ|අංකය|နံပါတ်|号码?|號碼?|番号|番號|번호)`
	numberBefore = `(?:numbers?|\bids?\b|מס['׳]|num[ée]ro?|número|numer\b|\bn[or]?\b|n[°º]|č[íi]slo|č\.|numărul|numri|identifiant|nomor|nombor|broj|številka|rhif|uimhir|број|номер|หมายเลข|เลข|№|رقم|شماره|מספר|\bsố|เลข|αριθμ)`
	untilNumber  = `[^0-9a-zα-ωа-я\n]{0,4}(?:(?:is|ist|lautet|est|es|è|é|är|er|jest|to|je) |n[or°º]?[.:]? )?[0-9a-z]$`
	longestName  = 200 // bytes
)

// wordsForNumber begin all words for number, and say only whether a text may have one.
var wordsForNumber = strings.Fields("num núm numă nr no id identif ident n° nº nöm szám čís cís č. jel broj štev zenb raq rhif uimh 号 號 番 번호 номер номи нөмір нумар број № رقم شماره מס số เลข αριθμ ნომერ համար नंबर नम्बर संख्या নম্বর નંબર ਨੰਬਰ எண் నంబర్ సంఖ్య ಸಂಖ್ಯೆ നമ്പ අංකය နံပါတ်")

// The parts of a name around one of its words, lower-cased, up to the number. A search for
// all names at once is 60 times slower, and pages have many cards, members and accounts.
var (
	afterLetters = lazy(`^(?:[ -]?` + numberAfter + `| d[eo] \pL{1,16})?` + untilNumber)
	afterSole    = lazy(`^(?:[ -]?` + numberAfter + `)?(?: (?:d[eo]s?|der|du|del|della|von|van|of) [\pL ]{1,24})?` + untilNumber)
	afterThing   = lazy(`^[\pL\pM0-9'’ -]{0,24}?` + numberAfter + `[은는이가はıi]?(?: \([a-z]{2,5}\))?` + untilNumber)
	beforeThing  = lazy(numberBefore + `[\pL\pM.'’ ]{0,16}?$`)
	restOfThing  = lazy(`^[\pL\pM ]{0,20}` + untilNumber)
	namedNumber  = lazy(`(?i)(?:(?-i:\p{Lu}{1,4}[ -])|[A-Z]{0,6}|(?-i:\p{Lu}{1,4}))\d[0-9A-Z]*(?:[ ./-]?(?:(?-i:[A-Z]) )?[0-9A-Z]*\d[0-9A-Z]*)*(?:[ -]?(?-i:[A-Z]{1,2}))?(?:[^\pL\pN]|$)`)
)

// scrubNumbers removes numbers that stand behind such a name.
func scrubNumbers(s string) string {
	var parts []part
	for _, m := range namedNumber().FindAllStringIndex(s, -1) {
		found := part{m[0], len(strings.TrimRightFunc(s[:m[1]], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))}
		digit := m[0] + strings.IndexAny(s[m[0]:], "0123456789")
		for _, lo := range slices.Compact([]int{digit, m[0]}) { // letters may be of the name
			if isPersonal(s[lo:found.hi]) && (endsInNumberName(s[:lo]) || found.hi-lo >= longNumber && endsInNumberName(withoutWord(s[:lo])) || standsAlone(s, lo, found.hi)) {
				found.lo = lo
				parts = append(parts, found)
				break
			}
		}
	}
	return masked(s, parts)
}

// longNumber is the length of a number before which the name may have one more word: "CLABE interbancaria".
const longNumber = 9

// withoutWord returns a text that ends in a name without the last word of small letters and the text behind it.
func withoutWord(s string) string {
	name := strings.TrimRight(s, " :")
	at := strings.LastIndexByte(name, ' ')
	if at < 0 || strings.ToLower(name[at:]) != name[at:] || strings.ContainsAny(name[at:], "0123456789.,;=/") {
		return ""
	}
	return name[:at] + s[len(name):]
}

// standsAlone reports whether s[lo:hi] is a number with capitals, or a long one, that ends a text or its clause behind a label
// of a thing that people have a number of, without a word for number: "Voter ID ABC1234567". Few digits may be an amount or a count.
func standsAlone(s string, lo, hi int) bool {
	k := kindsOf(s[lo:hi])
	if lo > 0 && isAlnum(s[lo-1]) || k.digits+k.upper < 8 || k.upper == 0 && k.digits < 12 || k.lower > 0 {
		return false
	}
	label := clauseStart().ReplaceAllString(strings.TrimRight(strings.ToLower(s[:lo]), " :#"), "")
	if len(label) > labelMax || kindsOf(label).digits > 0 || len(strings.Fields(label)) > 4 || !endOfClause().MatchString(s[hi:]) {
		return false
	}
	return endsInNumberName(label + " number ")
}

var endOfClause = lazy(`^(?:[.,;)!]{0,2}(?:\s*$|\n)|[.,;)!]{1,2}\s)`)

// Typed reports whether a value that is typed into a field is secret behind the field's label. A memory needs neither
// codes nor long numbers that are typed, so both are secret unless the label calls them those of a thing: most are of
// people and accounts, under names that no list has.
func Typed(label, value string) bool {
	name := strings.ToLower(cut(label, MaxText))
	if name == "" || ofProperty().MatchString(name) || thingNumber().MatchString(name) || notCode().MatchString(name) {
		return false
	}
	value = fold(strings.TrimSpace(value))
	if kinds, _, _ := saysSecret(wordsOf(name)); shortAnswer().MatchString(value) && (kinds&ofCode != 0 || containsOneOf(name, safetyNames)) {
		return true
	}
	return plainNumber().MatchString(value) && kindsOf(value).digits >= longNumber-1 && !dayForm().MatchString(value) && !telephone().MatchString(name)
}

var (
	shortAnswer = lazy(`^[\pL\pM\pN#*-]+(?: [\pL\pM\pN#*-]+){0,3}$`)
	plainNumber = lazy(`^\d+(?:[ -]\d+)*$`)
	thingNumber = lazy(`(?:^|\PL)(?:` + goods + `|case|ordin|pedido|command|bestel|auftrag|zam[óo]w|заказ|track|parcel|isbn|ean|gtin|upc|search|find|query|filter|amount|price|sum|timestamp|unix|epoch|size|bytes?|width|height)|\pL code$|^code(?:base|name|c|x|rs?| (?:name|owner|style|block|snippet|language|review|editor|page|point|coverage))`) // in English, the names of secret codes are known
)

// isPersonal reports whether a number is as long as those of people are, and no date.
func isPersonal(s string) bool {
	k := kindsOf(s)
	return (k.digits >= 5 && k.letters() <= 4 || k.digits > 2 && k.lower == 0 && k.digits+k.upper >= 8) && !dayForm().MatchString(s)
}

// The kinds of words in numberKinds, as the bit of a rule.
const (
	ofLetters = 1 << iota
	ofSole
	ofThing
	forNumber
)

// numberKinds has the words of names by their first two bytes.
var numberKinds = sync.OnceValue(func() *gates {
	g := &gates{words: make([][]gated, 1)}
	for kind, words := range [][]string{numberLetters, soleNames, numberedThings, wordsForNumber} {
		g.add(1<<kind, words)
	}
	return g
})

// endsInNumberName reports whether a text ends with the name of a number of people. The number's
// first character is added: a word that goes on in digits is none.
func endsInNumberName(s string) bool {
	s = strings.ToLower(s[max(strings.LastIndexByte(s, '\n')+1, len(s)-longestName):]) + "0"
	numbered := numberKinds().calls(s)&forNumber != 0 || strings.HasPrefix(s, "n ") || strings.Contains(s, " n") || strings.Contains(s, "#")
	for i := 0; i+1 < len(s); i++ {
		ascii := s[i] < utf8.RuneSelf
		if ascii && i > 0 && isAlnum(s[i-1]) {
			continue
		}
		for w := range numberKinds().at(s[i:]) {
			if w.rules == ofThing && slices.ContainsFunc(noThings, func(n string) bool { return strings.HasPrefix(s[i:], n) }) {
				continue
			}
			end := i + 2 + len(w.rest)
			rest, complete := s[end:], !ascii || end < len(s) && !isAlnum(s[end])
			switch {
			case w.rules == ofLetters && complete && afterLetters().MatchString(rest), w.rules == ofSole && complete && afterSole().MatchString(rest),
				w.rules == ofThing && numbered && (afterThing().MatchString(rest) || restOfThing().MatchString(rest) && beforeThing().MatchString(s[:i])):
				return true
			}
		}
	}
	return false
}

// list splits a list at its commas.
func list(s string) []string {
	words := strings.Split(s, ",")
	for i, w := range words {
		words[i] = strings.TrimSpace(w)
	}
	return words
}

// numberWords are the words of all these names.
func numberWords() []string {
	return slices.Concat(numberLetters, soleNames, numberedThings)
}
