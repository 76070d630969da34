package redact

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// sparedAfter are words behind which a number made by chance names something
// that everybody may know: a version of a source, a file by its content, a key
// to check signatures by.
var sparedAfter = []string{"commit", "commits", "sha", "md", "crc", "checksum", "digest", "fingerprint", "integrity", "revision", "rev", "etag",
	"tree", "blob", "uuid", "guid", "keys", "tx", "txid", "block", "container"}

// sparedEndings are those of files that are part of a page and are often named by
// their content.
var sparedEndings = []string{"js", "mjs", "css", "map", "wasm", "ttf", "otf", "woff", "svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico"}

// bundleEndings are those of files that make a page work.
var bundleEndings = []string{"js", "mjs", "css", "map"}

// sparedGap is how far behind such a word the number may begin.
const sparedGap = 4

const uuidLen = 36

// spared reports whether s[lo:hi] names something public by its company, is a
// UUID, which programs number everything by, or an alphabet. Behind a label of
// secrets none is asked.
func spared(s string, lo, hi int) bool {
	if alphabet(s[lo:hi]) || asset(s, lo, hi) || versioned(s, lo, hi) {
		return true
	}
	for at := max(0, hi-uuidLen); at <= lo && at+uuidLen <= len(s); at++ {
		if uuid(s[at : at+uuidLen]) {
			return at == 0 || !isAlnum(s[at-1]) && strings.IndexByte("-_.", s[at-1]) < 0
		}
	}
	end := lo
	for gap := 0; end > 0 && gap < sparedGap && !isAlnum(s[end-1]); {
		r, size := utf8.DecodeLastRuneInString(s[:end])
		end -= size
		gap += max(utf16.RuneLen(r), 1)
	}
	begin := end
	for begin > 0 && isAlnum(s[begin-1]) && end-begin < 16 {
		begin--
	}
	return end < lo && contains(sparedAfter, strings.ToLower(strings.TrimRight(s[begin:end], "0123456789")))
}

// alphabet reports whether most characters of s are each the one before's next.
func alphabet(s string) bool {
	next := 0
	for i := 1; i < len(s); i++ {
		next += b2i(s[i] == s[i-1]+1)
	}
	return 2*next >= len(s)
}

// asset reports whether s[lo:hi] is the hash in the name of a file of a page's.
func asset(s string, lo, hi int) bool {
	end := hi + 1
	for end < len(s) && end-hi < 6 && isLower(s[end]) {
		end++
	}
	return hi < len(s) && s[hi] == '.' && contains(sparedEndings, s[hi+1:end]) && hashName(s[lo:hi])
}

// hashName reports whether s is a hash, in folders that people named or not.
func hashName(s string) bool {
	at := strings.LastIndexByte(s, '/') + 1
	return isHex(s[at:]) && nameParts(s[:at])
}

// versioned reports whether s[lo:hi] is part of a path that names a version of a
// source: blob/1cbd6e7…/main.c.
func versioned(s string, lo, hi int) bool {
	for lo > 0 && tokenByte(s[lo-1]) {
		lo--
	}
	found, before := false, ""
	for seg := range strings.SplitSeq(s[lo:hi], "/") {
		switch version := isVersion(before, seg); {
		case version:
			found = true
		case !nameParts(seg) && len(seg) > 6 && kindsOf(seg).digits > 0:
			return false
		}
		before = seg
	}
	return found
}

// isVersion reports whether a path segment behind another is a version's number.
func isVersion(before, seg string) bool {
	return len(seg) <= urlRule.LongestHash && isHex(seg) && contains(urlRule.Versions, before)
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
