package pack

import "unicode/utf8"

// Letters returns the set of a text's letters and digits, ignoring case: a to z have a
// bit each, digits share the others. A text beyond ASCII has all bits, because case
// folding may produce any letter. So a text can contain a word only if it has all the
// word's letters.
func Letters(s string) uint32 {
	set := uint32(0)
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return allLetters
		}
		set |= letterOf[s[i]]
	}
	return set
}

// WordLetters returns the letters that a text must have to contain a word, without those
// beyond ASCII.
func WordLetters(word string) uint32 {
	set := uint32(0)
	for i := 0; i < len(word); i++ {
		set |= letterOf[word[i]] // bytes beyond ASCII have none
	}
	return set
}

const (
	allLetters = ^uint32(0)
	lettersA   = 26 // the first bit that digits share
)

// letterOf maps ASCII letters and digits to their bit.
var letterOf = func() (out [256]uint32) {
	for i := range lettersA {
		out['a'+i], out['A'+i] = 1<<i, 1<<i
	}
	for i := range 10 {
		out['0'+i] = 1 << (lettersA + i%(32-lettersA))
	}
	return out
}()
