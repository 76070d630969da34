package redact

// textRules are tried in this order, each on what the earlier ones left.
// Patterns have no nested repetition and every repetition is of one class or
// bounded, so that a backtracking engine is linear on them too.
var textRules = []TextRule{
	{Name: "pem", Keywords: []string{"-----begin"},
		Pattern: `-----BEGIN [A-Za-z0-9 ]{2,40}-----[A-Za-z0-9+/=:.,\s-]*`},
	{Name: "otpauth", Keywords: []string{"otpauth"},
		Pattern: `otpauth(?:-migration)?://[^\s"'<>]+`, Fold: true},
	{Name: "wifi", Keywords: []string{"wifi:"},
		Pattern: `WIFI:[^\s"<>]{4,}`, Fold: true},
	{Name: "jwt", Keywords: []string{"eyj"},
		Pattern: `\beyJ[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*){0,4}`},
	{Name: "userinfo", Keywords: []string{"://"},
		Pattern: `\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@"'<>]{0,80}:([^\s/@"'<>]{1,200})@`, Fold: true, Group: 1},
	{Name: "bearer", Keywords: []string{"bearer", "basic"},
		Pattern: `\b(?:bearer|basic)[\s:]{1,4}([A-Za-z0-9._~+/=-]{8,})`, Fold: true, Group: 1, Check: "secretish"},

	// Tokens whose makers gave them a prefix to be found by.
	{Name: "prefixed", MinRun: 12, Keywords: []string{
		"sk-", "sk_", "rk_", "pk_live", "whsec_", "gho_", "ghp_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-",
		"glrt-", "glsa_", "glc_", "xox", "xapp-", "npm_", "pypi-", "aiza", "gocspx-", "hf_", "dop_v1_", "doo_v1_", "shp", "hvs",
		"lin_api_", "ntn_", "secret_", "sbp_", "pmak-", "sntry", "sq0", "nrak-", "dapi", "tskey-", "nsec1", "age-secret-key",
		"key-", "patat", "atatt", "rubygems_", "dckr_pat_", "cfut_", "figd_", "phx_", "r8_", "gsk_", "xai-",
		"pplx-", "vercel_", "eaa", "bot"},
		Pattern: `\b(?:sk-|sk_|rk_|pk_live_|whsec_|gh[opusr]_|github_pat_|gl(?:pat|dt|rt)-|gl(?:sa|c)_|xox[a-z]-|xapp-|npm_|pypi-|AIza|GOCSPX-|` +
			`hf_|do[op]_v1_|shp[a-z]{2}_|lin_api_|ntn_|secret_|sbp_|PMAK-|sntry[a-z]_|sq0[a-z]{3}-|NRAK-|dapi|tskey-|nsec1|AGE-SECRET-KEY-1|` +
			`key-|patat|ATATT|rubygems_|dckr_pat_|cfut_|figd_|phx_|r8_|gsk_|xai-|pplx-|vercel_|EAA|bot)[A-Za-z0-9_=+/-]{12,}`,
		Check: "mixed"},
	{Name: "aws", MinRun: 20, Keywords: []string{"akia", "asia"}, Pattern: `\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`},
	{Name: "dotted", MinRun: 8, Keywords: []string{"sg.", "ya29.", "hvs.", "hvb.", "dp.", "sl.", "1//"},
		Pattern: `\b(?:SG\.|ya29\.|hv[sb]\.|dp\.[a-z]{2,4}\.|sl\.|1//)[A-Za-z0-9_.-]{16,}`, Check: "mixed"},
	{Name: "xprv", Keywords: []string{"prv"}, MinRun: 50,
		Pattern: `\b[a-zA-Z]prv[A-Za-z0-9]{46,}`},

	// Written by hand beside its name: "password: x", API_KEY=x.
	{Name: "assigned", Keywords: []string{
		"pass", "pwd", "secret", "token", "key", "auth", "credential", "session", "sid", "csrf", "xsrf", "cookie", "signature",
		"contraseña", "senha", "passwort", "kennwort", "mot de passe", "密码", "口令", "пароль"},
		Pattern: `(?:pass(?:word|wd|phrase|code)?|pwd|secret|token|api[ _-]?key|access[ _-]?key|account[ _-]?key|private[ _-]?key|secret[ _-]?key|` +
			`auth(?:orization)?|credentials?|session(?:[ _-]?id)?|sid|csrf|xsrf|cookie|signature|contraseña|senha|passwort|kennwort|mot de passe|密码|口令|пароль)` +
			`["']?\s{0,3}(?:is|are|was|ist|es|est|:|=|：|->|→)\s{0,3}["']?([^\s"'<>,]{4,200})`,
		Fold: true, Group: 1, Check: "secretish"},

	{Name: "answer", Keywords: []string{"answer", "maiden"},
		Pattern: `\b(?:(?:security|secret) answer|mother'?s maiden name)\s{0,2}(?:is|:|=)\s{0,2}([^\n]{2,60})`, Fold: true, Group: 1},
	{Name: "code-list", MinDigits: 5, Keywords: []string{"backup code", "recovery code", "reserve code", "scratch code", "emergency code"},
		Pattern: `\b(?:backup|recovery|reserve|scratch|emergency) codes?\b[^0-9A-Za-z]{0,4}([0-9A-Za-z][0-9A-Za-z ,;\n-]{6,400})`, Fold: true, Group: 1, Check: "digits5"},

	// Numbers with a meaning.
	{Name: "ssn", MinDigits: 9, Pattern: `\b\d{3}-\d{2}-\d{4}\b`},
	{Name: "iban", MinDigits: 8,
		Pattern: `\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b`, Check: "iban"},
	{Name: "card", MinDigits: 13, Pattern: `\b\d(?:[ .-]?\d){12,18}\b`, Check: "luhn"},
	{Name: "cvv", MinDigits: 3, Keywords: []string{"cvv", "cvc", "csc", "security code"},
		Pattern: `\b(?:cvv2?|cvc2?|csc|security code)[^0-9A-Za-z]{0,4}(?:is[^0-9A-Za-z]{1,3})?(\d{3,4})\b`, Fold: true, Group: 1},
	{Name: "otp", MinDigits: 4, Keywords: []string{"code", "otp", "pin", "tan", "验证码", "пин", "код"},
		Pattern: `(?:\b[a-z]{2,12}[ -])?(?:\b(?:codes?|otp|passcode|pin|tan)\b|验证码|код|пин)` +
			`(?:[^0-9A-Za-z\n]{0,4}\b(?:is|was|for|to|your|the|enter|use|login|sign|in|account|verification|number|no|ist|es|est)\b){0,5}` +
			`[^0-9A-Za-z\n]{0,4}\b(?:[A-Z]-)?(\d{3}[ -]\d{3}|\d{2}[ -]\d{2}[ -]\d{2}|\d{4,10})\b`,
		Fold: true, Group: 1, Unless: harmlessCodes},
	{Name: "otp-first", MinDigits: 4, Keywords: []string{"code", "otp", "pin", "passcode"},
		Pattern: `\b(\d{3}[ -]\d{3}|\d{4,10})\s{0,2}(?:is|:|-|–|=)\s{0,2}(?:your|the|my|a)\b[^\n.0-9]{0,40}\b(?:code|otp|pin|passcode|password)\b`,
		Fold:    true, Group: 1},
	{Name: "otp-use", MinDigits: 4, Keywords: []string{"use", "enter", "type"},
		Pattern: `\b(\d{3}[ -]?\d{3}|\d{4,8})\s{0,2}[-–:]\s{0,2}(?:use|enter|type)\b`, Fold: true, Group: 1},
	{Name: "otp-letters", MinDigits: 2, Keywords: []string{"code", "otp"},
		Pattern: `(?:\b[a-z]{2,12}[ -])?\b(?:code|otp)\s{0,2}(?:is|:)\s{0,2}([A-Z0-9]{4,10}(?:-[A-Z0-9]{4,10}){0,4})\b`, Fold: true, Group: 1, Check: "mixed", Unless: harmlessCodes},
	{Name: "official", MinDigits: 5, Keywords: []string{"passport", "account", "routing", "sort code", "insurance", "tax", "licen", "medicare", "nhs", "social security", "ssn", "national id"},
		Pattern: `\b(?:passport|(?:bank )?account|routing|sort code|national insurance|tax(?:payer)?(?: id)?|driv(?:er|ing)(?:'?s)? licen[cs]e|medicare|nhs|social security|ssn|national id)` +
			`(?: (?:number|no|id|num))?\.?\s{0,2}(?:is|:|=|#)\s{0,3}#?\s?([A-Z0-9](?:[ -]?[A-Z0-9]){5,19})\b`,
		Fold: true, Group: 1, Check: "digits5"},
	{Name: "official-short", MinDigits: 5, Keywords: []string{"aadhaar", "ssn", "sin ", "sin:", "dni", "nie ", "nie:", "cpf", "nif ", "nif:", "bsn", "pesel", "tfn", "puk", "mrn", "medical record", "kontonummer", "blz", "steuer"},
		Pattern: `\b(?:aadhaar|ssn|sin|dni|nie|cpf|nif|bsn|pesel|tfn|puk|mrn|medical record|kontonummer|blz|steuer-?(?:id|nummer))\b` +
			`(?:\s?(?:number|no|nr|nummer|id|code)\b)?\.?[\s:=#]{1,4}([A-Z0-9](?:[ .-]?[A-Z0-9]){4,19})\b`,
		Fold: true, Group: 1, Check: "digits5"},
	{Name: "cpf", MinDigits: 11, Pattern: `\b\d{3}\.\d{3}\.\d{3}-\d{2}\b`},
	{Name: "codice-fiscale", MinRun: 16, MinDigits: 7, Pattern: `\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b`},
	{Name: "resident-id", MinRun: 18, MinDigits: 17, Pattern: `\b[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]\b`},
	{Name: "mrz", Keywords: []string{"<<"}, Pattern: `[A-Z0-9<]{5,44}<<[A-Z0-9<]{2,44}`},
	{Name: "nino", MinDigits: 6, Pattern: `\b[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b`},
	{Name: "birth", MinDigits: 4, Keywords: []string{"birth", "dob", "born"},
		Pattern: `\b(?:date of birth|birth ?date|dob|born(?: on)?)[^0-9A-Za-z]{0,4}(\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}(?:st|nd|rd|th)?\.? [a-z]{3,9},? \d{4}|[a-z]{3,9} \d{1,2}(?:st|nd|rd|th)?,? \d{4})\b`, Fold: true, Group: 1},

	// Keys by their shape alone.
	{Name: "hex", MinRun: 64, Pattern: `(?:\b0x)?[0-9a-f]{64,}`, Fold: true},
	{Name: "base58", MinRun: 50, Pattern: `\b[1-9A-HJ-NP-Za-km-z]{50,120}\b`, Check: "mixed"},
	{Name: "seed-base58", MinRun: 28, Pattern: `\bs[1-9A-HJ-NP-Za-km-z]{27,30}\b`, Check: "keylike"},
	{Name: "base32", MinRun: 16, MinDigits: 2, Pattern: `\b[A-Z2-7]{16,}=*`, Check: "mixed"},
	{Name: "base32-groups", MinDigits: 2,
		Pattern: `\b(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4}\b`, Fold: true, Check: "dense"},
	{Name: "code-groups", MinRun: 9, MinDigits: 3,
		Pattern: `\b[a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,7}\b`, Fold: true, Check: "dense"},
	{Name: "base64-40", MinRun: 40, Pattern: `(?:^|[^A-Za-z0-9/+=_-])([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=_-]|$)`, Group: 1, Check: "keylike"},
	{Name: "random", MinRun: 24, Pattern: `[A-Za-z0-9_+/=-]{24,}`, Check: "random"},
	{Name: "random-attr", MinRun: 16, Pattern: `[A-Za-z0-9_+/=-]{16,}`, Check: "random", Attr: true},
}

// phraseRules find seed phrases of other lists and languages: a string that is
// nothing but twelve words or more, with none that sentences are made of.
// (Phrases of the English lists are found anywhere, see scrubSeed.)
var phraseRules = []TextRule{
	{Name: "phrase", MinLen: 23, Pattern: `^(?:\d{1,2}[.)]?\s{0,2})?[a-zà-ž]{3,12}(?:[ ,\n]{1,3}(?:\d{1,2}[.)]?\s{0,2})?[a-zà-ž]{3,12}){11,32}$`, Not: proseWords},
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
	"reason code", "result code", "event code", "key code", "char code", "byte code", "op code", "line code", "fault code",
}
