package redact

import (
	"regexp"
	"strings"
)

// Banks, insurers and offices name the numbers of accounts and people in three ways: by
// letters of their own, by a paper or an account alone, or by what is numbered beside a
// word for number, in either order. Words are lower-case; short ones stand alone.
var (
	numberLetters = strings.Fields("ssn tfn rut cui cuit cuil itin ein nino nie dni nif nik cpf cnpj bsn bvn nin pesel curp nhs cnp egn oib emšo jmbg cpr mrn mbi nric pps ppsn svnr ahv hkid tckn mykad cccd cmnd ktp npwp clabe taj инн снилс рнокпп егн αφμ αμκα")
	// soleNames need no word for number after them.
	soleNames = list(`account, konto, girokonto, sparkonto, cuenta, compte, conto, conta, passport, passeport, pasaporte, passaporto, reisepass, paszport, pasaport, ausweis, driver's license, driver's licence, driving licence, permis de conduire,
		codice fiscale, aadhaar, pan card, social security, national insurance, sécurité sociale, seguridad social, steuer-id, steuerid, kimlik, emirates id, military id, student id, id number, id card, henkilötunnus, kennitala, isikukood, asmens kodas, personas kods, cédula, adóazonosító jel,
		паспорт, תעודת זהות, الهوية, ملی, マイナンバー, 个人番号, 個人番号, 身份证, 身分證, 护照, 護照, 주민등록, 여권, 계좌, 账号, 账户, 帳號, 口座, 银行卡, ประชาชน`)
	// numberedThings are parts of words for what people have a number of.
	numberedThings = list(`account, bank, card, credit, debit, routing, passport, insur, social, tax, licen, driv, ident, medic, patient, member, polic, health, alien, citizen, national, voter, visa, benefici, subscri, pension, green card, military, student, travel, frequent, immigra, matric, residen,
		konto, kart, pass, reisepass, ausweis, personal, person, steuer, sozial, versicher, kranken, renten, führer, aufenthalt, mitglied, medlem, lidmaat, allocataire, assuré, contribu, afilia, carteira, cartão, eleitor, compte, carte, permis, sécu, santé, mutuelle, assur, fiscal, cuenta, conta, conto, tarjeta, cart, seguridad, cédula, documento, sanitari, patente, tessera,
		rekening, rijbewijs, verzeker, burger, sofi, rijksregister, fødsel, føde, körkort, førerkort, henkil, rodn, účt, účet, rachun, dowod, pojist, průkaz, ubezpiecz, legitymac, poist, számla, hesap, sürücü, tài khoản, căn cước, hộ chiếu,
		рахун, паспорт, личный, удостовер, полис, страх, идентиф, налог, λογαρια, ταυτότ, حساب, هوية, جواز, تأمين, חשבון, זהות, דרכון, カード, 卡, 免許, 保険, 保险, 保障, 社保, 病历, 登録, 旅券, 年金, 카드, 면허, 등록, 보험, บัญชี`)
)

const (
	numberAfter  = `numbers?|num\b|nummer|nr\b|\bno?\b|\bids?\b|n[°º]|num[ée]r[oi]?|número|identifier|szám|číslo|jel\b|号码?|號碼?|番号|番號|번호`
	numberBefore = `numbers?|num[ée]ro?|número|numer\b|\bn[or]?\b|n[°º]|č[íi]slo|č\.|номер|№|رقم|شماره|מספר|\bsố|เลข|αριθμ`
)

// numberNames is the pattern of all these names.
func numberNames() string {
	things := anyOf(numberedThings, "")
	return `(?:` + anyOf(numberLetters, `\b`) + `(?:[ -]?(?:` + numberAfter + `))?|` +
		things + `[\pL\pM'’ -]{0,24}?(?:` + numberAfter + `)(?: \([a-z]{2,5}\))?|(?:` +
		numberBefore + `)[\pL\pM.'’ ]{0,16}?` + things + `[\pL\pM ]{0,20}|` + anyOf(soleNames, `\b`) + `(?: d[eo] \pL{1,16})?)`
}

// anyOf is a pattern of words. Those of ASCII letters begin where a word does, and end
// as end says.
func anyOf(words []string, end string) string {
	ascii, other := `\b(?:\x00`, `\x00`
	for _, w := range words {
		if w[0] < 0x80 {
			ascii += "|" + regexp.QuoteMeta(w)
		} else {
			other += "|" + regexp.QuoteMeta(w)
		}
	}
	return `(?:` + ascii + `)` + end + `|` + other + `)`
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
	all := append(append([]string{}, numberLetters...), soleNames...)
	return append(all, numberedThings...)
}
