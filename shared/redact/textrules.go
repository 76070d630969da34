package redact

import "slices"

// textRules are tried in this order, each on what the earlier ones left.
// Patterns have no nested repetition and every repetition is of one class or
// bounded, so that a backtracking engine is linear on them too.
var textRules = slices.Concat(makerRules, labelledRules, numberRules, codeRules, officialRules, sumRules, besideRules, placeRules, saidRules, sayingRules, shapeRules)

// makerRules find what its makers gave a shape to be found by.
var makerRules = []TextRule{
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
	{Name: "in-part", MinDigits: 1, Keywords: []string{"…", "...", "***", "•••"}, // as buttons name the key that they reveal
		Pattern: `\b(?:sk|pk|rk|whsec|gh[opusr]|github_pat|glpat|npm|hf|xox[a-z]|shp[a-z]{2}|key|secret|token)[_-][A-Za-z0-9_-]{0,60}(?:…|\.{3}|[*•]{3,20})[_-]?[A-Za-z0-9]{2,16}\b`, Fold: true},
	{Name: "aws", MinRun: 20, Keywords: []string{"akia", "asia"}, Pattern: `\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`},
	{Name: "kubeadm", MinDigits: 1, Keywords: []string{"token"}, Pattern: `\b[a-z0-9]{6}\.[a-z0-9]{16}\b`, Check: "tokenish"},
	{Name: "track", MinDigits: 12, Keywords: []string{"%b"}, Pattern: `(?:%B)\d{12,19}[\^=][^\s?]{0,100}`, Fold: true},
	{Name: "xprv", Keywords: []string{"prv"}, MinRun: 50,
		Pattern: `\b[a-zA-Z]prv[A-Za-z0-9]{46,}`},
}

// shapeRules find keys by their shape alone.
var shapeRules = []TextRule{
	{Name: "hex", Spare: true, MinRun: 64, Pattern: `(?:\b0x)?[0-9a-f]{64,}`, Fold: true},
	{Name: "hex-named", Spare: true, MinRun: 32, MinDigits: 4, Pattern: `(?:^|[^0-9A-Za-z])([A-Za-z]{0,4}[_-]?[0-9a-f]{32,})(?:[^0-9A-Za-z]|$)`, Fold: true, Group: 1, Check: "mixed"},
	{Name: "base58", Spare: true, MinRun: 50, Pattern: `\b[1-9A-HJ-NP-Za-km-z]{50,120}\b`, Check: "mixed"},
	{Name: "base32", Spare: true, MinRun: 16, MinDigits: 2, Pattern: `\b[A-Z2-7]{16,}=*`, Check: "mixed"},
	{Name: "base32-groups", MinDigits: 2,
		Pattern: `\b(?:[a-z2-7]{4}[ -]){3,15}[a-z2-7]{4}\b`, Fold: true, Check: "dense"},
	{Name: "code-groups", Spare: true, MinRun: 9, MinDigits: 3,
		Pattern: `(?:\b(?:` + goodsNames + `)[ .:#no-]{1,6})?\b([a-z0-9]{4,8}(?:-[a-z0-9]{4,8}){1,7})\b`, Fold: true, Group: 1, Check: "dense", Unless: goods},
	{Name: "base64-40", Spare: true, MinRun: 40, Pattern: `(?:^|[^A-Za-z0-9/+=_-])([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+=_-]|$)`, Group: 1, Check: "keylike"},
	{Name: "random", Spare: true, MinRun: 24, Pattern: `[A-Za-z0-9_+/=-]{24,}`, Check: "random"},
}

// phraseRules find seed phrases of other lists and languages: a string that is
// nothing but twelve words or more, with none that sentences are made of.
// (Phrases of the English lists are found anywhere, see scrubSeed.)
var phraseRules = []TextRule{
	{Name: "phrase", MinLen: 23, Pattern: `^(?:\(?\d{1,2}[.)]?\s{0,2})?[a-zà-ž]{3,12}(?:[ ,\n-]{1,3}(?:\d{1,2}[.)]?\s{0,2})?[a-zà-ž]{3,12}){11,32}$`, Check: "phrase", Not: proseWords},
	{Name: "phrase-kana", MinLen: 23, Pattern: `^[ぁ-ん]{2,8}(?:[ 　]{1,2}[ぁ-ん]{2,8}){11,23}$`},
	{Name: "phrase-han", MinLen: 23, Pattern: `(?:^|[^一-龥])([一-龥](?: {1,2}[一-龥]){11,23})(?:[^一-龥]|$)`, Group: 1},
	{Name: "phrase-hangul", MinLen: 23, Pattern: `^[가-힣]{2,4}(?: {1,2}[가-힣]{2,4}){11,23}$`, Not: `습니다|세요|니다|에서|으로`},
}

// proseWords are words that nearly every sentence of twelve words has one of.
const proseWords = `(?:^|[^a-zà-ž])(?:the|and|for|are|was|not|but|with|from|that|this|you|your|has|have|had|its|his|her|our|their|who|which|when|than|then|into|all|can|will|one|out|new|` +
	`der|die|das|und|den|dem|ist|ein|eine|nicht|mit|von|auf|für|les|des|une|est|pour|dans|que|qui|avec|pas|los|las|una|del|por|para|con|gli|che|per|non|uma|dos|das|com|não)(?:[^a-zà-ž]|$)`
