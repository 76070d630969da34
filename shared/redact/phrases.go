package redact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// phraseCounts are how many words the phrases of wallets have.
var phraseCounts = []int{12, 13, 14, 15, 16, 18, 20, 21, 24, 25, 33}

// longestPhrase is more bytes than the longest phrase has, in any script.
const longestPhrase = 900

// prose has words of which nearly every sentence has one.
var prose = lazy(`(?i)(?:^|[^a-zà-ž])(?:the|and|for|are|was|not|but|with|from|that|this|you|your|has|have|in|is|it|to|of|on|or|use|must|keep|der|die|das|und|ist|ein|eine|nicht|mit|les|des|une|est|pour|que|los|las|una|del|por|para|con|gli|che|per|non|uma|dos|com)(?:[^a-zà-ž]|$)`)

func noProse(s string) bool { return !prose().MatchString(s) }

// scrubPhrase masks a phrase that a text, or its last line, ends with: numbered or
// not, behind a label or not.
func scrubPhrase(s string) string {
	end := len(strings.TrimRight(s, "\"'. "))
	lo := max(strings.LastIndexAny(s[:end], ":\"")+1, end-longestPhrase)
	for {
		lo += len(s[lo:end]) - len(strings.TrimLeft(s[lo:end], " \n"))
		if phraseLike(s[lo:end]) {
			return masked(s, []part{{lo, end}})
		}
		line := strings.IndexByte(s[lo:end], '\n')
		if line < 0 {
			return s
		}
		lo += line
	}
}

// phraseLike: as many words as phrases have, of one case and one script, few of them
// long, hardly one of them twice, the same between each two, and no sentence.
func phraseLike(s string) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return r < 0x80 && strings.IndexByte(" ,\n.)(-0123456789", byte(r)) >= 0 })
	if !slices.Contains(phraseCounts, len(words)) || strings.ToLower(s) != s && strings.ToUpper(s) != s {
		return false
	}
	distinct, long := map[string]bool{}, 0
	for _, w := range words {
		if !phraseWord(w) {
			return false
		}
		distinct[w] = true
		long += b2i(utf8.RuneCountInString(w) > 8)
	}
	for _, sign := range []string{",", "-"} {
		if n := strings.Count(s, sign); n > 0 && n != len(words)-1 {
			return false
		}
	}
	return len(distinct)*4 >= len(words)*3 && long*4 <= len(words) && noProse(s)
}

// phraseWord reports whether a word is as those of the lists of words are.
func phraseWord(w string) bool {
	n := utf8.RuneCountInString(w)
	switch first, _ := utf8.DecodeRuneInString(w); {
	case unicode.Is(unicode.Latin, first):
		return n >= 3 && n <= 24 && strings.IndexFunc(w, func(r rune) bool { return !unicode.In(r, unicode.Latin, unicode.M) }) < 0
	case unicode.Is(unicode.Hiragana, first):
		return n >= 2 && n <= 8
	case unicode.Is(unicode.Hangul, first):
		return n >= 2 && n <= 4
	default:
		return n == 1 && unicode.Is(unicode.Han, first)
	}
}
