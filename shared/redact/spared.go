package redact

import "strings"

// sparedAfter are words behind which a number made by chance names something
// that everybody may know: a version of a source, a file by its content, a key
// to check signatures by.
var sparedAfter = []string{"commit", "commits", "sha", "md", "crc", "checksum", "digest", "fingerprint", "integrity", "revision", "rev", "etag",
	"tree", "blob", "uuid", "guid", "keys", "tx", "txid", "block", "container"}

// sparedGap is how far behind such a word the number may begin.
const sparedGap = 4

const uuidLen = 36

// spared reports whether s[lo:hi] names something public by its company or is a
// UUID, which programs number everything by. Behind a label of secrets neither
// is asked.
func spared(s string, lo, hi int) bool {
	for at := max(0, hi-uuidLen); at <= lo && at+uuidLen <= len(s); at++ {
		if uuid(s[at : at+uuidLen]) {
			return at == 0 || !isAlnum(s[at-1]) && strings.IndexByte("-_.", s[at-1]) < 0
		}
	}
	end := lo
	for end > 0 && lo-end < sparedGap && !isAlnum(s[end-1]) {
		end--
	}
	begin := end
	for begin > 0 && isAlnum(s[begin-1]) && end-begin < 16 {
		begin--
	}
	return end < lo && contains(sparedAfter, strings.ToLower(strings.TrimRight(s[begin:end], "0123456789")))
}

// uuid: 8-4-4-4-12 hex digits.
func uuid(s string) bool {
	if len(s) != uuidLen {
		return false
	}
	for i := 0; i < len(s); i++ {
		if hyphen := i == 8 || i == 13 || i == 18 || i == 23; hyphen != (s[i] == '-') || !hyphen && !isHex(s[i:i+1]) {
			return false
		}
	}
	return true
}
