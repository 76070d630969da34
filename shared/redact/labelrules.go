package redact

// labelledRules find what is written beside its name: "password: x", API_KEY=x.
var labelledRules = []TextRule{
	{Name: "assigned", Keywords: secretKeywords,
		Pattern: `(?:` + secretWords + `|secret|token|authorization|credentials?|session[ _-]?id|sid|csrf|xsrf|signature)` +
			`["'\]]{0,2}` + isSigns + `["'「『“‘«]?([^\s"'<>,「」『』“”‘’«»]{4,200})`,
		Fold: true, Group: 1, Check: "labelled", Not: `> ?[.#:\[][^>]*$|[:=]\s{0,3}--`},
	{Name: "assigned-key", Keywords: []string{"key", "auth", "session", "pass", "secret", "token"},
		Pattern: `(?:^|[^a-z])(?:key|auth|session)["'\]]{0,2}` + isSigns + `["']?([^\s"'<>,]{4,200})`,
		Fold:    true, Group: 1, Check: "credential"},
	{Name: "authorization", Keywords: []string{"authorization"},
		Pattern: `authorization["']?\s{0,2}[:=]\s{0,2}["']?[A-Za-z][A-Za-z-]{1,24}\s{1,2}([^\s"'<>,]{8,400})`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "password-set", Keywords: []string{"pass", "pwd"},
		Pattern: `\b(?:pass(?:word|code|phrase|wd)|pwd)\s{0,2}(?:(?:for|of) [^\n:]{1,40}? )?(?:is|to|was|will be|now|:|=|-)\s{1,2}["'“]?([!-~]{6,64})`, Fold: true, Group: 1, Check: "passwordy", Not: attributes},
	{Name: "quoted", Keywords: secretKeywords, MinDigits: 1,
		Pattern: `(?:` + secretWords + `) ["'“«]([^\s"'”«»]{6,64})["'”»]`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "password-with", MinDigits: 1, Keywords: []string{"password", "passcode", "passphrase", "psk", "passwort", "kennwort", "mot de passe", "contraseña"},
		Pattern: `(?:\b(?:with|using|use|the|this|new|and)|,) (?:password|passcode|passphrase|psk|passwort|kennwort|mot de passe|contraseña) ["'“]?([!-~]{8,64})`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "named-password", MinDigits: 1, Keywords: []string{"pass", "pwd"},
		Pattern: `\b[A-Z][A-Z0-9_]{0,40}_(?:PASS(?:WORD|WD)?|PWD)\s{1,3}["']?([^\s"'<>,]{6,200})`, Group: 1, Check: "passwordy"},
	{Name: "named-uuid", MinDigits: 1, MinRun: 36, Keywords: []string{"key", "token", "secret"},
		Pattern: `(?:key|token|secret)(?:[_ -]id)?["'\]]{0,2}(?:\s{1,2}|\s{0,2}[:=]\s{0,2})["']?([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\b`, Fold: true, Group: 1},
	{Name: "assigned-near", Keywords: secretKeywords,
		Pattern: `(?:` + secretWords + `|\btoken|\bsecret)[^\n.!?0-9:=]{0,24}?[\s:：=「『"'“‘«(]([!-~]{0,40}[0-9@#$%^&*+~][!-~]{0,40})`, Fold: true, Group: 1, Check: "credential"},
	{Name: "assigned-colon", Keywords: secretKeywords, MinDigits: 1,
		Pattern: `(?:` + secretWords + `|\bsecret)[^\n.!?0-9:=(]{1,24}(?:[^\s:]{1,40}@[^\s:]{1,40})?[:：]\s{0,2}["']?([!-~]{5,64})`, Fold: true, Group: 1, Check: "passwordy", Not: attributes},
	{Name: "assigned-native", Keywords: secretKeywords,
		Pattern: `(?:` + nativeWords + `)[^\n.!?0-9]{0,24}?[\s:：=「『"'“‘«(]([!-~]{0,40}[0-9@#$%^&*+~][!-~]{0,40})`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "assigned-last", Keywords: secretKeywords,
		Pattern: `(?:` + nativeWords + `)[^\n.!?0-9]{0,24}[\s:：=「『"'“‘«(]([!-~]{8,64})[」』”’»)]?[.。]?$`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "assigned-words", Keywords: secretKeywords,
		Pattern: `(?:` + secretWords + `)["']?\s{0,3}(?::|=|：|=>)\s{0,3}["']?([^\s"'<>,{}]{5,64})["'.}\]]{0,3}$`,
		Fold:    true, Group: 1, Check: "word", Not: harmlessWords},
	{Name: "phrase-after", MinLen: 20, Keywords: []string{"phrase", "mnemonic", "words", "frase", "mots"},
		Pattern: `(?:(?:recovery|seed|secret|backup|security|wallet|pass|mnemonic)[ -]?(?:phrase|words)|mnemonic|frase (?:semilla|secreta|de (?:recuperación|recuperação)|di recupero)|phrase (?:secrète|de récupération)|wiederherstellungsphrase|herstelzin)[^\n:.0-9]{0,16}["']?\s{0,2}(?:is|:|=|：)\s{0,2}["']?` +
			`((?:[a-zà-ž]{2,12}[ ,_-]{1,2}){3,32}[a-zà-ž]{2,12})`, Fold: true, Group: 1, Not: proseWords},
	{Name: "phrase-last", MinLen: 60,
		Pattern: `[:：\n"]\s{0,2}((?:[a-zà-ž]{3,12}[ ,-]{1,2}){11,32}[a-zà-ž]{3,12})["'.]{0,2}$`, Group: 1, Check: "phrase", Not: proseWords},
	{Name: "pair", Keywords: []string{"credential", "login", "log in", "sign in", "user"},
		Pattern: `\b(?:credentials?|log-?in|log in|sign-?in|user(?:name)?/pass(?:word)?)\s{0,2}[:=]\s{0,2}[^\s:/]{1,40}\s{0,2}[:/]\s{0,2}([!-~]{5,64})`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "password-words", Keywords: []string{"pass", "kennwort", "psk"},
		Pattern: `\b(?:password|passphrase|passwort|kennwort|psk)[^\n:.0-9]{0,40}(?:\bis\b|:|=|\bist\b|\blautet\b)\s{0,2}["'“]?((?:[a-z]{3,12} ){2,7}[a-z]{3,12})["'”.]{0,2}$`, Fold: true, Group: 1, Not: passwordProse},
	{Name: "header", Keywords: []string{"cookie:"}, Pattern: `\bcookie:\s{0,2}([A-Za-z0-9_.-]{1,60}=[^\n]{4,})`, Fold: true, Group: 1},
	{Name: "command-password", Keywords: []string{" -p", "community", "sqlplus", "bindpw", "jdbc:oracle", " -a", " -c", " -w"},
		Pattern: `\b(?:mysql[a-z]{0,8}\b[^\n]{0,80}\s-p|(?:sshpass|smbclient|ipmitool)\b[^\n]{0,80}\s-[pP]\s?|redis-cli\b[^\n]{0,80}\s-a\s|snmp[a-z]{2,12}\b[^\n]{0,60}\s-c\s|ldap[a-z]{3,8}\b[^\n]{0,160}\s-w\s|\b(?:7za?|zip|unrar|rar)\b[^\n]{0,80}\s-[pP]|bindpw\s|r[ow]community6?\s|(?:[Ss][Nn][Mm][Pp](?:-server)?|[Rr]ead|[Ww]rite) community(?: string)?:? (?:to )?|(?:sqlplus |jdbc:oracle:[a-z]{2,4}:)[A-Za-z0-9_]{1,30}/)["']?([^\s"'=-][^\s"']{3,64})`, Group: 1, Check: "passwordy"},
	{Name: "command-word", Keywords: []string{"--pass", "--http-pass", "rabbitmqctl"},
		Pattern: `(?:--(?:http-)?pass(?:word|phrase|wd)?[ =]|rabbitmqctl (?:add_user|change_password) [^\s]{1,40} )["']?([^\s"'-][^\s"']{5,64})`, Group: 1, Check: "labelled"},
	{Name: "tagged", Keywords: secretKeywords,
		Pattern: `(?:` + secretWords + `)</[a-z]{1,12}>\s{0,4}<[a-z]{1,12}>([^<\s]{4,200})<`, Fold: true, Group: 1, Check: "labelled"},
	{Name: "command", Keywords: []string{"-u ", "--user", "--pass", "-p"}, Pattern: `(?:\s-u|--user|--proxy-user)[ =]["']?[^\s:%,"']{1,64}[:%,]([^\s"'/][^\s"']{3,127})`, Fold: true, Group: 1, Check: "filled"},
	{Name: "hashed", Keywords: []string{"$1", "$2", "$5", "$6", "$7", "$y", "$a", "$s", "$p", "$b", "sha", "{md5}", "{smd5}", "{crypt}"}, Pattern: `\$(?:2[abxy]?|[1567y]|argon2[a-z]{1,2}|scrypt|pbkdf2[a-z0-9-]{0,12}|bcrypt[a-z0-9-]{0,12}|s0)\$[A-Za-z0-9./+$=,_-]{8,}|\{S?(?:SHA[0-9]{0,3}|MD5|CRYPT)\}[A-Za-z0-9./+$=]{8,}`},
	{Name: "bytes", Spare: true, MinDigits: 8, MinLen: 40, Pattern: `(?:(?:0x)?[0-9a-f]{2,3}[ ,:;]{1,2}){15,}(?:0x)?[0-9a-f]{1,3}\b`, Fold: true, Check: "bytes"},
	{Name: "digits", MinDigits: 24, MinRun: 24, Pattern: `\b\d{24,}\b`, Check: "digits20"},

	{Name: "answer", Keywords: []string{"answer", "maiden", "memorable"},
		Pattern: `\b(?:(?:security|secret)[ _]answer(?:[ _]?\d)?|your answer on file|answer to (?:your|the) (?:security|secret) question|memorable (?:word|name|place|date|information)|mother'?s maiden name)\s{0,2}(?:is|:|=)\s{0,2}([^\n]{2,60})`, Fold: true, Group: 1},
	{Name: "answered-key", Keywords: []string{"?\",", "?\":"},
		Pattern: `\?"\s{0,2}[,:]\s{0,2}(?:"[a-z]{1,12}"\s{0,2}:\s{0,2})?"?([^"\n]{2,60})`, Fold: true, Group: 1},
	{Name: "answered", Keywords: []string{"answer"},
		Pattern: `\?\s{0,3}(?:your )?answer\s{0,2}[:=]\s{0,2}([^\n]{2,60})`, Fold: true, Group: 1},
	{Name: "code-list", Keywords: backupKeywords,
		Pattern: `(?:` + backupNames + `)[^0-9A-Za-z]{0,4}(?:(?:is|are)[^0-9A-Za-z]{1,3})?([0-9A-Za-z][0-9A-Za-z ),;\n-]{6,400})`, Fold: true, Group: 1, Check: "codes"},
}

// secretWords are what passwords and their like are called. Scripts that do
// not separate words, and long words, stand without a border.
const secretWords = `\bpw|_pw|bindpw|\bpsk|pre-?shared key|pass(?:word|wd|phrase|code)?|pwd|passwor[dt]|kennwort|(?:api|access|account|private|secret|client|signing|encryption|license|shared|storage|network|security|wpa2?|webhook|master|recovery|setup|deploy|ssh)[ _-]?(?:key|secret|token|pass)` +
	`|contraseña|clave|senha|mot de passe|mdp|wachtwoord|lösenord|adgangskode|passord|salasana|hasło|heslo|jelszó|parol[aă]|şifre|lozinka|slaptažodis|parool|mật khẩu|kata sandi|sandi|κωδικός|пароль|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة (?:المرور|السر)|סיסמה|पासवर्ड|รหัสผ่าน|парола|лозинка|kata laluan|পাসওয়ার্ড|پاس ورڈ` + furtherPasswords + `|chave|chiave|klíč|klucz|nyckel|sleutel|avain|nøkkel|nøgle|ključ|kulcs|cheie|anahtar|κλειδί|مفتاح|מפתח|कुंजी|khóa|kunci|parola d'ordine|schlüssel|clé|ключ(?: api)?|密钥|密鑰|キー|jeton|segreto|zugriffstoken`

// furtherPasswords are what passwords are called in languages of which no other
// word is read here.
const furtherPasswords = `|wagwoord|lykilorð|pasfhocal|pasahitza|nenosiri|neno la siri|fjalëkalim|geslo|zaporka|salasõna|şifrə|contrasenya|contrasinal|cyfrinair|facal-faire|iphasiwedi|პაროლ|գաղտնաբառ|құпия ?сөз|сырсөз|нууц үг|கடவுச்சொல்|పాస్వర్డ్|ಪಾಸ್ವರ್ಡ್|പാസ്വേഡ്|ਪਾਸਵਰਡ|પાસવર્ડ|මුරපද|စကားဝှက်|ពាក្យសម្ងាត់|ລະຫັດຜ່ານ`

// isSigns stand between a label and what it is of.
const isSigns = `(?:\s{1,3}(?:is|are|was|ist|lautet|es|est|è|é|är|jest)\s{1,3}|\s{0,3}(?::|=|：|->|→|=>|>|は|是|为)\s{0,3})`

// secretKeywords has one of each of secretWords, of nativeWords and of what stands
// beside them, or a part of it.
var secretKeywords = []string{"pass", "psk", "shared", "pw", "secret", "token", "key", "auth", "credential", "session", "sid", "csrf", "xsrf", "signature", "wort", "contraseña", "clave", "senha", "mdp", "wachtwoord", "lösenord", "adgangskode", "salasana", "hasło", "heslo", "parol", "şifre", "lozinka", "slaptažodis", "parool", "mật khẩu", "sandi", "密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호", "كلمة", "पासवर्ड", "รหัสผ่าน", "лозинка", "laluan", "পাসওয়ার্ড", "پاس", "wagwoord", "lykilor", "pasfhocal", "pasahitza", "nenosiri", "neno la", "fjalëkalim", "geslo", "zaporka", "salasõna", "şifrə", "contrasenya", "contrasinal", "cyfrinair", "facal-faire", "iphasiwedi", "პაროლ", "գաղտնաբառ", "құпия", "сырсөз", "нууц", "கடவுச்", "పాస్", "ಪಾಸ್", "പാസ്", "ਪਾਸ", "પાસ", "මුරප", "စကား", "ពាក្យ", "ລະຫັດ", "chave", "chiave", "klíč", "klucz", "nyckel", "sleutel", "avain", "nøkkel", "nøgle", "ključ", "kulcs", "cheie", "anahtar", "κλειδί", "مفتاح", "מפתח", "कुंजी", "khóa", "kunci", "schlüssel", "clé", "ключ", "密钥", "密鑰", "キー", "jeton", "segreto", "mot de", "jelsz", "κωδικ", "парол", "رمز", "گذرواژه", "סיסמ"}

// nativeWords are the words for a password of languages other than English, in
// whose sentences what it is stands anywhere.
const nativeWords = `passwort|kennwort|contraseña|\bclave|senha|mot de passe|wachtwoord|lösenord|adgangskode|passord|salasana|hasło|heslo|jelszó|jelszava|parol[aăe]\b|şifre|lozinka|slaptažodis|parool|mật khẩu|kata sandi|\bsandi|κωδικ(?:ός|ό) πρόσβασης|парол[ьяею]|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة (?:المرور|السر)|رمز (?:عبور|المرور)|گذرواژه|סיסמ|पासवर्ड|รหัสผ่าน|парола|лозинка|kata laluan|পাসওয়ার্ড|پاس ورڈ` + furtherPasswords + ``

// backupNames are what codes are called that one keeps for when all else is
// lost.
const backupNames = `\b(?:backup|back-up|recovery|reserve|scratch|emergency|rescue|restore|single-use|one-time(?: recovery)?)[ -](?:codes?|keys?)\b|wiederherstellungs(?:codes?|schlüssel)|(?:notfall|ersatz|sicherungs)codes?|codes? de (?:récupération|secours)|códigos? de (?:recuperación|respaldo|recuperação|reserva|backup|emergencia)|codic[ei] di (?:recupero|backup|riserva)|` +
	`(?:herstel|back-?up)codes?|återställnings(?:koder|kod)|gjenopprettings(?:koder|kode)|gendannelseskoder?|palautuskoodi|kody? (?:zapasowe|odzyskiwania)|záložní kód|kurtarma kod|резервн[а-я]{2,3} код|код[а-я]{0,2} восстановления|恢复(?:代码|码)|備用(?:驗證)?碼|备用(?:验证)?码|バックアップ ?コード|リカバリー ?コード|回復コード|복구 ?코드|백업 ?코드`

// backupKeywords has one of each of backupNames.
var backupKeywords = []string{"code", "key", "schlüssel", "códig", "codic", "kod", "kód", "koodi", "код", "代码", "码", "碼", "コード", "코드"}

// passwordProse are words of sentences about passwords.
const passwordProse = proseWords + `|\b(?:to|be|at|by|on|in|of|or|if|no|an|it|as|used|uses|using|use|required|needed|must|should|contains?|characters?|least|long|short|weak|strong|incorrect|invalid|correct|wrong|expired|stored|encrypted|hashed|sent|set|changed|missing|empty|valid|protected|case|sensitive|longer|shorter|letters|digits|numbers?|only|optional|may|enter|type|generated|same|different|already|also|never|always|just|simply|still|usually|please|try|again|too|very|string|null|none|default|any)\b`

// attributes are words of what is said about a secret, not it.
const attributes = `name|type|\bids?\b|length|policy|algorithm|endpoint|\burl|count|version|hash|size|format|expir|created|\bdate|last|updated|status|strength|hint|label|minimum|maximum|prefix|://`

// harmlessWords are what a field for passwords says of itself.
const harmlessWords = `(?:[:=：>]\s*["']?)(?:required|optional|changed?|change|hidden|invalid|incorrect|correct|wrong|missing|empty|none|null|nil|true|false|undefined|weak|medium|strong|stronger|fair|good|poor|expired|expires|reset|show|hide|view|edit|update|updated|forgot|forgotten|enter|entered|confirm|confirmed|submit|cancel|save|saved|set|unset|never|always|enabled|disabled|accepted|rejected|unknown|default|string|number|varchar|text|input|password|passwort|username|email|match|matches|mismatch|valid|validated|protected|encrypted|hashed|masked|copied|copy|generate|generated|obligatoire|requis|erforderlich|pflichtfeld|obligatorio|requerido|obrigat|verplicht|wymagane|needed|mandatory|available|strength)[^ ]*$`
