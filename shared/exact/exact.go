// Package exact masks secrets that are known exactly, whatever their form: what was
// typed into a sensitive field, and what the label beside it shows to be secret.
package exact

import (
	"crypto/hmac"
	"crypto/sha256"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/redact"
)

// Secrets holds secrets that are known exactly, and masks them wherever they stand
// in a text. Of each secret it keeps its length and a keyed digest, so that
// memory holds no secret. It is not safe for concurrent use.
type Secrets struct {
	salt    []byte
	factor  uint64                      // of the rolling sum, from the salt
	secrets map[int]map[uint64][][]byte // digests by length in bytes and rolling sum
}

const (
	// knownPart is the length in characters from which a secret is masked as a part
	// of a text too: shorter ones stand in texts by chance.
	knownPart = 4
	// knownInWord is the same within a longer word.
	knownInWord = 8
	// maxKnown bounds the secrets that are kept; the oldest lengths are never
	// forgotten, what comes beyond is not added.
	maxKnown = 1000
)

// New returns an empty Secrets. The salt should be random and secret where
// the texts are not the caller's own.
func New(salt []byte) *Secrets {
	sum := sha256.Sum256(append([]byte("rolling"), salt...))
	factor := uint64(1)
	for _, b := range sum[:8] {
		factor = factor<<8 | uint64(b)
	}
	return &Secrets{salt: salt, factor: factor | 1, secrets: map[int]map[uint64][][]byte{}}
}

// Add makes a secret known. An empty one, or one longer than MaxText, is none.
func (k *Secrets) Add(secret string) {
	if secret == "" || secret == redact.Mark || len(secret) > redact.MaxText || k.Len() >= maxKnown {
		return
	}
	sum, digest := k.sum(secret), k.digest(secret)
	of := k.secrets[len(secret)]
	if of == nil {
		of = map[uint64][][]byte{}
		k.secrets[len(secret)] = of
	}
	if !containsDigest(of[sum], digest) {
		of[sum] = append(of[sum], digest)
	}
}

// Len is how many secrets are known.
func (k *Secrets) Len() int {
	n := 0
	for _, of := range k.secrets {
		n += len(of)
	}
	return n
}

// Mask replaces every known secret in s: one of any length that is all of s, and
// from knownPart characters on wherever it stands, unless it is short and part of
// a longer word.
func (k *Secrets) Mask(s string) string {
	if k == nil || len(k.secrets) == 0 || s == "" {
		return s
	}
	if k.is(s) {
		return redact.Mark
	}
	for n, of := range k.secrets {
		if n < len(s) && n >= knownPart {
			s = k.maskLength(s, n, of)
		}
	}
	return s
}

// maskLength replaces the secrets of n bytes, looking at all parts of that length
// with a rolling sum.
func (k *Secrets) maskLength(s string, n int, of map[uint64][][]byte) string {
	var out strings.Builder
	done, sum, top := 0, k.sum(s[:n]), uint64(1)
	for range n - 1 {
		top *= k.factor
	}
	for at := 0; ; at++ {
		if digests := of[sum]; digests != nil && at >= done && wholeEnough(s, at, at+n) && containsDigest(digests, k.digest(s[at:at+n])) {
			out.WriteString(s[done:at])
			out.WriteString(redact.Mark)
			done = at + n
		}
		if at+n >= len(s) {
			break
		}
		sum = (sum-uint64(s[at])*top)*k.factor + uint64(s[at+n])
	}
	if done == 0 {
		return s
	}
	return out.String() + s[done:]
}

// wholeEnough reports whether s[lo:hi] may be a secret by its length, or by
// standing apart from letters and digits.
func wholeEnough(s string, lo, hi int) bool {
	n := utf8.RuneCountInString(s[lo:hi])
	if n < knownPart {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:lo])
	after, _ := utf8.DecodeRuneInString(s[hi:])
	word := func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	return n >= knownInWord || !word(before) && !word(after)
}

func (k *Secrets) is(s string) bool {
	of := k.secrets[len(s)]
	return of != nil && containsDigest(of[k.sum(s)], k.digest(s))
}

func (k *Secrets) sum(s string) (sum uint64) {
	for i := 0; i < len(s); i++ {
		sum = sum*k.factor + uint64(s[i])
	}
	return sum
}

func (k *Secrets) digest(s string) []byte {
	mac := hmac.New(sha256.New, k.salt)
	mac.Write([]byte(s))
	return mac.Sum(nil)[:16]
}

func containsDigest(digests [][]byte, digest []byte) bool {
	for _, d := range digests {
		if hmac.Equal(d, digest) {
			return true
		}
	}
	return false
}

// Hidden are the secrets among names in their order that only their neighbours
// show to be secrets: what stands behind a label, and the words of a phrase.
func Hidden(names []string) *Secrets {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = redact.Text(name)
	}
	hidden := New(nil)
	safe := slices.Clone(shown)
	if redact.Names(safe) {
		for i, name := range names {
			if safe[i] == redact.Mark && shown[i] != redact.Mark {
				hidden.Add(name)
			}
		}
	}
	return hidden
}
