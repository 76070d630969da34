// Package exact masks secrets that are known exactly, whatever their form: texts
// typed into a sensitive field, and texts that a label beside them shows to be secret.
package exact

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"cairn/shared/redact"
	"cairn/shared/text"
)

// Secrets holds secrets that are known exactly, and masks them wherever they stand
// in a text. Of each secret it keeps its length and a keyed digest, so that
// memory holds no secret. It is not safe for concurrent use.
type Secrets struct {
	salt    []byte
	factor  uint64                      // of the rolling sum, from the salt
	secrets map[int]map[uint64][][]byte // digests by length in bytes and rolling sum
	older   *Secrets                    // known under another salt; nil where there are none
}

const (
	// knownPart is the length in characters from which a secret is masked as a part
	// of a text too: shorter ones stand in texts by chance.
	knownPart = 4
	// knownInWord is the same within a longer word.
	knownInWord = 8
	// maxKnown bounds the secrets that are kept; the oldest lengths are never
	// forgotten, and secrets beyond are not added.
	maxKnown = 1000
	// digestLen is how many bytes are kept of a keyed digest.
	digestLen = 16
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

// Salted returns a Secrets under another salt that masks all that k knows, too.
func (k *Secrets) Salted(salt []byte) *Secrets {
	out := New(salt)
	if !k.none() {
		out.older = k
	}
	return out
}

// Add makes a secret known. An empty one, or one longer than MaxText, is none.
func (k *Secrets) Add(secret string) {
	if secret != "" && secret != redact.Mark && len(secret) <= redact.MaxText {
		k.add(len(secret), k.sum(secret), k.digest(secret))
	}
}

// LearnRemoved makes known the parts of a text that are marks in its redacted form, as [Secrets.AddLong] does. It leaves
// out those that are found wherever they stand.
func (k *Secrets) LearnRemoved(text, redacted string) {
	if k == nil || text == redacted {
		return
	}
	parts := strings.Split(redacted, redact.Mark)
	text, ok := strings.CutPrefix(text, parts[0])
	for _, after := range parts[1:] {
		end := len(text)
		if after != "" {
			end = strings.Index(text, after)
		}
		if !ok || end < 0 {
			return
		}
		if secret := text[:end]; redact.Text(secret) == secret {
			k.AddLong(secret)
		}
		text = text[end+len(after):]
	}
}

// AddLong is Add for texts of a page. It takes no words, which a label may hide by mistake and which
// stand everywhere, and leaves half of the room for typed secrets.
func (k *Secrets) AddLong(secret string) {
	if k != nil && utf8.RuneCountInString(secret) >= knownInWord && strings.ContainsFunc(secret, unicode.IsDigit) && k.Len() < maxKnown/2 {
		k.Add(secret)
	}
}

// AddTyped is Add for typed texts. It ignores a text that is too short to be a part of
// another: a person's PIN of three digits must not take every 123 out of a table. It
// returns the stored form of the secret, for [Secrets.Restore]; "" if it was known.
func (k *Secrets) AddTyped(secret string) string {
	n := len(secret)
	if utf8.RuneCountInString(secret) < knownPart || secret == redact.Mark || n > redact.MaxText {
		return ""
	}
	sum, digest := k.sum(secret), k.digest(secret)
	if !k.add(n, sum, digest) {
		return ""
	}
	out := binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint16(nil, uint16(n)), sum)
	return base64.RawStdEncoding.EncodeToString(append(out, digest...))
}

// storedLen is how many bytes stand for a secret: its length, sum and digest.
const storedLen = 2 + 8 + digestLen

// Public reports whether a typed text is one word of letters that interfaces use, as password and admin, or that title or
// address of the page contain already: an application's first password. A mask in its place would hide nothing, show the
// password, and make pages unreadable.
func Public(typed, titleAndAddress string) bool {
	isOther := func(r rune) bool { return !unicode.IsLetter(r) }
	apart := func(r rune) bool { return isOther(r) && !unicode.IsDigit(r) }
	return typed != "" && !strings.ContainsFunc(typed, isOther) && (text.Common(text.Stem(strings.ToLower(typed))) ||
		slices.ContainsFunc(strings.FieldsFunc(titleAndAddress, apart), func(word string) bool { return strings.EqualFold(word, typed) }))
}

// Restore makes a secret known by its stored form from AddTyped, under the same salt. It
// leaves out a text of any other form.
func (k *Secrets) Restore(stored string) bool {
	b, err := base64.RawStdEncoding.DecodeString(stored)
	if err != nil || len(b) != storedLen || binary.BigEndian.Uint16(b) < knownPart {
		return false
	}
	return k.add(int(binary.BigEndian.Uint16(b)), binary.BigEndian.Uint64(b[2:]), bytes.Clone(b[10:]))
}

// add reports whether the secret is new and there is room for it.
func (k *Secrets) add(n int, sum uint64, digest []byte) bool {
	of := k.secrets[n]
	if containsDigest(of[sum], digest) || k.Len() >= maxKnown {
		return false
	}
	if of == nil {
		of = map[uint64][][]byte{}
		k.secrets[n] = of
	}
	of[sum] = append(of[sum], digest)
	return true
}

// Len is how many secrets are known.
func (k *Secrets) Len() int {
	n := 0
	if k == nil {
		return n
	}
	for _, of := range k.secrets {
		n += len(of)
	}
	return n + k.older.Len()
}

// off turns masking off in a test that shows which secrets it keeps out (-ldflags -X).
var off string

// Mask replaces every known secret in s: one of any length that is all of s, and
// from knownPart characters on wherever it stands, unless it is short and part of
// a longer word. A longer secret goes before those that are parts of it.
func (k *Secrets) Mask(s string) string {
	if k.none() || s == "" {
		return s
	}
	if k.is(s) {
		return redact.Mark
	}
	return k.older.Mask(replaced(s, k.spans(s)))
}

// MaskURL is Mask for an address, in which parts of a secret may be escaped.
func (k *Secrets) MaskURL(s string) string {
	if k.none() {
		return s
	}
	for _, plus := range []byte{'+', ' '} { // a plus may be one, or a space
		plain, from := unescaped(s, plus)
		spans := k.spans(plain)
		for i, at := range spans {
			spans[i] = span{from[at.lo], from[at.hi]}
		}
		s = replaced(s, spans)
	}
	return k.older.MaskURL(s)
}

// unescaped is an address without escapes, and where each of its bytes begins in s.
func unescaped(s string, plus byte) (plain string, from []int) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		from = append(from, i)
		c := s[i]
		if c == '+' {
			c = plus
		}
		if c == '%' && i+2 < len(s) {
			if b, err := hex.DecodeString(s[i+1 : i+3]); err == nil {
				c, i = b[0], i+2
			}
		}
		out = append(out, c)
	}
	return string(out), append(from, len(s))
}

func (k *Secrets) none() bool {
	return k == nil || len(k.secrets) == 0 && k.older.none() || off != ""
}

// span is a part of a text, in bytes.
type span struct{ lo, hi int }

func replaced(s string, spans []span) string {
	slices.SortFunc(spans, func(a, b span) int { return a.lo - b.lo })
	var out strings.Builder
	done := 0
	for _, at := range spans {
		out.WriteString(s[done:at.lo])
		out.WriteString(redact.Mark)
		done = at.hi
	}
	return out.String() + s[done:]
}

// spans are the parts of s that are secrets; none overlaps another.
func (k *Secrets) spans(s string) (found []span) {
	for _, n := range slices.Backward(slices.Sorted(maps.Keys(k.secrets))) {
		if n <= len(s) && n >= knownPart {
			found = k.spansOf(n, s, found)
		}
	}
	return found
}

// spansOf adds the secrets of n bytes to found, looking at all parts of that length with
// a rolling sum.
func (k *Secrets) spansOf(n int, s string, found []span) []span {
	of := k.secrets[n]
	sum, top := k.sum(s[:n]), uint64(1)
	for range n - 1 {
		top *= k.factor
	}
	for at := 0; ; at++ {
		if digests := of[sum]; digests != nil && disjoint(found, at, at+n) && wholeEnough(s, at, at+n) && containsDigest(digests, k.digest(s[at:at+n])) {
			found = append(found, span{at, at + n})
		}
		if at+n >= len(s) {
			return found
		}
		sum = (sum-uint64(s[at])*top)*k.factor + uint64(s[at+n])
	}
}

// disjoint reports whether lo to hi overlaps none of spans.
func disjoint(spans []span, lo, hi int) bool {
	return !slices.ContainsFunc(spans, func(at span) bool { return lo < at.hi && at.lo < hi })
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
	return mac.Sum(nil)[:digestLen]
}

func containsDigest(digests [][]byte, digest []byte) bool {
	return slices.ContainsFunc(digests, func(d []byte) bool { return hmac.Equal(d, digest) })
}

// Hidden returns the secrets among names in their order that only their neighbours
// show to be secrets: the text behind a label, and the words of a phrase. roles are theirs; nil where all are texts.
// known learns them and those that a name says, because a page says them elsewhere without a label; it may be nil.
func Hidden(names, roles []string, known *Secrets) *Secrets {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = redact.Text(name)
		known.LearnRemoved(name, shown[i])
	}
	hidden := New(nil)
	safe := slices.Clone(shown)
	if redact.Names(safe, roles) {
		for i, name := range names {
			if safe[i] == redact.Mark && shown[i] != redact.Mark {
				hidden.Add(name)
				known.AddLong(name)
			}
		}
	}
	return hidden
}
