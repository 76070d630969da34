package redact

import (
	"regexp"
	"slices"
	"strings"
)

// rule finds one kind of secret in a text, with an expression or, where that is too
// little, with a function of Go. It masks the match of the first group, or the whole
// match where there is none.
type rule struct {
	Name, Source string
	Words        []string                 // the lower-cased text holds one of them, or the rule is not tried
	Digits       int                      // so many digits at least, the same
	Fits         func(text string) bool   // a cheap test, the same (gate.go)
	Pattern      string                   // of RE2, without regard to case unless Cased
	Cased        bool                     // of the pattern
	Check        func(secret string) bool // a further test of the secret
	Longest      bool                     // the test may pass for a beginning that ends before a space: a date or a word follows a number
	Not          string                   // a text in the match or in the two words before it that makes it harmless
	Scrub        func(text string) string // in place of a pattern
	// Finds are examples with the secret between « and »; Leaves stay as they are.
	// A test runs them all.
	Finds, Leaves []string

	is, not func() *regexp.Regexp
}

// rules are those of the table. They are set apart from it because addresses, which
// it is for, are searched by it themselves.
var rules []rule

func init() {
	for _, r := range table {
		if !r.Cased {
			r.Pattern = "(?i)" + r.Pattern
		}
		r.is, r.not = lazy(r.Pattern), lazy(r.Not)
		rules = append(rules, r)
	}
}

// table has the rules in the order in which they are tried, each on the text that those before
// it left. Labels whose secret is in the next element are beside it (siblings.go), and
// so are the parts of a page's own address that stay (url.go).
var table = []rule{
	{Name: "address", Source: "RFC 3986: queries, fragments and paths", Words: []string{"://"}, Scrub: scrubURLs,
		Finds: []string{"Reset: https://x.test/reset?token=«abc123»", "https://x.test/invite/«x8Kq2LmP»"}, Leaves: []string{"https://x.test/search?q=shoes&page=2", "https://x.test/docs/intro"}},
	{Name: "private key", Source: "RFC 7468", Words: []string{"-----begin"},
		Pattern: `-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE|SECRET|STATIC|MESSAGE)[A-Z0-9 ]{0,20}-----[A-Za-z0-9+/=:.,\s-]*`,
		Finds:   []string{"«-----BEGIN RSA PRIVATE KEY----- MIIEowIBAAKCAQEA7»"}, Leaves: []string{"-----BEGIN CERTIFICATE----- MIID"}},
	{Name: "wifi", Source: "ZXing Wi-Fi network configuration, GSMA SGP.22 activation codes", Words: []string{"wifi:", "lpa:1"},
		Pattern: `(?:WIFI:|LPA:1\$)[^\s"<>]{4,}`, Finds: []string{"«WIFI:T:WPA;S:home;P:m0rning-sun;;»"}, Leaves: []string{"WiFi: on"}},
	{Name: "network key", Source: "stickers of routers", Digits: 4, Words: []string{"wpa"}, Pattern: `\bWPA[23]?(?:[ -]?PSK)?[: ]{1,2}([!-~]{8,63})`, Check: func(s string) bool { return kindsOf(s).digits > 3 },
		Finds: []string{"WPA2 «65078335141616441340»"}, Leaves: []string{"WPA2 Enterprise", "WPA3-SAE 802.11ax"}},
	{Name: "jwt", Source: "RFC 7519", Words: []string{"eyj"},
		Pattern: `\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,4}`, Cased: true, Finds: []string{"«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln»"}, Leaves: []string{"eyJ is how a JWT begins"}},
	{Name: "cut key", Source: "how key lists show keys", Words: []string{"…", "...", "••", "**", "··", "xxx"}, Pattern: `\b((?:(?:sk|pk|rk)[-_]|gh[opusr]_|github_pat_|glpat-|xox[a-z]-|hf_|npm_|AIza|AKIA|key-|sk-[a-z]+-|pypi-)[A-Za-z0-9_-]{0,40}(?:…|\.{3}|[•*·x]{3,})[•*·.…]*[A-Za-z0-9_-]{2,})`,
		Finds: []string{"Reveal key «sk-live-…-7f3a91»", "«ghp_16C7••••••••4a»"}, Leaves: []string{"Loading sk…", "More..."}},
	{Name: "user info", Source: "RFC 3986, section 3.2.1; SQL*Plus", Words: []string{"://", "jdbc:", "sqlplus", "@tcp(", "@unix("}, Pattern: `(?:\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@"'<>\[\]]{0,80}:|(?:\bjdbc:oracle:[a-z]{2,8}:|\bsqlplus )[^\s/@]{1,64}/)([^\s/@"'<>]{1,200})@|\b[a-z]{2,12}://([^\s/:@"'<>]{16,200})@|\b[\w.-]{1,64}:([^\s/@"'<>]{1,200})@(?:tcp|unix)\(`, Check: isRealValue,
		Finds: []string{"jdbc:oracle:thin:scott/«tiger77»@//db:1521/ORCL", "postgres://admin:«s3cr3t»@db.internal:5432/app", "app:«Zx9-cv»@tcp(127.0.0.1:3306)/shop", "vless://«623846a8-99f9-4430-a257-261ab74aad42»@h:443"}, Leaves: []string{"https://x.test:8080/@ada"}},
	{Name: "cookie", Source: "RFC 6265", Words: []string{"cookie:"}, Pattern: `\bcookie:\s{0,2}([A-Za-z0-9_.-]{1,60}=[^\n]{4,})`,
		Finds: []string{"Set-Cookie: «sid=38afes7a8»"}, Leaves: []string{"Cookie: required"}},
	{Name: "hash", Source: "crypt(5)", Words: []string{"$1", "$2", "$5", "$6", "$7", "$y", "$a", "$s", "$p", "sha", "{md5}", "{smd5}"},
		Pattern: `\$(?:2[abxy]?|[1567y]|apr1|argon2[a-z]{1,2}|scrypt|pbkdf2[a-z0-9-]{0,12}|bcrypt[a-z0-9-]{0,12}|s0)\$[A-Za-z0-9./+$=,_-]{8,}|\{S?(?:SHA[0-9]{0,3}|MD5|CRYPT)\}[A-Za-z0-9./+$=]{8,}`,
		Finds:   []string{"«$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW»"}, Leaves: []string{"$2 a day", "SHA-256"}},
	{Name: "command line", Source: "curl(1), mysql(1), sshpass(1), docker(1), redis-cli(1), openssl(1), ssh-keygen(1), ldapsearch(1), HTTPie", Words: []string{"-u ", "--user", "--auth", "basic_auth", "basic-auth", " -p", "--proxy", "redis-cli", "openssl", "ssh-keygen", "ldap", "net use", "snmp-server", "enable secret", "enable password"},
		Pattern: `(?:\s-u\s|--(?:proxy-)?user[ =]|--auth[ =]|\bbasic[_-]auth["']?[:=]\s?)["']?[^\s:%,"']{1,64}[:%,]([^\s"'/][^\s"']{3,127})|(?:\b(?:mysql[a-z]{0,8}|sshpass|docker login|mongo(?:sh)?)\b[^\n]{0,80}\s-p|\bredis-cli\b[^\n]{0,80}\s-a|\bopenssl\b[^\n]{0,80}\s-k|\bldap[a-z]{2,8}\b[^\n]{0,80}\s-w|\bssh-keygen\b[^\n]{0,80}\s-[NP]|\bnet use\b[^\n]{0,80}\\[^\s\\]+|\bsnmp-server community|\benable (?:secret|password)(?: \d)?)\s?["']?([^\s"'-][^\s"']{3,64})`, Check: func(s string) bool { return isRealValue(s) && kindsOf(s).digits < len(s) },
		Finds: []string{"curl -u admin:«hunter2x» https://x.test", "mysql -u root -p«s3cr3tX» shop", "docker login -u ada -p «forest1971»", "redis-cli -a «tnb443FTU?»", "sshpass -p '«gr33nTea!»' ssh x", "http --auth ada:«god487ZBM!» x.test", "ldapsearch -D cn=admin -w «Tanne88x»", "basic_auth: admin:«yellow1962»", `net use Z: \\srv\share «Lampe44!» /user:office`, "enable secret «Cobalt.Router»"}, Leaves: []string{"docker run -u 1000:1000", "mkdir -p build", "docker run -p 8080:80 nginx"}},
	{Name: "shaped key", Source: "core.telegram.org/bots, Mailchimp, Azure, Asana", Digits: 1, Fits: run(20),
		Pattern: `\b(?:\d{8,10}:AA[A-Za-z0-9_-]{32,34}|[0-9a-f]{32}-us\d{1,2}|[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}|[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9=_-]{60,70}|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})\b`, Cased: true,
		Finds: []string{"key «AKIAIOSFODNN7EXAMPLE»", "«110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw»"}, Leaves: []string{"12345678:AA"}},
	{Name: "card", Source: "ISO/IEC 7812, Luhn", Digits: 13, Fits: series(13), Pattern: `(?:^|[^0-9A-Za-z.+-])(\d{13,19}|\d{4}(?:[ .-]?\d){9,19}|\d(?:[ .-]\d){12,18})(?:[^0-9A-Za-z]|$)`, Check: luhn, Longest: true,
		Finds: []string{"Visa «4111 1111 1111 1111» exp 12/29", "«378282246310005»", "Visa «4111 1111 1111 1111» 12/29 123"}, Leaves: []string{"4111 1111 1111 1112", "1700000000000", "ISBN 9783161484100", "250-1234567-1234567"}},
	{Name: "travel document", Source: "ICAO 9303, lines that machines read", Words: []string{"<<"}, Pattern: `[A-Z0-9<]*[A-Z0-9]<[A-Z0-9<]+`, Cased: true, Check: func(s string) bool { return len(s) >= 30 },
		Finds: []string{"«P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<»", "«L898902C36UTO7408122F1204159ZE184226B<<<<<10»"}, Leaves: []string{"a << b", "<<<<<<<<<<<<<<<<<<<<<<<<<<<<< HEAD"}},
	{Name: "iban", Source: "ISO 13616, modulo 97", Digits: 6, Fits: series(6), Pattern: `(?:\b|_)([A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?)(?:\b|_)`, Check: iban, Longest: true,
		Finds: []string{"Pay to «DE89 3704 0044 0532 0130 00» today", "«ES91 2100 0418 4502 0005 1332» BIC CAIX", "«gb29nwbk60161331926819»"}, Leaves: []string{"DE89 3704 0044 0532 0130 01", "RF18 5390 0754 7034"}},
	{Name: "card code", Source: "EMV names for it, in any language that has a word for code", Digits: 3, Words: slices.Concat(cardCodeWords, sixWords),
		Pattern: `(?:\b(?:cv[cnv]2?|csc|[34][- ]digit code(?: on \pL+ back)?|sicherheitsnummer|security number|cryptogramme(?: visuel)?|(?:card )?verification (?:value|number))|prüf(?:nummer|ziffer)|(?:` + safe + `)[\pL\pM ]{0,12}?(?:kod\b|` + sixNames + `)|(?:` + sixNames + `)[\pL\pM ]{0,6}(?:` + safe + `)\pL*)[\pL\pM]*(?:[ -]?[ck][oóô]d\pL{0,3}| number)?[^0-9A-Za-z]{0,4}(?:is[^0-9A-Za-z]{1,3})?(\d{3,4})(?:[^0-9A-Za-z]|$)|\[REDACTED\][^0-9\n]{0,16}(?:\d\d ?/ ?(?:20)?\d\d|\d{4})[ ,;|·]{1,3}(?:\pL{2,5}:? )?(\d{3,4})(?:[^0-9A-Za-z]|$)|\[REDACTED\][^0-9\n]{0,24}\bci?[dv][dnv]?:? (\d{3,4})(?:[^0-9A-Za-z]|$)`,
		Finds:   []string{"CVV: «123»", "Sicherheitscode «731»", "Säkerhetskod: «731»", "Código de seguridad: «584»", "安全码 «774»", "CVV kód «188»", "Kode Keamanan: «415»"}, Leaves: []string{"CVV is on the back", "Security update 503", "Sicherheitscode eingeben"}},
	{Name: "backup codes", Source: "how services list them", Words: strings.Fields("backup back-up recovery reserve scratch emergency single-use one-time"),
		Pattern: `\b(?:(?:backup|back-up|recovery|reserve|scratch|emergency|single-use|one-time) codes?|(?:2fa|mfa|two-factor) (?:backup|recovery))(?: #?\d{1,2}\b)?[^0-9A-Za-z\[]{1,4}(` + codeItem + `+)`, Check: codes,
		Finds: []string{"Backup codes: «1234 5678, 8765 4321»", "Recovery codes: «tozh-jvqe trat-yngi ktdc-dquy»", "Emergency codes: «882-316-889 678-758-586»", "Backup code 3: «8731 4941»", "Recovery codes\n«b0c49783e5\nb88ee7d70f\n3bd20c7815»", "Backup codes: «lhls zvxh wuai tmhh vtdn akla»"}, Leaves: []string{"Recovery codes left: 8", "Backup codes can be used once", "recovery email and phone number", "backup-2026-11-24T17-35-12Z.tar.gz", "Backup 2026-11-24 17:35"}},
	{Name: "list of codes", Source: "how services list them, in any language that has a word for code", Words: sixWords,
		Pattern: `(?:` + sixNames + `)[^0-9:：\n]{0,40}[:：\s]{1,3}(` + codeItem + `{3,})`, Check: alikeCodes, Not: noCode,
		Finds: []string{"Codici di riserva: «05853547 40503503 53500368 29719291»", "Резервные коды: «2957 4964 9516 0793»", "Codes for a lost phone: «ylua-1ryp a13i-qfsu ggb5-a015»"}, Leaves: []string{"Error codes: 4117 4203 4051", "Artikelcodes 44871 22981 55120", "Codes of 2019 2020 2021 2022", "Code 128 and code 39", "Kody 12 34 56 78"}},
	{Name: "code after its name", Source: "messages of sign-in services", Digits: 3, Words: codeWords,
		Pattern: `(?:` + codeNames + `)[^0-9\n.!?$€£]{0,24}(?:[^0-9A-Za-z\n.,$€£-]|[A-Z]-)?(\d{3}[ .-]\d{3}(?:[ -]\d{3})?|\d{3}-\d{2}-\d{3}|\d-\d-\d{4}|\d{2}[ -]\d{2}[ -]\d{2}|\d(?:[ -]\d){3,7}|\d{4}[ -]\d{4}|\d{4,10}|\d{4,5}[AB])(?:[^0-9A-Za-z%]|$)`, Not: yearAlone + `|(?i)\byour (?:zip|post|area|country|promo|discount|order|prod|refer|err|status|course|item)|` + codeOf,
		Finds:  []string{"Your verification code is «482913».", "验证码：«482913»，请勿泄露", "PIN: «4821»", "Votre code de vérification est «482 913»", "PUK «12345678»", "The gate code is «4821»#", "ПИН-код: «4821»", "暗証番号: «1935»", "Your Acme code is «5657»", "【Acme】验证码«188558»，", "TAN: «482913» for transfer", "Le code du portail : «5041»", "Codice del cancello: «5041»", "Din kod är: «3866»", "您的登录码：«8108»", "取件码 «3-8-8007»", "Код из СМС: «3697»", "ПІН-код: «4821»", "TAC: «413078» for RM120.00 transfer", "رمز التأكيد «4974»"},
		Leaves: []string{"Error code 404", "Zip code: 94103", "Status code: 5001", "Promo code: SAVE20", "Code of conduct 2021", "Keep your PIN safe in 2026", "Car PIN to start", "Your order code is 5657", "Código de producto: 152605", "Code du produit : 152605", "Pin 3 tabs"}},
	{Name: "code of six", Source: "messages of sign-in services", Digits: 6, Words: sixWords,
		Pattern: `(?:` + sixNames + `)[^0-9\n]{0,32}?[^0-9A-Za-z\n.,$€£#/-](?:[A-Z]-)?(\d{6}|\d{8}|\d{3}[ -]\d{3}|\d(?: \d){5})(?:[^0-9A-Za-z.,%-]|[.,](?:\s|$)|-\D|$)`, Check: func(s string) bool { return !dayForm().MatchString(s) }, Not: noCode + `|` + codeKinds,
		Finds:  []string{"Use code «482 913» to sign in", "Tu código es «482913»", "Kod: «482913»", "Код «482913»", "Cod de verificare: «482913»", "Kinnituskood «482913»", "Bekræftelseskode «482913»"},
		Leaves: []string{"Vendor code: 824365", "Style code 553190-021", "Bank code 37040044 is public", "Error code 500123", "Product code 123456", "Postcode 123456", "color code 123456", "HS code 640411", "Kundencode: 482917", "Tuotekoodi: 325135", "Код на продукта: 662270", "Kod produktu: 482917", "编码：115283", "Codes redeemed so far: 482917", "Cod poștal 010011", "Код товара 118204"}},
	{Name: "code before its name", Source: "messages of sign-in services", Digits: 4, Words: slices.Concat([]string{"enter ", "clave", "code", "otp", "pin", "kod", "código", "codice", "log", "sign", "verif", "confirm", "approv", "autori", "valid", "stätig", "bevestig", "bekr", "potwierd", "factor", "auth", "unlock"}, sixWords, passwordNames),
		Pattern: `\b(?:[A-Z]-)?(\d{3}[ -]\d{3}|\d{4,8})\s{0,2}(?:is|as|ist|als|es|est|è|é|:|-|–|=)\s{0,2}(?:your|the|my|ihr|dein|tu|su|votre|ton|il tuo|seu|o seu|uw|jouw|use)\b[^\n.0-9]{0,40}\b(?:codes?|otp|pin|passcode|password|clave|códigos?|codice|[a-z]{3,20}(?:[ck]ode|passwort|wachtwoord|lösenord)|mot de passe|contraseña|senha|log ?in|sign ?in|verify)\b|(?:^|: |\()(\d{6})(?:\)|\. [^\n0-9]{0,60}\bcode\b| to (?:sign|log) in)`,
		Finds:   []string{"«482913» is your Acme login code", "«774411» - use this to log in", "We sent «349456» as your passcode", "G-«482913» is your Google verification code", "«235466» is uw verificatiecode", "«682390» ist Ihr Einmalpasswort"}, Leaves: []string{"1984 is the best book", "2024 is your year", "Enter 2000 to see", "Confirmed with 4829 votes"}},
	{Name: "code of six before its name", Source: "messages of sign-in services", Digits: 6, Words: slices.Concat(sixWords, enterWords, []string{"输入", "eingeb", "eintipp", "invoer", "入力", "입력"}),
		Pattern: `(?:^|\PL)(?:` + strings.Join(enterWords, "|") + `|请?输入)[ :]{0,2}(?:sie |le |el |il |de |o |koden |kod |code |kód |kode |código |код )?(\d{6}|\d{3} \d{3})` + noQuantity + `|(?:^|[^0-9A-Za-z.,-])(\d{6}|\d{8}|\d{3} \d{3}|\d{4} \d{4})(?::\s|\s(?:is|ist|es|est|è|é|er|är|jest|to|je|on|este|yra|ir|është|adalah|là|ni|ay|هو|[-–:])\s)[^\n.0-9]{0,40}?(?:` + sixNames + `)|^[\[(]?(\d{6})[\])]?[^\n.0-9A-Za-z]{0,12}?(?:認証|인증|验证码|驗證碼|код|कोड|رمز|كود|קוד)|(?:^|[^0-9A-Za-z.,-])(\d{6}) [\pL ]{0,16}kodunu|(?:^|[^0-9A-Za-z.,-])(\d{6})(?: eingeben| eintippen| invoeren|を入力| ?입력)`, Not: noCode + `|\pL \d{3}000(?:\D|$)|` + units,
		Finds: []string{"Geben Sie «933052» ein, um fortzufahren", "«403840» là mã xác thực của bạn", "Zum Anmelden «760040» eingeben", "[«461758»] 인증번호입니다", "«536824» doğrulama kodunuz"}, Leaves: []string{"Geben Sie 100000 ein", "500123 is an error code", "118204 lines of code"}},
	{Name: "number before its name", Source: "messages of sign-in services, in any language that has a word for password; origin-bound codes", Digits: 6, Words: slices.Concat([]string{"otp", " #"}, passwordNames),
		Pattern: `^(\d{6}|\d{8})(?: |\pL{1,2} )[^\n0-9]{0,48}?(?:(?-i:OTP)|` + strings.Join(slices.DeleteFunc(slices.Clone(passwordNames), func(w string) bool { return w == "passwor" || len(w) < 4 }), "|") + `)|(?:^|\s)@[a-z0-9-]+\.[a-z0-9.-]+ #([0-9a-z]{4,10})\s?$`, Not: `\d000 |(?i)\b(?:with|without|no|their) `,
		Finds: []string{"«05266581» Egyszerhasználatos jelszavad", "«04381163» er ditt engangspassord for x.test.", "«942835» आपके x.test के लिए आपका OTP है।", "@x.test #«942835»"}, Leaves: []string{"482913 passwords were leaked", "500000 accounts have no OTP", "@ada #4829"}},
	{Name: "user and password", Source: "messages between people", Words: []string{"cred", "account", "wifi", "wi-fi", "wlan", "login", "log in", "zugang", "identifiant", "connexion", "acces"},
		Pattern: `\bcred(?:s|entials|enciais|enciales|enziali)\b[ :(]{1,3}[\w.@-]{2,40} ?[/:|] ?([^\s/)]*[0-9_-][^\s/)]*)|(?:\baccount|\bwi-?fi|\bwlan)[: ] ?[\w.@-]{2,40} / (\pL{3}[^\s/)]*\d[^\s/)]*)|\blog(?:ged)?[ -]?in (?:as|with) [\w.@-]{2,40} (?:with|using|and|/) ?(\S*\d\S*)|(?:\bcred(?:s|entials|enciais|enciales|enziali)\b|\blog-? ?in\b|zugang(?:sdaten)?|identifiants?|connexion|acceso|accesso)[^\n:(→]{0,24}(?:[:(→]| is) ?[\pL\pN_.@-]{2,40} ?[/:] ?([^\s/)]{4,64})`, Check: func(s string) bool { return len(s) > 7 && looksLikePassword(s) },
		Finds: []string{"creds: admin/«pczm82sVOKK»", "db creds: svc_app : «tidal-wave-90»", "Log in as guest with «welcomeGuest24»", "Log in with ada@x.test and «demo-Pass-77»", "Connexion : invité / «Bonjour!26»", "creds for staging → qa_bot : «rkgav86mfk»", "Login: demo / «Dem0!pass»"}, Leaves: []string{"Login (GitHub/OAuth2)"}},
	{Name: "password of a user", Source: "messages between people: a log-in, and with which password", Digits: 1, Words: logInWords, Scrub: scrubHandedToUser,
		Finds: []string{"Inloggen met «appelmoes82», succes", "Li: root/«toor2990» on the new box", "VPN: user nora, «grapefruit54»", "Anmeldung mit «Kastanie_662» fehlgeschlagen", "Connecté avec le compte lea / «Marguerite!3», puis"}, Leaves: []string{"Sign in as jsmith42", "Log in to server01 first", "Confirmed with version22", "https://x.test/login/step12"}},
	{Name: "address and password", Source: "messages between people, lists of accounts", Digits: 1, Fits: func(s string) bool { return strings.IndexByte(s, '@') > 0 },
		Pattern: `\b[\w.+-]{1,64}@[\w-]{1,63}\.[a-z.]{2,24}(?: ?[/:|] ?| - | )([^\s/:@|,]{8,64})`, Check: func(s string) bool {
			return kindsOf(s).only() > 2 && looksLikePassword(s) && (!nameParts(s) && !wordAndNumber(s) || len(s) > 9 && joinedCapital().MatchString(s))
		},
		Finds: []string{"netflix: ada@x.test / «Sommer0171!»", "ada@x.test:«Hund4Katze»", "Netflix - ada@x.test - «popcorn4all!»", "Netflix: ada@x.test / «PopcornNight7»"}, Leaves: []string{"ada@x.test / Berlin", "ada@x.test iPhone15", "ada@x.test 2026-11-21"}},
	{Name: "code of letters", Source: "messages of sign-in services", Words: append([]string{"otp", "key"}, sixWords...),
		Pattern: `(?:(?:` + codeNames + `|\b(?:recovery|backup|restore|redeem|steam|guard|gift card|invite|invitation|product|serial|licen[cs]e) (?:code|key)s?)(?:[a-z ]{0,24}:|\s{0,2}(?:is|=)?)|\bcode\s{0,2}(?:is|:|=)?|(?:\b(?:c[óo]di(?:gos?|c[ei])|[a-zà-ž]*codes?|k[oó]dy?)\b|коды?)[^0-9:\n]{0,32}:)\s{0,2}((?:[A-Z0-9]{3,10}(?:[ -][A-Z0-9]{3,10}){1,8}|[A-Z0-9]{5,12}))(?:[^A-Za-z0-9]|$)`, Check: letterCode, Not: noCode + `|` + registers + `|\btax|` + discounts + `|refer|voucher|currency|language|course|kurs|airport`,
		Finds: []string{"Code: «ABX9-KQ2P»", "Your one-time code: «K7Q2XA»", "Your code: «zoua-iozj-vqnp»", "Código de recuperación: «2GSRLSLQ0D»"}, Leaves: []string{"Promo code: SAVE20", "20% off with code SUMMER25", "Your code: optional", "Code: 200 OK", "generate code for PowerPC 403", "exit code int32", "CPT code 99213", "ATC code: N02BE01", "Kurscode: WS26-219"}},
	{Name: "code groups", Source: "licence keys, recovery codes", Fits: hyphenated, Pattern: `\b[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,15}\b`, Check: codeGroups, Not: `(?i)\b(?:` + goods + `)[ .:#no-]{1,6}[a-z0-9]{4,8}-`,
		Finds: []string{"«f7d2e-91ac3» «8b4c1-d0e5f»", "«A1B2C-D3E4F-G5H6I-J7K8L»"}, Leaves: []string{"coin-overview-send-button", "2026-11-21", "SKU Z4IH-6WKC", "INV-0058"}},
	{Name: "spaced groups", Source: "app passwords, keys of authenticators", Fits: func(s string) bool {
		return len(s) >= 17 && (strings.IndexByte(s[4:7], ' ') >= 0 || strings.Contains(s, ": "))
	}, Pattern: `(?:^|: )([a-z0-9]{4}(?: [a-z0-9]{4}){3,15}|[a-z0-9]{5,6}(?: [a-z0-9]{5,6}){2,15})\.?$`, Check: codeGroups,
		Finds: []string{"«jbsw y3dp ehpk 3pxp»", "Setup key: «ul4w atuy jl5g bte6 nwdb ll27»."}, Leaves: []string{"cell 0 0", "Q1 2026 Planning", "come here with this"}},
	{Name: "key of 30 bytes", Source: "AWS secret access keys, base64", Digits: 1, Fits: run(40), Pattern: `(?:^|[^A-Za-z0-9/+=_-])([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=_-]|$)`, Cased: true, Check: func(s string) bool { return kindsOf(s).upper >= 8 && kindsOf(s).lower >= 5 && changes(s) >= 8 },
		Finds: []string{"«wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»"}, Leaves: []string{"1cbd6e71a9b83620b1d0b11e49d3d9ff48c27e22"}},
	{Name: "long number", Source: "no number of an order or a parcel is so long", Digits: 25, Fits: series(25), Pattern: `\b\d{25,}\b`, Check: func(s string) bool { return !isPlaceholder(s) },
		Finds: []string{"«52081197940703863266332034744091»"}, Leaves: []string{"1000000000000000000000000"}},
	{Name: "words of a phrase", Source: "BIP-39, how wallets label them", Words: []string{"phrase", "mnemonic", "words", "frase", "seed", "pass", "助记词"},
		Pattern: `(?:(?:recovery|seed|secret|backup|wallet|mnemonic)[ -]?(?:phrase|words)|passphrase|\bseed|mnemonic|frase (?:semilla|secreta|de (?:recuperación|recuperação)|di recupero)|phrase (?:secrète|de récupération)|(?:wi-?fi|wpa2?) (?:password|key|passphrase))[^\n:.0-9]{0,16}["']?\s{0,2}[:=]\s{0,2}["']?((?:[a-zà-ž]{2,12}[ ,_-]{1,2}){2,32}[a-zà-ž0-9]{2,12})`, Check: noProse,
		Finds: []string{"Recovery phrase: «river candle orange planet»", "Wi-Fi password: «river-candle-orange»"}, Leaves: []string{"Recovery phrase: keep it in a safe place", "Seed: the random one of all", "the passphrase is called during reload"}},
	{Name: "words of a passphrase", Source: "names of passwords in all languages", Words: slices.Concat(passwordNames, []string{"clave", "passphrase", "pass phrase", "phrase de passe"}), Scrub: scrubPasswordWords,
		Finds: []string{"Heslová fráze: «marble coffee cactus river»", "Пароль для приложения: «ogdy wfuy nysa reaj»", "The password is «correct horse battery»", "Password for the shared drive is «blue kettle on monday»", "Contraseña: «limones verdes»", `MAIL_PASSWORD="«w7 ferry lamp»" TTL=3600`, "Le mot de passe de la visio est «cerise-noire»", "Le mot de passe est «la vache qui rêve»", "Enter the pass phrase “«gentle rain»” there", `psk="«butterblume am see»"`}, Leaves: []string{"Password: use the one from your mail", "The password is never shared with third parties", "Das Passwort ist zu kurz", "Your password is based on your name", "Je wachtwoord is succesvol gewijzigd", "Passwort: siehe Brief", "Password: Must contain eight characters"}},
	{Name: "phrase", Source: "BIP-39, SLIP-39, Monero, Electrum: so many short words", Scrub: scrubPhrase,
		Finds: []string{"«legal winner thank year wave sausage worth useful legal winner thank yellow»", "«1. abandon 2. ability 3. able 4. about 5. above 6. absent 7. absorb 8. abstract 9. absurd 10. abuse 11. access 12. accident»",
			"The backup is «gravity machine north sort system female filter attitude volume fold club stay» on paper", "助记词 «的 一 是 在 不 了 有 和 人 这 中 大»"},
		Leaves: []string{"The quick brown fox jumps over the lazy dog again and again today", "select a date range then press the button below to see your results here", "Home News Sport Business Health Culture Travel Video Music Science Weather Future"}},
	{Name: "answer", Source: "names of security questions", Words: answerWords, Scrub: scrubAnswer,
		Finds: []string{"Security answer: «Fluffy»", "Security question: What was your first car? Answer: «Fiat 500»", "Antwort auf die Sicherheitsfrage: «Kieselweg»", "The secret word is «marzipan», not more", "Geburtsname der Mutter: «Hollerbach»", "Nom de jeune fille de votre mère : «Dupont»", "Контрольный вопрос: кличка? Ответ: «Пушок»", "Kodwort: «Brombeere»"}, Leaves: []string{"Answer: 42 people found this helpful", "Secure answers: encrypted", "In other words: nothing", "The safe word is not needed any more"}},
	{Name: "account", Source: "how banks, insurers and offices label numbers", Digits: 3, Words: numberWords(), Scrub: scrubNumbers,
		Finds: []string{"Account number: «12345678»", "SSN «078-05-1120» on file", "Passport number: «X12345678»", "NIE «X1234567L»", "Steuer-ID: «86 095 742 719»", "Ihre Steuernummer lautet «86 095 742 719»", "NI number «QQ123456C»", "SIN: «046 454 286»", "Unique Taxpayer Reference is «1234567890»", "マイナンバー «123456789012»", "Medicare number: «2953 70124 1»", "Medical record number (MRN) «00483921»", "Versichertennummer: «K482193750»", "Numero di conto «000000123456»", "Policy number: «HP-77-3829104»", "CPR-nummer «140785-2347»", "CPF do titular «68046066982»", "PAN «BQKPS4821L»", "Driving licence number «MORGA753116SM9IJ»", "Pasaport numarası: «H58736885»", "여권번호는 «M789C1234»", "Member card «6518 6036 3412»", "Rachunek «79 9444 6950 4957 8136 1426 1977»", "ИИН «276145246129»"}, Leaves: []string{"Account: 3 messages", "Card number 4 of 12", "Passport no. 2 of 2026", "BSN 2026-11-24", "Social media followers 128443", "Tax 2023/2024", "Bestellnummer 4829113720", "Person No14999", "TIN 2026", "Container no. 4829137", "Contact number: 030 55572210"}},
	{Name: "date of birth", Source: "forms, in a dozen languages", Digits: 4, Words: strings.Fields("birth born né née dob gebo gebu geb. naiss nacim nascim nascit geboor födel fødsel urodz naroz рожд народж doğum 出生 生年 생년 ميلاد לידה"),
		Pattern: `(?:\b(?:date of birth|birth ?(?:date|day)|dob|geb(?:urts|\.)?-?(?:datum|tag)|\bgeb(?:\.|oren) (?:am )?|geboortedatum|geboren op|naissance|\bné(?:e|\(e\))? le|fecha de nacimiento|data d[ei] (?:nascita|nascimento)|data urodzenia)|födelsedatum|fødselsdato|datum narození|дата (?:рождения|народження)|doğum tarihi|出生日期|生年月日|생년월일|تاريخ الميلاد|תאריך לידה)[^0-9A-Za-z\n]{0,4}(\d{1,4}[^0-9A-Za-z\n]{1,2}(?:d[eoi] )?(?:\d{1,2}|\pL{3,12})[^0-9A-Za-z\n]{1,2}(?:d[eoi]l? )?\d{2,4}|\pL{3,12}\.? \d{1,2},? \d{4})`,
		Finds:   []string{"Date of birth: «14 July 1985»", "Geburtsdatum: «14.07.1985»", "生年月日 «1985-07-14»", "geb. am «09.02.1979»", "Née le «17 juin 1982»", "Fecha de nacimiento: «5 de octubre de 1990»"}, Leaves: []string{"Birthday party on 14.07.2026"}},
	{Name: "identity number", Source: "of Italy, Mexico, Brazil, Chile, Switzerland, China, France, Korea, the United Kingdom and the United States: forms that nothing else has", Digits: 6,
		Pattern: `(?:\b|_)([A-Z]{6}\d\d[A-EHLMPR-T]\d\d[A-Z]\d{3}[A-Z]|[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d|\d{3}\.\d{3}\.\d{3}-\d\d|756\.\d{4}\.\d{4}\.\d\d|[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])\d{3}[\dX]|[12] \d\d (?:0[1-9]|1[0-2]) \d[\dAB] \d{3} \d{3}(?: \d\d)?|\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])-[1-8]\d{6}|\d{3}-\d\d-\d{4}|\d{1,2}\.\d{3}\.\d{3}-[\dKX]|\d{4}[ -]\d{4}[ -]\d\d[ -]\d{10}|[A-Z]{2} \d\d \d\d \d\d [A-D])(?:\b|_)`,
		Finds:   []string{"«RSSMRA85T10A562S»", "CPF «529.982.247-25»", "«756.9217.0769.85»", "«11010519491231002X»", "«1 85 05 78 006 084 36»", "RG «24.678.131-4»", "«QQ 12 34 56 C»", "tax_«412-73-9182»_2025.pdf"}, Leaves: []string{"1.234.567.890", "2026-11-24", "+1 415-555-2671"}},
	{Name: "number of a form behind its letters", Source: "Mexico and Canada", Digits: 6, Words: []string{"rfc", "r.f.c", "sin"}, Pattern: `\b(?:R\.?F\.?C\.?):? ([A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3})\b|\bSIN:? (\d{3}[ -]\d{3}[ -]\d{3})\b`, Cased: true,
		Finds: []string{"RFC: «GOMC8504129VF»", "SIN «970-675-738»"}, Leaves: []string{"RFC 7519", "See RFC 6125 6.4.1", "sin 100 200 300"}},
	{Name: "checked identity number", Source: "of Finland, Sweden, Czechia, Slovakia, Spain, Pakistan, Belgium and British drivers: forms with a check digit, or that nothing else has", Digits: 6, Fits: series(6),
		Pattern: `\b(\d{6}[-+A-FU-Y]\d{3}[A-Z]|(?:19|20)?\d{6}[-+]\d{4}|\d{6}/\d{4}|[XYZ]\d{7}[A-Z]|[A-Z]{2,5}9{0,3}\d[0156]\d[0-3]\d\d[A-Z][A-Z9]\d[A-Z]{2}|\d{5}-\d{7}-\d|\d{3}-\d{7}-\d\d)\b`, Cased: true, Check: identityChecked,
		Finds: []string{"«131052-308T»", "är «811218-9876»", "r. č. «710319/2745»", "«X2482300W» es mi NIE", "Licence «MORGA607054SM9IJ»", "«34201-0891231-8»"}, Leaves: []string{"131052-308U", "241224-0001", "202611/2024", "X2482300A", "250-1234567-1234567"}},
	{Name: "bytes", Source: "how keys are dumped", Digits: 8, Fits: shortWords, Pattern: `(?:\(sha-?\d{1,3}\):? )?((?:(?:0x)?[0-9a-f]{2}[ ,:;]{1,2}){15,}(?:0x)?[0-9a-f]{2}\b)|\[?(?:[12]?\d?\d, ?){15,}[12]?\d?\d\b`, Check: func(s string) bool { return !ascending(s) }, Not: `(?i)print|serial|^\(sha|` + checksums,
		Finds: []string{"«3f:a1:9c:00:12:5e:77:b8:c4:d9:01:fe:6a:20:4b:8d»"}, Leaves: []string{"pages 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17", "Отпечаток: 3f:a1:9c:00:12:5e:77:b8:c4:d9:01:fe:6a:20:4b:8d", "Thumbprint (SHA-256): 3f:a1:9c:00:12:5e:77:b8:c4:d9:01:fe:6a:20:4b:8d"}},
	{Name: "vendor key", Source: "vendors.go", Scrub: scrubVendors,
		Finds: []string{"Key: «ghp_16C7e42F292c6912E7710c838347Ae178B4a»", "glpat=«glpat-7yX2kP9qLmZ4vB6nR8sT»"}, Leaves: []string{"sk-learn-contrib-documentation", "api-reference-overview-of-all-methods"}},
	{Name: "assignment", Source: "names of fields and settings (fields.go)", Words: labelStems, Scrub: scrubAssigned,
		Finds: []string{"DB_PASSWORD=«hunter2x»", "Temporary password: «Xk9#mQ2v»", "Toegangscode: «13186»", "Afhaalcode: «71903»", "Your password reads «vatnajokull»", "Code d'accès au dossier «TYTQHQC2»", "Your password is «ivory37E»", "password=«BhReOt&QJyM9»", "a=1&password=«BhReOt9x»&b=2", "GET /cb?code=«ku067utizw2kulbieao4»&state=x",
			`"password": "«umbrella»"`, "<password>«CaveBear»</password>", "IDENTIFIED BY '«Basil-42»'", "refused for ada with password '«winterCoat»'", "MYSQL_ROOT_PASSWORD: «VaporWave»", "密码是«longmao66»", "پاس ورڈ: «chai2291»", "Ключ безопасности сети: «teplo-doma»", "Contraseña de la red: «opal-cresta»", "Hasło jednorazowe: «294861»", "Tu clave de acceso es «4811»", "Use password «tiger-moon9» to open it", "Mật khẩu mới của bạn là «h6qG0Mud8y»", "The default password is '«blooberry»'", "Connect-VIServer -User ada -Password «VMware1x»", "ada/初期パスワード:«7coruNgr»", "Abholcode «35007» an der Packstation eingeben", "Passwort «14031986»", "الرقم السري: «4092»", "Secret number: «4092»"},
		Leaves: []string{`"password": "string"`, "Password: case-sensitive", "Passwords: github.com", "we pass <code>query</code> on", `one of "password", "username"`, "Password: required", "password=${DB_PASSWORD}", "Token: USDC", "Seed round: $4.2M", `-H "X-Api-Key: $API_KEY"`, "GET /p?code=summer2026", "PIN: GPIO4", "Passwords: 4821", "TOKEN: ${{ github.owner == 'acme-2x' && github.token }}", "Public key: 9f86d081884c7d659a2feaa0c55ad015", "Clé publique : 9f86d081884c7d659a2feaa0c55ad015", "Tx hash: 9f86d081884c7d659a2feaa0c55ad015",
			"Κωδικός προϊόντος: 194703", "password: !vault |", "验证码已发送至 138****4417", `-H "X-Api-Key: YOUR_API_KEY" https://api.test/v1`, "Номер 4092, секрет успеха", `token = request.headers.get("X-Token")`, "Build hash: 3079a18ee421daf420c1", "Password reset link sent to h***@x.test"}},
	{Name: "quoted", Source: "JSON, YAML, HCL, programs: a value in quotation marks may hold any sign", Fits: func(s string) bool { return strings.ContainsAny(s, "\"'") }, Words: []string{"token", "secret", "passw", "pwd", "key", "credential"},
		Pattern: `(?:token|secret|passw[a-z]{2,4}|pwd|(?:api|access)[_-]?key|credential)["']?\s{0,3}(?:::?=|[:=])\s{0,3}(?:"([^"\s/]{8,200})"|'([^'\s/]{8,200})')`, Check: func(s string) bool {
			k := kindsOf(s)
			return k.digits > 1 && k.letters() > 2 && changes(s) > 3 && isRealValue(s)
		},
		Finds: []string{`"BUNDLE_token": "«a742bb7a:d19cdf38»"`, `fastlyToken = "«66jyoohf38_mvd==eijd5g7u»"`, `net_secret: "«u@D7GXt)t>8d(LtH^(lvZ<g=»"`}, Leaves: []string{`"token": "localhost:8080"`, `secret: "user/key-1a2b3c"`, `"password": "min:8,max:64"`}},
	{Name: "label with a complement", Source: "grammar of labels (complement.go)", Words: labelNouns(), Fits: mayHaveComplement, Scrub: scrubComplement,
		Finds: []string{"SSN on file: «166548994»", "Ihre PIN für die Karte endet auf 1180 lautet «5527»", "Heslo pro platbu 1 250 Kč: «83920417»", "Das Passwort fürs Tablet ist «Kirschkuchen», vergiss es nicht wieder", "Security code (on the back): «904»", "Please use «correct-giraffe-paint» as the password", "Nimm «Regen4Bogen» als neues Passwort"}, Leaves: []string{"Code for article: 152605", "Password for users: required", "Account on hold: 3 days", "Use your e-mail as password", "Sign in as admin2 with a password"}},
	{Name: "keypad", Source: "messages between people: a number that ends with a key", Digits: 4, Fits: func(s string) bool { return strings.IndexByte(s, '#') > 1 }, Pattern: `(?:^|[ (:])#?(\d{4,8}#|\d{2,4}#\d{2,4}#?)(?:[ .,;:!?)]|$)`,
		Finds: []string{"new keypad «61043#» at the side door", "Entrance «19#73», then the lift", "קוד הכניסה: «2580#»"}, Leaves: []string{"Issue #61043", "C# 2580", "a.html?page=4471#top"}},
	{Name: "shown value", Source: "lists of passwords: the button behind the value (shown.go)", Fits: func(s string) bool { return strings.IndexByte(s, ' ') > 0 }, Scrub: scrubShown,
		Finds: []string{"Identifiant lea Mot de passe «croissant» Masquer", "User ada Password «bluekettle» Hide"}, Leaves: []string{"Forgot password? Hide", "Password is required Hide", "Show or Hide", "Home details Hide"}},
	{Name: "button of a value", Source: "lists of passwords", Digits: 1, Fits: func(s string) bool { return strings.IndexByte(s, ' ') > 0 && len(s) <= 2*labelMax },
		Pattern: `^(?:copy|reveal|show|hide|kopieren|copier|copiar|copia|kopiëren|kopiuj|копировать) (\S{6,40})$`, Check: func(s string) bool {
			k := kindsOf(s)
			return k.lower > 1 && !wordAndNumber(s) && looksLikePassword(s) && (k.odd > 0 && k.digits > 0 || changes(s) > 3 && k.upper > 1 || !nameParts(s))
		},
		Finds: []string{"Copy «ft7-QQ2-91x»", "Reveal «hunter621!»"}, Leaves: []string{"Copy PROJ-1182", "Copy b41d2f0", "Show version2", "Copy 1188-204", "Show page-2", "Copy node-20.11", "Show utf-8", "Copy en-US"}},
	{Name: "dial", Source: "padlocks and safes", Digits: 3, Words: []string{"combi", "kombi", "combo", "lock", "keypad", "schloss", "cadenas", "candado", "lucchetto"}, Pattern: `(?:combinat\pL*|kombinat\pL*|combinaison|combinaci[oó]n|combo|lock)(?: \pL{1,10}){0,2}(?: is|:| ?=)? (\d{1,2}(?:-\d{1,2}){2,3})(?:[^0-9-]|$)|(?:\bcombo|\bkeypad|\block-?box|\pL{4}schloss|\bpadlock|\bcadenas|\bcandado|\blucchetto)(?: is| ist| est| es| è|:)? (\d{3,4})(?:[^0-9]|$)`, Check: func(s string) bool { return !dayForm().MatchString(s) },
		Finds: []string{"The safe combination is «34-12-57», don't lose it", "Zahlenschloss: «903»", "Briefcase combo «719»", "Keypad «7744»"}, Leaves: []string{"Combination 2 of 5", "Lock 12-04"}},
	{Name: "spoken code", Source: "messages of services and between people (spoken.go)", Digits: 2, Words: spokenWords(), Fits: func(s string) bool { return len(s) <= 2*longestName }, Scrub: scrubSpoken,
		Finds: []string{"Locker 14 opens with «583921»", "Use «482913» to verify your account", "Enter «482913» to continue signing in", "Enter «270-176» on your TV", "Please verify your device: «881760»", "Bestätigen Sie Ihre Zahlung mit «583685»", "Enter «884120» on the new device to finish pairing", "Key box left of the door, «8-0-4-1».", "Der Türcode lautet «1907»", "Le digicode est «A4412»", "Код: «7714». Никому не сообщайте", "Der Code fürs Tor ist «3787»", "de code van de kluis is «3262».", "Ihre TAN für 120,00 EUR lautet «976285»", "The key safe is «3957»", "Lockbox: code «2916»", "ring at gate, code «8774»", "сейф: «3485»", "For the bike room use «8812», it changes", "Für die Tiefgarage bitte «2290» eintippen.", "Toets «6620» in bij de slagboom.", "La caja de llaves está a la derecha. Marca «0385» y gira.", "Key safe at the shed, numbers are «7-1-9-4»", "Scooter locked to rack; combination «8 1 3 5»", "Der Müllraum geht mit «1147» auf.", "Het fietsenhok gaat open met «7420».", "Lift: hold fob, then «4630» for the penthouse", "My gym padlock is set to «36-08-22»", "Elevator override «5512»*", "Aufzug in die Wohnung: «3082» eingeben", "La barrière s'ouvre avec le «6174»", "Le boîtier à clés s'ouvre sur «0417»", "Die PIN vom Packstation-Fach war «2286»", "De poort gaat open met code «4862».", "Код «17412» действует 10 минут", "Signal: «181-173». Do not give this to anyone", "Kapı kodu: «6134»", "Disarm with «6274», duress «6279»", "il cancello si apre digitando «4519»", "Der Schlüsseltresor ist auf «6190» gestellt", "домофон «38B2715»", "رمز الباب «8005»", "문 비밀번호는 «6717»* 이에요", "Šifra za ulaz: «6309»", "Deurcode «2916»"}, Leaves: []string{"Use 2400 sheets", "Style code: 553190-021", "Press 2 for sales in room 12", "Gate 4471 closed", "Login attempts: 4471", "Code: 4471", "Gate A12, door 447B", "Open 2026", "Enter 100000 points", "Sign-ins today: 482913", "Vendor code: VX-12", "Name Code: LMP-44", "Confirm date: 12-04-26", "Login help: call 0800 123 456", "Verified users: 482 913", "Код ошибки 4471, повтор через 10 мин", "رمز المنتج 8005", "Kod pocztowy: 73-453", "door_count = 4471", "Šifra proizvoda: 4471"}},
	{Name: "what opens", Source: "messages between people: what is locked, and with which password", Words: list(`open, unlock, decrypt, protect, encrypt, locked, entsperr, öffn, geschützt, schlüsselt, protég, chiffr, protegid, cifrad, beveiligd, versleuteld`),
		Pattern: `(?:open|unlock|decrypt|protected|encrypted|locked|entsperr|öffn|geschützt|schlüsselt|protégé|chiffré|protegid|cifrad|beveiligd|versleuteld)\pL{0,3}(?: it)? (?:with|by|using|mit|avec|par|con|met) ([^\s"]{6,64})`, Check: func(s string) bool {
			k := kindsOf(s)
			return k.odd > 0 && k.digits > 0 && k.lower > 2 && looksLikePassword(s)
		},
		Finds: []string{"The notes are encrypted with «granite*owl5»", "The document is protected. Open it with «Q3-roadmap!»"}, Leaves: []string{"encrypted with AES-256-GCM", "Open it with Excel!", "protected by reCAPTCHA3"}},
	{Name: "random", Source: "letters.go: pairs of letters in words of 49 languages", Scrub: scrubChance,
		Finds: []string{"deploy with «zq_9fK2mX7pL4vN8bR3tW6yA1cE5»"}, Leaves: []string{"TestParseBase64EncodedStringInput2", "commit 1cbd6e71a9b83620b1d0b11e49d3d9ff48c27e22", "uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd", "Send it to bc1qkmn3qtes3h8zacmm75fsg4kqj6keeeuu632w05", "pk_test_6ioo612gOqOfLLmk7BLh9qxy", "Client ID: 158314332659-rtkaiw8js9gmuwk3ehf9dquiamxbkh2x", "Empreinte : 7cdf3fc2aae25ad2bc3f2f0f9f88a459", "Контрольная сумма: 7cdf3fc2aae25ad2bc3f2f0f9f88a459"}},
	{Name: "password", Source: "what password generators make", Digits: 1, Fits: func(s string) bool { return strings.ContainsAny(s, signs) }, Scrub: scrubSigned,
		Finds: []string{"Share «xK9#mQ2v!Lp4» with Ada", "db.x.test:5432:shop:ada:«xK9#mQ2v!Lp4»", "logon denied (scott/«xK9#mQ2v!Lp4@orcl»)", "Client ID: «xK9#mQ2v!Lp4»"}, Leaves: []string{"C++17 and C#", "SHA256:F+3srLmKRmOloqERkyMbHk6hlUKNey736vcsjdjRgjK", "ada+news2@x.test"}},
}

// Words for one-time codes, in a dozen languages. Ambiguous ones count only with six
// digits.
const (
	codeNames = `\b(?:verification|security|login|log-?in|sign-?in|confirmation|authentication|authorization|access|one[- ]time|sms|2fa|two[- ]factor|mfa|door|gate|garage|house|building|guest|visitor|buzzer|elevator|lift|host|parental|participant|conference|meeting|webinar|alarm|entry|lock(?:box)?|locker|safe|unlock|pairing|device|activation|keypad|setup|pickup|transfer|voicemail|sim|card|atm|your|my|this)[ -](?:code|pin|passcode|combination|combo|keypad)\b|\byour \pL{2,20} code (?:is|:)|(?:^|\PL)(?:п[иі]н(?:-?код\pL*)?|পিন|પિન|ਪਿੰਨ|ಪಿನ್|പിൻ|పిన్)|پین|پن (?:نمبر|کوڈ)|पिन|暗証番号|認証番号|確認番号|ワンタイムパスワード|\b(?:t?otp|one[- ]time password|passcode|pin(?:-?code|-?kode|nummer)?|p(?:uk|in)[12]?|passkey|adm1 key|[ms]?tan|(?-i:TAC|[a-z]{2,10}(?:TAN|PIN|PUK|OTP)))\b|geheim(?:zahl|code)|code secret|código secreto|codice segreto|` +
		`(?:bestätigungs|sicherheits|zugangs|verifizierungs|anmelde|einmal|freischalt|tür|verificatie|beveiligings|bevestigings|verifierings|inlog|backup|reserv|sms|alarm|tresor|kluis|notfall|garagen|haustür|schließfach|bluetooth|kopplungs)-?(?:code|kode?|pin|passwort|tan|nummer)|` + yourCode + `|c[óo]digo sms|kod sms|\bsms[- ](?:kode?|kód|код)|c[óo]d(?:igo|ice|i|e)s? d(?:e|i|u|o|a|el|al|e la|ell[ae])?['’ ]{1,2}[a-zà-ž]+|codici di [a-zà-ž]+|kod (?:weryf|potw|bezp|dost|autor|jednor|do )[a-ząćęłńóśźż]+|` +
		`(?:verifierings|säkerhets|engångs|bekreftelses|sikkerheds|engangs)ko[dr]e?|vahvistuskoodi|(?:ověřovací|bezpečnostní) kód|doğrulama kodu|onay kodu|mã (?:xác|otp)|kode (?:verifikasi|otp|cadangan)|код (?:из )?(?:смс|sms)|код(?:а|ом)? (?:от |для )?(?:подтверждения|доступа|безопасности|підтвердження|входа|для вход[ау]|домофона|двери|подъезда|сейфа)|認証コード|確認コード|(?:验证|驗證|校验|动态|登[录入]|登[錄入]|确认|授权|激活|解锁|安全|门禁|开门|取件)[码碼]|인증 ?번호|인증 ?코드|رمز (?:التحقق|الدخول|التفعيل|التأكيد)|קוד ה?אימות|הקוד שלך|ओटीपी|รหัส ?(?:otp|ยืนยัน)|کد (?:تأیید|تایید|امنیتی|ورود)`
	// yourCode is a code that is yours.
	yourCode = `(?:^|\PL)(?:din|je|jouw|uw|ihr|dein|tu|su|seu|este|tuo|votre|ce|váš|vaš|tvůj|tvoj|twój|ваш|твой|az ön|sizning) (?:\pL{3,14} )?(?:[ck][oó]d\pL{0,6}|код\pL{0,3})|kod(?:unuz|ingiz)|код(?:ыңыз|ингиз)`
	sixNames = `\bmã|\bc[oó]d(?:e?s?|i(?:c[ei]|gos?)?|ul|uri)\b|\bk[oóô]d[a-zà-ž]{0,6}\b|(?:[ck]ode[nrs]?|koodi?[a-zà-ž]{0,4})\b|[a-zà-ž]{4}kod(?:en|er)?\b|kóð[a-z]\b|kodea\b|msimbo|\bšifr[aeou]\b|код|コード|码|碼|코드|인증|رمز|رموز|كود|أكواد|कोड|কোড|კოდ|կոդ|קוד|รหัส|κωδικ|κώδικ|ओटीपी|ওটিপি|کد|کوڈ|குறியீ|కోడ్|ಕೋಡ್|കോഡ്|કોડ|ਕੋਡ|කේත|កូដ|ကုဒ်|ኮድ`
	noCode   = `(?i)bar-?code|geocode|opcode|prod|error|status|exit|\bzip|po[sșş]ta|poczt|post ?[ck]od|färg|felk|streck|landsk|plz|arti[ck]|item|country|area code|source code|\bline|\bhttp|\brfc|\biso\b|version|order|colou?r|byte|code ?point|char|unicode|sort code|fehler|erreur|postleit|fiscale|错误|エラー|ошибк|товар|почт|邮|郵|商品|우편|상품|پست|بريد|منتج|طلب|מוצר|הזמנ|מיקוד|สินค้า|สั่งซื้อ|ไปรษณีย์|προϊόν|παραγγελ|ταχυδρομ|उत्पाद|पिन कोड|পণ্য|ürün|sipariş|đơn hàng|sản phẩm|giảm giá|bưu|vùng|` +
		`(?:tuote|maa|virhe|posti|alennus|väri|viite|tilaus|vare|fejl|feil|farve|farge|lande|ordre|hiba|termék|cikk|ország|szín|kupon|viga|toote|riigi)[a-z]{0,2}[ -]?k[oóô]o?d|грешк|помилк|країн|держав|продукт|издели|вироб|артикул|скидк|знижк|отстъпк|попуст|gre[sš]k|proizvod|izdel|błęd|chyb|eroar|klaid|kļūd|popust|slev|zľav|zniż|שגיא|הנחה|קופון|خصم|تخفیف|کالا|محصول|خطأ|خطا|त्रुटि|छूट|कूपन|ส่วนลด|ข้อผิดพลาด|kesalahan|diskon|lỗi|할인|쿠폰|제품|국가|오류|优惠|折扣|割引|クーポン|製品|产品|编码|編碼|国家|σφάλμ|έκπτ|κουπ|vöru|bidhaa|پروڈکٹ|cửa hàng|发票|發票|订单|訂單|產品|preces|prekės|производ|тавар|тауар|პროდუქტ|ապրանք|\bhata\b|indirim|ülke|məhsul`
	// codeOf are codes of goods and places in Romance languages.
	codeOf = `(?i)\b(?:c[óo]di(?:gos?)?|codic[ei]|codes?) d[a-z]{0,4}['’ ][ a-z]{0,3}(?:prod|post|art|err|pa[iíy]|client|barr|cou?l|fisc)`
	// says stands between a code's name and the code.
	says = ` (?:is|c['’]est|ist|lautet|es|est|è|é|är|er|jest|to|je|on|este|adalah|είναι)(?: the| der| el| le| il| o)?[ :]{1,2}`
	// noQuantity follows a number that counts nothing: the end, a sign or a short word, no longer one and no unit.
	noQuantity = `(?:#|[.,;:!?)]*\s*(?:\n|$)|[.,;!?)]+\s|\s\(|\s\pL{1,4}(?:[^\pL\pN]|$))`
	units      = `(?i)\d (?:euros?|eur|usd|gbp|chf|kr|zł|руб|yen|mal|fois|uur|min|std|km|kg|gb|mb|ml|mm|cm|m|l|h|st|szt|pts?|kcal|rows)(?:[^\pL\pN]|$)`
	// codeKinds are codes of customers, goods and registers (HS code), and counts of codes.
	codeKinds = `(?i)(?:kunden|filial|rabatt|gutschein|promo|coupon|discount|qr|bar|vs|morse|dress|genetic)[- ]?code|^(?:bank|branch|vendor|supplier|commodity|style|batch|dealer|store|project|department|cost|station|subject|class|tariff) code[: ]|code (?:client|promo|source|review|scann)|codice (?:client|sconto)|código qr|kod rabat|код (?:заказа|клиента)|kode (?:barang|pos)|κωδικός πελάτ|\bcodes\b|` + registers
	// discounts are words for discount: everybody may have its code.
	discounts = `rabat|korting|descuento|desconto|descompte|sconto|reducere|disk[ao]u?n|прам[ао]|промо|жеңілд|afslag|promo|coupon|discount`
	// registers are codes of registers, which have letters for a name: HS code, ATC code.
	registers = `(?-i:\b(?:[A-HJ-Z][A-Z]{1,5}|I[A-CE-Z][A-Z]{0,4}) [Cc]ode)`
	// codeItem is one code of a list, with or without its number, or the mark of one that is masked.
	codeItem = `(?:(?:\d{1,2}[.)] )?(?:\[REDACTED\]|[0-9a-z]{3,20}\b)[,;\s-]{0,2})`
	// goods are names of numbers of things.
	goods = `sku|art(?:icle)?|item|part|model|mpn|ref|type|order|product|invoice|ticket|issue`
	// yearAlone is a year without a colon before it, which sentences about codes have.
	yearAlone = `[^0-9:：\s]\s{0,2}(?:19|20)\d{2}[^0-9]?$`
)

var (
	cardCodeWords = []string{"cvv", "cvc", "csc", "crypto", "prüf", "cvn", "nummer", "security n", "verification", "[redacted]"}
	codeWords     = []string{"code", "پین", "پن ", "पिन", "পিন", "પિન", "ਪਿੰਨ", "ಪಿನ್", "പിൻ", "పిన్", "one-time", "one time", "pin", "otp", "puk", "tac", "passkey", "tan", "adm1", "kode", "kod", "kód", "koodi", "código", "codice", "geheimzahl", "combination", "passwort", "keypad", "combo", "nummer", "mã ", "код", "пин", "пін", "コード", "番号", "パスワード", "码", "碼", "인증", "رمز", "קוד", "ओटीपी", "รหัส", "کد"}
	// enterWords are the verb for typing in, before the text to type.
	enterWords = list(`geben sie bitte, geben sie, gib, entrez, saisissez, tapez, introduce, introduzca, ingresa, ingrese, inserisci, digita, digite, insira, voer, wpisz, podaj, zadejte, zadajte, ange, indtast, syötä, tast inn, introduceți, masukkan, nhập, escribe, escriba, teclee, vul, skriv, введите, введіть, въведете, verwenden sie, benutzen sie, utilisez, utilise, usa, utiliza, utilice, use o, usar, gebruik, użyj, použijte, použite, använd, brug, bruk, käytä, folosiți, používejte, используйте, використайте, gunakan, dùng, sử dụng`)
	// lockWords are things that a number opens.
	lockWords = list(`taquilla, casillero, garaje, casier, spind, armadietto, slot van, lock, door, gate, keypad, voicemail, garage, alarm, alarma, alarme, allarme, key safe, key box, safe, lockbox, lock box, padlock, locker, tor, tür, tresor, schließfach, alarmanlage, coffre, cadenas, portail, digicode, caja fuerte, candado, portal, cofre, cadeado, cassaforte, lucchetto, cancello, kluis, kluisje, sleutelkastje, sleutelkluis, deur, hek, sejf, domofon, brama, сейф, замок, домофон, 密码锁, 门锁, 保险柜, 金庫`)
	// lockStems are the same in languages that inflect; lockSigns in scripts without capitals, where they may be joined.
	lockStems = list(`drzw, bram, furtk, kłódk, skrytk, szafk, dveř, dver, brán, brank, trezor, zámk, zámek, vrata, ajtó, kapu, kapud, széf, lakat, riaszt, uși, ușă, ușa, poart, porți, seif, interfon, lacăt, ovikood, portti, portin, tallelok, lukko, lukon, dörr, portkod, kassaskåp, hänglås, larm, dør, pengeskab, hængelås, kapı, dolab, dolap, bina, daire, qapı, uks, värav, durv, vārt, durų, vartų, kapij, lokot, katan, ključavnic,
		двер, ворот, подъезд, калитк, шлагбаум, ячейк, постамат, сигнализац, замк, під'їзд, хвіртк, брам, врат, капиј, сеф, катинар, катанац, πόρτα, πόρτας, θύρα, θυρίδ, χρηματοκιβ, λουκέτ, εισόδου, γκαράζ, συναγερμ, pintu, gerbang, brankas, loker, gembok, cửa ra, cửa chính, mở cửa, cổng, két sắt, mlango, mã cửa, ulaz, vhod, vrat, derës, pinto, atea, дзвяр, есік`)
	lockSigns = list(`玄関, ドア, 扉, ロッカー, オートロック, 宅配ボックス, エントランス, 大门, 房门, 单元门, 大門, 门口, 保险箱, 快递柜, 智能锁, 현관, 대문, 출입문, 도어락, 금고, 자물쇠, 사물함, 택배함, الباب, باب ال, بواب, الخزنة, الخزينة, قفل, المدخل, إنذار, דלת, שער, כספת, מנעול, כניס, گاوصندوق, درب, ประตู, ตู้เซฟ, दरवाज, गेट, तिजोरी, ताला, ताले, দরজা, கதவு, دروازے, دروازہ, კარის, դռան`)
	sixWords  = []string{"cod", "cód", "kod", "kód", "kôd", "kood", "কোড", "კოდ", "կոդ", "код", "コード", "码", "碼", "코드", "인증", "رمز", "رموز", "كود", "أكواد", "कोड", "קוד", "รหัส", "κωδικ", "κώδικ", "ओटीपी", "ওটিপি", "mã ", "کد", "کوڈ", "msimbo", "kóð", "šifr", "குறியீ", "కోడ్", "ಕೋಡ್", "കോഡ്", "કોડ", "ਕੋਡ", "කේත", "កូដ", "ကုဒ်", "ኮድ"}
	// safe are the words for security, in English only as a part of words.
	safe = "secur|sécur|segur|sicur|" + strings.Join(safetyNames, "|")
)
