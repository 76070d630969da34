package redact

import (
	"encoding/base64"
	"strings"
	"sync"
)

// scrubSeed replaces every run of at least seedMinWords words of the seed
// lists. Between two words of a run there is anything but a letter, at most
// maxSeedGap bytes of it: spaces, commas, numbering.
func scrubSeed(s string) string {
	var out strings.Builder
	done, first, last, count := 0, 0, 0, 0
	flush := func() {
		if count >= seedMinWords {
			out.WriteString(s[done:first])
			out.WriteString(Mark)
			done = last
		}
		count = 0
	}
	for i := 0; i < len(s); {
		lo, hi := nextWord(s, i)
		if lo == hi {
			break
		}
		if count > 0 && lo-last > maxSeedGap {
			flush()
		}
		if seedWord(s[lo:hi]) {
			if count > 0 && isLower(s[lo]) != isLower(s[first]) {
				flush()
			}
			if count == 0 {
				first = lo
			}
			last = hi
			count++
		} else {
			flush()
		}
		i = hi
	}
	flush()
	if done == 0 {
		return s
	}
	return out.String() + s[done:]
}

// maxSeedGap leaves room for numbering as in ", 12. ".
const maxSeedGap = 8

// seedNames redacts runs of at least seedMinWords single words of the seed lists
// among siblings, numbered or not.
func seedNames(names []string) bool {
	changed := false
	var run []int
	flush := func() {
		if len(run) >= seedMinWords {
			for _, i := range run {
				names[i] = Mark
			}
			changed = true
		}
		run = run[:0]
	}
	for i, name := range names {
		lo, hi := nextWord(name, 0)
		if lo == hi {
			if len(name) > maxSeedGap {
				flush()
			}
			continue // a bare number between the words
		}
		if end, _ := nextWord(name, hi); end != len(name) || hi-lo > seedMaxWord || !seedWord(name[lo:hi]) {
			flush()
			continue
		}
		run = append(run, i)
	}
	flush()
	return changed
}

// nextWord finds the next run of letters from i on; bytes beyond ASCII count as
// letters, so that a word of another script is one, and no seed word.
func nextWord(s string, i int) (lo, hi int) {
	for i < len(s) && !wordByte(s[i]) {
		i++
	}
	lo = i
	for i < len(s) && wordByte(s[i]) {
		i++
	}
	return lo, i
}

func wordByte(c byte) bool { return isUpper(c) || isLower(c) || c >= 0x80 }

// seedWord reports whether w is in the lists, all small or all capital. Phrases
// are shown so; menus, whose words are in the lists as often, are not.
func seedWord(w string) bool {
	if len(w) < seedMinWord || len(w) > seedMaxWord {
		return false
	}
	small := isLower(w[0])
	h := uint32(2166136261)
	for i := 0; i < len(w); i++ {
		c := w[i]
		if isLower(c) != small || !small && !isUpper(c) {
			return false
		}
		h = (h ^ uint32(c|0x20)) * 16777619
	}
	h = (h ^ h>>15) % seedBits
	return seedMembers()[h>>3]&(1<<(h&7)) != 0
}

var seedMembers = sync.OnceValue(func() []byte {
	set, err := base64.StdEncoding.DecodeString(seedSet)
	if err != nil || len(set) != seedBits/8 {
		panic("redact: the seed word set is damaged")
	}
	return set
})
