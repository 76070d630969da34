package capture

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"hash"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cairn/shared/text"
)

// A hidden name replaces a name that a record does not store in clear (DESIGN 5.3):
//
//	[hidden:AbCdEg GhIjKw MnOpQA]
//
// The first group is the keyed hash of the name, the others are those of its words. The
// hashes have 32 bits, and digits count as "#": a name can be found on a page that shows
// it, and by a search for one of its words, but the hashes do not reveal numbers even to
// a holder of the key. Without a key a hidden name is [hidden], which matches no other.
const (
	hiddenStart = "[hidden"
	hiddenEnd   = "]"
	hashBytes   = 4
	hashChars   = 6  // of base64url
	hiddenWords = 24 // of one name; longer names are texts
	maxHashed   = 256

	// hashEnds lists the possible last characters of 32 bits in base64url.
	hashEnds    = "AQgw"
	hashPattern = `[A-Za-z0-9_-]{5}[` + hashEnds + `]`
)

// HiddenMark is a hidden name without hashes.
const HiddenMark = hiddenStart + hiddenEnd

// NameKeyBytes is the length of the key of name hashes. Each data directory has one.
const NameKeyBytes = 32

// Hider replaces names by hidden names. It caches the hashes, because pages repeat their
// names. It is not safe for concurrent use.
type Hider struct {
	mac            hash.Hash           // nil without a key
	hiddenNames    map[cacheKey]string // hidden names
	ids            map[cacheKey]string // hashes of names: most callers need only these
	hiddenSegments map[cacheKey]string // hidden segments: sites have few, and each step contains some
}

// cacheKey is the cache key of a name: a hash, so that the cache contains no name in clear.
type cacheKey [sha256.Size]byte

// maxKnown bounds the cache of a Hider, in names.
const maxKnown = 4096

// NewHider returns a Hider with a key of [NameKeyBytes]. With any other key its
// hidden names have no hashes.
func NewHider(key []byte) *Hider {
	h := &Hider{hiddenNames: map[cacheKey]string{}, ids: map[cacheKey]string{}, hiddenSegments: map[cacheKey]string{}}
	if len(key) == NameKeyBytes {
		h.mac = hmac.New(sha256.New, key)
	}
	return h
}

// Keyed reports whether hidden names have hashes, so that names can be compared with them.
func (h *Hider) Keyed() bool { return h != nil && h.mac != nil }

// Hide returns the hidden form of a name. It returns an empty or hidden one unchanged.
func (h *Hider) Hide(name string) string {
	if name == "" || IsHidden(name) {
		return name
	}
	if !h.Keyed() {
		return HiddenMark
	}
	seen := cacheKey(sha256.Sum256([]byte(name)))
	if hidden, ok := h.hiddenNames[seen]; ok {
		return hidden
	}
	var b strings.Builder
	b.WriteString(hiddenStart + ":" + h.ID(name))
	for _, word := range h.words(name, hiddenWords) {
		b.WriteString(" " + word)
	}
	b.WriteString(hiddenEnd)
	cacheHash(h.hiddenNames, seen, b.String())
	return b.String()
}

// ID returns the hash of a name, for a hidden one the hash that it contains, and "" if
// there is none.
func (h *Hider) ID(name string) string {
	if IsHidden(name) {
		return HiddenID(name)
	}
	if name == "" || !h.Keyed() {
		return ""
	}
	seen := cacheKey(sha256.Sum256([]byte(name)))
	id, ok := h.ids[seen]
	if !ok {
		id = h.digest('n', numbersMasked(foldedName(name)))
		cacheHash(h.ids, seen, id)
	}
	return id
}

// WordHash returns the hash of one word in the form of hidden names, "" for a word that
// they omit, and without a key. Words with one stem have one hash.
func (h *Hider) WordHash(word string) string {
	word = strings.ToLower(word)
	if !h.Keyed() || text.Stopword(word) || !strings.ContainsFunc(word, unicode.IsLetter) {
		return ""
	}
	return h.digest('w', numbersMasked(text.Stem(text.Fold(word))))
}

func (h *Hider) words(name string, most int) (out []string) {
	for _, w := range text.Tokenize(cutBytes(name, maxHashed)) {
		if hashed := h.WordHash(w); hashed != "" && len(out) < most && !slices.Contains(out, hashed) {
			out = append(out, hashed)
		}
	}
	return out
}

func cacheHash(known map[cacheKey]string, seen cacheKey, hashed string) {
	if len(known) >= maxKnown {
		clear(known)
	}
	known[seen] = hashed
}

// digest returns the keyed hash of a text; kind separates the hash of a name from
// that of the same word.
func (h *Hider) digest(kind byte, s string) string {
	h.mac.Reset()
	h.mac.Write([]byte{kind})
	h.mac.Write([]byte(s))
	var sum [sha256.Size]byte
	return base64.RawURLEncoding.EncodeToString(h.mac.Sum(sum[:0])[:hashBytes])
}

// IsHidden reports whether a name is a hidden one.
func IsHidden(name string) bool {
	groups, ok := strings.CutPrefix(name, hiddenStart)
	if !ok {
		return false
	}
	if groups, ok = strings.CutSuffix(groups, hiddenEnd); !ok {
		return false
	}
	if groups == "" {
		return true
	}
	if groups[0] != ':' || len(groups)%(hashChars+1) != 0 || len(groups) > (hiddenWords+1)*(hashChars+1) {
		return false
	}
	for i, c := range []byte(groups[1:]) {
		switch i % (hashChars + 1) {
		case hashChars:
			if c != ' ' {
				return false
			}
		case hashChars - 1:
			if strings.IndexByte(hashEnds, c) < 0 {
				return false
			}
		default:
			if !hashChar(c) {
				return false
			}
		}
	}
	return true
}

func hashChar(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_'
}

// HiddenID returns the hash in a hidden name, "" if it has none.
func HiddenID(hidden string) string {
	if len(hidden) <= len(HiddenMark) || !IsHidden(hidden) {
		return ""
	}
	return hidden[len(hiddenStart)+1:][:hashChars]
}

// HiddenWords returns the hashes of the words of a hidden name.
func HiddenWords(hidden string) []string {
	if len(hidden) <= len(HiddenMark) || !IsHidden(hidden) {
		return nil
	}
	return strings.Fields(strings.TrimSuffix(hidden[len(hiddenStart)+1:], hiddenEnd))[1:]
}

// hiddenNames finds the hidden names with hashes in a text.
var hiddenNames = regexp.MustCompile(`\[hidden:` + hashPattern + `(?: ` + hashPattern + `)*\]`)

// HiddenIn removes the hidden names from a recorded text, and the hidden segments if it
// is an address or a screen's name. It returns the rest and the hashes of the words.
func HiddenIn(s string, segments bool) (clear string, words []string) {
	clear = s
	if strings.Contains(s, hiddenStart) {
		clear = strings.ReplaceAll(hiddenNames.ReplaceAllStringFunc(clear, func(hidden string) string {
			words = append(words, HiddenWords(hidden)...)
			return " "
		}), HiddenMark, " ")
	}
	if segments && strings.Contains(clear, segmentMark) {
		clear = hiddenSegments.ReplaceAllStringFunc(clear, func(seg string) string {
			words = append(words, segmentHashes(seg)...)
			return ""
		})
	}
	return clear, words
}

// HoldsHash reports whether a recorded text contains the hash of a word.
func HoldsHash(s, hash string) bool {
	_, words := HiddenIn(s, strings.Contains(s, segmentMark))
	return slices.Contains(words, hash)
}

// outsideHiddenNames applies change to a text except for its hidden names, because
// redaction rules mistake hashes for secrets. If change removes a hidden name, the
// others lose their hashes.
func outsideHiddenNames(s string, change func(string) string) string {
	if !strings.Contains(s, hiddenStart+":") {
		return change(s)
	}
	hidden := hiddenNames.FindAllString(s, -1)
	s = change(hiddenNames.ReplaceAllLiteralString(s, HiddenMark))
	if strings.Count(s, HiddenMark) != len(hidden) {
		return s
	}
	parts := strings.Split(s, HiddenMark)
	var b strings.Builder
	for i, part := range parts {
		b.WriteString(part)
		if i < len(hidden) {
			b.WriteString(hidden[i])
		}
	}
	return b.String()
}

// foldedName returns a name in lower case with single spaces, without invisible
// characters, so that names which differ only by these have one hash.
func foldedName(name string) string {
	out, _ := text.Clean(cutBytes(name, maxHashed), maxHashed)
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1 // characters that join emoji
		}
		return unicode.ToLower(r)
	}, out)
}

// numbersMasked returns a text with each digit as "#".
func numbersMasked(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '#'
		}
		return r
	}, s)
}

// cutBytes cuts s to at most n bytes without splitting a character.
func cutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
