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

// prose has words of which nearly every sentence has one, and no list of words any.
var prose = lazy(`(?i)(?:^|[^a-zà-ž])(?:the|and|for|are|was|not|but|with|from|your|has|in|is|it|to|of|on|or|der|die|das|und|ist|ein|eine|nicht|mit|les|des|une|est|pour|que|los|las|una|del|por|para|con|gli|che|per|non|uma|dos|com|` +
	`dari|yang|untuk|dengan|dan|tidak|som|att|och|till|av|det|inte|het|een|van|voor|niet|og|ikke|się|nie|jest|dla|na|se|že|pro|bir|ve|için|și|nu|pentru|az|és|nem)(?:[^a-zà-ž]|$)`)

func noProse(s string) bool { return !prose().MatchString(s) }

// scrubPhrase masks a phrase that a text, or its last line, ends with: numbered or
// not, behind a label or not.
func scrubPhrase(s string) string {
	long := strings.Count(s, " ") >= phraseCounts[0]-1
	if long {
		s = masked(s, listedParts(s))
	}
	end := len(strings.TrimRight(s, "\"'. "))
	lo := max(strings.LastIndexAny(s[:end], ":\"")+1, end-longestPhrase)
	if long {
		if said := wallet().FindStringIndex(s[lo:end]); said != nil {
			lo += said[1]
		}
	}
	for {
		lo += len(s[lo:end]) - len(strings.TrimLeft(s[lo:end], " \n"))
		if phraseLike(s[lo:end], func() bool { return wallet().MatchString(s[:lo]) || numbered().MatchString(s[lo:end]) }) {
			return masked(s, []part{{lo, end}})
		}
		line := strings.IndexByte(s[lo:end], '\n')
		if line < 0 {
			return s
		}
		lo += line
	}
}

// listedParts returns the parts of a text that are as many words of one list as the shortest phrase has, or more.
func listedParts(s string) (found []part) {
	for lo := 0; lo < len(s); {
		var words []string
		var at []part
		for lo < len(s) {
			hi := lo
			for hi < len(s) && (isLower(s[hi]) || s[hi] >= utf8.RuneSelf) {
				hi++
			}
			end := hi
			for end < len(s) && (s[end] == ' ' || s[end] == ',') {
				end++
			}
			short := hi-lo < 3
			if hi > lo && len(words) > 0 && scriptOf(s[lo:hi]) != scriptOf(words[0]) {
				break
			}
			if !short {
				words, at = append(words, s[lo:hi]), append(at, part{lo, hi})
			}
			if lo = max(end, lo+1); hi == end || short {
				break
			}
		}
		if from, to := listedRun(words, phraseCounts[0]); phraseWords(words[from:to]) {
			found = append(found, part{at[from].lo, at[to-1].hi})
		}
	}
	return found
}

// wallet finds wallets' names of phrases: near it, words of any list are one.
var wallet = lazy(`(?i)(?:recovery|seed|secret|backup|wallet|mnemonic)[ -]?(?:phrase|words)|passphrase|\bseed\b|\bsrp\b|mn[eé]moni|frase (?:semilla|secreta|de (?:recuperación|recuperação)|di recupero)|phrase (?:secrète|de récupération)|wiederherstellung|palabras (?:secretas|de recuperación)|\b(?:phrase|frase) ?:|助记词`)

// numbered finds the numbers of words.
var numbered = lazy(`(?s)\b1[.)\s-]\s?\p{L}.*\b2[.)\s-]\s?\p{L}.*\b3[.)\s-]\s?\p{L}`)

// phraseLike: as many words as phrases have, of one case, the same between each two,
// that are in one list of wallets. Any words do that are no sentence where a wallet is
// spoken of or they are numbered, and in scripts whose lists are not known.
func phraseLike(s string, anyWords func() bool) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return r < 0x80 && strings.IndexByte(" ,\n.)(-0123456789", byte(r)) >= 0 })
	if !slices.Contains(phraseCounts, len(words)) || strings.ToLower(s) != s && strings.ToUpper(s) != s {
		return false
	}
	for _, sign := range []string{",", "-", ".", ")"} {
		if n := strings.Count(s, sign); n > 0 && n < len(words)-1 {
			return false
		}
	}
	if _, n := listedRun(words, len(words)); n > 0 && varied(words) {
		return true
	}
	return phraseWords(words) && (anyWords() || scriptOf(words[0]) != phraseScripts[0]) && noProse(s)
}

// phraseWords: words of one script, few of them long or with accents, hardly one of
// them twice.
func phraseWords(words []string) bool {
	if len(words) == 0 {
		return false
	}
	script, long, marked := scriptOf(words[0]), 0, 0
	for _, w := range words {
		n := utf8.RuneCountInString(w)
		if scriptOf(w) != script || script == nil || n < script.least || n > script.most {
			return false
		}
		long += b2i(n > 8)
		marked += b2i(script == phraseScripts[0] && len(w) > n)
	}
	return varied(words) && long*4 <= len(words) && marked*3 <= len(words)
}

// varied reports whether hardly a word is there twice, unlike the stars of several ratings.
func varied(words []string) bool {
	distinct := map[string]bool{}
	for _, w := range words {
		distinct[strings.ToLower(w)] = true
	}
	return len(distinct)*4 >= len(words)*3
}

// phraseScript says how many characters the words of phrases have in a script.
type phraseScript struct {
	*unicode.RangeTable
	least, most int
}

var phraseScripts = []*phraseScript{{unicode.Latin, 3, 24}, {unicode.Hiragana, 2, 8}, {unicode.Hangul, 2, 4}, {unicode.Han, 1, 1}}

// scriptOf returns the script of all letters of a word; nil where there is none.
func scriptOf(w string) *phraseScript {
	for _, s := range phraseScripts {
		if strings.IndexFunc(w, func(r rune) bool { return !unicode.In(r, s.RangeTable, unicode.M) }) < 0 {
			return s
		}
	}
	return nil
}
