package redact

// textRules are tried in this order, each on what the earlier ones left.
// Patterns have no nested repetition and every repetition is of one class or
// bounded, so that a backtracking engine is linear on them too.
var textRules = []TextRule{
	{Name: "pem", Keywords: []string{"-----begin"},
		Pattern: `-----BEGIN [A-Za-z0-9 ]{0,40}(?:PRIVATE|SECRET|Static|MESSAGE)[A-Za-z0-9 ]{0,20}-----[A-Za-z0-9+/=:.,\s-]*`},
	{Name: "otpauth", Keywords: []string{"otpauth"},
		Pattern: `otpauth(?:-migration)?://[^\s"'<>]+`, Fold: true},
	{Name: "wifi", Keywords: []string{"wifi:"},
		Pattern: `WIFI:[^\s"<>]{4,}`, Fold: true},
	{Name: "jwt", Keywords: []string{"eyj"},
		Pattern: `\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,4}`},
	{Name: "userinfo", Keywords: []string{"://"},
		Pattern: `\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@"'<>\[\]]{0,80}:([^\s/@"'<>]{1,200})@`, Fold: true, Group: 1, Check: "filled"},
	{Name: "bearer", Keywords: []string{"bearer"},
		Pattern: `\bbearer[\s:]{1,4}([A-Za-z0-9._~+/=-]{8,})`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "basic", Keywords: []string{"basic"},
		Pattern: `\bbasic[\s:]{1,4}([A-Za-z0-9+/]{8,}={0,2})`, Fold: true, Group: 1, Check: "credential"},

	// Tokens whose makers gave them a prefix to be found by.
	{Name: "prefixed", MinRun: 12, Keywords: []string{
		"sk-", "sk_", "rk_", "pk_live", "whsec_", "gho_", "ghp_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-",
		"glrt-", "glsa_", "glc_", "xox", "xapp-", "npm_", "pypi-", "aiza", "gocspx-", "hf_", "dop_v1_", "doo_v1_", "shp", "hvs",
		"lin_api_", "ntn_", "secret_", "sbp_", "pmak-", "sntry", "sq0", "nrak-", "dapi", "tskey-", "nsec1", "age-secret-key",
		"key-", "patat", "atatt", "rubygems_", "dckr_pat_", "cfut_", "figd_", "phx_", "r8_", "gsk_", "xai-",
		"pplx-", "vercel_", "eaa", "bot", "gr1348941", "glft-", "glptt-", "glagent-", "glcbt-", "glimt-", "gloas-", "sgp_", "squ_", "sqp_", "sqa_", "ccipat_", "ccipr", "bkua_", "pul-",
		"nfp_", "rnd_", "fm2_", "pscale_", "npg_", "ops_", "xkeysib-", "atbb", "atctt", "y0_", "aqvn", "ltai", "hrku-", "swmtkn-", "igqv", "nrii-", "nrra-", "amzn."},
		Pattern: `\b(?:sk-|sk_|rk_|pk_live_|whsec_|gh[opusr]_|github_pat_|gl(?:pat|dt|rt)-|gl(?:sa|c)_|xox[a-z]-|xapp-|npm_|pypi-|AIza|GOCSPX-|` +
			`hf_|do[op]_v1_|shp[a-z]{2}_|lin_api_|ntn_|secret_|sbp_|PMAK-|sntry[a-z]_|sq0[a-z]{3}-|NRAK-|dapi|tskey-|nsec1|AGE-SECRET-KEY-1|` +
			`key-|patat|ATATT|rubygems_|dckr_pat_|cfut_|figd_|phx_|r8_|gsk_|xai-|pplx-|vercel_|EAA|bot|GR1348941|gl(?:ft|ptt|agent|cbt|imt|oas)-|sgp_|sq[upa]_|CCIP(?:AT|R)_|bkua_|pul-|nfp_|rnd_|fm2_|pscale_[a-z]{2,6}_|npg_|ops_|xkeysib-|AT(?:BB|CTT)|y0_|AQVN|LTAI|HRKU-|SWMTKN-|IGQV|NR(?:II|RA)-|amzn\.[a-z]{2,6}\.)[A-Za-z0-9_=+/-]{12,}`,
		Check: "tokenish"},
	{Name: "aws", MinRun: 20, Keywords: []string{"akia", "asia"}, Pattern: `\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`},
	{Name: "dotted", MinRun: 8, Keywords: []string{"sg.", "ya29.", "hvs.", "hvb.", "dp.", "sl.", "1//"},
		Pattern: `\b(?:SG\.|ya29\.|hv[sb]\.|dp\.[a-z]{2,4}\.|sl\.|1//)[A-Za-z0-9_.-]{16,}`, Check: "tokenish"},
	{Name: "kubeadm", MinDigits: 1, Keywords: []string{"token"}, Pattern: `\b[a-z0-9]{6}\.[a-z0-9]{16}\b`, Check: "tokenish"},
	{Name: "track", MinDigits: 12, Keywords: []string{"%b"}, Pattern: `(?:%B)\d{12,19}[\^=][^\s?]{0,100}`, Fold: true},
	{Name: "xprv", Keywords: []string{"prv"}, MinRun: 50,
		Pattern: `\b[a-zA-Z]prv[A-Za-z0-9]{46,}`},

	// Written by hand beside its name: "password: x", API_KEY=x.
	{Name: "assigned", Keywords: secretKeywords,
		Pattern: `(?:` + secretWords + `|secret|token|authorization|credentials?|session[ _-]?id|sid|csrf|xsrf|signature)` +
			`["'\]]{0,2}` + isSigns + `["'「『“‘«]?([^\s"'<>,「」『』“”‘’«»]{4,200})`,
		Fold: true, Group: 1, Check: "labelled"},
	{Name: "assigned-key", Keywords: []string{"key", "auth", "session", "pass", "secret", "token"},
		Pattern: `(?:^|[^a-z])(?:key|auth|session)["'\]]{0,2}` + isSigns + `["']?([^\s"'<>,]{4,200})`,
		Fold:    true, Group: 1, Check: "credential"},
	{Name: "named", Keywords: []string{"key", "secret", "token", "pass", "pwd"},
		Pattern: `\b(?:[A-Z][A-Z0-9]*_)+(?:KEY|SECRET|TOKEN|PASS(?:WORD|WD)?|PWD)\s{1,3}["']?([^\s"'<>,]{8,200})`, Group: 1, Check: "credential"},
	{Name: "assigned-near", Keywords: secretKeywords,
		Pattern: `(?:` + secretWords + `|\btoken|\bsecret)[^\n.!?0-9:=]{0,24}?[\s:：=「『"'“‘«(]([!-~]{0,40}[0-9@#$%^&*+~][!-~]{0,40})`, Fold: true, Group: 1, Check: "credential"},
	{Name: "assigned-colon", Keywords: secretKeywords, MinDigits: 1,
		Pattern: `(?:` + secretWords + `|\bsecret)[^\n.!?0-9:=(]{1,24}[:：]\s{0,2}["']?([!-~]{5,64})`, Fold: true, Group: 1, Check: "passwordy", Not: attributes},
	{Name: "assigned-native", Keywords: nativeKeywords,
		Pattern: `(?:` + nativeWords + `)[^\n.!?0-9]{0,24}?[\s:：=「『"'“‘«(]([!-~]{0,40}[0-9@#$%^&*+~][!-~]{0,40})`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "assigned-last", Keywords: nativeKeywords,
		Pattern: `(?:` + nativeWords + `)[^\n.!?0-9]{0,24}[\s:：=「『"'“‘«(]([!-~]{8,64})[」』”’»)]?[.。]?$`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "assigned-words", Keywords: secretKeywords,
		Pattern: `(?:` + secretWords + `)["']?\s{0,3}(?::|=|：|=>)\s{0,3}["']?([^\s"'<>,{}]{5,64})["'.}\]]{0,3}$`,
		Fold:    true, Group: 1, Check: "word", Not: harmlessWords},
	{Name: "phrase-after", MinLen: 20, Keywords: []string{"phrase", "mnemonic", "words", "frase", "mots"},
		Pattern: `(?:(?:recovery|seed|secret|backup|security|wallet|pass|mnemonic)[ -]?(?:phrase|words)|mnemonic|frase (?:semilla|secreta|de (?:recuperación|recuperação)|di recupero)|phrase (?:secrète|de récupération)|wiederherstellungsphrase|herstelzin)[^\n:.0-9]{0,16}["']?\s{0,2}(?:is|:|=|：)\s{0,2}["']?` +
			`((?:[a-z]{2,12}[ ,_-]{1,2}){3,32}[a-z]{2,12})`, Fold: true, Group: 1, Not: proseWords},
	{Name: "pair", Keywords: []string{"credential", "login", "log in", "sign in", "user"},
		Pattern: `\b(?:credentials?|log-?in|log in|sign-?in|user(?:name)?/pass(?:word)?)\s{0,2}[:=]\s{0,2}[^\s:/]{1,40}\s{0,2}[:/]\s{0,2}([!-~]{5,64})`, Fold: true, Group: 1, Check: "passwordy"},
	{Name: "password-words", Keywords: []string{"pass", "kennwort"},
		Pattern: `\b(?:password|passphrase|passwort|kennwort)[^\n:.0-9]{0,16}(?:\bis\b|:|=|\bist\b|\blautet\b)\s{0,2}["'“]?((?:[a-z]{3,12} ){2,7}[a-z]{3,12})["'”.]{0,2}$`, Fold: true, Group: 1, Not: passwordProse},
	{Name: "header", Keywords: []string{"cookie:"}, Pattern: `\bcookie:\s{0,2}([A-Za-z0-9_.-]{1,60}=[^\n]{4,})`, Fold: true, Group: 1},
	{Name: "header-key", Keywords: []string{"-key:", "-token:", "-secret:", "-auth:"}, Pattern: `\bx-[a-z-]{0,40}(?:key|token|secret|auth)[a-z-]{0,20}:\s{0,2}(\S{6,300})`, Fold: true, Group: 1},
	{Name: "command-password", Keywords: []string{" -p", "community", "sqlplus"}, Pattern: `\b(?:mysql[a-z]{0,8}\b[^\n]{0,80}\s-p|snmp-server community |sqlplus [A-Za-z0-9_]{1,30}/)([^\s"'=-][^\s"']{3,64})`, Group: 1, Check: "passwordy"},
	{Name: "command", Keywords: []string{"-u ", "--user", "--pass", "-p"}, Pattern: `(?:\s-u|--user|--proxy-user)[ =]["']?[^\s:"']{1,64}:([^\s"']{4,128})`, Group: 1, Check: "filled"},
	{Name: "hashed", Keywords: []string{"$1", "$2", "$5", "$6", "$7", "$y", "$a", "$s", "$p", "$b"}, Pattern: `\$(?:2[abxy]?|[1567y]|argon2[a-z]{1,2}|scrypt|pbkdf2[a-z0-9-]{0,12}|bcrypt[a-z0-9-]{0,12}|s0)\$[A-Za-z0-9./+$=,_-]{8,}`},
	{Name: "bytes", Spare: true, MinDigits: 8, MinLen: 40, Pattern: `(?:(?:0x)?[0-9a-f]{2,3}[ ,:;]{1,2}){15,}(?:0x)?[0-9a-f]{1,3}\b`, Fold: true, Check: "bytes"},
	{Name: "digit-groups", MinDigits: 20, Pattern: `\b\d{4,8}(?:[ -]\d{4,8}){3,12}\b`, Check: "digits20"},
	{Name: "digits", MinDigits: 24, MinRun: 24, Pattern: `\b\d{24,}\b`},

	{Name: "answer", Keywords: []string{"answer", "maiden", "memorable"},
		Pattern: `\b(?:(?:security|secret) answer|answer to (?:your|the) (?:security|secret) question|memorable (?:word|name|place|date|information)|mother'?s maiden name)\s{0,2}(?:is|:|=)\s{0,2}([^\n]{2,60})`, Fold: true, Group: 1},
	{Name: "answered", Keywords: []string{"answer"},
		Pattern: `\?\s{0,3}(?:your )?answer\s{0,2}[:=]\s{0,2}([^\n]{2,60})`, Fold: true, Group: 1},
	{Name: "code-list", Keywords: backupKeywords,
		Pattern: `(?:` + backupNames + `)[^0-9A-Za-z]{0,4}(?:(?:is|are)[^0-9A-Za-z]{1,3})?([0-9A-Za-z][0-9A-Za-z ,;\n-]{6,400})`, Fold: true, Group: 1, Check: "codes"},

	// Numbers with a meaning.
	{Name: "ssn", MinDigits: 9, Pattern: `\b\d{3}-\d{2}-\d{4}\b`},
	{Name: "iban", MinDigits: 8,
		Pattern: `\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?\b`, Fold: true, Check: "iban"},
	{Name: "card", MinDigits: 13, Pattern: `(?:\b(?:` + goodsNames + `)[ .:#no-]{1,6})?\b(\d(?:[ .-]?\d){12,18})\b`, Fold: true, Group: 1, Check: "luhn", Unless: goods},
	{Name: "cvv", MinDigits: 3, Keywords: []string{"cvv", "cvc", "csc", "security code"},
		Pattern: `\b(?:cvv2?|cvc2?|csc|security code)(?: code| number)?[^0-9A-Za-z]{0,4}(?:is[^0-9A-Za-z]{1,3})?(\d{3,4})\b`, Fold: true, Group: 1},
	{Name: "otp", MinDigits: 4, Keywords: []string{"code", "otp", "pin", "tan", "验证码", "пин", "код"},
		Pattern: `(?:\b[a-z]{2,12}[ -])?(?:\b(?:codes?|otp|passcode|pin|tan)\b|验证码|код|пин)` +
			`(?:[^0-9A-Za-z\n]{0,4}\b(?:is|was|for|to|your|the|enter|use|login|sign|in|account|verification|number|no|ist|es|est|lautet)\b){0,5}` +
			`[^0-9A-Za-z\n(#-]{0,4}\b(?:[A-Z]-)?(\d{3}[ -]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4,10})\b`,
		Fold: true, Group: 1, Unless: harmlessCodes, Not: protocolCodes},
	{Name: "otp-named", MinDigits: 4, Keywords: codeKeywords,
		Pattern: `(?:` + codeNames + `)[^0-9\n]{0,40}?[^0-9\n.,$€£-]((?:[A-Z]-)?(?:\d{2,4}(?:[ -]\d{2,4}){1,3}|\d(?:[ -]\d){3,7}|\d{4,10}))(?:[^0-9A-Za-z]|$)`,
		Fold:    true, Group: 1, Not: yearsOrLater},
	{Name: "otp-before", MinDigits: 4, Keywords: codeKeywords,
		Pattern: `(?:^|[^0-9A-Za-z$€£.,#-])(\d{3}[ -]\d{3}|\d{4,8})\b[^0-9\n]{1,60}?(?:` + codeNames + `)`, Fold: true, Group: 1, Not: yearsOrLater},
	{Name: "otp-to", MinDigits: 4, Keywords: []string{"use ", "enter ", "type "},
		Pattern: `\b(?:use|enter|type)\s{1,2}(\d{3}[ -]\d{3}|\d{4,8})\s{1,2}(?:to|as|for|when|on)\s[^\n0-9]{0,30}(?:verif|confirm|sign|log|access|auth|unlock|complete|continue|account)`, Fold: true, Group: 1},
	{Name: "otp-box", MinDigits: 1, Keywords: []string{"digit ", "character "},
		Pattern: `\b(?:digit|character) \d{1,2}(?: of \d{1,2})?: ?(\S)$`, Fold: true, Group: 1},
	{Name: "otp-spaced", MinDigits: 4, Keywords: []string{"code", "otp", "pin"},
		Pattern: `\b(?:code|otp|pin|passcode)\b[^0-9A-Za-z\n]{0,4}(?:is[^0-9A-Za-z]{1,3})?(\d(?:[ -]\d){3,7})\b`, Fold: true, Group: 1},
	{Name: "otp-letters-named", MinDigits: 1, Keywords: []string{"code", "otp", "passcode"},
		Pattern: `\b(?:enter|use|type|your|this|the|login|access|verification|security|invite|invitation|pairing|meeting|join|guard|restore|transfer|pickup|collection|unlock|one-time|single-use|device|setup)\b[^0-9\n:]{0,24}\b(?:code|otp|passcode)\b[^0-9\n:]{0,40}(?::|\bis\b)\s{0,2}([A-Z0-9]{4,12}(?:-[A-Z0-9]{4,10}){0,4})\b`, Fold: true, Group: 1, Check: "labelled", Unless: harmlessCodes},
	{Name: "license", Keywords: []string{"license", "licence", "serial"},
		Pattern: `\b(?:licen[cs]e|serial)(?: key| code| number)?\s{0,2}[:=]\s{0,2}([A-Z0-9]{3,8}(?:-[A-Z0-9]{3,8}){2,8})\b`, Fold: true, Group: 1, Check: "codes"},
	{Name: "code-last", Keywords: []string{"code", "key"},
		Pattern: `\b(?:guard|restore|transfer|pickup|collection|redeem|pairing|recovery|setup|unlock|activation|install|steam|product|serial|licen[cs]e|this) (?:code|key)\b:?\s{0,2}([A-Z0-9]{4,12}(?:[ -][A-Z0-9]{3,10}){0,8})[.!]?$`, Fold: true, Group: 1, Check: "codes"},
	{Name: "combination", MinDigits: 4, Keywords: []string{"combination", "kombination", "combo"},
		Pattern: `\b(?:[ck]ombination|combo)\s{0,2}(?:is|:|=|ist|lautet|\s)\s{0,2}(\d{1,2}(?:[ -]\d{1,2}){2,4}|\d{4,8})\b`, Fold: true, Group: 1},
	{Name: "code-six", MinDigits: 6, Keywords: sixKeywords,
		Pattern: `(?:` + sixNames + `)[^0-9\n]{0,40}?[^0-9\n.,$€£#/-](\d{6}|\d{3}[ .-]\d{3})(?:[^0-9A-Za-z.,%]|[.,](?:\s|$)|$)`, Fold: true, Group: 1, Unless: harmlessCodes, Not: noCode},
	{Name: "code-six-before", MinDigits: 6, Keywords: sixKeywords,
		Pattern: `(?:^|[^0-9A-Za-z$€£.,#/-])(\d{6}|\d{3}[ -]\d{3})[^0-9A-Za-z.,%][^0-9\n.]{0,30}?(?:` + sixNames + `)`, Fold: true, Group: 1, Not: noCode},
	{Name: "code-device", Keywords: []string{"code"},
		Pattern: `\b(?:enter|use|your|this|device|activation|login|pairing)\b[^0-9\n:]{0,16}\bcode\b[^0-9\n:]{0,24}[:\s]\s?([A-Z0-9]{4}-[A-Z0-9]{4}|[A-Z0-9]{5,9})$`, Group: 1, Check: "caps", Unless: harmlessCodes},
	{Name: "otp-first", MinDigits: 4, Keywords: []string{"code", "otp", "pin", "passcode"},
		Pattern: `\b(\d{3}[ -]\d{3}|\d{4,10})\s{0,2}(?:is|:|-|–|=)\s{0,2}(?:your|the|my|a)\b[^\n.0-9]{0,40}\b(?:code|otp|pin|passcode|password)\b`,
		Fold:    true, Group: 1},
	{Name: "otp-use", MinDigits: 4, Keywords: []string{"use", "enter", "type"},
		Pattern: `\b(\d{3}[ -]?\d{3}|\d{4,8})\s{0,2}[-–:]\s{0,2}(?:use|enter|type)\b`, Fold: true, Group: 1},
	{Name: "otp-letters", MinDigits: 2, Keywords: []string{"code", "otp"},
		Pattern: `(?:\b[a-z]{2,12}[ -])?\b(?:code|otp)\s{0,2}(?:is|:)\s{0,2}([A-Z0-9]{4,10}(?:-[A-Z0-9]{4,10}){0,4})\b`, Fold: true, Group: 1, Check: "mixed", Unless: harmlessCodes},
	{Name: "official", MinDigits: 5, Keywords: officialKeywords,
		Pattern: `(?:` + officialNames + `)(?:[ .'-]{0,2}` + numberWords + `){0,2}["'.]{0,2}[\s:=#：º°]{1,4}(?:(?:is|est|ist|es|è|é)\s)?#?` + officialValue,
		Fold:    true, Group: 1, Check: "official"},
	{Name: "official-after", MinDigits: 6, Keywords: officialKeywords,
		Pattern: `\b(\d(?:[ -]?[0-9A-Z]){5,20})\s(?:is|ist|est|es)\s(?:your|my|the|his|her|ihre|votre|su)\s(?:new )?(?:` + officialNames + `)`, Fold: true, Group: 1, Check: "official"},
	{Name: "nie-es", MinDigits: 7, Pattern: `\b[XYZ]-?\d{7}-?[A-Z]\b`},
	{Name: "emirates", MinDigits: 15, Pattern: `\b784-?\d{4}-?\d{7}-?\d\b`},
	{Name: "official-papers", Keywords: []string{"passport", "visa", "permit", "licen", "card"},
		Pattern: `\b(?:passport|visa|(?:residence |work )?permit|licen[cs]e|(?:id|identity|residence) card) (?:number|no|nr|#)[\s:.#]{1,4}([A-Z0-9]{6,12})\b`, Fold: true, Group: 1, Check: "mixed"},
	{Name: "official-tax", MinDigits: 6, Keywords: []string{"vat", "tva", "mwst", "ust", "ahv", "avs", "tax file", "social insurance", "employer", "health card", "burgerservice", "dowód", "sécu", "dni", "cpf", "siret", "siren", "codice", "p.iva", "partita"},
		Pattern: `\b(?:vat|tva|mwst|ust)[ .-]{0,2}(?:id|no|nr|number|idnr)?[ .:]{1,3}([A-Z]{2}[A-Z0-9]{8,12})\b`, Fold: true, Group: 1, Check: "official"},
	{Name: "official-native", MinDigits: 6, Keywords: []string{"ahv", "avs", "tax file", "social insurance", "employer", "health card", "burgerservice", "dowód", "sécu", "siret", "siren", "partita", "sozial", "rentenversicherung", "krankenkasse", "assurance"},
		Pattern: `(?:\bahv|\bavs|tax file|social insurance|employer identification|health(?: insurance)? card|burgerservice(?:nummer)?|dowód osobisty|n° (?:de )?sécu|\bsiret|\bsiren|partita iva|rentenversicherungsnummer|krankenkassennummer)[^0-9\n]{0,16}?[\s:.]((?:[A-Z]{2,3})?\d[0-9A-Z]{0,12}(?:[ .-][0-9A-Z]{1,8}){0,6})`, Fold: true, Group: 1, Check: "official"},
	{Name: "official-weak", MinDigits: 5, Keywords: officialWeakKeywords,
		Pattern: `(?:^|[^0-9A-Za-z_-])(?:` + officialWeakNames + `)\s{0,2}(?:` + numberWords + `["'.]{0,2}\s{0,2}[:=#]?(?:\s{1,2}is\s)?|["']?\s{0,2}[:=#])\s{0,2}` + officialValue,
		Fold:    true, Group: 1, Check: "official"},
	{Name: "official-shape", MinDigits: 8, Keywords: []string{"ein", "imei", "account"}, Pattern: `\b(?:ein[\s:#]{1,3}\d{2}-\d{7}|imei[\s:#]{1,3}\d{15}|account[\s:#]{1,3}\d{8,12})\b`, Fold: true},
	{Name: "official-key", MinDigits: 1, Keywords: []string{"license key", "licence key", "product key", "serial key", "activation", "gift card", "redeem", "voucher pin"},
		Pattern: `\b(?:(?:licen[cs]e|product|serial|activation) (?:key|code)|gift card(?: (?:code|pin|number))?|redeem (?:this |your |the )?(?:code|voucher|gift card)|voucher pin)[\s:=#]{1,4}([A-Z0-9](?:[ -]?[A-Z0-9]){5,40})\b`, Fold: true, Group: 1, Check: "mixedOrLong"},
	{Name: "card-expiry", MinDigits: 4, Keywords: []string{"exp", "thru", "mm/yy"}, Pattern: `\b(?:exp(?:iry|ires|iration)?(?: date)?|valid thru|good thru|mm/yy)[^0-9A-Za-z]{0,6}((?:0[1-9]|1[0-2]) ?/ ?(?:20)?\d{2})\b`, Fold: true, Group: 1},
	{Name: "pan-in", MinRun: 10, MinDigits: 4, Pattern: `\b[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]\b`},
	{Name: "medicare", MinDigits: 4, Pattern: `\b[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}\b`},
	{Name: "curp", MinRun: 18, MinDigits: 7, Pattern: `\b[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d\b`},
	{Name: "rfc-mx", MinRun: 12, MinDigits: 6, Pattern: `\b[A-Z&]{3,4}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[A-Z0-9]{2}[0-9A]\b`},
	{Name: "nir", MinDigits: 13, Pattern: `\b[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}\b`},
	{Name: "rut", MinDigits: 7, Pattern: `\b\d{1,2}\.\d{3}\.\d{3}-[\dK]\b`},
	{Name: "rrn", MinDigits: 13, Pattern: `\b\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6}\b`},
	{Name: "cpf", MinDigits: 11, Pattern: `\b\d{3}\.\d{3}\.\d{3}-\d{2}\b`},
	{Name: "cnpj", MinDigits: 14, Pattern: `\b\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}\b`},
	{Name: "personnummer", MinDigits: 12, Pattern: `\b19\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[+-]\d{4}\b`},
	{Name: "codice-fiscale", MinRun: 16, MinDigits: 7, Pattern: `\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b`},
	{Name: "resident-id", MinRun: 18, MinDigits: 17, Pattern: `\b[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]\b`},
	{Name: "mrz", Keywords: []string{"<<"}, Pattern: `[A-Z0-9<]{5,44}<<[A-Z0-9<]{2,44}`},
	{Name: "nino", MinDigits: 6, Pattern: `\b[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b`},
	{Name: "birth", MinDigits: 4, Keywords: []string{"birth", "dob", "born"},
		Pattern: `\b(?:date of birth|birth ?date|dob|born(?: on)?)[^0-9A-Za-z]{0,4}(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}(?:st|nd|rd|th)?\.? [a-z]{3,9},? \d{4}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4})\b`, Fold: true, Group: 1},

	// Keys by their shape alone.
	{Name: "hex", Spare: true, MinRun: 64, Pattern: `(?:\b0x)?[0-9a-f]{64,}`, Fold: true},
	{Name: "hex-named", Spare: true, MinRun: 32, MinDigits: 4, Pattern: `(?:^|[^0-9A-Za-z])([A-Za-z]{0,4}[_-]?[0-9a-f]{32,})(?:[^0-9A-Za-z]|$)`, Fold: true, Group: 1, Check: "mixed"},
	{Name: "base58", Spare: true, MinRun: 50, Pattern: `\b[1-9A-HJ-NP-Za-km-z]{50,120}\b`, Check: "mixed"},
	{Name: "seed-base58", MinRun: 28, Pattern: `\bs[1-9A-HJ-NP-Za-km-z]{27,30}\b`, Check: "keylike"},
	{Name: "base32", Spare: true, MinRun: 16, MinDigits: 2, Pattern: `\b[A-Z2-7]{16,}=*`, Check: "mixed"},
	{Name: "twitch", Keywords: []string{"oauth:"}, Pattern: `\boauth:[a-z0-9]{20,}\b`},
	{Name: "base32-groups", MinDigits: 2,
		Pattern: `\b(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4}\b`, Fold: true, Check: "dense"},
	{Name: "code-groups", Spare: true, MinRun: 9, MinDigits: 3,
		Pattern: `(?:\b(?:` + goodsNames + `)[ .:#no-]{1,6})?\b([a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,7})\b`, Fold: true, Group: 1, Check: "dense", Unless: goods},
	{Name: "base64-40", Spare: true, MinRun: 40, Pattern: `(?:^|[^A-Za-z0-9/+=_-])([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=_-]|$)`, Group: 1, Check: "keylike"},
	{Name: "random", Spare: true, MinRun: 24, Pattern: `[A-Za-z0-9_+/=-]{24,}`, Check: "random"},
	{Name: "random-attr", Spare: true, MinRun: 16, Pattern: `[A-Za-z0-9_+/=-]{16,}`, Check: "random", Attr: true},
}

// phraseRules find seed phrases of other lists and languages: a string that is
// nothing but twelve words or more, with none that sentences are made of.
// (Phrases of the English lists are found anywhere, see scrubSeed.)
var phraseRules = []TextRule{
	{Name: "phrase", MinLen: 23, Pattern: `^(?:\d{1,2}[.)]?\s{0,2})?[a-zà-ž]{3,12}(?:[ ,\n-]{1,3}(?:\d{1,2}[.)]?\s{0,2})?[a-zà-ž]{3,12}){11,32}$`, Check: "phrase", Not: proseWords},
	{Name: "phrase-kana", MinLen: 23, Pattern: `^[ぁ-ん]{2,8}(?:[ 　]{1,2}[ぁ-ん]{2,8}){11,23}$`},
	{Name: "phrase-han", MinLen: 23, Pattern: `^[一-龥](?:[ 　]{1,2}[一-龥]){11,23}$`},
	{Name: "phrase-hangul", MinLen: 23, Pattern: `^[가-힣]{2,4}(?: {1,2}[가-힣]{2,4}){11,23}$`, Not: `습니다|세요|니다|에서|으로`},
}

// proseWords are words that nearly every sentence of twelve words has one of.
const proseWords = `(?:^|[^a-zà-ž])(?:the|and|for|are|was|not|but|with|from|that|this|you|your|has|have|had|its|his|her|our|their|who|which|when|than|then|into|all|can|will|one|out|new|` +
	`der|die|das|und|den|dem|ist|ein|eine|nicht|mit|von|auf|für|les|des|une|est|pour|dans|que|qui|avec|pas|los|las|una|del|por|para|con|gli|che|per|non|uma|dos|das|com|não)(?:[^a-zà-ž]|$)`

// harmlessCodes begin what looks like a one-time code and is none.
var harmlessCodes = []string{
	"error code", "status code", "exit code", "zip code", "post code", "postal code", "area code", "country code", "dial code",
	"dialing code", "dialling code", "calling code", "http code", "response code", "return code", "source code", "product code", "item code",
	"promo code", "coupon code", "discount code", "voucher code", "gift code", "tax code", "currency code", "language code",
	"color code", "colour code", "bar code", "qr code", "order code", "reference code", "model code", "class code", "course code",
	"sort code", "hs code", "naics code", "sic code", "icd code", "airport code", "building code", "dress code", "morse code", "unicode",
	"reason code", "close code", "result code", "event code", "key code", "char code", "byte code", "op code", "line code", "fault code",
}

// secretWords are what passwords and their like are called. Scripts that do
// not separate words, and long words, stand without a border.
const secretWords = `\bpw|pass(?:word|wd|phrase|code)?|pwd|passwor[dt]|kennwort|(?:api|access|account|private|secret|client|signing|encryption|license|shared|storage|network|security|wpa2?|webhook|master|recovery|setup|deploy|ssh)[ _-]?(?:key|secret|token|pass)` +
	`|contraseña|clave|senha|mot de passe|mdp|wachtwoord|lösenord|adgangskode|passord|salasana|hasło|heslo|jelszó|parol[aă]|şifre|lozinka|slaptažodis|parool|mật khẩu|kata sandi|sandi|κωδικός|пароль|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة (?:المرور|السر)|סיסמה|पासवर्ड|รหัสผ่าน|парола|лозинка|kata laluan|পাসওয়ার্ড|پاس ورڈ|parola d'ordine|schlüssel|clé|ключ(?: api)?|密钥|密鑰|キー|jeton|segreto|zugriffstoken`

// isSigns stand between a label and what it is of.
const isSigns = `(?:\s{1,3}(?:is|are|was|ist|lautet|es|est|è|é|är|jest)\s{1,3}|\s{0,3}(?::|=|：|->|→|=>|>|は|是|为)\s{0,3})`

// secretKeywords has one of each of secretWords and of what stands beside them.
var secretKeywords = []string{"pass", "pw", "pwd", "secret", "token", "key", "auth", "credential", "session", "sid", "csrf", "xsrf", "signature", "wort", "contraseña", "clave", "senha", "mdp",
	"wachtwoord", "lösenord", "adgangskode", "salasana", "hasło", "heslo", "jelszó", "parol", "şifre", "lozinka", "slaptažodis", "parool", "mật khẩu", "sandi", "κωδικός", "пароль",
	"密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호", "كلمة", "סיסמה", "पासवर्ड", "รหัสผ่าน", "парола", "лозинка", "laluan", "পাসওয়ার্ড", "پاس", "schlüssel", "clé", "ключ", "密钥", "密鑰", "キー", "jeton", "segreto"}

// nativeWords are the words for a password of languages other than English, in
// whose sentences what it is stands anywhere.
const nativeWords = `passwort|kennwort|contraseña|\bclave|senha|mot de passe|wachtwoord|lösenord|adgangskode|passord|salasana|hasło|heslo|jelszó|jelszava|parol[aăe]\b|şifre|lozinka|slaptažodis|parool|mật khẩu|kata sandi|\bsandi|κωδικ(?:ός|ό) πρόσβασης|парол[ьяею]|密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|كلمة (?:المرور|السر)|رمز (?:عبور|المرور)|گذرواژه|סיסמ|पासवर्ड|รหัสผ่าน|парола|лозинка|kata laluan|পাসওয়ার্ড|پاس ورڈ|گذرواژه`

// nativeKeywords has one of each of nativeWords.
var nativeKeywords = []string{"wort", "contraseña", "clave", "senha", "mot de", "wachtwoord", "lösenord", "adgangskode", "passord", "salasana", "hasło", "heslo", "jelsz", "parol", "şifre", "lozinka", "slaptažodis", "parool",
	"mật khẩu", "sandi", "κωδικ", "парол", "密码", "密碼", "口令", "パスワード", "暗証番号", "비밀번호", "암호", "كلمة", "رمز", "گذرواژه", "סיסמ", "पासवर्ड", "รหัสผ่าน", "парола", "лозинка", "laluan", "পাসওয়ার্ড", "پاس"}

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

// sixNames are what codes are called, in many languages; six digits near one are
// it.
const sixNames = `\bcodes?\b|\bcodice\b|código\b|\bcodigo\b|\bkode\b|\bkodu\b|\bkod\b|код|コード|码|碼|코드|인증|رمز|कोड|קוד|รหัส|κωδικ`

// sixKeywords has one of each of sixNames.
var sixKeywords = []string{"code", "codice", "código", "codigo", "kod", "код", "コード", "码", "碼", "코드", "인증", "رمز", "कोड", "קוד", "รหัส", "κωδικ"}

// noCode are words beside codes that let nobody in.
const noCode = `error|status|exit|\bzip|postal|postcode|post code|plz|product|article|item|country|area code|source code|\bline|\bhttp|\brfc|\biso\b|version|order|color|colour|byte|code point|char|unicode|sort code|naics|\bsic\b|fehler|erreur|postleit|codice fiscale|错误|エラー|ошибк`

// harmlessWords are what a field for passwords says of itself.
const harmlessWords = `(?:[:=：>]\s*["']?)(?:required|optional|changed?|change|hidden|invalid|incorrect|correct|wrong|missing|empty|none|null|nil|true|false|undefined|weak|medium|strong|stronger|fair|good|poor|expired|expires|reset|show|hide|view|edit|update|updated|forgot|forgotten|enter|entered|confirm|confirmed|submit|cancel|save|saved|set|unset|never|always|enabled|disabled|accepted|rejected|unknown|default|string|number|varchar|text|input|password|passwort|username|email|match|matches|mismatch|valid|validated|protected|encrypted|hashed|masked|copied|copy|generate|generated|obligatoire|requis|erforderlich|pflichtfeld|obligatorio|requerido|obrigat|verplicht|wymagane|needed|mandatory|available|strength)[^ ]*$`

// protocolCodes are numbers of four or five digits that no word about people
// comes with: "the code 1000".
const protocolCodes = `^(?:(?:the|an?|of|with|and|or|to|from)[ -])?(?:code|codes)[^0-9A-Za-z\n]{0,4}(?:number )?\d{4,5}$`

// codeNames are what codes that let somebody in are called. They may stand some
// words away from theirs.
const codeNames = `(?:verification|security|login|log-?in|sign-?in|confirmation|authentication|authorization|access|one[- ]time|sms|2fa|two[- ]factor|mfa|door|gate|alarm|entry|lock|lockbox|locker|safe|unlock|pairing|device|activation|keypad|setup|set-?up|pickup|restore|transfer|install|voicemail|sim|card|atm)[ -](?:code|pin|passcode|password)\b|\b(?:your|my)[ -](?:code|pin|passcode)\b|\b(?:otp|passcode|passkey|puk|tan)\b|\badm1? key|\bpin\b[^0-9\n]{0,30}\b(?:is|lautet|ist|est|es|è)\b|geheimzahl|clave (?:dinámica|temporal|de acceso)|code (?:confidentiel|secret)|ओटीपी|κωδικός|` +
	`(?:bestätigungs|sicherheits|zugangs|verifizierungs|anmelde|einmal|freischalt)(?:code|kode|pin|passwort)|código de (?:verificación|verificação|seguridad|segurança|acceso|acesso|confirmación|confirmação)|(?:tu|su|seu) código|code de (?:vérification|sécurité|confirmation|connexion)|votre code|` +
	`codice di (?:verifica|sicurezza|conferma|accesso)|(?:verificatie|beveiligings|bevestigings|inlog)code|(?:verifierings|säkerhets|engångs|bekreftelses|verifiserings|bekræftelses|sikkerheds|engangs)ko[dr]e?|vahvistuskoodi|turvakoodi|kod (?:weryfikacyjny|potwierdzający|bezpieczeństwa)|` +
	`(?:ověřovací|overovací|bezpečnostní) kód|ellenőrző kód|cod(?:ul)? de (?:verificare|securitate)|doğrulama kodu|onay kodu|güvenlik kodu|mã (?:xác minh|xác thực|otp)|kode (?:verifikasi|otp|keamanan)|κωδικός επαλήθευσης|код(?:а|ом)? (?:подтверждения|доступа|безопасности|підтвердження|(?:для )?вход[ау])|` +
	`認証コード|確認コード|セキュリティコード|验证码|驗證碼|校验码|动态码|인증번호|인증 ?코드|보안 ?코드|رمز (?:التحقق|التأكيد)|קוד ה?(?:אימות|אישור|כניסה)|सत्यापन कोड|รหัส(?:ยืนยัน|OTP)`

// codeKeywords has one of each of codeNames.
var codeKeywords = []string{"code", "passkey", "puk", "tan", "adm", "geheimzahl", "clave", "ओटीपी", "kod", "otp", "pin", "código", "codice", "cod ", "codul", "kód", "koodi", "password", "mã ", "κωδικός", "код", "コード", "验证码", "驗證碼", "校验码", "动态码", "인증", "보안", "رمز", "קוד", "कोड", "รหัส"}

// yearsOrLater ends what is a year, an amount or a count rather than a code.
const yearsOrLater = `^[^0-9]?(?:19|20)\d{2}[^0-9]|(?:^|[^0-9])(?:19|20)\d{2}[^0-9]?$|(?:19|20)\d{2}-\d{2}|error|status|exit code|rfc|iso|port|version|close code|country|postal|zip`

// officialNames are what numbers are called that an office, a bank or an insurer
// gave to a person.
const officialNames = `passport|routing number|sort code|\bbsb|national insurance|member(?:ship)? id|subscriber id|group number|beneficiary|driv(?:er|ing)(?:'?s)? licen[cs]e|licen[cs]e n(?:o|umber)|medicare|medicaid|\bnhs|social security|\bssn|\bitin|national id(?:entity)?|identity card|\bid card|personal id|` +
	`aadhaar|\bdni|\bnif|\bcpf|\bcnh|\bbsn|\bpesel|\btfn|\bpuk|\bmrn|medical record|patient id|\bnpi|kontonummer|\bblz|steuer-?(?:id|nummer|identifikationsnummer)|sozialversicherungs-?n(?:umme)?r|versicherungsnummer|personalausweis|\bausweis|\bnric|\bhkid|\brut|\bcurp|\bclabe|\btckn|kimlik|\bvkn|\bcnp|\begn|\bjmbg|\boib|\bemso|\bamka|\bafm|\bpps|\bhetu|henkilötunnus|personnummer|fødselsnummer|\bcpr|kennitala|isikukood|asmens kodas|rodné číslo|\bvoter id|\bepic|` +
	`sécurité sociale|seguridad social|segurança social|codice fiscale|carte (?:nationale|d'identité)|cédula|\bcuil|\bcuit|\bnik|\bktp|\bccn|\bsv-?nummer|ИНН|СНИЛС|паспорт|РНОКПП|身份证(?:号|号码)?|身分證|護照|护照|银行卡|卡号|マイナンバー|個人番号|免許証|주민등록|여권|운전면허|계좌`

// officialKeywords has one of each of officialNames.
var officialKeywords = []string{"passport", "routing", "sort code", "bsb", "insurance", "member", "subscriber", "group number", "beneficiary", "licen", "medic", "nhs", "social", "ssn", "itin", "identity", "id card", "national id", "personal id",
	"aadhaar", "dni", "nif", "cpf", "cnh", "bsn", "pesel", "tfn", "puk", "mrn", "patient", "npi", "kontonummer", "blz", "steuer", "versicherung", "ausweis", "nric", "hkid", "rut", "curp", "clabe", "tckn", "kimlik", "vkn", "cnp", "egn", "jmbg", "oib", "emso", "amka", "afm", "pps", "hetu", "henkilötunnus", "personnummer", "fødselsnummer", "cpr", "kennitala", "isikukood", "asmens", "rodné", "voter", "epic",
	"sécurité", "seguridad", "segurança", "codice", "carte", "cédula", "cuil", "cuit", "nik", "ktp", "ccn", "инн", "снилс", "паспорт", "рнокпп", "身份证", "身分證", "護照", "护照", "银行卡", "卡号", "マイナンバー", "個人番号", "免許証", "주민등록", "여권", "운전면허", "계좌", "sv"}

// officialWeakNames are those that are words of other meanings as well: a
// number counts only where it is called one.
const officialWeakNames = `(?:bank )?account|routing|aba|insurance|policy|claim|tax(?:payer)?(?: id)?|dl|driver|sin|nie|rg|pan|fin|run|ahv|avs|imei|ein|inn|patient|member|citizen|resident`

// officialWeakKeywords has one of each of officialWeakNames.
var officialWeakKeywords = []string{"account", "routing", "aba", "insurance", "policy", "claim", "tax", "dl", "driver", "sin", "nie", "rg", "pan", "fin", "run", "ahv", "avs", "imei", "ein", "inn", "patient", "member", "citizen", "resident"}

// numberWords follow the name of a number.
const numberWords = `(?:number|no|nr|num|id|card|code|ref|nummer|numero|número|numéro|№|n°|番号|號碼|号码|번호)`

// officialValue is a number in groups that each have a digit.
const officialValue = `(\d{2,3}(?:\.\d{3}){2,3}(?:-[\dA-Z]{1,2})?|[A-Z]{0,4}[ -]?\d[A-Z0-9]{0,20}(?:[ /-][A-Z]{0,3}\d[A-Z0-9]{0,8}){0,8})(?:[^0-9A-Za-z.]|\.(?:\s|$)|$)`

// goodsNames are what numbers of goods, parcels and papers are called.
const goodsNames = `sku|model|part|item|order|ref(?:erence)?|product|article|asin|ean|gtin|isbn|upc|barcode|tracking|parcel|invoice|batch|lot|mpn`

// goods are the beginnings of such numbers.
var goods = []string{"sku", "model", "part", "item", "order", "ref", "product", "article", "asin", "ean", "gtin", "isbn", "upc", "barcode", "tracking", "parcel", "invoice", "batch", "lot", "mpn"}
