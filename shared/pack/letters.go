package pack

import "unicode/utf8"

// Letters is the set of letters and digits of a text, whatever their case: a to
// z have a bit each, digits share the others. A text beyond ASCII has all, for
// folding may make any letter of it. So a text can hold a word only if it has
// all letters of it.
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

// WordLetters are the letters that a text must have to hold a word; those
// beyond ASCII are not asked for.
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

// letterOf is the bit of an ASCII letter or digit.
var letterOf = func() (out [256]uint32) {
	for i := range lettersA {
		out['a'+i], out['A'+i] = 1<<i, 1<<i
	}
	for i := range 10 {
		out['0'+i] = 1 << (lettersA + i%(32-lettersA))
	}
	return out
}()
