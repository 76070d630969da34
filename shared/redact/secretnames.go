package redact

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// passwordNames are the words for password in the languages of the world, as stems: short ones in Latin
// letters stand alone, long ones anywhere, as compounds have them.
var passwordNames = list(`passwor, passwd, kennwort, kenncode, wachtwoord, wagwoord, lösenord, passord, adgangskode, kodeord, lykilorð, salasana, salasõna, parool, slaptaž, hasł, hesl, geslo, lozink, zaporka, jelsz, jelszó, parola, parolă, fjalëkal, şifre, şifrə, sifre, mot de passe, mdp, motdepasse,
	contrase, contrasinal, palavra-passe, senha, pasahitz, cyfrinair, kata sandi, kata laluan, nenosiri, mật khẩu, passfras, lösenfras, adgangsfras, tunnuslause, slaptafraz, pasaesald, cyfrinymadrodd, pwd, psk, pw, identified by,
	парол, гасло, лозинк, құпия сөз, сырсөз, нууц үг, κωδικό, συνθηματικ, պարոլ, գաղտնաբառ, პაროლ, סיסמ, كلمة ال, كلمة مرور, كلمة سر, جملة ال, عبارة مرور, عبارت عبور, رمز عبور, رمز ورود, گذرواژه, پاس ورڈ,
	पासवर्ड, कूटशब्द, পাসওয়ার্ড, ਪਾਸਵਰਡ, પાસવર્ડ, கடவுச்சொல், పాస్వర్డ్, ಪಾಸ್ವರ್ಡ್, പാസ്വേഡ്, รหัสผ่าน, พาสเวิร์ด, ລະຫັດຜ່ານ, ពាក្យសម្ងាត់, စကားဝှက်, የይለፍ ቃል, 密码, 密碼, 口令, パスワード, パスコード, パスフレーズ, 비밀번호, 비번, 암호, 패스워드`)

// tokenNames are words for the token of a program, in letters that are not Latin.
var tokenNames = list(`токен, トークン, 토큰, 令牌, τοκεν`)

// A key is secret where a word beside it names the thing that it opens: Clé d'API, Ключ безопасности сети.
var (
	keyNames    = list(`key, schlüssel, clé, clave, chave, chiave, ключ, klucz, klíč, kľúč, ključ, kulcs, anahtar, nyckel, nøkkel, nøgle, avain, sleutel, cheie, võti, raktas, κλειδ, مفتاح, کلید, מפתח, キー, 키, 密钥, 密鑰, 金鑰, कुंजी, คีย์, khóa, khoá, kunci, ключові, кључ, клуч, clau, բանալ, გასაღებ, lykil, gako, atslēg, ufunguo, кілт, açar, çelës`)
	hiddenKinds = list(`secret, secrèt, secrét, segret, sekret, geheim, секрет, tajn, gizli, hemlig, hemmelig, salain, titko, titok, paslapt, skrivni, таен, bí mật, rahasia, 秘密, シークレット, 시크릿, 비밀, سري, סודי, गुप्त, গোপন, сакрэт, құпия, գաղտնի, საიდუმლო, leyni, slepen`)
	secretKinds = slices.Concat(hiddenKinds, list(`confiden, vertraul, vertrouw, priv, приват, закрыт, özel, soukrom, súkrom, 私, 개인`))
	// safetyNames are the words for security.
	safetyNames = list(`sicherheit, sécurité, seguridad, seguretat, segurança, seguranza, sicurezza, securitate, beveilig, säkerhet, sikkerhed, sikkerhet, öryggi, bezpiecz, bezpeč, biztons, sigurn, varnost, безопасн, безопас, безпек, бяспек, безбедн, сигурн, saugos, drošīb, turva, ασφαλ, ασφάλ, güvenlik, təhlükəsiz, қауіпсіз, xavfsiz, keamanan, keselamatan, bảo mật, an toàn, segurtas, diogel, sekuriteit, segurtasun, öryggis, siguri, usalama,
		安全, セキュリティ, 보안, ปลอดภัย, أمان, الأمن, امنیت, אבטחה, ביטחון, सुरक्षा, নিরাপত্তা, સુરક્ષા, ਸੁਰੱਖਿਆ, பாதுகாப்பு, భద్రత, ಭದ್ರತ, സുരക്ഷ, უსაფრთხო, անվտանգ, سیکیورٹی`)
	// accessNames are words for access and recovery: a code for either is secret.
	accessNames = list(`giriş, достъп, пристап, приступ, přístup, prístup, pristup, pääsu, sarbide, دسترسی, גישה, एक्सेस, অ্যাক্সেস, hozzáfér, մուտք, akses, aðgang, წვდომ, кіру, prieig, piekļuv, tilgang, acces, dostop, hyrj, kufikia, เข้าถึง, رسائی, truy cập, accés,
		recover, wiederherstell, récupér, recuper, herstel, återställ, gjenoppret, gendan, palautus, endurheimt, taaste, atkop, atkūr, odzysk, obnov, obnoven, helyreáll, oporavak, восстанов, відновл, аднаўл, възстанов, враќ, опоравак, қалпына, ανάκτ, kurtar, bərpa, rikuper, berreskur, pemulih, khôi phục, urejesh, リカバリ, 復旧, 복구, 恢复, 復原, กู้คืน, रिकवरी, পুনরুদ্ধার, استرداد, بازیاب, שחזור, აღდგენ, վերականգն, backup, reserv, резерв, záložn, yedek, バックアップ, 백업, 备用, 備用,
		enrol, inscri, einschreib, matricul, immatrikul, iscri, inschrijv`)
	keyKinds = slices.Concat(secretKinds, safetyNames, list(`api, licen, lizenz, лиценз, ліценз, ライセンス, 라이선스, afhaal, ophaal, abhol, zugriff, zugang, zutritt, toegang, accès, acceso, acesso, accesso, доступ, dostęp, erişim, åtkomst, adgang, pääsy, アクセス, 访问, 存取, 액세스, 暗号, verschlüssel, chiffre, cifra, шифр`))
	// networkKinds make the key a password that people choose.
	networkKinds = list(`network, netz, netwerk, réseau, clave de red, de la red, rede, rete, сети, мереж, sieci, sítě, siete, ağ, nätverk, verkko, ネットワーク, 网络, 네트워크, شبكة, wi-fi, wifi, wlan, ssid`)
)

// codeNouns are words for code: that of a network is a password.
var codeNouns = list(`code, kode, kod, kodu, kodi, kods, koda, kodas, kodea, kood, koodi, kód, kóði, código, codice, codi, cod, код, コード, 密码, 码, 碼, 코드, رمز, رموز, کد, کوڈ, קוד, κωδικ, कोड, কোড, კოდ, կոդ, รหัส, mã, msimbo`)

// numberNouns are words for number: a secret number is a PIN.
var numberNouns = list(`number, nummer, número, numero, numéro, nombor, nomor, numer, număr, číslo, broj, szám, номер, број, αριθμ, رقم, شماره, מספר, 番号, 번호, 号码, số`)

// The kinds of words in secretWords, as the bit of a rule.
const (
	ofPassword = 1 << iota
	ofToken
	ofKey
	ofKeyKind
	ofNetwork
	ofCode
	ofHidden
	ofNumber
	ofAccess
)

// secretWords has the words of names by their first two bytes.
var secretWords = sync.OnceValue(func() *gates {
	g := &gates{words: make([][]gated, 1)}
	for kind, words := range [][]string{passwordNames, tokenNames, keyNames, keyKinds, networkKinds, codeNouns, hiddenKinds, numberNouns, accessNames} {
		for _, w := range words {
			g.add(1<<kind, []string{wordsOf(w)})
		}
	}
	return g
})

// anywhereFrom is the length in bytes from which a word in Latin letters counts within others.
const anywhereFrom = 7

// saysSecret returns the kinds of words that a lower-cased name has, those that its last
// word has, or the last before its purpose ("contraseña de la red"), and how many words
// come after the last word for password.
func saysSecret(name string) (all, last uint64, after int) {
	for i := 0; i+1 < len(name); i++ {
		for w := range secretWords().at(name[i:]) {
			n := 2 + len(w.rest)
			rest := name[i+n:]
			r, _ := utf8.DecodeRuneInString(name[i:])
			joined := endsInLetter(name[:i])
			if latin := r < utf8.RuneSelf || unicode.Is(unicode.Latin, r); latin && (n < anywhereFrom && w.rules != ofKey && joined && (w.rules != ofCode || startsWithLetter(rest)) || n < 4 && startsWithLetter(rest)) {
				continue
			}
			if w.rules == ofPassword && ofGoods().MatchString(name[i:]) {
				continue
			}
			all |= w.rules
			if w.rules&ofPassword != 0 {
				after = strings.Count(rest, " ")
			}
			if !strings.Contains(rest, " ") || whatFor().MatchString(rest) {
				last |= w.rules
			}
		}
	}
	if all&ofHidden != 0 && all&ofNumber != 0 {
		return all | ofPassword, last | ofPassword, 0
	}
	return all, last, after
}

// ofGoods matches the Greek word for code and password where a word behind it, in the case of "of", says of which goods.
var ofGoods = lazy(`^κωδικ\pL* (?:του |της |των )?(?:προϊ|παραγ|έκπτ|σφάλ|χώρ|χρώμ|ταχυδ|πελάτ|είδ|προσφ|κουπ)`)

// whatFor matches the rest of a name that tells the purpose of the thing before it.
var whatFor = lazy(`^\pL* (?:d\pL{0,3}|for|für|para|pour|per|til|för|van|voor|na|к|от|для) `)

func endsInLetter(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsLetter(r)
}

func startsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r)
}

// namesSecret reports whether a lower-cased name has a word for password or token, or a
// key and the thing that it opens.
func namesSecret(name string) bool {
	all, _, _ := saysSecret(name)
	return isSecret(all) || isAccessCode(all, name)
}

// isAccessCode reports whether a name of these kinds is that of a code for access or security.
func isAccessCode(kinds uint64, name string) bool {
	return kinds&ofCode != 0 && (kinds&(ofKeyKind|ofAccess) != 0 || containsOneOf(name, openWords)) && !notCode().MatchString(name)
}

// endsInAccessCode reports whether a label ends in such a name: a number behind it needs no more.
func endsInAccessCode(label string) bool {
	words := wordsOf(label)
	kinds, last, _ := saysSecret(words)
	return last&ofCode != 0 && isAccessCode(kinds, words)
}

func isSecret(kinds uint64) bool {
	return kinds&(ofPassword|ofToken) != 0 || kinds&ofKey != 0 && kinds&(ofKeyKind|ofNetwork|ofAccess) != 0 || kinds&ofCode != 0 && kinds&ofNetwork != 0
}
