package redact

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// runsOf returns the parts of s, n characters long or longer, that are letters, digits
// and some signs.
func runsOf(s, signs string, n int) (runs []part) {
	in := func(c byte) bool { return isAlnum(c) || strings.IndexByte(signs, c) >= 0 }
	for lo := 0; lo+n <= len(s); {
		hi := lo + n
		for hi > lo && in(s[hi-1]) {
			hi--
		}
		if hi > lo { // too short
			lo = hi
			continue
		}
		for hi = lo + n; hi < len(s) && in(s[hi]); hi++ {
		}
		runs = append(runs, part{lo, hi})
		lo = hi
	}
	return runs
}

// scrubChance masks the tokens of s that look random.
func scrubChance(s string) string {
	var found []part
	for _, p := range runsOf(s, "_+-", chanceRun) {
		lo, hi := p.lo, p.hi
		for hi < min(p.hi+2, len(s)) && s[hi] == '=' { // padding
			hi++
		}
		if hi < len(s) && s[hi] > ' ' && strings.IndexByte("\"'`,;&).<]", s[hi]) < 0 {
			hi = lo + len(strings.TrimRight(s[lo:hi], "=")) // not padded, assigned
		}
		if chance(s[lo:hi]) && !isPublic(s, lo, hi) {
			found = append(found, part{lo, hi})
		}
	}
	return masked(s, found)
}

// scrubSigned masks words that are passwords with signs in them, also behind a user: ada:xK9#mQ2v!, scott/xK9#mQ2v!@orcl.
func scrubSigned(s string) string {
	parts := partsOf(s)
	for i, p := range parts {
		if word := s[p.lo:p.hi]; !strings.Contains(word, "://") {
			parts[i].lo += strings.LastIndexAny(word, ":/") + 1
		}
	}
	return masked(s, slices.DeleteFunc(parts, func(p part) bool { return !signedPassword(s[p.lo:p.hi]) || isPublic(s, p.lo, p.hi) }))
}

// noPassword matches words with signs that are no passwords: e-mail addresses, user
// names, characters, identifiers of programs.
var noPassword = lazy(`^[^@]*@[^@]*\.[^@]*$|^@[^!@#$%^&*+=~?]*$|^U\+|[/()\[\]{}<>` + "`" + `";,|\\:]|%.*%`)

// signedPassword reports whether a word is a password with signs in it.
func signedPassword(s string) bool {
	s = strings.TrimRight(s, "+=") // LGPLv2.1+
	k, n := kindsOf(s), utf8.RuneCountInString(s)
	if k.only() < 4 || n < 8 || n > 64 || noPassword().MatchString(s) {
		return false
	}
	return randomness(s, true) >= chanceShort && (strings.Count(s, "+") < k.odd || !nameParts(s)) // names joined
}

// publicBefore matches words before a random string that is public: the hash of a
// commit, the checksum of a file, the number of a model, the half of a key that is shown to all.
var publicBefore = lazy(`(?i)(?:commit|sha|md|crc|blake|serial|block[ _]hash|checksum|digest|(?:finger|thumb)print|integrity|revision|rev|etag|tree|blob|raw|blame|compare|u?guid|uuid|tx|transaction|block|container|trace|correlation|request|tracking|vin|vehicle|sku|mpn|build|model|part|art(?:icle|ikel)?|item|change|revert|\bkey id|коммит|` + checksums + `)s?(?:[ _-]?(?:id|hash))?[ -]?\d{0,3}(?:sum)?(?: \([\w -]{1,20}\))?(?:[: ]{1,2}W/)?[^A-Za-z0-9]{1,4}$|\bsha\d{3}-[a-z0-9+/]{0,88}/$|(?:[\w.-]/[\w./-]{1,60}@|[a-z][\w.-]*/[\w./-]{1,60}:)$`)

// checksums are the names of checksums and fingerprints.
const checksums = `empreinte|huella|impronta|fingerabdruck|vingerafdruk|odcisk|отпечаток|відбиток|指纹|フィンガープリント|지문|prüfsumme|somme de contrôle|suma (?:de (?:comprobación|verificación)|kontrolna)|soma de verificação|somma di controllo|controlesom|kontrols?um(?:ma)?|kontrollsumma|kontrolní součet|ellenőrző ?összeg|sumă de control|tarkistussumma|sağlama|контрольн\pL+ сум\pL+|校[验驗][和码]|チェックサム|체크섬`

// idBefore matches the name of an id.
var idBefore = lazy(`(?i)\b\pL{3,20}[ _-]ids?\W{1,4}$`)

// publicKey ends the names of keys and of their ids that everybody may have.
var publicKey = lazy(`(?:^| )(?:publi\pL*|publishable|site|öffentlich\pL*|открыт\pL*|публич\pL*) (?:keys?|schlüssel|ключ)$|(?:clé|clave|chiave|chave|klucz) pu?bl?[ií]\pL*$|公開鍵|公[钥鑰]$|공개 ?키$`)

// publicHash ends the names of hashes that are no one's secret.
var publicHash = lazy(`(?:^| )(?:block|tx|transaction|file|commit|content|build) hash$`)

// namesPublic reports whether a text ends in the name of something public.
func namesPublic(s string) bool {
	return publicBefore().MatchString(s) || idBefore().MatchString(s) && !Sensitive(s) || publicKey().MatchString(wordsOf(clauseStart().ReplaceAllString(s, "")))
}

// commitBefore matches words before the whole hash of a commit.
var commitBefore = lazy(`(?i)\b(?:parent|good|bad|reset|revert|pick|merge|show)\s$`)

// maxBefore is how far before a string such words are looked for, and the beginning of a checksum in base64.
const maxBefore = 96

// publicForm matches the ids of Amazon's things (i-, vol-, eni-), which lists of them show, checksums of files, addresses of
// wallets, and keys that pages of shops hold.
var publicForm = lazy(`^[a-z]{1,16}-[0-9a-f]{17}$|^sha\d{3}-|^(?:bc|tb|ltc|addr|npub|age)1[02-9ac-hj-np-z]{20,}$|^pk_(?:live|test)_`)

// assetAfter matches endings of files that are often named by a content hash.
var assetAfter = lazy(`^\.(?:js|mjs|css|map|wasm|ttf|otf|woff2?|svg|png|jpe?g|gif|webp|avif|ico)\b`)

// fileAfter matches the name of the file whose checksum stands before it.
var fileAfter = lazy(`^ [ *]?[\w./-]*\w\.\w{1,5}$`)

var uuidPattern = lazy(`(?i)(?:^|[^A-Za-z0-9._-])([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?:[^A-Za-z0-9]|$)`)

// isPublic reports whether s[lo:hi] is public by its context, a UUID or an alphabet. It is
// not asked for a string after a label of secrets.
func isPublic(s string, lo, hi int) bool {
	word := s[lo:hi]
	before := s[max(0, lo-maxBefore):lo]
	if namesPublic(before) && (kindsOf(word).odd == 0 || publicBefore().MatchString(before)) || publicForm().MatchString(word) || alphabet(word) || isHex(word) && (assetAfter().MatchString(s[hi:]) || lo == 0 && fileAfter().MatchString(s[hi:]) || len(word) == 40 && commitBefore().MatchString(s[:lo])) {
		return true
	}
	return slices.ContainsFunc(uuidPattern().FindAllStringSubmatchIndex(s, -1), func(m []int) bool { return m[2] <= lo && hi <= m[3] })
}

// alphabet reports whether most characters of s are each the one before's next.
func alphabet(s string) bool {
	next := 0
	for i := 1; i < len(s); i++ {
		next += b2i(s[i] == s[i-1]+1)
	}
	return 2*next >= len(s)
}
