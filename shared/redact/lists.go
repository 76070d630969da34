package redact

import (
	_ "embed"
	"hash/fnv"
	"unicode"
)

//go:generate go test . -run TestWordListsAreRead -update

// wordSets are the lists of words that wallets make phrases of, each as a set of
// bits that the hashes of its words set: 6 of BIP-39, SLIP-39's, 11 of Monero, of
// which one is Electrum's first (lists_gen_test.go names sources and licences).
//
//go:embed phrases.bin
var wordSets []byte

// setBytes is the size of a set. With 2,048 words an eighth of the bits is set, so
// that of twelve words which are in no list one in 10^11 times all seem to be.
const setBytes = 2048

// bitOf hashes a word without its accents, and without letters that have them in
// one: which of both it is written with depends on the page.
func bitOf(word string) uint32 {
	h := fnv.New32a()
	for _, r := range word {
		if r >= 0x80 && (unicode.In(r, unicode.M) || unicode.In(r, unicode.Latin)) {
			continue
		}
		h.Write([]byte(string(unicode.ToLower(r))))
	}
	return h.Sum32() >> 8 % (8 * setBytes)
}

// listedRun returns the longest run of words, at least so many, that are in one list;
// from == to for none.
func listedRun(words []string, least int) (from, to int) {
	if len(words) < least {
		return 0, 0
	}
	bits := make([]uint32, len(words))
	for i, w := range words {
		bits[i] = bitOf(w)
	}
	for set := wordSets; len(set) >= setBytes; set = set[setBytes:] {
		begun := 0
		for i, at := range bits {
			if set[at/8]&(1<<(at%8)) == 0 {
				begun = i + 1
			} else if n := i + 1 - begun; n >= least && n > to-from {
				from, to = begun, i+1
			}
		}
	}
	return from, to
}
